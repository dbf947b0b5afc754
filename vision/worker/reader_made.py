"""Makes a table's reader from the files that a process of vision gets."""

from collections.abc import Sequence
from pathlib import Path

from vision.calibration.camera_file import read_camera_file
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.model.enrolled import read_enrolled
from vision.tracking.tracker import TableReader


def reader_of(
    table: str, kept: Path | None, enrolled: Path | None, *, live: bool, others: Sequence[Path] = ()
) -> TableReader:
    """A reader of a table's frames.

    Args:
        table: name or path of the geometry.
        kept: file of the camera's calibration, which need not exist.
        enrolled: file of the club's own tiles, which need not exist.
        live: True if frames come from a sensor.
        others: file of each further camera's calibration, which need not exist.

    Raises:
        CameraFileError: the calibration cannot be read.
        EnrolledError: the tiles cannot be used.
    """
    calibration, *further = (
        read_camera_file(file) if file and file.exists() else None for file in (kept, *others)
    )
    own = read_enrolled(enrolled) if enrolled and enrolled.exists() else None
    return TableReader(
        load_geometry(table), Classifier(enrolled=own), kept=calibration, others=further, live=live
    )
