"""What vision keeps in the state folder of a table: how the files are called."""

from __future__ import annotations

from typing import Final

CAMERA_FILE: Final = "camera.json"
"""How the camera was calibrated (``calibration.camera_file``)."""
ENROLLED_FILE: Final = "tiles.npz"
"""The club's own tiles (``model.enrolled``)."""
CLIPS_FOLDER: Final = "clips"
"""Films for judges (``clips.clips``)."""
