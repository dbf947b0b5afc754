"""The names of the files that vision keeps in the state folder of a table."""

from pathlib import Path
from typing import Final

CAMERA_FILE: Final = "camera.json"
"""The camera's calibration (``calibration.camera_file``)."""
SECOND_CAMERA_FILE: Final = "camera-2.json"
"""The second camera's calibration."""
ENROLLED_FILE: Final = "tiles.npz"
"""The club's own tiles (``model.enrolled``)."""
CLIPS_FOLDER: Final = "clips"
"""Films for judges (``clips.clips``)."""


class KeptFramesError(Exception):
    """A file of kept pictures cannot be read."""


def kept_frames_file(folder: Path, life: int) -> Path:
    """Return the file in which a start of vision, counted from 1, keeps the pictures that it reads."""
    return folder / f"frames-{life}.bin"
