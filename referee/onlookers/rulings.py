"""The rulings of a hand, as they are announced to people who are not judges."""

from typing import Final

from referee.game.events import RulingMade
from referee.game.position import GameState
from referee.game.standing import standing
from referee.onlookers.shown import RulingShown
from referee.texts.kinds import WINDS
from referee.texts.language import LANGUAGES, language
from referee.texts.lines import JournalText
from referee.texts.message import Person

UNANNOUNCED: Final = frozenset({"dismissed", "none", None})
"""Rulings that impose nothing. They are announced only in place of one that did: a suspicion that came to nothing
would reveal something about a concealed hand."""


def announced(state: GameState) -> list[RulingShown]:
    """Return the rulings of this hand that hold, the newest first; after the hand, until the next begins."""
    held = standing(state.rulings[state.desk.first_ruling :])
    return [
        _shown(state, made)
        for made in reversed(held)
        if made.ruling not in UNANNOUNCED or made.instead not in UNANNOUNCED
    ]


def _shown(state: GameState, made: RulingMade) -> RulingShown:
    message = JournalText.ruling_announced(
        None if made.seat is None else Person(WINDS[state.wind(made.seat)], state.names[made.seat]),
        made.ruling,
        points=made.points,
        instead=None if made.instead in UNANNOUNCED else made.instead,
        jury=_of_jury(state, made),
    )
    return {"seat": made.seat, "texts": {name: language(name).say(message) for name in LANGUAGES}}


def _of_jury(state: GameState, made: RulingMade) -> bool:
    """Return whether a jury decided on this ruling, or let it stand."""
    return any(
        jury.finding == made.finding and jury.ruling in {made.ruling, None} for jury in state.desk.juries
    )
