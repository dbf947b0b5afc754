"""The fouls of the independent player, and which one is committed in a hand."""

from __future__ import annotations

from random import Random

from tests.referee.independent.false_wins import FALSE_WINS, RonOnOwnDiscard
from tests.referee.independent.player import Foul
from tests.referee.independent.wrong_calls import WRONG_CALLS
from tests.referee.independent.wrong_riichi import WRONG_RIICHI

OPEN: tuple[type[Foul], ...] = (RonOnOwnDiscard,)
"""Acts on which referee and text are not of one opinion yet; left out."""
ALL: tuple[type[Foul], ...] = tuple(
    foul for foul in (*FALSE_WINS, *WRONG_CALLS, *WRONG_RIICHI) if foul not in OPEN
)


def some(chance: Random) -> Foul | None:
    """One foul or none."""
    return chance.choice(ALL)() if chance.random() < 0.5 else None
