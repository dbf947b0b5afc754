"""Answers to a command, and the reasons why it was not done."""

from typing import Annotated, TypedDict, Unpack

from msgspec import Meta

from referee.texts.findings import Plain
from referee.texts.language import english
from referee.texts.message import Message


class Since(TypedDict):
    """An entry written after the decision to give a command."""

    number: int
    text: str


class RefusedFields(TypedDict, total=False):
    """Details of a refusal besides its reason."""

    since: Annotated[list[Since], Meta(description="what happened since the entry that was given as at")]
    setting: Annotated[str, Meta(description="the setting of the ruleset that is wrong, by its dotted name")]


class CommandRefusedError(Exception):
    """A command cannot be done now, or its arguments are wrong; its text gives the reason in English.

    Args:
        why: the reason for people; a plain text is in a person's own words.
        more: further fields of the answer.
    """

    def __init__(self, why: Message | str, **more: Unpack[RefusedFields]) -> None:
        self.why = why if isinstance(why, Message) else Plain.words(why)
        super().__init__(english(self.why))
        self.more = more


class Numbered(TypedDict):
    """An answer with the journal entry that was written."""

    number: int
