"""Settings on which the rulebooks agree or leave no choice: a club's different value still takes effect."""

import pytest
from msgspec.structs import replace

from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with either it is pinfu."""


@pytest.mark.parametrize(("counts", "ippatsu"), [(True, True), (False, False)])
def test_ippatsu_on_the_own_next_draw(counts: bool, ippatsu: bool) -> None:
    """WRC 6.5.1, MJ 3.3.14 include it; SAI 48 with 16 can be read otherwise."""
    table = Table("wrc-2015", scoring__ippatsu_own_draw=counts).deals().east.draws().east.riichi("9p")
    table.goes_round("1z", "2z", "3z").east.draws().east.tsumo(PINFU, "5p").turns_ura("1s").closes()
    assert ("ippatsu" in dict(table.result.wins[0].yaku)) is ippatsu


def test_ippatsu_by_ron_does_not_depend_on_it() -> None:
    table = Table("wrc-2015", scoring__ippatsu_own_draw=False).deals().east.draws().east.riichi("9p")
    table.goes_round("1z").west.turn("5p").east.ron(PINFU).turns_ura("1s").closes()
    assert "ippatsu" in dict(table.result.wins[0].yaku)


@pytest.mark.parametrize(("better", "han"), [(True, 9), (False, 5)])
def test_renhou_or_what_the_hand_is_worth_without_it(better: bool, han: int) -> None:
    """WRC 5.7.6: the highest-scoring possibility; 6.5.4: renhou takes no other yaku. Chinitsu, ittsu and pinfu make 9
    han."""
    table = Table("wrc-2015", scoring__renhou_or_better=better).deals(indicator="1z")
    table.east.turn("7m").south.ron("1112345566789m").closes()
    (win,) = table.result.wins
    assert (win.han, "renhou" in dict(win.yaku)) == (han, not better)


@pytest.mark.parametrize(("void", "score"), [(True, 30000), (False, 29000)])
def test_the_bet_of_a_riichi_whose_tile_is_won_on(void: bool, score: int) -> None:
    """WRC 6.5.1, MJ 3.3.14, SAI 39.1: returned; a house may give it to the winner."""
    table = Table("wrc-2015", calls__riichi_void_if_won_on=void).deals()
    table.goes_round("1z", "2z", "3z", "4z").east.draws().east.riichi("5p").west.ron(PINFU).closes()
    assert table.fouls == []
    paid = table.result.wins[0].points
    assert table.result.scores[0] == score - paid
    assert sum(table.result.scores) == 120000


@pytest.mark.parametrize(("turned", "due"), [("until_one_stays", True), ("next_discard", False)])
def test_a_turned_tile_that_is_called_again(turned: str, due: bool) -> None:
    """SAI 39.6, 39.7: the next tile is turned, and so on until no one calls; elsewhere only the next discard."""
    table = Table("wrc-2015", calls__riichi_turned=turned).deals().east.draws().east.riichi("9p")
    table.west.pon("99p").west.discards("1z").north.turn("2z")
    assert table.state.seats[0].turned_due
    table.east.draws().east.discards("8s", sideways=True)
    assert not table.state.seats[0].turned_due
    table.west.pon("88s").west.discards("1z")
    assert table.state.seats[0].turned_due is due


@pytest.mark.parametrize(("allowed", "fouls"), [(False, [("dead_hand_call", 0)]), (True, [])])
def test_a_concealed_kan_with_a_dead_hand(allowed: bool, fouls: list[tuple[str, int]]) -> None:
    """WRC 7.1 forbids it; SAI 54.3 names calls and riichi only."""
    table = Table("saikouisen-2025", fouls__dead_hand_ankan=allowed).deals()
    table.ruled("dead_hand", seat=0)
    table.east.draws().east.ankan("5555s")
    assert table.fouls[:1] == fouls
    assert bool(table.state.seats[0].melds) is allowed


def test_other_calls_stay_forbidden_to_a_dead_hand() -> None:
    table = Table("saikouisen-2025", fouls__dead_hand_ankan=True).deals()
    table.ruled("dead_hand", seat=2)
    table.east.turn("5p").west.pon("55p")
    assert set(table.fouls) == {("dead_hand_call", 2)}
    assert table.state.seats[2].melds == ()


def dead_in_riichi(ruleset: str, shown: str | None) -> Table:
    table = Table(ruleset).deals().east.draws().east.riichi("9p")
    table.ruled("dead_hand", seat=0)
    table.runs_out()
    if shown is not None:
        table.east.tenpai(shown)
    return table.south.tenpai(PINFU).closes()


@pytest.mark.parametrize(
    ("ruleset", "shown", "result"),
    [
        ("wrc-2015", PINFU, "exhaustive"),  # WRC 7.2: noten only by the penalty, and shown to be tenpai
        ("wrc-2015", "147m258p369s1234z", "chombo"),  # WRC 7.2: penalised normally
        ("riichi-mj", None, "exhaustive"),  # MJ 3.4.6, 3.4.7: only the noten penalty
        ("saikouisen-2025", PINFU, "chombo"),  # SAI 55.1(4)
    ],
)
def test_a_hand_in_riichi_that_was_ruled_dead(ruleset: str, shown: str | None, result: str) -> None:
    table = dead_in_riichi(ruleset, shown)
    assert table.result.result == result
    assert table.fouls == ([("noten_riichi", 0)] if result == "chombo" else [])
    assert table.result.tenpai == ((1,) if result == "exhaustive" else ())


@pytest.mark.parametrize(("judged", "result"), [("win_or_draw", "chombo"), ("draw", "tsumo")])
def test_a_forbidden_kan_in_riichi_at_a_win(judged: str, result: str) -> None:
    """WRC 7.2, MJ 3.4.6: at the offender's win too; SAI 55.1(3): at the draw. 2223s waits for 1s and 4s too."""
    table = Table("wrc-2015", fouls__riichi_kan_judged=judged).deals().east.draws().east.riichi("9p")
    table.goes_round("1z", "2z", "3z").east.draws("2s").east.ankan("2222s").turns_indicator("9s")
    table.east.draws().east.tsumo("3s456m789p555z", "3s").turns_ura("11s").closes()
    assert table.result.result == result


@pytest.mark.parametrize(("voided", "result"), [(True, "ron"), (False, "chombo")])
def test_a_false_win_that_goes_before_a_win(voided: bool, result: str) -> None:
    """WRC 7.1, MJ 3.4.6: the win voids the chombo; SAI 53.7 rules in the order of precedence."""
    table = Table("riichi-mj", fouls__chombo_voided_by_win=voided).deals()
    table.goes_round("1z", "2z", "3z", "4z").east.draws().east.discards("5p")
    table.south.ron("147m258p369s1234z").west.ron(PINFU).closes()
    assert table.result.result == result
    assert ("false_win", 1) in table.fouls


@pytest.mark.parametrize(("voids", "result"), [(True, "chombo"), (False, "exhaustive")])
def test_a_chombo_at_an_exhaustive_draw(voids: bool, result: str) -> None:
    """WRC 7.1: no noten payment and no counter."""
    table = (
        Table("wrc-2015", fouls__chombo_voids_draw=voids).deals().east.draws().east.riichi("9p").runs_out()
    )
    table.east.tenpai("147m258p369s1234z").south.tenpai(PINFU).closes()
    assert table.fouls == [("noten_riichi", 0)]
    assert (table.result.result, table.result.honba) == (result, 0 if voids else 1)


@pytest.mark.parametrize(("may", "fouls"), [(False, ["riichi_hand_not_shown"]), (True, [])])
def test_noten_called_in_riichi(may: bool, fouls: list[str]) -> None:
    """WRC 5.7.2, MJ 3.4.2, SAI 52.5: a hand in riichi must be shown."""
    table = Table("wrc-2015", calls__riichi_noten_call=may).deals().east.draws().east.riichi("9p").runs_out()
    table.east.noten().closes()
    assert [rule for rule, _ in table.fouls] == fouls


YAKULESS = "34m666s22p"
"""Beside an open pon of west: waits for 2m and 5m, without a yaku."""


@pytest.mark.parametrize(("needs", "tenpai"), [(False, (2,)), (True, ())])
def test_a_tenpai_hand_without_a_yaku(needs: bool, tenpai: tuple[int, ...]) -> None:
    """WRC 2.2 and SAI 52.6 do not require a yaku; MJ 3.3.13 says "winning hand", which by 3.2 has one."""
    table = Table("riichi-mj", calls__tenpai_needs_yaku=needs).deals()
    table.east.turn("9s").west.pon("99s").west.discards("1z").north.turn("1p")
    table.east.turn("9p").west.pon("99p").west.discards("1z").runs_out()
    table.west.tenpai(YAKULESS).closes()
    assert table.result.tenpai == tenpai


def test_a_closed_tenpai_hand_always_has_a_yaku() -> None:
    """It could be won by menzen tsumo."""
    table = Table("riichi-mj", calls__tenpai_needs_yaku=True).deals().runs_out()
    table.west.tenpai("234999m46p111s22p").closes()
    assert table.result.tenpai == (2,)


@pytest.mark.parametrize(("needs", "result"), [(False, "chombo"), (True, "ron")])
def test_a_hand_without_a_yaku_let_go_by(needs: bool, result: str) -> None:
    """WRC 5.7.5, MJ 3.4.5: furiten even without a yaku. 9p completes the shape without one, 6p makes tanyao."""
    table = Table("wrc-2015", calls__furiten_needs_yaku=needs).deals()
    table.goes_round("1z", "2z", "3z", "9p").east.turn("6p").west.ron("22567m78p444678s").closes()
    assert table.result.result == result


def test_a_hand_with_a_yaku_let_go_by_is_furiten_in_any_case() -> None:
    table = Table("wrc-2015", calls__furiten_needs_yaku=True).deals()
    table.goes_round("1z", "2z", "3z", "8p").east.turn("5p").west.ron(PINFU).closes()
    assert table.fouls == [("furiten_win", 2)]


@pytest.mark.parametrize(("after", "fouls"), [(True, []), (False, [("late_win_call", 2)])])
def test_ron_after_the_next_player_called_tsumo(after: bool, fouls: list[tuple[str, int]]) -> None:
    """WRC 5.4.1: until the next player discards; MJ 3.3.1: "except in case of tsumo"."""
    table = Table("wrc-2015", calls__ron_after_tsumo=after).deals().goes_round("1z", "2z", "3z", "4z")
    table.east.turn("5p").south.draws().south.calls("tsumo").west.calls("ron")
    table.sees(seen.ClockAdvanced(at_ms=table.at_ms + 9000))
    assert table.fouls == []  # the hand may still be opened
    table.sees(seen.ClockAdvanced(at_ms=table.at_ms + 9000))
    assert table.fouls == fouls


@pytest.mark.parametrize(("may", "tenpai"), [(True, ()), (False, (1,))])
def test_a_known_tenpai_hand_that_is_called_noten(may: bool, tenpai: tuple[int, ...]) -> None:
    """WRC 5.7.2, SAI 52.5: it may be; where it may not (TEN) it counts as tenpai."""
    table = Table("wrc-2015", calls__tenpai_optional=may, calls__riichi_noten_call=False)
    table.deals().runs_out()
    south = replace(table.state.seats[1], known=parse_tiles("123456789m1122z"), unknown=0)
    east, _, west, north = table.state.seats
    table.state_or_none = replace(table.state, seats=(east, south, west, north))
    for player in table.players:
        player.noten()
    table.closes()
    assert table.result.tenpai == tenpai
    assert table.result.changes == ((-1000, 3000, -1000, -1000) if tenpai else (0, 0, 0, 0))
