"""What judges may ask of a table, with the real referee and journal behind it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import pytest

from firmware_bridge.errors import RefusedError
from firmware_bridge.messages import Result
from referee import observations
from referee.decide import advance
from referee.tiles import UNKNOWN, parse_tiles
from table_controller.commands.service import Commands
from table_controller.cycle import Phase
from table_controller.health import Health
from table_controller.machine import Command, OrderRefusedError
from table_controller.sensing import SENSES
from tests.table_controller.jump_loop import in_table_time
from tests.table_controller.seen_table import RULES

if TYPE_CHECKING:
    from referee.observations import Observation
    from referee.position import GameState
    from table_controller.daemon import Daemon

HAND = (UNKNOWN,) * 13


@dataclass
class FakeMachine:
    paused: str = ""
    held: str = ""
    phase: Phase = Phase.WAITING
    commands: list[Command] = field(default_factory=list)
    tries: int = 0

    def pause(self, by: str) -> None:
        self.paused = by

    def command(self, command: Command) -> None:
        if command.do == "dice":
            raise OrderRefusedError("no walls are up to be broken")
        self.commands.append(command)

    def try_again(self) -> None:
        self.tries += 1


class FakeUnit:
    async def reset_faults(self) -> None:
        raise RefusedError("ResetFaults", Result.STILL_ACTIVE)


@dataclass
class FakeSettings:
    ruleset: Any = RULES


@dataclass
class FakeBroker:
    """Keeps alerts."""

    alerts: dict[str, str | None] = field(default_factory=dict)

    def status(self, status: str, text: str) -> None:
        raise AssertionError((status, text))

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        self.alerts[name] = None if alert is None else alert["text"]


@dataclass
class FakeDaemon:
    """The parts of the daemon that commands use, without its processes."""

    state: GameState | None = None
    machine: FakeMachine = field(default_factory=FakeMachine)
    unit: FakeUnit = field(default_factory=FakeUnit)
    settings: FakeSettings = field(default_factory=FakeSettings)
    sources: list[str] = field(default_factory=list)
    broker: FakeBroker = field(default_factory=FakeBroker)
    entries: int = 0

    def __post_init__(self) -> None:
        self.health = Health(self.broker, now_ms=lambda: 0, say=lambda _: None)

    def judge(self, observation: Observation) -> int:
        _, self.state = advance(self.state, observation)
        self.entries += 1
        return self.entries

    def begin_hanchan(
        self, ruleset: Any = None, names: Any = None, *, chairs: Any = (0, 1, 2, 3), senses: Any = SENSES
    ) -> int:
        return self.judge(
            observations.HanchanBegun(
                ruleset=ruleset or RULES.to_mapping(),
                names=names or ("", "", "", ""),
                chairs=chairs,
                senses=senses,
            )
        )

    def person_observes(self, observation: Observation, who: str) -> int:
        self.sources.append(who)
        return self.judge(observation)

    def deal(self) -> None:
        self.judge(observations.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))


def ask(daemon: FakeDaemon, name: str, **arguments: Any) -> dict[str, Any]:
    answers: list[dict[str, Any]] = []

    async def work() -> None:
        Commands(cast("Daemon", daemon)).heard(name, arguments, answers.append)
        await asyncio.sleep(1)

    in_table_time(work)
    (answer,) = answers
    return answer


def test_begin_a_hanchan_with_rules_of_its_own() -> None:
    daemon = FakeDaemon()
    names = ["Ada", "Béla", "Chihiro", "Đorđe"]
    answer = ask(
        daemon, "begin_hanchan", ruleset="wrc-2015", overrides={"flow.start_points": 40000}, names=names
    )
    assert answer == {"ok": True, "number": 1, "chairs": [0, 1, 2, 3]}
    assert daemon.state is not None
    assert daemon.state.names == tuple(names)
    assert daemon.state.scores == (40000,) * 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"ruleset": "nosuch"}, "is not one of"),
        ({"overrides": {"flow.nosuch": 1}}, "flow.nosuch"),
        ({"names": ["a"]}, "list of four"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, Any], reason: str) -> None:
    daemon = FakeDaemon()
    answer = ask(daemon, "begin_hanchan", **arguments)
    assert not answer["ok"]
    assert reason in answer["error"]
    assert daemon.state is None


def test_a_running_hanchan_is_not_thrown_away() -> None:
    daemon = FakeDaemon()
    daemon.begin_hanchan()
    daemon.deal()
    assert "running" in ask(daemon, "begin_hanchan")["error"]
    assert ask(daemon, "begin_hanchan", force=True)["ok"]
    assert daemon.state is not None
    assert daemon.state.hands == 0


def test_a_hand_is_closed_when_something_was_shown_or_a_judge_insists() -> None:
    daemon = FakeDaemon()
    assert "no hand" in ask(daemon, "close_hand")["error"]
    daemon.begin_hanchan()
    daemon.deal()
    assert "goes on" in ask(daemon, "close_hand")["error"]
    daemon.judge(observations.TileDrawn(seat=0, tile=UNKNOWN))
    daemon.judge(observations.CallHeard(seat=0, call="tsumo"))
    tiles = parse_tiles("2m3m4m5p6p7p2s3s4s6s7s8s5z")
    daemon.judge(observations.TilesShown(seat=0, tiles=tiles, winning=parse_tiles("5z")[0]))
    assert ask(daemon, "close_hand", by="anna")["ok"]
    assert daemon.sources == ["anna"]
    assert daemon.state is not None
    assert daemon.state.last is not None


def test_a_hanchan_is_closed() -> None:
    daemon = FakeDaemon()
    assert "no hanchan" in ask(daemon, "close_hanchan")["error"]
    daemon.begin_hanchan()
    assert ask(daemon, "close_hanchan")["ok"]
    assert daemon.state is not None
    assert daemon.state.phase == "ended"


def test_the_gong() -> None:
    """WRC 8.2: the hand is finished; a table without a time limit is told so."""
    daemon = FakeDaemon()
    assert "no hanchan" in ask(daemon, "gong")["error"]
    daemon.begin_hanchan()
    assert "without a time limit" in ask(daemon, "gong")["error"]
    limited = RULES.with_overrides({"flow.time_limit_minutes": 90})
    daemon.judge(observations.HanchanBegun(ruleset=limited.to_mapping()))
    daemon.deal()
    assert ask(daemon, "gong", by="anna")["ok"]
    assert daemon.sources == ["anna"]
    assert daemon.state is not None
    assert daemon.state.time_called
    assert "already" in ask(daemon, "gong")["error"]


def test_a_judge_rules_on_a_finding_or_a_seat() -> None:
    daemon = FakeDaemon()
    assert "no hanchan" in ask(daemon, "rule", ruling="warning")["error"]
    daemon.begin_hanchan()
    daemon.deal()
    assert "one of accepted, dismissed" in ask(daemon, "rule", ruling="jail")["error"]
    assert "0 findings" in ask(daemon, "rule", ruling="warning", finding=0)["error"]
    assert "0 to 3" in ask(daemon, "rule", ruling="warning", seat=4)["error"]
    assert ask(daemon, "rule", ruling="void", seat=2, by="anna", text="tiles fell")["ok"]
    assert daemon.state is not None
    assert daemon.state.phase == "waiting"
    assert daemon.state.last is not None


def test_pause_and_going_on() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "pause", on=True, by="anna") == {"ok": True, "paused": True}
    assert daemon.machine.paused == "anna"
    ask(daemon, "pause", on=False)
    assert daemon.machine.paused == ""


def test_the_machine_is_told_what_to_do_with_an_id() -> None:
    daemon = FakeDaemon()
    answer = ask(daemon, "machine", do="set", id="7f", by="anna")
    assert answer == {"ok": True, "id": "7f", "phase": "waiting"}
    assert daemon.machine.commands == [Command("mqtt:7f", "set", "anna")]
    assert ask(daemon, "machine", do="stop")["id"] != ask(daemon, "machine", do="stop")["id"]
    assert "no walls are up" in ask(daemon, "machine", do="dice")["error"]
    assert "one of set, dice, stop, retry" in ask(daemon, "machine", do="jump")["error"]


def test_alerts_are_resolved_and_faults_reset() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "resolve", id="judge")["ok"]
    assert daemon.broker.alerts == {"judge": None}
    assert "still there" in ask(daemon, "reset_faults")["error"]


def test_an_unknown_command_names_the_known_ones() -> None:
    answer = ask(FakeDaemon(), "explode")
    assert not answer["ok"]
    assert "begin_hanchan" in answer["error"]
