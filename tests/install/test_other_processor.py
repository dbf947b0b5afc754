"""The package for a Raspberry Pi, made and tried on another kind of processor: every instruction of it runs in QEMU."""

from pathlib import Path
from typing import Final

import pytest

from tests.install.grounds import field
from tests.packaged import copy_tree, make_deb
from tools.deb.roots import EMULATORS, GIVEN, DebianRoot, own_architecture, why_no_root

OTHER: Final = next(each for each in EMULATORS if each != own_architecture())
PLAYED: Final = """
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq {package} >/dev/null 2>&1
cd /tmp
dpkg --print-architecture
jantaku firmware build
printf 'honba 3\\nquit\\n' | jantaku unit --emulate host
HOME=/tmp jantaku sim --headless --speed max --hands 1 --seed 9 </dev/null
"""


@pytest.mark.prove(usual=False)
@pytest.mark.skipif(why_no_root(OTHER) != "", reason=why_no_root(OTHER))
@pytest.mark.timeout(2700)
def test_a_hand_is_played_by_the_package_for_another_kind_of_processor(tmp_path: Path) -> None:
    debian = DebianRoot("bookworm", tmp_path / "root", OTHER)
    tree = tmp_path / "tree"
    copy_tree(tree)
    package = make_deb(tree, debian)
    assert field(package, "Architecture") == OTHER
    output = debian.run(PLAYED.format(package=f"{GIVEN}/{package.name}"), package.parent)
    assert output.startswith(f"{OTHER}\n")
    assert "jantaku-unit\n" in output
    assert "honba 3: done" in output
    assert "Equal to the record." in output


def test_what_is_missing_for_another_kind_of_processor_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getuid", lambda: 0)
    monkeypatch.setattr("shutil.which", lambda name, **_: f"/usr/bin/{name}")
    monkeypatch.setattr("tools.deb.roots.own_architecture", lambda: "amd64")
    monkeypatch.setattr("tools.deb.roots.BINFMT", tmp_path)
    registered = tmp_path / "qemu-aarch64"
    for text in (None, "disabled\ninterpreter /usr/bin/qemu\nflags: F\n", "enabled\nflags: OC\n"):
        if text is not None:
            registered.write_text(text)
        assert "apt install qemu-user-static" in why_no_root("arm64")
    registered.write_text("enabled\ninterpreter /usr/libexec/qemu-binfmt/aarch64-binfmt-P\nflags: POF\n")
    assert why_no_root("arm64") == why_no_root("amd64") == ""
