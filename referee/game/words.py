"""What the program calls by the names of its classes, as people say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.texts.kinds import WINDS as KIND_WINDS
from referee.texts.language import language
from referee.texts.message import Person

if TYPE_CHECKING:
    from referee.game.observations import Observation
    from referee.game.position import GameState

WINDS: Final = ("East", "South", "West", "North")


def a_kind(observation: Observation) -> str:
    """What kind of thing was observed, with its article."""
    return kind_named(type(observation))


def kind_named(kind: type[Observation]) -> str:
    """What observations of this class are, with its article."""
    return language("en").word("kind", kind.__name__)


def person(state: GameState, seat: int) -> Person:
    """Who sits on a seat in this hand, for a text."""
    return Person(KIND_WINDS[state.wind(seat)], state.names[seat])
