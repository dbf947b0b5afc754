"""Measures how well pictures are read: ``python -m bench.photos.single_pictures {drawn,simulated} --seeds FIRST LAST``.

``drawn`` tables are those of ``bench.stages.oblique``, ``simulated`` ones those of the simulation, with melds of every
shape, opened hands, dora and ura indicators. Prints how many tiles were found, named, placed and false, and how well
the confidence is calibrated. ``--art`` takes the faces from a folder.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from bench.photos.photographed import photographed
from bench.stages.drawn_tables import drawn_table
from bench.stages.oblique import Photograph, Truth
from bench.stages.scoring import score
from simulation.camera.look import Look, check_art, print_of
from vision.photo.reader import PhotoReader
from vision.photo.result import NothingFoundError

TILTS: Final = (0, 12, 25, 35, 43, 50)
BINS: Final = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 1.01)
CLEAR: Final = 0.75


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, read, and print the counts."""
    parser = argparse.ArgumentParser(prog="bench.photos.single_pictures", description=__doc__)
    parser.add_argument("kind", choices=("drawn", "simulated"))
    parser.add_argument("--seeds", nargs=2, type=int, required=True, help="first, and one past the last")
    parser.add_argument("--length", type=float, default=36.0, help="of a drawn tile, in pixels")
    parser.add_argument("--plane", choices=("pond", "felt", "none"), default="pond")
    parser.add_argument(
        "--legal-melds", action="store_true", help="simulated melds are of a kind or a sequence"
    )
    parser.add_argument("--art", type=Path, help="folder of faces to print on the tiles")
    parser.add_argument("--art-top", type=float, default=0.0, help="share of them that shows the side")
    options = parser.parse_args(arguments)
    if options.art is not None:
        check_art(options.art)
    cv2.setNumThreads(1)
    reader, counts, seconds = PhotoReader(), Counter[str](), 0.0
    all_confidences: list[tuple[float, bool]] = []
    for seed in range(*options.seeds):
        picture = _picture(options, seed)
        begun = time.process_time()
        found_tiles = _read(reader, picture, options.plane)
        seconds += time.process_time() - begun
        counts += Counter(score(picture.truths, found_tiles))
        counts += _zones(picture.truths, found_tiles)
        all_confidences += confidences(picture.truths, found_tiles)
    print(dict(counts))
    print(f"calibration error {calibration(all_confidences):.4f}")
    print(f"{seconds / (options.seeds[1] - options.seeds[0]):.2f} s a picture")
    return 0


def _picture(options: argparse.Namespace, seed: int) -> Photograph:
    if options.kind == "simulated":
        return photographed(seed, options.art, options.art_top, legal_melds=options.legal_melds)
    look = Look(art=options.art, art_top=options.art_top)
    prints = {tile: print_of(look, tile, 0) for tile in range(37)} if options.art else None
    size = (round(options.length * 1000 / 36), round(options.length * 800 / 36))
    return drawn_table(seed, TILTS[seed % len(TILTS)], options.length, size, prints)


def _read(reader: PhotoReader, picture: Photograph, plane: str) -> list[dict[str, Any]]:
    try:
        if plane == "none":
            reading = reader.read_picture(picture.picture)
        elif plane == "pond":
            reading = reader.read_picture(picture.picture, picture.pond, "pond")
        else:
            reading = reader.read_picture(picture.picture, picture.felt, "felt")
    except NothingFoundError:
        return []
    return [tile.as_json() for tile in reading.tiles]


def _nearest(truths: Sequence[Truth], tile: dict[str, Any]) -> Truth | None:
    """The true tile nearest to a reported one, face for face and back for back; None if there is none."""
    same = [one for one in truths if (one.tile == "x") == (tile["tile"] == "x")]
    if not same:
        return None
    best = min(same, key=lambda one: float(np.hypot(one.x - tile["x"], one.y - tile["y"])))
    reach = max(best.length_px * 0.33, 3.0)
    return best if np.hypot(best.x - tile["x"], best.y - tile["y"]) < reach else None


def _zones(truths: Sequence[Truth], found_tiles: Sequence[dict[str, Any]]) -> Counter[str]:
    """Faces by their zone: numbers that lie there in sight, were found, and were reported there."""
    counts = Counter(
        f"lie in {truth.zone.partition('/')[0]}"
        for truth in truths
        if truth.tile != "x" and truth.seen >= CLEAR
    )
    for tile in found_tiles:
        truth = _nearest(truths, tile)
        if tile["tile"] != "x" and truth is not None and truth.seen >= CLEAR:
            zone = truth.zone.partition("/")[0]
            counts[f"in {zone}"] += 1
            counts[f"told in {zone}"] += tile["zone"] == truth.zone
    return counts


def confidences(truths: Sequence[Truth], found_tiles: Sequence[dict[str, Any]]) -> list[tuple[float, bool]]:
    """The confidence of each reported face, and whether it is there and has that name."""
    pairs = ((tile, _nearest(truths, tile)) for tile in found_tiles if tile["tile"] != "x")
    return [
        (float(tile["confidence"]), truth is not None and truth.tile == tile["tile"]) for tile, truth in pairs
    ]


def calibration(pairs: Sequence[tuple[float, bool]]) -> float:
    """The expected calibration error, and its table on the screen."""
    values = np.array(pairs, float).reshape(-1, 2)
    error = 0.0
    for low, high in pairwise(BINS):
        inside = values[(values[:, 0] >= low) & (values[:, 0] < high)]
        if len(inside):
            mean, right = inside.mean(axis=0)
            error += len(inside) * abs(mean - right)
            print(f"confidence {low:.2f} to {min(high, 1.0):.2f}: {len(inside)} tiles, {right:.3f} right")
    return error / max(len(values), 1)


if __name__ == "__main__":
    sys.exit(main())
