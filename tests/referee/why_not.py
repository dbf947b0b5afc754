"""The referee's reasons for refusing a judge's entries, in English."""

from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.rulings import topics
from referee.texts.language import english


def refusal(state: GameState | None, seen: Observation) -> str:
    """Return the reason for refusing it now; empty if there is none."""
    why = topics.refusal(state, seen)
    return "" if why is None else english(why)
