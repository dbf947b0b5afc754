"""Inputs to the actions of ``jantaku vision``: pictures, and the daemon's settings."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.settings.settings import read_file
from vision.camera.frames import LEAST_SIDE_PX

MOST_BYTES: Final = 128 << 20
"""The size limit of a picture file, since reading a device would never end."""


def read_picture_file(path: Path) -> NDArray[np.uint8]:
    """Read the picture of a file, BGR.

    Raises:
        ValueError: the file cannot be read, is not a picture, or is too small.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    if len(raw) > MOST_BYTES:
        raise ValueError(f"{path}: more than {MOST_BYTES >> 20} MiB: longer than any picture of a table")
    data = np.frombuffer(raw, np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    if picture is None:
        raise ValueError(f"{path}: not a picture that can be read (JPEG, PNG, WebP, BMP, TIFF)")
    if min(picture.shape[:2]) < LEAST_SIDE_PX:
        raise ValueError(
            f"{path}: {picture.shape[1]} x {picture.shape[0]} pixels are too few to read tiles in"
        )
    return np.asarray(picture, np.uint8)


def chosen(config: Path | None, **given: object) -> dict[str, str]:
    """Return settings of the daemon by name: the given values; for None, those of the settings file or the defaults.

    Raises:
        ConfigError: the file cannot be used.
    """
    settings = read_file(config)
    return {name: str(settings[name] if value is None else value) for name, value in given.items()}
