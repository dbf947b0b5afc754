"""Owners of the Debian package, without a clone or a pip in its environment, can type the commands that they are
given."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT
from wording.terminal import outside

PAGES = sorted((ROOT / "docs").rglob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nobody_is_told_to_install_a_file_of_a_clone(page: Path) -> None:
    text = re.sub(r"## On a table, by hand\n.*?\n## ", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert [line for line in lines if re.search(r"sudo install .*\b(?<!/)(systemd|config)/", line)] == []
    assert [line for line in lines if "jantaku[" in line] == [], "no index has this program"


def test_a_library_is_installed_into_an_environment_without_pip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment, wheel = tmp_path / "environment", tmp_path / "acme-1.0-py3-none-any.whl"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True)
    with zipfile.ZipFile(wheel, "w") as made:
        made.writestr("acme.py", "")
        made.writestr("acme-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: acme\nVersion: 1.0\n")
        made.writestr(
            "acme-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        made.writestr("acme-1.0.dist-info/RECORD", "")
    here = str(Path(sys.executable).parent)
    own = environment / "bin" / "python3"
    monkeypatch.setattr(outside, "find_spec", lambda _: None)
    monkeypatch.setattr(sys, "executable", str(own))
    command = outside.install_command(str(wheel)).removeprefix("sudo ")
    path = {**os.environ, "PATH": f"{here}:{os.environ['PATH']}", "PIP_NO_INDEX": "1"}
    subprocess.run(["bash", "-c", command], check=True, env=path)
    subprocess.run([str(own), "-c", "import acme"], check=True)


@pytest.mark.skipif(not Path("/etc/debian_version").exists(), reason="no Debian")
def test_a_driver_is_unpacked_where_the_package_finds_it(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "tables" / "adding-a-table.md").read_text(encoding="utf-8")
    (where,) = re.findall(r"zipfile -e \S+ \"\$\(python3 (-c '.+?')\)\"", page)
    plain = {"PATH": "/usr/bin:/bin"}
    asked = ["sh", "-c", f"/usr/bin/python3 {where}"]
    place = subprocess.run(asked, check=True, capture_output=True, text=True, env=plain).stdout.strip()
    environment = ["-m", "venv", "--without-pip", "--system-site-packages", str(tmp_path)]
    subprocess.run(["/usr/bin/python3", *environment], check=True, env=plain)
    looks = [
        str(tmp_path / "bin" / "python3"),
        "-c",
        "import site; print(*site.getsitepackages(), sep='\\n')",
    ]
    assert place in subprocess.run(looks, check=True, capture_output=True, text=True).stdout.splitlines()


def test_package_owners_are_never_sent_to_pip_or_a_clone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", outside.OF_DEBIAN)
    missing = [*outside.LIBRARIES, *outside.SYSTEMS, "numpy"]
    errors = [*(ModuleNotFoundError(name=name) for name in missing), ImportError("damaged")]
    for sentence in map(outside.sentence, errors):
        assert " pip" not in sentence
        assert "make " not in sentence
        assert "environment" not in sentence
