"""Setup and turns by the Riichi MJ Rule Book, section by section: MJ 1.3 to 3.3.

Each test plays what its section says; the examples of the book are there in its own words.
"""

import pytest

from referee.game import observations as seen
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""


@pytest.fixture
def table() -> Table:
    return Table("riichi-mj").deals()


# 2, 3.1-3.3 Setup and turns


def test_1_3_one_red_five_in_each_suit(table: Table) -> None:
    """ "Each suit has one red five and three normal fives": a second red five of a suit is not in the set."""
    table.east.turn("0m").south.turn("0p").west.turn("0s")
    assert table.fouls == []


def test_2_2_the_south_round_begins_when_the_first_dealer_is_east_again(table: Table) -> None:
    for _ in range(4):
        table.runs_out().closes().deals()
    assert (table.state.dealer, table.state.round) == (0, 4)
    table.goes_round("1z", "2z", "3z", "9s").east.turn("7z").south.pon("77z").south.discards("9p")
    table.west.turn("5p").south.ron("222z234m67p22s").closes()
    assert dict(table.result.wins[0].yaku) == {"chun": 1, "round_wind": 1, "seat_wind": 1, "dora": 3}


def test_3_3_1_a_tile_drawn_too_fast_goes_back(table: Table) -> None:
    """ "The call is still valid and the drawn tile is replaced in the wall"."""
    table.east.turn("5p")
    table.sees(seen.CallHeard(seat=3, call="pon", at_ms=table.at_ms + 50))
    table.sees(seen.TileDrawn(seat=1, tile=37, at_ms=table.at_ms + 50))
    table.north.shows_meld("pon", "555p", "5p", 0).north.discards("1z")
    assert [seat.concealed for seat in table.state.seats] == [13, 13, 13, 10]
    assert table.state.live == 69


@pytest.mark.parametrize(
    ("call", "own", "taken", "discard"),
    [
        ("pon", "77p", "7p", "7p"),  # "claim … for pong and discard …"
        ("chi", "56p", "4p", "7p"),  # "claim … for chow and discard … or …": the other end
        ("chi", "56p", "4p", "4p"),  # and the same tile
        ("chi", "45p", "6p", "3p"),
        ("chi", "78m", "9m", "6m"),
        ("chi", "23s", "1s", "4s"),
    ],
)
def test_3_3_2_swap_calling(table: Table, call: str, own: str, taken: str, discard: str) -> None:
    """The pictures of the book are lost; both rules stand there in words. The hand is dead (3.4.7)."""
    getattr(table.east.turn(taken).south, call)(own)
    assert table.fouls == []
    table.south.discards(discard)
    (found,) = table.state.findings
    assert (found.rule, found.seat, found.grade) == ("kuikae", 1, "dead_hand")


@pytest.mark.parametrize(
    ("own", "taken", "discard"), [("79m", "8m", "5m"), ("56p", "7p", "8p"), ("12s", "3s", "4s")]
)
def test_3_3_2_what_is_no_swap(table: Table, own: str, taken: str, discard: str) -> None:
    """A middle tile and an edge have one end only; the book names the same tile and the other end, nothing else."""
    table.east.turn(taken).south.chi(own).south.discards(discard)
    assert table.fouls == []


def test_3_3_6_the_added_tile_counts_as_a_discard(table: Table) -> None:
    """It is won on until the next discard, its indicator turned or not, and pays like one."""
    table.east.turn("5p").west.pon("55p").west.discards("1z").goes_round("2z", "3z", "4z")
    table.west.draws().west.kakan("5p").turns_indicator("9s").west.draws().north.ron(
        "234567m46p34522s"
    ).closes()
    assert table.fouls == []
    assert table.result.changes[0] == table.result.changes[1] == 0
    assert table.result.wins[0].source == 2


def test_3_3_9_two_called_dragons_and_the_third_fed(table: Table) -> None:
    """Tsumo: "the entire value of the hand"; ron of another's tile: "half … and the liable player … the other half"."""
    for name in ("5z", "6z", "7z"):
        while table.state.turn != 3:
            table.goes_round("8s")
        table.north.turn(name).west.pon(name[0] * 2 + "z").west.discards("9s")
    before = table.state
    table.goes_round("1z", "2z", "3z").west.draws().west.tsumo("22m34p", "5p").closes()
    assert table.result.changes == (0, 0, 32000, -32000)
    table.state_or_none = before
    table.goes_round("1z", "2z").south.turn("5p").west.ron("22m34p").closes()
    assert table.result.changes == (0, -16000, 32000, -16000)


def four_kans(table: Table, *, last_discard: str = "9p") -> Table:
    table.east.draws()
    for names in ("1111z", "2222z", "3333z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").south.draws().south.ankan("4444z").turns_indicator("9m").south.draws()
    return table.south.discards(last_discard)


def test_3_3_10_a_win_on_the_discard_after_the_fourth_kan(table: Table) -> None:
    """ "When the following discard is not a winning tile"."""
    four_kans(table, last_discard="5p").west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.result == "ron"


def test_3_3_10_otherwise_it_is_aborted_with_a_counter(table: Table) -> None:
    """3.4.3: no payment."""
    four_kans(table).closes()
    assert (table.result.result, table.result.changes, table.result.honba) == ("four_kans", (0, 0, 0, 0), 1)


def test_3_3_10_one_player_with_all_four_and_nobody_else(table: Table) -> None:
    """ "No other players are allowed to declare kan from then on"."""
    table.east.draws()
    for names in ("1111z", "2222z", "3333z", "4444z"):
        table.east.ankan(names).turns_indicator("9s").east.draws()
    table.east.discards("1m").south.draws().south.ankan("5555z")
    assert table.fouls == [("fifth_kan", 1)]


@pytest.mark.parametrize("points", [1000, 900])
def test_4_2_1_a_riichi_needs_its_stake(points: int) -> None:
    """ "A player must also have 1,000 points to begin with"; the last thousand may be bet, and zero plays on (4.1)."""
    table = Table("riichi-mj", flow__start_points=points).deals().east.draws().east.riichi("9p").south.draws()
    if points == 1000:
        assert table.fouls == []
        assert table.state.scores[0] == 0
        assert table.ended is None
    else:
        assert table.fouls[0] == ("riichi_below_1000", 0)
        assert table.state.scores[0] == 900


def test_3_3_14_fewer_than_four_tiles() -> None:
    for left, fouls in ((4, 0), (3, 1)):
        table = Table("riichi-mj").deals().runs_out(keep=left + 1)
        player = table.players[table.state.turn]
        player.draws().players[player.seat].calls("riichi")
        assert len(table.fouls) == fouls


def test_3_3_14_three_consecutive_pongs(table: Table) -> None:
    """ "No kong may be declared, since the tiles can be interpreted as three identical chows"."""
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws("3m").east.ankan("3333m")
    table.turns_indicator("2z").east.draws("5s").east.tsumo("222444m55p67s", "5s").turns_ura("1z1z").closes()
    assert table.fouls == [("riichi_kan", 0)]
    assert table.result.result == "chombo"
