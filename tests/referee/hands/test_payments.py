"""Payments: counters, bets, several winners, liability, noten and nagashi.

What differs between rulebooks: whether counters go to every winner, who gets the bets, the yakuman that make a player
liable, how much of the hand he pays, and who then pays the counters.
"""

from referee.hands.payments import PaidWin, nagashi_changes, win_changes
from tests.referee.hands.conftest import report, ruleset


def test_a_tsumo_is_paid_by_all_with_a_hundred_a_counter() -> None:
    """WRC 6.1, 5.7.7; MJ 3.4.10: 400/700 with two counters and a bet."""
    found = report().south.holds("234m 67m 345s 789p 22p").tsumo("8m")
    win = PaidWin(winner=1, source=1, score=found)
    changes = win_changes([win], dealer=0, honba=2, bets=1, ruleset=ruleset("wrc-2015"))
    assert changes == (-900, 2100 + 1000, -600, -600)
    found = report().east.holds("234m 67m 345s 789p 22p").tsumo("8m")
    win = PaidWin(winner=3, source=3, score=found)
    assert win_changes([win], dealer=3, honba=1, bets=0, ruleset=ruleset("wrc-2015")) == (
        -800,
        -800,
        -800,
        2400,
    )


def test_a_ron_is_paid_by_the_discarder_with_three_hundred_a_counter() -> None:
    """WRC 6.1, 5.7.7."""
    found = report().south.holds("234m 67m 345s 789p 22p").ron("8m")
    win = PaidWin(winner=1, source=3, score=found)
    assert win_changes([win], dealer=0, honba=2, bets=2, ruleset=ruleset("wrc-2015")) == (0, 3600, 0, -1600)


def test_two_winners_of_one_tile() -> None:
    """MJ 4.1: counters to each, the own bet back, other bets to the nearest; TEN: counters and bets to the nearest."""
    found = report().south.holds("234m 67m 345s 789p 22p").ron("8m")
    near = PaidWin(winner=0, source=3, score=found)
    far = PaidWin(winner=2, source=3, score=found, own_bet=True)
    for wins in ([near, far], [far, near]):
        of_mj = win_changes(wins, dealer=3, honba=1, bets=3, ruleset=ruleset("riichi-mj"))
        assert of_mj == (1000 + 300 + 2000, 0, 1000 + 300 + 1000, -2600)
        of_tenhou = win_changes(wins, dealer=3, honba=1, bets=3, ruleset=ruleset("tenhou"))
        assert of_tenhou == (1000 + 300 + 3000, 0, 1000, -2300)


def test_nagashi_mangan_is_paid_as_a_tsumo() -> None:
    """TAB, REF; TEN: also by two players."""
    assert nagashi_changes([0], 0) == (12000, -4000, -4000, -4000)
    assert nagashi_changes([2], 0) == (-4000, -2000, 8000, -2000)
    assert nagashi_changes([0, 2], 0) == (8000, -6000, 4000, -6000)
