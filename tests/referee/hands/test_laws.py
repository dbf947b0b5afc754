"""Laws that hold for every hand, and random hands compared with the plain scorer."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.hands.names import YAKU, YAKUMAN
from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.rules.ruleset import Ruleset
from tests.referee.hands.conftest import ruleset
from tests.referee.hands.plain_scorer import Judge, Worth
from tests.referee.hands.random_wins import in_other_suits, random_win

NAMES = ("wrc-2015", "riichi-mj", "saikouisen-2025", "scoring-tables", "reference-sheet", "tenhou")
HANDS = 3_000
"""Hands for each ruleset."""
OPTIONS: dict[str, list[object]] = {
    "renhou": ["off", "mangan", "yakuman"],
    "suuankou_ron": [True, False],
    "pinfu_tsumo": [True, False],
    "open_least_fu": [20, 30],
    "unclear_tile": ["no_wait", "no_win", "ignored"],
    "first_turn_after_ankan": [True, False],
    "haitei_with_rinshan": [True, False],
    "sanrenkou": [True, False],
    "suurenkou": [True, False],
    "daisharin": [True],
    "red_fives": [True, False],
    "ryanpeikou_identical": [True, False],
    "ryanpeikou_one_suit": [True, False],
    "open_tanyao": [True, False],
    "ippatsu": [True, False],
    "yakuman_add": [True, False],
    "counted_yakuman": [True, False],
    "kiriage_mangan": [True, False],
    "double_wind_pair_fu": [2, 4],
}
any_win = st.integers(0, 2**64).map(random_win)
rulesets = st.sampled_from(NAMES)


def worth(found: Score | None) -> Worth | None:
    if found is None:
        return None
    return found.base, found.yakuman_counted if found.yakuman else 0, found.han, found.fu


def some_rulesets(name: str) -> list[Ruleset]:
    """A ruleset, unchanged or with random settings changed."""
    chance = Random(name)
    return [ruleset(name)] + [
        ruleset(
            name,
            **{f"scoring__{key}": chance.choice(OPTIONS[key]) for key in chance.sample(sorted(OPTIONS), 4)},
        )
        for _ in range(11)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_every_hand_is_scored_as_the_plain_scorer_scores_it(name: str) -> None:
    """WRC 5.7.6, MJ 3.4.9, SAI 47.3: the best of all readings."""
    variants = some_rulesets(name)
    for seed in range(HANDS):
        win, rules = random_win(seed), variants[seed % len(variants)]
        assert worth(score(win, rules)) == Judge(win, rules).best(), (seed, win, rules.scoring)


def test_the_random_hands_have_every_yaku() -> None:
    """The test above checks only the yaku that occur; here suurenkou and the like are switched on."""
    rules = ruleset("scoring-tables", scoring__daisharin=True, scoring__daisharin_every_suit=True)
    rules = rules.with_overrides({"scoring.yakuman_add": True, "scoring.ryanpeikou_one_suit": True})
    mangan = ruleset("wrc-2015")
    met: set[str] = set()
    for seed in range(HANDS):
        for found in (score(random_win(seed), rules), score(random_win(seed), mangan)):
            if found is not None:
                met |= {name for name, _ in found.yaku} | set(found.yakuman)
    assert met >= set(YAKU) | set(YAKUMAN)


@given(any_win, rulesets, st.permutations([0, 1, 2]))
@settings(max_examples=150, deadline=None)
def test_suits_are_alike(win: Win, name: str, order: list[int]) -> None:
    """All suits score the same, but for the green tiles of bamboo (WRC 6.5.6)."""
    rules = ruleset(name)
    first, second = score(win, rules), score(in_other_suits(win, tuple(order)), rules)
    assume(not any(found and "ryuuiisou" in found.yakuman for found in (first, second)))
    assert worth(first) == worth(second)


@given(any_win, rulesets, st.integers(0, 33))
@settings(max_examples=150, deadline=None)
def test_an_indicator_more_never_lowers_a_score(win: Win, name: str, tile: int) -> None:
    """WRC 6.4; dora are no yaku, so nothing becomes a win by them."""
    rules = ruleset(name)
    before = score(win, rules)
    after = score(replace(win, dora_indicators=(*win.dora_indicators, tile)), rules)
    assert (before is None) == (after is None)
    if before is not None and after is not None:
        assert after.base >= before.base
        assert after.han >= before.han or after.yaku == (("renhou", 5),)


@given(any_win, rulesets, st.tuples(st.integers(1, 3), st.integers(0, 9), st.integers(0, 4)))
@settings(max_examples=150, deadline=None)
def test_payments_add_up_to_the_bets(win: Win, name: str, table: tuple[int, int, int]) -> None:
    """WRC 6.1, 5.7.7: what is paid is received, with 300 a counter; rounding adds less than 300."""
    away, honba, bets = table
    rules = ruleset(name)
    found = score(win, rules)
    assume(found)
    assert found is not None
    source = win.seat_wind if win.tsumo else (win.seat_wind + away) % 4
    changes = win_changes(
        [PaidWin(winner=win.seat_wind, source=source, score=found)],
        dealer=0,
        honba=honba,
        bets=bets,
        ruleset=rules,
    )
    assert sum(changes) == 1000 * bets
    assert changes[win.seat_wind] == found.points + 300 * honba + 1000 * bets
    whole = found.base * (6 if win.seat_wind == 0 else 4)
    assert whole <= found.points < whole + 300
    assert found.points % 100 == 0


@pytest.mark.parametrize("name", NAMES)
def test_no_win_where_there_is_none(name: str) -> None:
    win = Win(concealed=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 27), tile=28, tsumo=True)
    assert Judge(win, ruleset(name)).best() is None
    assert score(win, ruleset(name)) is None
