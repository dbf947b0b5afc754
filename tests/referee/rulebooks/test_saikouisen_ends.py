"""The Saikouisen competition rules played article by article: wins, points, furiten, ryukyoku (SAI 45-52)."""

import pytest

from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p."""


@pytest.fixture
def table() -> Table:
    return Table("saikouisen-2025").deals()


def without_first_turns(table: Table) -> Table:
    """Play one round, so that nobody can win by tenhou or chiihou."""
    return table.goes_round("1z", "2z", "3z", "4z")


# Wins


def test_article_45_1_a_win_needs_a_yaku(table: Table) -> None:
    """55.1(1): 9p completes the shape and nothing else."""
    without_first_turns(table).east.turn("9p").west.ron("22567m78p444678s").closes()
    assert table.fouls == [("false_win", 2)]
    assert table.state.findings[0].grade == "chombo"


def test_article_45_2_a_tsumo_after_a_riichi_that_could_not_be_said(table: Table) -> None:
    """39.3: saying riichi with an open hand is a foul of its own; the hand with the tile kept apart still wins."""
    table.east.turn("2m").south.chi("34m").south.discards("1z").goes_round("2z", "3z", "4z")
    table.south.draws().south.calls("riichi").south.shows("567m67p34522s", "8p").closes()
    assert table.fouls == [("riichi_open_hand", 1)]
    assert table.result.result == "tsumo"


def test_article_45_3_ron_overrides_a_call_until_its_tiles_are_shown(table: Table) -> None:
    table.east.turn("5p").south.calls("pon").west.calls("ron")
    assert table.fouls == []
    table.west.shows(PINFU).closes()
    assert [win.seat for win in table.result.wins] == [2]


def test_article_45_3_no_ron_after_the_tiles_of_a_call(table: Table) -> None:
    table.east.turn("5p").south.pon("55p").west.calls("ron")
    assert table.fouls == [("late_win_call", 2)]


def test_article_45_4_head_bump(table: Table) -> None:
    """Of three winners shimocha of the discarder is paid, no matter who called first."""
    table.east.turn("5p").north.calls("ron").west.calls("ron").south.calls("ron")
    table.south.shows(PINFU).west.shows(PINFU).north.shows(PINFU).closes()
    assert [win.seat for win in table.result.wins] == [1]


@pytest.mark.parametrize("late", [1, 2])
def test_article_45_4_no_head_bump_after_a_hand_was_shown(table: Table, late: int) -> None:
    """A player who calls then commits no go-ron: his hand is complete and 45.3 leaves him time, but the tile is
    taken."""
    player = table.players[late]
    table.east.turn("5p").north.ron(PINFU)
    player.calls("ron").players[late].shows(PINFU).closes()
    assert [win.seat for win in table.result.wins] == [3]
    assert table.fouls == []


def test_article_45_4_two_wins_of_a_record() -> None:
    """The record has both, the nearer first; the other one is neither paid nor a go-ron."""
    table = Table("saikouisen-2025").deals().east.turn("5p")
    for seat in (1, 2):
        tiles, won = parse_tiles(PINFU), parse_tiles("5p")[0]
        table.sees(seen.TilesShown(seat=seat, tiles=tiles, winning=won, source_seat=0))
    table.closes()
    assert [win.seat for win in table.result.wins] == [1]
    assert table.fouls == []


def test_article_45_5_the_tile_of_a_tsumo_must_be_clear(table: Table) -> None:
    """55.1(1): the same for a tile put into the hand."""
    without_first_turns(table).east.draws().east.calls("tsumo").east.shows("234567m567p34522s").closes()
    assert [win.seat for win in table.result.wins] == []
    assert table.result.result == "chombo"


def test_article_45_5_tenhou_is_the_exception(table: Table) -> None:
    table.east.draws().east.calls("tsumo").east.shows("234567m567p34522s").closes()
    (win,) = table.result.wins
    assert win.yakuman == ("tenhou",)


@pytest.mark.parametrize(
    ("shape", "yaku"), [("112233m4455p66s7z", "chiitoitsu"), ("199m19p19s123456z", "kokushi_musou")]
)
def test_article_46_pairs_and_orphans(table: Table, shape: str, yaku: str) -> None:
    without_first_turns(table).east.turn("7z").west.ron(shape).closes()
    (win,) = table.result.wins
    assert yaku in {*dict(win.yaku), *win.yakuman}


# Points


def test_article_47_1_kiriage(table: Table) -> None:
    """Riichi, ippatsu, tanyao and pinfu: 4 han 30 fu is 8,000 in the chart."""
    without_first_turns(table).goes_round("9m").south.draws().south.riichi("9p").west.turn("8p")
    table.south.ron(PINFU).turns_ura("2p").closes()
    (win,) = table.result.wins
    assert (win.han, win.fu, win.points) == (4, 30, 8000)


def test_article_47_1_eleven_han_and_more_are_24000_to_a_sancha() -> None:
    """Chinitsu 6, ryanpeikou 3, tanyao, pinfu and two dora 2m: 13 han, and no counted yakuman."""
    table = without_first_turns(Table("saikouisen-2025").deals(indicator="1m"))
    table.east.turn("8m").west.ron("2233445566778m").closes()
    (win,) = table.result.wins
    assert (win.han, win.yakuman, win.points) == (13, (), 24_000)


def test_article_47_2_yakuman_add_up(table: Table) -> None:
    """Daisuushii is the one yakuman suushiihou (48); with tsuuiisou and suuankou three: 96,000 to a sancha."""
    without_first_turns(table).east.turn("5z").south.ron("111222333444z5z").closes()
    (win,) = table.result.wins
    assert len(win.yakuman) == 3
    assert win.points == 96_000


def test_article_49_1_5_a_double_wind_pair_is_two_fu(table: Table) -> None:
    """20, 10 for a closed ron, 2 for the pair of East: 40."""
    without_first_turns(table).east.draws().east.riichi("9s").goes_round("1m", "9m", "1m", "9m")
    table.south.turn("8p").east.ron("234567m67p345s11z").turns_ura("9p").closes()
    (win,) = table.result.wins
    assert (dict(win.yaku), win.fu) == ({"riichi": 1}, 40)


def test_article_49_2_3_an_open_hand_without_fu_is_thirty(table: Table) -> None:
    without_first_turns(table).east.turn("2m").south.chi("34m").south.discards("1z")
    table.goes_round("2z", "3z", "4z").south.turn("1z").west.turn("8p").south.ron("567m67p34522s").closes()
    (win,) = table.result.wins
    assert (dict(win.yaku), win.fu, win.points) == ({"tanyao": 1}, 30, 1000)


def test_article_50_2_a_honba_is_100_from_each_on_a_tsumo(table: Table) -> None:
    """3 han 20 fu, 700 and 1,300 in the chart; 39.12 shows the 300 of a ron."""
    table.runs_out().east.tenpai(PINFU).closes()
    without_first_turns(table.deals()).goes_round("1z").south.draws().south.tsumo(PINFU, "8p").closes()
    assert table.result.changes == (-1400, 3000, -800, -800)
    assert table.result.honba == 0, "50.3"


def test_article_50_1_a_ryukyoku_adds_a_honba_whoever_deals_next(table: Table) -> None:
    table.runs_out().closes()
    assert (table.result.round, table.result.honba) == (1, 1)


# Furiten


def test_article_51_1_1_a_wait_among_the_own_discards_called_or_not(table: Table) -> None:
    table.east.turn("8p").south.pon("88p").south.discards("1z").goes_round("1z", "1z")
    table.east.turn("9s").south.turn("5p").east.ron(PINFU).closes()
    assert table.fouls == [("furiten_win", 0)]


@pytest.mark.parametrize(("after", "fouls"), [("before", [("furiten_win", 0)]), ("after", [])])
def test_article_51_1_2_a_wait_let_go_by_until_the_own_next_discard(
    table: Table, after: str, fouls: list[tuple[str, int]]
) -> None:
    table.east.turn("9s").south.turn("8p")
    if after == "before":
        table.west.turn("5p").east.ron(PINFU).closes()
    else:
        table.goes_round("1z", "2z").east.turn("9s").south.turn("5p").east.ron(PINFU).closes()
    assert table.fouls == fouls


def test_article_51_1_2_a_kakan_let_go_by_counts_too(table: Table) -> None:
    table.goes_round("1z").south.turn("8p").west.pon("88p").west.discards("1m").north.turn("1m")
    table.east.turn("9s").south.turn("9s").west.draws().west.kakan("8p").turns_indicator("2z")
    table.west.draws().west.discards("5p").east.ron(PINFU).closes()
    assert table.fouls == [("furiten_win", 0)]


def test_article_51_2_a_win_by_tsumo_in_furiten(table: Table) -> None:
    without_first_turns(table).east.turn("8p").goes_round("1z", "2z", "3z")
    table.east.draws().east.tsumo(PINFU, "5p").closes()
    assert (table.fouls, table.result.result) == ([], "tsumo")


# Ryukyoku


@pytest.mark.parametrize("abort", ["winds", "riichi"])
def test_article_52_1_nothing_else_is_a_ryukyoku(table: Table, abort: str) -> None:
    """Neither four winds nor four riichi; 43.5 four kans, 55.3 nine terminals."""
    if abort == "winds":
        table.goes_round("3z", "3z", "3z", "3z")
    else:
        for seat in range(4):
            table.players[seat].draws().players[seat].riichi("1m")
    table.east.turn("5p").closes()
    assert table.fouls == [("hand_not_over", 0)]


def test_article_52_2_east_announces_first(table: Table) -> None:
    """55.4(2)."""
    table.runs_out().south.noten().east.noten().west.noten().north.noten()
    assert table.fouls == [("announce_order", 1)]
    assert table.state.findings[0].grade == "continue"


def test_article_52_5_tenpai_need_not_be_declared_without_riichi(table: Table) -> None:
    table.runs_out()
    for player in table.players:
        player.noten()
    table.closes()
    assert (table.fouls, table.result.changes) == ([], (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("hand", "tenpai"),
    [
        (PINFU, (0,)),
        ("1111234567m234p", (0,)),  # 4m and 7m too
        ("1111m234567p234s", ()),  # for the fifth 1m only
    ],
)
def test_article_52_6_3_no_wait_for_a_tile_whose_four_are_in_the_hand(
    table: Table, hand: str, tenpai: tuple[int, ...]
) -> None:
    table.runs_out().east.tenpai(hand).south.noten().west.noten().north.noten().closes()
    assert table.result.tenpai == tenpai


def test_article_52_6_2_nor_in_the_melds(table: Table) -> None:
    """The fourth 5p is the pon's like: 5p, alone in the hand beside a pon of 5p, waits for nothing."""
    table.east.turn("5p").south.pon("55p").south.discards("9s").runs_out()
    table.east.noten().south.tenpai("234567m234s5p").west.noten().north.noten().closes()
    assert table.result.tenpai == ()
    assert table.fouls == [("false_tenpai", 1)]


@pytest.mark.parametrize(
    ("waiting", "changes"),
    [
        ((), (0, 0, 0, 0)),
        ((1,), (-1000, 3000, -1000, -1000)),
        ((0, 3), (1500, -1500, -1500, 1500)),
        ((0, 1, 2), (1000, 1000, 1000, -3000)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),
    ],
)
def test_article_52_8_the_tenpai_payment(
    table: Table, waiting: tuple[int, ...], changes: tuple[int, ...]
) -> None:
    table.runs_out()
    for player in table.players:
        if player.seat in waiting:
            player.tenpai(PINFU)
        else:
            player.noten()
    assert table.closes().result.changes == changes


def test_article_52_the_stick_of_a_riichi_on_the_last_draws_is_laid(table: Table) -> None:
    """39.11, 39.12: it stays for the next winner."""
    player = table.runs_out(keep=2).players[table.state.turn]
    player.draws().players[player.seat].riichi("9p").runs_out()
    for each in table.players:
        if each.seat == player.seat:
            each.tenpai(PINFU)
        else:
            each.noten()
    assert table.closes().result.bets == 1


def test_51_1_a_concealed_kan_that_nobody_can_rob_is_no_missed_win() -> None:
    """51.1(2), 51.1(3): "from discard or Kakan"; Thirteen Orphans rob no concealed kan either (48)."""
    table = Table("saikouisen-2025").deals()
    table.east.turn("5p").south.draws().south.ankan("1111m").turns_indicator("9s").south.draws()
    table.south.discards("9m").west.ron("19m19p19s1234567z").closes()
    assert table.fouls == []
