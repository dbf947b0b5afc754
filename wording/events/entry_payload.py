"""A journal entry in the form for people and programs, as in the event topic and the history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

from msgspec import Meta

from referee.encoding.codec import encode
from referee.texts.message import Message, to_json
from wording.events.lines import in_one_line, lines_of

if TYPE_CHECKING:
    from referee.journal.journal import Entry
    from referee.texts.language import LanguageName


class EntryPayload(TypedDict):
    """A journal entry. Older tables send no lines."""

    number: Annotated[int, Meta(ge=1, description="1, 2, 3 … without gaps")]
    at_ms: Annotated[int, Meta(description="table time")]
    wall: Annotated[str, Meta(description="wall time", extra_json_schema={"format": "date-time"})]
    observation: dict[str, Any]
    events: list[dict[str, Any]]
    text: Annotated[str, Meta(description="a line for people, in the table's language")]
    lines: NotRequired[Annotated[list[dict[str, Any]], Meta(description="the same as messages")]]


def entry_payload(
    entry: Entry, lines: tuple[Message, ...] | None = None, words: LanguageName = "en"
) -> EntryPayload:
    """The entry, fit for JSON; ``lines`` are its words, without names if the state is no longer known."""
    messages = lines_of(entry.events, None) if lines is None else lines
    return {
        "number": entry.number,
        "at_ms": entry.at_ms,
        "wall": entry.wall,
        "observation": encode(entry.observation),
        "events": [encode(event) for event in entry.events],
        "text": in_one_line(messages, words),
        "lines": [to_json(line) for line in messages],
    }
