"""``jantaku journal verify``: a whole journal, one with a changed entry, and none at all."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest

from referee import observations as seen
from referee.decide import advance
from referee.journal import Journal
from referee.ruleset import Ruleset
from table_controller.cli import main
from table_controller.export import JOURNAL

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state directory in whose journal a hanchan has begun."""
    journal = Journal(tmp_path / JOURNAL)
    begun = seen.HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping())
    events, state = advance(None, begun)
    assert state is not None
    journal.append(begun, events, state=state)
    journal.append(seen.ClockAdvanced(at_ms=120_000), (), state=state)
    journal.close()
    return tmp_path


def test_a_whole_journal(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", "--state", str(folder)]) == 0
    assert "2 entries are whole, 2 minutes of table time; E1, honba 0, waiting" in capsys.readouterr().out


def test_a_changed_entry_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(folder / JOURNAL) as database:
        (table,) = database.execute(
            "select name from sqlite_master where type = 'table' and name like '%event%'"
        ).fetchone()
        database.execute(
            f"update {table} set state = cast(replace(cast(state as text), '\"within_ms\":0', '\"within_ms\":7') as blob)"
            " where originator_version = 1"
        )
    database.close()
    assert main(["journal", "verify", "--state", str(folder)]) == 1
    assert "journal entry" in capsys.readouterr().err


def test_no_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", "--state", str(tmp_path / "nowhere")]) == 2
    assert "no journal there" in capsys.readouterr().err
