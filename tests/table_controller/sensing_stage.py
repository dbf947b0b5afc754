"""Helpers that the tests of sensing share."""

import pytest

from firmware_bridge.messages.signals import ButtonName
from referee.rules.ruleset import Ruleset
from tests.table_controller.seen_table import SeenTable, row
from vision.zones import ZoneId


@pytest.fixture
def table() -> SeenTable:
    return SeenTable.in_play()


def unpaid() -> SeenTable:
    """East says riichi and lays no stick (WRC 7.2); South draws, then nothing happens."""
    table = SeenTable.in_play(rules=Ruleset.read("wrc-2015"))
    table.touch(0, 2500)
    table.press(0, ButtonName.RIICHI, 3500)
    table.see(ZoneId("pond", 0), row("_5p"), 5000)
    table.touch(1, 6500)
    return table
