"""The broker remembers where a table's journal ends, so that changed newest entries are found."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from jantaku.main import main
from referee.game.judge_observations import PlayHalted
from referee.journal.reader import open_reader
from table_controller.mqtt.topics import JOURNAL_END
from tests.hall.judge.hall_stage import Mosquitto, Table, password, until

CHANGED = (
    "update stored_events set state = cast(replace(cast(state as text), 'a wall fell', 'a tile fell') as blob) "
    "where originator_version = 3"
)
CUT = "delete from stored_events where originator_version = 3"
FORGOTTEN = "delete from tracking"
"""The journal's own cursor, which marks the sent entries, is in the same file."""


def verify(capsys: pytest.CaptureFixture[str], journal: Path, *words: str) -> tuple[int, str]:
    status = main([*words[2:], "journal", "verify", "--state", str(journal), *words[:2]])
    output = capsys.readouterr()
    return status, output.out + output.err


@pytest.fixture
def broker(mosquitto: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("JANTAKU_PASSWORD", password("viewer"))
    return f"mqtt://viewer@127.0.0.1:{mosquitto.port}/home"


def test_the_broker_remembers_the_newest_entry(
    table: Table, broker: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "journal-7.sqlite"
    table.deal()
    table.happens(PlayHalted(judge="anna", text="a wall fell"))
    table.stop()
    status, output = verify(capsys, place, "--against", f"{broker}/7")
    assert (status, "3 entries are whole" in output) == (0, True)
    assert "Up to the remembered entry" in output
    for change, reason in (
        (CHANGED, "not the entry that was remembered"),
        (CUT, "missing, but entries up to 3"),
    ):
        changed = tmp_path / "changed.sqlite"
        shutil.copy(place, changed)
        with closing(sqlite3.connect(changed)) as database, database:
            assert database.execute(change).rowcount == 1
            database.execute(FORGOTTEN)
        assert verify(capsys, changed)[0] == 0, "by itself the journal cannot know"
        status, output = verify(capsys, changed, "--against", f"{broker}/7")
        assert (status, reason in output) == (1, True)


def test_what_is_remembered_follows_the_game(
    table: Table, broker: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """This holds during play too, and a restarted table has it at once."""
    table.begin()
    line = table.daemon.broker

    def head() -> dict[str, Any]:
        newest: dict[str, Any] = json.loads(line._retained.newest(line.address.topic(JOURNAL_END)) or b"{}")
        return newest

    def remembered() -> int:
        return int(head().get("number", 0))

    until(lambda: remembered() == 1, "the broker has the first entry")
    table.deal()
    until(lambda: remembered() == 2, "and the second, a second later")
    with closing(open_reader(tmp_path / "journal-7.sqlite")) as journal:
        assert head()["digest"] == journal.head.digest
    status, output = verify(capsys, tmp_path / "journal-7.sqlite", "--against", f"{broker}/7")
    assert (status, "Up to the remembered entry" in output) == (0, True)


WRONG = (
    ("{}/8", "the broker remembers no journal of this table", "この卓の対局記録の末尾が残っていない"),
    ("{}", "not mqtt://[USER@]HOST[:PORT]/HALL/TABLE", "の形になっていません"),
    ("mqtt://h:x/home/7", "not mqtt://", "の形になっていません"),
    ("{}/+", "not mqtt://", "の形になっていません"),
    ("mqtt://nobody@{}/7", "wrong name or password", "名前かパスワードが違います"),
)


def test_why_there_is_nothing_to_compare_with(
    broker: str, table: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.begin()
    for url, english, japanese in WRONG:
        given = url.format(broker if url.startswith("{}") else broker.partition("@")[2])
        for words in ((), ("--lang", "ja")):
            status, output = verify(capsys, tmp_path / "journal-7.sqlite", "--against", given, *words)
            assert (status, (japanese if words else english) in output) == (2, True), output
