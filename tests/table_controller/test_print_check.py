"""Tiles whose prints are hard to read raise one alert, and only they do."""

from typing import Any

import pytest
from msgspec.structs import replace

from table_controller.health.print_check import MANY, UNNAMED_MS, PrintCheck
from tests.table_controller.open_alerts import OpenAlerts
from tests.table_controller.seen_table import SeenTable
from vision.sightings import FoundTrack, LostTrack
from vision.zones import ZoneId

UNTOLD = "a tile cannot be told"


class Table(OpenAlerts):
    """A hanchan, in which each hand takes a minute."""

    now_ms = 0
    hands = 0

    def __init__(self) -> None:
        super().__init__()
        self.check = PrintCheck(self.alert)
        self.playing = replace(SeenTable.in_play().game, phase="playing")

    def play(
        self, *, loses: str = "", reason: str = UNTOLD, for_ms: int = UNNAMED_MS, phase: str = "playing"
    ) -> None:
        """Play a hand, in which zones are lost for some time, again after 20 s."""
        self.hands += 1
        state = replace(self.playing, hands=self.hands, phase=phase)
        zones = [ZoneId("pond", int(chair)) for chair in loses]
        start_ms = self.now_ms
        for again_ms in (0, 20_000):
            for zone in zones:
                self.check.lose(LostTrack(zone, reason, start_ms + again_ms))
            self.now_ms = start_ms + again_ms + for_ms
            self.check.raise_alerts(state, self.now_ms)
            for zone in zones:
                self.check.find(FoundTrack(zone, self.now_ms))
            self.check.raise_alerts(state, self.now_ms + 1000)
        self.now_ms = start_ms + 60_000

    def next_hanchan(self) -> None:
        self.hands = -1
        self.play()


@pytest.mark.parametrize("reason", [UNTOLD, "a tile is 7m or 1m"])
def test_zones_that_are_lost_again_and_again_raise_one_alert(reason: str) -> None:
    table = Table()
    for _ in range(MANY - 1):
        table.play(loses="2", reason=reason)
    assert table.open == {}, "a zone counts once a hand"
    for _ in range(3):
        table.play(loses="02", reason=reason)
    assert table.raised == 1
    assert "hard to read" in table.open["prints"]


@pytest.mark.parametrize(
    "hand",
    [
        {"for_ms": UNNAMED_MS - 1},
        {"reason": "covered"},
        {"reason": "something lies there that is no tile"},
        {"phase": "dealing"},
    ],
)
def test_other_losses_are_none_of_the_prints(hand: dict[str, Any]) -> None:
    table = Table()
    for _ in range(2 * MANY):
        table.play(loses="0123", **hand)
    assert table.raised == 0


def test_a_loss_ends_when_vision_gives_another_reason_or_is_restarted() -> None:
    table = Table()
    for number in range(4 * MANY):
        zone = ZoneId("pond", number % 4)
        table.check.lose(LostTrack(zone, UNTOLD, 10_000 * number))
        if number % 2:
            table.check.lose(LostTrack(zone, "covered", 10_000 * number + 500))
        else:
            table.check.forget()
        table.check.raise_alerts(replace(table.playing, hands=number), 10_000 * number + UNNAMED_MS)
    assert table.raised == 0


def test_it_ends_by_itself_after_a_hanchan_without_such_losses() -> None:
    table = Table()
    for _ in range(MANY):
        table.play(loses="1")
    table.next_hanchan()
    assert "prints" in table.open, "the hanchan before had many"
    for _ in range(MANY):
        table.play(loses="1")
    table.next_hanchan()
    assert "prints" in table.open
    assert table.raised == 1
    table.play()
    table.next_hanchan()
    assert table.open == {}
    for _ in range(MANY):
        table.play(loses="1")
    assert "prints" in table.open
    assert table.raised == 2
