"""Texts about a position: the players, and what was seen of a finding or suspicion."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from referee.texts.findings import Plain
from referee.texts.kinds import WINDS
from referee.texts.language import language
from referee.texts.message import Message, Person

if TYPE_CHECKING:
    from referee.game.events import FoulFound, FoulSuspected
    from referee.game.position import GameState

Breach: TypeAlias = tuple[str, Message]
"""The rule that an act breaks, and what was seen."""


def seen_text(each: FoulFound | FoulSuspected) -> Message:
    """Return the message that says what was seen; the recorded English if there is no code, or one of another version."""
    known = each.said is not None and language("en").knows(each.said)
    return each.said if known and each.said is not None else Plain.words(each.text)


def person(state: GameState, seat: int) -> Person:
    """The player on a seat in this hand: the wind and the name."""
    return Person(WINDS[state.wind(seat)], state.names[seat])
