"""Reports the tiles and sticks that lie outside all zones, whenever they have changed."""

from typing import Final

from vision.camera.camera import Frame
from vision.reading.felt_watch import Loose
from vision.sightings import PlacedTile, Sighting, Stick, SticksSeen, ZoneReading
from vision.tracking.camera_views import CameraView
from vision.tracking.moves import Change, Moves, NoMoveError
from vision.tracking.zone_watch import ZoneWatch
from vision.zones import FELT

POSTPONED_MS: Final = 1000
"""A look at the felt waits this long for a frame in which no zone is read. [ms; derived: half of the two seconds after
which a loss is reported]"""


class LooseThings:
    """Remembers the loose things, even when the table is found anew."""

    def __init__(self) -> None:
        self._told: Loose | None = None
        self._sticks: tuple[Stick, ...] | None = None
        self._clear_ms = 0
        self._hands: set[int] = set()
        self._due_ms: int | None = None

    def read_felt(self, view: CameraView, zones: ZoneWatch) -> list[Sighting]:
        """Return the sightings of loose things in a camera's frame."""
        sight, frame, small = view.sight, view.frame, view.small
        owners, watch = sight.gate.owners, sight.felt_watch
        if owners is None:
            return []
        self._hands.update(sight.gate.reach_mm())
        if not watch.due(small, owners, frame.at_ms):
            return []
        # Zones come first, so that no frame takes long; but the felt does not wait for ever.
        self._due_ms = frame.at_ms if self._due_ms is None else self._due_ms
        if zones.busy and frame.at_ms - self._due_ms < POSTPONED_MS:
            return []
        self._due_ms = None
        found = watch.look(frame, small, owners, view.felt(), zones.known)
        if found is None:
            return []
        before = self._told
        if before is not None:
            # A thing that an arm hides counts as still there.
            hidden = watch.hidden(before.sticks, owners)
            found = found.with_sticks(hidden)
        news: list[Sighting] = []
        if before is None or not before.like(found):
            news = self._news(before, found, frame, zones.moves, max(zones.safe_ms, self._clear_ms))
        self._told, self._clear_ms = found, frame.at_ms
        self._hands.clear()
        return news + self._sticks_seen(found, frame, arms=sight.gate.reached)

    def _sticks_seen(self, found: Loose, frame: Frame, *, arms: bool) -> list[Sighting]:
        """The sticks, if they differ from those reported; the first report, once all felt is in sight, may be empty."""
        if arms if self._sticks is None else not found.other_sticks(self._sticks):
            return []
        self._sticks = found.sticks
        return [SticksSeen(found.sticks, frame.number, frame.at_ms)]

    def _news(
        self, before: Loose | None, found: Loose, frame: Frame, moves: Moves, since_ms: int
    ) -> list[Sighting]:
        news: list[Sighting] = []
        old: tuple[PlacedTile, ...] = () if before is None else before.tiles
        if found.tiles != old:
            at_ms = (since_ms + frame.at_ms) // 2
            within_ms = frame.at_ms - at_ms
            change = Change(
                FELT,
                old,
                found.tiles,
                frozenset(self._hands),
                before is not None,
                frame.number,
                at_ms,
                within_ms,
            )
            news.append(ZoneReading(FELT, found.tiles, frame.number, at_ms, within_ms, frame.at_ms))
            try:
                news += moves.explain(change)
            except NoMoveError:
                # Anything may have pushed a thing onto the bare felt: report it where it lies.
                news += moves.explain(
                    Change(FELT, (), found.tiles, frozenset(), False, frame.number, at_ms, within_ms)
                )
        return news
