"""Rulings: only the judge imposes; what a dead hand may not do (WRC 7.1, 7.2; MJ 3.4.6-7; SAI 53, 54)."""

from typing import Any

import pytest

from referee.encoding.public import public_state
from referee.game import events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.standing import standing
from referee.tournament.tournament import penalties_of
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

PINFU = "234567m67p34522s"


def test_a_finding_imposes_nothing_until_the_judge_rules(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    assert table.fouls == [("kuikae", 1)]
    assert not table.state.seats[1].dead
    table.ruled("dead_hand", finding=0)
    assert table.state.seats[1].dead
    assert public_state(table.state, 1, 0)["findings"][0]["ruling"] == "dead_hand"


def test_the_judge_may_dismiss(table: Table) -> None:
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    table.ruled("dismissed", finding=0)
    assert not table.state.seats[1].dead
    assert public_state(table.state, 1, 0)["findings"][0]["ruling"] == "dismissed"


def test_a_dead_hand_calls_and_wins_nothing(table: Table) -> None:
    """WRC 7.1: no chow, pung, kong, riichi or win."""
    table.ruled("dead_hand", seat=2)
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p").west.calls("pon")
    table.west.calls("ron").west.shows(PINFU, "5p")
    assert table.fouls == [("dead_hand_call", 2), ("dead_hand_call", 2), ("tiles_shown", 2)]
    assert table.state.wins == ()


def test_a_dead_hand_lives_again_in_the_next_hand(table: Table) -> None:
    table.ruled("dead_hand", seat=2)
    table.runs_out().closes().deals()
    assert not table.state.seats[2].dead


@pytest.mark.parametrize("ruling", ["chombo", "end", "void"])
def test_a_void_hand_is_played_again_and_bets_go_back(table: Table, ruling: str) -> None:
    """WRC 7.1, MJ 3.4.6, SAI 53.6."""
    table.east.draws().east.riichi("9p").goes_round("1m", "2m")
    assert table.state.bets == 1
    table.ruled(ruling, seat=3)
    assert table.result.result == "chombo"
    assert table.result.scores == (30000,) * 4
    assert (table.result.round, table.result.honba, table.result.bets) == (0, 0, 0)
    assert table.state.phase == "waiting"


def test_lighter_rulings_are_only_recorded(table: Table) -> None:
    table.goes_round("1z")
    table.ruled("warning", seat=1, text="phone")
    assert table.events[-1] == events.RulingMade("warning", 1, None, "anna", "phone")
    assert table.state.phase == "playing"


def test_a_ruling_on_no_finding_or_twice_on_one_changes_nothing(table: Table) -> None:
    before = table.state
    assert table.ruled("chombo", finding=3).state == before
    table.east.turn("5p").south.chi("46p").south.discards("5p")
    once = table.ruled("warning", finding=0).state
    assert table.ruled("warning", finding=0).state == once


def test_two_warnings_in_the_same_words_are_two(table: Table) -> None:
    """SAI 54.5: each is counted."""
    table.ruled("warning", seat=1, text="phone")
    table.ruled("warning", seat=1, text="phone")
    assert [made.seat for made in standing(table.state.rulings)] == [1, 1]


def finding(table: Table) -> Table:
    """South's kuikae: finding 0."""
    return table.east.turn("5p").south.chi("46p").south.discards("5p")


def test_a_finding_is_accepted_as_it_is_proposed(table: Table) -> None:
    """WRC 7.2: swap-calling is a dead hand."""
    finding(table).ruled("accepted", finding=0)
    assert table.events[-1] == events.RulingMade("dead_hand", 1, 0, "anna", "")
    assert table.state.seats[1].dead


def test_a_grade_that_is_left_to_the_judge_is_not_accepted(table: Table) -> None:
    """WRC 7.2: obstruction, "penalty at the referee discretion"."""
    table.sees(office.FoulEntered(rule="obstruction", seat=2, judge="anna"))
    assert table.state.findings[0].grade == "judge"
    assert table.ruled("accepted", finding=0).state.rulings == ()
    assert table.ruled("warning", finding=0).state.rulings != ()


def test_a_changed_grade_revives_the_hand(table: Table) -> None:
    finding(table).ruled("dead_hand", finding=0)
    table.ruled("warning", finding=0)
    assert not table.state.seats[1].dead
    table.ruled("dead_hand", finding=0)
    table.ruled("dismissed", finding=0)
    assert not table.state.seats[1].dead


def test_a_ruling_without_a_finding_is_taken_back(table: Table) -> None:
    table.ruled("dead_hand", seat=2)
    table.ruled("dismissed", seat=2)
    assert not table.state.seats[2].dead
    before = table.state
    assert table.ruled("dismissed", seat=2).state == before
    assert "nothing to take back" in refusal(table.state, seen.RulingGiven(ruling="dismissed", seat=2))


def test_both_are_at_fault(table: Table) -> None:
    """WRC 7.2, fault due to another player's fault: the penalty is at the referee's discretion."""
    finding(table).ruled("warning", finding=0)
    table.ruled("dead_hand", finding=0, seat=3)
    assert [seat.dead for seat in table.state.seats] == [False, False, False, True]
    assert [made.seat for made in standing(table.state.rulings)] == [1, 3]
    costs = penalties_of(table.events, table.ruleset)
    assert [(penalty.reason, penalty.points) for penalty in costs] == [("kuikae", 0), ("kuikae", 0)]


def test_a_foul_that_only_people_saw_is_entered(table: Table) -> None:
    """WRC 7.2: a phone that rings; passing information."""
    table.goes_round("1z").sees(office.FoulEntered(rule="phone", seat=2, judge="anna", text="twice"))
    (found,) = table.state.findings
    assert (found.rule, found.seat, found.section) == ("phone", 2, "WRC 7.2")
    assert "entered by the judge" in found.text
    assert "twice" in found.text
    assert "no foul" in refusal(table.state, office.FoulEntered(rule="whistling", seat=2))


def test_a_ruling_on_an_earlier_hand_costs_points_and_does_not_touch_this_one(table: Table) -> None:
    finding(table).runs_out().closes().deals().goes_round("1m")
    table.ruled("chombo", finding=0)
    assert table.state.phase == "playing"
    table.ruled("dead_hand", finding=0)
    assert not table.state.seats[1].dead
    assert [penalty.points for penalty in penalties_of(table.events, table.ruleset)] == [0]


@pytest.mark.parametrize(
    ("ruling", "more", "reason"),
    [
        ("chombo", {}, "whose"),
        ("chombo", {"finding": 4}, "0 findings"),
        ("warning", {"seat": 5}, "0 to 3"),
        ("accepted", {"seat": 1}, "only a finding"),
        ("dismissed", {"seat": 1}, "nothing to take back"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(
    table: Table, ruling: Any, more: dict[str, Any], reason: str
) -> None:
    before = table.state
    assert reason in refusal(before, seen.RulingGiven(ruling=ruling, judge="anna", **more))
    assert table.ruled(ruling, **more).state == before


def test_without_a_hand_there_is_nothing_to_void() -> None:
    table = Table("wrc-2015")
    for ruling in ("void", "chombo", "dead_hand"):
        assert "no hand" in refusal(table.state, seen.RulingGiven(ruling=ruling, seat=1))


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_a_win_at_the_same_time_voids_a_chombo(ruleset: str) -> None:
    """WRC 7.1, MJ 3.4.6. The judge may insist, since only he knows that the two were not simultaneous."""
    table = Table(ruleset).deals().goes_round("1z", "9s", "1z", "9s", "1z").south.turn("8p").east.ron(PINFU)
    before = table.state
    assert table.ruled("chombo", seat=2).state == before
    assert "void" in refusal(before, seen.RulingGiven(ruling="chombo", seat=2))
    table.ruled("chombo", seat=2, force=True)
    assert table.result.result == "chombo"


def test_a_false_win_voids_no_chombo() -> None:
    """WRC 7.1: a chombo stands if the other hand does not win."""
    table = Table("wrc-2015").deals().goes_round("1z", "9s", "1z", "9s", "1z").south.turn("8p")
    table.east.ron("234567m67p3458s1z")
    table.ruled("chombo", seat=2)
    assert table.result.offenders == (2,)


def two_claims(table: Table) -> Table:
    """On East's 8p North opens a hand that does not win, then West one that does; the hand is paid and over."""
    table.goes_round("1z", "9s", "1z", "9s").east.turn("8p")
    return table.north.ron("234567m67p3458s1z").west.ron(PINFU).closes()


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
@pytest.mark.parametrize("later", [False, True])
def test_a_chombo_that_a_win_made_void_stays_void_after_the_hand(ruleset: str, later: bool) -> None:
    """WRC 7.1: "the offending player is not penalized, the winning hand is scored"; MJ 3.4.6."""
    table = two_claims(Table(ruleset).deals())
    assert (table.result.result, table.state.findings[0].grade) == ("ron", "chombo")
    if later:
        table.deals().runs_out().closes().deals()
    finding = public_state(table.state, 1, 0)["findings"][0]
    assert (finding["grade"], "7.1" in finding["text"]) == ("none", True)
    table.ruled("accepted", finding=0)
    assert table.events[-1] == events.RulingMade("none", 3, 0, "anna", "")
    assert penalties_of(table.events, table.ruleset) == ()
    before = table.state
    assert "void (cf. WRC 7.1, MJ 3.4.6)" in refusal(before, seen.RulingGiven(ruling="chombo", finding=0))
    assert table.ruled("chombo", finding=0).state == before
    table.ruled("chombo", finding=0, force=True)  # only people know that it was not at the same time
    assert [penalty.reason for penalty in penalties_of(table.events, table.ruleset)] == ["false_win"]


def test_where_no_win_voids_a_chombo_it_is_accepted_after_the_hand() -> None:
    """By SAI 53.7 fouls are ruled in the order of play; a false win that comes first voids the hand (55.1(1))."""
    table = Table("saikouisen-2025").deals().goes_round("1z", "9s", "1z", "9s").east.turn("8p")
    table.north.calls("ron").west.ron(PINFU).north.shows("234567m67p3458s1z").closes()
    assert table.result.result == "ron"
    table.ruled("accepted", finding=0)
    assert [penalty.points for penalty in penalties_of(table.events, table.ruleset)] == [20]


def test_a_chombo_of_before_the_winning_tile_is_not_of_the_same_time(table: Table) -> None:
    """WRC 7.1: "simultaneously"; the wall was destroyed a turn before the tile that is won on."""
    table.goes_round("1z", "9s").sees(seen.WallBroken(seat=3, what="wall")).goes_round("1z", "9s")
    table.east.turn("8p").west.ron(PINFU)
    assert refusal(table.state, seen.RulingGiven(ruling="chombo", finding=0)) == ""
    table.closes()
    table.ruled("accepted", finding=0)
    assert [penalty.points for penalty in penalties_of(table.events, table.ruleset)] == [20]


def test_a_chombo_beside_the_win_is_of_the_same_time(table: Table) -> None:
    table.goes_round("1z", "9s", "1z", "9s").east.turn("8p").west.ron(PINFU)
    table.sees(seen.WallBroken(seat=3, what="wall"))
    assert "void" in refusal(table.state, seen.RulingGiven(ruling="chombo", finding=0))
    table.closes().ruled("accepted", finding=0)
    assert penalties_of(table.events, table.ruleset) == ()


def test_a_chombo_is_not_voided_by_a_win() -> None:
    """SAI 53.7: the act that comes first in play is ruled first; 53.6: the hand does not count."""
    table = Table("saikouisen-2025").deals().goes_round("1z", "9s", "1z", "9s", "1z").south.turn("8p")
    table.east.ron(PINFU).ruled("chombo", seat=2)
    assert table.result.result == "chombo"


def test_a_chombo_at_an_exhaustive_draw_leaves_no_payment(table: Table) -> None:
    """WRC 7.1: no noten payment, no counter, the hand is re-dealt."""
    table.runs_out().ruled("chombo", seat=2)
    assert (table.result.changes, table.result.honba, table.result.round) == ((0, 0, 0, 0), 0, 0)


def test_what_kills_a_hand_is_a_chombo_after_riichi() -> None:
    """SAI 55.1(4); WRC 7.2 and MJ 3.4.7: a dead hand all the same."""
    for ruleset, allowed in (("saikouisen-2025", False), ("wrc-2015", True), ("riichi-mj", True)):
        table = Table(ruleset).deals().east.draws().east.riichi("9p").goes_round("1m", "2m")
        reason = refusal(table.state, seen.RulingGiven(ruling="dead_hand", seat=0))
        assert (reason == "") is allowed
        assert allowed or "55.1(4)" in reason


def test_fouls_are_ruled_in_the_order_of_play() -> None:
    """SAI 53.7; no other rulebook has it."""
    for ruleset, ordered in (("saikouisen-2025", True), ("wrc-2015", False)):
        table = finding(Table(ruleset).deals())
        table.west.turn("2p").north.chi("13p").north.discards("2p")
        second = seen.RulingGiven(ruling="dead_hand", finding=1)
        assert ("53.7" in refusal(table.state, second)) is ordered
        table.ruled("dead_hand", finding=0)
        assert refusal(table.state, second) == ""


def test_warnings_are_counted_to_the_end_of_the_hanchan() -> None:
    """SAI 54.5: five points at the third and at each after it; the next hanchan starts again from zero."""
    table = Table("saikouisen-2025").deals()
    for _ in range(4):
        table.ruled("warning", seat=1, text="phone")
    assert public_state(table.state, 1, 0)["seats"][1]["warnings"] == 4
    assert [each.points for each in penalties_of(table.events, table.ruleset)] == [0, 0, 5, 5]
    table.sees(seen.HanchanBegun(ruleset=table.ruleset.to_mapping()))
    assert public_state(table.state, 1, 0)["seats"][1]["warnings"] == 0


@pytest.mark.parametrize(
    ("ruleset", "grade"),
    [("wrc-2015", "continue"), ("riichi-mj", "chombo"), ("saikouisen-2025", "dead_hand")],
)
def test_a_call_with_a_dead_hand(ruleset: str, grade: str) -> None:
    """WRC 7.2: 20 points and the game continues; MJ 3.4.6: chombo; SAI 55.3(11): a dead hand again."""
    table = Table(ruleset).deals()
    table.ruled("dead_hand", seat=2)
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p").west.calls("pon")
    (found,) = table.state.findings
    assert (found.rule, found.grade) == ("dead_hand_call", grade)
    table.ruled("accepted", finding=0)
    costs = [penalty.points for penalty in penalties_of(table.events, table.ruleset)]
    expected = {"wrc-2015": [0, 20], "riichi-mj": [0, 0], "saikouisen-2025": [10, 10]}
    assert costs == expected[ruleset]
    assert (table.state.phase == "waiting") is (ruleset == "riichi-mj")


def test_a_disqualified_player_is_replaced_before_play_goes_on(table: Table) -> None:
    """WRC 7.1: he is not allowed to play anymore."""
    table.ruled("disqualified", seat=2)
    stop = public_state(table.state, 1, 0)["stopped"]
    assert (stop["reason"], stop["seat"]) == ("disqualified", 2)
    table.sees(office.PlayReleased(judge="anna"))
    assert table.state.desk.stopped
    table.sees(office.PlayerReplaced(seat=2, name="Eve", judge="anna"))
    table.sees(office.PlayReleased(judge="anna"))
    assert not table.state.desk.stopped
    assert table.state.names[2] == "Eve"


def test_what_a_player_was_fined_stays_with_him() -> None:
    """WRC 7.2: a substitute plays on; the penalty stays with the offender."""
    table = Table("wrc-2015").deals()
    table.sees(office.PlayerReplaced(seat=1, name="Bea"))
    table.ruled("continue", seat=1, text="phone")
    table.sees(office.PlayerReplaced(seat=1, name="Eve"))
    table.ruled("continue", seat=1, text="device")
    costs = penalties_of(table.events, table.ruleset)
    assert [(each.player, each.reason) for each in costs] == [("Bea", "phone"), ("Eve", "device")]
    assert "already" in refusal(table.state, office.PlayerReplaced(seat=2, name="Eve"))


def test_an_appeal_and_its_outcome() -> None:
    """SAI 7: "may appeal in writing by the next day", so after the hanchan too."""
    table = finding(Table("saikouisen-2025").deals())
    appeal = office.AppealNoted(seat=1, finding=0, outcome="open", judge="anna")
    assert "nobody has ruled" in refusal(table.state, appeal)
    table.ruled("dead_hand", finding=0)
    table.sees(seen.HanchanClosed(judge="anna")).sees(appeal)
    assert "open already" in refusal(table.state, appeal)
    table.sees(office.AppealNoted(seat=1, finding=0, outcome="upheld", judge="bo"))
    assert [made.outcome for made in table.state.desk.appeals] == ["open", "upheld"]
    assert "no such appeal" in refusal(
        table.state, office.AppealNoted(seat=2, finding=0, outcome="rejected", judge="bo")
    )


def test_no_appeal_where_the_rules_know_none(table: Table) -> None:
    finding(table).ruled("dead_hand", finding=0)
    assert "have no appeal" in refusal(table.state, office.AppealNoted(seat=1, finding=0, outcome="open"))


def barred(table: Table) -> tuple[int, ...]:
    """The seats whose players may not play on."""
    return table.state.desk.disqualified


def test_a_disqualification_is_taken_back_as_a_whole(table: Table) -> None:
    """Whichever way it is taken back, play can go on afterwards."""
    table.ruled("disqualified", seat=2)
    assert barred(table) == (2,)
    assert "disqualified" in refusal(table.state, office.PlayReleased())
    table.ruled("dismissed", seat=2)
    assert barred(table) == ()
    assert refusal(table.state, office.PlayReleased()) == ""
    finding(table)
    table.ruled("disqualified", finding=0)
    assert barred(table) == (1,)
    table.ruled("warning", finding=0)
    assert barred(table) == ()


def test_who_took_the_place_of_a_disqualified_player_is_not_disqualified(table: Table) -> None:
    table.ruled("disqualified", seat=2)
    table.sees(office.PlayerReplaced(seat=2, name="Eve"))
    table.ruled("warning", seat=2)
    assert barred(table) == ()
    table.ruled("disqualified", seat=2)
    assert barred(table) == (2,)
    table.ruled("dismissed", seat=2)
    table.ruled("dismissed", seat=2)
    assert barred(table) == ()
    assert standing(table.state.rulings)[0].ruling == "disqualified", "the first player still is"


def test_what_a_proposal_costs_is_shown_before_it_is_accepted() -> None:
    """WRC 7.1: 20 points for a chombo; SAI 54.5: a third warning 5; MJ 3.4.6: a chombo is paid at the table."""

    def costs(table: Table) -> list[int]:
        return [found["costs"] for found in public_state(table.state, 1, 0)["findings"]]

    for ruleset, points in (("wrc-2015", 20), ("riichi-mj", 0)):
        table = Table(ruleset).deals().goes_round("1z")
        table.sees(office.FoulEntered(rule="false_win", seat=2))
        assert (table.state.findings[0].grade, costs(table)) == ("chombo", [points])
    table = Table("saikouisen-2025").deals().goes_round("1z", "2z")
    table.sees(office.FoulEntered(rule="tiles_shown", seat=2))
    assert costs(table) == [0]
    table.ruled("warning", seat=2)
    table.ruled("warning", seat=2)
    assert costs(table) == [5]
