"""Dora, riichi and fouls by the World Riichi Championship Rules 2015, section by section: WRC 6.4 to 7.2.

Each test plays what its section says; the examples of the book are there in its own words.
"""

import pytest

from referee.game import events
from referee.game import observations as seen
from referee.tiles import parse_tiles
from tests.referee.conftest import Table
from tests.referee.why_not import refusal

PINFU = "234567m67p34522s"
"""Waits for 5p and 8p; with 5p it is pinfu and tanyao, worth 2,000 by ron of a non-dealer."""
NOTEN = "147m258p369s1234z"


# 6.4, 6.5.1 Riichi, kongs


def test_6_4_the_same_indicator_twice_is_worth_six() -> None:
    """ "If the initial dora indicator is …, and a kan dora indicator is also …, and … a pung …, then he has 6 dora"."""
    table = Table("wrc-2015").deals(indicator="4s").goes_round("1z", "2z", "3z", "4z")
    table.east.draws().east.ankan("1111m").turns_indicator("4s").east.draws()
    table.east.tsumo("234p555s22s67p", "8p").closes()
    assert dict(table.result.wins[0].yaku)["dora"] == 6


def test_6_5_1_a_riichi_tile_called_and_the_next_called_again(table: Table) -> None:
    """ "The riichi declarer must rotate his next discard"; that one called, the next again (RULESETS, "riichi_turned")."""
    table.east.draws().east.riichi("9p").west.pon("99p").west.discards("1m").north.turn("2m")
    table.east.draws().east.discards("3m", sideways=True).west.pon("33m").west.discards("1p").north.turn("2p")
    assert table.state.seats[0].turned_due
    table.east.draws().east.discards("4m", sideways=True)
    assert table.fouls == []


def test_6_5_1_a_riichi_voided_by_the_win_on_its_tile(table: Table) -> None:
    """ "The riichi declaration is voided and the 1,000 points are returned": the winner gets the hand's value alone."""
    table.goes_round("1z", "2z", "3z", "4z").east.draws().east.riichi("5p").west.ron(PINFU).closes()
    assert table.result.changes == (-2000, 0, 2000, 0)
    assert table.result.scores == (28000, 30000, 32000, 30000)


@pytest.mark.parametrize(
    ("drawn", "left", "legal"),
    [
        # "In case of three consecutive pungs in the same suit, no kong may be declared"
        ("3m", "222444m55p67s", False),
        ("2m", "333444m55p67s", False),
        # a pung and nothing else
        ("5z", "222m678p2267s", True),
        # the pung is part of the wait: 5556p waits for 4p, 6p and 7p
        ("5p", "123m789m555z6p", False),
    ],
)
def test_6_5_1_a_concealed_kong_in_riichi(table: Table, drawn: str, left: str, legal: bool) -> None:
    """Judged at the draw by the rest of the hand, which held three of ``drawn`` before the kong."""
    assert len(parse_tiles(left)) == 10
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.draws(drawn)
    table.east.ankan(drawn[0] * 4 + drawn[1]).turns_indicator("4z").east.draws().east.discards("9s")
    table.runs_out().east.tenpai(left).closes()
    assert table.fouls == ([] if legal else [("riichi_kan", 0)])
    assert table.result.result == ("exhaustive" if legal else "chombo")


def test_6_5_1_double_riichi_survives_the_riichi_of_others(table: Table) -> None:
    """ "Riichi declarations do not interrupt the round"; a concealed kong does."""
    table.east.draws().east.riichi("9p").south.draws().south.riichi("9s")
    assert table.state.seats[1].double_riichi
    table.west.draws().west.ankan("1111m").turns_indicator("2z").west.draws().west.discards("1z")
    table.north.draws().north.riichi("8m")
    assert not table.state.seats[3].double_riichi


def test_6_5_1_furiten_does_not_forbid_riichi(table: Table) -> None:
    table.goes_round("1z", "2z", "8p", "4z", "1z", "2z").west.draws().west.riichi("9s")
    table.goes_round("1m", "2m", "3m").west.draws().west.tsumo(PINFU, "5p").turns_ura("1s").closes()
    assert table.fouls == []
    assert dict(table.result.wins[0].yaku)["riichi"] == 1


# 7 Fouls that decide how a hand ends


def test_7_1_a_chonbo_returns_only_the_bets_of_this_hand(table: Table) -> None:
    """An older bet stays on the table; counters and dealer stay too."""
    table.east.draws().east.riichi("9p").runs_out().east.tenpai("123m456m789p1122z").closes()
    table.deals().goes_round("1z", "2z").west.draws().west.riichi("9s")
    table.north.turn("1m").east.turn("1s").south.ron(NOTEN).closes()
    assert table.result.result == "chombo"
    assert (table.result.bets, table.result.honba, table.result.round) == (1, 1, 0)
    assert table.result.scores == (32000, 29000, 29000, 29000)


def test_7_1_a_chonbo_with_a_win_is_voided(table: Table) -> None:
    """ "The offending player is not penalized, the winning hand is scored, and the seat rotation is resolved normally"."""
    table.goes_round("1z", "2z", "3z", "4z").east.turn("5p").south.ron(NOTEN).west.ron(PINFU).closes()
    assert table.result.result == "ron"
    assert table.result.changes == (-2000, 0, 2000, 0)
    assert table.result.round == 1
    assert table.result.offenders == ()


def test_7_2_a_dead_hand_in_riichi_pays_and_its_dealer_rotates(table: Table) -> None:
    """7.2, last note: "The player still pays for being noten, and if he's East the deal rotates"."""
    table.east.draws().east.riichi("9p")
    table.ruled("dead_hand", seat=0).runs_out().east.tenpai(PINFU).south.tenpai(PINFU).closes()
    assert table.result.changes == (-1000, 3000, -1000, -1000)
    assert (table.result.round, table.result.honba, table.result.bets) == (1, 1, 1)


@pytest.mark.parametrize(
    ("known", "shown", "rule"),
    [
        (False, None, "riichi_hand_not_shown"),
        (False, NOTEN, "noten_riichi"),
        (True, None, "noten_riichi"),
        (True, PINFU, None),
        (False, PINFU, None),
    ],
)
def test_7_2_a_dead_hand_in_riichi_proves_by_being_shown_that_it_was_tenpai(
    known: bool, shown: str | None, rule: str | None
) -> None:
    """ "To prove this, the player will have to show his hand, else he would be penalized normally for noten riichi".

    At a table, a hand that was never seen open counts as closed, which is chonbo too (5.7.2).
    """
    table = Table("wrc-2015").deals(east=PINFU if known else "").east.draws("9p").east.riichi("9p")
    table.ruled("dead_hand", seat=0)
    while table.state.live:
        name = ("2m", "1z", "3z", "6z")[table.state.turn]
        table.players[table.state.turn].draws(name if table.state.turn == 0 and known else "?")
        table.players[table.state.turn].discards(name)
    if shown is not None:
        table.east.tenpai(shown)
    table.south.tenpai(PINFU).closes()
    assert table.fouls == ([] if rule is None else [(rule, 0)])
    assert table.result.result == ("exhaustive" if rule is None else "chombo")
    assert table.result.offenders == (() if rule is None else (0,))


def test_7_2_a_record_with_a_dead_hand_in_riichi_that_stays_closed() -> None:
    table = Table("wrc-2015", senses=("acts", "call_buttons")).deals().east.draws("9p").east.riichi("9p")
    table.ruled("dead_hand", seat=0)
    for number in range(table.state.live):
        player = table.players[table.state.turn]
        name = f"{number % 9 + 1}{'mps'[number // 9 % 3]}"
        player.draws(name).players[player.seat].discards(name)
    table.sees(seen.TilesShown(seat=1, tiles=parse_tiles(PINFU))).closes()
    assert table.fouls == [("noten_riichi", 0)]
    assert table.result.offenders == (0,)


def test_7_2_noten_riichi_is_not_looked_at_when_another_wins(table: Table) -> None:
    """ "Only determined if the player wins or if there is an exhaustive draw"; the winner takes the bet."""
    table.east.draws().east.riichi("9p").goes_round("1z", "2z", "3z").east.turn("5p")
    table.west.ron(PINFU).closes()
    assert table.fouls == []
    assert table.result.changes == (-2000, 0, 3000, 0)


def test_7_2_an_open_riichi_is_void_and_costs_no_bet(table: Table) -> None:
    """ "Not penalized, the riichi declaration is voided"; it is not judged as noten riichi either."""
    table.east.turn("7z").south.pon("77z").south.discards("9s").goes_round("1z", "2z", "3z").south.draws()
    table.south.calls("riichi").south.discards("9m", sideways=True).runs_out().closes()
    assert table.fouls == [("riichi_open_hand", 1)]
    assert table.result.scores == (30000, 30000, 30000, 30000)
    found = [event for event in table.events if isinstance(event, events.FoulFound)]
    assert found[0].grade == "none"


def test_7_2_few_tiles_are_free_and_a_whole_hand_is_for_the_judge(table: Table) -> None:
    """ "Few tiles: not penalized"; "if the game cannot fairly continue: chonbo", which the judge decides."""
    table.goes_round("1z", "2z").sees(seen.TilesExposed(seat=3, count=2)).west.draws()
    table.east.shows("123456789m1234p").sees(seen.TilesExposed(seat=3, count=4))
    assert table.fouls == [("tiles_shown", 3), ("tiles_shown", 0), ("tiles_shown", 3)]
    assert [found.grade for found in table.state.findings] == ["none", "judge", "none"]
    accepted = seen.RulingGiven(ruling="accepted", finding=1)
    assert "leave the grade of this finding to the judge" in refusal(table.state, accepted)
