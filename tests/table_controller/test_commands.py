"""What judges may ask of a table, with the real referee and journal behind it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast

import pytest

from config import read_ruleset
from firmware_bridge.errors import RefusedError
from firmware_bridge.messages import Result
from referee import events, observations
from referee.decide import advance
from referee.journal import Journal
from referee.judge_events import HanchanCut
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from table_controller.commands.service import Commands
from table_controller.corrections import Corrections
from table_controller.cycle import Phase
from table_controller.health import Health
from table_controller.machine import Command, OrderRefusedError
from table_controller.sensing import SENSES
from tests.table_controller.jump_loop import in_table_time
from tests.table_controller.seen_table import RULES

if TYPE_CHECKING:
    from referee.judge_events import Refolded
    from referee.judge_observations import Corrected
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

    def __post_init__(self) -> None:
        self.health = Health(self.broker, now_ms=lambda: 0, say=lambda _: None)
        self.journal = Journal(":memory:")
        self.corrections = Corrections(self.journal)

    def judge(self, observation: Observation) -> int:
        stamped = replace(observation, at_ms=1000 * self.journal.number)
        decided, self.state = advance(self.state, stamped)
        return self.journal.append(stamped, decided, state=self.state).number

    def correct(self, seen: Corrected, who: str) -> tuple[int, Refolded]:
        self.sources.append(who)
        refolded, self.state = self.corrections.refold(seen)
        return self.journal.append(seen, (refolded,), state=self.state).number, refolded

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

    def begin(self, ruleset: str) -> FakeDaemon:
        """A hand has been dealt under these rules."""
        self.begin_hanchan(read_ruleset(ruleset))
        self.deal()
        return self

    def turn(self, name: str) -> None:
        """Whose turn it is draws and discards."""
        assert self.state is not None
        seat = self.state.turn
        self.judge(observations.TileDrawn(seat=seat, tile=UNKNOWN))
        self.judge(observations.TileDiscarded(seat=seat, tile=parse_tile(name)))

    def deal(self) -> None:
        self.judge(observations.HandDealt(dice=(1, 2), hands=(HAND, HAND, HAND, HAND)))


def ask(daemon: FakeDaemon, command: str, /, **arguments: Any) -> dict[str, Any]:
    answers: list[dict[str, Any]] = []

    async def work() -> None:
        Commands(cast("Daemon", daemon)).heard(command, arguments, answers.append)
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
    assert daemon.state.last.result == "tsumo"


def test_a_hand_that_goes_on_is_made_void_before_it_is_closed() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1z")
    answer = ask(daemon, "close_hand", force=True, by="anna", text="fire")
    assert answer["void"]
    assert daemon.state is not None
    assert daemon.state.rulings[-1] == events.RulingMade("void", None, None, "anna", "fire")
    assert daemon.state.last is not None
    assert (daemon.state.last.result, daemon.state.last.offenders) == ("chombo", ())
    assert daemon.state.findings == ()


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


CHAIRS: list[tuple[dict[str, Any], list[int], tuple[str, ...]]] = [
    ({"chairs": [2, 3, 0, 1]}, [2, 3, 0, 1], ("Ada", "Bea", "Cid", "Dan")),
    ({"first_dealer": 3}, [3, 0, 1, 2], ("Dan", "Ada", "Bea", "Cid")),
    ({"draw": {"tiles": ["3z", "1z", "4z", "2z"]}}, [0, 1, 2, 3], ("Bea", "Dan", "Ada", "Cid")),
    ({"draw": {"tiles": ["3z", "1z", "4z", "2z"], "east_chair": 2}}, [2, 3, 0, 1], ("Bea", "Dan", "Ada", "Cid")),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "chairs", "names"), CHAIRS)
def test_who_sits_where(arguments: dict[str, Any], chairs: list[int], names: tuple[str, ...]) -> None:
    """WRC 4.4: who drew East begins at the East seat, South to the right, and so on."""
    daemon = FakeDaemon()
    given = {"ruleset": "wrc-2015", "names": ["Ada", "Bea", "Cid", "Dan"], **arguments}
    assert ask(daemon, "begin_hanchan", **given)["chairs"] == chairs
    assert daemon.state is not None
    assert (list(daemon.state.chairs), daemon.state.names) == (chairs, names)


def test_seats_drawn_by_article_26() -> None:
    """SAI 26: all rolls are 5 (1 and 4), which names whoever rolls; 1p lies first, so its neighbour is taken first."""
    draw = {
        "shuffler": 2,
        "east_roll": [1, 4],
        "line": ["1p", "1z", "2z", "3z", "4z", "2p"],
        "pick_roll": [1, 4],
        "dealer_rolls": [[1, 4], [2, 4]],
    }
    daemon = FakeDaemon()
    names = ["Ada", "Bea", "Cid", "Dan"]
    answer = ask(daemon, "begin_hanchan", ruleset="saikouisen-2025", names=names, draw=draw)
    # All stay where they sat; the last roll, 6, names the next player to the right as the first dealer.
    assert answer["chairs"] == [1, 2, 3, 0]
    assert daemon.state is not None
    assert daemon.state.names == ("Bea", "Cid", "Dan", "Ada")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"chairs": [0, 2, 1, 3]}, "counter-clockwise"),
        ({"first_dealer": 4}, "chair 0 to 3"),
        ({"chairs": [0, 1, 2, 3], "first_dealer": 0}, "either"),
        ({"draw": {"tiles": ["1z", "1z", "2z", "3z"]}}, "both drew"),
        ({"draw": {"tiles": ["1z", "x", "2z", "3z"]}}, "tiles"),
        ({"draw": {"shuffler": 1}}, "wind_tiles"),
        ({"senses": ["smell"]}, "senses must be some of"),
    ],
)
def test_seats_that_cannot_be(arguments: dict[str, Any], reason: str) -> None:
    answer = ask(FakeDaemon(), "begin_hanchan", ruleset="wrc-2015", **arguments)
    assert reason in answer["error"]


def test_what_the_table_senses_is_recorded() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", senses=["curtains"])["ok"]
    assert daemon.state is not None
    assert daemon.state.senses == {"curtains"}


def kuikae(ruleset: str = "wrc-2015") -> FakeDaemon:
    """South calls 5p with 46p and discards 5p (entry 8)."""
    daemon = FakeDaemon().begin(ruleset)
    daemon.turn("5p")
    daemon.judge(observations.CallHeard(seat=1, call="chi"))
    daemon.judge(observations.MeldShown(seat=1, kind="chi", tiles=parse_tiles("4p5p6p"), source_seat=0))
    daemon.judge(observations.TileDiscarded(seat=1, tile=parse_tile("5p")))
    assert daemon.state is not None
    assert [found.rule for found in daemon.state.findings] == ["kuikae"]
    return daemon


def test_a_finding_is_accepted_changed_or_dismissed() -> None:
    daemon = kuikae()
    assert ask(daemon, "accept", finding=0, by="anna")["ok"]
    assert "ruled so already" in ask(daemon, "accept", finding=0)["error"]
    assert ask(daemon, "change_grade", finding=0, grade="warning", text="first time")["ok"]
    assert ask(daemon, "dismiss", finding=0)["ok"]
    assert daemon.state is not None
    assert [made.ruling for made in daemon.state.rulings] == ["dead_hand", "warning", "dismissed"]
    assert daemon.state.rulings[1].text == "first time"
    assert "finding must be" in ask(daemon, "accept", seat=1)["error"]
    assert "grade must be" in ask(daemon, "change_grade", finding=0, grade="jail")["error"]


@pytest.mark.parametrize(
    ("name", "ruling"),
    [
        ("warn", "warning"),
        ("guide", "guidance"),
        ("dead_hand", "dead_hand"),
        ("chombo", "chombo"),
        ("disqualify", "disqualified"),
    ],
)
def test_a_ruling_on_a_seat(name: str, ruling: str) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, name, seat=2, by="anna", text="why")["ok"]
    assert daemon.state is not None
    assert daemon.state.rulings[-1] == events.RulingMade(cast("Any", ruling), 2, None, "anna", "why")
    assert "whose" in ask(daemon, name)["error"]


def test_a_hand_is_dealt_again_or_made_void() -> None:
    """WRC 7.2: "during dealing, if it's a problem: re-deal, no penalty"."""
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "redeal", text="tiles shown")["ok"]
    assert "no hand" in ask(daemon, "redeal")["error"]
    daemon.deal()
    daemon.turn("1z")
    assert "void instead" in ask(daemon, "redeal")["error"]
    assert ask(daemon, "void_hand")["ok"]
    assert daemon.state is not None
    assert (daemon.state.phase, daemon.state.round, daemon.state.honba) == ("waiting", 0, 0)


def test_a_foul_is_entered_and_ruled_on_at_once() -> None:
    daemon = FakeDaemon().begin("saikouisen-2025")
    answer = ask(daemon, "foul", rule="tiles_shown", seat=2, tiles=2, by="anna")
    assert (answer["finding"], answer["grade"]) == (0, "guidance")
    answer = ask(daemon, "foul", rule="leaving", seat=1, ruling="accepted", resume=True)
    assert (answer["finding"], answer["grade"], answer["resumed"]) == (1, "warning", True)
    assert daemon.state is not None
    assert daemon.state.rulings[-1].ruling == "warning"
    assert daemon.state.desk.stopped == ""
    assert "no foul" in ask(daemon, "foul", rule="whistling", seat=1)["error"]
    assert "seat must be" in ask(daemon, "foul", rule="leaving")["error"]
    assert "ruling must be" in ask(daemon, "foul", rule="leaving", seat=1, ruling="jail")["error"]


def test_play_is_stopped_and_resumed() -> None:
    daemon = FakeDaemon().begin("saikouisen-2025")
    assert "not stopped" in ask(daemon, "resume")["error"]
    assert ask(daemon, "stop", by="anna")["ok"]
    assert "already" in ask(daemon, "stop")["error"]
    assert ask(daemon, "resume", by="anna")["ok"]
    daemon.health.judge_called("chair 1")
    daemon.judge(observations.JudgeCalled(seat=1))
    assert ask(daemon, "resume", by="anna")["ok"]
    assert daemon.broker.alerts == {"judge": None}


def test_a_misread_is_put_right() -> None:
    daemon = kuikae()
    answer = ask(daemon, "correct", entry=7, tile="6s", by="anna", text="that was 6s")
    assert (answer["ok"], answer["withdrawn"], answer["made"]) == (True, ["kuikae"], [])
    assert daemon.state is not None
    assert daemon.state.findings == ()
    assert ask(daemon, "correct", entry=7, set={"tile": "5p"})["made"] == ["kuikae"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"entry": 7}, "what should it have been"),
        ({"tile": "6s"}, "entry must be"),
        ({"entry": 7, "tile": "6x"}, "TileDiscarded.tile"),
        ({"entry": 7, "tile": "5p"}, "says so already"),
        ({"entry": 7, "set": {"at_ms": 4}}, "cannot be corrected"),
        ({"entry": 7, "set": {"colour": "red"}}, "colour"),
        ({"entry": 7, "set": "6s"}, "mapping"),
        ({"entry": 99, "tile": "6s"}, "no entry 99"),
    ],
)
def test_corrections_that_make_no_sense(arguments: dict[str, Any], reason: str) -> None:
    assert reason in ask(kuikae(), "correct", **arguments)["error"]


def test_the_last_action_never_was() -> None:
    daemon = kuikae()
    answer = ask(daemon, "undo", by="anna")
    assert (answer["entry"], answer["withdrawn"]) == (7, ["kuikae"])
    assert ask(daemon, "undo")["entry"] == 6
    assert "taken out" in ask(daemon, "undo", entry=6)["error"]
    assert "nothing to take back" in ask(FakeDaemon(), "undo")["error"]


def test_points_are_moved() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "adjust_points", changes=[1000, -1000, 0, 0])["scores"] == [31000, 29000, 30000, 30000]
    assert "from nowhere" in ask(daemon, "adjust_points", changes=[1000, 0, 0, 0])["error"]
    assert ask(daemon, "adjust_points", changes=[1000, 0, 0, 0], balanced=False)["ok"]
    assert "four whole numbers" in ask(daemon, "adjust_points", changes=[1000])["error"]
    assert "true or false" in ask(daemon, "adjust_points", changes=[0] * 4, balanced="no")["error"]


def test_a_hand_is_entered() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    wins = [{"seat": 2, "from": 0, "han": 3, "fu": 40}]
    answer = ask(daemon, "enter_hand", result="ron", wins=wins, riichi=[1], text="camera off")
    assert (answer["changes"], answer["scores"]) == ([-5200, 0, 6200, 0], [24800, 29000, 36200, 30000])
    daemon.deal()
    daemon.turn("1z")
    assert daemon.state is not None
    assert (daemon.state.phase, daemon.state.findings) == ("playing", ())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "result must be one of"),
        ({"result": "ron", "wins": [3]}, "list of mappings"),
        ({"result": "ron", "wins": [{"seat": 2, "from": 0, "points": 8000}]}, "no points"),
        ({"result": "ron", "wins": [{"seat": 2}]}, "from must be"),
        ({"result": "exhaustive", "tenpai": [7]}, "list of seats"),
        ({"result": "exhaustive", "changes": [1, 2]}, "four whole numbers"),
    ],
)
def test_a_hand_entered_wrongly(arguments: dict[str, Any], reason: str) -> None:
    assert reason in ask(FakeDaemon().begin("wrc-2015"), "enter_hand", **arguments)["error"]


def test_the_clock() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "pause_clock", by="anna")["ok"]
    assert "paused" in ask(daemon, "gong")["error"]
    assert ask(daemon, "pause_clock", on=False)["ok"]
    assert ask(daemon, "extend_clock", minutes=5)["ok"]
    assert "whole number" in ask(daemon, "extend_clock", minutes=1.5)["error"]


def test_a_win_is_acknowledged_and_paid() -> None:
    """SAI 45.10-13."""
    daemon = FakeDaemon().begin("saikouisen-2025")
    daemon.turn("8p")
    daemon.judge(observations.CallHeard(seat=2, call="ron"))
    daemon.judge(observations.TilesShown(seat=2, tiles=parse_tiles("2m3m4m5m6m7m6p7p3s4s5s2s2s")))
    assert ask(daemon, "acknowledge", seat=1)["ok"]
    assert "not acknowledged by all" in ask(daemon, "close_hand")["error"]
    assert ask(daemon, "acknowledge", seat=0)["ok"]
    assert ask(daemon, "acknowledge", seat=3)["ok"]
    assert ask(daemon, "paid")["ok"]
    assert ask(daemon, "close_hand")["ok"]


def test_players_and_appeals() -> None:
    daemon = kuikae("saikouisen-2025")
    assert ask(daemon, "replace_player", seat=1, name="Eve", text="ill")["ok"]
    assert "who plays on" in ask(daemon, "replace_player", seat=1)["error"]
    assert "nobody has ruled" in ask(daemon, "appeal", seat=1, finding=0)["error"]
    assert ask(daemon, "accept", finding=0)["ok"]
    assert ask(daemon, "appeal", seat=1, finding=0, text="it was 6s")["ok"]
    assert ask(daemon, "appeal", seat=1, finding=0, outcome="rejected")["ok"]
    assert "outcome must be" in ask(daemon, "appeal", seat=1, finding=0, outcome="perhaps")["error"]


@pytest.mark.parametrize(
    "name", ["warn", "stop", "resume", "undo", "enter_hand", "adjust_points", "gong", "paid"]
)
def test_without_a_hanchan_there_is_nothing_to_judge(name: str) -> None:
    given = {"seat": 1, "result": "exhaustive", "changes": [100, -100, 0, 0]}
    answer = ask(FakeDaemon(), name, **given)
    assert not answer["ok"]
    assert "no hanchan" in answer["error"] or "nothing" in answer["error"]


def test_who_and_why_of_the_end_of_a_hanchan() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "close_hanchan", by="anna", text="fire")["ok"]
    *_, last = daemon.journal.entries()
    assert last.events[0] == HanchanCut("anna", "fire")
