"""A journal verified in parts gives the same result as one verified whole, and reports the first damage in the same
words."""

import pickle
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from referee.folding.state import evolve
from referee.game import observations
from referee.game.events import HanchanStarted, TimeCalled
from referee.journal.entry import JournalCorruptError
from referee.journal.journal import Journal
from referee.journal.reader import Loaded, open_reader
from referee.journal.verification import Witnesses, concluded, verify, verify_hanchans
from referee.texts.journal_texts import DamagedEntry
from tests.referee.journal_stage import RULES, a_game, change, in_parts, play
from tests.referee.old_journals_stage import NAMES, built


@pytest.fixture
def hanchans(tmp_path: Path) -> Path:
    """Four hanchans; one begins in the middle of an entry, after the events that end the one before."""
    path = tmp_path / "hanchans.sqlite"
    journal = Journal(path)
    state = play(journal, a_game())
    state = play(journal, a_game()[:9], state)
    begun = HanchanStarted(RULES, ("", "", "", ""), (0, 1, 2, 3), ())
    journal.append(observations.HanchanBegun(ruleset=RULES), [TimeCalled(), begun], state=evolve(None, begun))
    play(journal, a_game()[1:5], evolve(None, begun))
    play(journal, a_game())
    assert journal.number == 52
    journal.close()
    return path


def outcome_of(verify: Callable[[], Loaded]) -> tuple[int, str] | Loaded:
    try:
        return verify()
    except JournalCorruptError as error:
        return error.number, str(error)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("length", [1, 7, 20, 30])
@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM stored_events WHERE originator_version = {}",
        "UPDATE stored_events SET state = CAST(CAST(state AS TEXT) || ' ' AS BLOB) WHERE originator_version = {}",
        "UPDATE stored_events SET state = substr(state, 1, 90) WHERE originator_version = {}",
        "UPDATE stored_events SET state = 5 WHERE originator_version = {}",
        "DELETE FROM stored_events WHERE originator_version >= {}",
        "UPDATE stored_snapshots SET state = CAST(replace(CAST(state AS TEXT), '25000', '26000') AS BLOB) WHERE {}",
    ],
)
def test_parts_tell_the_first_damage_as_the_whole_does(hanchans: Path, statement: str, length: int) -> None:
    with closing(Journal(hanchans)) as journal:
        journal.acknowledge("broker", 52)
        remembered = journal.head
    as_it_was = hanchans.read_bytes()
    for number in (1, 2, 19, 20, 21, 28, 29, 30, 33, 34, 52):
        hanchans.write_bytes(as_it_was)
        change(hanchans, statement.format(number))
        with closing(open_reader(hanchans)) as journal:
            whole = outcome_of(lambda: verify(journal, remembered))
            assert outcome_of(lambda: in_parts(journal, length, remembered)) == whole
            assert isinstance(whole, tuple), number


def test_of_two_damages_the_first_is_reported(hanchans: Path) -> None:
    for number in (45, 25):
        change(hanchans, f"UPDATE stored_events SET state = 5 WHERE originator_version = {number}")
    with closing(open_reader(hanchans)) as journal:
        assert outcome_of(lambda: in_parts(journal, 10)) == outcome_of(lambda: verify(journal))


def test_what_is_written_meanwhile_is_verified_too(hanchans: Path) -> None:
    with closing(open_reader(hanchans)) as reader:
        part = verify_hanchans(reader, 1, 25, Witnesses(reader.snapshot(), None))
        assert part is not None
        assert part.number < 52
        with closing(Journal(hanchans)) as journal:
            journal.acknowledge("broker", 52)
        assert concluded(reader, part, Witnesses(reader.snapshot(), None)) == verify(reader)
    change(hanchans, "DELETE FROM stored_events WHERE originator_version > 50")
    with closing(open_reader(hanchans)) as reader:
        assert outcome_of(lambda: concluded(reader, part, Witnesses(reader.snapshot(), None))) == outcome_of(
            lambda: verify(reader)
        )


def test_a_damage_told_in_another_process_is_the_same() -> None:
    error = JournalCorruptError(7, DamagedEntry.missing(9))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.number, again.why, str(again)) == (
        JournalCorruptError,
        7,
        error.why,
        str(error),
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("length", [1, 10, 100])
def test_an_old_journal_with_corrections(name: str, length: int, tmp_path: Path) -> None:
    with closing(open_reader(built(name, tmp_path / "journal.sqlite"))) as journal:
        assert in_parts(journal, length) == verify(journal)
