"""Shows which tops two limits of the photograph reader divide: ``python -m bench.photos.limits [--photos N] …``.

``SURE_TOP`` (``vision/photo/naming/doubts.py``): faces where a back's side must be visible, by the finder's confidence
in them; true ones should lie above the limit, sides below. ``TOUCHING_BLANK`` (``vision/photo/naming/gaps.py``): what is
found beside tiles and unsure haku with each limit; the lowest that adds no false face is best. Tables are drawn
(``bench.stages.drawn_tables``) and simulated; the seeds that the notebook names as proof are refused. ``--fresh N``: N drawn
tables and half as many simulated ones, whose seeds the commit's hash draws, so that nobody has seen or chosen them.
``--photos N``: so many photographs, spread evenly over those on which the networks were trained; none of them is proof.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from bench.film.fresh import clean_commit
from bench.photos.photographed import photographed
from bench.photos.real_pictures import PHOTOS, names_differ
from bench.photos.single_pictures import TILTS
from bench.stages.drawn_tables import drawn_table
from referee.tiles import HAKU
from tools.training.photos import TRAINING, labelled, part_of
from vision.photo import reader
from vision.photo.naming import doubts, gaps
from vision.photo.reader import PhotoReader
from vision.photo.told import NothingFoundError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import TypeAlias

    from numpy.typing import NDArray

    from bench.photos.real_pictures import Labels
    from bench.stages.oblique import Photograph
    from vision.photo.finding.flat import FlatPicture
    from vision.photo.naming.naming import NamedTop

    Corners: TypeAlias = NDArray[np.float64]
    Image: TypeAlias = NDArray[np.uint8]

PROOF: Final = {"drawn": range(800, 1000), "simulated": range(6000, 30000)}
NEVER_USED: Final = range(1_000_000, 10_000_000)
LENGTH_PX: Final = 36.0
SIZE_PX: Final = (1000, 800)
TRIED: Final = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
NEAR: Final = 0.33
"""A tile found nearer than this to a face's middle is this face. [lengths]"""
INSIDE: Final = 0.5
"""The same for a labelled box, whose shorter side is about a tile's width. [shorter sides]"""
LEAST_BOXES: Final = 20
"""Photographs with fewer labelled tiles show no table, or were not labelled to the end."""
BINS: Final = np.arange(0.0, 1.0001, 0.05)


@dataclass(slots=True)
class LimitSamples:
    """The finds that the limits divide: true faces, and anything else.

    Attributes:
        tops: the finder's confidence in tops where a side must be visible.
        overlooked: for each limit, how many overlooked tiles were found.
    """

    tops: dict[bool, list[float]] = field(default_factory=lambda: {True: [], False: []})
    overlooked: dict[float, Counter[bool]] = field(
        default_factory=lambda: {limit: Counter() for limit in TRIED}
    )


class Watch:
    """Notes what both limits are asked about while a picture is read.

    Attributes:
        faces: of the picture: middle, and how near to it a tile is this one, in pixels.
    """

    def __init__(self, found: LimitSamples) -> None:
        self.found = found
        self.faces: Sequence[tuple[float, float, float]] | None = None

    @contextmanager
    def on(self) -> Iterator[None]:
        """Ask this before both limits are applied."""
        without_sides, with_overlooked = doubts.without_sides, gaps.with_overlooked
        changed: Any = reader

        def sides(
            tiles: Sequence[NamedTop], backs: Sequence[NamedTop], flat: FlatPicture, camera: Any
        ) -> Any:
            usual, doubts.SURE_TOP = doubts.SURE_TOP, 2.0  # type: ignore[misc]
            try:
                kept = without_sides(tiles, backs, flat, camera)
            finally:
                doubts.SURE_TOP = usual  # type: ignore[misc]
            for one in tiles:
                if one not in kept and one.tile != HAKU:
                    self.found.tops[self._is_face(one, flat)].append(one.top.chance)
            return without_sides(tiles, backs, flat, camera)

        def overlooked(known: Sequence[NamedTop], readers: Any, flat: FlatPicture, *rest: Any) -> Any:
            usual = gaps.TOUCHING_BLANK
            try:
                for limit, counts in self.found.overlooked.items():
                    gaps.TOUCHING_BLANK = limit  # type: ignore[misc]
                    more = with_overlooked(known, readers, flat, *rest)[len(known) :]
                    counts.update(self._is_face(one, flat) for one in more)
            finally:
                gaps.TOUCHING_BLANK = usual  # type: ignore[misc]
            return with_overlooked(known, readers, flat, *rest)

        changed.without_sides, changed.with_overlooked = sides, overlooked
        try:
            yield
        finally:
            changed.without_sides, changed.with_overlooked = without_sides, with_overlooked

    def _is_face(self, one: NamedTop, flat: FlatPicture) -> bool:
        """Return whether a face lies where this was seen."""
        if self.faces is None:
            raise AssertionError("a picture is being read")
        x, y = flat.in_picture(np.array([(one.top.x, one.top.y)]))[0]
        return any(np.hypot(face_x - x, face_y - y) < reach for face_x, face_y, reach in self.faces)


def main(arguments: Sequence[str] | None = None) -> int:
    """Read, and print how many of each confidence there are."""
    parser = argparse.ArgumentParser(prog="bench.photos.limits", description=__doc__)
    parser.add_argument(
        "--drawn", nargs=2, type=int, default=(400, 424), help="seeds: first, and one past the last"
    )
    parser.add_argument("--simulated", nargs=2, type=int, default=(1000, 1012), help="likewise")
    parser.add_argument("--fresh", type=int, default=0, help="this many drawn tables of the commit's instead")
    parser.add_argument("--commit", help="the commit that draws them, if not the one checked out")
    parser.add_argument("--photos", type=int, default=0, help="this many photographs of the training")
    options = parser.parse_args(arguments)
    wanted: dict[str, Sequence[int]] = {
        "drawn": range(*options.drawn),
        "simulated": range(*options.simulated),
    }
    if options.fresh:
        commit = options.commit or clean_commit()
        wanted = {
            "drawn": seeds_of(commit, "drawn", options.fresh),
            "simulated": seeds_of(commit, "simulated", options.fresh // 2),
        }
        sys.stdout.write(f"commit {commit[:12]}: {wanted}\n")
    for kind, seeds in wanted.items():
        if used := sorted({*seeds} & {*PROOF[kind]}):
            parser.error(f"{kind} seeds {used[0]} to {used[-1]} are for proofs")
    cv2.setNumThreads(1)
    watch = Watch(LimitSamples())
    photo_reader = PhotoReader()
    with watch.on():
        for seed in wanted["drawn"]:
            rendered = drawn_table(seed, TILTS[seed % len(TILTS)], LENGTH_PX, SIZE_PX, None)
            _read(photo_reader, watch, rendered.picture, _faces(rendered), rendered.pond)
        for seed in wanted["simulated"]:
            rendered = photographed(seed, None, 0.0)
            _read(photo_reader, watch, rendered.picture, _faces(rendered), rendered.pond)
        for file, boxes in trained_photographs(PHOTOS / "roboflow-chinese" / "images", options.photos):
            photo = np.asarray(cv2.imread(str(file)), np.uint8)
            inside = [(x, y, INSIDE * min(width, height)) for _, (x, y, width, height) in boxes]
            _read(photo_reader, watch, photo, inside, None)
    sys.stdout.write("SURE_TOP: confidence, faces, others\n")
    faces, others = (np.histogram(watch.found.tops[true], BINS)[0] for true in (True, False))
    for low, true, false in zip(BINS, faces, others, strict=False):
        if true or false:
            sys.stdout.write(f"  {low:.2f}  {true:4d}  {false:4d}\n")
    sys.stdout.write(f"  surest of the others: {max(watch.found.tops[False], default=0.0):.3f}\n")
    sys.stdout.write("TOUCHING_BLANK: limit, faces found, others\n")
    for limit, counts in watch.found.overlooked.items():
        sys.stdout.write(f"  {limit:.2f}  {counts[True]:4d}  {counts[False]:4d}\n")
    return 0


def seeds_of(commit: str, kind: str, count: int) -> list[int]:
    """The seeds that a commit's hash draws for pictures of a kind, none of which ever served a proof or was in sight."""
    number = int.from_bytes(hashlib.sha256(f"{commit} {kind}".encode()).digest())
    return Random(number).sample(NEVER_USED, count)


def trained_photographs(folder: Path, count: int) -> list[tuple[Path, Labels]]:
    """Photographs of the networks' training with their labels, spread evenly over all whose tiles were labelled singly."""
    if not count:
        return []
    files = [file for file in sorted(folder.glob("*.jpg")) if part_of(file.name) == TRAINING]
    every = [
        (file, labels)
        for file in files
        if names_differ(labels := labelled(file)) and len(labels) >= LEAST_BOXES
    ]
    return every[:: max(1, len(every) // count)][:count]


def _faces(rendered: Photograph) -> list[tuple[float, float, float]]:
    return [(truth.x, truth.y, NEAR * truth.length_px) for truth in rendered.truths if truth.tile != "x"]


def _read(
    photo_reader: PhotoReader,
    watch: Watch,
    picture: Image,
    faces: Sequence[tuple[float, float, float]],
    pond: Corners | None,
) -> None:
    """Read a picture, with the corners of its ponds where they are known."""
    watch.faces = faces
    try:
        if pond is None:
            photo_reader.read_picture(picture)
        else:
            photo_reader.read_picture(picture, pond, "pond")
    except NothingFoundError:
        sys.stdout.write("nothing was found in a picture\n")


if __name__ == "__main__":
    sys.exit(main())
