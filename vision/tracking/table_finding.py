"""Follows the table from frame to frame, and says why if it cannot be found.

A drift of less than a pixel is followed. After a push the table is found again once the camera hangs still, and the
push is reported. The table's content stays remembered meanwhile.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.calibration.calibration import (
    Calibration,
    CalibrationError,
    find_markers,
    find_table,
    view_as_kept,
)
from vision.calibration.camera_file import CameraFile
from vision.calibration.solving import Prior
from vision.camera.camera import Frame
from vision.camera.health import FrameHealth
from vision.camera.reduced import SHRINK
from vision.change.drift import Drift
from vision.change.landmarks import Focus, Landmarks
from vision.change.occlusion import OcclusionGate
from vision.geometry import TableGeometry
from vision.lens import Image, View
from vision.model.classifier import Classifier
from vision.reading.dome import DomeView
from vision.reading.felt import Felt
from vision.reading.felt_watch import FeltWatch
from vision.reading.reading import ZoneReader
from vision.reading.walls import WallCount
from vision.sightings import CameraAlert, WallSeen
from vision.tracking.dating import RecentPictures
from vision.zones import ZoneId

LEAST_SAME: Final = 2
"""This many unchanged markers show that the camera has not moved; a single one may look unchanged by chance.
[markers; derived: two that look alike by chance at once are less likely than one by its square]"""
SAME_PX: Final = 1.5
"""Two pictures whose markers are this close, in a picture 1920 wide, are from the same place. [px; derived: less than
half of 4 mm at 1 px/mm]"""
USUAL_WIDTH_PX: Final = 1920
"""Width of the picture to which errors are referred. [px; defined]"""
MOVED_MM: Final = 4.0
"""A camera that moved by this much, measured on the felt, is reported to people. [mm; derived: a fifth of a tile's
width; reading a view found anew is not affected]"""
SAME: Final = 0.88
"""A marker this similar to its remembered picture is where it was. [correlation; judged: another marker in its place is
less similar, and so is the same marker moved by two or three pixels]"""
HIDDEN: Final = 0.7
"""A marker less similar to its remembered picture may be covered. [correlation; judged: below a marker in shadow]"""
SETTLE_MS: Final = 1000
"""A camera may swing for this long before it is reported. [ms; judged: a ceiling mount swings once or twice a
second]"""
DRIFT_LOOK_MS: Final = 900
"""The time between two looks for a drift. [ms; judged: a drift is slow]"""
DRIFT_EVERY_MS: Final = 3000
"""The time between two corrections for a drifting camera. [ms; derived: finding the table takes as long as ten
frames; so it is one frame in thirty]"""
ARMS_MS: Final = 6000
"""A drift is corrected at the latest after this time; until then, the correction waits for the felt to be free of arms,
which would hide parts of the table from the new view. [ms; judged: hands leave the table at least this often in
play]"""
TORN_MARKERS: Final = 3
"""This many markers of one half vanish at once only when the picture is torn, not by an arm. [markers; derived: an
arm covers two neighbours at most]"""


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as found, and the readers that belong to this view.

    Attributes:
        felt_places: rows and columns of the reduced picture spread over the felt.
        pictures: the pictures of the last frames.
        behind: the zones of which this camera's memory at rest is out of date, because another camera has seen a change
            there.
        focus: how sharp its pictures are.
    """

    calibration: Calibration
    reader: ZoneReader
    gate: OcclusionGate
    landmarks: Landmarks
    drift: Drift
    felt_places: tuple[NDArray[np.intp], NDArray[np.intp]]
    walls: WallCount
    felt_watch: FeltWatch
    dome: DomeView | None
    pictures: RecentPictures
    behind: set[ZoneId] = field(default_factory=set)
    focus: Focus = field(default_factory=Focus)

    def wall(self, zone: ZoneId, frame: Frame, felt: Felt) -> WallSeen:
        if zone in self.behind:
            self.walls.forget(zone)
        return self.walls.count(zone, frame.image, felt, frame.number, frame.at_ms)

    def felt(self, small: Image) -> Felt:
        """The felt's colour in a reduced picture."""
        return Felt.of(small[self.felt_places])


class TableFinder:
    """Finds the table in the first frame, and again whenever the camera has moved.

    Args:
        geometry: the table's geometry.
        classifier: names tiles.
        kept: the stored calibration; None without one.
        live: True if frames come from a sensor, not from a film.
    """

    def __init__(
        self,
        geometry: TableGeometry,
        classifier: Classifier,
        kept: CameraFile | None = None,
        *,
        live: bool = True,
    ) -> None:
        self._geometry = geometry
        self._classifier = classifier
        self._kept = kept
        self._prior = None if kept is None else kept.prior()
        self._health = FrameHealth(live=live)
        self._sight: TableView | None = None
        self._candidate: View | None = None
        self._seen: NDArray[np.bool_] | None = None
        self._solved_ms = 0
        self._looked_ms = -DRIFT_LOOK_MS
        self._drifting_ms: int | None = None
        self._home = None if kept is None else kept.view()
        self._home_error_px = None if kept is None or kept.pose is None else kept.pose.error_px
        self._alerts: list[CameraAlert] = []
        self._residual_told = False
        self._swings_ms: int | None = None

    @property
    def sight(self) -> TableView | None:
        """The newest view, None before the first; a new object each time the table was found anew."""
        return self._sight

    def swings(self, at_ms: int) -> bool:
        """Return whether this frame was rejected only because the camera has begun to swing, or to seek its focus."""
        return self._swings_ms is not None and at_ms - self._swings_ms < SETTLE_MS

    def alerts(self) -> list[CameraAlert]:
        """The alerts about the camera since the last call."""
        alerts, self._alerts = self._alerts, []
        return alerts

    def look(self, frame: Frame, small: Image, *, unseen: bool) -> str | None:
        """Find the table in a frame; return the reason if that is impossible.

        Args:
            frame: the frame to read.
            small: its reduced picture.
            unseen: True if the table was not seen in the frame before.
        """
        swung_ms, self._swings_ms = self._swings_ms, None
        trouble = self._health.trouble(frame, small)
        if trouble is None and self._kept is not None:
            trouble = self._kept.refusal(self._geometry, frame.size)
        if trouble is not None:
            return trouble
        sight = self._sight
        if sight is not None:
            likeness, sharpness = sight.landmarks.compare(small)
            if self._torn(likeness >= HIDDEN, sight.landmarks):
                return "half of the picture does not show this table: it is torn, or covered"
            self._seen = likeness >= HIDDEN
            same = int(np.count_nonzero(likeness >= SAME))
            if same * 2 > len(likeness):
                self._candidate = None
                if sight.focus.is_lost(sharpness[likeness >= SAME], frame.at_ms):
                    self._swings_ms = frame.at_ms if swung_ms is None else swung_ms
                    return "the camera is out of focus"
                self._follow(sight, frame, small)
                return None
            if (
                LEAST_SAME <= same >= np.count_nonzero((likeness >= HIDDEN) & (likeness < SAME))
                and not unseen
            ):
                # Arms may hide most markers for a moment, but after a push no marker is in its place.
                return None
        try:
            found = self._found(frame.image)
        except CalibrationError as error:
            return str(error)
        if sight is not None and not self._near(found.view, sight.calibration.view, found.width):
            before, self._candidate = self._candidate, found.view
            if before is None or not self._near(found.view, before, found.width):
                self._swings_ms = frame.at_ms if swung_ms is None else swung_ms
                return "the camera has moved and does not hang still yet"
        self._adopt(found, frame, small)
        return None

    def _found(self, image: Image) -> Calibration:
        if not self._geometry.markers:
            return self._found_by_felt(image)
        try:
            return find_table(image, self._geometry, self._prior)
        except CalibrationError:
            kept = self._kept
            if kept is None or kept.pose is None:
                raise
            as_kept = view_as_kept(find_markers(image, self._geometry), self._geometry, kept)
            if as_kept is None:
                raise
            return as_kept

    def _found_by_felt(self, image: Image) -> Calibration:
        """Find the table near its last place; a camera that hangs elsewhere finds the felt anew."""
        # Most tables have markers.
        from vision.reading.felt_edges import KnownView, find_near, first_view  # noqa: PLC0415

        if self._sight is not None:
            last = self._sight.calibration
            known = KnownView(last.view, last.solution.lens)
        elif self._kept is not None and self._home is not None:
            known = KnownView(self._home, self._kept.lens)
        else:
            return first_view(image, self._geometry, self._prior)
        try:
            return find_near(image, self._geometry, known)
        except CalibrationError:
            return first_view(image, self._geometry, Prior(lens=known.lens))

    def _torn(self, seen: NDArray[np.bool_], landmarks: Landmarks) -> bool:
        """Return whether, at some row, all markers on one side have vanished at once and none on the other."""
        if self._seen is None or len(self._seen) != len(seen) or not seen.any():
            return False
        gone = self._seen & ~seen
        if np.count_nonzero(gone) < TORN_MARKERS or (gone | seen != self._seen).any():
            return False
        rows = landmarks.rows
        return bool(rows[gone].min() > rows[seen].max() or rows[gone].max() < rows[seen].min())

    def _follow(self, sight: TableView, frame: Frame, small: Image) -> None:
        """Find the table again if the camera has drifted."""
        if self._drifting_ms is None:
            if frame.at_ms - self._looked_ms < DRIFT_LOOK_MS:
                return
            self._looked_ms = frame.at_ms
            if not sight.drift.look(small):
                return
            self._drifting_ms = frame.at_ms
        if frame.at_ms - self._solved_ms < DRIFT_EVERY_MS:
            return
        if sight.gate.reached and frame.at_ms - self._drifting_ms < ARMS_MS:
            return
        if not sight.drift.look(small):
            self._drifting_ms = None
            return
        self._solved_ms = frame.at_ms
        try:
            found = self._found(frame.image)
        except CalibrationError:
            return  # an arm is over the markers; the drift goes on being measured
        self._adopt(found, frame, small)

    def _adopt(self, found: Calibration, frame: Frame, small: Image) -> None:
        self._candidate = self._drifting_ms = None
        self._solved_ms = frame.at_ms
        self._tell_moved(found, frame.at_ms)
        self._tell_residual(found, frame.at_ms)
        self._sight = self._from(found, small)
        self._seen = self._sight.landmarks.compare(small)[0] >= HIDDEN

    def _tell_moved(self, found: Calibration, at_ms: int) -> None:
        home = self._home
        if home is None:
            self._home = found.view
            return
        marks = np.array([(mark.x, mark.y) for mark in self._geometry.landmarks])
        seen = found.view.points(np.column_stack([marks, np.zeros(len(marks))]))
        far_mm = float(np.linalg.norm(home.to_plane(seen, 0.0) - marks, axis=1).max())
        if far_mm <= MOVED_MM:
            return
        turned = (found.view.roll_deg() - home.roll_deg() + 180) % 360 - 180
        text = f"the camera has moved: the picture has shifted by {far_mm:.0f} mm on the felt"
        if abs(turned) > 1:
            text += f" and turned by {turned:.0f} degrees"
        turned_deg = turned if abs(turned) > 1 else 0.0
        self._alerts.append(CameraAlert("moved", text, at_ms, shift_mm=far_mm, turned_deg=turned_deg))
        self._home = found.view

    def _tell_residual(self, found: Calibration, at_ms: int) -> None:
        if not self._geometry.markers:
            return  # reject edges of felt in other places
        if self._home_error_px is None:
            self._home_error_px = found.error_px
        most_px = 2 * self._home_error_px + 0.5 * found.width / USUAL_WIDTH_PX
        text = ""
        if found.odd:
            text = f"marker {found.odd[0]} does not lie where it should"
        elif found.error_px > most_px:
            text = (
                f"the markers are {found.error_px:.1f} px from where they should be, "
                f"{self._home_error_px:.1f} px when the camera was calibrated"
            )
        if text or self._residual_told:
            marker = found.odd[0] if found.odd else None
            self._alerts.append(
                CameraAlert(
                    "residual",
                    text,
                    at_ms,
                    marker=marker,
                    error_px=found.error_px,
                    usual_px=self._home_error_px,
                )
            )
        self._residual_told = bool(text)

    def _near(self, one: View, other: View, width: int) -> bool:
        """Return whether two cameras see the table in the same place."""
        points = np.array([(mark.x, mark.y, 0.0) for mark in self._geometry.landmarks])
        far = np.linalg.norm(one.points(points) - other.points(points), axis=1).max()
        return bool(far <= SAME_PX * max(1.0, width / USUAL_WIDTH_PX))

    def _from(self, found: Calibration, small: Image) -> TableView:
        reader = ZoneReader(self._geometry, found.view, self._classifier)
        before = None if self._sight is None else self._sight.gate
        return TableView(
            found,
            reader,
            OcclusionGate(reader.charts, self._geometry, found.view, before),
            Landmarks(self._geometry, found.view, small),
            Drift(self._geometry, found.view, small),
            self._places_of_felt(found, small),
            WallCount(self._geometry, found.view, reader.wide),
            FeltWatch(self._geometry, found.view, self._classifier),
            None if self._geometry.dome is None else DomeView(self._geometry.dome, found.view, small.shape),
            RecentPictures(reader.charts.values()),
        )

    def _places_of_felt(self, found: Calibration, small: Image) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        half = self._geometry.felt_half * 0.9
        spread = np.linspace(-half, half, 50)
        x, y = (axis.ravel() for axis in np.meshgrid(spread, spread))
        outside = np.maximum(abs(x), abs(y)) > self._geometry.centre_half + 6
        points = np.column_stack([x, y, np.zeros_like(x)])[outside]
        pixels = (found.view.points(points) / SHRINK).astype(np.intp)
        inside = (pixels >= 0).all(axis=1) & (pixels < (small.shape[1], small.shape[0])).all(axis=1)
        column, row = pixels[inside].T
        return row, column
