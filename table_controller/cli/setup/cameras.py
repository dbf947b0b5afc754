"""The cameras at setup: their pictures, which names mean the same camera, and each camera's calibration."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from table_controller.cli.doctor.camera import first_picture
from table_controller.cli.vision.calibrate import CommandError, calibrated, calibrated_by
from vision.calibration.calibration import MIN_MARKERS, Calibration, CalibrationError, find_markers
from vision.calibration.camera_file import CameraFile
from vision.camera.frames import CameraError
from vision.geometry import TableGeometry
from vision.lens import Floats32, Image
from vision.reading.felt_edges import first_view

V4L2: Final = "v4l2"
LINKS: Final = Path("/dev/v4l")
COMPARED_PX: Final = (160, 120)
"""Size at which pictures are compared."""
BLOCK_PX: Final = 20
"""Pictures are compared in blocks, so that an arm in one of them changes only a few."""
SMOOTH_PX: Final = 12.0
"""Structures larger than this come from the light and are left out."""
LEAST_DETAIL: Final = 2.0
"""A block with less contrast than this shows bare felt and noise. [grey levels]"""
ALIKE: Final = 0.9
"""Two pictures with this median correlation of their blocks are of one camera. [measured: one camera 0.91 or more with
an arm, brighter or with other noise; two over opposite corners 0.4; two less than 7 cm apart are taken for one]"""


def cameras() -> list[str]:
    """Return the cameras that may be connected, written as in the settings."""
    numbers = sorted(
        int(each.name.removeprefix("video"))
        for each in Path("/dev").glob("video*")
        if each.name[5:].isdecimal()
    )
    return [f"{V4L2}:{number}" for number in numbers]


def device_of(url: str) -> str:
    """Return the device behind a camera's URL: the same for all names of a device, whatever the options."""
    kind, _, place = url.partition(":")
    place = place.partition("?")[0]
    if kind == V4L2:
        return os.path.realpath(f"/dev/video{place}" if place.isdecimal() else place)
    return f"{kind}:{os.path.realpath(place)}"


def names_that_stay(urls: Iterable[str], links: Path = LINKS) -> dict[str, str]:
    """Return names of V4L2 devices that stay the same after a restart, when their numbers may change places.

    Each is the name that the camera gives itself or, if two give the same, the port into which it is plugged.
    """
    devices = {url: device_of(url) for url in urls if url.startswith(f"{V4L2}:")}
    for kind in ("by-id", "by-path"):
        there = {os.path.realpath(link): str(link) for link in sorted((links / kind).glob("*"))}
        if all(device in there for device in devices.values()):
            return {url: f"{V4L2}:{there[device]}" for url, device in devices.items()}
    return {}


def are_alike(one: Image, other: Image) -> bool:
    """Return whether two pictures, taken one after the other, are of one camera."""
    found = []
    first, second = _details(one), _details(other)
    for top in range(0, COMPARED_PX[1], BLOCK_PX):
        for left in range(0, COMPARED_PX[0], BLOCK_PX):
            part = (slice(top, top + BLOCK_PX), slice(left, left + BLOCK_PX))
            a, b = first[part], second[part]
            if min(a.std(), b.std()) >= LEAST_DETAIL:
                found.append(float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum())))
    return bool(found) and float(np.median(found)) > ALIKE


def _details(picture: Image) -> Floats32:
    grey = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), COMPARED_PX, interpolation=cv2.INTER_AREA)
    small = np.asarray(grey, np.float32)
    return np.asarray(small - cv2.GaussianBlur(small, (0, 0), SMOOTH_PX), np.float32)


class LookedThrough:
    """Takes one picture through each camera and keeps it.

    Attributes:
        table: the measures of the table to find.
    """

    def __init__(self, table: TableGeometry) -> None:
        self.table = table
        self._pictures: dict[str, Image | None] = {}
        self._bare: dict[str, Image] = {}
        self._folder: Path | None = None

    def picture(self, url: str) -> Image | None:
        """Return a picture of a camera; None if it gives none."""
        device = device_of(url)
        if device not in self._pictures:
            try:
                frame = first_picture(url)
            except (CameraError, OSError):
                frame = None
            self._pictures[device] = None if frame is None else frame.image
        return self._pictures[device]

    def forget(self, url: str) -> None:
        """Forget the camera's picture because its view has changed: the next request takes a new one."""
        self._pictures.pop(device_of(url), None)

    def keep_bare(self, url: str) -> None:
        """Keep a camera's present picture as its picture of the bare table."""
        self.forget(url)
        picture = self.picture(url)
        if picture is not None:
            self._bare[device_of(url)] = picture

    def kept(self, url: str) -> Path | None:
        """Return the file in which the camera's picture is saved for people to look at; None if it gives none."""
        picture = self.picture(url)
        return None if picture is None else self.saved(picture)

    def saved(self, picture: Image) -> Path | None:
        """Save a picture for people to look at and return its file; None if it cannot be saved."""
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="jantaku-setup-"))
        file = self._folder / f"{len(list(self._folder.iterdir())) + 1}.jpg"
        return file if cv2.imwrite(str(file), picture) else None

    def are_one(self, one: str, other: str) -> bool:
        """Return whether two names show the same view, and so mean one camera."""
        if device_of(one) == device_of(other):
            return True
        first, second = self.picture(one), self.picture(other)
        return first is not None and second is not None and are_alike(first, second)

    def sees_table(self, url: str) -> bool:
        """Return whether the table is in a camera's picture."""
        picture = self.picture(url)
        if picture is None or self.table.markers:
            return picture is not None and len(find_markers(picture, self.table)) >= MIN_MARKERS
        try:
            first_view(picture, self.table)
        except ValueError:
            return False
        return True

    def calibrated(self, url: str) -> tuple[CameraFile, Calibration] | str:
        """Return a camera's calibration above the table, or the reason why there is none.

        A table without markers is found by the edges of its bare felt: in the picture of the bare table if there is one.
        """
        bare = None if self.table.markers else self._bare.get(device_of(url))
        try:
            return calibrated(url, self.table) if bare is None else calibrated_by([bare], self.table)
        except (CommandError, CalibrationError, CameraError, ValueError, OSError) as error:
            return str(error)
