"""Traces pictures of laid-out tables: ``python -m bench.photos.traced.frames [--fresh | --seed N] [--pictures N] [--first N] --out FOLDER``.

``--fresh``: the commit's hash draws layouts and circumstances, so that nobody has seen or chosen them; with ``--commit``
another commit's, and ``--first`` goes on with a set that it has drawn. Needs the extra
``traced`` and LLVM 19 (``apt install libllvm19``, ``DRJIT_LIBLLVM_PATH`` where it is not found). A picture takes 20 s of a core.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from bench.film.fresh import clean_commit, seed_of
from bench.photos.traced.circumstances import Circumstances, circumstances
from bench.photos.traced.kept import PICTURES, TracedTruth, begin, keep, named
from bench.photos.traced.tracing import traced
from bench.stages.random_tables import Laid, random_table
from simulation.world.world import ShownDisplays, World
from vision.zones import CHAIRS, ZoneId

NOT_FRESH = "a chosen seed"


def laid_table(seed: int, number: int) -> tuple[World, Laid]:
    """A table in the middle or at the end of a hand, and its content; a player with a sideways tile has bet a stick."""
    random = np.random.default_rng([seed, number])
    world = World()
    laid = random_table(world, random)
    for chair in range(CHAIRS):
        world.lay_stick(chair, any(sideways for _, sideways in laid[ZoneId("pond", chair)]))
    a, b, c, d = (100 * int(each) for each in random.integers(10, 500, CHAIRS))
    world.show(
        ShownDisplays(int(random.integers(4)), int(random.integers(8)), int(random.integers(4)), (a, b, c, d))
    )
    return world, laid


def truth_of(number: int, world: World, laid: Laid, given: Circumstances) -> TracedTruth:
    """Return the truth about a picture of this table."""
    stacks = np.zeros((CHAIRS, world.geometry.wall.stacks), int)
    for tile in world.on_table():
        if tile.in_wall and tile.spot is not None:
            at = tile.spot.chair, tile.spot.stack
            stacks[at] = max(stacks[at], tile.spot.level + 1)
    x, y, height = given.mount.view().camera()
    return TracedTruth(
        number,
        {str(zone): named(tiles) for zone, tiles in sorted(laid.items())},
        tuple("".join(str(count) for count in row) for row in stacks.tolist()),
        tuple(chair for chair in range(CHAIRS) if world.sticks[chair]),
        (round(x, 1), round(y, 1), round(height, 1)),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Lay, trace, keep."""
    parser = argparse.ArgumentParser(prog="bench.photos.traced.frames", description=__doc__)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--fresh", action="store_true", help="the commit's hash draws the seed")
    which.add_argument("--seed", type=int)
    which.add_argument("--commit", help="this commit's hash draws the seed")
    parser.add_argument("--first", type=int, default=0, help="go on with this picture of the set in --out")
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--out", type=Path, required=True, help="folder for pictures and truth")
    options = parser.parse_args(arguments)
    # Mitsuba's threads want the cores.
    cv2.setNumThreads(1)
    commit = options.commit or (clean_commit() if options.fresh else NOT_FRESH)
    seed = options.seed if commit == NOT_FRESH else seed_of(commit)
    if not options.first:
        begin(options.out, commit, seed)
    for number in range(options.first, options.pictures):
        started = time.monotonic()
        world, laid = laid_table(seed, number)
        given = circumstances(seed, number)
        keep(options.out, truth_of(number, world, laid, given), traced(world, given, number))
        print(f"picture {number}: {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
