"""The beginning of a hanchan is undone by its number like every other order, and the previous hanchan goes on
unchanged."""

import asyncio
from typing import Any

import pytest

from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.game.observations import CallHeard, HandMoved
from referee.journal.corrections.slots import hanchans
from referee.journal.verification import verify
from referee.records.journaled import records_of
from table_controller.commands.catalogue.records import Results
from table_controller.commands.desk import CommandDesk
from table_controller.commands.hanchans import Hanchans
from table_controller.journal.corrections import Corrections
from tests.table_controller.command_stage import FakeDaemon, ask

NAMES = ["Ada", "Bea", "Cid", "Dan"]
OTHERS = ["Eve", "Fay", "Gil", "Hal"]


def text(daemon: FakeDaemon) -> str:
    return canonical(encode_state(daemon.game))


def results_of(daemon: FakeDaemon) -> list[Any]:
    return list(ask(daemon, "results")["hanchans"])


def begin(daemon: FakeDaemon, names: list[str] = OTHERS, **arguments: Any) -> int:
    answer = ask(
        daemon, "begin_hanchan", names=names, **{"ruleset": "saikouisen-2025", "force": True, **arguments}
    )
    assert answer["ok"], answer
    return int(answer["number"])


def undo(daemon: FakeDaemon, number: int) -> int:
    answer = ask(daemon, "undo", entry=number, by="ben")
    assert answer["ok"], answer
    assert daemon.journal.load().state == daemon.state
    verify(daemon.journal)
    return int(answer["number"])


def refused(daemon: FakeDaemon, number: int) -> str:
    before = text(daemon), daemon.journal.number
    answer = ask(daemon, "undo", entry=number)
    assert not answer["ok"]
    assert (text(daemon), daemon.journal.number) == before
    return str(answer["error"])


@pytest.fixture(params=["in a hand", "between hands", "over", "void"])
def played(request: pytest.FixtureRequest) -> FakeDaemon:
    """A hanchan under WRC with a penalty, broken off at some point."""
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=NAMES)["ok"]
    daemon.deal()
    ask(daemon, "chombo", seat=1, by="anna")
    daemon.deal()
    ask(daemon, "warn", seat=0)
    if request.param == "in a hand":
        daemon.turn("5p")
    elif request.param == "between hands":
        wins = [{"seat": 2, "from": 1, "han": 3, "fu": 40}]
        assert ask(daemon, "enter_hand", result="ron", wins=wins)["ok"]
    else:
        keeps = {"keeps": "penalties"} if request.param == "void" else {}
        assert ask(daemon, "close_hanchan", **keeps)["ok"]
    return daemon


@pytest.mark.sampled(1)
def test_before_the_first_hand_everything_is_as_it_was(played: FakeDaemon) -> None:
    before, standings = text(played), results_of(played)
    begun = begin(played)
    ask(played, "warn", seat=1, by="anna")
    ask(played, "adjust_points", changes=[100, -100, 0, 0])
    ask(played, "foul", rule="late", seat=2, minutes=4)
    other, then = text(played), results_of(played)
    assert len(then) == len(standings) + 1
    undone = undo(played, begun)
    assert (text(played), results_of(played)) == (before, standings)
    assert f"taken out by entry {undone}: undo {undone}" in refused(played, begun)
    assert f"taken out by entry {undone}: undo {undone}" in refused(played, begun + 1), "what was said in it"
    again = undo(played, undone)
    assert (text(played), results_of(played)) == (other, then)
    assert f"taken out by entry {again}" in refused(played, undone)
    undo(played, again)
    assert (text(played), results_of(played)) == (before, standings)
    undo(played, again + 1)
    undo(played, begun + 1)  # the warning, in the hanchan that is back
    undo(played, begun)
    assert (text(played), results_of(played)) == (before, standings)


def test_what_it_would_come_to_is_rehearsed(played: FakeDaemon) -> None:
    before = played.state
    assert before is not None
    begun = begin(played)
    ask(played, "foul", rule="phone", seat=2)
    then = text(played)
    would = ask(played, "undo", entry=begun, dry_run=True)["would"]
    assert (text(played), played.journal.number) == (then, begun + 1)
    assert would["scores"] == list(before.scores)
    assert would["points"] == [], "these are other players"
    assert would["phase"] == before.phase
    assert [each["rule"] for each in would["withdrawn"]] == ["phone"]
    assert would["made"] == [], "what was found before the hanchan is nothing new"
    answer = ask(played, "undo", entry=begun)
    assert (answer["withdrawn"], answer["made"]) == (["phone"], [])


def test_the_hanchan_that_goes_on_is_played_and_judged_on(played: FakeDaemon) -> None:
    begun = begin(played)
    undo(played, begun)
    assert played.state is not None
    if played.state.phase == "ended":
        begin(played, NAMES)
    elif played.state.phase == "waiting":
        played.deal()
    assert ask(played, "warn", seat=0, by="anna")["ok"]
    number = played.journal.number
    rulings = played.state.rulings
    undo(played, number)
    undo(played, number + 1)
    assert played.state.rulings == rulings
    ask(played, "void_hand")
    ask(played, "close_hanchan")
    assert {tuple(each["players"]) for each in results_of(played)} == {tuple(NAMES)}


def test_after_the_first_hand_it_says_what_to_do_instead(played: FakeDaemon) -> None:
    begun = begin(played)
    played.deal()
    error = refused(played, begun)
    assert f"a hand was dealt in the hanchan that entry {begun} begins (entry {begun + 1})" in error
    assert "begin another with force" in error
    undo(played, begun + 1)
    assert "a hand was dealt" in refused(played, begun), "though it was taken out again"


def test_a_result_that_was_entered_is_a_hand(played: FakeDaemon) -> None:
    begun = begin(played)
    assert ask(played, "enter_hand", result="exhaustive", tenpai=[1], unseen=True)["ok"]
    assert "a hand was dealt" in refused(played, begun)


def test_what_was_decided_since_is_undone_first(played: FakeDaemon) -> None:
    begun = begin(played)
    undone = undo(played, begun)
    assert ask(played, "warn", seat=1)["ok"]
    between = text(played)
    error = refused(played, undone)
    assert f"has gone on since entry {undone} (entry {undone + 1}): undo that first" in error
    assert text(played) == between
    taken = undo(played, undone + 1)
    undo(played, undone)
    assert played.state is not None
    assert played.state.names == tuple(OTHERS)
    assert "belongs to another hanchan" in refused(played, taken)
    assert ask(played, "warn", seat=3)["ok"]
    number = played.journal.number
    undo(played, number)
    assert played.state.rulings == (), "nothing of the hanchan before is decided in this one"


def test_a_correction_of_the_hanchan_before_is_undone_first(played: FakeDaemon) -> None:
    begun = begin(played)
    undone = undo(played, begun)
    undo(played, 5)  # the warning
    assert "undo that first" in refused(played, undone)


@pytest.mark.sampled(1)
def test_beginnings_are_undone_one_after_the_other(played: FakeDaemon) -> None:
    states, numbers = [text(played)], []
    for name in ("Ida", "Jon", "Kim"):
        numbers.append(begin(played, [name, *OTHERS[1:]]))
        states.append(text(played))
    tables = [results_of(played)]
    for number, state in zip(reversed(numbers), reversed(states[:-1]), strict=True):
        undo(played, number)
        assert text(played) == state
        tables.append(results_of(played))
    for last, state in zip(
        range(played.journal.number, played.journal.number - 3, -1), states[1:], strict=True
    ):
        undo(played, last)
        assert text(played) == state
    assert results_of(played) == tables[0]


def test_the_first_of_a_table_stays() -> None:
    daemon = FakeDaemon()
    begun = begin(daemon)
    assert "begins the first hanchan of this table, so it cannot be undone: begin another" in refused(
        daemon, begun
    )
    assert ask(daemon, "undo")["error"] == "there is nothing to undo in this hanchan"


def test_who_begins_it_is_journalled(played: FakeDaemon) -> None:
    answer = ask(played, "begin_hanchan", names=OTHERS, force=True, by="anna")
    (begun,) = played.journal.entries(answer["number"])
    assert begun.observation.source == "judge:anna"


def test_a_bare_undo_names_the_beginning(played: FakeDaemon) -> None:
    begun = begin(played)
    assert f"the newest is entry {begun}:" in ask(played, "undo")["error"]


def test_what_the_sensors_said_meanwhile_is_of_neither(played: FakeDaemon) -> None:
    before = text(played)
    begun = begin(played)
    played.judge(HandMoved(seat=1, across=True))
    played.judge(CallHeard(seat=1, call="pon"))
    undo(played, begun)
    assert text(played) == before


def test_the_record_of_the_journal_has_the_hanchans_that_count(played: FakeDaemon) -> None:
    def players() -> list[tuple[str, ...]]:
        entries = ((entry.observation, entry.events) for entry in played.journal.entries())
        return [tuple(record.names) for record in records_of(entries)]

    begun = begin(played)
    assert players() == [tuple(NAMES), tuple(OTHERS)]
    undone = undo(played, begun)
    assert players() == [tuple(NAMES)]
    undo(played, undone)
    played.deal()
    assert players() == [tuple(NAMES), tuple(OTHERS)]
    parts = hanchans(played.journal.entries(), lambda entry: (entry.number, entry.events))
    assert [part[0].number for part in parts] == [1, begun]
    assert next(entry.number for entry in played.journal.hanchan()) == begun


def test_reported_results_are_reported_anew() -> None:
    """The desk keeps the results of finished hanchans; one that goes on again is no longer finished."""
    daemon = FakeDaemon()
    desk = CommandDesk(daemon.table, Hanchans(daemon.journal))

    def finished() -> list[bool]:
        return [each["finished"] for each in asyncio.run(Results().do(desk))["hanchans"]]

    assert ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=NAMES)["ok"]
    daemon.deal()
    ask(daemon, "close_hanchan")
    begun = begin(daemon)
    assert finished() == [True, False]
    closed = undo(daemon, begun) - 2
    assert finished() == [True]
    undo(daemon, closed)
    assert finished() == [False]


def test_the_first_hanchan_of_a_table_counts_though_none_did_before() -> None:
    daemon = FakeDaemon()
    corrections = Corrections(daemon.journal)
    assert corrections.results() == (), "asked before, as a rehearsal does"
    begun = begin(daemon)
    (entry,) = daemon.journal.entries(begun)
    corrections.journalled(entry)
    assert len(corrections.results()) == 1
