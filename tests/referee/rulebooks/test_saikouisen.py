"""The Saikouisen competition rules played article by article: table, calls and kans (SAI 3, 11-44)."""

import pytest

from referee.game import events, wall
from referee.game import observations as seen
from referee.game.dice import named
from referee.tiles import dora_of, parse_tiles
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p."""
SEVEN = (3, 4)


@pytest.fixture
def table() -> Table:
    return Table("saikouisen-2025").deals()


# The table and the wall


@pytest.mark.parametrize(("deme", "side"), [((2, 6, 10), 1), ((3, 7, 11), 2), ((4, 8, 12), 3), ((5, 9), 0)])
def test_article_3_whom_the_dice_name(deme: tuple[int, ...], side: int) -> None:
    """Shimocha is the player to the right, who plays next; 11.1: his wall breaks."""
    for total in deme:
        rolled = (total // 2, total - total // 2)
        assert named(2, rolled) == wall.broken_side(2, rolled) == (2 + side) % 4


def test_article_11_2_and_12_the_dice_leave_as_many_stacks_and_wanpai_is_14_tiles() -> None:
    """Seven: seven ton, the wanpai, stay at the break; the live wall begins at the eighth."""
    dead = [wall.place(number, 0, SEVEN) for number in wall.dead_wall()]
    assert sorted({each.stack for each in dead}) == [11, 12, 13, 14, 15, 16, 17]
    assert (len(dead), {each.seat for each in dead}) == (14, {2})
    assert wall.place(0, 0, SEVEN) == wall.WallPlace(2, 10, True)


def test_article_12_3_the_order_of_the_rinshan_tiles() -> None:
    """First ton top and bottom, then the second ton top and bottom."""
    lie = [wall.place(number, 0, SEVEN) for number in wall.RINSHAN]
    assert [(each.stack, each.top) for each in lie] == [(11, True), (11, False), (12, True), (12, False)]


def test_article_12_1_each_kan_takes_the_haitei_tile_into_the_wanpai(table: Table) -> None:
    """70 tiles are left after the deal; a draw and a kan with its replacement leave 68."""
    table.east.draws().east.ankan("1111m").turns_indicator("2z").east.draws()
    assert table.state.live == 68
    assert set(wall.dead_wall(1)) - set(wall.dead_wall()) == {wall.last_live()}


def test_article_24_2_and_24_5_the_indicators() -> None:
    """The top of the third ton; the next ones beside it, away from the rinshan end; 24.7: ura are beneath them."""
    lie = [wall.place(number, 0, SEVEN) for number in wall.INDICATORS]
    assert [(each.stack, each.top) for each in lie] == [(stack, True) for stack in (13, 14, 15, 16, 17)]
    assert [wall.place(number, 0, SEVEN).top for number in wall.URA] == [False] * 5


@pytest.mark.parametrize(
    ("shown", "dora"), [("1m", "2m"), ("8p", "9p"), ("9s", "1s"), ("4z", "1z"), ("5z", "6z"), ("7z", "5z")]
)
def test_article_24_3_what_an_indicator_makes_dora(shown: str, dora: str) -> None:
    """Winds 東南西北 are 1-4z and come round; dragons 白發中 are 5-7z."""
    assert dora_of(parse_tiles(shown)[0]) == parse_tiles(dora)[0]


def test_article_24_4_and_24_7_dora_and_ura_dora_of_kans_count(table: Table) -> None:
    """Indicators 1s and 1s: twice 22s; under them 4s and 2s: 5s and 3s."""
    table.east.turn("9p").south.turn("9m")
    table.west.draws().west.riichi("1z").north.turn("2z").east.draws().east.ankan("7777z")
    table.turns_indicator("1s").east.draws().east.discards("9m").south.turn("5p")
    table.west.ron(PINFU).turns_ura("4s2s").closes()
    yaku = dict(table.result.wins[0].yaku)
    assert (yaku["dora"], yaku["ura_dora"]) == (2, 2)


def test_article_25_shown_tiles_go_back_and_the_game_goes_on(table: Table) -> None:
    table.east.turn("1z").sees(seen.TilesExposed(seat=2, count=1)).south.turn("2z")
    assert table.fouls == [("tiles_shown", 2)]
    assert table.state.seats[2].concealed == 13
    assert (table.state.phase, table.state.turn) == ("playing", 2)


# The course of the hanchan


def test_article_27_1_renchan_by_a_win_and_by_tenpai(table: Table) -> None:
    table.east.draws().east.tsumo(PINFU, "5p").closes()
    assert (table.result.round, table.result.honba) == (0, 1)
    table.deals().runs_out().east.tenpai(PINFU).closes()
    assert (table.result.round, table.result.honba) == (0, 2)


def test_article_27_2_rinchan_by_a_win_of_another_and_by_noten(table: Table) -> None:
    table.east.turn("5p").west.ron(PINFU).closes()
    assert (table.result.round, table.state.dealer) == (1, 1)
    table.deals().runs_out().east.tenpai(PINFU).closes()
    assert (table.result.round, table.state.dealer) == (2, 2)


def test_article_27_4_and_27_6_eight_hands_and_south_4_again_while_the_dealer_repeats(table: Table) -> None:
    """39.12: the bet that is left belongs to nobody."""
    dealers = []
    for _ in range(7):
        dealers.append(table.state.dealer)
        table.runs_out().closes().deals()
    assert dealers == [0, 1, 2, 3, 0, 1, 2]
    table.runs_out().north.tenpai(PINFU).closes()
    assert table.ended is None
    table.deals().north.draws().north.riichi("9p").runs_out().north.tenpai(PINFU).closes()
    assert table.ended is None
    table.deals().runs_out().closes()
    assert table.ended is not None
    assert sum(table.ended.scores) == 119_000


def test_article_28_2_the_turn_goes_counter_clockwise_from_the_dealer(table: Table) -> None:
    turns = []
    for name in ("1z", "2z", "3z", "4z", "1z"):
        turns.append(table.state.turn)
        table.goes_round(name)
    assert turns == [0, 1, 2, 3, 0]


def test_article_34_5_the_deal_is_complete_when_the_dealer_draws(table: Table) -> None:
    assert table.state.phase == "dealing"
    assert table.east.draws().state.phase == "playing"


def test_article_36_4_a_completed_discard_cannot_be_changed(table: Table) -> None:
    table.east.turn("1z").east.discards("2z")
    assert [entry.tile for entry in table.state.seats[0].pond] == list(parse_tiles("1z"))
    assert table.fouls == [("out_of_turn_discard", 0)]


# Riichi


def test_article_39_1_a_riichi_whose_tile_is_won_on_is_not_complete(table: Table) -> None:
    table.goes_round("1z", "2z", "3z", "4z").east.draws().east.riichi("5p").west.ron(PINFU).closes()
    assert sum(table.result.scores) == 120_000
    assert table.result.changes[0] == -table.result.wins[0].points


def test_article_39_2_and_55_3_3_a_riichi_is_taken_back_before_the_discard_only(table: Table) -> None:
    table.east.draws().east.calls("riichi").sees(seen.RiichiRetracted(seat=0)).east.discards("9p")
    assert table.fouls == [("riichi_retracted", 0)]
    assert table.state.seats[0].riichi == 0
    table.south.draws().south.calls("riichi").south.discards("9s", sideways=True)
    table.sees(seen.RiichiRetracted(seat=1)).sees(seen.StickLaid(seat=1)).west.draws()
    assert table.state.seats[1].riichi
    assert table.state.bets == 1


def test_article_39_3_riichi_needs_a_closed_hand(table: Table) -> None:
    """The tile that is turned after the word is no second foul."""
    table.east.turn("5p").south.pon("55p").south.discards("1z").goes_round("1z", "2z", "3z")
    table.south.draws().south.calls("riichi").south.discards("9p", sideways=True).west.turn("1z")
    assert table.fouls == [("riichi_open_hand", 1)]
    assert not table.state.seats[1].riichi


def test_article_39_4_riichi_in_furiten_wins_by_tsumo(table: Table) -> None:
    """51.2."""
    table.east.turn("5p").goes_round("1z", "2z", "3z").east.draws().east.riichi("9p")
    table.goes_round("1z", "2z", "3z").east.draws().east.tsumo(PINFU, "8p").turns_ura("1s").closes()
    assert (table.result.result, table.fouls) == ("tsumo", [])


@pytest.mark.parametrize(("left", "fouls"), [(2, []), (1, ["riichi_late"])])
def test_article_39_4_and_39_5_riichi_needs_no_turn_of_ones_own_but_not_on_the_houtei_tile(
    table: Table, left: int, fouls: list[str]
) -> None:
    player = table.runs_out(keep=left).players[table.state.turn]
    player.draws().players[player.seat].riichi("9p")
    assert [rule for rule, _ in table.fouls] == fouls


def test_article_39_6_and_39_7_turned_again_until_one_stays(table: Table) -> None:
    table.east.draws().east.calls("riichi").east.discards("9p", sideways=True)
    table.south.pon("99p").sees(seen.StickLaid(seat=0)).south.discards("1z").goes_round("2z", "3z")
    table.east.draws().east.discards("8p", sideways=True).south.pon("88p").south.discards("1z")
    table.goes_round("2z", "3z").east.draws().east.discards("7p", sideways=True).south.turn("4z")
    assert table.fouls == []
    table.goes_round("2z", "3z").east.draws().east.discards("6p", sideways=True)
    assert table.fouls == [("turned_without_riichi", 0)]


def test_article_39_8_only_the_drawn_tile_is_discarded(table: Table) -> None:
    """55.3(12) with 55.1(4): by a player in riichi it is a chombo."""
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws("4z").east.discards("1m")
    assert table.fouls == [("riichi_hand_changed", 0)]
    assert table.state.findings[0].grade == "chombo"


def test_article_39_9_and_51_1_3_a_win_passed_up_in_riichi_is_furiten_to_the_end(table: Table) -> None:
    table.east.draws().east.riichi("9p").goes_round("5p", "2z", "3z").east.turn("1z").south.turn("8p")
    table.east.ron(PINFU).closes()
    assert table.fouls == [("furiten_win", 0)]


def test_article_39_10_and_52_5_in_riichi_the_hand_is_shown(table: Table) -> None:
    table.east.draws().east.riichi("9p").runs_out().east.noten().closes()
    assert ("riichi_hand_not_shown", 0) in table.fouls


def test_article_39_12_the_next_winner_takes_the_bets(table: Table) -> None:
    table.east.draws().east.riichi("9p").runs_out().east.tenpai(PINFU).closes()
    assert table.result.bets == 1
    table.deals().goes_round("1z").south.turn("5p").west.ron(PINFU).closes()
    (win,) = table.result.wins
    assert table.result.changes[2] == win.points + 1000 + 300
    assert table.result.bets == 0


# Calls


def test_article_40_3_pon_goes_before_chi_at_the_same_time(table: Table) -> None:
    table.east.turn("5p").sees(seen.CallHeard(seat=1, call="chi", at_ms=table.at_ms + 500))
    table.sees(seen.CallHeard(seat=2, call="pon", at_ms=table.at_ms + 100)).south.shows_meld(
        "chi", "456p", "5p", 0
    )
    assert table.fouls == []
    table.sees(
        seen.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("555p"), claimed=parse_tiles("5p")[0], source_seat=0
        )
    )
    assert table.fouls == [("call_precedence", 1)]
    assert table.state.turn == 2


def test_article_40_3_a_pon_that_is_none_yields_to_the_chi(table: Table) -> None:
    """The pon is shown wrongly or never: the chi was right, the pon a go-pon (55.3(2))."""
    table.east.turn("5p").sees(seen.CallHeard(seat=1, call="chi", at_ms=table.at_ms + 500))
    table.sees(seen.CallHeard(seat=2, call="pon", at_ms=table.at_ms + 100)).south.shows_meld(
        "chi", "456p", "5p", 0
    )
    table.south.discards("1z").west.turn("9s")
    assert table.fouls == [("empty_call", 2)]
    assert table.state.turn == 3


def test_article_40_3_a_proper_chi_goes_before_an_illegal_pon(table: Table) -> None:
    """4p and 5p are no pair for a pon: the chi takes the tile, and the pon was a go-pon (55.3(2))."""
    table.east.turn("5p").sees(seen.CallHeard(seat=2, call="pon", at_ms=table.at_ms + 500))
    table.sees(seen.CallHeard(seat=1, call="chi", at_ms=table.at_ms + 100))
    table.west.shows_meld("pon", "455p", "5p", 0).south.shows_meld("chi", "456p", "5p", 0).south.discards(
        "1z"
    )
    assert [meld.kind for meld in table.state.seats[1].melds] == ["chi"]
    assert table.state.seats[2].melds == ()
    assert table.fouls == [("empty_call", 2)]
    assert table.state.findings[0].grade == "dead_hand"


def test_article_40_5_the_houtei_tile_is_not_called(table: Table) -> None:
    table.runs_out()
    last = table.state.open
    assert last is not None
    caller = table.players[(last.seat + 2) % 4]
    caller.calls("pon")
    assert table.fouls == [("call_on_last_tile", caller.seat)]


@pytest.mark.parametrize(
    ("own", "discard", "foul"), [("46p", "5p", True), ("67p", "8p", True), ("46p", "7p", False)]
)
def test_article_40_6_kuikae(table: Table, own: str, discard: str, foul: bool) -> None:
    table.east.turn("5p").south.chi(own).south.discards(discard)
    assert table.fouls == ([("kuikae", 1)] if foul else [])


def test_article_41_1_chi_is_of_kamicha_only(table: Table) -> None:
    table.east.turn("5p").west.calls("chi")
    assert table.fouls == [("void_call", 2)]


@pytest.mark.parametrize(("kind", "first"), [("pon", "556p"), ("chi", "557p")])
def test_article_41_3_and_42_3_tiles_changed_before_the_discard_are_tiles_shown(
    table: Table, kind: str, first: str
) -> None:
    table.east.turn("5p").south.calls(kind).south.shows_meld(kind, first, "5p", 0)
    table.south.shows_meld(kind, "555p" if kind == "pon" else "567p", "5p", 0).south.discards("1z")
    assert [rule for rule, _ in table.fouls] == ["tiles_shown"]
    assert table.state.findings[0].grade == "warning"


def test_article_41_4_after_the_discard_wrong_tiles_are_found(table: Table) -> None:
    """55.3(10); the judge asks whether all agree to a revision."""
    table.east.turn("5p").south.calls("chi").south.shows_meld("chi", "557p", "5p", 0).south.discards("1z")
    assert table.fouls == [("invalid_meld", 1)]
    assert table.state.findings[0].grade == "dead_hand"


# Kans


def test_article_43_3_the_kan_dora_comes_before_the_rinshan_tile(table: Table) -> None:
    table.east.draws().east.ankan("1111m")
    assert table.state.dora_due == ("ankan",)
    table.turns_indicator("2z").east.draws().east.discards("9p")
    assert table.fouls == []
    table.south.draws().south.ankan("1111p").south.draws().south.discards("9p")
    assert table.fouls == [("kan_dora_not_turned", 1)]


def test_article_43_5_four_kans_by_two_players_play_on_and_a_fifth_is_none(table: Table) -> None:
    table.east.draws()
    for names in ("1111z", "2222z", "3333z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").south.draws().south.ankan("4444z").turns_indicator("9m").south.draws()
    table.south.discards("9p").west.turn("1p")
    assert (table.state.phase, table.fouls) == ("playing", [])
    table.north.draws().north.ankan("5555z")
    assert table.fouls == [("fifth_kan", 3)]


def test_article_43_6_no_kan_when_the_wanpai_cannot_be_refilled(table: Table) -> None:
    player = table.runs_out(keep=1).players[table.state.turn]
    player.draws().players[player.seat].ankan("1111z")
    assert ("call_on_last_tile", player.seat) in table.fouls


def test_article_43_8_a_robbed_kan_is_not_complete() -> None:
    """Ippatsu stands, and no indicator is turned; 48, chankan."""
    table = Table("saikouisen-2025").deals(indicator="9p")
    table.east.turn("5p").west.pon("55p").west.discards("1z").north.draws().north.riichi("9s")
    table.goes_round("3z", "4z").west.draws().west.kakan("5p").north.ron("234m46p234555s22z")
    table.turns_ura("1m").closes()
    yaku = dict(table.result.wins[0].yaku)
    assert (yaku["chankan"], yaku["ippatsu"], "dora" in yaku) == (1, 1, False)


@pytest.mark.parametrize(
    ("kan", "drawn", "left", "foul"),
    [("7777z", "7z", "234567m67p22s", []), ("7777z", "6z", "234567m67p22s", ["riichi_kan"])],
)
def test_article_43_11_1_a_kan_in_riichi_takes_the_drawn_tile(
    table: Table, kan: str, drawn: str, left: str, foul: list[str]
) -> None:
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws(drawn)
    table.east.ankan(kan).turns_indicator("2z").east.draws("5p")
    table.east.tsumo(left, "5p").turns_ura("1s9m").closes()
    assert [rule for rule, _ in table.fouls] == foul


def test_article_43_11_3_a_kan_that_changes_a_combination_of_the_waits(table: Table) -> None:
    """55.1(3): found at ryukyoku. 3334m waits for 2m, 4m and 5m; without the three for 4m only."""
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws("3m").east.ankan("3333m")
    table.turns_indicator("2z").east.draws().east.discards("1z").runs_out()
    table.east.tenpai("4m234p234567s").closes()
    assert table.fouls == [("riichi_kan", 0)]
    assert table.result.result == "chombo"


def test_article_43_14_daiminkan_and_43_12_kakan(table: Table) -> None:
    table.east.turn("5p").west.kan("555p").turns_indicator("2z").west.draws().west.discards("1z")
    table.north.turn("9s").east.turn("2z").south.pon("22z").south.discards("1z")
    table.goes_round("3z", "4z", "7z").south.draws().south.kakan("2z").turns_indicator("3z")
    table.south.draws().south.discards("9m")
    kinds = [meld.kind for seat in table.state.seats for meld in seat.melds]
    assert (kinds, table.fouls) == (["kakan", "daiminkan"], [])


def test_article_44_2_the_sideways_tile_tells_from_whom(table: Table) -> None:
    """55.5(4): a warning."""
    table.east.turn("5p").west.calls("pon").west.shows_meld("pon", "555p", "5p", 3).west.discards("1z")
    found = [event for event in table.events if isinstance(event, events.FoulFound)]
    assert [(foul.rule, foul.grade, foul.section) for foul in found] == [
        ("meld_display", "warning", "SAI 44.2, 55.5(4)")
    ]
