"""A ron on a discard after a kan of the next player: WRC 5.4.1, 5.4.7, 5.7.5; MJ 3.3.1, 3.3.6.

"It can be claimed for a win until the next player discards." A kan is no discard, but that in MJ "the tile used to
extend the pong counts as a discard".
"""

import pytest

from referee.game import events
from referee.game import observations as seen
from referee.records.journaled import records_of
from referee.records.neutral.record import Discard, KanDora, MeldCall, WinClaim
from referee.tiles import parse_tiles
from tests.referee.conftest import Table

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with either it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""
ORPHANS = "19m19p19s1234567z"


def first_turns(table: Table, west: str = "", thrown: str = "9s") -> Table:
    table.deals(west=west).goes_round("1z", "2z")
    table.west.draws(thrown).west.discards(thrown)
    return table.goes_round("8m")


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("ruleset", [WRC, MJ])
@pytest.mark.parametrize("kans", [1, 2, 3])
@pytest.mark.parametrize("done", ["shown", "turned", "drawn"])
def test_5_4_1_a_concealed_kong_does_not_end_the_time_for_a_win(
    ruleset: str, known: bool, kans: int, done: str
) -> None:
    """The kongs, their indicators (3m, worth a dora) and the replacement tiles go back; East pays."""
    table = first_turns(Table(ruleset), PINFU if known else "").east.turn("5p").south.draws()
    for number, names in enumerate(("1111m", "9999m", "7777z")[:kans], 1):
        table.south.ankan(names)
        if number < kans or done != "shown":
            table.turns_indicator("3m")
        if number < kans or done == "drawn":
            table.south.draws()
    table.west.ron(PINFU)
    assert table.state.seats[1].melds == ()
    assert table.state.kans == ()
    assert table.state.indicators == parse_tiles("1z")
    assert table.state.live == 136 - 14 - 52 - 5
    table.closes()
    assert table.fouls == []
    assert dict(table.result.wins[0].yaku) == {"pinfu": 1, "tanyao": 1}
    assert table.result.changes == (-2000, 0, 2000, 0)


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_4_1_a_record_in_which_all_is_told(ruleset: str) -> None:
    table = Table(ruleset, senses=("acts", "concealed", "call_buttons"))
    hands = ("123p123s8888m111z", "1111m23s99s23455z", PINFU, "999p999m222z4466z")
    table.deals(*hands)
    table.east.draws("5p").east.discards("5p", tsumogiri=True).south.draws("9p")
    table.south.ankan("1111m").turns_indicator("3m").south.draws("8s")
    win = seen.TilesShown(seat=2, tiles=parse_tiles(PINFU), winning=parse_tiles("5p")[0], source_seat=0)
    table.sees(win).closes()
    assert table.fouls == []
    assert (table.result.wins[0].seat, table.result.wins[0].source) == (2, 0)
    assert table.result.changes[1] == 0


def added(ruleset: str, discard: str, west: str = "") -> Table:
    """South has a pung of 5p; East discards, South draws and adds the fourth."""
    table = Table(ruleset).deals(west=west)
    table.east.turn("5p").south.pon("55p").south.discards("1z")
    table.west.draws("9s").west.discards("9s")
    table.goes_round("4z").east.turn(discard).south.draws().south.kakan("5p")
    return table


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(
    ("ruleset", "fouls", "changes"),
    [(WRC, [], (-2000, 0, 2000, 0)), (MJ, [("false_win", 2)], (4000, 2000, -8000, 2000))],
)
def test_3_3_6_an_added_tile_counts_as_a_discard_in_mj_only(
    known: bool, ruleset: str, fouls: list[tuple[str, int]], changes: tuple[int, ...]
) -> None:
    """WRC 5.4.7 does not mention it, so the discard before it is still the most recent one."""
    hand = "234567m34s678s22p"
    table = added(ruleset, "2s", hand if known else "").turns_indicator("3m").south.draws()
    table.west.ron(hand).closes()
    assert table.fouls == fouls
    assert table.result.changes == changes


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_4_7_the_added_tile_is_robbed_after_a_concealed_kong_too(ruleset: str) -> None:
    """It can be robbed until the next discard; the second kong goes back, and so does the first one's indicator
    (6.4)."""
    table = added(ruleset, "9m").turns_indicator("3m").south.draws()
    table.south.ankan("1111m").turns_indicator("3m").south.draws()
    table.west.ron("234567m46p34522s").closes()
    assert table.fouls == []
    assert table.result.wins[0].source == 1
    yaku = dict(table.result.wins[0].yaku)
    assert yaku["chankan"] == 1
    assert "dora" not in yaku


@pytest.mark.parametrize(("ruleset", "furiten"), [(WRC, False), (MJ, True)])
def test_5_7_5_a_win_is_missed_once_it_cannot_be_claimed_any_more(ruleset: str, furiten: bool) -> None:
    """Waiting for 5p and 8p, West lets 8p go by and robs the 5p that is added: 8p could still be claimed, but in MJ."""
    table = added(ruleset, "8p").west.ron("234567m67p34522s").closes()
    assert table.fouls == ([("furiten_win", 2)] if furiten else [])
    if not furiten:
        assert table.result.wins[0].source == 1


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_7_5_the_discard_after_the_kong_makes_it_a_missed_win(ruleset: str) -> None:
    table = first_turns(Table(ruleset)).east.turn("5p").south.draws().south.ankan("1111m")
    table.turns_indicator("9s").south.draws().south.discards("8p").west.ron(PINFU).closes()
    assert table.fouls == [("furiten_win", 2)]


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_4_1_after_the_discard_that_follows_the_kong_it_is_over(ruleset: str) -> None:
    table = first_turns(Table(ruleset)).east.turn("5p").south.draws().south.ankan("1111m")
    table.turns_indicator("9s").south.draws().south.discards("9p").west.ron(PINFU).closes()
    assert table.fouls == [("false_win", 2)]


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_4_8_which_tile_is_meant_shows_when_the_hand_is_opened(ruleset: str) -> None:
    """Thirteen Orphans of thirteen waits could have the 9p as well: a player who calls after the kong robs it."""
    table = first_turns(Table(ruleset), thrown="8s").east.turn("9p").south.draws().south.ankan("1111m")
    table.west.ron(ORPHANS).closes()
    assert table.fouls == []
    assert table.result.wins[0].source == 1
    table = first_turns(Table(ruleset), thrown="8s").east.turn("1p").south.draws().south.ankan("1111m")
    table.west.ron("19m9p119s1234567z").closes()
    assert table.fouls == []
    assert table.result.wins[0].source == 0


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_5_4_1_several_players_after_a_kong(ruleset: str) -> None:
    """The nearest (5.7.6), or all (MJ 4.1)."""
    table = first_turns(Table(ruleset)).east.turn("5p").south.draws().south.ankan("1111m")
    table.west.calls("ron").north.calls("ron").north.shows("234567s67p34522m").west.shows(PINFU).closes()
    assert table.fouls == []
    assert [win.seat for win in table.result.wins] == ([2] if ruleset == WRC else [2, 3])


@pytest.mark.parametrize("ruleset", [WRC, MJ])
@pytest.mark.parametrize("drawn", [False, True])
def test_5_4_6_a_called_kong_and_its_replacement_tile_go_back(ruleset: str, drawn: bool) -> None:
    """A win goes before a claim until the caller discards; the indicator does not count."""
    table = first_turns(Table(ruleset)).east.turn("5p").south.kan("555p").turns_indicator("3m")
    if drawn:
        table.south.draws()
    table.west.ron(PINFU)
    assert table.state.seats[1].melds == ()
    table.closes()
    assert table.fouls == []
    assert dict(table.result.wins[0].yaku) == {"pinfu": 1, "tanyao": 1}
    assert table.result.changes == (-2000, 0, 2000, 0)


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_6_5_1_a_riichi_whose_tile_is_won_on_after_a_kong_is_void(ruleset: str) -> None:
    """The bet goes back."""
    table = first_turns(Table(ruleset)).east.draws().east.riichi("5p").south.draws().south.ankan("1111m")
    table.turns_indicator("3m").south.draws()
    assert table.state.bets == 1
    table.west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.changes == (-2000, 0, 2000, 0)
    assert table.result.scores[0] == table.ruleset.flow.start_points - 2000


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_7_2_a_win_called_after_a_kong_and_not_shown(ruleset: str) -> None:
    """One foul, by the caller; the kong stands and play goes on."""
    table = first_turns(Table(ruleset)).east.turn("5p").south.draws().south.ankan("1111m")
    table.turns_indicator("9s").south.draws().west.calls("ron").south.discards("9p").west.turn("1m")
    assert table.fouls == [("false_win_call", 2)]
    assert len(table.state.seats[1].melds) == 1
    assert (table.state.turn, table.state.rinshan_due, len(table.state.indicators)) == (3, False, 2)


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_5_4_1_a_win_called_before_the_draw_and_shown_after_the_kong(ruleset: str) -> None:
    table = first_turns(Table(ruleset)).east.turn("5p").west.calls("ron").south.draws().south.ankan("1111m")
    table.west.shows(PINFU).closes()
    assert table.fouls == []
    assert (table.result.wins[0].seat, table.result.wins[0].source) == (2, 0)


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_7_2_a_win_called_before_the_draw_and_never_shown(ruleset: str) -> None:
    """ "The hand is still concealed": found once its player plays on."""
    table = first_turns(Table(ruleset)).east.turn("5p").west.calls("ron").south.draws().south.ankan("1111m")
    assert table.fouls == []
    table.turns_indicator("9s").south.draws().south.discards("9p")
    assert table.fouls == []
    table.west.turn("1s")
    assert table.fouls == [("false_win_call", 2)]


@pytest.mark.parametrize("senses", [("call_buttons",), ("acts", "call_buttons")])
@pytest.mark.parametrize("waited_ms", [0, 11_000])
@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_7_2_a_win_called_before_the_draw_and_never_shown_when_the_kong_is_robbed(
    ruleset: str, waited_ms: int, senses: tuple[str, ...]
) -> None:
    """It would have gone before the kong, also in a record, whose acts have no times."""
    table = first_turns(Table(ruleset, senses), thrown="8s").east.turn("5p")
    table.sees(seen.CallHeard(seat=2, call="ron", source="West's"))
    table.at_ms += waited_ms
    table.south.draws().south.ankan("1111m").north.ron("99m19p19s1234567z").closes()
    assert [(win.seat, win.yakuman) for win in table.result.wins] == [(3, ("kokushi_musou",))]
    assert table.fouls == [("false_win_call", 2)]


def test_45_3_the_touch_of_the_wall_ends_it_as_before() -> None:
    table = first_turns(Table(SAI)).east.turn("5p").south.draws().south.ankan("1111m").west.calls("ron")
    assert table.fouls == [("false_win_call", 2)]


@pytest.mark.parametrize(("ruleset", "late"), [(WRC, False), (MJ, True)])
def test_3_3_1_except_in_case_of_tsumo(ruleset: str, late: bool) -> None:
    """A tsumo on the replacement tile ends it in MJ."""
    table = first_turns(Table(ruleset)).east.turn("5p").south.draws().south.ankan("1111m")
    table.turns_indicator("9s").south.draws().south.tsumo("234p234678s8s", "8s").west.ron(PINFU).closes()
    assert [win.seat for win in table.result.wins] == ([1] if late else [2])


def test_a_dead_hand_stays_dead_when_a_draw_goes_back() -> None:
    table = first_turns(Table(WRC)).east.turn("5p").south.draws().south.ankan("1111m")
    table.ruled("dead_hand", seat=3).west.ron(PINFU)
    assert table.state.seats[3].dead
    assert any(isinstance(event, events.MeldTakenBack) for event in table.events)


@pytest.mark.parametrize("kans", [1, 2])
def test_what_went_back_is_in_no_record(kans: int) -> None:
    table = first_turns(Table(WRC)).east.turn("5p").south.draws()
    for names in ("1111m", "9999m")[:kans]:
        table.south.ankan(names).turns_indicator("3m").south.draws()
    table.west.ron(PINFU).closes()
    (record,) = records_of(table.entries)
    acts = record.hands[0].acts
    assert [type(act) for act in acts[-2:]] == [Discard, WinClaim]
    assert not any(isinstance(act, MeldCall | KanDora) for act in acts)
