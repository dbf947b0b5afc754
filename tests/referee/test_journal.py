"""The journal: one suite for every database, the hash chain, and a process killed between any two steps."""

import json
import re
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from contextlib import closing
from itertools import product
from pathlib import Path

import pytest
from eventsourcing.persistence import StoredEvent

from referee.encoding.snapshot import decode_state, encode_state
from referee.folding.state import evolve
from referee.game import observations
from referee.game.events import HanchanStarted, HandStarted
from referee.journal import reader
from referee.journal.journal import NO_ENTRY, Journal, JournalCorruptError, JournalError
from referee.journal.reader import open_reader
from referee.journal.verification import verify
from referee.judging.decide import advance
from tests.referee.journal_stage import HAND, RULES, a_game, change, in_parts, play


class TestJournal:
    """Tests that every database must pass; ``place`` opens the same journal again and again."""

    @pytest.fixture
    def place(self, tmp_path: Path) -> str:
        return str(tmp_path / "journal.sqlite")

    def test_what_was_written_is_read(self, place: str) -> None:
        journal = Journal(place, wall=lambda: "2026-11-21T12:00:00.000+00:00")
        state = None
        written = []
        for observation in a_game():
            events, state = advance(state, observation)
            written.append(journal.append(observation, events, state=state))
        journal.close()
        again = Journal(place)
        assert list(again.entries()) == written
        assert [entry.number for entry in written] == list(range(1, 20))
        assert written[0].before == NO_ENTRY
        assert list(again.entries(5, 7)) == written[4:7]
        assert again.number == 19
        again.close()

    def test_loading_folds_to_the_state_that_was_reached(self, place: str) -> None:
        journal = Journal(place)
        state = play(journal, a_game())
        journal.close()
        again = Journal(place)
        loaded = again.load()
        assert loaded.state == state
        assert (loaded.number, loaded.at_ms) == (19, 10500)
        assert verify(again) == loaded
        again.close()

    @pytest.mark.parametrize("length", [1, 2, 19, 25, 1000])
    def test_parts_verify_what_the_whole_does(self, place: str, length: int) -> None:
        journal = Journal(place)
        for hanchan in (a_game(), a_game()[:7], [], a_game()):
            play(journal, hanchan)
        assert in_parts(journal, length) == verify(journal)
        journal.close()

    def test_loading_never_decides_again(self, place: str) -> None:
        """Even events that no rule would produce are folded."""
        journal = Journal(place)
        start = HanchanStarted(RULES, ("", "", "", ""), (0, 1, 2, 3), ())
        journal.append(observations.ClockAdvanced(at_ms=5), [start])
        loaded = journal.load()
        assert loaded.state == evolve(None, start)
        journal.close()

    def test_snapshot_and_entries_give_the_same_state(self, place: str) -> None:
        journal = Journal(place)
        state = play(journal, a_game())
        before = journal.load()
        snapshot = journal.snapshot()
        assert snapshot is not None
        assert snapshot.number == 2
        assert before.state == state
        journal.close()

    def test_only_the_newest_snapshot_is_kept(self, place: str) -> None:
        journal = Journal(place)
        state = play(journal, a_game())
        kept = journal._recorder._snapshots.select_events("table")
        assert [each.originator_version for each in kept] == [2]
        assert journal.load().state == state
        journal.close()

    def test_numbers_go_on_after_reopening(self, place: str) -> None:
        journal = Journal(place)
        first = journal.append(observations.ClockAdvanced(at_ms=1), ())
        journal.close()
        again = Journal(place)
        second = again.append(observations.ClockAdvanced(at_ms=2), ())
        assert (second.number, second.before) == (2, first.digest)
        again.close()

    def test_two_writers_are_refused(self, place: str) -> None:
        one, other = Journal(place), Journal(place)
        one.append(observations.ClockAdvanced(at_ms=1), ())
        with pytest.raises(JournalError, match="entry 1 was written by another process"):
            other.append(observations.ClockAdvanced(at_ms=1), ())
        one.close()
        other.close()

    def test_signals_wait_in_the_inbox_until_their_entry(self, place: str) -> None:
        journal = Journal(place)
        assert journal.last_signal() is None
        assert [journal.receive(7, number, f'{{"n":{number}}}') for number in (1, 2, 3)] == [True] * 3
        assert [kept.key for kept in journal.inbox()] == [(7, 1), (7, 2), (7, 3)]
        journal.append(observations.ClockAdvanced(at_ms=1), (), settles=[(7, 2)])
        journal.settle([(7, 1)])
        assert [(kept.key, kept.payload) for kept in journal.inbox()] == [((7, 3), '{"n":3}')]
        journal.close()

    def test_a_signal_counts_once_even_after_it_was_settled(self, place: str) -> None:
        journal = Journal(place)
        assert journal.receive(7, 1, "{}")
        journal.append(observations.ClockAdvanced(at_ms=1), (), settles=[(7, 1)])
        assert not journal.receive(7, 1, "{}")
        assert journal.inbox() == []
        assert journal.receive(8, 1, "{}")  # another boot
        assert journal.last_signal() == (8, 1)
        assert not journal.receive(7, 1, "{}")
        journal.close()

    def test_signals_of_which_nothing_is_kept_count_too(self, place: str) -> None:
        journal = Journal(place)
        journal.receive(7, 1, "{}")
        journal.pass_over(7, 2)
        journal.pass_over(7, 2)
        assert journal.last_signal() == (7, 2)
        assert not journal.receive(7, 2, "{}")
        assert [kept.key for kept in journal.inbox()] == [(7, 1)]
        assert journal.receive(7, 3, "{}")
        journal.close()

    def test_a_refused_entry_settles_nothing(self, place: str) -> None:
        one, other = Journal(place), Journal(place)
        one.receive(7, 1, "{}")
        one.append(observations.ClockAdvanced(at_ms=1), ())
        with pytest.raises(JournalError):
            other.append(observations.ClockAdvanced(at_ms=1), (), settles=[(7, 1)])
        assert [kept.key for kept in one.inbox()] == [(7, 1)]
        one.close()
        other.close()

    def test_the_cursor_only_goes_forward(self, place: str) -> None:
        journal = Journal(place)
        assert journal.acknowledged("broker") == 0
        journal.acknowledge("broker", 5)
        journal.acknowledge("broker", 3)
        assert journal.acknowledged("broker") == 5
        assert journal.acknowledged("hall") == 0
        journal.close()

    def test_entries_lost_at_the_end_are_noticed(self, place: str) -> None:
        journal = Journal(place)
        journal.append(observations.ClockAdvanced(at_ms=1), ())
        journal.acknowledge("broker", 4)
        with pytest.raises(JournalCorruptError, match="journal entry 2: missing"):
            verify(journal)
        journal.close()

    def test_it_survives_loss_of_power(self, place: str) -> None:
        journal = Journal(place)
        journal.pass_over(1, 1)
        with journal._recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2  # FULL
        journal.close()

    def test_a_simulated_game_does_not_wait_for_the_disk(self, place: str) -> None:
        journal = Journal(place, synced=False)
        journal.pass_over(1, 1)
        with journal._recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 0  # OFF
        play(journal, a_game())
        other = open_reader(place)
        assert verify(other).number == len(a_game())
        other.close()
        journal.close()


# Corruption


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    journal = Journal(path)
    play(journal, a_game())
    journal.close()
    return path


@pytest.mark.parametrize(
    ("statement", "number", "reason"),
    [
        ("UPDATE stored_events SET state = replace(state, '7s', '8s') WHERE originator_version = 17", 18, "hash"),
        ("DELETE FROM stored_events WHERE originator_version = 6", 6, "missing; the next one there is 7"),
        ("UPDATE stored_events SET state = substr(state, 1, 50) WHERE originator_version = 3", 3, "cannot be read"),
        ("UPDATE stored_events SET state = replace(state, '\"schema\":2', '\"schema\":9') WHERE originator_version = 4",
         4, "schema 9 is not known"),
        ("UPDATE stored_events SET state = replace(state, '\"number\":5', '\"number\":6') WHERE originator_version = 5",
         5, "says it is entry 6"),
        ("UPDATE stored_events SET state = replace(state, 'TileDrawn', 'TileThrown') WHERE originator_version = 8",
         8, "cannot be read"),
    ],
)  # fmt: skip
def test_a_changed_entry_is_named(written: Path, statement: str, number: int, reason: str) -> None:
    change(
        written,
        re.sub(
            r"replace\(state, ('[^']*', '[^']*')\)",
            r"CAST(replace(CAST(state AS TEXT), \1) AS BLOB)",
            statement,
        ),
    )
    journal = Journal(written)
    with pytest.raises(JournalCorruptError, match=reason) as caught:
        verify(journal)
    assert caught.value.number == number
    journal.close()


@pytest.mark.parametrize("batch", [2, 500])
def test_damage_is_reported_alike_however_many_entries_are_read_at_once(
    written: Path, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Entries are read together, and only if something is wrong with one of them, each by itself."""
    damages = (
        "UPDATE stored_events SET state = substr(state, 1, length(state) - 1)",
        """UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '"at_ms":', '"at_ms":1') AS BLOB)""",
        "UPDATE stored_events SET state = 5",
        "UPDATE stored_events SET originator_version = 99",
        "DELETE FROM stored_events",
    )
    for number, damage in product(range(1, len(a_game()) + 1), damages):
        copy = written.with_name("copy.sqlite")
        copy.write_bytes(written.read_bytes())
        change(copy, f"{damage} WHERE originator_version = {number}")
        found = []
        for most in (1, batch):
            monkeypatch.setattr(reader, "_BATCH", most)
            with closing(open_reader(copy)) as journal:
                try:
                    found.append(repr(verify(journal)))
                except JournalCorruptError as error:
                    found.append(str(error))
        assert found[0] == found[1]


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("number", 5.5, "number: must be int, not 5.5"),
        ("number", 5.0, "number: must be int, not 5.0"),
        ("at_ms", "7", "at_ms: must be int, not '7'"),
        ("wall", None, "wall: must be str, not None"),
        ("before", 7, "before: must be str, not 7"),
        ("events", {}, "events: must be list, not {}"),
        ("events", [[]], r"not a mapping: \[\]"),
        ("observation", "seen", "not a mapping: 'seen'"),
    ],
)
def test_a_field_of_another_type_is_named(written: Path, field: str, value: object, reason: str) -> None:
    with sqlite3.connect(written) as database:
        (text,) = database.execute("SELECT state FROM stored_events WHERE originator_version = 5").fetchone()
        changed = json.dumps({**json.loads(text), field: value}).encode()
        database.execute("UPDATE stored_events SET state = ? WHERE originator_version = 5", (changed,))
    database.close()
    journal = Journal(written)
    with pytest.raises(JournalCorruptError, match=f"5: cannot be read: {reason}"):
        verify(journal)
    journal.close()


@pytest.mark.parametrize(
    "value",
    ["5", "replace(CAST(state AS TEXT), '7s', '8s')", "'\u96c0'", "x'ff'", "1.5", f"x'{'5b' * 100_000}'"],
)
@pytest.mark.parametrize("number", ["17", "(SELECT max(originator_version) FROM stored_events)"])
def test_a_row_that_holds_no_bytes_is_reported_as_changed(written: Path, value: str, number: str) -> None:
    change(written, f"UPDATE stored_events SET state = {value} WHERE originator_version = {number}")
    journal = Journal(written)
    head = journal.head
    if "replace" in value and "max" in number:
        verify(journal)  # plain text, with nothing in it to change
    else:
        with pytest.raises(JournalCorruptError):
            verify(journal)
    assert journal.head == head
    journal.close()


def test_an_unreadable_snapshot_costs_only_time(written: Path) -> None:
    journal = Journal(written)
    expected = journal.load()
    journal.close()
    change(written, "UPDATE stored_snapshots SET state = 'nonsense'")
    again = Journal(written)
    assert again.load() == expected
    again.close()


def test_a_file_that_is_no_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_text("this is no database, only a text that is long enough to be looked at\n" * 20)
    with pytest.raises(JournalError, match="cannot open the journal"):
        Journal(path)


def test_a_file_that_is_no_journal_is_not_kept_open(tmp_path: Path) -> None:
    """Not even the error keeps it open while somebody inspects it."""
    path = tmp_path / "journal.sqlite"
    path.write_text("this is no database, only a text that is long enough to be looked at\n" * 20)
    with pytest.raises(JournalError) as refused:
        open_reader(str(path))
    opened = {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}
    assert str(path) not in opened, refused


def test_a_state_becomes_json_and_back() -> None:
    state = None
    for observation in a_game():
        _, state = advance(state, observation)
        assert state is not None
        assert decode_state(encode_state(state)) == state
    with pytest.raises(ValueError, match="not a GameState"):
        decode_state({"phase": "playing"})


# Killed

CHILD = """
    import os, signal, sys
    from referee.game import observations
    from referee.journal.journal import Journal

    journal = Journal(sys.argv[1])
    die_at, step = int(sys.argv[2]), 0

    def point():
        global step
        step += 1
        if step == die_at:
            os.kill(os.getpid(), signal.SIGKILL)

    # As the daemon does: whatever waits in the inbox first, then the unit's signals from the first one that the
    # unit still keeps, each stored, acknowledged, journalled.
    def use(key, number):
        journal.append(observations.ClockAdvanced(at_ms=number, source=f"signal:{number}"), (), settles=[key])

    for kept in journal.inbox():
        point()
        use(kept.key, kept.number)
    acknowledged = journal.last_signal()
    first = 1 if acknowledged is None else max(1, acknowledged[1] - 1)
    for number in range(first, 9):
        point()
        fresh = journal.receive(99, number, "{}")
        point()
        if fresh:
            use((99, number), number)
        point()
    journal.close()
"""


@pytest.mark.parametrize("signals", [8])
def test_killed_at_any_step_nothing_is_lost_and_nothing_doubled(tmp_path: Path, signals: int) -> None:
    """A child is killed at its first step, started again and killed at its second, and so on, on one journal."""
    path = tmp_path / "journal.sqlite"
    root = Path(__file__).resolve().parents[2]
    deaths = 0
    for die_at in range(1, 60):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(CHILD), str(path), str(die_at)], cwd=root, check=False
        )
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        deaths += 1
    journal = Journal(path)
    sources = [entry.observation.source for entry in journal.entries()]
    assert sources == [f"signal:{number}" for number in range(1, signals + 1)]
    assert journal.inbox() == []
    assert deaths >= 5
    journal.close()


def test_snapshots_are_taken_at_each_hand(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    taken: list[int] = []
    insert: Callable[..., None] = journal._recorder.insert_snapshot

    def spy(snapshot: StoredEvent) -> None:
        taken.append(snapshot.originator_version)
        insert(snapshot)

    journal._recorder.insert_snapshot = spy  # type: ignore[method-assign]
    state = play(journal, a_game())
    journal.append(
        observations.ClockAdvanced(at_ms=99_000),
        [HandStarted(1, 0, 0, 1, (1, 1), (HAND, HAND, HAND, HAND))],
        state=state,
    )
    assert taken == [1, 2, 20]
    journal.close()
