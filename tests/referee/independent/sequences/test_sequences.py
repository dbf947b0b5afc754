"""Two acts in a hand against the referee: whatever a player has done, and however a judge ruled on it, he or another goes on.

The first act is any foul of the independent player, the second any foul again, an act of a hand that has been ruled
dead, or a lawful one; what must be found comes from the rulebooks' text (``by_the_book``). A disagreement names its
seed:

    JANTAKU_SEED=<first seed> pytest -m prove tests/referee/independent/sequences -k <ruleset>
"""

import pytest

from referee.rules.fouls import section_of
from tests.proofs import some
from tests.referee.independent.hanchan import ruleset, sample
from tests.referee.independent.sequences.by_the_book import DEAD
from tests.referee.independent.sequences.pairs import RULESETS, pair

PART = 500
"""Hands of one case of a proof."""


@pytest.mark.parametrize("act", sorted(DEAD))
@pytest.mark.parametrize("name", RULESETS)
def test_a_finding_cites_a_section_of_the_table(name: str, act: str) -> None:
    rules = ruleset(name)
    rule = DEAD[act].by(rules)
    if rule is not None:
        (book,) = rules.sources
        (mine,) = (part for part in DEAD[act].sections.split("; ") if part.startswith(book))
        cited = section_of(rule, rules.sources).removeprefix("cf. ")
        assert set(mine.replace(",", "").split()[1:]) & set(cited.replace(",", "").replace(";", "").split())


@pytest.mark.parametrize("name", RULESETS)
def test_a_second_act_is_judged_by_the_book(name: str) -> None:
    sample(name, 60, pair)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", some(range(100), 4))
@pytest.mark.parametrize("name", RULESETS)
def test_a_second_act_is_judged_by_the_book_in_many_hands(name: str, part: int) -> None:
    sample(name, PART, pair)
