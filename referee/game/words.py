"""A player, for a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.texts.kinds import WINDS
from referee.texts.message import Person

if TYPE_CHECKING:
    from referee.game.position import GameState


def person(state: GameState, seat: int) -> Person:
    """The player on a seat in this hand: the wind and the name."""
    return Person(WINDS[state.wind(seat)], state.names[seat])
