"""The changes that vision should expect from the game."""

from msgspec.structs import replace

from firmware_bridge.messages.signals import ButtonName
from referee.tiles import parse_tile
from table_controller.sensing.expecting import expected
from tests.table_controller.seen_table import SeenTable
from vision.tracking.expectation import NOTHING_EXPECTED
from vision.zones import ZoneId


def after_a_discard() -> SeenTable:
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    table.look(5000)
    return table


def test_nothing_before_the_game() -> None:
    assert expected(None) == NOTHING_EXPECTED
    assert SeenTable().sensing.expectation() == NOTHING_EXPECTED


def test_a_discard_may_be_called_by_the_others() -> None:
    table = after_a_discard()
    seen = table.sensing.expectation()
    assert seen.sideways == {ZoneId("meld", chair): (parse_tile("5p"),) for chair in (1, 2, 3)}
    assert seen.of(ZoneId("meld", 2), sideways=True) == {parse_tile("5p")}
    assert seen.of(ZoneId("meld", 2), sideways=False) == frozenset()
    assert seen.likely(ZoneId("pond", 0)), "it may be taken from there"
    assert seen.likely(ZoneId("pond", 1)), "the next discard"
    assert not seen.likely(ZoneId("pond", 3))
    assert seen.red_fives


def test_a_call_says_whose_corner_it_will_be() -> None:
    table = after_a_discard()
    table.press(2, ButtonName.PON, 5200)
    table.look(5800)
    assert table.sensing.expectation().sideways == {ZoneId("meld", 2): (parse_tile("5p"),)}


def test_the_next_discard_takes_its_place() -> None:
    table = after_a_discard()
    table.plays(1, "9m", 5500, 7000)
    table.look(8000)
    assert table.sensing.expectation().sideways == {
        ZoneId("meld", chair): (parse_tile("9m"),) for chair in (0, 2, 3)
    }


def test_a_seat_is_reported_as_a_chair() -> None:
    table = after_a_discard()
    turned = replace(table.game, chairs=(1, 2, 3, 0))
    assert sorted(expected(turned).sideways) == [ZoneId("meld", 0), ZoneId("meld", 2), ZoneId("meld", 3)]
