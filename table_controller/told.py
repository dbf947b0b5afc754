"""A journal entry as it is told to people and programs: in the event topic and as history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from msgspec import Meta

from referee.codec import encode
from table_controller.wording import text_of

if TYPE_CHECKING:
    from referee.journal import Entry


class Told(TypedDict):
    """A journal entry."""

    number: Annotated[int, Meta(ge=1, description="1, 2, 3 … without gaps")]
    at_ms: Annotated[int, Meta(description="table time")]
    wall: Annotated[str, Meta(description="wall time", extra_json_schema={"format": "date-time"})]
    observation: dict[str, Any]
    events: list[dict[str, Any]]
    text: Annotated[str, Meta(description="a line for people")]


def told(entry: Entry, text: str | None = None) -> Told:
    """The entry, fit for JSON; ``text`` in words, made without names where nobody knows the state any more."""
    return {
        "number": entry.number,
        "at_ms": entry.at_ms,
        "wall": entry.wall,
        "observation": encode(entry.observation),
        "events": [encode(event) for event in entry.events],
        "text": text_of(entry.events, None) if text is None else text,
    }
