"""Displays follow the state, and only what changes is sent."""

import asyncio
from dataclasses import dataclass, field, fields
from typing import get_type_hints

from msgspec.structs import replace

from bench.stages.jump_loop import in_table_time
from config.log_line import unsaid
from firmware_bridge.messages.errors import LinkLostError, RefusedError
from firmware_bridge.messages.messages import Result, ShowPoints
from referee.game import observations
from referee.game.position import GameState
from referee.judging.decide import advance
from table_controller.machine.reactions import MOST_POINTS, Reactions, shown_for
from tests.table_controller.seen_table import RULES


@dataclass
class FakeDisplays:
    shown: list[tuple[str, int | None]] = field(default_factory=list)
    failures: list[Exception] = field(default_factory=list)
    reconnected: int = 0

    async def _show(self, name: str, value: int | None) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.shown.append((name, value))

    async def show_honba(self, honba: int) -> None:
        await self._show("honba", honba)

    async def show_round(self, number: int) -> None:
        await self._show("round", number)

    async def show_points(self, chair: int, points: int) -> None:
        await self._show(f"points{chair}", points)

    async def show_dealer(self, chair: int | None) -> None:
        await self._show("dealer", chair)

    async def connected(self) -> object:
        self.reconnected += 1
        return None


def a_state() -> GameState:
    _, state = advance(None, observations.HanchanBegun(ruleset=RULES.to_mapping(), chairs=(2, 3, 0, 1)))
    assert state is not None
    return state


def shown_after(unit: FakeDisplays, *states: GameState | None) -> None:
    async def work() -> None:
        reactions = Reactions(unit, unsaid)
        task = asyncio.get_running_loop().create_task(reactions.run())
        for state in states:
            reactions.state(state)
            await asyncio.sleep(1)
        task.cancel()

    in_table_time(work)


def test_seats_are_shown_at_their_chairs() -> None:
    state = replace(a_state(), round=5, honba=3)
    assert dict(shown_for(state)) == {
        "honba": 3, "round": 6, "dealer": 3, "points0": 25000, "points1": 25000, "points2": 25000, "points3": 25000,
    }  # fmt: skip


def test_only_what_the_table_has_is_shown() -> None:
    unit = FakeDisplays()

    async def work() -> None:
        reactions = Reactions(unit, unsaid, {"points"})
        task = asyncio.get_running_loop().create_task(reactions.run())
        reactions.state(a_state())
        await asyncio.sleep(1)
        task.cancel()

    in_table_time(work)
    assert {display for display, _ in unit.shown} == {"points0", "points1", "points2", "points3"}


def test_only_changes_are_sent() -> None:
    unit = FakeDisplays()
    state = a_state()
    shown_after(unit, state, state, replace(state, honba=1))
    assert unit.shown[-1] == ("honba", 1)
    assert len(unit.shown) == 8


def test_what_could_not_be_shown_is_shown_when_the_unit_is_back() -> None:
    unit = FakeDisplays(failures=[LinkLostError("gone")])
    shown_after(unit, a_state())
    assert unit.reconnected == 1
    assert dict(unit.shown)["points2"] == 25000


def test_a_refused_display_does_not_hold_up_the_others() -> None:
    unit = FakeDisplays(failures=[RefusedError("ShowHonba", Result.BAD_VALUE)])
    shown_after(unit, a_state())
    assert len(unit.shown) == 6


def test_before_and_after_a_hanchan_the_table_is_dark() -> None:
    unit = FakeDisplays()
    shown_after(unit, None)
    assert unit.shown == [("round", 0), ("dealer", None)]


def test_no_score_is_more_than_a_display_can_show() -> None:
    """The message would refuse it and end the display task; an older journal may hold such a score."""
    (points,) = (each for each in fields(ShowPoints) if each.name == "points")
    wire = get_type_hints(ShowPoints, include_extras=True)[points.name].__metadata__[0]
    assert (wire.low, wire.high) == (-MOST_POINTS, MOST_POINTS)
    state = a_state()
    scores = (10**9, -(10**9), 100, 0)
    east, south, west, north = (
        replace(seat, score=score) for seat, score in zip(state.seats, scores, strict=True)
    )
    shown = dict(shown_for(replace(state, seats=(east, south, west, north))))
    assert [shown[f"points{chair}"] for chair in (2, 3, 0, 1)] == [MOST_POINTS, -MOST_POINTS, 100, 0]
