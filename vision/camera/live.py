"""Live cameras: V4L2 through OpenCV, and the Raspberry Pi's own through picamera2.

The camera chooses its exposure for some seconds; then it is fixed,
so that a sleeve or a white sheet does not darken the table. When a camera gives no more frames, the source opens it
again, resets it once, and waits for it for some seconds.
"""

from __future__ import annotations

import importlib
import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final
from urllib.parse import parse_qsl

import cv2
import numpy as np

from vision.camera.frames import CameraError, Frame
from vision.camera.jpeg import Jpeg
from vision.camera.pace import FramePace
from vision.camera.usb_reset import reset_camera
from vision.lens import Image

LOG = logging.getLogger(__name__)
LOCK_AFTER_MS: Final = 4000
"""A camera chooses its exposure for this long before it is fixed. [ms; judged: automatic exposure of USB cameras
settles within two seconds]"""
RECONNECT_S: Final = 10.0
"""The program waits this long for an unplugged camera. [s; judged: time to push a plug in again]"""
READ_S: Final = 2
"""The longest that a camera may take for a frame. [s; judged: the slowest gives ten in this time]"""
RESET_AFTER_S: Final = 3.0
"""A camera that gave no frame for this long is reset, once. [s; judged: it is back within some seconds, before people are
alerted (``table_controller.daemon.watching.SILENT_S``)]"""
RETRY_S: Final = 0.5
"""Time between two attempts to open it. [s; judged: short against RECONNECT_S, long against the attempt]"""
OLDEST_MS: Final = 2000
"""A driver's time stamp further back than this comes from another clock. [ms; judged: no driver queues two seconds of
pictures]"""
V4L2_MANUAL, V4L2_AUTOMATIC = 1, 3
"""V4L2_EXPOSURE_MANUAL and V4L2_EXPOSURE_APERTURE_PRIORITY, as drivers of USB cameras name them."""
BUFFERS: Final = 3
"""Pictures that a driver holds. [pictures; judged: one is filled, one waits, one is read]"""
JPEGS: Final = cv2.VideoWriter.fourcc(*"MJPG")
"""The name of pictures that come as JPEGs. [four letters; defined: V4L2_PIX_FMT_MJPEG]"""
EXPOSURE_UNITS_PER_S: Final = 10_000
"""V4L2 counts exposure in tenths of a millisecond. [1/s; defined: V4L2_CID_EXPOSURE_ABSOLUTE]"""
OPTIONS: Final = ("size", "fps", "exposure", "mains")

MOST_FPS: Final = 120
"""Frames a second; no USB camera of this size delivers more. [1/s; judged: a typing error such as 1000 is refused]"""


@dataclass(frozen=True, slots=True)
class LiveOptions:
    """The settings of a live camera.

    Attributes:
        size: the size of the pictures, pixels.
        fps: frames a second.
        exposure: ``lock`` (the camera's choice, fixed after some seconds), ``auto``, or tenths of a millisecond.
        mains: the mains frequency, Hz; an exposure of a whole number of half periods shows no bands.
    """

    size: tuple[int, int] = (1920, 1440)
    fps: float = 30.0
    exposure: str = "lock"
    mains: int = 50

    @classmethod
    def parse(cls, text: str) -> LiveOptions:
        """Read ``size=1920x1440&fps=30&exposure=lock&mains=50``; an option left out has its default.

        Raises:
            CameraError: an option is unknown, or its value is invalid.
        """
        given: dict[str, Any] = {}
        for name, value in parse_qsl(text, keep_blank_values=True):
            if name not in OPTIONS:
                raise CameraError(f"camera option {name!r}: known are {', '.join(OPTIONS)}")
            try:
                given[name] = _value(name, value)
            except ValueError as error:
                raise CameraError(f"camera option {name}: {value!r} is not {error}") from None
        return cls(**given)

    def lamp_period(self) -> float:
        """Half a period of the mains, in tenths of a millisecond."""
        return EXPOSURE_UNITS_PER_S / (2 * self.mains)

    def without_bands(self, exposure: float) -> float:
        """The nearest exposure that is a whole number of half periods; a much shorter one is kept."""
        periods = round(exposure / self.lamp_period())
        return exposure if periods < 1 else periods * self.lamp_period()


def _value(name: str, value: str) -> Any:
    if name == "size":
        width, _, height = value.partition("x")
        if not (width.isdigit() and height.isdigit() and int(width) and int(height)):
            raise ValueError("a size like 1920x1440")
        return int(width), int(height)
    if name == "fps":
        try:
            fps = float(value)
        except ValueError:
            fps = 0.0
        if not 1 <= fps <= MOST_FPS:
            raise ValueError(f"1 to {MOST_FPS}")
        return fps
    if name == "mains":
        if value not in ("50", "60"):
            raise ValueError("50 or 60")
        return int(value)
    if value not in ("lock", "auto") and not (value.isdigit() and int(value)):
        raise ValueError("lock, auto or tenths of a millisecond")
    return value


class LiveCamera:
    """A V4L2 camera.

    Args:
        place: the number of /dev/videoN, or a path; /dev/v4l/by-id/… stays the same when cameras are replugged.
        options: the settings of the camera.
        table_time_ms: the table's clock.
        clock_s: monotonic time, by which drivers stamp frames.
        sleep: waits a number of seconds.
        pace: decides which frames are read, if they do not come as JPEGs.
        reset: resets the device of a camera that stays away.

    Attributes:
        packed: True if its pictures come as JPEGs.

    Raises:
        CameraError: the camera cannot be opened.
    """

    def __init__(
        self,
        place: str,
        options: LiveOptions,
        table_time_ms: Callable[[], int],
        *,
        clock_s: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        pace: FramePace | None = None,
        reset: Callable[[str], object] = reset_camera,
    ) -> None:
        self._pace = pace or FramePace()
        self._reset = reset
        self._was_reset = False
        self._device = f"/dev/video{place}" if place.isdigit() else place
        self._options = options
        self._now_ms = table_time_ms
        self._clock_s = clock_s
        self._sleep = sleep
        self._capture = self._open()

    def _open(self) -> cv2.VideoCapture:
        os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] = str(READ_S)
        capture = cv2.VideoCapture(self._device, cv2.CAP_V4L2)
        if not capture.isOpened():
            raise CameraError(
                f"no camera at {self._device}: is it plugged in (ls /dev/video*), and does nothing else use it?"
            )
        width, height = self._options.size
        # Uncompressed pictures of this size do not fit through USB 2 ten times a second.
        capture.set(cv2.CAP_PROP_FOURCC, JPEGS)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        capture.set(cv2.CAP_PROP_FPS, self._options.fps)
        # JPEGs are stored as they come and unpacked only when needed. Of other pictures only the newest is unpacked
        # here.
        self.packed = round(capture.get(cv2.CAP_PROP_FOURCC)) == JPEGS and capture.set(
            cv2.CAP_PROP_CONVERT_RGB, 0
        )
        capture.set(cv2.CAP_PROP_BUFFERSIZE, BUFFERS if self.packed else 1)
        given = tuple(
            int(capture.get(side)) for side in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        )
        if given != (width, height):
            LOG.warning(
                "%s takes pictures of %d x %d, not %d x %d: name one of its sizes (v4l2-ctl --list-formats-ext)",
                self._device, *given, width, height,
            )  # fmt: skip
        if self._options.exposure.isdigit():
            self._fix(capture, float(self._options.exposure))
        else:
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_AUTOMATIC)
        return capture

    def _fix(self, capture: cv2.VideoCapture, exposure: float) -> None:
        """Fix the exposure (tenths of a millisecond), and the white balance as it is now."""
        if not capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_MANUAL) or not capture.set(
            cv2.CAP_PROP_EXPOSURE, exposure
        ):
            LOG.warning("%s does not let its exposure be fixed", self._device)
            return
        capture.set(cv2.CAP_PROP_AUTO_WB, 0)
        LOG.info("%s: exposure fixed at %.1f ms", self._device, exposure / 10)

    def frames(self) -> Iterator[Frame]:
        """All frames; the iteration resumes after the camera was unplugged for a while.

        Raises:
            CameraError: the camera stopped giving frames and did not come back.
        """
        number, last_ms, opened_ms, seen_s = 0, -1, self._now_ms(), self._clock_s()
        to_lock = self._options.exposure == "lock"
        while True:
            good, image = self._capture.grab(), None
            if good:
                last_ms = max(last_ms + 1, self._exposed_ms())
                # Most of the cost is unpacking, which a JPEG's reader does.
                if not self.packed and not self._pace.due(last_ms):
                    number += 1
                    continue
                good, image = self._capture.retrieve()
            picture = self._picture(image) if good and image is not None else None
            if picture is None and (not good or self._clock_s() - seen_s >= READ_S):
                self._bring_back(seen_s)
                opened_ms, to_lock = self._now_ms(), self._options.exposure == "lock"
                continue
            number += 1
            if picture is None:
                continue
            seen_s, self._was_reset = self._clock_s(), False
            if to_lock and last_ms - opened_ms >= LOCK_AFTER_MS:
                to_lock = False
                chosen = float(self._capture.get(cv2.CAP_PROP_EXPOSURE))
                if chosen > 0:
                    self._fix(self._capture, self._options.without_bands(chosen))
            yield Frame(number - 1, last_ms, picture)

    def _picture(self, image: Any) -> Image | Jpeg | None:
        """Return the driver's picture: the bytes of a JPEG, in one row, or None if it is not whole."""
        picture = np.asarray(image, np.uint8)
        return Jpeg.of(picture.tobytes()) if picture.shape[0] == 1 else picture

    def _exposed_ms(self) -> int:
        """Table time of the frame just read, by the driver's stamp if that comes from the monotonic clock."""
        age_ms = self._clock_s() * 1000 - float(self._capture.get(cv2.CAP_PROP_POS_MSEC))
        return self._now_ms() - (round(age_ms) if 0 <= age_ms <= OLDEST_MS else 0)

    def _bring_back(self, seen_s: float) -> None:
        """Open the camera again, and reset it once if that is not enough.

        Args:
            seen_s: the time of its last picture.

        Raises:
            CameraError: the camera has given no picture for ``RECONNECT_S``.
        """
        LOG.warning("%s gives no frames: waiting for it to come back", self._device)
        self._capture.release()
        error: CameraError | None = None
        while (away_s := self._clock_s() - seen_s) < RECONNECT_S:
            if away_s >= RESET_AFTER_S and not self._was_reset:
                self._was_reset = True
                self._reset(self._device)
            try:
                self._capture = self._open()
            except CameraError as failed:
                error = failed
                self._sleep(RETRY_S)
            else:
                LOG.info("%s is open again", self._device)
                return
        raise CameraError(
            f"the camera at {self._device} gave no more frames and did not come back within "
            f"{RECONNECT_S:.0f} s: check its cable and its power"
        ) from error

    def reported(self, number: int) -> None:
        """Do nothing: nobody waits for a live camera's frames."""

    def done(self, number: int) -> None:
        """Do nothing: nobody waits for a live camera's frames."""

    def close(self) -> None:
        self._capture.release()


def _picamera2() -> Any:
    """Import picamera2, which takes Debian's simplejpeg with it.

    picamera2 needs simplejpeg only to write JPEGs, which we never do. Debian 12's was built for an older NumPy than
    ours and cannot be imported ("numpy.dtype size changed"): picamera2 then gets an empty module.

    Raises:
        ImportError: picamera2 is not installed.
    """
    try:
        importlib.import_module("simplejpeg")
    except (ImportError, ValueError):
        sys.modules["simplejpeg"] = ModuleType("simplejpeg")
    return importlib.import_module("picamera2")


class PiCamera:
    """A camera on the Raspberry Pi's own connector.

    Args:
        place: number of the camera.
        options: the settings of the camera.
        table_time_ms: the table's clock.
        clock_ns: the clock of the sensor's time stamps (time since boot).
        pace: decides which frames are read.

    Raises:
        CameraError: picamera2 is not installed, or there is no such camera.
    """

    def __init__(
        self,
        place: str,
        options: LiveOptions,
        table_time_ms: Callable[[], int],
        *,
        clock_ns: Callable[[], int] = lambda: time.clock_gettime_ns(time.CLOCK_BOOTTIME),
        pace: FramePace | None = None,
    ) -> None:
        self._pace = pace or FramePace()
        try:
            module = _picamera2()
        except ImportError as error:
            raise CameraError(
                "picamera2 is not installed: apt install python3-picamera2, and make a virtual environment of your own "
                "with --system-site-packages"
            ) from error
        cameras = module.Picamera2.global_camera_info()
        if int(place) >= len(cameras):
            raise CameraError(f"no camera picamera2:{place}: {len(cameras)} found; check its ribbon cable")
        self._options = options
        self._now_ms = table_time_ms
        self._clock_ns = clock_ns
        try:
            self._camera = module.Picamera2(int(place))
            # picamera2's RGB888 has blue first in memory, as OpenCV wants it.
            how = self._camera.create_video_configuration(
                main={"size": options.size, "format": "RGB888"},
                controls={"FrameRate": options.fps},
                buffer_count=BUFFERS,
                queue=False,
            )
            self._camera.configure(how)
            self._camera.start()
        except (RuntimeError, ValueError, IndexError) as error:
            raise CameraError(f"picamera2:{place} cannot be started: {error}") from error
        if options.exposure.isdigit():
            self._camera.set_controls({"AeEnable": False, "ExposureTime": int(options.exposure) * 100})

    def frames(self) -> Iterator[Frame]:
        """All frames.

        Raises:
            CameraError: the camera failed.
        """
        number, last_ms, opened_ms, again = 0, -1, self._now_ms(), False
        to_lock = self._options.exposure == "lock"
        while True:
            try:
                request = self._camera.capture_request(wait=READ_S)
            except (RuntimeError, TimeoutError) as error:
                if again:
                    raise CameraError(f"the camera gives no frames: {error}") from error
                LOG.warning("the camera gives no frames and is started again: %s", error)
                again = True
                self._camera.stop()
                self._camera.start()
                continue
            again = False
            try:
                metadata = request.get_metadata()
                last_ms = max(last_ms + 1, self._exposed_ms(metadata))
                image = request.make_array("main") if self._pace.due(last_ms) else None
            finally:
                request.release()
            if image is None:
                number += 1
                continue
            if to_lock and last_ms - opened_ms >= LOCK_AFTER_MS:
                to_lock = False
                self._fix(metadata)
            yield Frame(number, last_ms, np.ascontiguousarray(image[..., :3], np.uint8))
            number += 1

    def _exposed_ms(self, metadata: dict[str, Any]) -> int:
        age_ms = (self._clock_ns() - metadata.get("SensorTimestamp", 0)) / 1e6
        return self._now_ms() - (round(age_ms) if 0 <= age_ms <= OLDEST_MS else 0)

    def _fix(self, metadata: dict[str, Any]) -> None:
        fixed: dict[str, Any] = {"AeEnable": False, "AwbEnable": False}
        for name in ("AnalogueGain", "ColourGains"):
            if name in metadata:
                fixed[name] = metadata[name]
        if "ExposureTime" in metadata:
            fixed["ExposureTime"] = round(self._options.without_bands(metadata["ExposureTime"] / 100) * 100)
        self._camera.set_controls(fixed)

    def reported(self, number: int) -> None:
        """Do nothing: nobody waits for a live camera's frames."""

    def done(self, number: int) -> None:
        """Do nothing: nobody waits for a live camera's frames."""

    def close(self) -> None:
        self._camera.stop()
        self._camera.close()
