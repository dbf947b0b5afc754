"""From frames to sightings: what each zone holds at rest, since when, and when a zone cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.camera.reduced import Reduced
from vision.change.exposure import Exposure
from vision.model.classifier import Classifier
from vision.reading.dome import DomeWatch
from vision.sightings import FoundTrack, LostTrack, Watermark
from vision.tracking.loose import LooseThings
from vision.tracking.table_finding import TableFinder
from vision.tracking.votes import AGREEING_FRAMES
from vision.tracking.zone_watch import ZoneWatch

if TYPE_CHECKING:
    from vision.calibration.calibration import Calibration
    from vision.calibration.camera_file import CameraFile
    from vision.camera.camera import Frame
    from vision.geometry import TableGeometry
    from vision.sightings import Sighting
    from vision.tracking.expectation import Expectation

from vision.zones import TABLE


class TableReader:
    """Reads one table's frames in order.

    Args:
        geometry: the table's.
        classifier: names tiles; the network of the package by default.
        kept: the calibration kept on disk, where there is one.
        live: frames come from a sensor, so that no two are the same.
    """

    def __init__(
        self,
        geometry: TableGeometry,
        classifier: Classifier | None = None,
        kept: CameraFile | None = None,
        *,
        live: bool = True,
    ) -> None:
        self._finder = TableFinder(geometry, classifier or Classifier(), kept, live=live)
        self._zones = ZoneWatch(geometry)
        self._loose = LooseThings()
        self._dome = DomeWatch()
        self._exposure = Exposure()
        self._lost: str | None = None
        self._seen = False
        self._last_ms: int | None = None

    @property
    def calibration(self) -> Calibration | None:
        """Where the table is in the newest frame, None where that is not known."""
        sight = self._finder.sight
        return sight.calibration if self._seen and sight is not None else None

    def expect(self, expectation: Expectation) -> None:
        """Set what to expect from the next frame on; it breaks near ties only."""
        self._zones.expect(expectation)

    def read_frame(self, frame: Frame) -> list[Sighting]:
        """The sightings that frame ``frame`` brings, its watermark last."""
        if self._last_ms is None:
            self._zones.begin(frame.at_ms)
        small = (frame.reduced or Reduced.of(frame.image)).quarter
        before = self._finder.sight
        sightings: list[Sighting] = []
        trouble = self._finder.look(frame, small, lost=self._lost is not None)
        sight = self._finder.sight
        self._seen = trouble is None
        sightings += self._finder.alerts()
        if trouble is None and sight is not None:
            if sight is not before:
                self._exposure.restart()
            raw, small = small, self._exposure.steadied(small)
            if self._lost is not None:
                sightings.append(FoundTrack(TABLE, frame.at_ms))
            sightings += self._zones.read_zones(sight, frame, small, raw)
            sightings += self._loose.read_felt(sight, frame, small, self._zones)
            sightings += self._dome.read_dice(
                sight.dome, sight.gate.owners, frame, small, busy=self._zones.busy
            )
        elif self._lost is None and self._finder.swings(frame.at_ms):
            self._zones.blind()
            trouble = None
        else:
            if self._lost is None:
                last = self._last_ms if self._last_ms is not None else frame.at_ms
                sightings.append(LostTrack(TABLE, trouble or "", last))
            self._zones.blind()
        self._lost = trouble
        self._last_ms = frame.at_ms
        behind = self._zones.behind(frame.at_ms)
        sightings.append(Watermark(frame.number, frame.at_ms, self._zones.safe_ms, behind))
        return sightings


__all__ = ["AGREEING_FRAMES", "TableReader"]
