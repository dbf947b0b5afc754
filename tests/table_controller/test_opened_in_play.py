"""The camera's readings of a hand that lies open in play: WRC 7.2, MJ 3.4.6, SAI 25, 55.1(5)."""

import pytest

from config import read_ruleset
from firmware_bridge.messages.signals import ButtonName
from referee.rules.ruleset import Ruleset
from tests.table_controller.seen_table import SeenTable, row
from vision.zones import ZoneId

HAND = "2m3m4m5m6m7m6p7p3s4s5s2s2s"
"""Waits for 5p and 8p."""


@pytest.fixture(params=["wrc-2015", "riichi-mj", "saikouisen-2025"])
def table(request: pytest.FixtureRequest) -> SeenTable:
    """South's hand lies open on the dealer's discard."""
    table = SeenTable.in_play(rules=Ruleset.from_mapping(read_ruleset(request.param)))
    table.plays(0, "9m", 2500, 4000)
    table.look(6000)
    table.see(ZoneId("hand", 1), row(HAND), 6500)
    table.look(9000)
    return table


def test_it_may_win_with_the_next_tile(table: SeenTable) -> None:
    table.touch(1, 10_000)
    table.look(11_500)
    table.press(1, ButtonName.TSUMO, 12_000)
    table.see(ZoneId("hand", 1), row(HAND + "|8p"), 13_000)
    table.look(17_000)
    assert [win.seat for win in table.game.wins] == [1]
    assert table.fouls == ["tiles_shown"]


def test_its_readings_are_one_foul(table: SeenTable) -> None:
    """Its player plays on with open tiles, which are read again whenever they move."""
    table.plays(1, "1s", 10_000, 12_000)
    table.look(14_000)
    for number in range(3):
        table.see(ZoneId("hand", 1), row(HAND, left_mm=5.0 * (number + 1)), 15_000 + 2000 * number)
        table.look(16_500 + 2000 * number)
    assert table.fouls == ["tiles_shown"]
