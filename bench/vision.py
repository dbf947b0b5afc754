"""How well and how fast vision reads pictures of the simulated camera: ``python -m bench.vision [--tables N]``."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from table_controller.simulation.overhead import OverheadCamera
from table_controller.simulation.world import World
from tests.vision.random_tables import random_table
from vision.camera import Frame
from vision.classifier import Classifier
from vision.geometry import load_geometry
from vision.show import draw_sightings
from vision.sightings import ZoneReading
from vision.tracker import TableReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Sighting

FRAMES: Final = 4
PICTURE_SIZE: Final = (1280, 960)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read random tables, compare with what was laid, print the figures."""
    parser = argparse.ArgumentParser(prog="bench.vision", description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picture", type=Path, help="where to draw what was read on the last table")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    geometry, classifier, world = load_geometry(), Classifier(), World()
    camera = OverheadCamera(world, seed=options.seed)
    tiles = wrong = 0
    spent: list[list[float]] = [[] for _ in range(FRAMES)]
    for number in range(options.tables):
        truth = random_table(world, np.random.default_rng([options.seed, number]))
        reader, told = TableReader(geometry, classifier), dict[str, list[tuple[int, bool]]]()
        sightings: list[Sighting] = []
        for shot in range(FRAMES):
            frame = Frame(shot, 100 * shot, camera.render(100 * shot))
            started = time.perf_counter()
            sightings += reader.read(frame)
            spent[shot].append((time.perf_counter() - started) * 1000)
        for sighting in sightings:
            if isinstance(sighting, ZoneReading):
                told[sighting.zone] = [(tile.tile, tile.sideways) for tile in sighting.tiles]
        for zone, laid in truth.items():
            read = told.get(zone, [])
            tiles += len(laid)
            bad = sum(a != b for a, b in zip(laid, read, strict=False)) + abs(len(laid) - len(read))
            if bad:
                sys.stdout.write(f"table {number} {zone}: laid {laid}, read {read}\n")
            wrong += bad
        if options.picture is not None and number == options.tables - 1:
            shown = draw_sightings(frame.image, reader, geometry, sightings)
            small = cv2.resize(shown, PICTURE_SIZE, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(options.picture), small, [cv2.IMWRITE_JPEG_QUALITY, 82])
    cold, steady = np.median(spent[0]), np.median(spent[-1])
    sys.stdout.write(f"{tiles} tiles on {options.tables} tables, {wrong} wrong\n")
    sys.stdout.write(
        f"first frame, everything read: {cold:.0f} ms; a frame in which nothing changes: {steady:.1f} ms\n"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
