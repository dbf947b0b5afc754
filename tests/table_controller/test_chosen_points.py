"""A grade whose points the rulebook leaves to the judge (WRC 7.2): a number is asked for, recorded and deducted."""

import pytest

from hall.judge.tables.penalties import penalty_lines
from referee.rules.ruleset import Ruleset
from referee.texts.language import language
from tests.table_controller.command_stage import FakeDaemon, ask

NAMES = ["Ada", "Bea", "Cid", "Dan"]


def called(ruleset: str) -> FakeDaemon:
    """South's phone has rung: this is finding 0, graded by the judge."""
    daemon = FakeDaemon()
    ask(daemon, "begin_hanchan", ruleset=ruleset, names=NAMES)
    daemon.deal()
    entered = ask(daemon, "foul", rule="phone", seat=1)
    assert (entered["finding"], entered["grade"]) == (0, "judge")
    return daemon


def penalties(daemon: FakeDaemon) -> list[tuple[str, int, str, str, str]]:
    (hanchan,) = ask(daemon, "results")["hanchans"]
    return [
        (each["player"], each["points"], each["reason"], each["ruling"], each["judge"])
        for each in hanchan["penalties"]
    ]


def test_the_points_are_asked_for_with_their_range_and_kept() -> None:
    daemon = called("wrc-2015")
    refused = "the rules leave the points to the judge: how many, 1 to 30?"
    number = daemon.journal.number
    assert ask(daemon, "change_grade", finding=0, grade="continue")["error"] == refused
    assert (
        ask(daemon, "change_grade", finding=0, grade="continue", points=31)["error"]
        == "points must be 1 to 30"
    )
    assert (
        "points must be 1 to" in ask(daemon, "change_grade", finding=0, grade="continue", points=0)["error"]
    )
    assert daemon.journal.number == number
    assert ask(daemon, "change_grade", finding=0, grade="continue", points=5, by="anna")["ok"]
    assert penalties(daemon) == [("Bea", 5, "phone", "continue", "anna")]
    assert (
        "already has this ruling"
        in ask(daemon, "change_grade", finding=0, grade="continue", points=5)["error"]
    )
    # A different number is a new ruling, which replaces the first.
    changed = ask(daemon, "change_grade", finding=0, grade="continue", points=7, by="ben", replace=True)
    assert (changed["instead"], changed["former"]) == ("continue", "anna")
    assert penalties(daemon) == [("Bea", 7, "phone", "continue", "ben")]
    text = ask(daemon, "history", newest=1)["entries"][0]["text"]
    assert "continue, 7 points" in text


def test_a_foul_is_ruled_on_at_once_or_not_at_all() -> None:
    daemon = called("wrc-2015")
    number = daemon.journal.number
    assert "1 to 30" in ask(daemon, "foul", rule="phone", seat=2, ruling="continue")["error"]
    assert daemon.journal.number == number
    assert ask(daemon, "foul", rule="phone", seat=2, ruling="continue", points=3)["ok"]
    assert ask(daemon, "rule", ruling="continue", seat=3, points=2, text="shouts")["ok"]
    assert [each[:3] for each in penalties(daemon)] == [("Cid", 3, "phone"), ("Dan", 2, "shouts")]


@pytest.mark.parametrize("ruleset", ["riichi-mj", "saikouisen-2025", "tenhou"])
def test_where_each_grade_has_its_own_points_none_are_chosen(ruleset: str) -> None:
    """SAI 54: 10 points for a sho-chonbo, with play going on."""
    daemon = called(ruleset)
    own = Ruleset.read(ruleset).fouls.points_continue
    error = ask(daemon, "change_grade", finding=0, grade="continue", points=5)["error"]
    assert error == f"the rules fix the points of this ruling: it costs {own}"
    assert ask(daemon, "change_grade", finding=0, grade="continue")["ok"]
    assert [each[:2] for each in penalties(daemon)] == [("Bea", own)]


def test_a_foul_whose_points_the_rulebook_has_keeps_them() -> None:
    """WRC 7.2: calling with a dead hand costs 20."""
    daemon = called("wrc-2015")
    ask(daemon, "foul", rule="dead_hand_call", seat=2)
    error = ask(daemon, "change_grade", finding=1, grade="continue", points=5)["error"]
    assert error.endswith("it costs 20")
    assert ask(daemon, "accept", finding=1)["ok"]
    assert penalties(daemon)[-1][:2] == ("Cid", 20)


def test_who_has_how_many_points_by_which_rulings() -> None:
    daemon = called("wrc-2015")
    ask(daemon, "change_grade", finding=0, grade="continue", points=5, by="anna")
    ask(daemon, "chombo", seat=1, by="ben", text="wall destroyed")
    ask(daemon, "foul", rule="late", seat=3, minutes=1)
    ask(daemon, "close_hanchan")
    ask(daemon, "begin_hanchan", ruleset="saikouisen-2025", names=NAMES)
    daemon.deal()
    ask(daemon, "guide", seat=0, by="anna", text="slow")
    hanchans = ask(daemon, "results")["hanchans"]
    began = [each["began"][:16].replace("T", " ") for each in hanchans]
    assert penalty_lines({"7": hanchans, "8": []}, language("en").say) == [
        "Bea: 25 points",
        f"  5 points: continue, a phone that rings, ruled by anna (table 7, hanchan of {began[0]})",
        f"  20 points: chombo, wall destroyed, ruled by ben (table 7, hanchan of {began[0]})",
        "Dan: 1 point",
        f"  1 point: 1 min late (table 7, hanchan of {began[0]})",
        "Ada: 0 points",
        f"  0 points: guidance, slow, ruled by anna (table 7, hanchan of {began[1]})",
    ]
    assert penalty_lines({"7": []}, language("en").say) == ["nobody has been ruled on"]
