"""``jantaku journal verify``: an intact journal, one with a changed entry, and none at all."""

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from jantaku.main import main
from referee.game import observations as seen
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.texts.language import english
from referee.tiles import UNKNOWN
from table_controller.daemon.daemon import damage
from table_controller.journal.place import JOURNAL


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


def shown(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = main(["journal", *words])
    output = capsys.readouterr()
    return status, output.out + output.err


def write(place: Path, statement: str) -> None:
    with sqlite3.connect(place) as database:
        database.execute(statement)
    database.close()


def test_a_changed_score_in_the_newest_snapshot_is_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The state is loaded from it, so a table would go on with these points."""
    write(
        folder / JOURNAL,
        "update stored_snapshots set state = cast(replace(cast(state as text), '30000', '99000') as blob)",
    )
    status, output = shown(capsys, "verify", "--state", str(folder))
    assert status == 1
    assert "the snapshot after it does not match the entries" in output


CHANGED = (
    "update stored_events set state = cast(replace(cast(state as text), '120000', '130000') as blob) "
    "where originator_version = 2"
)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (CHANGED, "not the entry that was remembered"),
        ("delete from stored_events where originator_version = 2", "missing, but entries up to 2"),
    ],
)
def test_who_remembers_the_head_knows_when_the_end_was_changed(
    change: str, reason: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, head = shown(capsys, "head", "--state", str(folder))
    assert (status, json.loads(head)["number"]) == (0, 2)
    kept = folder / "head.json"
    kept.write_text(head)
    words = ("verify", "--state", str(folder), "--against", str(kept))
    status, output = shown(capsys, *words)
    assert status == 0
    assert "Up to the remembered entry" in output
    write(folder / JOURNAL, change)
    status, output = shown(capsys, *words)
    assert status == 1
    assert reason in output


def test_what_is_no_head_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "head.json").write_text("[]")
    status, output = shown(capsys, "verify", "--state", str(folder), "--against", str(folder / "head.json"))
    assert status == 2
    assert "not the output of `jantaku journal head`" in output
    assert shown(capsys, "verify", "--state", str(folder), "--against", str(folder / "none"))[0] == 2


def test_a_foreign_file_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "photos.sqlite"
    write(place, "create table photos (name text)")
    before = place.read_bytes()
    status, output = shown(capsys, "verify", "--state", str(place))
    assert (status, "is not a journal of a table" in output) == (2, True)
    assert place.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["photos.sqlite"]
    text = tmp_path / "notes.txt"
    text.write_text("not a database, but longer than the header of one would be" * 20)
    assert shown(capsys, "verify", "--state", str(text))[0] == 2


def test_a_copy_without_its_log_says_so(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Copying a running table's file with cp gives such a copy: the newest entries are in the log."""
    journal = Journal(folder / JOURNAL)
    journal.append(seen.ClockAdvanced(at_ms=180_000), ())
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(folder / JOURNAL, copy)
    try:
        assert shown(capsys, "verify", "--state", str(folder))[0] == 0, "with its log it is whole"
        status, output = shown(capsys, "verify", "--state", str(copy))
        assert status == 1
        assert "without its write-ahead log" in output
    finally:
        journal.close()
    shutil.copy(folder / JOURNAL, copy)
    status, output = shown(capsys, "verify", "--state", str(copy))
    assert (status, "3 entries are whole" in output) == (0, True)


@pytest.mark.parametrize("torn", ["cut", "cut within a frame", "emptied", "a byte in the middle"])
def test_a_torn_log_is_noticed_by_who_remembers_the_head(
    torn: str, folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """SQLite reads a log up to the first frame that does not fit, so the file alone looks like an intact, shorter
    journal."""
    journal = Journal(folder / JOURNAL)
    for minute in range(3, 10):
        journal.append(seen.ClockAdvanced(at_ms=60_000 * minute), ())
        journal.acknowledge("broker", journal.number)
    head = tmp_path / "head.json"
    head.write_text(shown(capsys, "head", "--state", str(folder))[1])
    copy = tmp_path / "copy"
    copy.mkdir()
    log = copy / f"{JOURNAL}-wal"
    try:
        shutil.copy(folder / JOURNAL, copy)
        shutil.copy(folder / log.name, log)
    finally:
        journal.close()
    whole = log.read_bytes()
    against = ("verify", "--state", str(copy), "--against", str(head))
    assert shown(capsys, *against)[0] == 0
    frame = 24 + int.from_bytes(whole[8:12], "big")
    middle = 32 + frame * ((len(whole) - 32) // frame // 2)
    log.write_bytes(
        {
            "cut": whole[:middle],
            "cut within a frame": whole[: middle + frame // 3],
            "emptied": b"",
            "a byte in the middle": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        }[torn]
    )
    for each in copy.glob("*-shm"):
        each.unlink()
    status, output = shown(capsys, *against)
    assert (status, "missing, but entries up to 9 were sent or remembered elsewhere" in output) == (1, True)
    status, output = shown(capsys, "verify", "--state", str(copy))
    assert status == 0
    assert "except perhaps the newest, which is recorded nowhere else" in output


def test_a_damaged_entry_before_the_newest_snapshot_is_an_alert_at_start(folder: Path) -> None:
    """Loading begins at the snapshot and would never read it."""
    place = folder / JOURNAL
    journal = Journal(place)
    _, state = advance(None, seen.HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping()))
    dealt = seen.HandDealt(at_ms=130_000, dice=(1, 2), hands=((UNKNOWN,) * 13,) * 4)
    events, state = advance(state, dealt)
    journal.append(dealt, events, state=state)
    assert damage(str(place)) is None, "while the table writes to it"
    journal.close()
    write(
        place,
        "update stored_events set state = cast(replace(cast(state as text), '\"within_ms\":0', '\"within_ms\":7') as blob)"
        " where originator_version = 1",
    )
    journal = Journal(place)
    assert journal.load().number == 3
    journal.close()
    damaged = damage(str(place))
    assert damaged is not None
    assert english(damaged.text) == (
        "The journal is damaged: journal entry 2: it or the one before was changed or is missing"
    )
