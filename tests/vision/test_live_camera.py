"""Live cameras, with stand-ins for the driver and for picamera2; time is set, never waited for."""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

from table_controller.daemon.watching import SILENT_S
from vision.camera.ahead import ReadAhead
from vision.camera.camera import CameraError, Frame, open_camera
from vision.camera.jpeg import Jpeg
from vision.camera.live import (
    LOCK_AFTER_MS,
    READ_S,
    RECONNECT_S,
    RESET_AFTER_S,
    LiveCamera,
    LiveOptions,
    PiCamera,
)
from vision.camera.pace import FramePace
from vision.camera.usb_reset import reset_camera

PICTURE = np.zeros((4, 6, 3), np.uint8)


@dataclass
class Clock:
    """A monotonic clock 5 s ahead of table time; asking it takes no time, each frame takes 100 ms."""

    s: float = 100.0

    def now_s(self) -> float:
        return self.s

    def table_ms(self) -> int:
        return round((self.s - 5.0) * 1000)

    def sleep(self, seconds: float) -> None:
        self.s += seconds


@dataclass
class Driver:
    """A V4L2 device; stands in for ``cv2.VideoCapture``."""

    clock: Clock
    stamps: str = "monotonic"
    dead_from_s: float = 1e9
    back_at_s: float = 1e9
    fixable: bool = True
    silent_from_s: float = 1e9
    sizes: tuple[int, int] | None = None
    sends: bytes | None = None
    settings: list[tuple[int, float]] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    unpacked: int = 0

    def __call__(self, device: str, how: int) -> Driver:
        assert how == cv2.CAP_V4L2
        self.opened.append(device)
        return self

    def there(self) -> bool:
        return self.clock.s < self.dead_from_s or self.clock.s >= self.back_at_s

    def isOpened(self) -> bool:  # noqa: N802
        return self.there()

    def set(self, what: int, value: float) -> bool:
        self.settings.append((what, value))
        return self.fixable or what not in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE)

    def get(self, what: int) -> float:
        if what == cv2.CAP_PROP_POS_MSEC:
            if self.stamps == "monotonic":
                return (self.clock.s - 0.03) * 1000
            return 0.0 if self.stamps == "none" else 1.7e12
        asked = dict(self.settings)
        if what == cv2.CAP_PROP_FOURCC and self.sends is None:
            return cv2.VideoWriter.fourcc(*"YUYV")
        if what == cv2.CAP_PROP_FRAME_WIDTH and self.sizes:
            return self.sizes[0]
        if what == cv2.CAP_PROP_FRAME_HEIGHT and self.sizes:
            return self.sizes[1]
        return 183.0 if what == cv2.CAP_PROP_EXPOSURE else asked[what]

    def grab(self) -> bool:
        if self.there() and self.clock.s >= self.silent_from_s:
            self.clock.s += READ_S
            return False
        self.clock.s += 0.1
        return self.there()

    def retrieve(self) -> tuple[bool, Any]:
        self.unpacked += 1
        return True, PICTURE if self.sends is None else np.frombuffer(self.sends, np.uint8)[None]

    def release(self) -> None: ...


class Told:
    """A source of these frames, which then ends or fails."""

    def __init__(self, frames: list[Frame], error: Exception | None = None) -> None:
        self._frames, self._error = frames, error

    def frames(self) -> Iterator[Frame]:
        yield from self._frames
        if self._error is not None:
            raise self._error

    def reported(self, number: int) -> None: ...

    def done(self, number: int) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def driver(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Driver:
    made = Driver(clock)
    monkeypatch.setattr(cv2, "VideoCapture", made)
    return made


def camera(
    clock: Clock, query: str = "", place: str = "0", reset: Callable[[str], object] = lambda _: False
) -> LiveCamera:
    options = LiveOptions.parse(query)
    return LiveCamera(place, options, clock.table_ms, clock_s=clock.now_s, sleep=clock.sleep, reset=reset)


def test_the_driver_is_asked_for_what_was_ordered(driver: Driver, clock: Clock) -> None:
    camera(clock, "size=2592x1944&fps=15&exposure=120", place="/dev/v4l/by-id/usb-lens")
    asked = dict(driver.settings)
    assert driver.opened == ["/dev/v4l/by-id/usb-lens"]
    assert asked[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert (asked[cv2.CAP_PROP_FRAME_WIDTH], asked[cv2.CAP_PROP_FRAME_HEIGHT]) == (2592, 1944)
    assert asked[cv2.CAP_PROP_FPS] == 15
    assert (asked[cv2.CAP_PROP_AUTO_EXPOSURE], asked[cv2.CAP_PROP_EXPOSURE]) == (1, 120)


def test_frames_are_dated_by_the_driver(driver: Driver, clock: Clock) -> None:
    frames = camera(clock).frames()
    seen = [next(frames) for _ in range(3)]
    assert [frame.number for frame in seen] == [0, 1, 2]
    assert [frame.at_ms for frame in seen] == [95_070, 95_170, 95_270]


def test_a_frame_that_is_not_looked_at_is_not_unpacked(driver: Driver, clock: Clock) -> None:
    pace = FramePace()
    source = LiveCamera(
        "0", LiveOptions.parse(""), clock.table_ms, clock_s=clock.now_s, sleep=clock.sleep, pace=pace
    )
    frames = source.frames()
    next(frames)
    pace.rests = True
    assert [next(frames).at_ms for _ in range(2)] == [96_070, 97_070]
    pace.rests = False
    assert next(frames).at_ms == 97_170
    assert driver.unpacked == 4


def test_a_jpeg_is_taken_as_it_comes_and_one_that_is_cut_off_is_left_out(
    driver: Driver, clock: Clock
) -> None:
    jpeg = cv2.imencode(".jpg", cv2.resize(PICTURE, (96, 64)))[1].tobytes()
    driver.sends = jpeg + b"\xff\xd9 of the picture before"
    source = camera(clock)
    frames = source.frames()
    first = next(frames)
    assert source.packed
    assert isinstance(first.picture, Jpeg)
    assert (first.picture.data, first.size, first.image.shape) == (jpeg, (96, 64), (64, 96, 3))
    for broken in (jpeg[:-2], jpeg[:100], jpeg[2:], b"", b"\xff\xd8\xff"):
        assert Jpeg.of(broken) is None
    good = driver.sends

    def retrieve() -> tuple[bool, Any]:
        driver.sends = jpeg[:-9] if clock.s < 100.35 else good
        return True, np.frombuffer(driver.sends, np.uint8)[None]

    driver.__dict__["retrieve"] = retrieve
    assert [(frame.number, frame.at_ms) for frame in (next(frames), next(frames))] == [
        (3, 95_370),
        (4, 95_470),
    ]


def test_every_frame_is_handed_on_with_the_one_that_is_read_next(driver: Driver, clock: Clock) -> None:
    """Thirty a second arrive and ten are read, or one while the table rests."""
    driver.sends = cv2.imencode(".jpg", cv2.resize(PICTURE, (96, 64)))[1].tobytes()
    pace = FramePace()
    taken = list(islice(camera(clock).frames(), 60))
    source = ReadAhead(Told(taken), pace)
    seen = list(source.frames())
    handed = [each for frame in seen for each in (*frame.passed, frame)]
    assert [each.number for each in handed] == list(range(handed[-1].number + 1))
    assert handed[-1].number >= 57


def test_nobody_takes_frames_of_a_camera_that_was_closed() -> None:
    class Endless(Told):
        closed = False

        def frames(self) -> Iterator[Frame]:
            for number in count():
                assert not self.closed
                yield Frame(number, 100 * number, np.zeros((64, 96, 3), np.uint8))

        def close(self) -> None:
            self.closed = True

    endless = Endless([])
    source = ReadAhead(endless, FramePace())
    frames = source.frames()
    next(frames)
    source.close()
    assert endless.closed
    assert len(list(frames)) <= 1, "and no error"


def test_a_camera_that_fails_is_told_to_the_reader() -> None:
    for error in (CameraError("gone"), OSError("gone")):
        with pytest.raises(CameraError, match="gone"):
            next(ReadAhead(Told([], error), FramePace()).frames())
    damaged = Frame(1, 100, Jpeg(b"no picture", (96, 64)))
    whole = Frame(2, 200, np.zeros((64, 96, 3), np.uint8))
    assert [frame.number for frame in ReadAhead(Told([damaged, whole]), FramePace()).frames()] == [2]


@pytest.mark.parametrize("stamps", ["none", "of the wall clock"])
def test_stamps_of_another_clock_are_not_believed(driver: Driver, clock: Clock, stamps: str) -> None:
    driver.stamps = stamps
    assert next(camera(clock).frames()).at_ms == 95_100


def test_exposure_is_fixed_after_some_seconds_without_bands(driver: Driver, clock: Clock) -> None:
    """The driver chose 18.3 ms; lamps at 50 Hz show no bands at 20 ms, lamps at 60 Hz none at 16.7 ms."""
    for mains, exposure in ((50, 200.0), (60, 10_000 / 60)):
        driver.settings.clear()
        frames = camera(clock, f"mains={mains}").frames()
        for _ in range(LOCK_AFTER_MS // 100 - 2):
            next(frames)
        assert dict(driver.settings)[cv2.CAP_PROP_AUTO_EXPOSURE] == 3
        for _ in range(4):
            next(frames)
        asked = dict(driver.settings)
        assert asked[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
        assert asked[cv2.CAP_PROP_EXPOSURE] == pytest.approx(exposure)


def test_an_exposure_that_cannot_be_fixed_and_another_size_are_logged(
    driver: Driver, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    driver.fixable, driver.sizes = False, (1280, 720)
    next(camera(clock, "exposure=80").frames())
    assert "does not let its exposure be fixed" in caplog.text
    assert "takes pictures of 1280 x 720, not 1920 x 1440" in caplog.text


def test_a_camera_that_is_plugged_in_again_goes_on(driver: Driver, clock: Clock) -> None:
    frames = camera(clock).frames()
    next(frames)
    driver.dead_from_s, driver.back_at_s = clock.s + 0.05, clock.s + 4.0
    again = next(frames)
    assert again.number == 1
    assert 4000 < again.at_ms - 95_070 < 5000


def test_a_camera_that_stays_away_is_reported(driver: Driver, clock: Clock) -> None:
    frames = camera(clock).frames()
    next(frames)
    driver.dead_from_s = clock.s
    with pytest.raises(CameraError, match=r"/dev/video0 gave no more frames .* check its cable"):
        next(frames)
    assert RECONNECT_S <= clock.s - driver.dead_from_s < RECONNECT_S + 2


def test_a_camera_that_hangs_is_reset_once_and_goes_on(driver: Driver, clock: Clock) -> None:
    """It is present and opens, but gives nothing until it is reset; later this happens again."""
    was_reset: list[float] = []

    def reset(device: str) -> None:
        assert device == "/dev/video0"
        was_reset.append(clock.s)
        driver.silent_from_s = 1e9

    frames = camera(clock, reset=reset).frames()
    for times in (1, 2):
        next(frames)
        silent_s = driver.silent_from_s = clock.s
        frame = next(frames)
        assert len(was_reset) == times
        assert RESET_AFTER_S <= was_reset[-1] - silent_s < RESET_AFTER_S + READ_S
        assert frame.at_ms < (silent_s - 5 + SILENT_S) * 1000, "before people are alerted"
    assert os.environ["OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT"] == str(READ_S)


def test_a_camera_that_hangs_for_good_is_reported_after_one_reset(driver: Driver, clock: Clock) -> None:
    was_reset: list[str] = []
    frames = camera(clock, reset=was_reset.append).frames()
    next(frames)
    silent_s = driver.silent_from_s = clock.s
    with pytest.raises(CameraError, match="check its cable"):
        next(frames)
    assert was_reset == ["/dev/video0"]
    assert RECONNECT_S <= clock.s - silent_s < RECONNECT_S + READ_S


def test_a_camera_that_sends_nothing_but_broken_pictures_is_reset_too(driver: Driver, clock: Clock) -> None:
    was_reset: list[str] = []
    driver.sends = b"\xff\xd8 no more of it"
    with pytest.raises(CameraError, match="check its cable"):
        next(camera(clock, reset=was_reset.append).frames())
    assert was_reset == ["/dev/video0"]


def usb_camera(root: Path) -> Path:
    """Files of a computer with a USB camera /dev/video2, also under a stable name; return the device's file."""
    port = root / "sys/devices/pci0/usb1/1-2"
    (port / "1-2:1.0/video4linux/video2").mkdir(parents=True)
    (port / "busnum").write_text("1\n")
    (port / "devnum").write_text("23\n")
    (root / "sys/class/video4linux/video2").mkdir(parents=True)
    (root / "sys/class/video4linux/video2/device").symlink_to(port / "1-2:1.0")
    (root / "dev/v4l/by-id").mkdir(parents=True)
    (root / "dev/video2").touch()
    (root / "dev/v4l/by-id/usb-lens").symlink_to("../../video2")
    (root / "dev/bus/usb/001").mkdir(parents=True)
    node = root / "dev/bus/usb/001/023"
    node.touch()
    return node


@pytest.mark.parametrize("device", ["/dev/video2", "/dev/v4l/by-id/usb-lens"])
def test_the_usb_device_of_a_camera_is_reset(
    device: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    node = usb_camera(tmp_path)
    assert not reset_camera(device, tmp_path), "a plain file takes no such request"
    assert "023: Inappropriate ioctl" in caplog.text
    asked: list[tuple[str, int]] = []

    def ioctl(opened: int, request: int, _: int) -> None:
        asked.append((str(Path(f"/proc/self/fd/{opened}").readlink()), request))

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    assert reset_camera(device, tmp_path)
    assert asked == [(str(node), ord("U") << 8 | 20)]
    node.unlink()
    assert not reset_camera(device, tmp_path)
    assert not reset_camera("/dev/video3", tmp_path)
    assert "/dev/video3 cannot be reset: it is on no USB" in caplog.text


def test_no_camera(driver: Driver, clock: Clock) -> None:
    driver.dead_from_s = 0.0
    with pytest.raises(CameraError, match="no camera at /dev/video3"):
        camera(clock, place="3")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("v4l2:front", "a number or a path"),
        ("v4l2:", "unknown camera"),
        ("picamera2:x", "a number is needed"),
        ("v4l2:0?size=big", "'big' is not a size like 1920x1440"),
        ("v4l2:0?size=0x5", "is not a size"),
        ("v4l2:0?fps=900", "'900' is not 1 to 120"),
        ("v4l2:0?mains=55", "'55' is not 50 or 60"),
        ("v4l2:0?exposure=dim", "lock, auto or tenths"),
        ("v4l2:0?zoom=2", "'zoom': known are size, fps, exposure, mains"),
        ("webcam", "unknown camera 'webcam': known are shm:PATH"),
    ],
)
def test_options_that_are_none(url: str, says: str) -> None:
    with pytest.raises(CameraError, match=says):
        open_camera(url)


class Request:
    def __init__(self, owner: Pi) -> None:
        self._owner = owner
        owner.out += 1

    def make_array(self, name: str) -> Any:
        assert name == "main"
        self._owner.unpacked += 1
        return PICTURE

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": self._owner.ns - 40_000_000, "ExposureTime": 9_300, "AnalogueGain": 2.0}

    def release(self) -> None:
        self._owner.out -= 1


class Pi:
    """Stands in for ``picamera2.Picamera2``."""

    made: ClassVar[list[Pi]] = []
    broken: ClassVar[bool] = False

    def __init__(self, number: int) -> None:
        self.number, self.ns, self.out, self.unpacked = number, 7_000_000_000, 0, 0
        self.asked: dict[str, Any] = {}
        self.controls: dict[str, Any] = {}
        self.running = self.silent = False
        self.started, self.heals_at = 0, 0
        Pi.made.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, str]]:
        return [{"Model": "imx477"}]

    def create_video_configuration(self, **how: Any) -> dict[str, Any]:
        return how

    def configure(self, how: dict[str, Any]) -> None:
        self.asked = how

    def start(self) -> None:
        if Pi.broken:
            raise RuntimeError("Device or resource busy")
        self.running = True
        self.started += 1
        self.silent = self.silent and self.started < self.heals_at

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls |= controls

    def capture_request(self, *, wait: float) -> Request:
        assert wait == READ_S
        if self.silent:
            raise TimeoutError("no frame")
        self.ns += 100_000_000
        return Request(self)

    def stop(self) -> None:
        self.running = False

    def close(self) -> None: ...


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[Pi]:
    module: Any = ModuleType("picamera2")
    module.Picamera2 = Pi
    monkeypatch.setitem(sys.modules, "picamera2", module)
    Pi.made.clear()
    Pi.broken = False
    return Pi


def test_the_pi_s_own_camera(picamera2: type[Pi]) -> None:
    def table_ms() -> int:
        return (Pi.made[-1].ns if Pi.made else 7_000_000_000) // 1_000_000 - 1000

    pace = FramePace()
    source = PiCamera(
        "0", LiveOptions.parse("size=2028x1520&fps=10"), table_ms, clock_ns=lambda: Pi.made[-1].ns, pace=pace
    )
    [pi] = picamera2.made
    assert pi.asked["main"] == {"size": (2028, 1520), "format": "RGB888"}
    assert pi.asked["controls"]["FrameRate"] == 10
    frames = source.frames()
    first = next(frames)
    assert (first.at_ms, first.image.shape) == (6060, PICTURE.shape)
    assert pi.out == 0
    assert pi.controls == {}
    for _ in range(LOCK_AFTER_MS // 100 + 2):
        next(frames)
    assert pi.controls == {"AeEnable": False, "AwbEnable": False, "AnalogueGain": 2.0, "ExposureTime": 10_000}
    taken = pi.unpacked
    pace.rests = True
    last_ms = next(frames).at_ms
    assert next(frames).at_ms == last_ms + 1000
    assert pi.unpacked == taken + 2
    source.close()
    assert not pi.running


def test_a_pi_s_camera_that_hangs_is_started_again_once(picamera2: type[Pi]) -> None:
    frames = PiCamera("0", LiveOptions.parse(""), lambda: 1000, clock_ns=lambda: Pi.made[-1].ns).frames()
    [pi] = picamera2.made
    next(frames)
    for started in (2, 3):
        pi.silent, pi.heals_at = True, started
        next(frames)
        assert pi.started == started
    pi.silent, pi.heals_at = True, 9
    with pytest.raises(CameraError, match="gives no frames: no frame"):
        next(frames)
    assert pi.started == 4


def test_pi_cameras_that_are_not_there(picamera2: type[Pi], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CameraError, match="picamera2:1: 1 found"):
        open_camera("picamera2:1")
    Pi.broken = True
    with pytest.raises(CameraError, match="cannot be started: Device or resource busy"):
        open_camera("picamera2:0")
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        open_camera("picamera2:0")


@pytest.mark.parametrize("error", ["ValueError('numpy.dtype size changed')", "ImportError('none')"])
def test_picamera2_is_used_with_a_simplejpeg_that_was_made_for_another_numpy(
    tmp_path: Path, picamera2: type[Pi], monkeypatch: pytest.MonkeyPatch, error: str
) -> None:
    (tmp_path / "simplejpeg.py").write_text(f"raise {error}\n")
    (tmp_path / "picamera2.py").write_text("import simplejpeg\nfrom sys import stand_in as Picamera2\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "stand_in", picamera2, raising=False)
    for name in ("simplejpeg", "picamera2"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
        monkeypatch.delitem(sys.modules, name)
    open_camera("picamera2:0").close()
    assert len(picamera2.made) == 1
