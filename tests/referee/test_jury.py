"""Juries: head referees vote on an appealed ruling (SAI 7), and every way in which that ends."""

from typing import Any

import pytest

from referee.encoding.public import public_state
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.standing import standing
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

JURORS = ("anna", "bert", "carl")


def votes(*rulings: Any) -> tuple[office.JuryVote, ...]:
    return tuple(
        office.JuryVote(judge=judge, ruling=ruling) for judge, ruling in zip(JURORS, rulings, strict=False)
    )


def holds(table: Table) -> list[str]:
    return [made.ruling for made in standing(table.state.rulings)]


@pytest.fixture
def table() -> Table:
    """South was ruled dead for kuikae by dora, and appeals (SAI 7)."""
    table = Table("saikouisen-2025").deals()
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    table.sees(seen.RulingGiven(ruling="dead_hand", finding=0, judge="Dora (dora)"))
    return table.sees(office.AppealNoted(seat=1, finding=0, outcome="open", judge="dora"))


@pytest.fixture
def sitting(table: Table) -> Table:
    return table.sees(office.JuryCalled(finding=0, jurors=JURORS, judge="anna"))


def test_most_of_the_jurors_decide_and_the_appeal_is_upheld(sitting: Table) -> None:
    """SAI 7: a ruling may be appealed; the hand that was dead plays on when a jury takes the ruling back."""
    assert sitting.state.seats[1].dead
    sitting.sees(office.JuryClosed(votes=votes("dismissed", "dead_hand", "dismissed"), judge="anna"))
    assert holds(sitting) == ["dismissed"]
    assert not sitting.state.seats[1].dead
    assert [made.outcome for made in sitting.state.desk.appeals] == ["open", "upheld"]
    assert sitting.state.desk.jury is None
    shown = public_state(sitting.state, 1, 0)
    assert shown["jury"] is None
    assert shown["juries"][0]["ruling"] == "dismissed"
    assert [each["judge"] for each in shown["juries"][0]["votes"]] == list(JURORS)


@pytest.mark.parametrize(
    "cast",
    [
        ("dismissed", "warning", "dead_hand"),
        ("dismissed", "warning"),
        ("dismissed",),
        (),
        ("dead_hand", "dead_hand"),
        ("accepted", "accepted", "dismissed"),
    ],
    ids=[
        "all differ",
        "two differ, one is absent",
        "two are absent",
        "nobody votes",
        "for it",
        "as proposed",
    ],
)
def test_without_most_votes_for_another_the_first_ruling_stands(
    sitting: Table, cast: tuple[str, ...]
) -> None:
    """SAI 7: a ruling must be obeyed. More than half of all jurors must want another one, the absent ones included."""
    before = sitting.state.rulings
    sitting.sees(office.JuryClosed(votes=votes(*cast), judge="anna"))
    assert sitting.state.rulings == before
    assert sitting.state.seats[1].dead
    assert [made.outcome for made in sitting.state.desk.appeals] == ["open", "rejected"]


def test_two_jurors_who_disagree_leave_the_first_ruling(table: Table) -> None:
    """SAI 7: a tie changes nothing."""
    table.sees(office.JuryCalled(finding=0, jurors=("anna", "bert"), judge="anna"))
    table.sees(office.JuryClosed(votes=votes("dismissed", "dead_hand"), judge="anna"))
    assert holds(table) == ["dead_hand"]


def test_an_absent_juror_does_not_hinder_two_who_agree(sitting: Table) -> None:
    sitting.sees(office.JuryClosed(votes=votes("warning", "warning"), judge="anna"))
    assert holds(sitting) == ["warning"]


def test_a_jury_imposes_what_ends_the_hand(sitting: Table) -> None:
    """SAI 54.1: with a chombo the hand is void and played again."""
    sitting.sees(office.JuryClosed(votes=votes("chombo", "chombo", "chombo"), judge="anna"))
    assert sitting.state.phase == "waiting"
    assert sitting.state.last is not None
    assert sitting.state.last.offenders == (1,)


def test_a_ruling_that_has_become_impossible_changes_nothing(sitting: Table) -> None:
    """A hand that is over cannot be voided any more."""
    sitting.sees(seen.HanchanClosed(judge="anna"))
    sitting.sees(office.JuryClosed(votes=votes("void", "void", "void"), judge="anna"))
    assert holds(sitting) == ["dead_hand"]
    assert sitting.state.desk.juries[0].ruling is None


def test_who_may_sit(table: Table) -> None:
    """The author of the ruling does not vote on it, and there are two or three."""
    call = office.JuryCalled
    assert "dora's own" in refusal(table.state, call(finding=0, jurors=("anna", "dora")))
    assert "2 to 3" in refusal(table.state, call(finding=0, jurors=("anna",)))
    assert "2 to 3" in refusal(table.state, call(finding=0, jurors=("anna", "anna")))
    assert "2 to 3" in refusal(table.state, call(finding=0, jurors=(*JURORS, "emil")))
    assert "1 finding" in refusal(table.state, call(finding=3, jurors=JURORS))
    table.sees(call(finding=0, jurors=JURORS))
    assert "sits already" in refusal(table.state, call(finding=0, jurors=JURORS))


def test_a_concerned_juror_is_left_out(sitting: Table) -> None:
    """Two jurors are left, who must agree; if another one left, the jury would end."""
    sitting.sees(office.VoteCast(who="carl"))
    assert "carl has voted already" in refusal(sitting.state, office.VoteCast(who="carl"))
    sitting.sees(office.JurorExcused(who="carl", judge="anna", text="his brother"))
    assert sitting.state.desk.jury is not None
    assert sitting.state.desk.jury.jurors == ("anna", "bert")
    assert sitting.state.desk.jury.voted == ()
    assert "not one of the jurors" in refusal(sitting.state, office.VoteCast(who="carl"))
    assert "close-jury" in refusal(sitting.state, office.JurorExcused(who="bert"))
    assert "not one of the jurors" in refusal(
        sitting.state, office.JuryClosed(votes=votes("none", "none", "none"))
    )
    sitting.sees(office.JuryClosed(votes=votes("warning", "warning"), judge="anna"))
    assert holds(sitting) == ["warning"]


def test_no_jury_without_an_open_appeal_or_where_the_rules_know_none() -> None:
    """SAI 7 lets a ruling be appealed; WRC 2015 does not, unless a club says so (``fouls.appeal``)."""
    call = office.JuryCalled(finding=0, jurors=JURORS)
    own: tuple[dict[str, Any], dict[str, Any]] = {}, {"fouls.appeal": "at_once"}
    for overrides, refused in zip(own, ("have no appeal", "nobody has ruled"), strict=True):
        table = Table("wrc-2015", **overrides).deals()
        table.east.turn("5p").south.chi("46p").south.discards("5p")
        assert refused in refusal(table.state, call)
    table.sees(seen.RulingGiven(ruling="warning", finding=0, judge="dora"))
    assert "no such appeal" in refusal(table.state, call)
    table.sees(office.AppealNoted(seat=1, finding=0, outcome="open", judge="dora"))
    assert refusal(table.state, call) == ""
    table.sees(office.AppealNoted(seat=1, finding=0, outcome="rejected", judge="dora"))
    assert "no such appeal" in refusal(table.state, call)
    assert "no jury sits" in refusal(table.state, office.JuryClosed(votes=()))


def test_a_jury_ends_with_its_hanchan(sitting: Table) -> None:
    """A jury that has not decided when the next hanchan begins never does: the first ruling stands."""
    sitting.sees(seen.HanchanClosed(judge="anna"))
    assert sitting.state.desk.jury is not None
    sitting.sees(seen.HanchanBegun(ruleset=sitting.state.ruleset.to_mapping()))
    assert sitting.state.desk.jury is None
