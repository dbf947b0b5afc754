"""The shapes of what a table publishes besides its state and its entries."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta


class Status(TypedDict):
    """How the table is; ``lost`` is its last will."""

    status: Literal["init", "ready", "lost", "stopped"]
    text: Annotated[str, Meta(description="for people")]


class Alert(TypedDict):
    """Something a person should see to; an empty payload when it is resolved."""

    id: str
    severity: Literal["info", "warning", "error"]
    text: str
    advice: Annotated[str, Meta(description="what to do")]
    at_ms: int


class ClipKept(TypedDict):
    """The newest clip kept for a judge, in the table's state folder."""

    journal: Annotated[int, Meta(description="number of the entry that it was kept for, and of the clip")]
    at_ms: int
    why: str
    file: str
