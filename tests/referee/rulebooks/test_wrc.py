"""Setup and turns by the World Riichi Championship Rules 2015, section by section: WRC 2.2 to 5.4.

Each test plays what its section says; the examples of the book are there in its own words.
"""

import pytest

from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""


# 2.2 Tenpai


def test_2_2_every_completing_tile_may_be_gone(table: Table) -> None:
    """ "It does not matter if all completing tiles have been discarded"; here the four of 5z, one with West himself."""
    table.goes_round("5z", "5z", "1z", "5z").runs_out().west.tenpai("123456m123456p5z").closes()
    assert table.fouls == []
    assert table.result.tenpai == (2,)


def test_2_2_a_wait_without_yaku_is_tenpai(table: Table) -> None:
    """Open, a pair of winds: no yaku with any tile. 2.2 asks for the shape only."""
    table.goes_round("9p").south.chi("78p").south.discards("1z").runs_out()
    table.south.tenpai("234m678s4599p").closes()
    assert table.fouls == []
    assert table.result.tenpai == (1,)


def test_2_2_seven_pairs_and_thirteen_orphans_are_waits_too(table: Table) -> None:
    table.runs_out().south.tenpai("1122m3344p5566s7z").west.tenpai("19m19p19s1234567z").closes()
    assert table.result.tenpai == (1, 2)


def test_2_2_seven_pairs_are_seven_different_ones(table: Table) -> None:
    table.runs_out().south.tenpai("1111m3344p5566s7z").closes()
    assert table.result.tenpai == ()


def test_2_2_a_dead_hand_is_noten(table: Table) -> None:
    table.ruled("dead_hand", seat=1).runs_out().south.tenpai(PINFU).west.tenpai(PINFU).closes()
    assert table.result.tenpai == (2,)
    assert table.result.changes == (-1000, -1000, 3000, -1000)


# 4 Setup


def test_4_1_play_goes_on_below_zero_and_with_a_riichi_too() -> None:
    """6.1: "plays normally (he can declare riichi, he can pay the other players)"."""
    table = Table("wrc-2015", flow__start_points=500).deals().east.draws().east.riichi("9p")
    table.south.turn("5p").west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.scores == (-500, -7500, 9500, 500)  # 8,000: before his own first turn (6.5.4)
    assert table.ended is None


def test_4_9_the_dealer_does_not_draw_a_fourteenth_tile_twice(table: Table) -> None:
    """5.3: "since East begins with fourteen tiles, he doesn't draw a tile on his first turn"."""
    table.east.draws()
    assert [seat.concealed for seat in table.state.seats] == [14, 13, 13, 13]
    assert table.state.live == 136 - 14 - 53


# 5.1-5.4 Turns and groups


def test_5_1_a_pung_skips_players(table: Table) -> None:
    """5.4: "play continues from the claiming player, not from the discarding player"."""
    table.east.turn("5p").north.pon("55p").north.discards("1z")
    assert table.state.turn == 0
    assert [len(seat.pond) for seat in table.state.seats] == [1, 0, 0, 1]


@pytest.mark.parametrize("names", ["89m1m", "12z3z", "567z", "1m2p3s", "135m"])
def test_5_2_no_chow_of_honours_or_around_the_nine(names: str) -> None:
    """ "8-9-1 in the same suit is not a chow", nor of winds or dragons; found once the caller has discarded (7.2)."""
    tiles = parse_tiles(names)
    taken = tiles[-1]
    table = Table("wrc-2015").deals().east.draws()
    table.sees(seen.TileDiscarded(seat=0, tile=taken)).south.calls("chi")
    table.sees(seen.MeldShown(seat=1, kind="chi", tiles=tiles, claimed=taken, source_seat=0))
    table.south.discards("9s")
    assert table.fouls == [("invalid_meld", 1)]


def test_5_4_only_the_most_recent_discard(table: Table) -> None:
    """5.4.1: the tile before it is gone once the next player has discarded."""
    table.goes_round("5p", "9s").north.calls("pon").north.shows_meld("pon", "555p", "5p", 0)
    assert table.state.seats[3].melds == ()


def test_5_4_taking_before_or_after_the_discard(table: Table) -> None:
    """ "The order of the two actions is not important": no finding either way, and the same table afterwards."""
    table.east.turn("5p").west.pon("55p").west.discards("1z")
    first = table.state.seats[2]
    assert table.fouls == []
    assert (first.concealed, len(first.melds), len(first.pond)) == (10, 1, 1)


def test_5_4_a_call_may_leave_nothing_but_forbidden_tiles() -> None:
    """Swap-calling is "determined when the player discards" (7.2): calling oneself into it is a dead hand all the same."""
    table = Table("wrc-2015").deals()
    for name, own in (("2z", "22z"), ("3z", "33z"), ("4z", "44z")):
        table.east.turn(name).south.pon(own).south.discards("9s").goes_round("1m", "2m")
    table.east.turn("6p").south.chi("45p").south.discards("3p")
    assert table.fouls == [("kuikae", 1)]


def test_5_4_1_ron_until_the_next_discard_but_pon_only_until_the_draw(table: Table) -> None:
    table.east.turn("5p").south.draws().north.calls("pon")
    assert table.fouls == [("late_call", 3)]
    table.west.ron(PINFU).closes()
    assert table.fouls == [("late_call", 3)]
    assert (table.result.wins[0].seat, table.result.wins[0].source) == (2, 0)


def test_5_4_1_after_the_next_discard_the_tile_is_not_won_on(table: Table) -> None:
    table.goes_round("5p", "9s").west.ron(PINFU).closes()
    assert table.fouls == [("false_win", 2)]


def test_5_4_6_a_big_kong_draws_a_replacement(table: Table) -> None:
    """14 tiles stay in the dead wall: the live wall gives one up; the player goes on as if he had drawn."""
    table.east.turn("5p").west.kan("555p").turns_indicator("2z").west.draws()
    assert (table.state.live, table.state.turn, table.state.rinshan) == (68, 2, True)
    assert len(table.state.indicators) == 2
    table.west.ankan("1111z").turns_indicator("3z").west.draws().west.discards("9s")
    assert table.fouls == []  # 5.4.8: a concealed kong on a replacement tile


def test_5_4_7_no_small_kong_in_a_turn_that_began_with_a_call(table: Table) -> None:
    table.east.turn("5p").west.pon("55p").west.discards("1z").goes_round("2z", "3z")
    table.south.turn("9m").west.chi("78m").west.kakan("5p")
    assert table.fouls == [("kan_after_call", 2)]


def test_5_4_7_a_small_kong_on_a_replacement_tile(table: Table) -> None:
    table.east.turn("5p").west.pon("55p").west.discards("1z").goes_round("2z", "3z", "4z")
    table.west.draws().west.ankan("1111m").turns_indicator("2s").west.draws().west.kakan("5p")
    table.turns_indicator("3s").west.draws().west.discards("9s")
    assert table.fouls == []
    assert len(table.state.kans) == 2


def test_5_4_8_a_hand_with_a_concealed_kong_is_still_concealed(table: Table) -> None:
    """It may declare riichi."""
    table.east.draws().east.ankan("1111m").turns_indicator("2z").east.draws().east.riichi("9p")
    table.south.draws()
    assert table.fouls == []
    assert table.state.bets == 1


def test_5_4_8_four_alike_without_the_word_are_no_kong(table: Table) -> None:
    """ "Four identical tiles only make a kong if they are declared": here they are 111m and 123m."""
    table.goes_round("1z", "2z", "3z", "4z").east.draws().east.tsumo("111123m67p34522s", "5p").closes()
    assert table.fouls == []
    assert (
        table.result.wins[0].fu == 30
    )  # winning 20, self-draw 2, concealed pung of ones 8; a kong would be 32


def test_5_4_9_the_fourth_kong_by_several_players_plays_on_and_ends_as_any_hand(table: Table) -> None:
    table.east.draws()
    for names in ("1111z", "2222z", "3333z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").south.draws().south.ankan("4444z").turns_indicator("9m").south.draws()
    table.south.discards("2m").runs_out().closes()
    assert table.fouls == []
    assert table.result.result == "exhaustive"


def test_5_4_10_two_more_discards_and_the_claimed_tile_is_late(table: Table) -> None:
    """Taken after the first of them it is in time."""
    table.east.turn("5p").west.calls("pon").west.discards("1z").goes_round("2z")
    table.west.shows_meld("pon", "555p", "5p", 0).goes_round("3z", "4z")
    assert not any(rule == "claimed_tile_not_taken" for rule, _ in table.fouls)


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj", "scoring-tables"])
@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("first_turn", [False, True])
def test_5_4_8_another_hand_than_thirteen_orphans_robs_no_concealed_kong(
    ruleset: str, known: bool, first_turn: bool
) -> None:
    """ "A concealed kong cannot be robbed, except to win on the Thirteen Orphans yaku"; MJ 3.3.7. In the first turns too."""
    table = Table(ruleset, scoring__renhou="mangan").deals(west=PINFU if known else "")
    if not first_turn:
        table.goes_round("1z", "2z")
        table.west.draws("9s").west.discards("9s")
        table.goes_round("3z", "1z")
    else:
        table.east.turn("1z")
    table.south.draws().south.ankan("5555p").west.ron(PINFU).closes()
    assert table.fouls == [("false_win", 2)]
    assert table.result.result == "chombo"


@pytest.mark.parametrize("known", [False, True])
def test_5_4_8_thirteen_orphans_rob_one_in_the_first_turns_too(known: bool) -> None:
    """It is robbed, not discarded: no Blessing of Man (6.5.4, "winning on a discard")."""
    hand = "19m19p19s1234567z"
    table = Table("scoring-tables").deals(west=hand if known else "")
    table.east.turn("5p").south.draws().south.ankan("1111m").west.ron(hand).closes()
    assert table.fouls == []
    assert table.result.wins[0].yakuman == ("kokushi_musou_juusanmen",)
