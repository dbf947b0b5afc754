"""Reads the traced pictures like those of a table's camera, and counts the reports: ``python -m
bench.photos.traced.reading``.

A new reader sees each picture as long as possible without taking the camera for frozen. For each kind of zone it prints
the number of tiles, and how many were reported rightly and wrongly; then each zone that was reported wrongly.
``--picture FILE`` draws the readings on the first picture. The exit status is 1 if any report is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.photos.traced.kept import KEPT, TracedTruth, kept_picture, kept_truths, named
from vision.camera.camera import Frame
from vision.clips.show import draw_sightings
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.photo.marked import FRAME_MS
from vision.sightings import LostTrack, Sighting, SticksSeen, WallSeen, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import TABLE, ZoneId

if TYPE_CHECKING:
    Picture: TypeAlias = NDArray[np.uint8]

LOOKS: Final = 18
"""Frames of one picture: loose things wait a second for busy zones, and after two seconds the camera counts as
frozen."""
DRAWN_PX: Final = (960, 720)
STACKS, STICKS = "stacks of walls", "sticks"


@dataclass(slots=True)
class PictureReport:
    """A reader's report on a picture: the newest reading of each zone and wall, the reasons for losses, the camera's
    place."""

    zones: dict[ZoneId, list[tuple[int, bool]]] = field(default_factory=dict)
    walls: dict[ZoneId, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    sticks: tuple[int, ...] | None = None
    lost: dict[ZoneId, str] = field(default_factory=dict)
    camera_mm: tuple[float, float, float] | None = None


@dataclass(slots=True)
class TracedScore:
    """Counts by kind of zone: tiles that lay there, right reports, false reports."""

    laid: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: TracedScore) -> None:
        self.laid += other.laid
        self.right += other.right
        self.wrong += other.wrong
        self.differences += other.differences

    def share(self, kind: str) -> float:
        """The share of the tiles in zones of a kind that was reported rightly."""
        return self.right[kind] / max(1, self.laid[kind])

    def lines(self) -> list[str]:
        return [
            f"{kind}: {self.laid[kind]} laid, {self.right[kind]} told rightly ({self.share(kind):.1%}), {self.wrong[kind]} wrongly"
            for kind in sorted({*self.laid, *self.wrong})
        ]


def report_of(picture: Picture, classifier: Classifier, looks: int = LOOKS) -> PictureReport:
    """Return the report of a table's reader that looks at one picture so many times."""
    return _shown(TableReader(load_geometry(), classifier), picture, looks)[0]


def _shown(reader: TableReader, picture: Picture, looks: int = LOOKS) -> tuple[PictureReport, list[Sighting]]:
    """The same, and all sightings."""
    report, sightings = PictureReport(), []
    for number in range(looks):
        for sighting in reader.read_frame(Frame(number, number * FRAME_MS, picture)):
            sightings.append(sighting)
            if isinstance(sighting, ZoneReading):
                report.zones[sighting.zone] = [(tile.tile, tile.sideways) for tile in sighting.tiles]
            elif isinstance(sighting, WallSeen):
                report.walls[sighting.zone] = sighting.stacks
            elif isinstance(sighting, SticksSeen):
                report.sticks = tuple(sorted(stick.chair for stick in sighting.sticks))
            elif isinstance(sighting, LostTrack):
                report.lost[sighting.zone] = sighting.reason
    if (found := reader.calibration) is not None:
        x, y, height = map(float, found.view.camera())
        report.camera_mm = x, y, height
    return report, sightings


def _draw(picture: Picture, file: Path) -> None:
    """Draw on a picture what was read on it, outlined and named, and store it small."""
    reader = TableReader(load_geometry(), Classifier())
    _, sightings = _shown(reader, picture)
    shown = draw_sightings(picture, reader, load_geometry(), sightings)
    small = cv2.resize(shown, DRAWN_PX, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(file), small, [cv2.IMWRITE_JPEG_QUALITY, 82])


def scored(truth: TracedTruth, report: PictureReport) -> TracedScore:
    """Score the report on a picture against the tiles that lie there."""
    score = TracedScore()
    for name in truth.zones:
        zone = ZoneId.parse(name)
        laid, read = truth.tiles(zone), report.zones.get(zone, [])
        right = sum(
            block.size for block in SequenceMatcher(None, laid, read, autojunk=False).get_matching_blocks()
        )
        score.laid[zone.kind] += len(laid)
        score.right[zone.kind] += right
        score.wrong[zone.kind] += len(read) - right
        if laid != read:
            reason = report.lost.get(zone) or report.lost.get(TABLE) or "not told"
            outcome = f"told {named(read)}" if zone in report.zones else reason
            score.differences.append(f"picture {truth.number} {zone}: laid {named(laid)}; {outcome}")
    _count_walls(truth, report, score)
    if report.sticks is not None:
        both = Counter(truth.sticks) & Counter(report.sticks)
        score.right[STICKS] += both.total()
        score.wrong[STICKS] += len(report.sticks) - both.total()
        if both.total() < len(report.sticks):
            score.differences.append(f"picture {truth.number} sticks: {truth.sticks}, told {report.sticks}")
    score.laid[STICKS] += len(truth.sticks)
    return score


def _count_walls(truth: TracedTruth, report: PictureReport, score: TracedScore) -> None:
    """Count the standing stacks; one reported as one tile or two is neither right nor wrong."""
    for chair, heights in enumerate(truth.stacks):
        seen = report.walls.get(ZoneId("wall", chair))
        for stack, high in enumerate(map(int, heights)):
            score.laid[STACKS] += high > 0
            if seen is not None:
                least, most = seen[stack]
                score.right[STACKS] += high > 0 and least == most == high
                score.wrong[STACKS] += not least <= high <= most
                if not least <= high <= most:
                    where = f"picture {truth.number} wall/{chair} stack {stack}"
                    score.differences.append(f"{where}: {high} high, told {least} to {most}")


def score_of(folder: Path = KEPT) -> TracedScore:
    """The score of all kept pictures."""
    classifier, total = Classifier(), TracedScore()
    for truth in kept_truths(folder):
        total.add(scored(truth, report_of(kept_picture(truth.number, folder), classifier)))
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Read, count, print."""
    parser = argparse.ArgumentParser(prog="bench.photos.traced.reading", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=KEPT, help="pictures with their truth")
    parser.add_argument("--picture", type=Path, help="where to draw what is read on the first picture")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    if options.picture is not None:
        _draw(kept_picture(0, options.folder), options.picture)
    total = score_of(options.folder)
    print("\n".join([*total.differences, *total.lines()]))
    return 1 if total.wrong.total() else 0


if __name__ == "__main__":
    sys.exit(main())
