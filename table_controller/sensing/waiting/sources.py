"""The times up to which the reports of unit and vision are complete; we stop waiting for a source that falls silent."""

from dataclasses import dataclass, field
from typing import Final

from table_controller.machine.curtains import Curtains
from table_controller.sensing.waiting.awaiting import Awaited
from table_controller.sensing.waiting.unit_reports import UNIT_DELAY_MS, UnitReports
from vision.sightings import FoundTrack, LostTrack, Watermark
from vision.zones import ZoneId

BLIND_MS: Final = 1000
"""We stop waiting for a source that has been silent for this long. [ms; derived: ten frames, or two while nothing moves]"""
FIRST_LOOK_MS: Final = 8000
"""Vision may take this long to start and read everything once; then sensing goes on without it. [ms; judged: a Pi 4 needs
some seconds to load libraries and network]"""
BEFORE_ALL: Final = -1
"""Earlier than any time. [ms; defined]"""
LONGEST_WAIT_MS: Final = 6000
"""We stop waiting for a zone that the camera has not seen for this long. [ms; derived: three times the two seconds after
which vision reports a loss]"""

ZONES: Final = frozenset(
    ZoneId(kind, chair) for kind in ("pond", "meld", "hand", "wall", "ura") for chair in range(4)
)
"""The zones for which other inputs may have to wait. [index; defined]"""


def looked(watermark: Watermark) -> bool:
    """Return whether a frame shows the zones: not if vision cannot find the table, or the table swings."""
    return not {name for name, _ in watermark.behind} >= ZONES


@dataclass(slots=True)
class Sources:
    """The reports of unit and vision since they were started.

    Args:
        started_ms: the table time at which they were started.
        curtains: the light curtains of the lines.

    Attributes:
        known_zones: the zones that vision has since read or reported as unreadable.
        unit: the time up to which the unit's signals are complete.
    """

    started_ms: int = 0
    curtains: Curtains = field(default_factory=Curtains)
    known_zones: set[ZoneId] = field(default_factory=set)
    unit: UnitReports = field(default_factory=UnitReports)
    _lost_zones: dict[ZoneId, int] = field(default_factory=dict)
    _watermark: Watermark | None = None
    _watermark_came_ms: int = 0

    def vision_started(self, now_ms: int) -> None:
        """Note that vision was restarted, so that it reads every zone for the first time again."""
        self.started_ms = now_ms
        self._watermark = None
        self.known_zones.clear()
        self._lost_zones.clear()

    def frame(self, watermark: Watermark, now_ms: int) -> None:
        """Note that vision has read a frame."""
        self._watermark, self._watermark_came_ms = watermark, now_ms

    def lose(self, lost: LostTrack) -> None:
        """Note that vision has lost a zone."""
        if lost.zone in ZONES:  # the table itself will be found
            self._lost_zones[lost.zone] = lost.at_ms
            self.known_zones.add(lost.zone)

    def find(self, found: FoundTrack) -> None:
        """Note that vision reads a zone again."""
        self._lost_zones.pop(found.zone, None)

    def known_ms(self, zone: ZoneId) -> int | None:
        """The last time at which the zone was known to be unchanged since its reading; None if there is none."""
        if self._watermark is None or zone in self._lost_zones:
            return None
        return dict(self._watermark.behind).get(zone, self._watermark.at_ms)

    def unseen(self, zone: ZoneId, until_ms: int) -> bool:
        """Return whether something unseen may have happened in a zone before a time."""
        known_ms = self.known_ms(zone)
        return known_ms is None or known_ms < until_ms

    def missed(self, zone: ZoneId, until_ms: int) -> bool:
        """Return whether the zone's player may have acted there unseen before a time."""
        if not self.unseen(zone, until_ms):
            return False
        since_ms = self._lost_zones.get(zone, self.known_ms(zone))
        chair = zone.chair
        return since_ms is None or self.curtains.reached(chair, since_ms, until_ms)

    def covered(self, zone: ZoneId, at_ms: int) -> bool:
        """Return whether vision has looked for the zone at this time or later and could not see it."""
        return self._watermark is not None and self._watermark.at_ms >= at_ms and self.unseen(zone, at_ms)

    def watermark(self, now_ms: int) -> int:
        """The time before which all reports have come from the sources that we wait for."""
        unit_ms = self.unit.until_ms(now_ms)
        if self._watermark is not None and self.silent(now_ms):
            return unit_ms
        if self._watermark is None or not self._looked():
            # Vision still has to find the changes of the time before its start.
            return unit_ms if now_ms >= self.started_ms + FIRST_LOOK_MS else BEFORE_ALL
        return min(unit_ms, max(self._watermark.safe_ms, now_ms - LONGEST_WAIT_MS))

    def nothing_before(self, at_ms: int, waits: Awaited, now_ms: int) -> bool:
        """Return whether vision has ruled out unseen acts before a time in the zones that an input waits for."""
        watermark = self._watermark
        if watermark is None or self.silent(now_ms) or not self._looked():
            return False
        if at_ms > min(self.unit.until_ms(now_ms), watermark.at_ms):
            return False
        hidden = {zone: known_ms for zone, known_ms in watermark.behind if known_ms < at_ms}
        return hidden.keys().isdisjoint(waits.always) and not any(
            self.curtains.reached(zone.chair, hidden[zone], at_ms)
            for zone in waits.if_touched & hidden.keys()
        )

    @property
    def seen_ms(self) -> int | None:
        """The time at which vision reported its newest frame; None if it has read none since its start."""
        return None if self._watermark is None else self._watermark_came_ms

    def silent(self, now_ms: int) -> bool:
        """Return whether vision has read no frame for so long that we stop waiting for it."""
        return self._watermark is None or now_ms >= self._watermark_came_ms + BLIND_MS

    def wake_ms(self, at_ms: int) -> tuple[int, ...]:
        """The times at which an input may go on even if nothing new arrives."""
        times = (at_ms + UNIT_DELAY_MS, at_ms + LONGEST_WAIT_MS, self.started_ms + FIRST_LOOK_MS)
        return times if self._watermark is None else (*times, self._watermark_came_ms + BLIND_MS)

    def _looked(self) -> bool:
        """Return whether vision has read every zone since its start, or reported it as unreadable."""
        return self._watermark is not None and self.known_zones >= ZONES
