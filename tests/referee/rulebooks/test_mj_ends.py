"""Ends of hands by the Riichi MJ Rule Book, section by section: MJ 3.4 to 4.1.

Each test plays what its section says; the examples of the book are there in its own words.
"""

import pytest

from referee.game import observations as seen
from tests.referee.conftest import Table

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""
NOTEN = "147m258p369s1234z"


@pytest.fixture
def table() -> Table:
    return Table("riichi-mj").deals()


def all_riichi(table: Table) -> Table:
    for player, name in zip(table.players, ("1z", "2z", "3z", "4z"), strict=True):
        player.draws().players[player.seat].riichi(name)
    return table


# 3.4 End of a hand


def test_3_4_1_houtei_after_a_kan_at_the_second_to_last_tile(table: Table) -> None:
    """ "The replacement tile becomes the last tile": its discard is claimed for a win only."""
    table.runs_out(keep=2)
    player = table.players[table.state.turn]
    player.draws().players[player.seat].ankan("1111z").turns_indicator("9m")
    player.draws().players[player.seat].discards("5p")
    table.players[(player.seat + 1) % 4].ron("234999m46p111s22m").closes()
    assert dict(table.result.wins[0].yaku) == {"houtei": 1}


def test_3_4_2_the_new_east_places_one_stick_more(table: Table) -> None:
    """ "If there were 2 sticks before the draw the 3 sticks are placed by the new East"."""
    for _ in range(2):
        table.runs_out().east.tenpai(PINFU).closes().deals()
    assert (table.state.honba, table.state.dealer) == (2, 0)
    table.runs_out().closes().deals()
    assert (table.state.honba, table.state.dealer) == (3, 1)


@pytest.mark.parametrize(
    ("tenpai", "changes"),
    [
        ((0, 1, 2), (1000, 1000, 1000, -3000)),  # "the noten player pays 1000 to each"
        ((1, 2), (-1500, 1500, 1500, -1500)),  # "they each received 1500 points from a noten player"
        ((3,), (-1000, -1000, -1000, 3000)),  # "1000 points from each of the noten players"
        ((), (0, 0, 0, 0)),
        ((0, 1, 2, 3), (0, 0, 0, 0)),  # "If none or all players are tenpai no points are exchanged"
    ],
)
def test_3_4_2_noten_payments(table: Table, tenpai: tuple[int, ...], changes: tuple[int, ...]) -> None:
    table.runs_out()
    for seat in tenpai:
        table.players[seat].tenpai(PINFU)
    assert table.closes().result.changes == changes
    assert table.result.round == (0 if 0 in tenpai else 1)  # "Noten dealers lose the dealership"


def test_3_4_3_nine_kinds_on_the_own_first_draw_of_anyone(table: Table) -> None:
    """Riichi hands "are not obliged to show"; the bets stay (3.4.4), a counter is added, nobody pays."""
    table.east.draws().east.riichi("9p").south.draws().south.calls("nine_terminals")
    table.south.shows("19m19p19s1234z568p2m").closes()
    assert table.fouls == []
    result = table.result
    assert (result.result, result.honba, result.bets, result.changes) == (
        "nine_terminals",
        1,
        1,
        (0, 0, 0, 0),
    )


def test_3_4_3_not_after_a_concealed_kong_of_another(table: Table) -> None:
    """ "In the uninterrupted first go-around"."""
    table.east.draws().east.ankan("1111m").turns_indicator("2z").east.draws().east.discards("9s")
    table.south.draws().south.calls("nine_terminals")
    assert table.fouls == [("nine_terminals_not_there", 1)]


@pytest.mark.parametrize("names", [("4z", "4z", "4z", "3z"), ("5z", "5z", "5z", "5z")])
def test_3_4_3_other_tiles_than_the_same_wind(table: Table, names: tuple[str, ...]) -> None:
    assert table.goes_round(*names).closes().fouls == [("hand_not_over", 0)]


def test_3_4_3_four_winds_not_broken_by_riichi(table: Table) -> None:
    """The bet stays on the table; its hand need not be shown."""
    table.goes_round("4z", "4z", "4z").north.draws().north.riichi("4z").closes()
    assert table.fouls == []
    assert (table.result.result, table.result.bets, table.result.scores[3]) == ("four_winds", 1, 24000)


def test_3_4_3_a_win_on_the_fourth_riichi_tile(table: Table) -> None:
    """ "And no-one declares a win on the fourth player's discard": the fourth bet is not paid (3.3.14)."""
    for player, name in zip(table.players, ("1z", "2z", "3z", "5p"), strict=True):
        player.draws().players[player.seat].riichi(name)
    table.west.ron(PINFU).turns_ura("1s").closes()
    assert table.fouls == []
    assert table.result.result == "ron"
    assert table.result.scores[3] == 25000 + table.result.changes[3]
    assert sum(table.result.scores) == 100000


def test_3_4_3_four_riichi_show_their_hands(table: Table) -> None:
    all_riichi(table)
    for player in table.players:
        player.shows(PINFU)
    table.closes()
    assert table.fouls == []
    assert (table.result.result, table.result.bets, table.result.honba) == ("four_riichi", 4, 1)


def test_3_4_6_a_noten_riichi_among_four_is_chombo(table: Table) -> None:
    """ "Determined only in case of a drawn game", at which "all players are obliged to show their tenpai hands" (3.4.3)."""
    all_riichi(table)
    for player, hand in zip(table.players, (PINFU, PINFU, NOTEN, PINFU), strict=True):
        player.shows(hand)
    table.closes()
    assert table.fouls == [("noten_riichi", 2)]
    assert (table.result.result, table.result.offenders) == ("chombo", (2,))
    assert table.result.changes == (4000, 2000, -8000, 2000)
    assert table.result.scores == (29000, 27000, 17000, 27000)


def test_3_4_3_a_hand_in_four_riichi_that_stays_closed(table: Table) -> None:
    all_riichi(table)
    for player in table.players[1:]:
        player.shows(PINFU)
    table.closes()
    assert table.fouls == [("riichi_hand_not_shown", 0)]


@pytest.mark.parametrize(
    ("hand", "wait", "discarded", "furiten"),
    [
        # Example 1: "a three-sided wait for 3-6-9 … any of the three waiting tiles"
        ("234m45678p34522s", "6p", "3p", True),
        ("234m45678p34522s", "6p", "9p", True),
        ("234m45678p34522s", "3p", "6p", True),
        ("234m45678p34522s", "3p", "5p", False),
        # Example 2: "waiting 1-4 circles. A discarded 7 circles does not make the player furiten"
        ("234567m23p34522s", "4p", "7p", False),
        ("234567m23p34522s", "4p", "1p", True),
        ("234567m23p34522s", "4p", "4p", True),
        # Example 3: "4 and 7 circles and red dragon. If the player has discarded one of these tiles, he is furiten"
        ("234m44456p678s77z", "7z", "4p", True),
        ("234m44456p678s77z", "7z", "7p", True),
        ("234m44456p678s77z", "7z", "8p", False),
    ],
)
def test_3_4_5_furiten_examples(table: Table, hand: str, wait: str, discarded: str, furiten: bool) -> None:
    table.goes_round("1z", "2z", discarded, "4z").east.turn(wait).west.ron(hand).closes()
    assert table.fouls == ([("furiten_win", 2)] if furiten else [])


def test_3_4_5_the_passed_tile_may_give_no_yaku(table: Table) -> None:
    """ "Even if the passed tile gives him no yaku"; it "ends next time the player draws or claims a tile"."""
    hand = "22567m78p444678s"
    table.goes_round("1z", "2z", "3z", "9p")
    before = table.state
    table.east.turn("6p").west.ron(hand).closes()
    assert table.fouls == [("furiten_win", 2)]
    table.state_or_none = before
    table.events.clear()
    table.goes_round("1s", "2z", "9s", "4z").east.turn("6p").west.ron(hand).closes()
    assert table.fouls == []


def test_3_4_6_too_many_tiles_shown_are_for_the_judge(table: Table) -> None:
    """ "E.g. too many tiles were revealed for the game to continue fairly": chombo if the judge says so."""
    table.goes_round("1z", "2z").east.shows("123456789m1234p").sees(seen.TilesExposed(seat=3, count=2))
    assert [(found.rule, found.grade) for found in table.state.findings] == [
        ("tiles_shown", "judge"),
        ("tiles_shown", "none"),
    ]
    table.sees(seen.RulingGiven(ruling="chombo", finding=0))
    assert table.result.result == "chombo"


def test_3_4_7_a_dead_riichi_hand_pays_noten_and_is_no_chombo(table: Table) -> None:
    table.east.draws().east.riichi("9p")
    table.ruled("dead_hand", seat=0).runs_out().south.tenpai(PINFU).closes()
    assert table.fouls == []
    assert table.result.changes == (-1000, 3000, -1000, -1000)
    assert table.result.round == 1


@pytest.mark.parametrize("announced", [True, False])
def test_3_4_7_riichi_not_said_or_not_turned_is_a_dead_hand(table: Table, announced: bool) -> None:
    table.east.draws()
    if announced:
        table.east.calls("riichi").east.discards("9p", sideways=False)
    else:
        table.east.discards("9p", sideways=True).sees(seen.ClockAdvanced(at_ms=table.at_ms + 30000))
    (found,) = table.state.findings
    assert (found.rule, found.grade) == ("riichi_not_turned" if announced else "riichi_not_said", "dead_hand")


def test_3_4_9_the_discarder_pays_each_winner_in_full(table: Table) -> None:
    """With counters for each (4.1); East among the winners adds one and stays (3.4.10, 3.4.11)."""
    table.runs_out().east.tenpai(PINFU).closes().deals().goes_round("1z", "2z", "3z", "4z", "1z", "2z", "3z")
    table.north.turn("5p").east.ron(PINFU).west.ron(PINFU).closes()
    assert [win.seat for win in table.result.wins] == [0, 2]
    assert table.result.changes == (3200, 0, 2300, -5500)
    assert (table.result.honba, table.result.round) == (2, 0)


def test_4_1_three_winners_and_the_bets(table: Table) -> None:
    """A bet of one who does not win goes "to the winner closest to the discarder's right"; winners keep their own."""
    table.east.draws().east.riichi("9p").south.draws().south.riichi("9s").goes_round("1z", "2z")
    table.east.turn("5p").south.ron(PINFU).west.ron(PINFU).north.ron(PINFU).turns_ura("1z").closes()
    assert table.fouls == []
    south, west, north = table.result.wins
    assert (south.changes[1], west.changes[2], north.changes[3]) == (south.points + 2000, 2000, 2000)
    assert table.result.bets == 0
    assert sum(table.result.scores) == 100000


def test_3_4_4_bets_of_an_exhaustive_last_hand_go_to_the_first() -> None:
    table = Table("riichi-mj", flow__rounds=1).deals()
    for _ in range(3):
        table.runs_out().closes().deals()
    table.north.draws().north.riichi("9p").runs_out().east.tenpai(PINFU).north.tenpai(PINFU).closes()
    assert table.ended is None  # the dealer was tenpai
    table.deals().runs_out().closes()
    assert table.ended is not None
    assert table.ended.scores == (27500, 23500, 23500, 25500)
