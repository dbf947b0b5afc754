"""A table's card: what the page of a whole hall shows of it."""

from typing import Any

import msgspec

from table_controller.daemon.listeners.card import STRAY_MS, Cards
from table_controller.mqtt.messages import Card
from tests.table_controller.command_stage import FakeDaemon, ask, kuikae

WALL_MS = 1_800_000_000_000


def card(daemon: FakeDaemon, cards: Cards | None = None, *, now_ms: int = 0, late_ms: int = 0) -> Any:
    made = (cards or Cards()).card(daemon.state, now_ms=now_ms, wall_ms=WALL_MS + now_ms + late_ms)
    msgspec.convert(made, Card)
    return made


def test_a_table_without_a_hanchan_has_a_card() -> None:
    daemon = FakeDaemon()
    assert card(daemon)["hand"] is None
    assert card(daemon)["clock"] is None


def test_findings_are_open_until_somebody_rules() -> None:
    daemon = kuikae()
    assert card(daemon)["open_findings"] == 1
    ask(daemon, "accept", finding=0, by="anna")
    assert card(daemon)["open_findings"] == 0


def test_points_that_came_from_nowhere_are_reported() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert card(daemon)["points_off"] == 0
    ask(daemon, "adjust_points", changes=[-1000, 0, 0, 0], bets=1)
    assert card(daemon)["points_off"] == 0, "a bet lies in the middle"
    ask(daemon, "adjust_points", changes=[500, 0, 0, 0], balanced=False)
    assert card(daemon)["points_off"] == 500


def test_who_attends_is_told() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    ask(daemon, "stop", by="anna")
    stopped = card(daemon)["stopped"]
    assert (stopped["reason"], stopped["by"]) == ("judge", "anna")
    ask(daemon, "take_call", by="ben")
    assert card(daemon)["attendant"] == "ben"
    assert card(daemon)["waited_ms"] is not None


def test_the_clock_is_told_in_wall_time_and_stands_still_when_paused() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    state = daemon.game
    limit = state.ruleset.flow.time_limit_minutes * 60_000
    assert limit, "WRC 8.2 has a limit"
    ends = card(daemon)["clock"]
    assert ends == {"ends_wall_ms": WALL_MS + state.started_at_ms + limit, "left_ms": None, "called": False}
    ask(daemon, "pause_clock")
    paused = card(daemon)["clock"]
    assert paused["ends_wall_ms"] is None
    stands_ms = daemon.game.desk.clock_paused_at_ms
    assert stands_ms is not None
    assert paused["left_ms"] == state.started_at_ms + limit - stands_ms


def test_moments_stay_while_the_two_clocks_hardly_part() -> None:
    """Otherwise each entry would wake every page of the hall with an unchanged card."""
    daemon, cards = FakeDaemon().begin("wrc-2015"), Cards()
    first = card(daemon, cards)
    assert card(daemon, cards, now_ms=60_000, late_ms=STRAY_MS) == first
    assert card(daemon, cards, now_ms=60_000, late_ms=STRAY_MS + 1) != first
