"""Rulings and corrections by judges, with the real referee and journal behind them."""

from typing import Any, cast

import pytest

from referee.game import events, observations
from referee.tiles import UNKNOWN, parse_tile
from tests.table_controller.command_stage import FakeDaemon, ask, kuikae
from wording.alerts.texts import Place


def test_a_finding_is_accepted_changed_or_dismissed() -> None:
    daemon = kuikae()
    assert ask(daemon, "accept", finding=0, by="anna")["ok"]
    assert "already has this ruling" in ask(daemon, "accept", finding=0)["error"]
    assert ask(daemon, "change_grade", finding=0, grade="warning", text="first time", by="anna")["ok"]
    assert ask(daemon, "dismiss", finding=0, by="anna")["ok"]
    assert [made.ruling for made in daemon.game.rulings] == ["dead_hand", "warning", "dismissed"]
    assert daemon.game.rulings[1].text == "first time"
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
    assert daemon.game.rulings[-1] == events.RulingMade(cast("Any", ruling), 2, None, "anna", "why")
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
    assert (daemon.game.phase, daemon.game.round, daemon.game.honba) == ("waiting", 0, 0)


def test_a_foul_is_entered_and_ruled_on_at_once() -> None:
    daemon = FakeDaemon().begin("saikouisen-2025")
    answer = ask(daemon, "foul", rule="tiles_shown", seat=2, tiles=2, by="anna")
    assert (answer["finding"], answer["grade"]) == (0, "guidance")
    answer = ask(daemon, "foul", rule="leaving", seat=1, ruling="accepted", resume=True)
    assert (answer["finding"], answer["grade"], answer["resumed"]) == (1, "warning", True)
    assert daemon.game.rulings[-1].ruling == "warning"
    assert daemon.game.desk.stopped == ""
    assert "not 'whistling'" in ask(daemon, "foul", rule="whistling", seat=1)["error"]
    assert "seat must be" in ask(daemon, "foul", rule="leaving")["error"]
    assert "ruling must be" in ask(daemon, "foul", rule="leaving", seat=1, ruling="jail")["error"]


def test_play_is_stopped_and_resumed() -> None:
    daemon = FakeDaemon().begin("saikouisen-2025")
    assert "not stopped" in ask(daemon, "resume")["error"]
    assert ask(daemon, "stop", by="anna")["ok"]
    assert "already" in ask(daemon, "stop")["error"]
    assert ask(daemon, "resume", by="anna")["ok"]


def test_a_call_stays_until_a_judge_says_that_he_has_seen_to_it() -> None:
    """The call stays even if play goes on: the judge on his way still comes, and is free once the call is resolved."""
    daemon = FakeDaemon().begin("saikouisen-2025")

    def called() -> bool:
        return daemon.broker.alerts.get("judge") is not None

    ruling = {"rule": "tiles_shown", "seat": 2, "ruling": "accepted", "resume": True}
    for command, arguments in (("resume", {}), ("foul", ruling)):
        daemon.health.judge_called(Place.chair(1))
        daemon.judge(observations.JudgeCalled(seat=1))
        assert ask(daemon, "take_call", by="ben")["ok"]
        assert ask(daemon, command, **arguments, by="anna")["called"]
        assert (daemon.game.desk.stopped, daemon.game.desk.attendant) == ("", "ben")
        assert called()
        assert ask(daemon, "resolve", id="judge", by="ben")["ok"]
        assert daemon.game.desk.attendant == ""
        assert not called()
    daemon.health.judge_called(Place.chair(1))
    daemon.judge(observations.JudgeCalled(seat=1))
    assert "called" not in ask(daemon, "resume", seen_to=True, by="anna")
    assert not called()


def test_a_misread_is_put_right() -> None:
    daemon = kuikae()
    answer = ask(daemon, "correct", entry=7, tile="6s", by="anna", text="that was 6s")
    assert (answer["ok"], answer["withdrawn"], answer["made"]) == (True, ["kuikae"], [])
    assert daemon.game.findings == ()
    assert ask(daemon, "correct", entry=7, set={"tile": "5p"})["made"] == ["kuikae"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"entry": 7}, "what should it have been"),
        ({"tile": "6s"}, "entry must be"),
        ({"entry": 7, "tile": "6x"}, "not '6x'"),
        ({"entry": 7, "tile": "5p"}, "says so already"),
        ({"entry": 7, "set": {"at_ms": 4}}, "cannot be corrected"),
        ({"entry": 7, "set": {"colour": "red"}}, "colour"),
        ({"entry": 7, "set": "6s"}, "mapping"),
        ({"entry": 99, "tile": "6s"}, "no entry 99"),
    ],
)
def test_corrections_that_make_no_sense(arguments: dict[str, Any], reason: str) -> None:
    assert reason in ask(kuikae(), "correct", **arguments)["error"]


def test_an_act_never_was() -> None:
    daemon = kuikae()
    answer = ask(daemon, "undo", entry=7, by="anna")
    assert (answer["entry"], answer["withdrawn"]) == (7, ["kuikae"])
    assert ask(daemon, "undo", entry=6)["entry"] == 6
    assert "taken out" in ask(daemon, "undo", entry=6)["error"]
    assert "nothing to undo" in ask(FakeDaemon(), "undo")["error"]


def test_what_was_not_seen_is_put_in() -> None:
    """South's discard was covered; by default it is inserted after the last action."""
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    daemon.judge(observations.TileDrawn(seat=1, tile=UNKNOWN))
    after = daemon.journal.number
    act = {"type": "TileDiscarded", "seat": 1, "tile": "5p"}
    answer = ask(daemon, "insert", observation=act, by="anna", text="a sleeve lay on it")
    assert (answer["ok"], answer["after"], answer["number"]) == (True, after, after + 1)
    assert (daemon.game.turn, daemon.game.holding) == (2, False)
    assert daemon.game.seats[1].pond[-1].tile == parse_tile("5p")
    assert ask(daemon, "undo", entry=after + 1)["ok"]
    assert daemon.game.turn == 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({}, "observation must be a mapping"),
        ({"observation": {"type": "Nothing"}}, "type must be one of"),
        (
            {"observation": {"type": "TileDiscarded", "seat": 1, "tile": "5x"}},
            "tile of a discard must be a tile",
        ),
        ({"observation": {"type": "StickLaid", "seat": 1, "at_ms": 4}}, "at_ms cannot be given"),
        ({"observation": {"type": "StickLaid", "seat": 1}, "after": 99}, "no entry 99"),
        ({"observation": {"type": "StickLaid", "seat": 1}, "after": "last"}, "after must be a whole number"),
        ({"observation": {"type": "GongHeard"}}, "the gong cannot be put in"),
    ],
)
def test_what_cannot_be_put_in(arguments: dict[str, Any], reason: str) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    before = daemon.journal.number
    assert reason in ask(daemon, "insert", **arguments)["error"]
    assert daemon.journal.number == before


def test_a_foul_whose_ruling_is_refused_is_not_entered() -> None:
    """Both are entered or neither: between hands there is no hand to make void."""
    daemon = FakeDaemon()
    daemon.begin_hanchan()
    answer = ask(daemon, "foul", rule="absent", seat=0, ruling="void")
    assert not answer["ok"]
    assert daemon.journal.number == 1
    assert daemon.game.findings == ()


def test_before_the_first_hanchan_nothing_can_be_put_in() -> None:
    stick = {"type": "StickLaid", "seat": 1}
    assert "no hanchan is running" in ask(FakeDaemon(), "insert", observation=stick, after=1)["error"]
