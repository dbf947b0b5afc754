"""The calibration kept on disk: the lens, the camera's pose, when and how well they were found, and the table."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

import cv2
import msgspec
import numpy as np

from config.text_file import write_whole
from vision.calibration.solving import Prior
from vision.geometry import TableGeometry
from vision.lens import Lens, View

CAMERA_SCHEMA: Final = 1
"""Version of the file. [number; defined]"""
AGAIN: Final = "calibrate again: jantaku vision calibrate"
LensSource: TypeAlias = Literal["board", "markers", "felt"]


class CameraFileError(ValueError):
    """A kept calibration cannot be read or written; the text says which file and why."""


@dataclass(frozen=True, slots=True)
class Pose:
    """The camera's place and direction when it was calibrated.

    Attributes:
        rotation, translation: in OpenCV's sense for the frame (x, y, -height), millimetres.
        error_px: root mean square error of the markers' corners.
        markers: the number of markers seen; 0 if the pose was found by the felt's edges.
    """

    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    error_px: float
    markers: int


@dataclass(frozen=True, slots=True)
class CameraFile:
    """The facts known about a table's camera.

    Attributes:
        made: the time of the calibration, ISO 8601.
        width, height: the size of the pictures for which it is valid, pixels.
        lens_from: the source: a board, only the rim's markers, or the felt's edges.
        lens_error_px: residual of the board's corners, or of the markers'.
        pictures: the number of pictures that the lens was computed from.
        table, table_hash: name of the table, and a hash of its markers' places or of its felt.
        pose: the camera's pose; None before the table was seen.
    """

    made: str
    width: int
    height: int
    lens: Lens
    lens_from: LensSource
    lens_error_px: float
    pictures: int
    table: str
    table_hash: str
    pose: Pose | None = None

    def refusal(self, geometry: TableGeometry, size: tuple[int, int]) -> str | None:
        """Return the reason why the file does not fit a table and a picture size (width, height); None if it fits."""
        if size != (self.width, self.height):
            return (
                f"the calibration is for pictures of {self.width} x {self.height}, this one is {size[0]} x {size[1]}: "
                f"set the camera as it was or {AGAIN}"
            )
        if self.table_hash != table_hash(geometry):
            return f"the calibration is for another table ({self.table}, other measures): {AGAIN}"
        return None

    def prior(self) -> Prior:
        """The prior for a search for the table."""
        return Prior(lens=self.lens)

    def view(self) -> View | None:
        """Return the view of the table at the camera's calibration; None before the table was seen."""
        if self.pose is None:
            return None
        rotation, _ = cv2.Rodrigues(np.array(self.pose.rotation))
        bent = self.lens if self.lens.coefficients().any() else None
        return View.from_pose(self.lens.matrix(), rotation, np.array(self.pose.translation), bent)


def table_hash(geometry: TableGeometry) -> str:
    """A hash of the places of a table's markers, or of its felt's size if it has none; 16 hexadecimal digits."""
    lie: list[object] = [geometry.dictionary, [[one.id, one.x, one.y, one.size] for one in geometry.markers]]
    if not geometry.markers:
        lie.append(geometry.felt_half)
    return hashlib.sha256(json.dumps(lie).encode()).hexdigest()[:16]


def camera_text(camera: CameraFile) -> str:
    """Return the text of a calibration's file."""
    return json.dumps({"schema": CAMERA_SCHEMA, **asdict(camera)}, indent=1) + "\n"


def write_camera_file(path: Path, camera: CameraFile) -> None:
    """Write the file, replacing an older one as a whole.

    Raises:
        CameraFileError: the file cannot be written.
    """
    try:
        write_whole(path, camera_text(camera).encode())
    except OSError as error:
        raise CameraFileError(f"{path}: cannot be written: {error.strerror}") from error


def read_camera_file(path: Path) -> CameraFile:
    """Read the calibration in a file.

    Raises:
        CameraFileError: the file cannot be read, or is no calibration.
    """
    try:
        content = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise CameraFileError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise CameraFileError(f"{path}: no valid JSON ({error}): {AGAIN}") from error
    if not isinstance(content, dict) or content.get("schema") != CAMERA_SCHEMA:
        raise CameraFileError(f"{path}: not a calibration of this version: {AGAIN}")
    try:
        return msgspec.convert(content, CameraFile)
    except msgspec.ValidationError as error:
        raise CameraFileError(f"{path}: not a calibration ({error}): {AGAIN}") from error
