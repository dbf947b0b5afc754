"""An independent player against the referee: hands played by chance and settled from the rulebooks' text alone.

The player keeps its own books (turns, claims and their time, furiten, liability, payments, who deals next) and its own
list of what must be found; hands are valued by the tests' plain scorer. It was written from the rulebooks and the form
of observations and events, without a look at how the referee judges. Seeds are drawn fresh for each run, so a run plays
hands that nobody has seen; a disagreement names its seed, and ``JANTAKU_SEED`` plays it again:

    JANTAKU_SEED=<first seed> pytest -m prove tests/referee/independent -k <ruleset>
"""

import pytest

from config import ruleset_names
from tests.proofs import some
from tests.referee.independent.hanchan import sample

RULESETS = tuple(sorted(ruleset_names()))
PART = 500
"""Hands of one case of a proof."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_referee_agrees_with_an_independent_player(ruleset: str) -> None:
    sample(ruleset, 60)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", some(range(100), 2))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_referee_agrees_with_an_independent_player_in_many_hands(ruleset: str, part: int) -> None:
    sample(ruleset, PART)
