"""A table's folder with settings and logins, whose journal is being written; backup and restore as typed commands."""

from __future__ import annotations

import json
import tarfile
from dataclasses import dataclass
from pathlib import Path

import pytest

from jantaku.main import main
from referee.game import observations as seen
from referee.journal.journal import Journal
from referee.journal.reader import Head, open_reader
from referee.journal.verification import verify
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from table_controller.cli.logins.logins import _replace
from table_controller.journal.place import JOURNAL

PASSWORD = "correct horse"


@dataclass
class Table:
    """A table that plays; ``state`` is its folder, and its settings are in ``etc``."""

    state: Path
    etc: Path
    journal: Journal

    @classmethod
    def begin(cls, folder: Path) -> Table:
        state, etc = folder / "state", folder / "etc"
        state.mkdir()
        etc.mkdir()
        (state / "camera.json").write_text("{}")
        (state / "tiles.npz").write_bytes(bytes(range(256)) * 40)
        (state / "machine.json").write_text("{}")
        _replace(etc / "mqtt-password", PASSWORD, 0o600)
        (etc / "roles.toml").write_text('[logins.anna]\nrole = "referee"\n')
        (etc / "logins.toml").write_text('[logins.anna]\nrole = "referee"\npassword = "$7$1$a$b"\n')
        _replace(etc / "table7.key", "a key", 0o600)
        (etc / "table.toml").write_text(
            f'state = "{state}"\nhall = "club"\ntable = "7"\n[mqtt]\nuser = "table7"\n'
            f'password_file = "{etc}/mqtt-password"\nlogins = "{etc}/roles.toml"\n'
            f'key = "{etc}/table7.key"\n'
        )
        journal = Journal(state / JOURNAL)
        begun = seen.HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping())
        events, now = advance(None, begun)
        journal.append(begun, events, state=now)
        table = cls(state, etc, journal)
        table.play(3)
        return table

    def play(self, entries: int) -> None:
        for _ in range(entries):
            self.journal.append(seen.ClockAdvanced(at_ms=1000 * self.journal.number), ())

    def typed(self, *words: object) -> int:
        """``jantaku backup`` with this table's settings."""
        return main(
            [
                "backup", *map(str, words), "--config", str(self.etc / "table.toml"),
                "--logins", str(self.etc / "logins.toml"),
            ]
        )  # fmt: skip

    def backup(self, to: Path) -> Path:
        """A backup in a file of this name."""
        assert self.typed(to) == 0
        return to


def restored(archive: Path, *words: object) -> int:
    """``jantaku restore``."""
    return main(["restore", str(archive), *map(str, words)])


def refused(capsys: pytest.CaptureFixture[str], status: int) -> str:
    """The error message with which a command ended."""
    output = capsys.readouterr()
    assert status == 2, output
    assert output.out == ""
    (line,) = output.err.splitlines()
    return line


def head_of(folder: Path) -> Head:
    """Return the head of a journal, which must be whole."""
    reader = open_reader(folder / JOURNAL)
    try:
        verify(reader)
        return reader.head
    finally:
        reader.close()


def tree(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, to see that nothing was changed."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
        if not path.name.endswith("-shm")
    }


def as_json(text: bytes) -> dict[str, object]:
    entries = json.loads(text)
    assert isinstance(entries, dict)
    return entries


def unpacked(archive: Path) -> dict[str, bytes]:
    with tarfile.open(archive) as tar:
        files = {member.name: tar.extractfile(member) for member in tar}
        return {name: file.read() for name, file in files.items() if file is not None}
