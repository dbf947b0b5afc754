"""The fouls of the independent player, and the choice of the foul for each hand."""

from random import Random

from tests.referee.independent.false_wins import FALSE_WINS
from tests.referee.independent.hurried_claims import HURRIED_CLAIMS
from tests.referee.independent.judges_word import JUDGES_WORD
from tests.referee.independent.late_claims import LATE_CLAIMS
from tests.referee.independent.late_shown import LATE_SHOWN
from tests.referee.independent.player import Foul
from tests.referee.independent.riichi_procedure import RIICHI_PROCEDURE
from tests.referee.independent.unclear_tsumo import UNCLEAR_TSUMO
from tests.referee.independent.wrong_calls import WRONG_CALLS
from tests.referee.independent.wrong_ends import WRONG_ENDS
from tests.referee.independent.wrong_kans import WRONG_KANS
from tests.referee.independent.wrong_melds import WRONG_MELDS
from tests.referee.independent.wrong_riichi import WRONG_RIICHI
from tests.referee.independent.wrong_turns import WRONG_TURNS

OPEN: tuple[type[Foul], ...] = ()
"""Acts on which the referee and the rulebooks' text do not agree yet; left out."""
ALL: tuple[type[Foul], ...] = tuple(
    foul
    for foul in (
        *FALSE_WINS,
        *LATE_CLAIMS,
        *LATE_SHOWN,
        *JUDGES_WORD,
        *UNCLEAR_TSUMO,
        *WRONG_CALLS,
        *WRONG_RIICHI,
        *WRONG_ENDS,
        *WRONG_TURNS,
        *WRONG_MELDS,
        *RIICHI_PROCEDURE,
        *HURRIED_CLAIMS,
        *WRONG_KANS,
    )
    if foul not in OPEN
)


def some(chance: Random) -> Foul | None:
    """One foul or none."""
    return chance.choice(ALL)() if ALL and chance.random() < 0.5 else None
