"""Keeps a filmed hand so that it can be read again quickly with other thresholds.

The costly parts are remembered between readings: where the table was found, the zones' charts and the cut-outs taken of
each frame, and the network's answer to each cut-out. A frame's whole picture lies on disk as JPEG, and is decoded only
if a reading needs a part that none needed before.
"""

from __future__ import annotations

import asyncio
import zlib
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

import cv2
import numpy as np

from bench.film.filmed import EPILOGUE_S, Filmed, FilmedTable, play_out
from bench.stages.unwired import UnwiredTable, now_ms
from firmware_bridge.messages.signals import DiceRolled
from referee.records.reader import read_record
from vision.calibration import calibration, charts
from vision.camera.frames import Frame
from vision.camera.reduced import Reduced
from vision.model.classifier import CLASSES, Classifier
from vision.reading import dome, felt_watch
from vision.sightings import LostTrack
from vision.tracking import table_finding
from vision.tracking.tracker import TableReader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from bench.film.filmed import Scene
    from firmware_bridge.messages.signals import Signal
    from referee.records.neutral.record import GameRecord
    from simulation.world.seats import TableMoment

    Image = NDArray[np.uint8]

QUALITY: Final = 95
READ_BY: Final = (charts, dome, felt_watch)
"""The modules that draw from the whole picture."""


class KeptPicture:
    """A frame's picture on disk; every part that was ever drawn from it is remembered.

    It offers what vision needs of a picture: its shape and rectangles of it. ``drawn`` stands in for OpenCV's drawing.
    """

    ndim = 3

    def __init__(self, file: BinaryIO, picture: Image, quarter: Image) -> None:
        good, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not good:
            raise RuntimeError("a picture cannot be written as JPEG")
        self._file = file
        self._at, self._size = file.seek(0, 2), len(jpeg)
        file.write(jpeg.tobytes())
        file.write(quarter.tobytes())
        self.shape, self._quarter_shape = picture.shape, quarter.shape
        self._parts: dict[Any, Any] = {}
        self._whole: Image | None = None

    def quarter(self) -> Image:
        """The picture at a quarter of its width and height."""
        self._file.seek(self._at + self._size)
        pixels = np.frombuffer(self._file.read(int(np.prod(self._quarter_shape))), np.uint8)
        return pixels.reshape(self._quarter_shape).copy()

    def __getitem__(self, place: tuple[slice, slice]) -> Image:
        key = tuple((each.start, each.stop) for each in place)
        return cast("Image", self.drawn(key, lambda whole: whole[place].copy()))

    def drawn(self, key: Any, draw: Callable[[Image], Any]) -> Any:
        """Return the result of ``draw`` for the whole picture; remembered by ``key``."""
        if key not in self._parts:
            if self._whole is None:
                self._file.seek(self._at)
                jpeg = np.frombuffer(self._file.read(self._size), np.uint8)
                self._whole = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            self._parts[key] = draw(self._whole)
        return self._parts[key]

    def forget_whole(self) -> None:
        """Free the decoded picture."""
        self._whole = None


class _Drawing:
    """OpenCV for the modules that draw from whole pictures; it remembers drawings of kept ones."""

    def __getattr__(self, name: str) -> Any:
        return getattr(cv2, name)

    def remap(self, picture: Any, whole: Any, parts: Any, *how: Any) -> Any:
        if not isinstance(picture, KeptPicture):
            return cv2.remap(picture, whole, parts, *how)
        key = ("remap", zlib.crc32(whole), zlib.crc32(parts))
        return picture.drawn(key, lambda whole_picture: cv2.remap(whole_picture, whole, parts, *how))

    def warpPerspective(self, picture: Any, matrix: Any, size: Any, **how: Any) -> Any:  # noqa: N802 - OpenCV's
        if not isinstance(picture, KeptPicture):
            return cv2.warpPerspective(picture, matrix, size, **how)
        key = ("warp", matrix.tobytes(), size)
        return picture.drawn(key, lambda whole: cv2.warpPerspective(whole, matrix, size, **how))


@contextmanager
def remembering() -> Iterator[None]:
    """Within it, vision reads kept pictures."""
    find = calibration.find_table

    def find_table(picture: Any, *arguments: Any) -> Any:
        if not isinstance(picture, KeptPicture):
            return find(picture, *arguments)

        def found(whole: Image) -> Any:
            try:
                return find(whole, *arguments)
            except calibration.CalibrationError as error:
                return error

        kept = picture.drawn("table", found)
        if isinstance(kept, calibration.CalibrationError):
            raise kept
        return kept

    changed: Any = table_finding
    changed.find_table = find_table
    drawing: Any = _Drawing()
    modules: tuple[Any, ...] = READ_BY
    for module in modules:
        module.cv2 = drawing
    try:
        yield
    finally:
        changed.find_table = find
        for module in modules:
            module.cv2 = cv2


class RememberingClassifier(Classifier):
    """Asks the network about each cut-out only once."""

    def __init__(self) -> None:
        super().__init__()
        self._answers: dict[bytes, Any] = {}

    def log_probabilities(self, crops: Sequence[Image]) -> Any:
        keys = [crop.tobytes() for crop in crops]
        new = {key: crop for key, crop in zip(keys, crops, strict=True) if key not in self._answers}
        if new:
            answers = super().log_probabilities(list(new.values()))
            self._answers.update(zip(new, answers, strict=True))
        return np.array([self._answers[key] for key in keys], np.float32).reshape(-1, CLASSES)


@dataclass(slots=True)
class Kept:
    """A hand as recorded by the camera and the unit, in order of time.

    Attributes:
        events: table time in ms with a signal, or with a frame's number and picture.
        seed: of dice, disorder and faults.
    """

    name: str
    record: GameRecord
    scene: Scene
    seed: int
    file: BinaryIO
    events: list[tuple[int, Signal | tuple[int, KeptPicture]]] = field(default_factory=list)
    moments: list[TableMoment] = field(default_factory=list)
    classifier: Classifier = field(default_factory=RememberingClassifier)


class KeepingTable(FilmedTable):
    """A filmed table that records its signals and frames."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        super().__init__(kept.record, kept.scene, Classifier(), kept.seed, self._keep)

    def _keep(self, frame: Frame, _: Any) -> None:
        reduced = frame.reduced or Reduced.of(frame.image)
        picture = KeptPicture(self._kept.file, frame.image, reduced.quarter)
        self._kept.events.append((frame.at_ms, (frame.number, picture)))

    def _feel(self, signal: Signal) -> None:
        at_ms = now_ms()
        self._kept.events.append((at_ms, replace(signal, number=self._number + 1, at_ms=at_ms, nonce=1)))
        super()._feel(signal)


class AgainTable(UnwiredTable):
    """A table that replays a kept hand.

    Attributes:
        lost: the number of losses of sight that vision reported.
    """

    def __init__(self, kept: Kept) -> None:
        self.filmed = Filmed(chairs=kept.scene.chairs, moments=list(kept.moments))
        self.lost = 0
        scene, rng = kept.scene, np.random.default_rng(0)
        super().__init__(kept.record, self.filmed, rng, scene.chairs, scene.senses, geometry=scene.geometry)
        self._kept = kept

    async def play(self) -> None:
        """Replay everything at its time to a new reader."""
        loop = asyncio.get_running_loop()
        reader = TableReader(self.world.geometry, self._kept.classifier)
        for at_ms, event in self._kept.events:
            await asyncio.sleep(max(0.0, at_ms / 1000 - loop.time()))
            if isinstance(event, tuple):
                number, picture = event
                self.filmed.frames += 1
                quarter = picture.quarter()
                # Only clips use the picture at half its size.
                frame = Frame(number, at_ms, cast("Any", picture), Reduced(quarter, quarter))
                for sighting in reader.read_frame(frame):
                    self.lost += isinstance(sighting, LostTrack)
                    self.see(sighting, at_ms)
                picture.forget_whole()
            else:
                if isinstance(event, DiceRolled):
                    self.enter_hand()
                self._sensing.signal(event, at_ms)
            self.pump()
        await asyncio.sleep(EPILOGUE_S)
        self.enter_hand()
        self.stop()


def kept_hand(path: Path, scene: Scene, seed: int, file: BinaryIO) -> Kept:
    """Film the first hand of a record.

    Args:
        path: of the record.
        scene: how it is filmed.
        seed: of dice, disorder and faults.
        file: takes the pictures; open for reading and writing.
    """
    kept = Kept(path.stem, read_record(path), scene, seed, file)
    kept.moments = play_out(KeepingTable(kept), seed=seed, hands=1).moments
    return kept
