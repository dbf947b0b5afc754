"""Pairs of acts, one after the other: every foul of the player's list, then every act, under the rulebooks that have fouls of their own."""

from random import Random

from tests.referee.independent import committed
from tests.referee.independent.player import Foul
from tests.referee.independent.sequences.announced import ANNOUNCED
from tests.referee.independent.sequences.claims import CLAIMS
from tests.referee.independent.sequences.dead_hands import (
    DEAD_HANDS,
    RuledDead,
    TsumoNotShown,
    TsumoThenRiichi,
)
from tests.referee.independent.sequences.opened import OPENED
from tests.referee.independent.sequences.two import Two
from tests.referee.independent.sequences.wins import WINS

RULESETS = ("riichi-mj", "saikouisen-2025", "wrc-2015")
ACTS: tuple[type[Foul], ...] = (*ANNOUNCED, *CLAIMS, *OPENED, *WINS, TsumoThenRiichi)
"""Acts that are sequences of themselves: a second word or deed follows a first that was no right one."""
FIRST: tuple[type[Foul], ...] = (RuledDead, TsumoNotShown, *ACTS, *committed.ALL)
SECOND: tuple[type[Foul], ...] = (*DEAD_HANDS, RuledDead, *ACTS, *committed.ALL)
OFTEN = (RuledDead,)
"""First acts after which more can follow than after others."""


def pair(chance: Random) -> Foul:
    """A first act and a second; now and then one of the new acts alone."""
    if chance.random() < 0.1:
        return chance.choice(ACTS)()
    first = chance.choice(OFTEN if chance.random() < 0.2 else FIRST)()
    return Two(first, chance.choice(DEAD_HANDS if chance.random() < 0.25 else SECOND)())
