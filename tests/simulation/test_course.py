"""Simulated players under a judge: they wait, leave a hand, and play on from where the referee is."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from config import read_ruleset
from hall.judge.tables.hall import Table
from referee.records.observe import standing_of
from simulation.people.course import Course, built_in_players
from simulation.people.ears import Ears
from tests.simulation.conftest import Acting
from tests.table_time import real_time

Calls = Any
"""The fixture ``calls``: a record being played (``conftest.Acting``)."""


def state(
    phase: str, standing: tuple[int, ...] = (0, 0, 0, 25000, 25000, 25000, 25000), *, stopped: bool = False
) -> Table:
    number, honba, bets, *scores = standing
    seats = [{"seat": seat, "score": score} for seat, score in enumerate(scores)]
    return Table(
        "sim",
        state={
            "phase": phase, "hand": f"{'ESWN'[number // 4]}{number % 4 + 1}", "honba": honba, "bets": bets, "seats": seats,
            "stopped": {"reason": "judge", "seat": None} if stopped else None, "at_ms": 10**9,
        },
    )  # fmt: skip


@pytest.mark.parametrize("after_s", [12.0, 30.0, 45.0, 60.0])
def test_players_wait_while_play_is_stopped_and_go_on_where_they_were(calls: Calls, after_s: float) -> None:
    """Even while the walls come up, and during the deal."""
    table, stop_s = calls.table, 1000.0
    counts: list[tuple[int, int]] = []

    async def main() -> None:
        playing = asyncio.create_task(table.play([0]))
        await asyncio.sleep(after_s)
        table.ears.hear(state("playing", stopped=True))
        await asyncio.sleep(10)  # an act, once begun, is finished
        for _ in range(2):
            counts.append((len(table.moments), len(calls.machine.felt)))
            assert not [piece for piece in calls.world.tiles if str(piece.zone).startswith("held")]
            await asyncio.sleep(stop_s / 2)
        table.ears.hear(state("playing"))
        await playing

    calls.run(main)
    undisturbed = Acting(calls.record)
    undisturbed.run(lambda: undisturbed.table.play([0]))
    assert counts[0] == counts[1]
    assert counts[0] < (len(table.moments), len(calls.machine.felt))
    assert table.left_because == ""

    def did(played: Any) -> list[Any]:
        return [replace(moment, at_ms=0) for moment in played.table.moments]

    assert did(calls) == did(undisturbed)


def test_a_hand_that_a_judge_ends_is_left_and_its_tiles_are_swept(calls: Calls) -> None:
    """Void: it is dealt again. The table opens its well by itself, and nobody presses the button that would close
    it."""
    table = calls.table

    async def main() -> None:
        playing = asyncio.create_task(table.play([0]))
        await asyncio.sleep(60)
        table.ears.hear(state("playing"))
        assert len(calls.world.on_table()) == 136
        pressed = len([1 for _, what, _, button in calls.machine.felt if (what, button) == ("press", "set")])
        table.ears.hear(state("waiting"))
        await asyncio.sleep(5)
        calls.machine.press(0, "set", True)  # what the table does by itself
        await asyncio.sleep(25)
        sets = [1 for _, what, _, button in calls.machine.felt if (what, button) == ("press", "set")]
        assert len(sets) == pressed + 1
        await playing

    calls.run(main)
    assert [(hand.name, hand.number, hand.whole) for hand in table.course.played] == [
        ("E1.0", 0, False),
        ("E1.0", 0, True),
    ]
    assert table.left_because == ""
    assert calls.world.on_table() == []


def test_they_get_up_when_a_judge_closes_the_hanchan(calls: Calls) -> None:
    async def main() -> None:
        playing = asyncio.create_task(calls.table.play())
        await asyncio.sleep(60)
        calls.table.ears.hear(state("playing"))
        calls.table.ears.hear(state("ended"))
        await asyncio.wait_for(playing, 10)

    calls.run(main)
    assert calls.table.left_because == "a judge closed the hanchan in E1.0"
    assert len(calls.table.course.played) == 1


async def hands_of(course: Course, ears: Ears, *after: Table | None) -> list[tuple[str, int | None]]:
    """The hands as played, and the referee's position after each; None if no judge intervened."""
    for heard in (None, *after):
        if heard is not None:
            ears.ruled = True
            ears.hear(heard)
        if course.goes_on:
            await course.next_hand()
    return [(hand.name, hand.number) for hand in course.played]


@pytest.fixture
def record(calls: Calls) -> Any:
    """Three hands: E1.0, E1.1, E2.0."""
    first = calls.record.hands[0]
    scores = (26000, 24000, 25000, 25000)
    others = (
        structs.replace(first, honba=1, scores=scores),
        structs.replace(first, round=1, scores=(28000, 22000, 25000, 25000)),
    )
    return structs.replace(calls.record, hands=(first, *others))


def course_of(record: Any, limit: int | None = None) -> tuple[Course, Ears]:
    ears = Ears()
    deal = built_in_players(read_ruleset("tenhou"), 3, red_fives=True)
    return Course(record, range(3), ears=ears, deal=deal, limit=limit), ears


@real_time
async def test_without_a_word_of_a_judge_the_record_is_played_whatever_the_referee_says(record: Any) -> None:
    course, ears = course_of(record)
    await course.next_hand()
    ears.hear(state("waiting", (3, 3, 0, 1, 2, 3, 99994)))
    assert await hands_of(course, ears, None) == [("E1.0", 0), ("E1.1", 1), ("E2.0", 2)]
    assert not course.goes_on


@real_time
async def test_where_the_record_fits_what_a_judge_ruled_it_goes_on(record: Any) -> None:
    course, ears = course_of(record)
    fits = state("waiting", standing_of(record.hands[2]))
    assert await hands_of(course, ears, fits) == [("E1.0", 0), ("E2.0", 2)]
    assert not course.goes_on


@real_time
async def test_elsewhere_the_built_in_players_deal_until_the_hanchan_is_over(record: Any) -> None:
    course, ears = course_of(record)
    elsewhere = (2, 1, 1, 30000, 20000, 24000, 25000)
    played = await hands_of(course, ears, state("waiting", elsewhere))
    assert played == [("E1.0", 0), ("E3.1", None)]
    assert standing_of(course.played[1].hand) == elsewhere
    ears.ruled = False
    ears.hear(state("waiting", (3, 0, 0, 30000, 20000, 25000, 25000)))
    assert course.goes_on
    await course.next_hand()
    assert course.played[2].name == "E4.0", "nobody has the record of these"
    back = state("waiting", standing_of(record.hands[1]))
    assert (await hands_of(course, ears, back))[-1] == ("E1.1", 1)


def begins(ears: Ears, number: int, rules: str = "tenhou") -> None:
    """Throw the hanchan away and begin another, as a judge."""
    started = {"type": "HanchanStarted", "ruleset": read_ruleset(rules), "chairs": [1, 2, 3, 0]}
    ears.hear_entry({"number": number, "observation": {"source": "judge:anna"}, "events": [started]})
    points = 25000 if rules == "tenhou" else 30000
    ears.hear(state("waiting", (0, 0, 0, points, points, points, points)))


@real_time
async def test_the_record_is_played_anew_where_a_judge_begins_another_hanchan(record: Any) -> None:
    course, ears = course_of(record)
    await hands_of(course, ears, None)
    begins(ears, 40)
    course.ended_by_judge()
    for _ in range(3):
        assert course.goes_on
        await course.next_hand()
        ears.ruled = False
    assert [(hand.name, hand.number, hand.hanchan, hand.whole) for hand in course.played] == [
        ("E1.0", 0, 0, True),
        ("E1.1", 1, 0, False),
        ("E1.0", 0, 40, True),
        ("E1.1", 1, 40, True),
        ("E2.0", 2, 40, True),
    ]
    assert not course.goes_on
    begins(ears, 90)
    assert course.goes_on, "after its last hand as well"


@real_time
async def test_by_other_rules_the_built_in_players_make_the_hands(record: Any) -> None:
    ears = Ears()
    tenhou = read_ruleset("tenhou")
    deal = built_in_players(tenhou, 3, red_fives=True, ears=ears)
    course = Course(record, range(3), ears=ears, deal=deal, rules=tenhou)
    await course.next_hand()
    begins(ears, 40, "wrc-2015")
    course.ended_by_judge()
    hand = await course.next_hand()
    assert hand is not None
    assert hand.scores == (30000,) * 4
    assert (course.played[1].number, course.played[1].hanchan) == (None, 40)


def test_a_beginning_that_is_undone_is_heard() -> None:
    ears = Ears()
    begins(ears, 40)
    assert ears.anew is not None
    assert ears.anew.chairs == (1, 2, 3, 0)
    for hanchan, anew in ((1, None), (40, ears.anew)):
        undone = {"type": "Refolded", "hanchan": hanchan}
        ears.hear_entry({"number": 50, "observation": {"source": "judge:anna"}, "events": [undone]})
        assert ears.anew == anew


@real_time
async def test_a_limit_counts_hands_played_to_their_end(record: Any) -> None:
    course, ears = course_of(record, limit=1)
    await course.next_hand()
    ears.ruled = True
    course.ended_by_judge()
    assert course.goes_on
    ears.hear(state("waiting", (0, 1, 0, 28000, 24000, 24000, 24000)))
    await course.next_hand()
    assert not course.goes_on
