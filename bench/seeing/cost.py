"""Measures vision's cost per frame on one thread, relative to decoding the frame's JPEG, and the memory of the process.

Figures are processor seconds, medians of alternating rounds. Only the ratio to OpenCV's decoding of the same frame as a
JPEG, measured in the same rounds, can be compared between machines.
"""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import cv2
import numpy as np

from bench.stages.random_tables import random_table
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from vision.calibration.calibration import Calibration, find_table
from vision.camera.camera import Frame
from vision.clips.evidence import Ring
from vision.geometry import load_geometry
from vision.lens import Image
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader

ROUNDS: Final = 7
STEADY_MS, CHANGED_MS, COLD_MS, MEMORY_MB = 8.0, 30.0, 250.0, 400.0
_CHILD: Final = """
import sys
from pathlib import Path
import cv2
from vision.camera.camera import Frame
from vision.camera.jpeg import Jpeg
from vision.clips.evidence import Ring
from vision.geometry import load_geometry
from vision.tracking.tracker import TableReader
cv2.setNumThreads(1)
sent = sys.stdin.buffer.read()
geometry = load_geometry()
reader, ring = TableReader(geometry, live=False), Ring(geometry, 15)

def frame(number, *passed):
    return Frame(number, round(number * 100 / 3), Jpeg.of(bytes(bytearray(sent))), passed=passed)

for number in range(2, 600, 3):
    taken = frame(number, frame(number - 2), frame(number - 1))
    ring.add(taken, reader.calibration, reader.read_frame(taken))
status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
print(int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1000)
"""
_DECODER: Final = """
import sys
from pathlib import Path
import cv2
import numpy as np
cv2.setNumThreads(1)
picture = cv2.imdecode(np.frombuffer(sys.stdin.buffer.read(), np.uint8), cv2.IMREAD_COLOR)
assert picture.shape == (1440, 1920, 3)
status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
print(int(next(line for line in status if line.startswith("VmRSS")).split()[1]) / 1000)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds of one core, and megabytes."""

    steady: float
    evidence: float
    changed: float
    cold: float
    jpeg: float
    memory: float

    def lines(self) -> list[str]:
        made = [f"cost on one thread; decoding the frame's JPEG takes {self.jpeg:.1f} ms beside it"]
        for name, value, wanted in (
            ("frame in which nothing changes", self.steady, STEADY_MS),
            ("one changed zone", self.changed, CHANGED_MS),
            ("first frames of a full table", self.cold, COLD_MS),
        ):
            made.append(
                f"  {name} {value:.1f} ms (wanted ≤ {wanted:.0f}), {value / self.jpeg:.2f} of the JPEG's"
            )
        made.append(f"  keeping a frame for clips, unless it came as a JPEG, {self.evidence:.1f} ms")
        made.append(f"  resident memory with a full ring {self.memory:.0f} MB (wanted ≤ {MEMORY_MB:.0f})")
        return made

    def missed(self) -> list[str]:
        """The costs that exceed their targets."""
        return [
            f"{name}: {value:.1f} > {wanted}"
            for name, value, wanted in (
                ("steady frame, ms", self.steady, STEADY_MS),
                ("changed zone, ms", self.changed, CHANGED_MS),
                ("cold read, ms", self.cold, COLD_MS),
                ("memory, MB", self.memory, MEMORY_MB),
            )
            if value > wanted
        ]


def costs(seed: int) -> Cost:
    """Measure everything."""
    found = {name: median(each) for name, each in times_ms(seed, ROUNDS).items()}
    memory_mb = memory_beside_decoding_mb()[0]
    return Cost(found["steady"], found["evidence"], found["changed"], found["cold"], found["jpeg"], memory_mb)


def times_ms(seed: int, rounds: int) -> dict[str, list[float]]:
    """Milliseconds of one core in each round, by the names of ``FrameCosts.round_ms``."""
    costs = FrameCosts(seed)
    found = [costs.round_ms() for _ in range(rounds)]
    return {name: [each[name] for each in found] for name in found[0]}


class FrameCosts:
    """Frames of a drawn table, with and without one of its tiles, to be read again and again."""

    def __init__(self, seed: int) -> None:
        self._geometry, self._classifier, world = load_geometry(), Classifier(), World()
        random_table(world, np.random.default_rng([seed, 1]))
        camera = OverheadCamera(world, seed=seed)
        self._pictures = [camera.render(100 * shot).copy() for shot in range(4)]
        pond = next(tile for tile in world.on_table() if tile.zone is not None and tile.zone.kind == "pond")
        world.swallow([pond])
        self._without = [camera.render(1000 + 100 * shot).copy() for shot in range(4)]
        self._coded = _coded(self._pictures[0])
        self._calibration = find_table(self._pictures[0], self._geometry)

    def round_ms(self) -> dict[str, float]:
        """Milliseconds of one core: ``cold``, ``steady``, ``changed``, ``evidence``, and ``jpeg`` and ``quarter`` for decoding the
        frame."""
        pictures = self._pictures
        watched = _Watched(TableReader(self._geometry, self._classifier))
        cold = watched.ms(pictures[:2]) / 2
        watched.ms(pictures * 2)
        steady = watched.ms(pictures) / len(pictures)
        # Of the frames that see the change, the one that reads the zone is the most expensive.
        changed = max(watched.ms([picture]) for picture in self._without)
        ring = Ring(self._geometry, 15, encoded=True)
        ring.add(Frame(1, 0, pictures[0]), self._calibration, ())
        return {
            "cold": cold,
            "steady": steady,
            "changed": changed,
            "evidence": _kept_ms(ring, Frame(2, 300, pictures[0]), self._calibration),
            "jpeg": _ms(lambda: cv2.imdecode(self._coded, cv2.IMREAD_COLOR)),
            "quarter": _ms(lambda: cv2.imdecode(self._coded, cv2.IMREAD_REDUCED_COLOR_4)),
        }


def _coded(picture: Image) -> Image:
    """A picture as the bytes of a JPEG."""
    good, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
    assert good
    return np.frombuffer(jpeg.tobytes(), np.uint8)


class _Watched:
    """A reader that is given frames a tenth of a second apart."""

    def __init__(self, reader: TableReader) -> None:
        self._reader = reader
        self._number = 0

    def ms(self, pictures: Sequence[Image]) -> float:
        """Read the frames; returns processor milliseconds."""
        started = time.thread_time()
        for picture in pictures:
            self._number += 1
            self._reader.read_frame(Frame(self._number, 100 * self._number, picture))
        return (time.thread_time() - started) * 1000


def _kept_ms(ring: Ring, frame: Frame, calibration: Calibration) -> float:
    """The cost of putting a frame into a ring that knows the felt's place."""
    return _ms(lambda: ring.add(frame, calibration, ()))


def _ms(work: Callable[[], object]) -> float:
    started = time.thread_time()
    work()
    return (time.thread_time() - started) * 1000


def memory_beside_decoding_mb() -> tuple[float, float]:
    """Megabytes resident: after a process with nothing but vision has read a full table and filled its ring with 20 seconds
    of thirty JPEGs, and after
    one has decoded a JPEG of that table with OpenCV."""
    world = World()
    random_table(world, np.random.default_rng(3))
    picture = OverheadCamera(world, seed=3).render(0)
    sent = _coded(picture).tobytes()
    return _resident_mb(_CHILD, sent), _resident_mb(_DECODER, sent)


def _resident_mb(program: str, given: bytes) -> float:
    done = subprocess.run([sys.executable, "-c", program], input=given, check=True, capture_output=True)
    return float(done.stdout)
