"""A contact without its bounces: a change counts once the contact has rested for a moment, and dates from its first edge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

STILL_MS: Final = 20
"""A contact must rest for this long to have changed; anything shorter is a bounce, or noise on a long wire. [ms; judged:
push buttons bounce for less than 10, nobody presses one for less than 40]"""


class ContactChange(NamedTuple):
    """A change of a contact, closed or opened, at the time of its first edge."""

    closed: bool
    at_ms: int


@dataclass(slots=True)
class Debounced:
    """One contact.

    Attributes:
        closed: its position without bounces.
    """

    closed: bool
    _raw: bool
    _raw_ms: int
    _first_ms: int | None = None

    @classmethod
    def standing(cls, *, closed: bool, at_ms: int) -> Debounced:
        """Return a contact in this position at the start of the program; nobody knows since when."""
        return cls(closed, closed, at_ms)

    def edge(self, *, closed: bool, at_ms: int) -> ContactChange | None:
        """Take an edge; return the change that the rest before it has confirmed."""
        change = self.look(at_ms)
        if closed != self._raw:
            self._raw, self._raw_ms = closed, at_ms
            if self._first_ms is None:
                self._first_ms = at_ms
        return change

    def look(self, now_ms: int) -> ContactChange | None:
        """Return the change that rest has confirmed by now."""
        if self._first_ms is None or now_ms - self._raw_ms < STILL_MS:
            return None
        first_ms, self._first_ms = self._first_ms, None
        if self._raw == self.closed:
            return None
        self.closed = self._raw
        return ContactChange(self.closed, first_ms)
