"""The walls as the camera sees them against the referee's count."""

import pytest
from msgspec.structs import replace

from config.log_line import unsaid
from table_controller.health.health import TableHealth
from table_controller.health.wall_check import WallCheck
from tests.table_controller.command_stage import FakeBroker
from tests.table_controller.open_alerts import OpenAlerts
from tests.table_controller.seen_table import SeenTable
from vision.sightings import WallSeen
from vision.zones import ZoneId


def wall(chair: int, *stacks: tuple[int, int]) -> WallSeen:
    return WallSeen(ZoneId("wall", chair), stacks, None, 1, 100)


@pytest.fixture
def alerts() -> OpenAlerts:
    return OpenAlerts()


def checked(
    alerts: OpenAlerts, seen: tuple[tuple[int, int], ...], live: int, until_ms: int = 20_000
) -> WallCheck:
    table = SeenTable.in_play()
    state = replace(table.game, phase="playing", live=live)
    check = WallCheck(alerts.alert)
    for chair in range(3):
        check.note_wall(wall(chair))
    check.note_wall(wall(3, *seen))
    for now_ms in range(0, until_ms, 500):
        check.raise_alerts(state, now_ms)
    return check


TWENTY = ((2, 2),) * 10


@pytest.mark.parametrize("live", [5, 6, 7])
def test_as_many_or_one_that_is_just_being_drawn(alerts: OpenAlerts, live: int) -> None:
    checked(alerts, TWENTY, live)
    assert alerts.open == {}


def test_another_count_is_reported_once_it_has_lasted(alerts: OpenAlerts) -> None:
    checked(alerts, TWENTY, 9, until_ms=9_000)
    assert alerts.open == {}
    check = checked(alerts, TWENTY, 9)
    assert alerts.open == {"track-wall-count": "The walls seem to hold 20 tiles, the referee counts 23"}
    check.note_wall(wall(0, (2, 2), (1, 1)))
    table = SeenTable.in_play()
    check.raise_alerts(replace(table.game, phase="playing", live=9), 30_000)
    assert alerts.open == {}


def test_a_stack_that_may_be_one_or_two(alerts: OpenAlerts) -> None:
    checked(alerts, (*TWENTY, (1, 2), (1, 2), (1, 2)), 9)
    assert alerts.open == {}
    checked(alerts, (*TWENTY, (1, 2)), 12)
    assert alerts.open == {"track-wall-count": "The walls seem to hold 21 to 22 tiles, the referee counts 26"}


def test_a_resolved_alert_stays_resolved_while_tiles_are_drawn() -> None:
    broker = FakeBroker()
    health = TableHealth(broker, now_ms=lambda: 0, say=unsaid)
    check = WallCheck(health.alert)
    table = SeenTable.in_play()
    for chair in range(3):
        check.note_wall(wall(chair))

    def draws(missed: int, from_ms: int) -> None:
        """Somebody draws every five seconds; the camera sees each draw two seconds before it is judged."""
        for number in range(6):
            at_ms = from_ms + 5000 * number
            check.note_wall(wall(3, *((1, 1),) * (30 - number)))
            for now_ms in range(at_ms, at_ms + 5000, 500):
                counted = 30 + missed - number + (now_ms < at_ms + 2000)
                check.raise_alerts(replace(table.game, phase="playing", live=counted - 14), now_ms)

    draws(3, 0)
    assert broker.raised == 1
    health.resolve("track-wall-count")
    draws(3, 30_000)
    assert broker.raised == 1
    draws(-4, 60_000)
    assert broker.raised == 2


def test_nothing_is_said_in_the_deal_or_before_all_walls_were_seen(alerts: OpenAlerts) -> None:
    table = SeenTable.in_play()
    check = WallCheck(alerts.alert)
    check.note_wall(wall(0, (2, 2)))
    for now_ms in range(0, 30_000, 1000):
        check.raise_alerts(table.state, now_ms)
    for chair in range(4):
        check.note_wall(wall(chair, (2, 2)))
    for now_ms in range(0, 30_000, 1000):
        check.raise_alerts(replace(table.game, phase="dealing"), now_ms)
    assert alerts.open == {}
