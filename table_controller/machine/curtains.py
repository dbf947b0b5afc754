"""The light curtains of the elevator lines, the only record of the times at which a hand was over a chair's line."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

CHANGES_KEPT: Final = 64
"""The number of changes kept for each chair; callers ask only about the last seconds."""


@dataclass(slots=True)
class Curtains:
    """The state of the curtains now and in the last seconds.

    A change has a time. A level that the unit reports has none, since the hand may have come at any time before. So
    everything that needs a clear line waits, but the level proves nothing.
    """

    _changes: dict[int, deque[tuple[int, bool]]] = field(default_factory=dict)
    _broken_ms: dict[int, int] = field(default_factory=dict)
    _stands: dict[int, bool] = field(default_factory=dict)
    _listeners: list[Callable[[], None]] = field(default_factory=list)

    def listen(self, listener: Callable[[], None]) -> None:
        """Call the listener at every report of a curtain."""
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
        """Note a curtain's level; nobody knows when it changed."""
        self._stands[chair] = broken
        for listener in self._listeners:
            listener()

    @property
    def any_broken(self) -> bool:
        """True while a hand is over any line."""
        return any(self._stands.values())

    def broken_ms(self, chair: int) -> int | None:
        """The time at which a broken curtain was broken; None if it is free, or no change was reported."""
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
