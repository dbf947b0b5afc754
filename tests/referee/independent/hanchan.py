"""Whole hanchans from a seed, hand by hand: the books' and the referee's view of each hand."""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from random import Random, SystemRandom

from config import read_ruleset
from referee.rules.ruleset import Ruleset
from referee.tournament.tournament import penalties_of
from tests.referee.independent import committed, dealing
from tests.referee.independent.books import Books, Standing
from tests.referee.independent.comparing import differences
from tests.referee.independent.player import Foul, Hand
from tests.referee.independent.telling import RECORD, TABLES, Teller


@cache
def ruleset(name: str) -> Ruleset:
    return Ruleset.from_mapping(read_ruleset(name))


@dataclass
class Tally:
    """Hands played, what happened in them, and every disagreement."""

    hands: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def play(
    name: str,
    seed: int,
    tally: Tally,
    most: int = 6,
    *,
    at_tables: bool = False,
    teller_type: type[Teller] = Teller,
    fouls: Callable[[Random], Foul | None] = committed.some,
) -> None:
    """One hanchan, begun anywhere in it, from a record or at a table.

    Args:
        name: of the ruleset.
        seed: of everything that happens.
        tally: takes the disagreements.
        most: how many hands are played at most.
        at_tables: never from a record.
        teller_type: reports to the referee.
        fouls: chooses the foul committed in a hand.
    """
    chance = Random(f"{name} {seed}")
    rules = ruleset(name)
    senses = RECORD if chance.random() < 0.4 and not at_tables else chance.choice(TABLES)
    teller = teller_type(rules, chance, senses)
    standing = _somewhere(rules, chance)
    first = True
    for number in range(most):
        foul = fouls(chance)
        theme, deal = dealing.deal(
            chance,
            red=rules.scoring.red_fives,
            dealer=standing.dealer,
            stacked=foul.stacked() if foul and chance.random() < 0.7 else None,
        )
        books = Books(rules, standing, deal)
        opening = (standing.round, standing.honba, standing.bets, *standing.scores) if first else None
        first = False
        hand = Hand(books, teller, chance, foul)
        teller.deals(deal, opening)
        ending = hand.play()
        teller.closes()
        before = penalties_of(teller.hanchan, rules)
        if foul:
            foul.after_hand(hand)
        tally.hands += 1
        tally.kinds[ending.result] += 1
        hand.count(ending, tally.kinds)
        wrong = differences(ending, teller.heard, hand.committed)
        wrong += books.doubts
        if hand.void_chombo and (after := penalties_of(teller.hanchan, rules)) != before:
            wrong.append(f"penalties: books {before}, referee {after}")
        if wrong:
            tally.wrong.append(
                f"{name} seed {seed} hand {number} ({theme}, senses {' '.join(senses) or 'none'}; {hand.foul_name}): "
                + "; ".join(wrong)
            )
            return
        if ending.final:
            return
        standing = Standing(ending.round, ending.honba, ending.bets, ending.scores)


def sample(name: str, hands: int, fouls: Callable[[Random], Foul | None] = committed.some) -> None:
    """Play hanchans with fresh seeds until this many hands are played; fail with every disagreement."""
    first = first_seed()
    tally = Tally()
    seed = first
    while tally.hands < hands:
        play(name, seed, tally, fouls=fouls)
        seed += 1
    disagreements = "\n".join(tally.wrong)
    assert not tally.wrong, f"{len(tally.wrong)} of {tally.hands} hands, first seed {first}:\n{disagreements}"


def first_seed() -> int:
    """Return a fresh seed, or the one in ``JANTAKU_SEED``."""
    return int(os.environ.get("JANTAKU_SEED") or SystemRandom().randrange(10**9))


def _somewhere(rules: Ruleset, chance: Random) -> Standing:
    flow = rules.flow
    last = 4 * flow.rounds - 1
    round_now = last if chance.random() < 0.2 else chance.randrange(last + 1)
    if flow.extra_rounds and chance.random() < 0.1:
        round_now = chance.randrange(last + 1, last + 5)
    bets = chance.choice((0, 0, 0, 1, 3))
    scores = [flow.start_points] * 4
    for _ in range(6):
        one, other = chance.sample(range(4), 2)
        points = 100 * chance.randrange(0, 120)
        if scores[one] - points >= 0:
            scores[one] -= points
            scores[other] += points
    scores[chance.randrange(4)] -= 0
    for _ in range(bets):
        rich = max(range(4), key=lambda seat: scores[seat])
        scores[rich] -= 1000
    if flow.extra_rounds and round_now > last and max(scores) >= flow.target_points:
        round_now = last
    return Standing(round_now, chance.choice((0, 0, 1, 2, 5)), bets, scores)
