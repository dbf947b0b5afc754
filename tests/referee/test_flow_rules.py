"""The course of a hanchan: counters, rotation, chombo, ends, the gong (WRC 5.7-5.9, 7.1, 8.2; MJ 3.4-3.6; SAI 27, 50, 53)."""

from typing import Any

import pytest
from msgspec.structs import replace

from referee.encoding.public import public_state
from referee.game import events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.flow import hanchan_result
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

Four = tuple[int, int, int, int]
TENPAI = "234567m67p34522s"
NOTEN = "147m258p369s1234z"


def draws(table: Table, *waiting: int) -> Table:
    """An exhaustive draw with these seats tenpai."""
    table.deals().runs_out()
    for seat in waiting:
        table.players[seat].tenpai(TENPAI)
    return table.closes()


def aborts(table: Table) -> Table:
    """Four winds."""
    return table.deals().goes_round("4z", "4z", "4z", "4z").closes()


def noten_riichi(table: Table, *seats: int) -> Table:
    """These seats declare riichi on nothing and have to show it at the draw."""
    table.deals()
    discards = ("1z", "2z", "3z", "4z", "1s", "9s", "1m", "9m")
    for turn in range(4):
        player = table.players[table.state.turn]
        _ = (
            player.draws().players[player.seat].riichi(discards[turn])
            if player.seat in seats
            else (player.turn(discards[turn + 4]))
        )
    table.runs_out()
    for seat in seats:
        table.players[seat].tenpai(NOTEN)
    return table.closes()


def step(table: Table) -> tuple[int, int]:
    """Round and counters of the next hand."""
    return table.result.round, table.result.honba


# counters and rotation


@pytest.mark.parametrize(("adds", "after"), [(True, [(0, 1), (1, 2)]), (False, [(0, 0), (1, 0)])])
def test_whether_a_draw_adds_a_counter(adds: bool, after: list[tuple[int, int]]) -> None:
    """WRC 5.7.2, MJ 3.4.2, SAI 50.1: it does, for the next dealer too; it is a setting."""
    table = Table("wrc-2015", flow__counter_on_draw=adds)
    assert [step(draws(table, 0)), step(draws(table, 1))] == after


@pytest.mark.parametrize(
    ("repeats", "adds", "after"),
    [(True, True, (0, 1)), (True, False, (0, 0)), (False, True, (1, 1)), (False, False, (1, 0))],
)
def test_an_abortive_draw(repeats: bool, adds: bool, after: tuple[int, int]) -> None:
    """MJ 3.4.3: a counter; 3.4.11 read alone rotates."""
    table = Table("riichi-mj", flow__dealer_repeats_abort=repeats, flow__counter_on_abort=adds)
    assert step(aborts(table)) == after


def test_a_dealer_among_several_winners_stays() -> None:
    """MJ 3.4.9-3.4.11: a counter is added "whether more players win or not", though another is nearer to the discarder."""
    table = Table("riichi-mj").deals().goes_round("1z", "2z", "3z", "4z", "1z").south.turn("5p")
    table.west.ron(TENPAI).east.ron("234567s67p34522m").closes()
    assert {win.seat for win in table.result.wins} == {0, 2}
    assert step(table) == (0, 1)


@pytest.mark.parametrize(("is_draw", "after"), [(True, (1, 1)), (False, (0, 1))])
def test_nagashi_mangan_as_a_draw_or_as_a_win(is_draw: bool, after: tuple[int, int]) -> None:
    """TAB and REF do not mention counters and dealer after it: as after a draw (a noten dealer goes), or as after his
    win."""
    table = Table("scoring-tables", flow__nagashi_is_draw=is_draw).deals()
    while table.state.live:
        table.players[table.state.turn].turn(("1z", "2m", "5p", "8s")[table.state.turn])
    assert table.closes().result.result == "nagashi"
    assert step(table) == after


# chombo


def test_a_chombo_moves_nothing_on_the_table() -> None:
    """WRC 7.1: "It doesn't change the table's score", no counter, no rotation, bets returned, the offender is named."""
    table = noten_riichi(draws(Table("wrc-2015"), 0), 2)
    assert table.result.result == "chombo"
    assert table.result.offenders == (2,)
    assert table.result.changes == (0, 0, 0, 0)
    assert table.result.scores == (33000, 29000, 29000, 29000)
    assert (step(table), table.result.bets) == ((0, 1), 0)


@pytest.mark.parametrize(
    ("seats", "changes"),
    [
        ((1,), (4000, -8000, 2000, 2000)),
        ((0,), (-12000, 4000, 4000, 4000)),
        ((1, 3), (8000, -6000, 4000, -6000)),
        ((0, 2), (-8000, 6000, -4000, 6000)),
    ],
)
def test_a_chombo_as_reverse_mangan(seats: tuple[int, ...], changes: Four) -> None:
    """MJ 3.4.6: "4000 to East, 2000 to other players. If the offending player is East, 4000 … to each"; bets returned."""
    table = noten_riichi(Table("riichi-mj"), *seats)
    assert table.result.offenders == seats
    assert table.result.changes == changes
    assert table.result.scores == tuple(25000 + change for change in changes)
    assert (step(table), table.result.bets) == ((0, 0), 0)


def test_a_false_win_is_a_chombo() -> None:
    """MJ 3.4.6: "Invalidly declaring a win and showing the tiles"."""
    table = Table("riichi-mj").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.west.ron(NOTEN).closes()
    assert table.result.result == "chombo"
    assert table.result.offenders == (2,)
    assert table.result.changes == (4000, 2000, -8000, 2000)


@pytest.mark.parametrize(
    ("ruling", "offenders", "changes"),
    [
        ("chombo", (3,), (4000, 2000, 2000, -8000)),
        ("end", (), (0, 0, 0, 0)),
        ("void", (), (0, 0, 0, 0)),
    ],
)
def test_a_chombo_by_ruling(ruling: Any, offenders: tuple[int, ...], changes: Four) -> None:
    """MJ 3.4.6 by the judge's word; merely voiding a hand costs nobody anything."""
    table = Table("riichi-mj").deals().goes_round("1z", "2z")
    table.ruled(ruling, seat=3)
    assert (table.result.result, table.result.offenders) == ("chombo", offenders)
    assert table.result.changes == changes


def test_bets_that_a_chombo_does_not_return() -> None:
    """SAI does not mention them, so it is a setting: they stay on the table."""
    table = Table("saikouisen-2025", flow__chombo_bets_returned=False).deals()
    table.east.draws().east.riichi("9p").goes_round("1m", "2m")
    table.ruled("chombo", seat=3)
    assert table.result.bets == 1
    assert table.result.scores == (29000, 30000, 30000, 30000)


def test_a_chombo_in_the_last_hand_is_played_again() -> None:
    """WRC 5.7, 7.1: it "does not count as a hand"."""
    table = Table("wrc-2015", flow__rounds=1)
    for _ in range(3):
        draws(table)
    assert table.state.hand_name == "E4"
    noten_riichi(table, 1)
    assert table.ended is None
    assert table.state.hand_name == "E4"
    draws(table)
    assert table.ended is not None


# the end of the game


@pytest.mark.parametrize(("points", "ends"), [(2000, True), (2600, False), (2500, True)])
def test_zero_plays_on_below_zero_ends(points: int, ends: bool) -> None:
    """MJ 3.5, 4.1: the dealer wins 2,600 from each (pinfu, tsumo, tanyao and a red five); a player with 2,600 is left
    with zero."""
    table = Table("riichi-mj", flow__start_points=points)
    table.deals().goes_round("1z", "2z", "3z", "4z").east.draws().east.tsumo("23467m67p34522s0m", "8p")
    table.closes()
    assert table.result.changes == (7800, -2600, -2600, -2600)
    assert (table.ended is not None) is ends


def test_a_chombo_that_takes_the_offender_below_zero() -> None:
    """MJ 3.4.6 with 4.1: "Having a negative score ends the game", though the hand would be played again."""
    table = noten_riichi(Table("riichi-mj", flow__start_points=7900), 1)
    assert table.result.scores == (11900, -100, 9900, 9900)
    assert table.ended is not None


def test_an_abortive_draw_in_the_last_hand() -> None:
    """MJ 3.4.3, 3.5: played again while the dealer stays; where he goes the round is over."""
    for repeats in (True, False):
        table = Table("riichi-mj", flow__rounds=1, flow__dealer_repeats_abort=repeats)
        for _ in range(3):
            draws(table)
        aborts(table)
        assert (table.ended is None) is repeats


@pytest.mark.parametrize(
    ("ruleset", "waiting", "ends"),
    [
        ("tenhou", (3,), True),  # 3 leads with 30,000 and more
        ("tenhou", (0, 3), True),
        ("tenhou", (), True),  # the last dealer goes, somebody has 30,000
        ("wrc-2015", (3,), False),  # 5.9.1
        ("riichi-mj", (3,), False),  # 3.6
        ("saikouisen-2025", (3,), False),  # 27.6: without renchan
        ("saikouisen-2025", (), True),
    ],
)
def test_a_tenpai_dealer_in_the_last_hand(ruleset: str, waiting: tuple[int, ...], ends: bool) -> None:
    """Tenpai-yame: TEN stops by itself; WRC 5.9.1, MJ 3.6, SAI 27.6 play on as long as the dealer repeats."""
    table = Table(ruleset, flow__rounds=1)
    for _ in range(3):
        draws(table, 3)
    while table.state.round < 3:
        draws(table, 3)
    assert max(table.state.scores) == table.state.seats[3].score
    if ruleset == "tenhou":
        assert table.state.seats[3].score >= 30000
    draws(table, *waiting)
    assert (table.ended is not None) is ends


def test_a_tenpai_dealer_who_does_not_lead_plays_on() -> None:
    """TEN: only a dealer who leads stops."""
    table = Table("tenhou", flow__rounds=1)
    for _ in range(3):
        draws(table, 2)
    while table.state.round < 3:
        draws(table)
    assert table.state.seats[2].score >= 30000
    draws(table, 3)
    assert table.ended is None
    assert table.state.hand_name == "E4"


def test_a_leading_dealer_does_not_stop_after_a_void_or_aborted_hand() -> None:
    """TEN: only a win or tenpai stops the game; a chombo does not count as a hand (WRC 5.7, MJ 3.4)."""
    table = Table("tenhou", flow__rounds=1)
    for _ in range(3):
        draws(table, 3)
    assert (table.state.hand_name, table.state.seats[3].score) == ("E4", 34000)
    aborts(table)
    assert table.ended is None
    table.deals().goes_round("1z").ruled("chombo", seat=2)
    assert table.ended is None
    assert table.state.hand_name == "E4"
    draws(table, 3)
    assert table.ended is not None


def test_an_aborted_last_hand_whose_dealer_goes() -> None:
    """TEN with a dealer who goes after an abortive draw: no extra round once somebody has 30,000."""
    for target, ends in ((30000, True), (45000, False)):
        table = Table("tenhou", flow__rounds=1, flow__dealer_repeats_abort=False, flow__target_points=target)
        for _ in range(3):
            draws(table, 2)
        while table.state.round < 3:
            draws(table)
        assert table.state.seats[2].score >= 30000
        aborts(table)
        assert (table.ended is not None) is ends


def test_the_extra_round_ends_with_the_first_to_reach_30000() -> None:
    """TEN: a West round (South after an East-only game) until somebody has 30,000, at the end of which it is over."""
    table = Table("tenhou", flow__rounds=1)
    for _ in range(4):
        draws(table)
    assert table.state.hand_name == "S1"
    draws(table, 1)
    assert table.ended is None
    draws(table, 0)
    assert max(table.state.scores) == 27000
    for _ in range(2):
        draws(table)
    assert table.ended is not None


# scores of a hanchan


def ended_with(table: Table, scores: Four, bets: int = 0) -> events.HanchanEnded:
    east, south, west, north = (
        replace(seat, score=score) for seat, score in zip(table.state.seats, scores, strict=True)
    )
    return hanchan_result(replace(table.state, seats=(east, south, west, north), bets=bets))


@pytest.mark.parametrize(
    ("ruleset", "scores", "places", "totals"),
    [
        # WRC 5.9.2, 7.1: "40,000 points and … best ranked": 25
        ("wrc-2015", (40000, 35000, 25000, 20000), (1, 2, 3, 4), (25000, 10000, -10000, -25000)),
        # WRC 5.9.2: "if two players tied at the first position, each gets a bonus of +10"
        ("wrc-2015", (40000, 40000, 25000, 15000), (1, 1, 3, 4), (20000, 20000, -10000, -30000)),
        ("wrc-2015", (20000, 40000, 40000, 20000), (3, 1, 1, 3), (-20000, 20000, 20000, -20000)),
        ("wrc-2015", (28000, 36000, 28000, 28000), (2, 1, 2, 2), (-7000, 21000, -7000, -7000)),
        ("wrc-2015", (34700, 30100, 28900, 26300), (1, 2, 3, 4), (19700, 5100, -6100, -18700)),
        # MJ 3.6.1: oka 20,000 to the first, uma 20-10
        ("riichi-mj", (10000, 20000, 30000, 40000), (4, 3, 2, 1), (-40000, -20000, 10000, 50000)),
        # MJ 3.6.1: "the tie is broken in favor of the person having the earlier dealership"
        ("riichi-mj", (25000, 35000, 35000, 5000), (3, 1, 2, 4), (-15000, 45000, 15000, -45000)),
        # JPMLA, by the number of players with 30,000 or more: one +12 -1 -3 -8, two +8 +4 -4 -8, three +8 +3 +1 -12,
        # none or four 0
        ("jpml-a", (45000, 29900, 25000, 20100), (1, 2, 3, 4), (27000, -1100, -8000, -17900)),
        ("jpml-a", (45000, 30000, 25000, 20000), (1, 2, 3, 4), (23000, 4000, -9000, -18000)),
        ("jpml-a", (33000, 32000, 31000, 24000), (1, 2, 3, 4), (11000, 5000, 2000, -18000)),
        ("jpml-a", (30000, 30000, 30000, 30000), (1, 1, 1, 1), (0, 0, 0, 0)),
        ("jpml-a", (29000, 29000, 29000, 29000), (1, 1, 1, 1), (-1000, -1000, -1000, -1000)),
        ("jpml-a", (36000, 36000, 28000, 20000), (1, 1, 3, 4), (12000, 12000, -6000, -18000)),
        # ML: uma 30-10 and oka of 20, of which two tied at the first position get half each
        ("m-league", (35000, 35000, 20000, 10000), (1, 1, 3, 4), (35000, 35000, -20000, -50000)),
        # ML, as a diary on its season 2022-23 works it out: the value of the shared places, by the number of tied
        # players
        ("m-league", (35200, 35200, 24200, 5400), (1, 1, 3, 4), (35200, 35200, -15800, -54600)),
        ("m-league", (60000, 29200, 5400, 5400), (1, 2, 3, 3), (80000, 9200, -44600, -44600)),
        ("m-league", (40000, 20000, 20000, 20000), (1, 2, 2, 2), (60000, -20000, -20000, -20000)),
        # ML: 50,000 for three, the remainder to the earlier dealers
        ("m-league", (30000, 30000, 30000, 10000), (1, 1, 1, 4), (16667, 16667, 16666, -50000)),
        # SOUL: 25,000 count as zero, the earlier dealer goes first
        ("mahjong-soul", (35000, 35000, 20000, 10000), (1, 2, 3, 4), (25000, 15000, -10000, -30000)),
    ],
)
def test_the_hanchan_score(ruleset: str, scores: Four, places: Four, totals: Four) -> None:
    """Every figure by hand: points less 30,000, with uma and oka, not rounded (WRC 2.3)."""
    ended = ended_with(Table(ruleset), scores)
    assert (ended.places, ended.totals) == (places, totals)


@pytest.mark.parametrize(
    ("rule", "scores", "bets", "final"),
    [
        ("nobody", (40000, 40000, 20000, 19000), 1, (40000, 40000, 20000, 19000)),  # WRC 5.7.4
        ("first", (40000, 40000, 20000, 19000), 1, (41000, 40000, 20000, 19000)),  # TEN
        (
            "first_shared",
            (40000, 40000, 20000, 19000),
            1,
            (40500, 40500, 20000, 19000),
        ),  # EMA25, split on a tie
        (
            "first_shared",
            (33000, 33000, 33000, 20000),
            1,
            (33300, 33300, 33300, 20000),
        ),  # EMA25, rounded down
        ("first_shared", (30000, 41000, 30000, 17000), 2, (30000, 43000, 30000, 17000)),
    ],
)
def test_bets_that_are_left(rule: str, scores: Four, bets: int, final: Four) -> None:
    assert ended_with(Table("wrc-2015", flow__bets_left=rule), scores, bets).scores == final


def test_a_share_that_cannot_be_divided() -> None:
    """A club's uma of 20-10 shared by three: the odd points go to the earlier dealers, so the totals add up."""
    table = Table("wrc-2015", flow__uma=[20000, 10000, -10000, -20000])
    ended = ended_with(table, (33000, 21000, 33000, 33000))
    assert ended.totals == (3000 + 6667, -9000 - 20000, 3000 + 6667, 3000 + 6666)


@pytest.mark.parametrize(
    ("ruleset", "scores"),
    [("wrc-2015", (30000, 30000, 29000, 29000)), ("riichi-mj", (32000, 30000, 29000, 29000))],
)
def test_bets_left(ruleset: str, scores: Four) -> None:
    """WRC 5.7.4, 5.9: nobody collects them; MJ 3.4.4, 3.6: first place, the earlier dealer of two."""
    assert ended_with(Table(ruleset), (30000, 30000, 29000, 29000), bets=2).scores == scores


# time


def gong(table: Table) -> Table:
    return table.sees(seen.GongHeard())


def test_the_hand_is_finished_after_the_gong() -> None:
    """WRC 8.2: "players must finish the current hand"."""
    table = gong(Table("wrc-2015").deals().goes_round("1z", "2z"))
    assert table.ended is None
    assert table.state.time_called
    assert isinstance(table.events[-1], events.TimeCalled)
    assert public_state(table.state, 1, 0)["time"]["called"]
    table.goes_round("3z", "4z").east.draws().east.tsumo(TENPAI, "8p").closes()
    assert table.result.result == "tsumo"
    assert table.ended is not None


def test_thrown_dice_are_enough() -> None:
    """WRC 8.2: over "if the walls are not set up or the dice not thrown"; here they are thrown, nothing is drawn."""
    table = gong(Table("wrc-2015").deals())
    assert table.ended is None
    table.runs_out().closes()
    assert table.ended is not None


def test_between_two_hands_the_gong_ends_the_hanchan() -> None:
    """WRC 8.2: "players cannot roll the dice after the gong"."""
    table = draws(Table("wrc-2015"), 0)
    gong(table)
    assert table.ended is not None
    before = table.state
    after = table.deals().state
    assert [foul.rule for foul in after.findings] == ["dice_out_of_time"]
    assert replace(after, findings=before.findings) == before


def test_dice_thrown_again_after_the_gong_deal_nothing() -> None:
    """WRC 8.2, 4.9: "in any case, players cannot roll the dice after the gong"."""
    table = gong(Table("wrc-2015").deals())
    hand = table.state.dice
    unknown = (37,) * 13
    table.sees(seen.HandDealt(dice=(6, 6), hands=(unknown, unknown, unknown, unknown)))
    assert table.state.dice == hand
    assert table.state.hands == 1


def test_a_chombo_after_the_gong_is_not_dealt_again() -> None:
    """WRC 8.2: "In case of chonbo during the last hand, the hand is not re-dealt"."""
    table = gong(Table("wrc-2015").deals().goes_round("1z"))
    table.ruled("chombo", seat=2)
    assert table.result.offenders == (2,)
    assert table.ended is not None


def granted(table: Table, *, on: bool = True) -> Table:
    return table.sees(office.HandGranted(on=on, judge="anna"))


@pytest.mark.parametrize("gong_first", [True, False])
def test_one_more_hand_is_dealt_if_it_was_granted(gong_first: bool) -> None:
    """WRC 8.2 ends the hanchan with the hand in play; an organiser may grant one more to a table that lost time."""
    table = Table("wrc-2015").deals()
    table = granted(gong(table)) if gong_first else gong(granted(table))
    assert public_state(table.state, 1, 0)["time"]["hand_granted"]
    table.goes_round("1z").runs_out().closes()
    assert table.ended is None
    table.deals()
    assert (table.state.hands, table.state.desk.hand_granted, table.state.findings) == (2, False, ())
    assert "left to be dealt" in refusal(table.state, office.HandGranted(on=False))
    table.goes_round("1z").runs_out().closes()
    assert table.ended is not None


def test_a_granted_hand_waits_through_a_gong_between_two_hands() -> None:
    """WRC 8.2: without the grant the hanchan would end at that gong, and it does once the grant is taken back."""
    table = gong(granted(draws(Table("wrc-2015"), 0)))
    assert table.ended is None
    assert granted(table, on=False).ended is not None


def test_where_no_hand_can_be_granted() -> None:
    """WRC 8.2: without a limit there is no gong, and no hanchan that has ended is revived."""
    assert "granted already" in refusal(granted(Table("wrc-2015").deals()).state, office.HandGranted())
    assert "without a time limit" in refusal(Table("saikouisen-2025").state, office.HandGranted())
    assert "no hanchan" in refusal(gong(draws(Table("wrc-2015"), 0)).state, office.HandGranted())


def test_a_second_gong_and_a_gong_where_there_is_no_limit() -> None:
    """WRC 8.2: a limit "can be applied"; MJ and SAI have none."""
    table = gong(Table("wrc-2015").deals())
    before = table.state
    assert gong(table).state == before
    table = gong(Table("wrc-2015", flow__time_limit_minutes=0).deals())
    assert not table.state.time_called


def test_the_limit_runs_from_the_start() -> None:
    """WRC 8.2: 90 minutes, and "the remaining time must be displayed"."""
    table = Table("wrc-2015").deals()
    time = public_state(table.state, 1, 0)["time"]
    assert time == {
        "limit_ms": 5_400_000,
        "started_at_ms": 1000,
        "called": False,
        "paused_at_ms": None,
        "added_ms": 0,
        "hand_granted": False,
        "awaits_signal": False,
    }
    draws(table.runs_out().closes())
    assert table.state.started_at_ms == 1000


@pytest.mark.parametrize(("uncalled", "result"), [(True, "exhaustive"), (False, "nagashi")])
def test_a_called_tile_in_the_pond(uncalled: bool, result: str) -> None:
    """REF: "none called"; TAB does not say, so it is a setting."""
    table = Table("scoring-tables", flow__nagashi_uncalled=uncalled).deals()
    table.east.turn("1z").west.pon("11z").west.discards("5p")
    while table.state.live:
        table.players[table.state.turn].turn(("2z", "2m", "5p", "8s")[table.state.turn])
    assert table.closes().result.result == result
