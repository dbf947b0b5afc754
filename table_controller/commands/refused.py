"""What a command answers, or why it was not done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

from referee.texts.findings import Plain
from referee.texts.language import english, language
from referee.texts.message import Message, to_json

if TYPE_CHECKING:
    from referee.texts.language import LanguageName


class CommandRefusedError(Exception):
    """A command cannot be done now, or its arguments are wrong; its text gives the reason in English.

    Args:
        why: the reason for people; a plain text is somebody's own words. more: further fields of the answer.
    """

    def __init__(self, why: Message | str, **more: Any) -> None:
        self.why = why if isinstance(why, Message) else Plain.words(why)
        super().__init__(english(self.why))
        self.more = more


class Numbered(TypedDict):
    """An answer with the journal entry that was written."""

    number: int


def refusing(why: Message, words: LanguageName, **more: Any) -> dict[str, Any]:
    """The answer to a refused command: the reason, in a language and as a message."""
    return {"ok": False, "error": language(words).say(why), **to_json(why), **more}
