"""What the program calls by the names of its classes, as people say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.texts.language import language

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


def who(state: GameState, seat: int) -> str:
    """A seat for people: its wind in this hand, and the player's name."""
    wind = WINDS[state.wind(seat)]
    return f"{wind} ({state.names[seat]})" if state.names[seat] else wind


def wind_of(state: GameState, seat: int) -> str:
    """The wind of a seat in this hand, as a finding keeps it: names do not belong in its text."""
    return WINDS[state.wind(seat)]
