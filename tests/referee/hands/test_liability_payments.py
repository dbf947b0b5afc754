"""Liability (pao) paid in each rulebook's way, every figure worked by hand (WRC 6.2; MJ 3.3.9; TEN).

Seat 3 fed the third dragon set; seat 2 is the other discarder; seat 0 deals. Two counters are 600 by ron and by tsumo.
"""

from typing import Any

import pytest

from referee.hands.payments import PaidWin, liable_seat, win_changes
from tests.referee.hands.conftest import report, ruleset

Four = tuple[int, int, int, int]
FED = (("daisangen", 3),)
BY_THE_RULES_OF_MJ = ("riichi-mj", "scoring-tables", "reference-sheet")


def three_dragons(name: str, *, dealer: bool = False) -> Any:
    """Waits for 5s with three dragon sets called."""
    begun = report(name)
    owner = begun.east if dealer else begun.south
    return owner.holds("34s 22m").pon("555z").pon("666z").pon("777z")


def one_han(name: str, *, dealer: bool) -> Any:
    """Pinfu by ron, nothing else: 1,000, or 1,500 for the dealer."""
    begun = report(name)
    owner = begun.east if dealer else begun.south
    return owner.holds("234m 67m 345s 789p 22p").ron("8m")


@pytest.mark.parametrize("name", ["wrc-2015", *BY_THE_RULES_OF_MJ, "tenhou"])
@pytest.mark.parametrize(
    ("winner", "changes"),
    [
        (1, (0, 32000 + 600 + 1000, 0, -32600)),
        (0, (48000 + 600 + 1000, 0, 0, -48600)),
    ],
)
def test_tsumo_is_paid_by_the_liable_player_alone(name: str, winner: int, changes: Four) -> None:
    """WRC 6.2 "the full value of the hand, including all continuance counters points"; MJ 3.3.9 "the entire value"."""
    found = three_dragons(name, dealer=winner == 0).tsumo("5s")
    win = PaidWin(winner=winner, source=winner, score=found, liable=FED)
    assert liable_seat(win, ruleset(name)) == 3
    assert win_changes([win], dealer=0, honba=2, bets=1, ruleset=ruleset(name)) == changes


@pytest.mark.parametrize(
    ("name", "winner", "changes"),
    [
        *((name, 1, (0, 33600, -16600, -16000)) for name in ("wrc-2015", *BY_THE_RULES_OF_MJ)),
        *((name, 0, (49600, 0, -24600, -24000)) for name in ("wrc-2015", *BY_THE_RULES_OF_MJ)),
        ("tenhou", 1, (0, 33600, -16000, -16600)),
        ("tenhou", 0, (49600, 0, -24000, -24600)),
    ],
)
def test_ron_is_shared_by_halves(name: str, winner: int, changes: Four) -> None:
    """WRC 6.2: equally, only the discarder pays the counters; MJ 3.3.9: halves; TEN: the liable player pays them."""
    found = three_dragons(name, dealer=winner == 0).ron("5s")
    win = PaidWin(winner=winner, source=2, score=found, liable=FED)
    assert win_changes([win], dealer=0, honba=2, bets=1, ruleset=ruleset(name)) == changes


@pytest.mark.parametrize("name", ["wrc-2015", *BY_THE_RULES_OF_MJ, "tenhou"])
def test_the_liable_player_discards_the_winning_tile_himself(name: str) -> None:
    """WRC 6.2, MJ 3.3.9 ("against a non-liable player"): nobody shares with him."""
    found = three_dragons(name).ron("5s")
    win = PaidWin(winner=1, source=3, score=found, liable=FED)
    assert win_changes([win], dealer=0, honba=2, bets=1, ruleset=ruleset(name)) == (0, 33600, 0, -32600)


@pytest.mark.parametrize(("name", "whole"), [("wrc-2015", 32000), ("riichi-mj", 32000), ("tenhou", 64000)])
def test_the_hand_also_qualifies_for_another_yakuman(name: str, whole: int) -> None:
    """WRC 6.2: "still liable"; yakuman do not add up (WRC 6.5, MJ 4.2.5) or do (TEN c4ac824b8a8f: all by the liable)."""
    hand = report(name).south.holds("1z 222z").pon("555z").pon("666z").pon("777z")
    win = PaidWin(winner=1, source=1, score=hand.tsumo("1z"), liable=FED)
    rules = ruleset(name)
    assert win_changes([win], dealer=0, honba=0, bets=0, ruleset=rules) == (0, whole, 0, -whole)
    win = PaidWin(winner=1, source=2, score=hand.ron("1z"), liable=FED)
    half = whole // 2
    assert win_changes([win], dealer=0, honba=0, bets=0, ruleset=rules) == (0, whole, -half, -half)


def test_two_liable_players() -> None:
    """TEN: 3 fed the third dragon, 2 the fourth kan; each pays what he fed, and 3, the first, also pays the counters
    and the rest."""
    kans = report("tenhou").south.ankan("1111m").daiminkan("5555z").daiminkan("6666z").daiminkan("7777z")
    liable = (("daisangen", 3), ("suukantsu", 2))
    rules = ruleset("tenhou")
    win = PaidWin(winner=1, source=1, score=kans.holds("9s").tsumo("9s"), liable=liable)
    assert win_changes([win], dealer=0, honba=1, bets=0, ruleset=rules) == (0, 64300, -32000, -32300)
    win = PaidWin(winner=1, source=0, score=kans.holds("9s").ron("9s"), liable=liable)
    assert win_changes([win], dealer=0, honba=1, bets=0, ruleset=rules) == (-32000, 64300, -16000, -16300)
    honours = report("tenhou").south.ankan("1111z").daiminkan("5555z").daiminkan("6666z").daiminkan("7777z")
    win = PaidWin(winner=1, source=1, score=honours.holds("2z").tsumo("2z"), liable=liable)
    assert win.score.yakuman_counted == 3
    assert win_changes([win], dealer=0, honba=0, bets=0, ruleset=rules) == (0, 96000, -32000, -64000)


def test_two_liable_players_for_the_one_yakuman_that_counts() -> None:
    """Yakuman do not add up at this club, and four kans make a player liable: one yakuman is paid, by the player who
    fed first."""
    rules = ruleset("wrc-2015", scoring__pao_suukantsu=True)
    kans = report("wrc-2015", scoring__pao_suukantsu=True).south
    hand = kans.ankan("1111m").daiminkan("5555z").daiminkan("6666z").daiminkan("7777z").holds("9s")
    liable = (("daisangen", 3), ("suukantsu", 2))
    win = PaidWin(winner=1, source=1, score=hand.tsumo("9s"), liable=liable)
    assert win_changes([win], dealer=0, honba=1, bets=0, ruleset=rules) == (0, 32300, 0, -32300)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        # 0 is nearer to 2 than 1 is: 1,500 + 300 to the dealer, 32,000 + 300 to seat 1; the bets to 0 in both.
        ("riichi-mj", (3800, 32300, -18100, -16000)),
        ("tenhou", (3800, 32000, -17800, -16000)),
    ],
)
def test_several_winners_one_of_them_fed(name: str, changes: Four) -> None:
    """MJ 4.1 with 3.3.9: "the discarder settles the score with each winner individually"; TEN: counters to the nearest."""
    fed = PaidWin(winner=1, source=2, score=three_dragons(name).ron("5s"), liable=FED)
    other = PaidWin(winner=0, source=2, score=one_han(name, dealer=True), own_bet=True)
    for wins in ([fed, other], [other, fed]):
        assert win_changes(wins, dealer=0, honba=1, bets=2, ruleset=ruleset(name)) == changes


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("riichi-mj", (0, 32300, -17600, -14700)),
        ("tenhou", (0, 32000, -17300, -14700)),
    ],
)
def test_the_liable_player_wins_too(name: str, changes: Four) -> None:
    """MJ 4.1 with 3.3.9: 3 wins 1,000 + 300 from the discarder and pays half of the yakuman."""
    fed = PaidWin(winner=1, source=2, score=three_dragons(name).ron("5s"), liable=FED)
    own = PaidWin(winner=3, source=2, score=one_han(name, dealer=False))
    assert win_changes([own, fed], dealer=0, honba=1, bets=0, ruleset=ruleset(name)) == changes


def test_nobody_is_liable_for_what_the_hand_is_not() -> None:
    """WRC 6.2: liable "if the player wins with the Big Three Dragons yakuman"."""
    found = three_dragons("wrc-2015").tsumo("5s")
    win = PaidWin(winner=1, source=1, score=found, liable=(("daisuushii", 3),))
    assert liable_seat(win, ruleset("wrc-2015")) is None
    changes = win_changes([win], dealer=0, honba=0, bets=0, ruleset=ruleset("wrc-2015"))
    assert changes == (-16000, 32000, -8000, -8000)


def test_liability_only_for_the_fed_yakuman() -> None:
    """A setting; by TEN the liable seat answers for every yakuman."""
    hand = report("tenhou").south.holds("1z 222z").pon("555z").pon("666z").pon("777z")
    part = ruleset("tenhou", scoring__pao_whole_hand=False)
    win = PaidWin(winner=1, source=1, score=hand.tsumo("1z"), liable=FED)
    assert win_changes([win], dealer=0, honba=3, bets=0, ruleset=part) == (-16000, 64900, -8000, -40900)
    ron = PaidWin(winner=1, source=2, score=hand.ron("1z"), liable=FED)
    assert win_changes([ron], dealer=0, honba=0, bets=0, ruleset=part) == (0, 64000, -48000, -16000)
