"""Debians on which a package is tried: this machine's, and fresh ones, each with a package that was made for it."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

from tests.booted_system import BootedSystem
from tests.command_uses import a_tournament
from tests.packaged import copy_tree, make_deb
from tests.referee.old_journals_stage import built
from tools.deb.roots import DebianRoot

NEW: Final = "0.2.0"
"""The later version, to which packages are upgraded."""
JOURNAL: Final = "/var/lib/jantaku/journal.sqlite"
ENTRIES: Final = 178
"""The number of entries in the journal that lies beside the packages."""
SETTINGS: Final = """
hall = "home"
table = "7"
camera = "folder:/tmp"
[unit]
driver = "none"
[mqtt]
address = "127.0.0.1:1"
"""
NEWER: Final = """
import sqlite3, sys
journal = sqlite3.connect(sys.argv[1])
text = "CAST(replace(CAST(state AS TEXT), ?, ?) AS BLOB)"
journal.execute(f"UPDATE stored_events SET state = {text}", ('"schema":', '"schema":9'))
journal.commit()
"""
PLAYED: Final = (
    "install -m 644 /tmp/given/table.toml /etc/jantaku; echo JANTAKU_LANGUAGE=ja >> /etc/jantaku/environment\n"
    f"install -D -o jantaku -g jantaku /tmp/given/journal.sqlite {JOURNAL}; chown jantaku: /var/lib/jantaku\n"
)
"""Settings and a journal, as at a table where people have played."""


class PackageGround(NamedTuple):
    """The files of a Debian, and a folder with ``old.deb``, ``new.deb``, ``jantaku-sheets_*.deb``, a journal and
    settings.

    ``fresh``: it has none of the package's dependencies yet.
    """

    files: Path
    given: Path
    old: str
    fresh: bool


def lay_out(folder: Path, files: Path, debian: DebianRoot | None) -> PackageGround:
    """Make the package for a Debian, the same package with a newer version, and a journal of one game."""
    tree = folder / "tree"
    copy_tree(tree)
    package = make_deb(tree, debian)
    given = folder / "given"
    given.mkdir()
    shutil.move(package, given / "old.deb")
    (sheets,) = package.parent.glob("jantaku-sheets_*.deb")
    shutil.move(sheets, given)
    shutil.rmtree(tree)
    old = field(given / "old.deb", "Version")
    _renamed(given / "old.deb", old, given / "new.deb", folder / "other")
    built("played-587c48f", given / "journal.sqlite")
    (given / "table.toml").write_text(SETTINGS)
    (given / "newer.py").write_text(NEWER)
    (given / "tournament.json").write_text(json.dumps(a_tournament()))
    return PackageGround(files, given, old, debian is not None)


def field(package: Path, name: str) -> str:
    """Return a field of a package's control file."""
    words = ["dpkg-deb", "--field", str(package), name]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def _renamed(package: Path, old: str, to: Path, folder: Path) -> None:
    """The same package with another version: only its control archive is repacked."""
    folder.mkdir()
    subprocess.run(["ar", "x", str(package)], cwd=folder, check=True)
    subprocess.run(["tar", "-xf", "control.tar.zst", "--one-top-level=inside"], cwd=folder, check=True)
    control = folder / "inside" / "control"
    control.write_text(control.read_text().replace(f"Version: {old}\n", f"Version: {NEW}\n"))
    subprocess.run(
        ["tar", "--zstd", "--owner=0", "--group=0", "-C", "inside", "-cf", "control.tar.zst", "."],
        cwd=folder, check=True,
    )  # fmt: skip
    parts = ["debian-binary", "control.tar.zst", "data.tar.zst"]
    subprocess.run(["ar", "rc", str(to), *parts], cwd=folder, check=True)
    shutil.rmtree(folder)
    assert field(to, "Version") == NEW


def done(system: BootedSystem, script: str, *, network: bool = False) -> str:
    """Run a script, which must not fail, and return its output."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    status, output = system.run(["bash", "-euo", "pipefail", "-c", script], network=network, variables=quiet)
    assert status == 0, f"{script}\n{output}"
    return output


def bring_what_it_needs(system: BootedSystem, *others: str) -> None:
    """Install the package's dependencies from Debian, and other packages, but not the package itself."""
    needed = field(system.given / "old.deb", "Depends")
    script = f"apt-get update -qq; apt-get satisfy -qq -y '{', '.join([needed, *others])}' </dev/null 2>&1"
    done(system, script, network=True)


def there(system: BootedSystem, *places: str) -> list[str]:
    """Return the files and folders among these that exist."""
    return [place for place in places if system.run(["test", "-e", place])[0] == 0]


def number(system: BootedSystem) -> int:
    """Count the entries of the journal."""
    output = done(system, "runuser -u jantaku -- jantaku journal head --state /var/lib/jantaku")
    return int(json.loads(output)["number"])
