"""The light curtains of the elevator lines: the only record of when a hand was over a chair's line."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

CHANGES_KEPT: Final = 64
"""Changes kept for each chair; questions are about the last seconds."""


@dataclass(slots=True)
class Curtains:
    """The state of the curtains: which are broken, since when, and when each was broken in the last seconds.

    A change has a time. A level that the unit reports has none, since the hand may have come at any time before: it
    makes anything that needs a clear line wait, but it proves nothing.
    """

    _changes: dict[int, deque[tuple[int, bool]]] = field(default_factory=dict)
    _broken_ms: dict[int, int] = field(default_factory=dict)
    _stands: dict[int, bool] = field(default_factory=dict)
    _listeners: list[Callable[[], None]] = field(default_factory=list)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call this whenever a curtain is reported."""
        self._listeners.append(listener)

    def change(self, chair: int, at_ms: int, *, broken: bool) -> None:
        """Note that a curtain was broken or became free."""
        self._changes.setdefault(chair, deque(maxlen=CHANGES_KEPT)).append((at_ms, broken))
        if broken:
            self._broken_ms.setdefault(chair, at_ms)
        else:
            self._broken_ms.pop(chair, None)
        self.stand(chair, broken=broken)

    def stand(self, chair: int, *, broken: bool) -> None:
        """Note a curtain's level, whose time of change is unknown."""
        self._stands[chair] = broken
        for listener in self._listeners:
            listener()

    @property
    def any_broken(self) -> bool:
        """True while a hand is over any line."""
        return any(self._stands.values())

    def broken_ms(self, chair: int) -> int | None:
        """Return the time since which a curtain is broken; None if no change has reported that."""
        return self._broken_ms.get(chair)

    def reached(self, chair: int, since_ms: int, until_ms: int) -> bool:
        """Return whether a hand was, or may have been, over a chair's line in a period."""
        over = True  # until its curtain reports otherwise
        for at_ms, broken in self._changes.get(chair, ()):
            if at_ms > until_ms:
                break
            if broken and at_ms > since_ms:
                return True
            if at_ms <= since_ms:
                over = broken
            elif over:
                return True
        return over
