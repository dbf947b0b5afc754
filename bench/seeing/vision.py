"""Measures how well and how fast vision reads rendered tables with faces, lights, cloths and lenses not trained on.

``python -m bench.seeing.vision [--rows N] [--seed N] [--art FOLDER] [--picture FILE]``. Prints, for single frames and after voting, how
many tiles are found and named, red fives apart, and how well the confidence is calibrated; then the cost of frames on
one thread, relative to decoding their JPEG, and the memory of the process. The exit status is 1 if a figure is missed.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from bench.film.filmed import Scene
from bench.film.films import BACKS, FELTS, scene_of
from bench.seeing.cost import costs
from bench.seeing.score import Figures
from bench.stages.imaging import Faults, Imaging
from bench.stages.random_tables import random_table
from simulation.camera.look import Look, check_art
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from vision.camera.camera import Frame
from vision.clips.show import draw_sightings
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.sightings import PlacedTile, Sighting, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

FRAMES: Final = 4
PICTURE_SIZE: Final = (1280, 960)
QUIET: Final = Faults(bump_s=0.0)


def scene_for(number: int, seed: int, art: Path | None, art_top: float) -> Scene:
    """A camera, a lens, a light, a cloth and backs for a table."""
    scene = scene_of(number, seed)
    look = Look(
        art=art, art_top=art_top, felt=FELTS[number % len(FELTS)], backs=BACKS[number // 2 % len(BACKS)]
    )
    return type(scene)(scene.mount, scene.light, look, QUIET)


def read_tables(options: argparse.Namespace) -> Figures:
    """Read random tables, each in several frames, until this many rows have been read."""
    geometry, classifier, world = load_geometry(), Classifier(), World()
    figures, number = Figures(), 0
    while figures.rows < options.rows:
        truth = random_table(world, np.random.default_rng([options.seed, number]))
        scene = scene_for(number, options.seed, options.art, options.art_top)
        camera = OverheadCamera(
            world, mount=scene.mount, light=scene.light, look=scene.look, seed=number, noise=0.0
        )
        imaging = Imaging(scene.faults, options.seed + number, scene.mount.size)
        reader = TableReader(geometry, classifier)
        newest: dict[ZoneId, list[PlacedTile]] = {}
        sightings: list[Sighting] = []
        for shot in range(FRAMES):
            frame = Frame(shot, 100 * shot, imaging.photograph(camera.render(100 * shot), 100 * shot))
            sightings += reader.read_frame(frame)
            if shot == 0:
                figures.single_frame(frame.image, reader, classifier, world)
        for sighting in sightings:
            if isinstance(sighting, ZoneReading):
                newest[sighting.zone] = list(sighting.tiles)
        for zone, laid in truth.items():
            for line in figures.voted(laid, newest.get(zone, [])):
                print(f"table {number} {zone}: {line}", flush=True)
        number += 1
        print(
            f"{figures.rows} rows, {figures.voted_wrong} of {figures.voted_laid} tiles wrong after voting",
            flush=True,
        )
        if options.picture is not None and figures.rows >= options.rows:
            shown = draw_sightings(frame.image, reader, geometry, sightings)
            small = cv2.resize(shown, PICTURE_SIZE, interpolation=cv2.INTER_AREA)
            cv2.imwrite(str(options.picture), small, [cv2.IMWRITE_JPEG_QUALITY, 82])
    print(f"{number} tables, seed {options.seed}, faces: {options.art or 'our own'}")
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Read random tables, compare with the truth, print the figures."""
    parser = argparse.ArgumentParser(prog="bench.seeing.vision", description=__doc__)
    parser.add_argument("--rows", type=int, default=1440, help="rows of ponds, melds and hands to be read")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--art", type=Path, help="folder of faces to print on the tiles")
    parser.add_argument("--art-top", type=float, default=0.0, help="share of them that shows the side")
    parser.add_argument("--picture", type=Path, help="where to draw what was read on the last table")
    options = parser.parse_args(arguments)
    if options.art is not None:
        check_art(options.art)
    cv2.setNumThreads(1)
    figures = read_tables(options)
    cost = costs(options.seed)
    print("\n".join([*figures.lines(), *cost.lines()]))
    missed = [*figures.missed(), *cost.missed()]
    print("\n".join(f"MISSED {line}" for line in missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
