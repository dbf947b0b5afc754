"""Up to when the unit has told what it felt: while its line is out it keeps its signals, and tells them when it is back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

UNIT_DELAY_MS: Final = 150
"""A signal that has not come this long after it was sent was held up by a bad line."""
LINE_MS: Final = 30
"""From a signal to its arrival; what was felt so shortly before the line went out may have been lost on the way."""
AWAY_MS: Final = 15_000
"""A unit that has been silent for so long is not waited for."""
CAUGHT_UP_MS: Final = 1_000
"""A unit that is back and has told nothing for so long has told everything that it kept."""
LOOK_MS: Final = 100
"""While a silent unit is waited for, it is asked so often whether it has been heard."""


@dataclass(slots=True)
class UnitTold:
    """What has been heard of the unit.

    Attributes:
        newest_ms: time of the newest signal.
        judged_ms: up to when things were judged as if all was told; a signal from before that comes late.
        unsure: signals were lost, or the unit was not waited for any more; nothing was made of that yet.
        lost_since_ms: time of the last signal before some were lost; None once the levels after them are known.
    """

    newest_ms: int = 0
    judged_ms: int = -1
    unsure: bool = False
    lost_since_ms: int | None = None
    _session_ms: int | None = None
    _heard_ms: int = 0
    _away_ms: int = 0
    _back_ms: int | None = None
    _came_ms: int = 0

    def heard(self, session_ms: int, at_ms: int) -> None:
        """The unit was heard last at a time, whatever it said, in the session that began at another.

        A session that is new begins with what the unit kept while it was away.
        """
        if session_ms != self._session_ms:
            if self._back_ms is None:
                self._away_ms = self._heard_ms - LINE_MS
            self._session_ms = self._back_ms = session_ms
            self._came_ms = at_ms
        self._heard_ms = at_ms

    def lost(self) -> None:
        """Signals were lost, by a reset or because the unit could keep no more; it tells its levels next."""
        self.unsure = True
        if self.lost_since_ms is None:
            self.lost_since_ms = self.newest_ms

    def told(self, at_ms: int, now_ms: int) -> None:
        """A signal came; the unit tells them in their order."""
        self.newest_ms = max(self.newest_ms, at_ms)
        self._came_ms = now_ms
        if self._back_ms is not None and at_ms >= self._back_ms - LINE_MS:
            self._back_ms = None

    def until_ms(self, now_ms: int) -> int:
        """Nothing that the unit felt before this time will come any more, as far as it is waited for."""
        prompt_ms = now_ms - UNIT_DELAY_MS
        known_ms = prompt_ms
        if self._session_ms is not None:
            known_ms = min(known_ms, self._heard_ms - LINE_MS)
        if self._back_ms is not None:
            if now_ms >= self._came_ms + CAUGHT_UP_MS:
                self._back_ms = None
            else:
                known_ms = min(known_ms, max(self._away_ms, self.newest_ms))
        if now_ms - known_ms > AWAY_MS:
            self.unsure = True
            known_ms = prompt_ms
        return known_ms

    def wake_ms(self, now_ms: int) -> int | None:
        """When to look again whether it has been heard; None if it is not waited for."""
        return now_ms + LOOK_MS if self.until_ms(now_ms) < now_ms - UNIT_DELAY_MS else None
