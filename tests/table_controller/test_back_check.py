"""Walls with backs of another colour belong to the other set of tiles."""

import pytest
from msgspec.structs import replace

from table_controller.health.back_check import BackCheck
from tests.table_controller.open_alerts import OpenAlerts
from tests.table_controller.seen_table import SeenTable
from vision.prints.faces import BACK_COLOURS
from vision.sightings import WallSeen
from vision.zones import ZoneId

AMBER, BLUE = BACK_COLOURS["amber"], BACK_COLOURS["blue"]


def check(*colours: tuple[int, int, int] | None, stacks: int = 17) -> tuple[BackCheck, OpenAlerts]:
    alerts = OpenAlerts()
    made = BackCheck(alerts.alert)
    for chair, colour in enumerate(colours):
        made.note_wall(WallSeen(ZoneId("wall", chair), ((2, 2),) * stacks, colour, 1, 100))
    return made, alerts


def asked(made: BackCheck, until_ms: int = 10_000) -> None:
    table = SeenTable.in_play()
    for now_ms in range(0, until_ms, 500):
        made.raise_alerts(table.state, now_ms)


def lit(colour: tuple[int, int, int], share: float, warmth: float = 0.0) -> tuple[int, int, int]:
    """In a stronger or weaker, warmer or colder light."""
    b, g, r = colour
    return round(b * share * (1 - warmth)), round(g * share), round(r * share * (1 + warmth))


def test_a_wall_of_the_other_set_is_reported() -> None:
    made, alerts = check(AMBER, AMBER, BLUE, AMBER)
    asked(made, 4000)
    assert alerts.open == {}
    asked(made)
    assert alerts.open == {
        "backs": "The backs of the wall before West differ in colour from those of the other walls"
    }
    made.note_wall(WallSeen(ZoneId("wall", 2), ((2, 2),) * 17, AMBER, 2, 9000))
    asked(made, 500)
    assert alerts.open == {}


@pytest.mark.parametrize("colour", [AMBER, BLUE])
def test_light_that_falls_from_one_side_is_no_other_set(colour: tuple[int, int, int]) -> None:
    made, alerts = check(lit(colour, 1.0), lit(colour, 0.6), lit(colour, 0.8, 0.1), lit(colour, 1.1, -0.1))
    asked(made)
    assert alerts.open == {}


@pytest.mark.parametrize(
    ("colours", "stacks"),
    [((AMBER, BLUE), 17), ((AMBER, AMBER, BLUE, AMBER), 3), ((None, AMBER, None, BLUE), 17)],
)
def test_what_does_not_tell_is_not_told(
    colours: tuple[tuple[int, int, int] | None, ...], stacks: int
) -> None:
    made, alerts = check(*colours, stacks=stacks)
    asked(made)
    assert alerts.open == {}


def test_a_wall_that_is_not_counted_anew_has_not_the_backs_of_the_hand_before() -> None:
    made, alerts = check(AMBER, AMBER, AMBER, AMBER)
    asked(made)
    table = SeenTable.in_play()
    made.raise_alerts(replace(table.game, phase="waiting"), 11_000)
    for chair in (0, 1, 3):
        made.note_wall(WallSeen(ZoneId("wall", chair), ((2, 2),) * 17, BLUE, 2, 12_000))
    asked(made)
    assert alerts.open == {}
    made.note_wall(WallSeen(ZoneId("wall", 2), ((2, 2),) * 17, AMBER, 3, 13_000))
    asked(made)
    assert list(alerts.open) == ["backs"]


def test_a_resolved_alert_stays_resolved() -> None:
    made, alerts = check(AMBER, AMBER, BLUE, AMBER)
    asked(made)
    alerts.open.clear()
    asked(made, 60_000)
    assert alerts.open == {}
