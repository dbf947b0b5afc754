"""The open questions of the rulebooks, as decided in ``docs/rules.md`` under "Readings": a test for each, with its
sections."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import config
from referee.game import judge_events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.dice import named
from referee.hands.waits import waits
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, parse_tiles
from tests.referee.conftest import Player, Table
from tests.referee.rulebooks.sections import sections
from tests.referee.why_not import refusal

ROOT = Path(config.__file__).parents[1]

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""


# A forbidden kan: in a turn that began with a call, a fifth one, on the last tile


def after_a_call(table: Table) -> Player:
    table.east.turn("5p").west.pon("55p").west.ankan("1111z")
    return table.west


def a_fifth(table: Table) -> Player:
    table.east.draws()
    for names in ("1111m", "2222z", "3333z", "4444z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").south.draws().south.ankan("5555z")
    return table.south


def on_the_last_tile(table: Table) -> Player:
    table.runs_out(keep=1)
    player = table.players[table.state.turn]
    player.draws().players[player.seat].ankan("1111z")
    return player


FORBIDDEN_KANS = [
    (after_a_call, "kan_after_call"),  # WRC 5.4.7, 5.4.8; MJ 3.3.6, 3.3.7; SAI 43.10, 43.13
    (a_fifth, "fifth_kan"),  # WRC 5.4.9; MJ 3.3.10; SAI 43.5
    (on_the_last_tile, "call_on_last_tile"),  # WRC 5.7.1; MJ 3.4.1; SAI 43.6
]


@pytest.mark.parametrize(("kan", "rule"), FORBIDDEN_KANS)
@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_a_kan_that_may_not_be_is_an_empty_call_until_the_discard(
    ruleset: str, kan: object, rule: str
) -> None:
    """WRC 7.2: "being unable to perform the claimed action" is an empty call; the group can be corrected until the discard,
    and after it cannot be changed; MJ 3.4.7: "can be corrected … before the discard is made".
    """
    assert callable(kan)
    table = Table(ruleset).deals()
    player: Player = kan(table)
    assert table.graded == [(rule, player.seat, "none")]
    player.draws().players[player.seat].discards("9m")
    assert table.graded == [(rule, player.seat, "none"), ("invalid_meld", player.seat, "dead_hand")]


@pytest.mark.parametrize(("kan", "rule"), FORBIDDEN_KANS)
def test_that_it_was_not_seen_to_be_carried_out_proves_nothing(kan: object, rule: str) -> None:
    """WRC 7.2: no sense of the table shows that tiles went back; a replacement tile that was taken is seen."""
    assert callable(kan)
    table = Table("wrc-2015").deals()
    player: Player = kan(table)
    player.discards("9m")
    assert table.graded == [(rule, player.seat, "none")]


@pytest.mark.parametrize(("kan", "rule"), FORBIDDEN_KANS)
def test_where_the_word_itself_is_a_foul_it_is_one_at_once_and_no_other(kan: object, rule: str) -> None:
    """SAI 55.3(2): "Declaring Pon • Chii • Kan by mistake"."""
    assert callable(kan)
    table = Table("saikouisen-2025").deals()
    player: Player = kan(table)
    player.draws().players[player.seat].discards("9m")
    assert table.graded == [(rule, player.seat, "dead_hand")]


def test_the_hand_ends_after_a_kan_on_the_last_tile() -> None:
    """WRC 5.7.2: the hand ends with the discard after the last tile, whatever was taken from the dead wall."""
    table = Table("wrc-2015").deals()
    player = on_the_last_tile(table)
    player.draws().players[player.seat].discards("9m").closes()
    assert table.state.live == 0
    assert table.result.result == "exhaustive"


def test_a_fifth_kan_of_a_discard_is_one_too() -> None:
    """WRC 5.4.9, 7.2, as for the own hand."""
    table = Table("wrc-2015").deals().east.draws()
    for names in ("1111m", "2222z", "3333z", "4444z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("5p").west.kan("555p")
    assert table.graded == [("fifth_kan", 2, "none")]
    table.west.draws().west.discards("9m")
    assert table.graded == [("fifth_kan", 2, "none"), ("invalid_meld", 2, "dead_hand")]


def test_a_record_tells_that_the_kan_lies_there() -> None:
    """WRC 7.2: "after discarding, the invalid group cannot be changed"; in a record every act is told."""
    table = Table("wrc-2015", senses=("acts",)).deals()
    table.east.turn("5p").west.pon("55p").west.ankan("1111z").turns_indicator("9s").west.draws()
    assert table.graded == [("kan_after_call", 2, "none")]
    table.west.discards("9m")
    assert table.graded == [("kan_after_call", 2, "none"), ("invalid_meld", 2, "dead_hand")]


# A kan in riichi that is visibly wrong, and what follows from it


def kan_in_riichi(table: Table) -> Table:
    """East is in riichi, draws 6z and makes a kan of four others."""
    table.deals().east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws("6z")
    table.east.calls("kan")
    table.sees(seen.MeldShown(seat=0, kind="ankan", tiles=parse_tiles("7777z"), source="kan"))
    return table.turns_indicator("2z")


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_an_invalid_kan_in_riichi_costs_nothing_if_another_wins(ruleset: str) -> None:
    """WRC 7.2: "only determined if the player wins or if there is an exhaustive draw"; MJ 3.4.6 likewise."""
    table = kan_in_riichi(Table(ruleset)).east.draws().east.discards("6z")
    assert table.fouls == []
    table.goes_round("1z", "2z").north.turn("5p").west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.result == "ron"


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_an_invalid_kan_in_riichi_voids_the_own_win(ruleset: str) -> None:
    """WRC 7.2, MJ 3.4.6: a chombo once the offender wins; the kan is the act."""
    table = kan_in_riichi(Table(ruleset)).east.draws("5p").east.tsumo("234567m67p22s", "5p")
    table.turns_ura("1s9m").sees(seen.HandClosed(source="set"))
    (found,) = table.state.findings
    assert (found.rule, found.grade, found.evidence) == ("riichi_kan", "chombo", ("kan", "set"))
    assert table.result.result == "chombo"


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj"])
def test_an_invalid_kan_in_riichi_at_an_exhaustive_draw(ruleset: str) -> None:
    """WRC 7.2, MJ 3.4.6: the hand is tenpai all the same."""
    table = kan_in_riichi(Table(ruleset)).east.draws().east.discards("6z").runs_out()
    table.east.tenpai("234567m67p22s").closes()
    assert table.graded == [("riichi_kan", 0, "chombo")]
    assert table.result.result == "chombo"


def test_an_invalid_kan_in_riichi_at_an_abortive_draw() -> None:
    """MJ 3.4.6: "in case of a drawn game", of which 3.3.10 is one, and hands stay closed (3.4.3)."""
    table = kan_in_riichi(Table("riichi-mj")).east.draws().east.discards("6z").south.draws()
    for names in ("1111m", "2222z", "3333z"):
        table.south.ankan(names).turns_indicator("9s").south.draws()
    table.south.discards("9m").closes()
    assert table.graded == [("riichi_kan", 0, "chombo")]
    assert (table.result.result, table.result.offenders) == ("chombo", (0,))


def test_a_kan_in_riichi_that_the_judge_lets_pass_voids_nothing() -> None:
    """SAI 7: the judge's ruling holds; the draw does not find what he dismissed."""
    table = kan_in_riichi(Table("saikouisen-2025"))
    table.sees(seen.RulingGiven(ruling="dismissed", finding=0)).east.draws().east.discards("6z").runs_out()
    table.east.tenpai("234567m67p22s").closes()
    assert table.graded == [("riichi_kan", 0, "chombo")]
    assert (table.result.result, table.result.tenpai) == ("exhaustive", (0,))


def test_an_invalid_kan_that_is_seen_calls_the_judge_at_once() -> None:
    """SAI 53.3: play stops once it has occurred; by 55.1(3) what only the opened hand shows is judged at ryukyoku, so a
    win after such a kan stands.
    """
    table = kan_in_riichi(Table("saikouisen-2025"))
    assert table.graded == [("riichi_kan", 0, "chombo")]
    assert table.state.desk.stopped == "riichi_kan"
    table = Table("saikouisen-2025").deals().east.draws().east.riichi("9p").goes_round("1z", "2z", "3z")
    table.east.draws("3m").east.ankan("3333m").turns_indicator("2z").east.draws("4m")
    table.east.tsumo("4m234p234567s", "4m").turns_ura("1s9m").closes()
    assert (table.fouls, table.result.result) == ([], "tsumo")


# A second tile drawn


@pytest.mark.parametrize(
    ("ruleset", "grade"), [("wrc-2015", "none"), ("riichi-mj", "dead_hand"), ("saikouisen-2025", "dead_hand")]
)
def test_a_second_tile_drawn(ruleset: str, grade: str) -> None:
    """WRC 7.2: "wrongly … picking tiles: few tiles: not penalized … placed back where they came from"; what stays in the
    hand is a wrong count. MJ 3.4.7, SAI 55.3(5): too many tiles, and nothing goes back.
    """
    table = Table(ruleset).deals().goes_round("1z", "2z").west.draws("5m").west.draws("6m")
    assert table.graded == [("second_draw", 2, grade)]


def test_a_second_tile_that_stays_is_a_wrong_count() -> None:
    """WRC 7.2: "having too many or too few tiles: dead hand"."""
    table = Table("wrc-2015").deals().goes_round("1z", "2z").west.draws("5m").west.draws("6m")
    table.west.discards("9m").runs_out().west.tenpai(f"{PINFU}1z").closes()
    assert table.graded == [("second_draw", 2, "none"), ("tile_count", 2, "dead_hand")]


# Ippatsu and the player's own draw


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj", "saikouisen-2025"])
def test_ippatsu_on_the_own_next_draw(ruleset: str) -> None:
    """SAI 48 "before your next Teban" with 16 (a turn begins with the draw and ends with the discard): as in WRC 6.5.1
    and MJ 3.3.14 the player's next draw counts, and nothing after its discard.
    """
    table = Table(ruleset).deals().goes_round("1z", "2z", "3z", "4z").east.draws().east.riichi("9p")
    table.goes_round("1z", "2z", "3z").east.draws()
    before = table.state
    table.east.tsumo(PINFU, "5p").turns_ura("1z").closes()
    assert "ippatsu" in dict(table.result.wins[0].yaku)
    table.state_or_none = before
    table.east.discards("9s").south.turn("5p").east.ron(PINFU).turns_ura("1z").closes()
    assert "ippatsu" not in dict(table.result.wins[0].yaku)


# The further player shows first


def test_the_nearer_who_has_called_wins_though_the_further_has_shown() -> None:
    """SAI 45.4: "if 2 or more players declare a win" the nearer goes first; no head bump is called after a touhai."""
    table = Table("saikouisen-2025").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.south.calls("ron").west.ron(PINFU).south.shows(PINFU).closes()
    assert table.fouls == []
    assert [win.seat for win in table.result.wins] == [1]


def test_the_nearer_who_calls_after_the_further_has_shown_comes_too_late() -> None:
    """SAI 45.4: "once after a Touhai … is done, a Head Bump will not be allowed"; it is no foul of his."""
    table = Table("saikouisen-2025").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.west.ron(PINFU).south.calls("ron").south.shows(PINFU).closes()
    assert table.fouls == []
    assert [win.seat for win in table.result.wins] == [2]


@pytest.mark.parametrize(("first", "winner"), [((), 2), ((1,), 1)])
def test_a_record_too_tells_who_had_called_before_the_first_hand_was_shown(
    first: tuple[int, ...], winner: int
) -> None:
    """SAI 45.4, from a record, which says for whose tile each hand is opened."""
    table = Table("saikouisen-2025", senses=("acts",)).deals()
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    for seat in (*first, 2):
        table.sees(seen.CallHeard(seat=seat, call="ron"))
    for seat in (2, 1):
        (tile,) = parse_tiles("5p")
        table.sees(seen.TilesShown(seat=seat, tiles=parse_tiles(PINFU), winning=tile, source_seat=0))
    table.closes()
    assert table.fouls == []
    assert [win.seat for win in table.result.wins] == [winner]


# A turned tile without the word


@pytest.mark.parametrize(
    ("ruleset", "grade"), [("wrc-2015", "none"), ("riichi-mj", "dead_hand"), ("saikouisen-2025", "continue")]
)
def test_a_turned_tile_without_the_word_is_a_riichi(ruleset: str, grade: str) -> None:
    """WRC 7.2: not penalized; MJ 3.4.7: an attempt to declare; SAI 39.2: what lies sideways is not taken back, 33.1 and
    55.4(3): a required word was not said.
    """
    table = Table(ruleset).deals().east.draws().east.discards("9p", sideways=True)
    table.sees(seen.ClockAdvanced(at_ms=table.at_ms + 30_000)).south.draws()
    assert table.graded == [("riichi_not_said", 0, grade)]
    assert table.state.seats[0].riichi
    assert table.state.bets == 1


# The dealer after an abortive draw


def test_east_deals_again_after_an_abortive_draw() -> None:
    """MJ 3.4.11 rotates "after the end of a hand"; 3.4 names two ways in which a hand ends, and 3.4.3 is neither."""
    table = Table("riichi-mj").deals().goes_round("1z", "1z", "1z", "1z").closes()
    assert (table.result.result, table.result.round, table.result.honba) == ("four_winds", 0, 1)
    house = Table("riichi-mj", flow__dealer_repeats_abort=False).deals().goes_round("1z", "1z", "1z", "1z")
    assert (house.closes().result.round, house.result.honba) == (1, 1)


# Four kans and liability


def test_the_fourth_kan_makes_nobody_liable() -> None:
    """MJ 3.3.9: "if a called tile guarantees a yakuman", but its heading and its two cases name dragons and winds only, and 4.2.5
    says it of these two yakuman and not of suukantsu.
    """
    table = Table("riichi-mj").deals()
    for name in ("1m", "4m", "7m", "7p"):
        while table.state.turn != 1:
            table.goes_round("8s")
        table.south.turn(name).west.kan(name[0] * 3 + name[1]).turns_indicator("3m")
        table.west.draws().west.discards("9s")
    assert (table.fouls, table.state.seats[2].liable) == ([], ())


# A false tsumo, and a ron on the discard before it

JUNK = "1358m2469p1357s1z"
"""Thirteen tiles that wait for nothing."""
TENPAI = "123456789m1122z"
"""Waits for 1z and 2z."""


def tsumo_called() -> Table:
    table = Table("riichi-mj").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    return table.south.draws().south.calls("tsumo")


def test_a_false_tsumo_bars_no_ron() -> None:
    """MJ 3.3.1: "except in case of tsumo"; 3.3.12: it is called with a hand that wins; 3.4.6: a win voids a chombo."""
    table = tsumo_called().south.shows(JUNK, "9m").west.ron(PINFU).closes()
    assert (table.fouls, [win.seat for win in table.result.wins]) == ([("false_win", 1)], [2])
    assert table.result.voided == (0,)
    assert table.result.wins[0].source == 0


@pytest.mark.parametrize("order", ["tsumo first", "ron first", "tsumo never"])
def test_a_ron_called_before_the_tsumo_is_opened_waits_for_it(order: str) -> None:
    """MJ 3.3.1: whichever hand is opened first, and if the hand for the tsumo is never opened."""
    table = tsumo_called().west.calls("ron")
    if order == "tsumo first":
        table.south.shows(JUNK, "9m").west.shows(PINFU)
    else:
        table.west.shows(PINFU)
        if order == "ron first":
            table.south.shows(JUNK, "9m")
    table.closes()
    fouls = [] if order == "tsumo never" else [("false_win", 1)]
    assert (table.fouls, [win.seat for win in table.result.wins]) == (fouls, [2])
    assert len(table.result.voided) == len(fouls)


def test_the_ura_dora_turned_for_such_a_ron_stay_turned() -> None:
    """MJ 3.3.14: the draw before the false tsumo goes back, but nothing that belongs to the win."""
    table = Table("riichi-mj").deals().goes_round("1z", "2z").west.draws().west.riichi("9s")
    table.north.turn("4z").east.turn("5p").south.draws().south.calls("tsumo").west.calls("ron")
    table.west.shows(PINFU).turns_ura("1s").south.shows(JUNK, "9m").closes()
    assert (table.fouls, [win.seat for win in table.result.wins]) == ([("false_win", 1)], [2])
    assert table.result.voided == (0,)
    assert dict(table.result.wins[0].yaku)["ura_dora"] == 2


@pytest.mark.parametrize("order", ["tsumo first", "ron first"])
def test_a_ron_beside_a_right_tsumo_is_late(order: str) -> None:
    """MJ 3.3.1: "except in case of tsumo"."""
    table = tsumo_called().west.calls("ron")
    if order == "tsumo first":
        table.south.shows(TENPAI, "1z").west.shows(PINFU)
    else:
        table.west.shows(PINFU).south.shows(TENPAI, "1z")
    table.closes()
    assert table.fouls == [("false_win", 2)]
    assert (table.result.result, [win.seat for win in table.result.wins]) == ("tsumo", [1])


def test_a_false_ron_beside_a_false_tsumo_excuses_nobody() -> None:
    """MJ 3.4.6: both have declared a win invalidly and shown their tiles."""
    for first, second in ((1, 2), (2, 1)):
        table = tsumo_called().west.calls("ron")
        for seat in (first, second):
            table.players[seat].shows(JUNK, "9m" if seat == 1 else None)
        table.closes()
        assert sorted(table.fouls) == [("false_win", 1), ("false_win", 2)]
        assert table.result.result == "chombo"


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj", "saikouisen-2025"])
@pytest.mark.parametrize("hand", [TENPAI, JUNK])
def test_a_right_tsumo_after_another_players_ron_is_no_false_win(ruleset: str, hand: str) -> None:
    """WRC 5.4.1, MJ 3.3.1, SAI 45.3: the ron was in time, so the draw goes back; the tile drawn did win. A hand that does not
    win is a false win all the same.
    """
    table = Table(ruleset).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p").west.calls("ron")
    table.south.draws().south.calls("tsumo").west.shows(PINFU).south.shows(hand, "1z").closes()
    assert table.fouls == ([] if hand == TENPAI else [("false_win", 1)])
    if hand == TENPAI:
        assert [win.seat for win in table.result.wins] == [2]


# A ron after the wall was touched, beside an earlier one


@pytest.mark.parametrize(("first", "late"), [(2, 1), (3, 1), (3, 2)])
def test_a_ron_after_the_wall_was_touched_beats_no_earlier_one(first: int, late: int) -> None:
    """SAI 45.3: before shimocha touches the wall; 45.4: the late player sits nearer. It is no foul either way."""
    for order in ((first, late), (late, first)):
        table = Table("saikouisen-2025").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
        table.players[first].calls("ron").south.draws().players[late].calls("ron")
        for seat in order:
            table.players[seat].shows(PINFU)
        table.closes()
        assert table.fouls == []
        assert [win.seat for win in table.result.wins] == [first]


def test_a_ron_before_the_wall_was_touched_goes_before_one_from_further_away() -> None:
    """SAI 45.4: the order of the calls does not matter as long as all are in time."""
    table = Table("saikouisen-2025").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.north.calls("ron").west.calls("ron").south.draws().north.shows(PINFU).west.shows(PINFU).closes()
    assert table.fouls == []
    assert [win.seat for win in table.result.wins] == [2]


def test_a_ron_after_the_wall_was_touched_alone_is_a_go_ron() -> None:
    """SAI 45.3, 55.1(1)."""
    table = Table("saikouisen-2025").deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.south.draws().west.calls("ron")
    assert table.graded == [("late_win_call", 2, "chombo")]


# A draw that is begun and not carried out


def test_a_draw_that_is_stopped_for_a_chi_is_no_finding() -> None:
    """SAI 35.3, 35.4: it may not be stopped, but a hand over the line does not show what it wanted; 55 has no penalty."""
    table = Table("saikouisen-2025", senses=("call_buttons", "curtains", "wall_touch")).deals()
    table.east.turn("5p").sees(seen.HandMoved(seat=1, across=True)).sees(seen.HandMoved(seat=1, across=False))
    table.south.chi("46p").south.discards("1z").west.turn("2z")
    assert table.fouls == []
    assert [meld.kind for meld in table.state.seats[1].melds] == ["chi"]
    assert "draw_not_stopped" in config.people_rules("saikouisen-2025")


# A tsumo whose tile was put among the hand


def test_the_fu_of_a_tsumo_in_the_shape_of_pinfu() -> None:
    """WRC 5.6, 6.3: no pinfu, so the 2 fu of the self-draw count; with the tile kept apart it is pinfu and 20 fu."""
    for shown, han, fu, all_pay in (("among", 1, 30, 500), ("apart", 2, 20, 700)):
        table = Table("wrc-2015").deals().goes_round("1z", "2z", "3z", "4z").east.draws("5p")
        if shown == "apart":
            table.east.tsumo("123567m67p12399s", "5p")
        else:
            table.east.calls("tsumo").east.shows("123567m567p12399s")
        table.closes()
        (win,) = table.result.wins
        assert (win.han, win.fu) == (han, fu)
        assert table.result.changes == (3 * all_pay, -all_pay, -all_pay, -all_pay)


def test_a_judge_who_counts_20_fu_enters_the_points() -> None:
    """If the judge reads WRC 5.6 as 20 fu: 400 from each; the reason is journalled."""
    table = Table("wrc-2015").deals().goes_round("1z", "2z", "3z", "4z").east.draws("5p")
    won = (office.EnteredWin(seat=0, source=0, han=1, fu=30),)
    read = office.HandEntered(
        result="tsumo", wins=won, changes=(1200, -400, -400, -400), judge="anna", against="5.6: 20 fu"
    )
    assert refusal(table.state, replace(read, against=""))
    assert refusal(table.state, read) == ""
    table.sees(read)
    assert table.result.changes == (1200, -400, -400, -400)
    (result,) = (event for event in table.events if isinstance(event, judge_events.ResultEntered))
    assert result.against == "5.6: 20 fu"


# Riichi taken back


@pytest.mark.parametrize(
    ("ruleset", "grade"), [("wrc-2015", "none"), ("riichi-mj", "none"), ("saikouisen-2025", "dead_hand")]
)
def test_riichi_taken_back_before_the_discard(ruleset: str, grade: str) -> None:
    """MJ 3.4.7 with 3.3.14: the tile need not be turned, since nothing is attempted; WRC 7.2; SAI 55.3(3)."""
    table = Table(ruleset).deals().east.draws().east.calls("riichi").sees(seen.RiichiRetracted(seat=0))
    table.east.discards("9p").south.turn("1z").west.turn("2z")
    assert table.graded == [("riichi_retracted", 0, grade)]
    assert (table.state.seats[0].riichi, table.state.bets) == (0, 0)


def test_riichi_taken_back_after_the_discard_stands() -> None:
    """MJ 3.3.14: all but the stick is done."""
    table = Table("riichi-mj").deals().east.draws().east.calls("riichi").east.discards("9p", sideways=True)
    table.sees(seen.RiichiRetracted(seat=0)).sees(seen.StickLaid(seat=0)).south.draws()
    assert table.graded == [("riichi_retracted", 0, "none")]
    assert (bool(table.state.seats[0].riichi), table.state.bets) == (True, 1)


# Thirteen Orphans and a concealed kan on the server


def test_thirteen_orphans_may_rob_a_concealed_kan_by_tenhou() -> None:
    """TEN does not mention it; WRC 5.4.8 and MJ 3.3.7 allow it."""
    table = Table("tenhou").deals().east.turn("5p").south.draws().south.ankan("1111m")
    table.west.ron("99m19p19s1234567z").closes()
    assert (table.fouls, table.result.wins[0].yakuman) == ([], ("kokushi_musou",))


def test_no_hand_that_lets_the_kan_go_by_can_win_later() -> None:
    """If the server refuses it, no game turns out differently: all four tiles lie in the kan, and a wait for thirteen
    kinds needs one of them."""
    orphans = [KIND[tile] for tile in parse_tiles("19m19p19s1234567z")]
    for missing in orphans:
        for pair in (kind for kind in orphans if kind != missing):
            held = [*(kind for kind in orphans if kind != missing), pair]
            counts = [held.count(kind) for kind in range(34)]
            assert waits(counts, (), Ruleset.read("tenhou")) == (missing,)


# The dice


def test_the_dice_count_counter_clockwise() -> None:
    """MJ 2.5: "If East's dice roll was 12, North breaks the wall"; WRC 4.6; SAI 3."""
    assert [named(0, dice) for dice in ((6, 6), (1, 1), (1, 2), (2, 3))] == [3, 1, 2, 0]


# The page


def rows() -> list[list[str]]:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (part,) = re.findall(r"^## Readings\n(.*?)^## ", page, re.DOTALL | re.MULTILINE)
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def test_every_reading_has_its_reason_and_a_setting() -> None:
    found = rows()
    assert len(found) >= 12
    for row in found:
        assert len(row) == 5, row
        assert all(row), row
        settings = re.findall(r"`([a-z]\w*)\.(?!py`)(\w+)`", row[4])
        files = re.findall(r"`([\w/]+\.py)`", row[4])
        assert settings or files, row
        assert all((ROOT / file).is_file() for file in files), row
        for group, setting in settings:
            assert hasattr(getattr(Ruleset.read("wrc-2015"), group), setting), row


@pytest.mark.shared
def test_the_sections_of_every_reading_are_in_the_rulebooks(shared: Path) -> None:
    """A book's name applies to the sections after it, up to the next book."""
    checked = 0
    for row in rows():
        for cell in row[1:4]:
            book = ""
            for word in re.findall(r"WRC|MJ|SAI|(?<![\w.])\d+(?:\.\d+)+(?:\(\d+\))?(?![\w.]*\d)", cell):
                if word in {"WRC", "MJ", "SAI"}:
                    book = word
                elif book:
                    assert word in sections(shared, book), (book, word, row)
                    checked += 1
    assert checked > 30


# A misplaced tile is read again


@pytest.mark.parametrize("ruleset", ["wrc-2015", "riichi-mj", "saikouisen-2025"])
def test_what_lies_wrong_is_one_act_until_a_judge_has_ruled(ruleset: str) -> None:
    """WRC 7.2: "placed back where they came from"; SAI 25."""
    table = Table(ruleset).deals().east.turn("1z").north.discards("5p").turns_indicator("9s")
    table.south.turn("2z").north.discards("5p").turns_indicator("9s")
    assert table.fouls == [("out_of_turn_discard", 3), ("indicator_without_kan", 1)]
    for finding in range(2):
        table.ruled("dismissed", finding=finding)
    table.north.discards("5p").turns_indicator("9s")
    assert table.fouls[2:] == [("out_of_turn_discard", 3), ("indicator_without_kan", 2)]
