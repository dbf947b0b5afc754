"""A table that hears no calls: a player who opens a winning hand has won (WRC 5.5, 5.6; MJ 3.3.11, 3.3.12)."""

import pytest

from referee.encoding.public import public_state
from tests.referee.conftest import Table

WRC, MJ, SAI = "wrc-2015", "riichi-mj", "saikouisen-2025"
PINFU = "234567m67p34522s"
DEAF = ("sticks", "wall_touch")


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_a_hand_that_wins_on_the_open_tile(ruleset: str) -> None:
    table = Table(ruleset, senses=DEAF).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.south.shows(PINFU).closes()
    assert table.fouls == []
    assert [(win.seat, win.source) for win in table.result.wins] == [(1, 0)]


@pytest.mark.parametrize("ruleset", [WRC, MJ])
def test_a_hand_that_wins_with_the_drawn_tile_among_the_others(ruleset: str) -> None:
    table = Table(ruleset, senses=DEAF).deals().goes_round("1z", "2z", "3z", "4z").east.draws()
    table.east.shows(PINFU + "5p").closes()
    assert table.fouls == []
    assert [(win.seat, win.source) for win in table.result.wins] == [(0, 0)]


def test_four_kans_end_the_hand_only_if_nobody_wins() -> None:
    """MJ 3.3.10, 3.4.3: the discard after the fourth kan by several players can be won on."""
    table = Table(MJ, senses=DEAF).deals().east.draws()
    for name in ("1111m", "2222z", "3333z"):
        table.east.ankan(name).turns_indicator("9s").east.draws()
    table.east.discards("9m").south.draws().south.ankan("9999p").turns_indicator("8s").south.draws()
    table.south.discards("5p").west.shows(PINFU).closes()
    assert [(win.seat, win.source) for win in table.result.wins] == [(2, 1)]


@pytest.mark.parametrize(
    ("senses", "hand", "discard"),
    [(DEAF, PINFU, "9p"), (DEAF, "234567m67p3452s", "5p"), (("call_buttons",), PINFU, "5p")],
)
def test_any_other_hand_is_tiles_shown(senses: tuple[str, ...], hand: str, discard: str) -> None:
    """It does not win, or is not the whole hand, or the table would have heard a call (WRC 7.2)."""
    table = Table(WRC, senses=senses).deals().goes_round("1z", "2z", "3z", "4z").east.turn(discard)
    table.south.shows(hand)
    assert table.fouls == [("tiles_shown", 1)]


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_a_call_of_something_less_does_not_take_the_win_away(ruleset: str) -> None:
    """A judge entered that South said pon; the hand that is opened then wins on the tile (WRC 5.5, MJ 3.3.11)."""
    table = Table(ruleset, senses=DEAF).deals().goes_round("1z", "2z", "3z", "4z").east.turn("5p")
    table.south.calls("pon")
    table.south.shows(PINFU).closes()
    assert [(win.seat, win.source) for win in table.result.wins] == [(1, 0)]


def test_silence_makes_no_furiten_win() -> None:
    """WRC 5.7.5: South has discarded what he waits for, so he cannot have meant to win."""
    table = Table(WRC, senses=DEAF).deals().goes_round("1z", "5p", "3z", "4z").east.turn("8p")
    table.south.shows(PINFU)
    assert table.fouls == [("tiles_shown", 1)]


def test_furiten_is_public_only_while_the_hand_lies_open() -> None:
    """WRC 5.7.5: only the player knows what a concealed hand waits for, whatever lies in the pond."""

    def public(table: Table) -> list[bool]:
        return [seat["furiten"] for seat in public_state(table.state, 1, 0)["seats"]]

    table = Table(WRC, senses=DEAF).deals().goes_round("1z", "5p", "3z", "4z").east.turn("8p")
    assert public(table) == [False] * 4
    table.south.shows(PINFU)
    assert public(table) == [False, True, False, False], "South waits for 5p and 8p, and has discarded 5p"
    other = Table(WRC, senses=DEAF).deals().goes_round("1z", "2z", "3z", "4z").east.turn("9s")
    other.south.shows(PINFU)
    assert public(other) == [False] * 4
    tsumo = Table(WRC).deals().goes_round("1z", "5p").west.turn("3z").north.turn("4z").east.turn("1s")
    tsumo.south.draws().south.tsumo(PINFU, "8p")
    assert public(tsumo) == [False] * 4, "a tsumo is won in furiten as well"


@pytest.mark.parametrize("ruleset", [WRC, MJ, SAI])
def test_the_last_discard_is_won_on_by_who_opens_first(ruleset: str) -> None:
    """WRC 5.7.2, MJ 3.4.2: a hand is drawn if nobody wins on the discard after the last tile."""
    table = Table(ruleset, senses=DEAF).deals().runs_out(1).south.turn("5p")
    table.west.shows(PINFU).closes()
    assert table.fouls == []
    assert [(win.seat, win.source) for win in table.result.wins] == [(2, 1)]


def test_after_the_last_discard_hands_are_opened_for_the_draw() -> None:
    """WRC 5.7.2: once a hand that does not win has been opened, the others are opened to show tenpai."""
    table = Table(WRC, senses=DEAF).deals().runs_out(1).south.turn("5p")
    table.north.shows("123m456p789s1122z").west.shows(PINFU).closes()
    assert (table.result.result, table.result.tenpai) == ("exhaustive", (2, 3))


def test_who_passed_the_last_discard_by_in_furiten_is_tenpai() -> None:
    """WRC 5.7.5: he cannot have meant to win."""
    table = Table(WRC, senses=DEAF).deals().goes_round("1z", "2z", "8p", "4z").runs_out(1).south.turn("5p")
    table.west.shows(PINFU).closes()
    assert (table.result.result, table.result.tenpai) == ("exhaustive", (2,))
