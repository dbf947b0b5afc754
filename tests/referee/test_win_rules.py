"""Wins: furiten, false wins, several winners, what the situation adds (WRC 5.6, 5.7, 6.5, 7; MJ 3.4; SAI 45, 51)."""

import pytest

from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with either it is pinfu."""


def test_known_and_unknown_hands_are_judged_alike() -> None:
    for hand in ("", PINFU):
        table = Table("wrc-2015").deals(west=hand).goes_round("1z", "2z").west.draws("9s").west.discards("9s")
        table.north.turn("3z").east.turn("5p").west.ron(PINFU).closes()
        assert table.fouls == []
        assert table.result.changes == (-2000, 0, 2000, 0)


def test_a_win_call_with_nothing_to_win_on(table: Table) -> None:
    """It is found once the hand clearly stays closed: opening it would be a chonbo (WRC 7.2)."""
    table.west.calls("ron")
    table.east.draws().south.calls("tsumo")
    assert table.fouls == []
    table.sees(seen.ClockAdvanced(at_ms=table.at_ms + 20_000))
    assert table.fouls == [("false_win_call", 2), ("false_win_call", 1)]


def test_three_winners_abort_under_tenhou() -> None:
    table = Table("tenhou").deals().goes_round("1z", "2z", "3z", "4z", "1z").south.turn("5p")
    table.west.ron(PINFU).north.ron("234567s67p34522m").east.ron("23444m67p345678s").closes()
    assert table.result.result == "triple_ron"
    assert table.result.honba == 1


def test_last_tiles() -> None:
    """Haitei by tsumo, houtei by ron (WRC 6.5.1)."""
    table = Table("wrc-2015").deals().runs_out(keep=1)
    player = table.players[table.state.turn]
    player.draws().players[player.seat].tsumo("123m555666p99s11z", "9s").closes()
    assert "haitei" in dict(table.result.wins[0].yaku)
    table = Table("wrc-2015").deals().runs_out(keep=1).goes_round("9m")
    winner = table.state.turn
    table.players[winner].ron("78m111222333p11z").closes()
    assert "houtei" in dict(table.result.wins[0].yaku)


def test_the_same_hand_shown_again_changes_nothing(table: Table) -> None:
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p").west.ron(PINFU)
    before = table.state
    table.west.shows(PINFU).west.calls("ron")
    assert table.state == before


def test_a_win_without_a_heard_call() -> None:
    table = Table("wrc-2015", senses=()).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.west.shows(PINFU, "5p").closes()
    assert table.result.changes == (-2000, 0, 2000, 0)


NINE_KINDS = "19m19p19s123z568p22m"


def test_mj_3_4_3_nine_kinds_opened_where_no_call_is_sensed() -> None:
    table = Table("riichi-mj", senses=()).deals().east.turn("5p").south.draws()
    table.south.shows(NINE_KINDS).closes()
    assert table.fouls == []
    assert (table.result.result, table.result.changes) == ("nine_terminals", (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("ruleset", "tiles", "again"),
    [
        ("riichi-mj", "19m19p19s12z5568p22m", False),
        ("riichi-mj", NINE_KINDS, True),
        ("wrc-2015", NINE_KINDS, False),
    ],
    ids=["eight kinds", "second go-around", "no such draw"],
)
def test_mj_3_4_3_a_hand_that_is_opened_for_less_is_shown(ruleset: str, tiles: str, again: bool) -> None:
    table = Table(ruleset, senses=()).deals()
    if again:
        table.goes_round("1z", "2z", "3z", "4z")
    table.east.turn("5p").south.draws()
    assert table.south.shows(tiles).fouls == [("tiles_shown", 1)]


@pytest.mark.parametrize(
    ("until", "own_discard", "renhou"),
    [("own_turn", False, True), ("own_turn", True, False), ("dealer_second_turn", True, True)],
)
def test_how_long_renhou_is_possible(until: str, own_discard: bool, renhou: bool) -> None:
    """WRC 6.5.4: before the own first turn; MJ 4.2.6: before the dealer's second."""
    table = Table("riichi-mj", scoring__renhou="yakuman", scoring__renhou_until=until).deals()
    winner = table.south if own_discard else table.north
    table.goes_round("1z", "2z").west.turn("5p")
    winner.ron(PINFU).closes()
    assert (table.result.wins[0].yakuman == ("renhou",)) is renhou


def test_riichi_in_furiten_where_it_is_not_allowed() -> None:
    """WRC 6.5.1, MJ 3.3.14, SAI 39.4 allow it; it is a setting."""
    for allowed, fouls in ((True, []), (False, [("riichi_furiten", 2)])):
        table = Table("riichi-mj", calls__riichi_furiten=allowed).deals().goes_round("1z", "2z")
        table.west.draws().west.riichi("5p").goes_round("1s", "2z", "9s")
        table.west.draws().west.tsumo(PINFU, "8p").turns_ura("1s").closes()
        assert table.fouls == fouls


def test_the_grade_is_the_rulesets() -> None:
    """RULESETS, fouls: calling when nothing can be called is free by WRC 7.2 and a dead hand by SAI 55.3(2)."""
    for ruleset, grade in (("wrc-2015", "none"), ("saikouisen-2025", "dead_hand")):
        table = Table(ruleset).deals().east.turn("5p").east.calls("pon")
        assert [foul.grade for foul in table.state.findings] == [grade]


ROW = "22s234567m345s567p"
"""14 tiles in a row, the drawn one among them: pinfu if a tile at the end of a chow was drawn, a pair wait if a 2s was."""


@pytest.mark.parametrize("last", range(14))
@pytest.mark.parametrize(
    ("ruleset", "yaku", "changes"),
    [
        ("riichi-mj", {"menzen_tsumo": 1, "tanyao": 1, "pinfu": 1}, (2700, -1300, -700, -700)),
        ("wrc-2015", {"menzen_tsumo": 1, "tanyao": 1}, (2000, -1000, -500, -500)),
    ],
)
def test_a_tsumo_that_was_not_kept_apart_does_not_hang_on_the_last_tile_of_the_row(
    ruleset: str, yaku: dict[str, int], changes: tuple[int, ...], last: int
) -> None:
    """MJ 3.3.12 ("should") and 3.4.9: the highest-scoring possibility; WRC 5.6: no fu or yaku from the wait."""
    table = Table(ruleset).deals().goes_round("1z", "2z", "3z", "4z")
    table.east.turn("1s").south.draws().south.calls("tsumo")
    row = parse_tiles(ROW)
    table.sees(seen.TilesShown(seat=1, tiles=(*row[last + 1 :], *row[: last + 1]))).closes()
    assert table.fouls == []
    (win,) = table.result.wins
    assert dict(win.yaku) == yaku
    assert table.result.changes == (changes[1], changes[0], changes[2], changes[3])


@pytest.mark.parametrize("last", range(11))
@pytest.mark.parametrize("ruleset", ["riichi-mj", "wrc-2015"])
def test_a_tsumo_not_kept_apart_after_a_kan_in_riichi_proves_nothing(ruleset: str, last: int) -> None:
    """WRC 6.5.1, MJ 3.3.14: the kan was allowed if 2s and 5s were waited for; with 4m it would have changed the waits."""
    table = Table(ruleset).deals().east.draws().east.riichi("9p").goes_round("1z", "2z", "3z")
    table.east.draws("1m").east.ankan("1111m").turns_indicator("7z").east.draws().east.discards("9s")
    table.goes_round("1z", "2z", "3z").east.draws().east.calls("tsumo")
    row = parse_tiles("345s55s789p234m")
    table.sees(seen.TilesShown(seat=0, tiles=(*row[last + 1 :], *row[: last + 1]))).turns_ura("7z7z").closes()
    assert table.fouls == []
    assert table.result.result == "tsumo"


def test_a_tsumo_tile_that_is_known_is_the_winning_one_wherever_it_lies() -> None:
    """A record knows the tile: it is a pair wait and no pinfu (MJ 4.1.1)."""
    table = Table("riichi-mj").deals().goes_round("1z", "2z", "3z", "4z").east.turn("1s").south.draws("2s")
    table.south.calls("tsumo").sees(seen.TilesShown(seat=1, tiles=parse_tiles(ROW))).closes()
    assert dict(table.result.wins[0].yaku) == {"menzen_tsumo": 1, "tanyao": 1}
