"""Makes the README's picture of a hand being read: ``python -m bench.docs.hand [--frames FOLDER]``.

A hand of the built-in players is played on the simulated table. Its frames, as the camera gave them, are read one after the
other by ``TableReader``, as in the vision process, and its reports are drawn in. Shown are each new reading, and the
frame half a second before, in which a hand is usually on its way. ``--frames`` takes those of ``jantaku sim
--save-frames``.
"""

import argparse
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.camera import Frame
from vision.clips.show import draw_sightings
from vision.geometry import load_geometry
from vision.sightings import LostTrack, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

FILE: Final = Path(__file__).resolve().parents[2] / "docs" / "images" / "hand.webp"
SEED: Final = "17"
"""The seed of a hand that has a chi and is won with ura indicators."""
BEFORE_FRAMES: Final = 5
"""Half a second, at ten frames a second."""
MOST_READINGS: Final = 22
"""The number of the hand's last readings that are shown."""
SHOWN_MS: Final = 320
LAST_MS: Final = 3000
LEFT, TOP, SIDE = 330, 100, 1240
"""The part of the picture that is shown: the felt. [px]"""
SIZE: Final = 620
LETTERS: Final = 0.8
QUALITY: Final = 55


class ShownFrame(NamedTuple):
    """A frame of the animation, with what was known when it was taken."""

    picture: NDArray[np.uint8]
    readings: tuple[ZoneReading, ...]


def frames(folder: Path) -> Iterator[Frame]:
    """The frames that a simulation has saved, in order.

    Raises:
        SystemExit: there are none.
    """
    files = sorted(folder.glob("frame-*.jpg"))
    if not files:
        raise SystemExit(f"{folder}: no frames (jantaku sim --save-frames)")
    for file in files:
        _, number, at_ms = file.stem.split("-")
        picture = cv2.imread(str(file))
        if picture is None:
            raise SystemExit(f"{file}: not a picture")
        yield Frame(int(number), int(at_ms), np.asarray(picture, np.uint8))


def hand_read(reader: TableReader, film: Iterable[Frame]) -> Iterator[ShownFrame]:
    """Each frame with a new reading of a zone in play, and one before it, up to the ura indicators."""
    held: dict[ZoneId, ZoneReading] = {}
    late: deque[ShownFrame] = deque(maxlen=BEFORE_FRAMES)
    for frame in film:
        before = dict(held)
        for sighting in reader.read_frame(frame):
            if isinstance(sighting, ZoneReading):
                held[sighting.zone] = sighting
            elif isinstance(sighting, LostTrack):
                held.pop(sighting.zone, None)
        shown = ShownFrame(frame.image, tuple(held.values()))
        fuller = {
            zone.kind
            for zone, now in held.items()
            if len(now.tiles) > len(before[zone].tiles if zone in before else ())
        }
        if fuller & {"pond", "meld", "hand", "ura"}:
            yield from [late[0]] if late else []
            yield shown
        if "ura" in fuller:
            return
        late.append(shown)


def animation(reader: TableReader, shown: Iterable[ShownFrame]) -> cv2.Animation:
    """The felt in each of the frames, with what was read drawn in."""
    geometry = load_geometry("standard")
    made = cv2.Animation()
    made.frames = [
        cv2.resize(
            draw_sightings(picture, reader, geometry, readings, LETTERS)[
                TOP : TOP + SIDE, LEFT : LEFT + SIDE
            ],
            (SIZE, SIZE),
            interpolation=cv2.INTER_AREA,
        )
        for picture, readings in shown
    ]
    made.durations = [SHOWN_MS] * (len(made.frames) - 1) + [LAST_MS]
    return made


def play(folder: Path) -> None:
    """Play the hand, and keep the camera's pictures in a folder."""
    command = [sys.executable, "-m", "jantaku.main", "sim", "--seed", SEED, "--hands", "1"]
    options = ["--speed", "max", "--headless", "--save-frames", str(folder), "--state", str(folder / "state")]
    subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)


def main() -> int:
    """Play, read, draw and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder: Path = args.frames or Path(made)
        if args.frames is None:
            play(folder)
        reader = TableReader(load_geometry("standard"), live=False)
        shown = deque(hand_read(reader, frames(folder)), maxlen=2 * MOST_READINGS)
        if not cv2.imwriteanimation(
            str(args.out), animation(reader, shown), [cv2.IMWRITE_WEBP_QUALITY, QUALITY]
        ):
            raise OSError(f"{args.out} cannot be written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
