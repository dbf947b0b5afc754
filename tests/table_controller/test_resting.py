"""Between hanchans a table goes to rest once nothing has happened at it for a while; it wakes as soon as anything
does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from firmware_bridge.messages.signals import Button, ButtonName, Curtain, Levels, Position, Signal
from referee.game.position import GameState
from referee.journal.journal import Journal
from table_controller.daemon.clock import Clock, RealClock
from table_controller.daemon.watching import VisionPace
from table_controller.sensing.resting import STILL_MS, Rest
from table_controller.sensing.sensing import Sensing
from tests.table_controller.begin_and_time_stage import Table, settings_of
from vision.sightings import CameraAlert, FoundTrack, HandsOver, LostTrack, Sighting, Watermark, ZoneReading
from vision.zones import TABLE, ZoneId

CLUB = 'ruleset = "saikouisen-2025"\nnames = ["Ada", "Bea", "Cid", "Dan"]\ngong = "hall"\n'
POND = ZoneId("pond", 0)
DONE: list[Signal | Sighting] = [
    Button(number=1, nonce=1, at_ms=60_000, chair=0, button=ButtonName.RIICHI, pressed=True),
    Curtain(number=1, nonce=1, at_ms=60_000, chair=0, broken=True),
    ZoneReading(POND, (), 9, 60_000, 100, 60_000),
    HandsOver(((POND, (0,)),), 9, 60_000),
    LostTrack(TABLE, "dark", 60_000),
    FoundTrack(TABLE, 60_000),
]
NOTHING: list[Signal | Sighting] = [
    Watermark(9, 60_000, 60_000),
    CameraAlert("moved", "", 60_000),
    Levels(
        number=1,
        nonce=1,
        at_ms=60_000,
        curtains=0,
        touches=0,
        sticks=0,
        lifts_up=0,
        lifts_down=0,
        lid=Position(0),
        buttons=(0, 0, 0, 0),
        stacked=0,
        faults=0,
        moving=0,
    ),
]


class Vision:
    """Records the orders about rest."""

    def __init__(self) -> None:
        self.orders: list[bool] = []

    def rest(self, *, rests: bool) -> None:
        self.orders.append(rests)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(settings_of(tmp_path, CLUB), Journal(tmp_path / "journal.sqlite"))


def test_a_table_rests_when_nothing_was_done_for_a_while() -> None:
    rest = Rest(5000)
    assert not rest.rests(None, 5000 + STILL_MS - 1)
    assert rest.rests(None, 5000 + STILL_MS)


@pytest.mark.parametrize("what", DONE, ids=lambda what: type(what).__name__)
def test_whatever_people_do_wakes_it(what: Signal | Sighting) -> None:
    rest = Rest()
    rest.note(what, 60_000)
    assert not rest.rests(None, 60_000 + STILL_MS - 1)
    assert rest.rests(None, 60_000 + STILL_MS)


@pytest.mark.parametrize("what", NOTHING, ids=lambda what: type(what).__name__)
def test_what_nobody_did_does_not(what: Signal | Sighting) -> None:
    rest = Rest()
    rest.note(what, 60_000)
    assert rest.rests(None, 60_000)


def test_sensing_notes_what_comes_in_and_that_vision_is_started() -> None:
    button, reading = DONE[0], DONE[2]
    assert isinstance(button, Button)
    assert isinstance(reading, ZoneReading)
    comes: list[Callable[[Sensing], object]] = [
        lambda sensing: sensing.signal(button, 60_000),
        lambda sensing: sensing.sighting(reading, 60_000),
        lambda sensing: sensing.vision_started(60_000),
    ]
    for come in comes:
        sensing = Sensing()
        assert sensing.rest.rests(None, 60_000)
        come(sensing)
        assert not sensing.rest.rests(None, 60_000)


def test_a_table_never_rests_in_a_hanchan_and_looks_as_soon_as_one_begins(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    paces: list[tuple[bool, int]] = []

    def keep_pace(state: GameState | None) -> None:
        paces.append((table.sensing.rest.rests(state, 60_000), table.journal.number))

    monkeypatch.setattr(table, "_keep_pace", keep_pace)
    assert table.sensing.rest.rests(table.state, 60_000)
    table.begin_hanchan()
    assert paces == [(False, 1)]


def test_vision_is_told_at_a_real_speed_alone() -> None:
    """Under a conductor, the frames that are read must not depend on which process is faster."""
    for clock, orders in ((RealClock(start_ms=60_000), [True]), (cast("Clock", None), [])):
        vision = Vision()
        VisionPace(cast("Any", vision), clock, Sensing()).keep(None)
        assert vision.orders == orders
