"""Play stopped and resumed, points and time moved, hands entered by hand, how a hand is closed."""

from typing import Any

import pytest

from referee.encoding.public import public_state
from referee.game import events, judge_events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.judging.rulings.closing import step_of
from referee.records.journaled import records_of
from referee.records.mjai.mjai import write
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

PINFU = "234567m67p34522s"


def stopped(table: Table) -> Any:
    """Return the reason why play is stopped, and the person who stopped it."""
    stop = public_state(table.state, 1, 0)["stopped"]
    return stop and {"reason": stop["reason"], "seat": stop["seat"]}


# Play stops


def test_all_stop_when_the_judge_is_called() -> None:
    """SAI 53.4: acts during the stop are followed, but do not end it."""
    table = Table("saikouisen-2025").deals().goes_round("1z").sees(seen.JudgeCalled(seat=2))
    assert stopped(table) == {"reason": "judge_called", "seat": 2}
    table.goes_round("2z")
    assert stopped(table) is not None
    table.sees(office.PlayReleased(judge="anna", text="seen to"))
    assert stopped(table) is None
    assert judge_events.PlayContinued("anna", "seen to") in table.events


def test_a_call_is_taken_and_handed_over() -> None:
    """The call's waiting time ends when the first judge takes it, no matter who comes in the end."""
    table = Table("saikouisen-2025").deals().goes_round("1z")
    table.sees(seen.JudgeCalled(seat=2, at_ms=60_000))
    assert public_state(table.state, 1, 0)["attendant"] is None
    table.sees(office.TableAttended(who="anna", judge="anna", at_ms=72_500))
    assert public_state(table.state, 1, 0)["attendant"] == {
        "who": "anna",
        "since_ms": 72_500,
        "waited_ms": 12_500,
    }
    assert "anna attends" in refusal(table.state, office.TableAttended(who="anna", judge="anna"))
    table.sees(office.TableAttended(who="bert", judge="anna", at_ms=80_000))
    assert table.events[-1] == judge_events.AttendantChanged("bert", 80_000, None, "anna", "")
    assert table.state.desk.waited_ms == 12_500
    table.sees(office.TableAttended(judge="bert", at_ms=81_000))
    assert refusal(table.state, office.TableAttended(judge="bert")) == "nobody attends to this table"
    table.sees(office.PlayReleased(judge="bert"))
    assert table.state.desk.waited_ms is None


def test_who_comes_uncalled_let_nobody_wait(table: Table) -> None:
    table.sees(office.TableAttended(who="anna", judge="anna", at_ms=5000))
    assert judge_events.AttendantChanged("anna", 5000, None, "anna", "") in table.events


def test_the_next_call_is_taken_anew() -> None:
    """A judge who came without a call, or for an earlier one that was ruled on, has not come for this call."""
    table = Table("saikouisen-2025").deals().goes_round("1z")
    table.sees(office.TableAttended(who="anna", judge="anna", at_ms=5000))
    table.sees(seen.JudgeCalled(seat=2, at_ms=60_000))
    assert public_state(table.state, 1, 0)["attendant"] is None
    assert refusal(table.state, office.TableAttended(who="anna", judge="anna")) == ""
    table.sees(office.TableAttended(who="bert", judge="bert", at_ms=64_000))
    assert table.state.desk.waited_ms == 4000


def test_a_ruling_without_a_stop_ends_the_attendance() -> None:
    table = Table("wrc-2015").deals().goes_round("1z")
    table.sees(office.TableAttended(who="anna", judge="anna", at_ms=5000))
    table.ruled("warning", seat=1, at_ms=9000)
    assert public_state(table.state, 1, 0)["attendant"] is None
    assert refusal(table.state, office.TableAttended(who="bert", judge="bert")) == ""


def test_a_judge_at_the_table_stays_when_he_stops_play_and_rules() -> None:
    table = Table("wrc-2015").deals().goes_round("1z")
    table.sees(office.TableAttended(who="anna", judge="anna", at_ms=5000))
    table.sees(office.PlayHalted(judge="anna", at_ms=6000))
    table.ruled("warning", seat=1, at_ms=9000)
    assert table.state.desk.attendant == "anna"
    table.sees(office.PlayReleased(judge="anna", at_ms=9500))
    table.sees(office.TableAttended(who="bert", judge="bert", at_ms=10_000))
    table.sees(seen.RulingGiven(ruling="disqualified", seat=1, judge="bert", at_ms=11_000))
    assert (table.state.desk.stopped, table.state.desk.attendant) == ("disqualified", "bert")


@pytest.mark.parametrize(
    ("ruleset", "expected"),
    [("saikouisen-2025", {"reason": "kuikae", "seat": 1}), ("wrc-2015", None), ("riichi-mj", None)],
)
def test_whether_a_finding_stops_play_is_the_rulesets(ruleset: str, expected: Any) -> None:
    """SAI 31: play may not go on after a penalty of points; WRC and MJ do not say."""
    table = Table(ruleset).deals().east.turn("5p").south.chi("46p").south.discards("5p")
    assert table.fouls == [("kuikae", 1)]
    assert stopped(table) == expected


def test_guidance_stops_play_only_where_the_ruleset_says_so() -> None:
    """SAI 31 names warnings and above, 53.3 every action of the chapter."""
    for least, expected in (("warning", None), ("guidance", {"reason": "tiles_shown", "seat": 2})):
        table = Table("saikouisen-2025", fouls__play_stops_from=least).deals()
        table.sees(office.FoulEntered(rule="tiles_shown", seat=2, number=1))
        assert table.state.findings[0].grade == "guidance"
        assert stopped(table) == expected


def test_a_stop_outlives_what_is_taken_back_and_ends_with_the_hand() -> None:
    table = Table("saikouisen-2025").deals().goes_round("1z")
    table.south.draws().sees(office.PlayHalted(judge="anna"))
    table.west.calls("pon").west.pon("11z")
    assert stopped(table) == {"reason": "judge", "seat": None}
    table.ruled("void")
    assert stopped(table) is not None
    assert stopped(table.deals()) is None


def test_a_record_is_not_stopped() -> None:
    table = Table("saikouisen-2025", ("concealed", "acts")).deals()
    table.sees(seen.JudgeCalled(seat=1))
    assert stopped(table) is None


# Points


def test_points_are_moved(table: Table) -> None:
    table.sees(office.PointsAdjusted(changes=(1000, -1000, 0, 0), judge="anna", text="wrong sticks"))
    assert table.state.scores == (31_000, 29_000, 30_000, 30_000)
    table.sees(office.PointsAdjusted(changes=(0, 0, -1000, 0), bets=1, judge="anna"))
    assert (table.state.bets, sum(table.state.scores)) == (1, 119_000)


def test_points_may_come_or_go_if_the_judge_says_so(table: Table) -> None:
    lost = office.PointsAdjusted(changes=(0, -500, 0, 0), balanced=False, judge="anna")
    assert sum(table.sees(lost).state.scores) == 119_500


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"changes": (0, 0, 0, 0)}, "nothing changes"),
        ({"changes": (100, 0, 0, 0)}, "from nowhere"),
        ({"changes": (50, -50, 0, 0)}, "sticks of less than 100"),
        ({"changes": (1000, 0, 0, 0), "bets": -1}, "0 bets"),
    ],
)
def test_points_that_cannot_be_moved(table: Table, fields: dict[str, Any], reason: str) -> None:
    adjusted = office.PointsAdjusted(**fields)
    before = table.state
    assert reason in refusal(before, adjusted)
    assert table.sees(adjusted).state == before


def test_points_moved_by_a_draw_that_is_taken_back_stay_moved(table: Table) -> None:
    table.goes_round("1z").south.draws()
    table.sees(office.PointsAdjusted(changes=(100, -100, 0, 0)))
    table.west.calls("ron")
    assert any(isinstance(event, events.DrawTakenBack) for event in table.events)
    assert table.state.scores == (30_100, 29_900, 30_000, 30_000)


def test_after_the_last_hand_the_result_is_reckoned_again(table: Table) -> None:
    """WRC 5.9.2: uma by the places as they are now."""
    table.sees(seen.HanchanClosed(judge="anna"))
    table.sees(office.PointsAdjusted(changes=(-100, 0, 0, 100), judge="anna"))
    last = [event for event in table.events if isinstance(event, events.HanchanEnded)][-1]
    assert last.places == (4, 2, 2, 1)


# The clock


def test_the_clock_is_paused_and_made_longer(table: Table) -> None:
    """WRC 8.2: the time of the hanchan."""
    table.sees(office.ClockPaused(on=True, judge="anna", at_ms=60_000))
    assert "paused already" in refusal(table.state, office.ClockPaused(on=True))
    before = table.state
    assert table.sees(seen.GongHeard()).state == before
    table.sees(office.ClockPaused(on=False, judge="anna", at_ms=90_000))
    table.sees(office.ClockExtended(minutes=5, judge="anna"))
    time = public_state(table.state, 1, 0)["time"]
    assert (time["paused_at_ms"], time["added_ms"]) == (None, 330_000)
    assert "no time would be left" in refusal(table.state, office.ClockExtended(minutes=-96))
    assert table.sees(seen.GongHeard()).state.time_called
    assert "gong" in refusal(table.state, office.ClockExtended(minutes=5))


def test_no_clock_where_there_is_no_limit() -> None:
    table = Table("saikouisen-2025")
    assert "without a time limit" in refusal(table.state, office.ClockPaused())
    assert "without a time limit" in refusal(table.state, office.ClockExtended(minutes=3))


# A hand entered by hand


def enters(table: Table, result: Any, **fields: Any) -> Table:
    return table.sees(office.HandEntered(result=result, judge="anna", text="camera off", **fields))


def test_a_hand_that_was_not_seen_at_all() -> None:
    """MJ 4.1.2: 3 han 40 fu by a non-dealer are 5,200; the next hand is watched again."""
    table = Table("riichi-mj")
    enters(table, "ron", wins=(office.EnteredWin(seat=2, source=0, han=3, fu=40),))
    assert table.result.changes == (-5200, 0, 5200, 0)
    assert (table.state.round, table.state.hands, table.state.phase) == (1, 1, "waiting")
    assert judge_events.ResultEntered("ron", "anna", "camera off") in table.events
    table.deals().goes_round("1z")
    assert table.state.phase == "playing"
    assert table.fouls == []


def test_a_hand_is_lost_in_the_middle(table: Table) -> None:
    """WRC 6.1, 5.7.4, 5.7.7: dealer's tsumo of 4 han 30 fu (rounded up), the seen bet and another one."""
    table.east.draws().east.riichi("9p").goes_round("1m", "2m")
    enters(table, "tsumo", wins=(office.EnteredWin(seat=0, source=0, han=4, fu=30),), riichi=(0, 2))
    assert table.result.changes == (14_000, -4000, -4000, -4000)
    assert table.state.scores == (43_000, 26_000, 25_000, 26_000)
    assert (table.result.bets, table.result.honba, table.result.round) == (0, 1, 0)


def test_a_yakuman_and_a_limit_without_fu() -> None:
    """WRC 6.1: 8,000 base for a yakuman, 3,000 for 6 han."""
    table = Table("wrc-2015")
    enters(table, "ron", wins=(office.EnteredWin(seat=1, source=3, yakuman=1),))
    assert table.result.changes == (0, 32_000, 0, -32_000)
    enters(table, "ron", wins=(office.EnteredWin(seat=0, source=3, han=6),))
    assert table.result.changes == (12_000, 0, 0, -12_000)


def test_an_exhaustive_draw_and_nagashi() -> None:
    """WRC 5.7.2; TAB: nagashi mangan."""
    table = Table("wrc-2015")
    enters(table, "exhaustive", tenpai=(2, 0))
    assert (table.result.changes, table.result.tenpai) == ((1500, -1500, 1500, -1500), (0, 2))
    table = Table("scoring-tables")
    enters(table, "nagashi", nagashi=(1,))
    assert table.result.changes == (-4000, 8000, -2000, -2000)


def test_the_points_may_be_told_instead() -> None:
    table = Table("riichi-mj")
    win = office.EnteredWin(seat=2, source=0, han=3, fu=40)
    enters(table, "ron", wins=(win,), riichi=(1,), changes=(-5800, 0, 6800, 0))
    assert table.state.scores == (19_200, 24_000, 31_800, 25_000)
    assert table.result.wins[0].changes == (-5800, 0, 6800, 0)


def fed(table: Table, *names: str) -> Table:
    """West calls a pon of each tile, the last from North's discard, and then the camera fails."""
    for name in names:
        while table.state.turn != 3:
            table.goes_round("8s")
        table.north.turn(name).west.pon(name[0] * 2 + "z").west.discards("9s")
    return table


YAKUMAN = office.EnteredWin(seat=2, source=2, yakuman=1)


@pytest.mark.parametrize(
    ("ruleset", "win", "changes"),
    [
        ("wrc-2015", YAKUMAN, (0, 0, 32_000, -32_000)),
        ("riichi-mj", YAKUMAN, (0, 0, 32_000, -32_000)),
        ("wrc-2015", office.EnteredWin(seat=2, source=1, yakuman=1), (0, -16_000, 32_000, -16_000)),
        ("tenhou", office.EnteredWin(seat=2, source=2, yakuman=2), (0, 0, 64_000, -64_000)),
        ("saikouisen-2025", YAKUMAN, (-16_000, -8000, 32_000, -8000)),
    ],
)
def test_who_was_seen_to_feed_the_last_set_pays_an_entered_win(
    ruleset: str, win: office.EnteredWin, changes: tuple[int, ...]
) -> None:
    """WRC 6.2, MJ 3.3.9: the third dragon fixed daisangen, however the hand was won; SAI knows no liability."""
    table = fed(Table(ruleset).deals(), "5z", "6z", "7z")
    enters(table, "tsumo" if win.source == win.seat else "ron", wins=(win,))
    assert table.result.changes == changes
    assert table.result.wins[0].liable == (None if ruleset == "saikouisen-2025" else 3)


@pytest.mark.parametrize(
    ("yakuman", "changes"),
    [
        (1, (0, 0, 32_000, -32_000)),
        (2, (0, 0, 64_000, -64_000)),
        (3, (-16_000, -8000, 96_000, -72_000)),
    ],
)
def test_who_fed_a_yakuman_that_counts_twice_pays_both_parts(yakuman: int, changes: tuple[int, ...]) -> None:
    """``double_yakuman`` and ``pao_whole_hand`` of Mahjong Soul's rules: daisuushii is two of the yakuman entered."""
    table = fed(Table("mahjong-soul").deals(), "1z", "2z", "3z", "4z")
    enters(table, "tsumo", wins=(office.EnteredWin(seat=2, source=2, yakuman=yakuman),))
    assert table.result.changes == changes


def test_the_judge_says_who_is_liable_for_what_the_table_has_not_seen() -> None:
    """WRC 6.2: the liable player and the discarder share a ron, the discarder pays the counters; a tsumo is his alone."""
    table = Table("wrc-2015")
    enters(table, "ron", wins=(office.EnteredWin(seat=0, source=2, yakuman=1),))
    win = office.EnteredWin(seat=2, source=1, yakuman=1, liable=(3,))
    enters(table, "ron", wins=(win,))
    assert table.result.changes == (0, -16_300, 32_300, -16_000)
    assert table.result.wins[0].liable == 3
    enters(table, "tsumo", wins=(office.EnteredWin(seat=1, source=1, yakuman=1, liable=(0,)),))
    assert table.result.changes == (-48_000, 48_000, 0, 0)


def test_the_judge_overrules_what_the_table_has_seen() -> None:
    """Because a meld was misread, nobody is liable, or somebody else."""
    for liable, changes in (((), (-16_000, -8000, 32_000, -8000)), ((1,), (0, -32_000, 32_000, 0))):
        table = fed(Table("wrc-2015").deals(), "5z", "6z", "7z")
        enters(table, "tsumo", wins=(office.EnteredWin(seat=2, source=2, yakuman=1, liable=liable),))
        assert table.result.changes == changes


@pytest.mark.parametrize(
    ("ruleset", "more", "reason"),
    [
        ("saikouisen-2025", {"yakuman": 1, "liable": (3,)}, "no liability (cf. WRC 6.2, MJ 3.3.9)"),
        ("wrc-2015", {"han": 5, "liable": (3,)}, "without a yakuman (WRC 6.2)"),
        ("wrc-2015", {"yakuman": 1, "liable": (2,)}, "the winner is not liable"),
        ("wrc-2015", {"yakuman": 1, "liable": (7,)}, "0 to 3"),
        ("wrc-2015", {"yakuman": 1, "liable": (0, 3)}, "one seat"),
    ],
)
def test_a_liability_that_cannot_be_is_refused(ruleset: str, more: dict[str, Any], reason: str) -> None:
    table = Table(ruleset)
    entered = office.HandEntered(result="tsumo", wins=(office.EnteredWin(seat=2, source=2, **more),))
    assert reason in refusal(table.state, entered)
    before = table.state
    assert table.sees(entered).state == before


def test_where_each_answers_for_what_he_fed_the_points_are_told() -> None:
    """By a house rule each player answers for what he fed. There are two yakuman, and the feeding was not seen: only
    the judge knows which was fed."""
    table = Table("tenhou", scoring__pao_whole_hand=False)
    win = office.EnteredWin(seat=2, source=2, yakuman=2, liable=(3,))
    assert "give the points" in refusal(table.state, office.HandEntered(result="tsumo", wins=(win,)))
    enters(table, "tsumo", wins=(win,), changes=(-16_000, -8000, 64_000, -40_000))
    assert table.result.wins[0].changes == (-16_000, -8000, 64_000, -40_000)


WIN = office.EnteredWin(seat=2, source=0, han=3, fu=40)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"result": "ron"}, "who won"),
        ({"result": "exhaustive", "wins": (WIN,)}, "nobody wins"),
        ({"result": "nagashi", "nagashi": (1,)}, "have no nagashi"),
        ({"result": "nine_terminals"}, "have no nine terminals"),
        ({"result": "tsumo", "wins": (WIN,)}, "who drew the tile"),
        ({"result": "ron", "wins": (office.EnteredWin(seat=2, source=2, han=3, fu=40),)}, "one discarder"),
        (
            {"result": "ron", "wins": (WIN, office.EnteredWin(seat=1, source=0, han=1, fu=30))},
            "one player wins",
        ),
        ({"result": "ron", "wins": (WIN, WIN)}, "named twice"),
        (
            {"result": "ron", "wins": (office.EnteredWin(seat=2, source=0, han=3, fu=35),)},
            "35 fu is impossible",
        ),
        ({"result": "ron", "wins": (office.EnteredWin(seat=2, source=0, han=1, fu=25),)}, "is impossible"),
        ({"result": "ron", "wins": (office.EnteredWin(seat=2, source=0, han=0, fu=30),)}, "at least one han"),
        ({"result": "ron", "wins": (office.EnteredWin(seat=9, source=0, han=1, fu=30),)}, "0 to 3"),
        ({"result": "ron", "wins": (WIN,), "tenpai": (1,)}, "exhaustive draw only"),
        ({"result": "ron", "wins": (WIN,), "changes": (-5200, 0, 5100, 0)}, "sum to -100"),
        ({"result": "ron", "wins": (WIN,), "changes": (5200, 0, -5200, 0)}, "winner does not pay"),
    ],
)
def test_a_hand_cannot_have_ended_so(table: Table, fields: dict[str, Any], reason: str) -> None:
    entered = office.HandEntered(**fields)
    before = table.state
    assert reason in refusal(before, entered)
    assert table.sees(entered).state == before


def test_a_dead_hand_is_not_entered_as_a_winner(table: Table) -> None:
    """WRC 7.1, SAI 54.3."""
    table.sees(seen.RulingGiven(ruling="dead_hand", seat=2))
    assert "dead hand cannot win" in refusal(table.state, office.HandEntered(result="ron", wins=(WIN,)))
    assert "noten" in refusal(table.state, office.HandEntered(result="exhaustive", tenpai=(2,)))


def test_an_entered_hand_stands_in_the_record(table: Table) -> None:
    enters(table.goes_round("1z"), "ron", wins=(WIN,))
    (record,) = records_of(table.entries)
    lines = write(record).splitlines()
    (won,) = [line for line in lines if '"hora"' in line]
    assert '"deltas":[-5200,0,5200,0]' in won.replace(" ", "")


# How a hand is closed


def won(ruleset: str) -> Table:
    table = Table(ruleset).deals().goes_round("1z", "9s", "1z", "9s", "1z").south.turn("8p")
    return table.east.ron(PINFU)


def test_shown_acknowledged_paid() -> None:
    """SAI 45.10-13: all three acknowledge the win by folding their hands; only then is it paid."""
    table = won("saikouisen-2025")
    assert step_of(table.state) == "shown"
    table.sees(office.WinAcknowledged(seat=1)).sees(office.WinAcknowledged(seat=2))
    assert "not acknowledged by all" in refusal(table.state, office.PaymentMade())
    assert "acknowledged already" in refusal(table.state, office.WinAcknowledged(seat=1))
    assert "own win" in refusal(table.state, office.WinAcknowledged(seat=0))
    table.sees(office.WinAcknowledged(seat=3))
    assert step_of(table.state) == "acknowledged"
    table.sees(office.PaymentMade())
    assert step_of(table.state) == "paid"
    assert public_state(table.state, 1, 0)["closing"] == {"acknowledged": [1, 2, 3], "paid": True}
    assert table.closes().state.phase == "waiting"


def test_elsewhere_nobody_needs_to_acknowledge() -> None:
    """WRC 8.3 has payment only."""
    table = won("wrc-2015").sees(office.PaymentMade())
    assert step_of(table.state) == "paid"


def test_where_nothing_is_reported_closing_settles_all() -> None:
    table = won("saikouisen-2025").closes()
    assert table.result.result == "ron"


@pytest.mark.parametrize("observation", [office.WinAcknowledged(seat=1), office.PaymentMade()])
def test_nothing_is_acknowledged_or_paid_during_play(table: Table, observation: Observation) -> None:
    before = table.goes_round("1z").state
    assert refusal(before, observation)
    assert table.sees(observation).state == before


def test_the_next_hand_is_closed_anew() -> None:
    table = won("saikouisen-2025").sees(office.WinAcknowledged(seat=1)).closes().deals()
    assert (table.state.desk.acknowledged, table.state.desk.paid) == ((), False)
