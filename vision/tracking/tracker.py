"""Turns frames into sightings: the content of each zone at rest, the time of its change, and losses of sight."""

from collections.abc import Sequence

from msgspec.structs import replace

from vision.calibration.calibration import Calibration
from vision.calibration.camera_file import CameraFile
from vision.camera.camera import Frame
from vision.camera.frames import Shot
from vision.camera.pace import LOOK_MS
from vision.geometry import TableGeometry
from vision.model.classifier import Classifier
from vision.reading.dome import DomeWatch
from vision.sightings import FoundTrack, LostTrack, Sighting, Watermark
from vision.tracking.camera_views import CameraView
from vision.tracking.expectation import Expectation
from vision.tracking.loose import LooseThings
from vision.tracking.table_finding import TableFinder
from vision.tracking.votes import AGREEING_FRAMES
from vision.tracking.zone_watch import ZoneWatch
from vision.zones import TABLE


class TableReader:
    """Reads one table's frames in order.

    Args:
        geometry: the table's.
        classifier: names tiles; the network of the package by default.
        kept: the calibration kept on disk, where there is one.
        others: the stored calibration of each further camera.
        live: True if frames come from a sensor, so that no two are the same.
    """

    def __init__(
        self,
        geometry: TableGeometry,
        classifier: Classifier | None = None,
        kept: CameraFile | None = None,
        *,
        others: Sequence[CameraFile | None] = (),
        live: bool = True,
    ) -> None:
        names = classifier or Classifier()
        self._views = [CameraView(TableFinder(geometry, names, each, live=live)) for each in (kept, *others)]
        self._zones = ZoneWatch(geometry)
        self._loose = LooseThings()
        self._dome = DomeWatch()
        self._lost: str | None = None
        self._last_ms: int | None = None

    @property
    def calibration(self) -> Calibration | None:
        """The table's place in the newest frame that ``shown`` gives; None if it is unknown."""
        view = self._leading()
        return view.sight.calibration if view.sees else None

    def shown(self, shot: Shot) -> Frame | None:
        """The picture to show to people: the first camera's, unless it has lost the table."""
        return shot.frames[self._views.index(self._leading())]

    def beside(self, shot: Shot) -> tuple[Frame, Calibration | None] | None:
        """The other camera's picture, and the table's place in it if known; None if there is no such picture."""
        leading = self._leading()
        for view, frame in zip(self._views, shot.frames, strict=True):
            if view is not leading and frame is not None:
                return frame, view.sight.calibration if view.sees else None
        return None

    @property
    def wait_ms(self) -> int:
        """The time that may pass before the next frame is read."""
        return self._zones.wait_ms if any(view.sees for view in self._views) else LOOK_MS

    def expect(self, expectation: Expectation) -> None:
        """Set what to expect from the next frame on; it breaks near ties only."""
        self._zones.expect(expectation)

    def read_frame(self, frame: Frame) -> list[Sighting]:
        """The sightings from a frame of the only camera, its watermark last."""
        return self.read_shot(Shot.of(frame))

    def read_shot(self, shot: Shot) -> list[Sighting]:
        """The sightings from the frames of all cameras, one watermark last."""
        if self._last_ms is None:
            self._zones.begin(shot.at_ms)
        sightings = self._looked(shot)
        seeing = [view for view in self._views if view.sees]
        lost: str | None = None
        if seeing:
            if self._lost is not None:
                sightings.append(FoundTrack(TABLE, shot.at_ms))
            sightings += self._zones.read_zones(self._views, shot.at_ms)
            leading = self._leading()
            if leading.sees:
                sightings += self._loose.read_felt(leading, self._zones)
                sight = leading.sight
                sightings += self._dome.read_dice(
                    sight.dome, sight.gate.owners, leading.frame, leading.small, busy=self._zones.busy
                )
        else:
            # The table is not lost as long as a camera only swings.
            if self._lost is not None or not any(view.swings for view in self._views):
                lost = "; ".join(
                    dict.fromkeys(view.unseen_because for view in self._views if view.unseen_because)
                )
            if lost is not None and self._lost is None:
                last = self._last_ms if self._last_ms is not None else shot.at_ms
                sightings.append(LostTrack(TABLE, lost, last))
            self._zones.blind()
        self._lost = lost
        self._last_ms = shot.at_ms
        behind = self._zones.behind(shot.at_ms)
        sightings.append(Watermark(shot.number, shot.at_ms, self._zones.safe_ms, behind))
        return sightings

    def _looked(self, shot: Shot) -> list[Sighting]:
        """Let each camera find the table, and return alerts about the cameras."""
        sightings: list[Sighting] = []
        several = len(self._views) > 1
        for number, (view, frame) in enumerate(zip(self._views, shot.frames, strict=True), 1):
            alerts = view.look(frame)
            if several:
                away = view.told_away(shot.at_ms)
                alerts += [] if away is None else [away]
            sightings += [replace(each, camera=number) for each in alerts] if several else alerts
        return sightings

    def _leading(self) -> CameraView:
        """The first camera that is not away: through it the felt, the dice and the arms are seen."""
        return next((view for view in self._views if not view.away), self._views[0])


__all__ = ["AGREEING_FRAMES", "TableReader"]
