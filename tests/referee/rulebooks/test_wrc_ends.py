"""Ends of hands by the World Riichi Championship Rules 2015, section by section: WRC 5.7 and 5.8.

Each test plays what its section says; the examples of the book are there in its own words.
"""

import pytest

from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""


# 5.7 End of a hand


def test_5_7_1_the_replacement_tile_of_a_kong_at_the_second_to_last_tile_is_the_last(table: Table) -> None:
    """The discard after it cannot be called for a pung or kong; a win on it is houtei (6.5.1)."""
    table.runs_out(keep=2)
    player = table.players[table.state.turn]
    other = table.players[(player.seat + 2) % 4]
    player.draws().players[player.seat].ankan("1111z").turns_indicator("2z")
    player.draws().players[player.seat].discards("5p")
    assert table.state.live == 0
    other.calls("pon")
    assert table.fouls == [("call_on_last_tile", other.seat)]
    table.players[(player.seat + 1) % 4].ron("234999m46p111s22m").closes()
    assert dict(table.result.wins[0].yaku) == {"houtei": 1}


def test_5_7_1_after_a_kong_only_rinshan_counts_on_the_last_tile(table: Table) -> None:
    """6.5.1: "you cannot score Last Tile Draw and After a Kong together"."""
    table.runs_out(keep=2)
    player = table.players[table.state.turn]
    player.draws().players[player.seat].ankan("1111z").turns_indicator("9m").players[player.seat].draws()
    player.tsumo("999m46p111s22m", "5p").closes()
    yaku = dict(table.result.wins[0].yaku)
    assert yaku["rinshan_kaihou"] == 1
    assert "haitei" not in yaku


def test_5_7_2_a_tenpai_hand_may_be_called_noten(table: Table) -> None:
    """It is not shown and pays noten; if it is the dealer's, the deal rotates (5.7.8)."""
    table.runs_out().east.noten().south.tenpai(PINFU).west.noten().north.noten().closes()
    assert table.fouls == []
    assert table.result.changes == (-1000, 3000, -1000, -1000)
    assert (table.result.round, table.result.honba) == (1, 1)


@pytest.mark.parametrize("says", ["nothing", "tenpai"])
def test_5_7_2_who_said_noten_is_noten(table: Table, says: str) -> None:
    """ "The announcement cannot be changed": neither by a word nor by opening the hand."""
    table.runs_out().south.noten()
    (table.south.tenpai(PINFU) if says == "tenpai" else table.south.shows(PINFU)).west.tenpai(PINFU).closes()
    assert table.result.tenpai == (2,)
    assert table.fouls == ([("announcement_changed", 1)] if says == "tenpai" else [])


def test_5_7_2_in_riichi_noten_cannot_be_said(table: Table) -> None:
    """ "A player having a tenpai hand can choose to declare it noten …, unless he had declared riichi"."""
    table.east.draws().east.riichi("9p").runs_out().east.noten().east.shows(PINFU).closes()
    assert table.result.tenpai == (0,)


def test_5_7_3_four_winds_and_four_riichi_play_on() -> None:
    table = Table("wrc-2015").deals().goes_round("4z", "4z", "4z", "4z").closes()
    assert table.fouls == [("hand_not_over", 0)]
    table = Table("wrc-2015").deals()
    for player, name in zip(table.players, ("1z", "2z", "3z", "4z"), strict=True):
        player.draws().players[player.seat].riichi(name)
    table.closes()
    assert [rule for rule, _ in table.fouls] == ["hand_not_over"]


def test_5_7_3_three_players_on_one_tile_do_not_abort(table: Table) -> None:
    """5.7.6: only the one closer to the discarder wins."""
    table.east.turn("5p")
    for player in (table.north, table.west, table.south):
        player.ron(PINFU)
    table.closes()
    assert [win.seat for win in table.result.wins] == [1]
    assert sum(table.result.changes) == 0
    assert table.result.changes[2:] == (0, 0)


def test_5_7_4_bets_wait_for_the_next_winner(table: Table) -> None:
    """They go also to a winner who has not declared riichi, together with the counters of the draw (5.7.7)."""
    table.east.draws().east.riichi("9p").runs_out().east.tenpai("123m456m789p1122z").closes()
    assert (table.result.bets, table.result.honba, table.result.round) == (1, 1, 0)
    table.deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p").west.ron(PINFU).closes()
    assert table.result.changes == (-2300, 0, 3300, 0)
    assert (table.result.bets, table.result.honba, table.result.round) == (0, 0, 1)


def test_5_7_5_furiten_on_any_wait_even_without_yaku(table: Table) -> None:
    """ "If he can form a valid hand with one of his previous discards, even if the hand would not have any yaku"."""
    table.goes_round("1z", "2z", "9p", "4z").east.turn("6p").west.ron("22567m78p444678s").closes()
    assert table.fouls == [("furiten_win", 2)]


def test_5_7_5_a_changed_hand_is_not_furiten(table: Table) -> None:
    """ "A furiten player can choose to change his hand": only the waits at the win count."""
    table.goes_round("1z", "2z", "9s", "4z").east.turn("5p").west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.result == "ron"


def test_5_7_5_a_turn_lost_to_a_call_does_not_end_it(table: Table) -> None:
    """ "It does not matter if the set of turns is interrupted: … still temporarily furiten until his next draw"."""
    table.goes_round("1z", "2z", "3z", "5p").south.pon("55p").south.discards("9m").north.pon("99m")
    table.north.discards("8p").west.ron(PINFU).closes()
    assert ("furiten_win", 2) in table.fouls


def test_5_7_5_a_claim_of_his_own_ends_it(table: Table) -> None:
    """ "Ends when the player draws or claims a tile"."""
    table.goes_round("1z", "2z", "3z", "5p").east.turn("7z").west.pon("77z").west.discards("9s")
    table.goes_round("4z", "8p").west.ron("234567m67p22s").closes()
    assert table.fouls == []
    assert dict(table.result.wins[0].yaku) == {"chun": 1}


def test_5_7_5_a_draw_of_his_own_ends_it(table: Table) -> None:
    table.goes_round("1z", "2z", "3z", "5p", "1z", "2z").west.turn("9s").north.turn("8p")
    table.west.ron(PINFU).closes()
    assert table.fouls == []


def test_5_7_5_in_riichi_his_own_draws_do_not_end_it(table: Table) -> None:
    table.goes_round("1z", "2z").west.draws().west.riichi("9s").goes_round("5p", "1z", "2z", "1s", "8p")
    table.west.ron(PINFU).turns_ura("1s").closes()
    assert table.fouls == [("furiten_win", 2)]


def test_5_7_5_a_concealed_kong_let_go_by(table: Table) -> None:
    """ "Missing an opportunity to rob a kong": Thirteen Orphans of thirteen waits lets 1m of a concealed kong go by."""
    table.east.turn("5p").south.draws().south.ankan("1111m").turns_indicator("9s").south.draws()
    table.south.discards("9m").west.ron("19m19p19s1234567z").closes()
    assert table.fouls == [("furiten_win", 2)]


def test_5_7_5_a_concealed_kong_let_go_by_means_nothing_to_other_hands(table: Table) -> None:
    table.east.turn("1z").south.draws().south.ankan("5555p").turns_indicator("9s").south.draws()
    table.south.discards("8p").west.ron(PINFU).closes()
    assert table.fouls == []


def test_5_4_1_a_tile_is_won_on_until_the_next_discard_even_after_tsumo(table: Table) -> None:
    """ "It can be claimed for a win until the next player discards"; MJ 3.3.1 adds "except in case of tsumo"."""
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p").south.draws().south.tsumo(PINFU, "8p")
    table.west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.changes == (-2000, 0, 2000, 0)


def test_5_7_7_counters_add_up_and_go_with_another_winner(table: Table) -> None:
    """300 each by ron, 100 from each by tsumo "in addition to the standard payment"."""
    for _ in range(2):
        table.runs_out().east.tenpai(PINFU).closes().deals()
    assert table.state.honba == 2
    kept = table.state
    table.goes_round("1z", "2z", "3z", "4z", "1z", "2z").west.draws().west.tsumo(PINFU, "5p").closes()
    assert table.result.changes == (-1500, -900, 3300, -900)
    assert (table.result.honba, table.result.round) == (0, 1)
    table.state_or_none = kept
    table.goes_round("1z", "2z", "3z", "4z").east.draws().east.tsumo(PINFU, "5p").closes()
    assert table.result.changes == (4500, -1500, -1500, -1500)
    assert (table.result.honba, table.result.round) == (3, 0)


def test_5_7_8_everybody_noten_rotates_and_adds_a_counter(table: Table) -> None:
    table.runs_out().closes()
    assert (table.result.round, table.result.honba, table.result.changes) == (1, 1, (0, 0, 0, 0))


def test_5_8_winds_move_with_the_deal_and_south_follows_east(table: Table) -> None:
    """4.2, 4.3: each player is East in turn; the prevailing wind turns when the first dealer is East again."""
    seen_winds = []
    for _ in range(5):
        seen_winds.append((table.state.dealer, table.state.round // 4, table.state.wind(0)))
        table.runs_out().closes().deals()
    assert seen_winds == [(0, 0, 0), (1, 0, 3), (2, 0, 2), (3, 0, 1), (0, 1, 0)]
