"""What is plugged in: table units that answer, and cameras that give a picture."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from table_controller.cli.doctor.camera import first_picture
from table_controller.cli.doctor.unit import look_at_unit
from vision.camera.frames import CameraError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from referee.texts.message import Message

SERIAL: Final = ("/dev/jantaku-unit", "/dev/serial/by-id/*", "/dev/ttyACM*", "/dev/ttyUSB*", "/dev/ttyAMA*")
"""Stable names first: the same device is asked once, by its first name."""


@dataclass(frozen=True, slots=True)
class FoundUnit:
    """A device, whether a unit answers there, and what was seen."""

    device: str
    answers: bool
    says: Message


def find_units(patterns: Iterable[str] = SERIAL) -> Iterator[FoundUnit]:
    """Ask every serial device whether it is a table's unit."""
    asked = set()
    for pattern in patterns:
        # The pattern is absolute, which pathlib's glob does not take.
        for device in sorted(glob.glob(pattern)):  # noqa: PTH207
            real = os.path.realpath(device)
            if real not in asked:
                asked.add(real)
                seen = look_at_unit("jantaku", device, running=False)
                yield FoundUnit(device, seen.grade in {"fine", "warning"}, seen.says)


def cameras() -> list[str]:
    """The cameras that may be there, as in the settings."""
    numbers = sorted(
        int(each.name.removeprefix("video"))
        for each in Path("/dev").glob("video*")
        if each.name[5:].isdecimal()
    )
    return [f"v4l2:{number}" for number in numbers]


def keep_picture(camera: str, to: Path) -> bool:
    """Save a picture of a camera; whether there was one."""
    import cv2  # noqa: PLC0415 - slow to import, and only here

    try:
        frame = first_picture(camera)
    except (CameraError, OSError):
        return False
    return frame is not None and bool(cv2.imwrite(str(to), frame.image))
