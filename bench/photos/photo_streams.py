"""Streams of half a minute made of real photographs, read by a table's own reader while hands come and go.

``python -m bench.photos.photo_streams [--photos FOLDER] [--trained] [--only PART] [--keep FOLDER]`` lays each
photograph on the felt of a simulated table (``bench/photos/laid_photos.py``): with markers, console and rim, arms and
things over the tiles, and a camera's faults. Only the arms and things move, so every report after the first reading is
wrong. It prints a line for each photograph: how many labelled tiles were reported rightly, wrongly and not at all,
false reports, and zones that stayed lost in plain sight.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from bench.film.filmed import PERIOD_MS, FilmCamera, Scene
from bench.photos.laid_photos import NOT_READ, NotLevelError, laid, photographs
from bench.photos.real_pictures import PHOTOS
from bench.stages.jump_loop import in_table_time
from referee.tiles import FACES, NAMES
from simulation.camera.imaging import Faults
from simulation.camera.lens import Mount
from simulation.camera.look import Look
from simulation.world.disorder import Disorder
from simulation.world.world import World
from vision.geometry import to_table
from vision.model.classifier import Classifier
from vision.photo.finding.finder import Finder
from vision.sightings import FoundTrack, LostTrack, TileMoved, ZoneReading
from vision.tracking.tracker import TableReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bench.photos.laid_photos import LabelledTile, LaidPhoto
    from vision.sightings import PlacedTile, Sighting
    from vision.zones import ZoneId

BEFORE_S: Final = 3.0
"""Nobody reaches over the table before this time; reports until then are first readings."""
REACHING_S: Final = 24.0
AFTER_S: Final = 4.0
COVERED: Final = 0.35
"""Share of the time in which an arm or a thing lies over the tiles' zone."""
BACK_NAME: Final = "x"
HERE_MM: Final = 12.0
"""A reported tile is the labelled one whose middle is within this distance; neighbours are 21 mm apart."""


@dataclass(slots=True)
class Streamed:
    """The reports about one photograph.

    Attributes:
        right: labelled tiles reported with their names and in their places.
        wrong: faces reported where people saw another, or none.
        unread: labelled tiles that were not reported.
        first: the content of each zone in its first reading.
        false: later reports of things that never happened, in words.
        lost: the zones that were lost at the end although nothing lay over them, and why.
    """

    photo: LaidPhoto
    frames: int = 0
    covered: float = 0.0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    first: dict[ZoneId, tuple[PlacedTile, ...]] = field(default_factory=dict)
    false: list[str] = field(default_factory=list)
    lost: dict[ZoneId, str] = field(default_factory=dict)
    losses: int = 0
    picture: Any = None

    def line(self) -> str:
        """In a line."""
        labelled = sum(tile.name is not None and tile.name != NOT_READ for tile in self.photo.tiles)
        said = [
            f"{self.photo.name[:24]} ({self.photo.layout}): {labelled} tiles, right {self.right}",
            f"wrong {len(self.wrong)}{_listed(self.wrong)}",
            f"untold {len(self.unread)}",
            f"told and never happened {len(self.false)}{_listed(self.false)}",
            f"losses told {self.losses}, lost at the end {_listed([f'{zone}: {why}' for zone, why in self.lost.items()]) or 'none'}",
        ]
        return "; ".join(said)


def _listed(what: Sequence[str]) -> str:
    return f" ({', '.join(what)})" if what else ""


class PhotoTable:
    """A table on which a photograph lies, its camera and its reader.

    Args:
        photo: the photograph.
        classifier: names tiles.
        seed: of hands, things and the camera's faults.
        faults: of the camera.
    """

    def __init__(
        self, photo: LaidPhoto, classifier: Classifier, seed: int, faults: Faults | None = None
    ) -> None:
        self.streamed = Streamed(photo)
        self._world = World(photo.geometry)
        look = Look(felt=photo.felt)
        scene = Scene(Mount(), look=look, faults=faults or Faults())
        self._camera = FilmCamera(self._world, scene, seed, bare=photo.over)
        self._disorder = Disorder(self._world, seed=seed, share=COVERED, zones=[photo.zone])
        self._reader = TableReader(photo.geometry, classifier)
        self._told: dict[ZoneId, tuple[PlacedTile, ...]] = {}

    def stream(self) -> Streamed:
        """Let hands come and go, and read every frame."""

        async def play() -> None:
            loop = asyncio.get_running_loop()
            filming = loop.create_task(self._film())
            await asyncio.sleep(BEFORE_S)
            reaching = loop.create_task(self._disorder.run(BEFORE_S + REACHING_S))
            await asyncio.wait([reaching, filming], return_when=asyncio.FIRST_COMPLETED)
            if filming.done():
                filming.result()
            await reaching
            await asyncio.sleep(AFTER_S)
            filming.cancel()
            await asyncio.gather(filming, return_exceptions=True)

        in_table_time(play)
        self.streamed.covered = self._disorder.covered_share
        self._compare()
        return self.streamed

    async def _film(self) -> None:
        loop, number = asyncio.get_running_loop(), 0
        while True:
            number += 1
            await asyncio.sleep(max(0.0, number * PERIOD_MS / 1000 - loop.time()))
            frame = self._camera.frame(number, number * PERIOD_MS)
            if number == 1:
                self.streamed.picture = frame.image.copy()
            self.streamed.frames += 1
            for sighting in self._reader.read_frame(frame):
                self.take(sighting, frame.at_ms)

    def take(self, sighting: Sighting, at_ms: int) -> None:
        """Keep a frame's report, and find in it what never happened."""
        streamed, begun = self.streamed, at_ms > BEFORE_S * 1000
        if isinstance(sighting, ZoneReading):
            before = self._told.get(sighting.zone)
            self._told[sighting.zone] = sighting.tiles
            if not begun:
                streamed.first[sighting.zone] = sighting.tiles
            elif before is None and not sighting.tiles:
                pass
            elif before is None or _content(before) != _content(sighting.tiles):
                streamed.false.append(f"{sighting.zone} at {at_ms}: {_names(sighting.tiles)}")
        elif isinstance(sighting, TileMoved) and begun:
            streamed.false.append(
                f"{NAMES[sighting.tile] if sighting.tile < FACES else BACK_NAME} {sighting.kind} at {at_ms}"
            )
        elif isinstance(sighting, LostTrack):
            streamed.losses += 1
            streamed.lost[sighting.zone] = sighting.reason
        elif isinstance(sighting, FoundTrack):
            streamed.lost.pop(sighting.zone, None)

    def _compare(self) -> None:
        """Compare every reported face with the labels."""
        streamed = self.streamed
        left = list(streamed.photo.tiles)
        for zone, tiles in self._told.items():
            if zone in streamed.lost:
                continue
            for tile in tiles:
                told = _name(tile)
                there = _nearest(left, *to_table(zone.chair, tile.x_mm, tile.y_mm))
                if there is None and told == BACK_NAME:
                    continue  # tiles that lie face down are not labelled
                if there is not None:
                    left.remove(there)
                if there is not None and there.name == told:
                    streamed.right += 1
                elif there is None or there.name != NOT_READ:
                    saw = "nothing" if there is None else there.name or "a flower"
                    streamed.wrong.append(f"{zone}: {told}, people saw {saw}")
        streamed.unread = [tile.name for tile in left if tile.name is not None and tile.name != NOT_READ]


def _nearest(tiles: Sequence[LabelledTile], x_mm: float, y_mm: float) -> LabelledTile | None:
    near = min(tiles, key=lambda tile: float(np.hypot(tile.x_mm - x_mm, tile.y_mm - y_mm)), default=None)
    if near is None or np.hypot(near.x_mm - x_mm, near.y_mm - y_mm) > HERE_MM:
        return None
    return near


def _content(tiles: Sequence[PlacedTile]) -> list[tuple[int, bool]]:
    return [(tile.tile, tile.sideways) for tile in tiles]


def _names(tiles: Sequence[PlacedTile]) -> str:
    return " ".join(_name(tile) for tile in tiles)


def _name(tile: PlacedTile) -> str:
    return NAMES[tile.tile] if tile.tile < FACES else BACK_NAME


def main(arguments: Sequence[str] | None = None) -> int:
    """Stream all photographs and print the reports; the exit status is 1 if any is wrong."""
    parser = argparse.ArgumentParser(prog="bench.photos.photo_streams", description=__doc__)
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    parser.add_argument(
        "--trained", action="store_true", help="photographs that the networks were trained on"
    )
    parser.add_argument("--only", default="", help="photographs whose name contains this")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the first picture of each stream")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    finder, classifier = Finder(), Classifier()
    faults = 0
    for file in photographs(options.photos, trained=options.trained):
        if options.only not in file.name:
            continue
        try:
            photo = laid(file, finder)
        except NotLevelError as error:
            print(f"{file.name[:24]}: left out, {error}")
            continue
        streamed = PhotoTable(photo, classifier, options.seed).stream()
        print(streamed.line(), flush=True)
        faults += len(streamed.wrong) + len(streamed.false)
        if options.keep is not None:
            options.keep.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(options.keep / f"{photo.name}.png"), streamed.picture)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
