"""Commands that judges may send to a table, with the real referee and journal behind it."""

from types import SimpleNamespace
from typing import Any

import pytest

from firmware_bridge.drivers.capabilities import NOTHING
from referee.game import events, observations
from referee.game.judge_events import HanchanCut
from referee.tiles import UNKNOWN, parse_tiles
from table_controller.machine.machine import MachineCommand
from tests.table_controller.command_stage import FakeDaemon, ask, kuikae
from tests.table_controller.seen_table import RULES
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place


def test_begin_a_hanchan_with_rules_of_its_own() -> None:
    daemon = FakeDaemon()
    names = ["Ada", "Béla", "Chihiro", "Đorđe"]
    answer = ask(
        daemon, "begin_hanchan", ruleset="wrc-2015", overrides={"flow.start_points": 40000}, names=names
    )
    assert answer == {"ok": True, "number": 1, "chairs": [0, 1, 2, 3]}
    assert daemon.game.names == tuple(names)
    assert daemon.game.scores == (40000,) * 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"ruleset": "nosuch"}, "not 'nosuch'"),
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


def test_a_refusal_names_the_setting_that_is_wrong() -> None:
    answer = ask(FakeDaemon(), "begin_hanchan", overrides={"flow.start_points": None})
    assert answer["setting"] == "flow.start_points"


def test_a_running_hanchan_is_not_thrown_away() -> None:
    daemon = FakeDaemon()
    daemon.begin_hanchan()
    daemon.deal()
    assert "running" in ask(daemon, "begin_hanchan")["error"]
    assert ask(daemon, "begin_hanchan", force=True)["ok"]
    assert daemon.game.hands == 0


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
    assert daemon.game.last is not None
    assert daemon.game.last.result == "tsumo"


def test_a_hand_that_goes_on_is_made_void_before_it_is_closed() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1z")
    answer = ask(daemon, "close_hand", force=True, by="anna", text="fire")
    assert answer["void"]
    assert daemon.game.rulings[-1] == events.RulingMade("void", None, None, "anna", "fire")
    assert daemon.game.last is not None
    assert (daemon.game.last.result, daemon.game.last.offenders) == ("chombo", ())
    assert daemon.game.findings == ()


def test_a_hanchan_is_closed() -> None:
    daemon = FakeDaemon()
    assert "no hanchan" in ask(daemon, "close_hanchan")["error"]
    daemon.begin_hanchan()
    assert ask(daemon, "close_hanchan")["ok"]
    assert daemon.game.phase == "ended"


def test_the_gong() -> None:
    """WRC 8.2: the hand is finished; without a time limit the gong is refused with that reason."""
    daemon = FakeDaemon()
    assert "no hanchan" in ask(daemon, "gong")["error"]
    daemon.begin_hanchan()
    assert "without a time limit" in ask(daemon, "gong")["error"]
    limited = RULES.with_overrides({"flow.time_limit_minutes": 90})
    daemon.judge(observations.HanchanBegun(ruleset=limited.to_mapping()))
    daemon.deal()
    assert ask(daemon, "gong", by="anna")["ok"]
    assert daemon.sources == ["anna"]
    assert daemon.game.time_called
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
    assert daemon.game.phase == "waiting"
    assert daemon.game.last is not None


def test_play_goes_on_as_often_as_it_was_stopped() -> None:
    """Nobody called the judge, so no call remains to be resolved."""
    daemon = FakeDaemon().begin("wrc-2015")
    for _ in range(2):
        assert ask(daemon, "stop")["ok"]
        assert ask(daemon, "resume")["ok"]


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
    assert daemon.machine.commands == [MachineCommand("mqtt:7f", "set", "anna")]
    assert ask(daemon, "machine", do="stop")["id"] != ask(daemon, "machine", do="stop")["id"]
    assert "no walls are up" in ask(daemon, "machine", do="dice")["error"]
    assert "one of set, dice, stop, retry, open_lid" in ask(daemon, "machine", do="jump")["error"]


def test_a_newer_version_is_installed_between_hanchans() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "update")["error"] == "no newer version is offered"
    asked: list[str] = []
    daemon.updates = SimpleNamespace(newer="1.2", ask=lambda: asked.append("now"))
    assert ask(daemon, "update", dry_run=True)["ok"]
    assert asked == []
    assert ask(daemon, "update")["version"] == "1.2"
    daemon.begin("wrc-2015")
    assert ask(daemon, "update")["error"] == "a hanchan is running; close it first"
    assert asked == ["now"]


def test_alerts_are_resolved_and_faults_reset() -> None:
    daemon = FakeDaemon()
    daemon.health.alert(TableAlert.LINKS, TableAlert.links_unkept("full"))
    assert ask(daemon, "resolve", id="links", dry_run=True)["ok"]
    assert daemon.health.standing == ["links"]
    assert ask(daemon, "resolve", id="links")["ok"]
    assert daemon.broker.alerts == {"links": None}
    assert "still there" in ask(daemon, "reset_faults")["error"]


def test_an_alert_of_before_a_restart_is_resolved_once() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "resolve", id="judge")["ok"]
    assert daemon.broker.alerts == {"judge": None}
    assert not ask(daemon, "resolve", id="judge")["ok"]
    daemon.health.judge_called(Place.panel())
    assert ask(daemon, "resolve", id="judge")["ok"]


def test_an_alert_of_the_line_to_the_broker_is_resolved() -> None:
    """The connection raises it by itself, so the table's health does not hold it."""
    daemon = FakeDaemon()
    daemon.broker.alert("flood", {"text": "too much"})
    assert ask(daemon, "resolve", id="flood")["ok"]
    assert daemon.broker.alerts == {"flood": None}


@pytest.mark.parametrize("name", ["#", "a+", "lid/1", "lid", "/", "$SYS", "\uffff", "x" * 200])
def test_an_alert_that_does_not_stand_is_refused(name: str) -> None:
    daemon = FakeDaemon()
    daemon.health.alert(TableAlert.LINKS, TableAlert.links_unkept("full"))
    for dry_run in (True, False):
        answer = ask(daemon, "resolve", id=name, dry_run=dry_run)
        assert (answer["ok"], answer["code"]) == (False, "declined.no_alert")
        assert answer["arguments"] == {"text": name, "names": ["links"]}
    assert answer["error"] == f"no alert '{name}' stands; there are: links"
    assert list(daemon.broker.alerts) == ["links"]


NOT_THERE: list[tuple[str, dict[str, Any]]] = [
    *(
        (name, {"finding": 9})
        for name in ("accept", "dismiss", "guide", "warn", "dead_hand", "chombo", "disqualify")
    ),
    ("change_grade", {"finding": 9, "grade": "warning"}),
    ("rule", {"finding": 9, "ruling": "none"}),
    ("sign_sheet", {"hanchan": 999}),
    ("correct", {"entry": 999, "set": {"tile": "1m"}}),
    ("undo", {"entry": 999}),
    ("insert", {"after": 999, "observation": {"type": "TileDrawn", "seat": 0}}),
    ("past_state", {"entry": 999}),
    ("hand_results", {"until": 999}),
    ("begin_hanchan", {"ruleset": "#"}),
    ("foul", {"rule": "#", "seat": 1}),
    ("machine", {"do": "#"}),
    ("resolve", {"id": "#"}),
]


@pytest.mark.parametrize(("command", "arguments"), NOT_THERE)
def test_what_is_unknown_is_refused(command: str, arguments: dict[str, Any]) -> None:
    """Clips that do not exist are tested in tests/hall/judge/test_films.py."""
    daemon = kuikae()
    number = daemon.journal.number
    answer = ask(daemon, command, **arguments)
    assert (answer["ok"], daemon.journal.number) == (False, number)
    assert answer["code"] != "declined.failed"


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
    assert (list(daemon.game.chairs), daemon.game.names) == (chairs, names)


def test_seats_drawn_by_article_26() -> None:
    """SAI 26: every roll is 5 (1 and 4) and names the roller; 1p lies first, so its neighbour is taken first."""
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
    assert daemon.game.names == ("Bea", "Cid", "Dan", "Ada")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"chairs": [0, 2, 1, 3]}, "counter-clockwise"),
        ({"first_dealer": 4}, "chair 0 to 3"),
        ({"chairs": [0, 1, 2, 3], "first_dealer": 0}, "either"),
        ({"draw": {"tiles": ["1z", "1z", "2z", "3z"]}}, "both drew"),
        ({"draw": {"tiles": ["1z", "x", "2z", "3z"]}}, "tiles"),
        ({"draw": {"shuffler": 1}}, "wind tiles"),
        ({"senses": ["smell"]}, "senses must be some of"),
    ],
)
def test_seats_that_cannot_be(arguments: dict[str, Any], reason: str) -> None:
    answer = ask(FakeDaemon(), "begin_hanchan", ruleset="wrc-2015", **arguments)
    assert reason in answer["error"]


def test_what_the_table_senses_is_recorded() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", senses=["curtains"])["ok"]
    assert daemon.game.senses == {"curtains"}


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
    assert (answer["changes"], answer["scores"]) == ([-5200, -1000, 6200, 0], [24800, 29000, 36200, 30000])
    daemon.deal()
    daemon.turn("1z")
    assert (daemon.game.phase, daemon.game.findings) == ("playing", ())


def test_a_hand_is_entered_with_who_is_liable() -> None:
    """WRC 6.2: a tsumo is paid by the liable player alone."""
    for liable, changes in ((3, [0, 0, 32000, -32000]), ("nobody", [-16000, -8000, 32000, -8000])):
        daemon = FakeDaemon().begin("wrc-2015")
        wins = [{"seat": 2, "from": 2, "yakuman": 1, "liable": liable}]
        assert ask(daemon, "enter_hand", result="tsumo", wins=wins)["changes"] == changes


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"result": "tsumo", "wins": [{"seat": 2, "from": 2, "yakuman": 1, "liable": 7}]}, "liable must be"),
        (
            {"result": "tsumo", "wins": [{"seat": 2, "from": 2, "yakuman": 1, "liable": True}]},
            "liable must be",
        ),
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


def test_the_start_signal() -> None:
    """WRC 8.2: no dice before it; a table that hears of it late has the same time as the others."""
    daemon = FakeDaemon()
    names = ["Ada", "Ben", "Cai", "Dan"]
    begun = {"ruleset": "wrc-2015", "names": names, "awaits_signal": True}
    assert ask(daemon, "begin_hanchan", dry_run=True, **begun)["ok"]
    assert ask(daemon, "begin_hanchan", **begun)["ok"]
    assert "before the start signal" in ask(daemon, "begin_hand", dice=[3, 4])["error"]
    assert "not been given" in ask(daemon, "gong")["error"]
    now_ms = daemon.now_ms()
    assert ask(daemon, "start_signal", seconds_ago=90)["ok"]
    assert daemon.game.started_at_ms == now_ms - 90_000
    assert ask(daemon, "begin_hand", dice=[3, 4])["ok"]
    assert "is not waiting for a start signal" in ask(daemon, "start_signal")["error"]


def test_a_hanchan_begins_with_extra_minutes_or_not_at_all() -> None:
    daemon = FakeDaemon()
    begun = {"ruleset": "wrc-2015", "names": ["Ada", "Ben", "Cai", "Dan"], "awaits_signal": True}
    number = daemon.journal.number
    assert "no time would be left" in ask(daemon, "begin_hanchan", extra_minutes=-90, **begun)["error"]
    timeless = {**begun, "ruleset": "riichi-mj"}
    assert "without a time limit" in ask(daemon, "begin_hanchan", extra_minutes=5, **timeless)["error"]
    assert (daemon.state, daemon.journal.number) == (None, number)
    for minutes in (5, 5, 7):  # only the first begins one, and its minutes are not added again
        assert ask(daemon, "begin_hanchan", extra_minutes=minutes, extra_hand=True, **begun)["ok"]
        assert daemon.game.desk.clock_added_ms == 60_000 * minutes
        assert daemon.game.desk.hand_granted


def test_a_win_is_acknowledged_and_paid() -> None:
    """SAI 45.10-13."""
    daemon = FakeDaemon().begin("saikouisen-2025")
    daemon.turn("8p")
    daemon.judge(observations.CallHeard(seat=2, call="ron"))
    daemon.judge(observations.TilesShown(seat=2, tiles=parse_tiles("2m3m4m5m6m7m6p7p3s4s5s2s2s")))
    assert ask(daemon, "acknowledge", seat=1)["ok"]
    assert "not acknowledged by all" in ask(daemon, "close_hand")["error"]
    assert ask(daemon, "acknowledge", seat=0)["ok"]
    decided = daemon.journal.number
    assert ask(daemon, "acknowledge", seat=3)["ok"]
    assert ask(daemon, "paid")["ok"]
    assert ask(daemon, "warn", seat=1, at=decided, dry_run=True)["ok"], "no ruling depends on it"
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
    ("name", "given"),
    [
        ("warn", {"seat": 1}),
        ("stop", {}),
        ("resume", {}),
        ("undo", {}),
        ("insert", {"observation": {"type": "StickLaid", "seat": 1}}),
        ("enter_hand", {"result": "exhaustive"}),
        ("adjust_points", {"changes": [100, -100, 0, 0]}),
        ("gong", {}),
        ("paid", {}),
    ],
)
def test_without_a_hanchan_there_is_nothing_to_judge(name: str, given: dict[str, Any]) -> None:
    answer = ask(FakeDaemon(), name, **given)
    assert not answer["ok"]
    assert "no hanchan" in answer["error"] or "nothing" in answer["error"]


def test_who_and_why_of_the_end_of_a_hanchan() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "close_hanchan", by="anna", text="fire")["ok"]
    *_, last = daemon.journal.entries()
    assert last.events[0] == HanchanCut("anna", "fire")


@pytest.mark.parametrize(("entered", "seen"), [([3, 4], None), ([3, 4], (6, 6)), (None, (3, 4))])
def test_a_hand_is_begun_with_the_dice_of_a_person_or_the_camera(
    entered: list[int] | None, seen: tuple[int, int] | None
) -> None:
    daemon = FakeDaemon()
    assert "no hanchan" in ask(daemon, "begin_hand", dice=[3, 4])["error"]
    daemon.begin_hanchan()
    daemon.watching.dice = seen
    answer = ask(daemon, "begin_hand", by="anna", **({} if entered is None else {"dice": entered}))
    assert answer == {"ok": True, "number": 2, "dice": [3, 4]}
    assert (daemon.game.phase, daemon.game.dice) == ("dealing", (3, 4))
    assert daemon.sources == ["anna"]
    # The previous walls are forgotten, and the dice need not be rolled again.
    assert (daemon.sensing.hands, daemon.machine.rolls) == (1, 1)
    assert "is being played" in ask(daemon, "begin_hand", dice=[1, 1])["error"]


def test_a_table_without_dice_of_its_own_begins_hands_with_unknown_ones() -> None:
    daemon = FakeDaemon()
    daemon.unit.capabilities = NOTHING
    daemon.begin_hanchan()
    daemon.watching.dice = None
    assert ask(daemon, "begin_hand", by="anna") == {"ok": True, "number": 2, "dice": [0, 0]}
    assert (daemon.game.phase, daemon.game.dice) == ("dealing", (0, 0))


@pytest.mark.parametrize("dice", [[], [3], [3, 7], [0, 1], [1, 2, 3], "34", 7, [True, 2], None])
def test_no_hand_is_begun_without_two_dice(dice: Any) -> None:
    daemon = FakeDaemon()
    daemon.begin_hanchan()
    assert not ask(daemon, "begin_hand", dice=dice)["ok"]
    assert daemon.game.phase == "waiting"


def test_no_hand_is_begun_while_play_is_stopped() -> None:
    daemon = FakeDaemon()
    daemon.begin_hanchan()
    assert ask(daemon, "stop", by="anna")["ok"]
    assert "stopped" in ask(daemon, "begin_hand", dice=[3, 4])["error"]


def test_between_hands_a_result_is_not_taken_for_a_whole_hand() -> None:
    """A hand that has just ended is corrected by the number of the entry that ended it."""
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "enter_hand", result="exhaustive", tenpai=[1])["ok"]
    ended, state = daemon.journal.number, daemon.state
    answer = ask(daemon, "enter_hand", result="exhaustive", tenpai=[2])
    assert f"To enter another end of E1: undo entry {ended}, then enter it" in answer["error"]
    assert (daemon.journal.number, daemon.state) == (ended, state)
    assert ask(daemon, "undo", entry=ended)["ok"]
    assert ask(daemon, "enter_hand", result="exhaustive", tenpai=[2])["scores"] == [
        29000,
        29000,
        33000,
        29000,
    ]
    assert ask(daemon, "enter_hand", result="exhaustive", tenpai=[2], unseen=True)["ok"]
    assert daemon.game.hand_name == "E3"
    assert ask(daemon, "undo", entry=daemon.journal.number)["ok"]
    assert daemon.game.hand_name == "E2"


def test_a_result_against_the_rules_needs_a_reason() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    wins = [{"seat": 2, "from": 0, "han": 3, "fu": 40}]
    other = {"result": "ron", "wins": wins, "changes": [-8000, 0, 8000, 0]}
    assert "by the rulebook the changes are" in ask(daemon, "enter_hand", **other)["error"]
    assert ask(daemon, "enter_hand", **other, against_rules="so they have paid")["changes"] == [
        -8000,
        0,
        8000,
        0,
    ]
