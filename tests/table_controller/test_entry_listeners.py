"""Listeners react to an entry once it is on disk, in a fixed order; the game knows none of them by name."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bench.stages.jump_loop import JumpLoop
from firmware_bridge.drivers.silent import SilentTable
from firmware_bridge.drivers.wires import Wires
from referee.game import observations
from referee.game.judge_observations import ClockPaused
from referee.game.position import GameState
from referee.journal.entry import Entry
from referee.journal.journal import Journal
from referee.journal.reader import open_reader
from referee.tiles import UNKNOWN
from table_controller.broker.broker import Broker
from table_controller.daemon.ending import Ending
from table_controller.daemon.listeners.onlookers import Onlookers
from table_controller.daemon.watching import VisionPace
from table_controller.daemon.wiring import wire
from table_controller.health.evidence import Evidence
from table_controller.health.health import TableHealth
from table_controller.machine.machine import TableMachine
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.topics import PLAYERS, STREAM
from table_controller.sensing.sensing import Step
from tests.table_controller.begin_and_time_stage import CLUB, DEALT, Table, settings_of
from tests.table_controller.mortal_daemon import FakeVision, JumpClock
from wording.alerts.declaration import DeclaredAlert

REACTIONS: dict[tuple[type, str], str] = {
    (VisionPace, "keep"): "pace",
    (TableMachine, "hold"): "machine held",
    (Broker, "entry"): "entry published",
    (Evidence, "entry"): "filmed",
    (Onlookers, "journalled"): "onlookers",
    (Broker, "show"): "shown",
    (Reactions, "state"): "displayed",
    (TableMachine, "dealt"): "machine dealt",
    (TableMachine, "hand_closed"): "machine closed",
    (TableHealth, "alert"): "alert",
}
ALWAYS = ["pace", "machine held", "entry published", "filmed", "onlookers"]
CHANGED = [*ALWAYS, "shown state", "shown card", "displayed"]


def test_a_daemon_reacts_in_one_order_and_only_to_what_is_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = settings_of(tmp_path, CLUB)
    noted: list[str] = []
    counted: list[tuple[int, int]] = []
    awaited = 0

    def note(kind: type, method: str, name: str) -> None:
        really = getattr(kind, method)

        def noting(self: Any, *given: Any, **more: Any) -> Any:
            if method == "show" and given[0] in {PLAYERS, STREAM}:
                return really(self, *given, **more)  # from the onlookers, which are recorded themselves
            noted.append(f"{name} {given[0].name}" if method == "show" else name)
            reader = open_reader(settings.journal)
            counted.append((reader.number, awaited))
            reader.close()
            return really(self, *given, **more)

        monkeypatch.setattr(kind, method, noting)

    for (kind, method), name in REACTIONS.items():
        note(kind, method, name)

    async def live() -> None:
        nonlocal awaited
        journal = Journal(settings.journal)
        loop = cast("JumpLoop", asyncio.get_running_loop())
        game = wire(
            settings,
            journal,
            JumpClock(loop),
            journal.load(),
            Ending(),
            unit=SilentTable("", Wires()),
            vision=cast("Any", FakeVision()),
        ).game
        seen: list[tuple[observations.Observation, list[str]]] = [
            (
                observations.HanchanBegun(
                    ruleset=settings.ruleset.to_mapping(), senses=settings.senses, names=settings.names
                ),
                [*CHANGED, "alert", "alert"],
            ),
            (DEALT, [*CHANGED, "machine dealt", "alert"]),
            (observations.TileDrawn(seat=0, tile=UNKNOWN), CHANGED),
            (observations.ClockAdvanced(), ALWAYS),
            (ClockPaused(on=True, judge="anna"), CHANGED),
            (observations.RulingGiven(ruling="void", judge="anna"), [*CHANGED, "machine closed"]),
            (observations.HanchanClosed(judge="anna"), [*CHANGED, "alert", "alert"]),
        ]
        for observation, reactions in seen:
            noted.clear()
            counted.clear()
            awaited += 1
            game.observe(replace(observation, at_ms=1000 * awaited))
            assert noted == reactions, observation
            assert all(number == expected for number, expected in counted), observation
        journal.close()

    loop = JumpLoop()
    loop.run_until_complete(live())
    loop.close()


def test_a_listener_that_fails_leaves_out_those_after_it(tmp_path: Path) -> None:
    """The entry stands and the game goes on; a judge compares the table with the state."""
    lines: list[str] = []
    alerts: list[str] = []

    class Health:
        def alert(self, alert: DeclaredAlert, _trouble: object) -> None:
            alerts.append(alert.name)

    def fails(entry: Entry, _state: GameState | None) -> None:
        if isinstance(entry.observation, observations.TileDrawn):
            raise ZeroDivisionError("a fault")

    table = Table(settings_of(tmp_path, CLUB), health=cast("Any", Health()))
    table.listeners = [
        lambda entry, _: lines.append(f"first {entry.number}"),
        fails,
        lambda entry, _: lines.append(f"last {entry.number}"),
    ]
    table.begin_hanchan()
    table.observe(DEALT)
    drawn = observations.TileDrawn(at_ms=1000, seat=0, tile=UNKNOWN)
    table._do(Step((drawn, observations.JudgeCalled(at_ms=2000, seat=1)), settled_ms=2000))
    assert lines == ["first 1", "last 1", "first 2", "last 2", "first 3", "first 4", "last 4"]
    assert alerts == ["aside"]
    assert table.journal.number == 4
    with pytest.raises(ZeroDivisionError):
        table.person_observes(drawn, "anna")
