"""The text of a finding or suspicion, which says what was seen; older journals have it in English only."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from referee.texts.findings import Plain
from referee.texts.language import language
from referee.texts.message import Message

if TYPE_CHECKING:
    from referee.game.events import FoulFound, FoulSuspected

Wrong: TypeAlias = tuple[str, Message]
"""The rule that an act breaks, and what was seen."""


def said_of(each: FoulFound | FoulSuspected) -> Message:
    """Return the message that says what was seen; the recorded English if there is no code, or one of another version."""
    known = each.said is not None and language("en").knows(each.said)
    return each.said if known and each.said is not None else Plain.words(each.text)
