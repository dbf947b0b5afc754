"""The referee's reasons to refuse a judge's words, in English."""

from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.rulings import topics
from referee.texts.language import english


def refusal(state: GameState | None, seen: Observation) -> str:
    """Return the reason why it makes no sense now; empty if it does."""
    why = topics.refusal(state, seen)
    return "" if why is None else english(why)
