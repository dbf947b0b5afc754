"""A table for commands: the real referee, journal and health, without processes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, cast

from msgspec.structs import replace

from bench.stages.jump_loop import in_table_time
from config import read_ruleset
from config.log_line import unsaid
from firmware_bridge.drivers.capabilities import EVERYTHING
from firmware_bridge.messages.errors import RefusedError
from firmware_bridge.messages.messages import Result
from firmware_bridge.messages.signals import ButtonName
from referee.game import observations
from referee.game.judge_events import Refolded
from referee.game.judge_observations import Corrected, Inserted
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from table_controller.broker.requests import CommandRequest
from table_controller.commands.catalogue.catalogue import COMMANDS
from table_controller.commands.commanded_table import Check, CommandedTable, anything
from table_controller.commands.service.service import Commands
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import TableGame
from table_controller.health.health import TableHealth
from table_controller.journal.inputs import GameInputs
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import MachineCommand, OrderRefusedError
from table_controller.mqtt.address import Address
from table_controller.sensing.sensing import Sensing
from table_controller.settings.senses import SENSES
from tests.message_schemas import wrong
from tests.table_controller.seen_table import RULES
from tests.table_controller.silent import raised
from vision.sightings import PlacedTile
from vision.zones import ZoneId
from wording.declined import Declined

HAND = (UNKNOWN,) * 13


@dataclass
class FakeMachine:
    """Keeps what it is asked for, and moves nothing."""

    pressed: list[tuple[ButtonName, str]] = field(default_factory=list)
    paused: str = ""
    held: str = ""
    phase: Phase = Phase.WAITING
    commands: list[MachineCommand] = field(default_factory=list)
    tries: int = 0
    rolls: int = 0

    def pause(self, by: str) -> None:
        self.paused = by

    def refuse(self, command: MachineCommand) -> None:
        if command.do == "dice":
            raise OrderRefusedError(Declined.no_walls_up())

    def command(self, command: MachineCommand) -> None:
        self.refuse(command)
        self.commands.append(command)

    def try_again(self) -> None:
        self.tries += 1

    def rolled(self) -> None:
        self.rolls += 1

    def press(self, button: ButtonName, command: str, _by: str) -> None:
        self.pressed.append((button, command))


class FakeUnit:
    capabilities = EVERYTHING

    async def reset_faults(self) -> None:
        raise RefusedError("ResetFaults", Result.STILL_ACTIVE)


@dataclass
class FakeWatching:
    dice: tuple[int, int] | None = None
    read: dict[ZoneId, tuple[PlacedTile, ...]] = field(default_factory=dict)

    def lying(self, zone: ZoneId) -> tuple[PlacedTile, ...]:
        return self.read.get(zone, ())


class CountingSensing(Sensing):
    hands = 0

    def hand_begins(self, now_ms: int) -> None:
        self.hands += 1
        super().hand_begins(now_ms)


@dataclass
class FakeSettings:
    ruleset: Any = RULES
    senses: tuple[str, ...] = SENSES
    names: tuple[str, str, str, str] = ("", "", "", "")
    language: str = "en"
    own_gong: bool = True
    mqtt: Address = field(default_factory=lambda: Address("127.0.0.1", 1883, "home", "1"))


@dataclass
class FakeBroker:
    """Keeps alerts."""

    alerts: dict[str, str | None] = field(default_factory=dict)
    raised: int = 0

    def status(self, status: str) -> None:
        raise AssertionError(status)

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        self.raised += alert is not None
        self.alerts[name] = None if alert is None else alert["text"]

    @property
    def standing(self) -> list[str]:
        return sorted(name for name, alert in self.alerts.items() if alert is not None)


class FakeDaemon(TableGame):
    """The daemon's own game with the parts that commands use, without its processes."""

    sensing: CountingSensing
    settings: Any

    def __init__(self) -> None:
        self.machine, self.unit, self.watching = FakeMachine(), FakeUnit(), FakeWatching()
        self.broker = FakeBroker()
        self.health = TableHealth(self.broker, now_ms=lambda: 0, say=unsaid)
        self.later_ms = 0
        self.sources: list[str] = []
        self.updates: Any = None
        journal = Journal(":memory:")
        inputs = GameInputs(lambda: 1000 * journal.number + self.later_ms)
        current = CurrentGame(cast("Any", FakeSettings()), journal, inputs, journal.load())
        super().__init__(current, CountingSensing(), self.health, fail=raised)

    @property
    def table(self) -> CommandedTable:
        """The table as commands find it."""
        parts = (self, self.health, self.machine, self.unit, self.watching)
        table = CommandedTable(*cast("Any", parts))
        table.updates = self.updates
        return table

    @property
    def game(self) -> GameState:
        """The state once a hanchan has begun."""
        assert self.state is not None
        return self.state

    def judge(self, observation: Observation) -> int:
        return self.observe(replace(observation, at_ms=self.now_ms()))

    def correct(self, seen: Corrected | Inserted, who: str) -> tuple[int, Refolded]:
        self.sources.append(who)
        return super().correct(seen, who)

    def person_observes(self, observation: Observation, who: str, check: Check = anything) -> int:
        self.sources.append(who)
        return super().person_observes(observation, who, check)

    def begin(self, ruleset: str) -> FakeDaemon:
        """A hand has been dealt under these rules."""
        self.begin_hanchan(ruleset=read_ruleset(ruleset))
        self.deal()
        return self

    def turn(self, name: str) -> None:
        """Let the player in turn draw and discard."""
        seat = self.game.turn
        self.judge(observations.TileDrawn(seat=seat, tile=UNKNOWN))
        self.judge(observations.TileDiscarded(seat=seat, tile=parse_tile(name)))

    def wins(self, tiles: str = "234m 567m 234p 55s 78s", winning: str = "6s") -> FakeDaemon:
        """South opens a hand on a discard of East, and the hand is not closed."""
        self.judge(observations.IndicatorSeen(tile=parse_tile("1z")))
        for tile in ("9p", "9p", "9p", "9p", winning):
            self.turn(tile)
        self.judge(observations.CallHeard(seat=1, call="ron"))
        shown, last = parse_tiles(tiles), parse_tile(winning)
        self.judge(observations.TilesShown(seat=1, tiles=shown, winning=last, source_seat=0))
        return self

    def deal(self) -> None:
        self.judge(observations.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))


def answered(table: CommandedTable, request: CommandRequest) -> dict[str, Any]:
    """Return a table's answer to a request, or raise the error that ended the work on it."""
    answers: list[dict[str, Any]] = []

    async def work() -> None:
        commands = Commands(table)
        commands.heard(request, answers.append)
        while not answers:
            await asyncio.sleep(0)
            working = asyncio.all_tasks() - {asyncio.current_task()}
            assert working or answers, f"nobody answers {request.name}"
            done, _ = await asyncio.wait(working, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()

    in_table_time(work)
    (answer,) = answers
    return answer


def ask(daemon: FakeDaemon, command: str, /, **arguments: Any) -> dict[str, Any]:
    """Return the answer to a command; every answer must be as docs/asyncapi.yaml describes it."""
    answer = answered(daemon.table, CommandRequest(command, arguments))
    described = f"{COMMANDS[command].__name__}Answer" if command in COMMANDS else "Refused"
    assert wrong(described, answer) == []
    return answer


def kuikae(ruleset: str = "wrc-2015") -> FakeDaemon:
    """South calls 5p with 46p and discards 5p (entry 8)."""
    daemon = FakeDaemon().begin(ruleset)
    daemon.turn("5p")
    daemon.judge(observations.CallHeard(seat=1, call="chi"))
    daemon.judge(observations.MeldShown(seat=1, kind="chi", tiles=parse_tiles("4p5p6p"), source_seat=0))
    daemon.judge(observations.TileDiscarded(seat=1, tile=parse_tile("5p")))
    assert [found.rule for found in daemon.game.findings] == ["kuikae"]
    return daemon
