"""The camera: its picture, its focus, the rim's markers, and whether it still hangs where it was calibrated."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from config import ConfigError
from referee.texts.findings import Plain
from table_controller.cli.doctor.diagnosis import Diagnosis, Part, fine, warning, wrong
from table_controller.cli.doctor.service import SET_UP, USER, as_user, not_allowed
from table_controller.settings.outside import TABLE_SETTINGS
from vision.calibration.calibration import (
    Calibration,
    CalibrationError,
    detect_markers,
    find_table,
    view_as_kept,
)
from vision.calibration.camera_file import CameraFileError, read_camera_file
from vision.camera.camera import RECORDED, open_camera
from vision.camera.frames import CameraError, Frame
from vision.camera.health import FrameHealth
from vision.camera.reduced import Reduced
from vision.geometry import GeometryError, TableGeometry, load_geometry
from vision.lens import Floats, Image
from vision.model.classifier import Classifier, ModelError
from vision.reading.felt_edges import first_view
from vision.worker.state_files import CAMERA_FILE, SECOND_CAMERA_FILE
from wording.command_line.diagnosed import Diagnosed, Remedy
from wording.command_line.errors import message_of_config

if TYPE_CHECKING:
    from pwd import struct_passwd

    from table_controller.cli.doctor.running import RunningTable

LEAST_ROWS: Final = 1440
"""The fewest rows of a picture in which faces can be read (docs/install.md)."""
FRAMES: Final = 8
"""The number of pictures to take: the first are often too dark, until the exposure settles."""
PICTURE_S: Final = 10.0
BLURRED_MM: Final = 2.5
"""An edge this wide runs the strokes of a face together. [mm; judged: strokes and their gaps are one to two wide]"""
SEEN_MM: Final = 4.0
"""The shift on the felt from which the daemon, too, reports that the camera has moved. [mm]"""
SIDES: Final = 4
LIST_CAMERAS: Final = "find /dev -name 'video*'"
LIST_DAMAGED: Final = "sudo dpkg --verify jantaku"
SIZES: Final = ("sudo apt install --yes v4l-utils", "v4l2-ctl --list-formats-ext")
STOP, START = "sudo systemctl stop jantaku", "sudo systemctl start jantaku"
CAMERAS: Final[tuple[tuple[Part, str], ...]] = (
    ("camera", CAMERA_FILE),
    ("second_camera", SECOND_CAMERA_FILE),
)
"""The cameras' names and their calibration files."""


def look_at_cameras(
    urls: Sequence[str],
    geometry: str,
    state: Path,
    table: RunningTable | None,
    user: struct_passwd | None = None,
) -> Iterator[Diagnosis]:
    """Diagnose the cameras, without opening them while the daemon uses them.

    Args:
        urls: the camera's URL as in the settings, then the second camera's if there is one.
        geometry: name or file of the table's measures.
        state: the folder with the cameras' calibrations.
        table: the daemon, if it runs.
        user: the user who must be allowed to use the cameras; None for the current one.
    """
    for url, (part, file) in zip(urls, CAMERAS, strict=False):
        device = device_of(url)
        if table is not None:
            for each in table.look_at(part):
                if each.grade == "fine" or device is None or device.exists():
                    yield each
                else:
                    yield replace(each, remedy=Remedy.plug_camera(), commands=(LIST_CAMERAS, SET_UP))
            continue
        if device is not None and device.exists() and not as_user(user, partial(_may_use, device)):
            yield not_allowed(part, str(device), user)
            continue
        for each in _look_at_camera(url, geometry, state / file):
            yield replace(each, part=part)


def device_of(url: str) -> Path | None:
    """Return the device of a camera of V4L2; None for other cameras."""
    kind, _, place = url.partition(":")
    place = place.partition("?")[0]
    return Path(f"/dev/video{place}" if place.isdecimal() else place) if kind == "v4l2" else None


def _may_use(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def _look_at_camera(url: str, geometry: str, kept: Path) -> Iterator[Diagnosis]:
    """Diagnose one camera, whose calibration is kept in a file."""
    try:
        frame = first_picture(url)
        frame = frame if frame is None else frame.checked()
    except (CameraError, OSError) as error:
        yield wrong(
            "camera", Diagnosed.no_camera(url, str(error)), Remedy.plug_camera(), LIST_CAMERAS, SET_UP
        )
        return
    if frame is None:
        yield wrong("camera", Diagnosed.no_frame(url), Remedy.plug_camera(), LIST_CAMERAS, SET_UP)
        return
    try:
        table = load_geometry(geometry)
    except (ConfigError, GeometryError) as error:
        yield wrong("camera", Diagnosed.said(message_of_config(error)), Remedy.set_up_anew(), SET_UP)
        return
    yield from look_at_picture(frame, table, kept)


def look_at_model() -> Iterator[Diagnosis]:
    """Check that the network that names tiles can be used."""
    try:
        Classifier()
    except ModelError as error:
        yield wrong("camera", Diagnosed.said(Plain.words(str(error))), Remedy.install_anew(), LIST_DAMAGED)


def look_at_picture(frame: Frame, table: TableGeometry, kept: Path) -> Iterator[Diagnosis]:
    """Diagnose a camera by one picture of the table; ``kept`` is the file of its camera's calibration."""
    height, width = frame.image.shape[:2]
    if height < LEAST_ROWS:
        yield wrong(
            "camera", Diagnosed.few_rows(width, height, LEAST_ROWS), Remedy.more_rows(LEAST_ROWS), *SIZES
        )
    small = frame.reduced or Reduced.of(frame.image)
    trouble = FrameHealth(live=False).trouble(frame, small.quarter)
    if trouble is not None:
        yield wrong("camera", Diagnosed.bad_picture(trouble), Remedy.uncover())
        return
    if not table.markers:
        yield _by_felt(frame.image, table, kept)
        return
    print_markers = f"jantaku vision markers --table {quote(table.name)} --pdf markers.pdf"
    all_seen = detect_markers(frame.image, table)
    wanted = {marker.id for marker in table.markers}
    seen = {number: corners for number, corners in all_seen.items() if number in wanted}
    if not seen:
        says = Diagnosed.other_markers() if all_seen else Diagnosed.no_markers()
        yield wrong("camera", says, Remedy.own_markers() if all_seen else Remedy.markers(), print_markers)
        return
    wide_mm = edge_width_mm(frame.image, seen, table)
    if wide_mm > BLURRED_MM:
        yield wrong("camera", Diagnosed.blurred(f"{wide_mm:.1f}"), Remedy.focus())
        return
    try:
        found = find_table(frame.image, table)
    except CalibrationError as error:
        yield wrong("camera", Diagnosed.not_found(str(error)), Remedy.markers(), print_markers)
        return
    if len(seen) < len(wanted):
        yield warning(
            "camera", Diagnosed.some_markers(len(seen), len(wanted)), Remedy.markers(), print_markers
        )
    yield _as_kept(found, seen, table, kept, (width, height))


def _by_felt(image: Image, table: TableGeometry, kept: Path) -> Diagnosis:
    """Diagnose the view of a table without markers."""
    try:
        found = first_view(image, table)
    except CalibrationError as error:
        return wrong("camera", Diagnosed.not_found(str(error)), Remedy.clear_felt())
    return _as_kept(found, {}, table, kept, (found.width, found.height))


def edge_width_mm(image: Image, seen: Mapping[int, Floats], table: TableGeometry) -> float:
    """Return the width of the sharpest marker's edges from white to black, in mm on the rim.

    A marker that is blurred by motion or by a glare says nothing about the focus.
    """
    sizes = {marker.id: marker.size for marker in table.markers}
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    widths = []
    for number, corners in seen.items():
        side_px = float(np.mean([np.linalg.norm(corners[k] - corners[k - 1]) for k in range(SIDES)]))
        for k in range(SIDES):
            one, other = corners[k - 1], corners[k]
            along = (other - one) / max(1e-6, float(np.linalg.norm(other - one)))
            across = np.array([-along[1], along[0]])
            # From the white around the marker into its black border, which is a sixth of it wide.
            steps = np.arange(-side_px / 10, side_px / 10, 0.25)
            points = (one + other) / 2 + steps[:, None] * across
            line = cv2.remap(
                grey,
                points[:, :1].astype(np.float32),
                points[:, 1:].astype(np.float32),
                cv2.INTER_LINEAR,
            ).ravel()
            contrast = float(np.ptp(line))
            steepest = float(np.abs(np.gradient(line, 0.25)).max())
            if contrast > 0 and steepest > 0:
                widths.append(contrast / steepest * sizes[number] / side_px)
    return min(widths, default=0.0)


def _as_kept(
    found: Calibration,
    seen: Mapping[int, Floats],
    table: TableGeometry,
    path: Path,
    size: tuple[int, int],
) -> Diagnosis:
    second = path.name == SECOND_CAMERA_FILE
    how = (
        f"vision calibrate{' --second' * second} --config {TABLE_SETTINGS} --state {quote(str(path.parent))}"
    )
    commands = (STOP, f"sudo -u {USER} jantaku {how}", START)
    if not path.is_file():
        return warning("camera", Diagnosed.not_calibrated(), Remedy.calibrate(), *commands)
    try:
        kept = read_camera_file(path)
    except (CameraFileError, OSError) as error:
        return wrong("camera", Diagnosed.said(message_of_config(error)), Remedy.calibrate(), *commands)
    refusal = kept.refusal(table, size)
    if refusal is not None:
        return wrong("camera", Diagnosed.calibration_unfit(refusal), Remedy.calibrate(), *commands)
    home = kept.view()
    if home is not None and view_as_kept(seen, table, kept) is None:
        marks = np.array([(mark.x, mark.y) for mark in table.landmarks])
        now = found.view.points(np.column_stack([marks, np.zeros(len(marks))]))
        far_mm = float(np.linalg.norm(home.to_plane(now, 0.0) - marks, axis=1).max())
        if far_mm > SEEN_MM:
            return warning("camera", Diagnosed.moved(round(far_mm)), Remedy.calibrate(), *commands)
    if not table.markers:
        return fine("camera", Diagnosed.felt_seen())
    return fine("camera", Diagnosed.table_seen(len(seen), len(table.markers)))


def first_picture(url: str) -> Frame | None:
    """Return a picture from a camera once its exposure has settled; None if none came in time.

    Raises:
        CameraError, OSError: the camera cannot be opened.
    """
    # OpenCV prints its own warnings about cameras that cannot be opened, on top of our diagnosis.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    came: queue.Queue[Frame | Exception] = queue.Queue()
    enough = threading.Event()

    def look() -> None:
        try:
            source = open_camera(url)
        except Exception as error:  # noqa: BLE001 - the waiting thread reports it
            came.put(error)
            return
        try:
            for count, frame in enumerate(source.frames()):
                came.put(frame)
                if count >= FRAMES or enough.is_set():
                    break
        except Exception as error:  # noqa: BLE001
            came.put(error)
        finally:
            source.close()
            came.put(StopIteration())

    # A camera that hangs blocks its thread for good; it must not block the program.
    looking = threading.Thread(target=look, daemon=True, name="doctor-camera")
    looking.start()
    try:
        return _newest(came, 1 if url.startswith(RECORDED) else FRAMES + 2)
    finally:
        # A thread that is still in OpenCV when Python ends aborts the program.
        enough.set()
        looking.join(PICTURE_S)


def _newest(came: queue.Queue[Frame | Exception], most: int) -> Frame | None:
    """Return the last of this many pictures; an error counts only if no picture came before it."""
    newest: Frame | None = None
    for _ in range(most):
        try:
            each = came.get(timeout=PICTURE_S)
        except queue.Empty:
            break
        if isinstance(each, StopIteration):
            break
        if isinstance(each, Exception):
            if newest is None:
                raise each if isinstance(each, CameraError | OSError) else CameraError(str(each))
            break
        newest = each
    return newest
