"""The time up to which the unit's signals are complete. It keeps them while its line is down and sends them afterwards."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

UNIT_DELAY_MS: Final = 150
"""If a signal takes longer than this to arrive, a bad line has delayed it. [ms; judged: five times LINE_MS, time to repeat
a lost frame]"""
LINE_MS: Final = 30
"""The time that a signal takes to arrive. A signal sent this shortly before the line went down may be lost. [ms; judged: a
frame at 115200 baud takes 3 ms; both sides use the rest]"""
AWAY_MS: Final = 15_000
"""We stop waiting for a unit that has been silent for this long. [ms; derived: sight.LOST_MS, so that we give both sources
up at the same time]"""
CAUGHT_UP_MS: Final = 1_000
"""If a unit is back and has sent nothing for this long, it has sent every signal that it kept. [ms; derived: the 32 signals
that a unit keeps (docs/protocol.md) at LINE_MS each]"""
LOOK_MS: Final = 100
"""The interval at which to look for news of a silent unit. [ms; derived: the time between two frames]"""
ANSWER_MS: Final = 10
"""The time in which a unit answers a question. [ms; derived: a frame each way at 3 ms, and the time of both sides]"""
PROMPT_MS: Final = 1_000
"""A unit that sent something this recently will answer at once. [ms; derived: link.heartbeat.LOST_AFTER_MS]"""


@dataclass(slots=True)
class UnitReports:
    """The unit's reports, and the gaps in them.

    Attributes:
        newest_ms: time of the newest signal.
        judged_ms: the time up to which sensing has taken the signals as complete; an older signal is late.
        unsure: true if signals were lost, or we stopped waiting for the unit, and nothing has reacted to that yet.
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
    _asked_ms: int = -1

    def note_heard(self, session_ms: int, at_ms: int) -> None:
        """Note when the unit last sent anything, and when its session began.

        A new session begins with the signals that the unit kept while it was away.
        """
        if session_ms != self._session_ms:
            if self._back_ms is None:
                self._away_ms = self._heard_ms - LINE_MS
            self._session_ms = self._back_ms = session_ms
            self._came_ms = at_ms
        self._heard_ms = at_ms

    def lost(self) -> None:
        """Note that signals were lost, in a reset or because the unit's store was full; it reports its levels next."""
        self.unsure = True
        if self.lost_since_ms is None:
            self.lost_since_ms = self.newest_ms

    def note_signal(self, at_ms: int, now_ms: int) -> None:
        """Note a signal; the unit sends them in order."""
        self.newest_ms = max(self.newest_ms, at_ms)
        self._came_ms = now_ms
        if self._back_ms is not None and at_ms >= self._back_ms - LINE_MS:
            self._back_ms = None

    def until_ms(self, now_ms: int) -> int:
        """The time before which all signals have come, unless we have stopped waiting for the unit."""
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

    def ask_ms(self, times: Iterable[int], now_ms: int) -> int | None:
        """The time at which the unit must report again to make these times complete; None if they are."""
        if self._session_ms is None or self._back_ms is not None:
            return None
        newest_ms = max((time for time in times if time <= now_ms), default=None)
        if newest_ms is None or newest_ms + LINE_MS <= max(self._heard_ms, self._asked_ms):
            return None
        self._asked_ms = newest_ms + LINE_MS
        return self._asked_ms

    def wake_ms(self, times: Iterable[int], now_ms: int) -> int | None:
        """The time at which to look again for news of the unit; None if none of the given times needs it."""
        known_ms, prompt_ms = self.until_ms(now_ms), now_ms - UNIT_DELAY_MS
        if not any(known_ms < time <= prompt_ms for time in times):
            return None
        return now_ms + (ANSWER_MS if now_ms - self._heard_ms < PROMPT_MS else LOOK_MS)
