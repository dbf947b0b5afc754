"""The commands of docs/install.md, taken from the page and typed on a Debian with unchanged package files: from nothing
to a judge."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.booted_system import BootedSystem, why_not
from tests.conftest import ROOT

PAGE: Final = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
BY_HAND: Final = "## On a table, by hand\n"
COMMANDS: Final = re.findall(r"^```sh\n(.*?)^```$", PAGE.split(BY_HAND)[1], re.MULTILINE | re.DOTALL)
"""The blocks that a newcomer types one after the other; blocks without a language depend on a device."""
PASSWORD: Final = "correct horse"
TRUSTING: Final = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
"""Git does not know the clone's owner."""
FRESH: Final = """
rm -rf /var/lib/apt/lists/* /opt/jantaku /etc/jantaku /var/lib/jantaku
md5sum /etc/mosquitto/mosquitto.conf
dpkg-query --show --showformat='${Conffiles}' mosquitto
"""
FIRST_WORD_S: Final = 180.0


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A newcomer's clone: this checkout, in a repository of its own."""
    folder = tmp_path / "given"
    folder.mkdir()
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for command in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"],
    ):
        subprocess.run(["git", *command], cwd=folder, check=True)
    return folder


@pytest.fixture
def system(tmp_path: Path, clone: Path) -> Iterator[BootedSystem]:
    if reason := why_not():
        pytest.skip(reason)
    booted = BootedSystem(tmp_path, clone)
    try:
        booted.start()
        yield booted
    finally:
        booted.stop()


def fresh(system: BootedSystem) -> None:
    """Make it a Debian that has never had this program, and that knows of no newer packages."""
    status, output = system.run(["sh", "-ec", FRESH])
    assert status == 0, output
    (found,) = re.findall(r"^(\w+)  /etc/mosquitto/mosquitto.conf$", output, re.MULTILINE)
    assert f"/etc/mosquitto/mosquitto.conf {found}" in output, (
        "this machine's mosquitto.conf is not Debian's own"
    )


def typed(system: BootedSystem, block: str) -> str:
    """Type a block of the page; return the output."""
    # Only the step that fetches this program's libraries has a network, with pip's index; Debian's may be missing.
    status, output = system.run(
        ["bash", "-euo", "pipefail", "-c", block],
        network="make " in block,
        variables={"URL": "/tmp/given", **TRUSTING},
        answers=PASSWORD,
    )
    assert status == 0, f"{block}\n{output}\n{journal(system)}"
    return output


@pytest.mark.prove
@pytest.mark.timeout(900)
def test_a_stranger_installs_by_the_page_to_a_judge_who_is_logged_in(system: BootedSystem) -> None:
    fresh(system)
    (last,) = [number for number, block in enumerate(COMMANDS) if "jantaku judge" in block]
    for block in COMMANDS[:last]:
        typed(system, block)
    look = COMMANDS[last]
    end = time.monotonic() + FIRST_WORD_S
    # The table reports itself within seconds, and soon afterwards names its missing parts, but keeps running.
    output = typed(system, look)
    while not all(word in output for word in ("table 7:", "/dev/ttyACM0", "cannot see")):
        assert time.monotonic() < end, f"{output}\n{journal(system)}"
        output = typed(system, look)
    status, shown = system.run(
        ["systemctl", "show", "jantaku", "-p", "NRestarts,ActiveState,User,Type,WatchdogUSec"]
    )
    assert (status, set(shown.split())) == (
        0,
        {"NRestarts=0", "ActiveState=active", "User=jantaku", "Type=notify", "WatchdogUSec=1min", "30s"},
    ), journal(system)
    # The page's commands for the installed table.
    for block in COMMANDS[last + 1 :]:
        output = typed(system, block)
    assert "/etc/jantaku/table.toml" in output
    # The first backup is intact and contains the hall's logins, which only root may read.
    status, output = system.run(
        ["sh", "-ec", "cd /var/lib/jantaku-backups; jantaku restore *.tar.gz --check; tar -tzf *.tar.gz"]
    )
    assert status == 0, output
    assert all(
        word in output for word in ("table home/7", "settings/logins.toml", "settings/mqtt-password")
    ), output
    # The broker says so to a user who may only watch, and a wrong password is reported as such.
    status, output = system.run(
        ["jantaku", "judge", "--user", "viewer", "--wait", "5", "stop"], answers=PASSWORD
    )
    assert status == 1, output
    status, output = system.run(["jantaku", "judge", "--user", "referee", "tables"], answers="wrong")
    assert status == 2, output


def journal(system: BootedSystem) -> str:
    """Return the last messages of units."""
    return system.run(
        ["journalctl", "--no-pager", "-n", "60", "-u", "jantaku", "-u", "mosquitto", "-u", "init.scope"]
    )[1]
