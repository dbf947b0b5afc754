"""A camera over the table, frame by frame, and the choice among several for each zone.

A hand at a zone hides it from every camera, but an arm high above it hides it from only one. So a zone is read through
a camera with a clear sight of it, and is hidden only if it is hidden from all.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from vision.camera.frames import Frame
from vision.camera.reduced import Reduced
from vision.change.exposure import Exposure
from vision.change.occlusion import ZoneGate
from vision.lens import Image
from vision.reading.felt import Felt
from vision.sightings import CameraAlert
from vision.tracking.table_finding import TableFinder, TableView
from vision.zones import ZoneId

AWAY_MS: Final = 1900
"""A camera that has not seen the table for this long is reported. [ms; derived: as zone_watch.LOST_AFTER_MS, two seconds
until a frame notices it]"""
NO_PICTURE: Final = "it gives no picture"


class CameraView:
    """One camera.

    Args:
        finder: finds the table in its frames.

    Attributes:
        sees: True if the newest frame shows the table.
        anew: True if the table was found anew in that frame.
        swings: True if it shows no table merely because the camera swings.
        unseen_because: the reason why the table is not seen; None while it is, and while the camera swings.
        away: True if that has lasted so long that another camera takes its place.
        gates: the state of each zone in the newest frame.
    """

    def __init__(self, finder: TableFinder) -> None:
        self.sees = self.anew = self.swings = self.away = False
        self.unseen_because: str | None = None
        self.gates: dict[ZoneId, ZoneGate] = {}
        self._finder = finder
        self._exposure = Exposure()
        self._frame: Frame | None = None
        self._raw: Image | None = None
        self._small: Image | None = None
        self._felt: Felt | None = None
        self._seen_ms: int | None = None
        self._sharp: tuple[TableView, dict[ZoneId, float]] | None = None

    @property
    def sight(self) -> TableView:
        """The table as last found."""
        sight = self._finder.sight
        if sight is None:
            raise AssertionError("the table was not seen")
        return sight

    @property
    def found(self) -> bool:
        """True if it has ever seen the table."""
        return self._finder.sight is not None

    @property
    def frame(self) -> Frame:
        if self._frame is None:
            raise AssertionError("no frame came")
        return self._frame

    @property
    def small(self) -> Image:
        """Its reduced picture, in the light of the first one."""
        if self._small is None:
            raise AssertionError("the table was not seen")
        return self._small

    def felt(self) -> Felt:
        """The felt's colour in the newest frame."""
        if self._raw is None:
            raise AssertionError("the table was not seen")
        if self._felt is None:
            self._felt = self.sight.felt(self._raw)
        return self._felt

    def look(self, frame: Frame | None) -> list[CameraAlert]:
        """Look for the table in a frame (None if the camera gave none), and return alerts about the camera."""
        was_unseen, before = self.unseen_because is not None, self._finder.sight
        self._frame, self._felt = frame, None
        self.swings = False
        if frame is None:
            trouble: str | None = NO_PICTURE
        else:
            raw = (frame.reduced or Reduced.of(frame.image)).quarter
            trouble = self._finder.look(frame, raw, unseen=was_unseen)
            self.swings = trouble is not None and not was_unseen and self._finder.swings(frame.at_ms)
        self.sees, sight = trouble is None, self._finder.sight
        self.anew = sight is not before
        if frame is not None and self.sees:
            if self.anew:
                self._exposure.restart()
            self._raw, self._small = raw, self._exposure.steadied(raw)
        elif sight is not None:
            sight.pictures.clear()
        self.unseen_because = None if self.swings else trouble
        return self._finder.alerts()

    def told_away(self, at_ms: int) -> CameraAlert | None:
        """Return an alert if the camera has lost the table or sees it again, else None."""
        if self._seen_ms is None or self.sees:
            self._seen_ms = at_ms
        away = at_ms - self._seen_ms > AWAY_MS
        if away == self.away:
            return None
        self.away = away
        return CameraAlert("lost", (self.unseen_because or NO_PICTURE) if away else "", at_ms)

    def watch(self) -> None:
        """Judge each zone in the newest frame, which shows the table."""
        self.gates = self.sight.gate.update(self.small, self.frame.at_ms)
        self.sight.pictures.add(self.frame.at_ms, self.small, self.sight.gate.arm_outlines())

    def sharpness(self, zone: ZoneId) -> float:
        """Return the size of a tile in the middle of a zone in the picture, square pixels."""
        sight = self.sight
        if self._sharp is None or self._sharp[0] is not sight:
            self._sharp = sight, {}
        known = self._sharp[1]
        if zone not in known:
            chart = sight.reader.charts[zone]
            area, tile = chart.zone.area, chart.tile
            x, y = (area.left + area.right) / 2, (area.top + area.bottom) / 2
            half_x, half_y = tile.width / 2, tile.length / 2
            corners = chart.in_picture(x - half_x, y - half_y, x + half_x, y + half_y)
            known[zone] = float(cv2.contourArea(corners.astype(np.float32)))
        return known[zone]


def views_on(zone: ZoneId, views: Sequence[CameraView]) -> tuple[list[CameraView], ZoneGate]:
    """The cameras with a clear sight of a zone, the best first, and the zone's state.

    A camera that shows the zone as believed comes first, then one whose memory of the zone is up to date, then the
    sharper one. For a zone hidden from all there is one camera, with the arms that any of them shows over the zone.

    Args:
        zone: the zone's name.
        views: the cameras that see the table, at least one.
    """
    if len(views) == 1:
        return [views[0]], _gate(zone, views[0])
    gates = [(view, _gate(zone, view)) for view in views]
    clear = [(view, gate) for view, gate in gates if not (gate.moving or gate.covered)]
    if not clear:
        view, gate = gates[0]
        return [view], replace(
            gate,
            covered=any(each.covered for _, each in gates),
            arms=frozenset[int]().union(*(each.arms for _, each in gates)),
        )

    def order(seen: tuple[CameraView, ZoneGate]) -> tuple[bool, bool, float]:
        view, gate = seen
        return gate.changed, zone in view.sight.behind, -view.sharpness(zone)

    clear.sort(key=order)
    return [view for view, _ in clear], clear[0][1]


def _gate(zone: ZoneId, view: CameraView) -> ZoneGate:
    """Return a camera's gate of a zone, changed if the camera's memory of it is out of date."""
    gate = view.gates[zone]
    return replace(gate, changed=True) if zone in view.sight.behind else gate
