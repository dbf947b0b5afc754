"""``jantaku vision enrol``: learns a club's own tiles from one picture of all faces laid out."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from referee.tiles import FACES, NAMES
from table_controller.cli.vision.corners import corner
from table_controller.cli.vision.options import read_picture_file
from vision.lens import Floats, Image
from vision.model.classifier import Classifier
from vision.model.enrol import (
    Doubt,
    EnrolError,
    LaidOut,
    by_block,
    by_tops,
    centred,
    doubts,
    learned,
    swapped,
)
from vision.model.enrolled import Enrolled
from vision.photo.finding.finder import Finder
from vision.photo.finding.plane import checked_corners
from vision.worker.state_files import ENROLLED_FILE
from wording.terminal.exit_status import ExitStatus

DESCRIPTION: Final = f"""\
Learns a club's own tiles from one picture of all faces, so that they are read more surely.

Lay the faces out on a plain mat, upright as you see them, in four straight rows:

  1m 2m 3m 4m 5m 6m 7m 8m 9m 0m     man, then its red five
  1p 2p 3p 4p 5p 6p 7p 8p 9p 0p     pin
  1s 2s 3s 4s 5s 6s 7s 8s 9s 0s     sou
  1z 2z 3z 4z 5z 6z 7z              East South West North haku hatsu chun

A set without red fives has rows of nine. Nothing else face up in the picture; sharp, even light, each tile at least 40
pixels long. Without --corners the tiles are looked for. With --corners (and tiles that touch) they are the corners of the
block: left top of 1m, right top of the first row, then below it at the height of the last row's lower edge, left bottom
of 1z.

The daemon uses the file {ENROLLED_FILE} in its state folder (write it there with --out); delete it to forget the tiles."""
SAME_SIZE: Final = 1.35


@dataclass(frozen=True, slots=True)
class ShownSet:
    """All faces of a set in a picture.

    Attributes:
        laid: the tiles by their places.
        doubted: those that the recogniser takes for others until it has learned them.
    """

    picture: Image
    laid: list[LaidOut]
    doubted: list[Doubt]

    @classmethod
    def of(cls, picture: Image, laid: Sequence[LaidOut]) -> ShownSet:
        """Read the tiles at their places.

        Raises:
            EnrolError: some places show no tile face, or the tiles lie in another order.
        """
        classifier = Classifier()
        centre = centred(classifier, picture, laid)
        return cls(picture, centre, doubts(classifier, picture, centre))

    @property
    def strange(self) -> bool:
        """True if the recogniser knows too little of the set to check the order of the rows."""
        return len(self.doubted) > FACES / 2

    def swapped(self) -> str:
        """Return the tiles that seem to lie in each other's places; empty if there are none."""
        return "; ".join(f"{one.at.where} and {other.at.where}" for one, other in swapped(self.doubted))

    def learned(self, name: str) -> tuple[Enrolled, list[Doubt]]:
        """Learn the tiles of a club or set; return the correction, and the tiles that are still read otherwise."""
        made = datetime.now(UTC).isoformat(timespec="seconds")
        enrolled = learned(Classifier(), self.picture, self.laid, name, made)
        return enrolled, doubts(Classifier(enrolled=enrolled), self.picture, self.laid)


def outlines_in(
    picture: Image, counts: Callable[[Floats], bool] = lambda _: True
) -> tuple[list[Floats], list[Floats]]:
    """Return the outlines (4 by 2, pixels) of the printed faces in a picture, and of what may be blank ones.

    Args:
        picture: the picture.
        counts: returns whether a place in it (2, pixels) is one where the tiles lie.
    """
    tops = [top for top in Finder().tops_at_any_size(picture) if counts(top.corners().mean(axis=0))]
    # All tiles of a set have one size; anything else is half a tile, or two.
    sides = [top.side_px for top in tops if not top.back]
    usual = float(np.median(sides)) if sides else 0.0
    whole = [top for top in tops if usual / SAME_SIZE < top.side_px < usual * SAME_SIZE]
    return [top.corners() for top in whole if not top.back], [top.corners() for top in whole if top.back]


def add_parser(actions: Any) -> None:
    """Add ``enrol`` to ``jantaku vision``."""
    parser = actions.add_parser(
        "enrol",
        help="learn a club's own tiles from one picture of all faces",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("image", metavar="IMAGE", type=Path)
    parser.add_argument(
        "--corners", nargs=4, metavar="X,Y", type=corner, help="of the block, in pixels, clockwise"
    )
    parser.add_argument(
        "--no-red-fives", action="store_true", help="with --corners: the rows have nine tiles"
    )
    parser.add_argument("--name", required=True, metavar="CLUB", help="of the club or the set, for the file")
    parser.add_argument(
        "--out", required=True, type=Path, metavar="FILE", help=f"where to, as STATE/{ENROLLED_FILE}"
    )
    parser.add_argument(
        "--trust-me", action="store_true", help="learn even if two tiles seem to lie in each other's places"
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Learn the tiles; return 0, or 2 if the picture is unusable or the file cannot be written."""
    try:
        picture = read_picture_file(options.image)
    except (OSError, ValueError, cv2.error) as error:
        print(error, file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        shown = ShownSet.of(picture, _laid_out(options, picture))
        _tell(shown)
        if (pairs := shown.swapped()) and not options.trust_me:
            print(f"these seem to lie in each other's places: {pairs} (if not: --trust-me)", file=sys.stderr)
            return ExitStatus.UNUSABLE
        enrolled, left = shown.learned(options.name)
    except (ValueError, cv2.error) as error:
        print(f"{options.image}: {error}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        enrolled.write(options.out)
    except OSError as error:
        print(f"{options.out}: cannot be written: {error.strerror}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    print(
        f"{len(shown.laid)} faces of {options.name} learned into {options.out}; {len(left)} of them still read otherwise"
    )
    return ExitStatus.DONE


def _laid_out(options: argparse.Namespace, picture: Image) -> list[LaidOut]:
    if options.corners is not None:
        return by_block(checked_corners(np.array(options.corners, float)), red_fives=not options.no_red_fives)
    try:
        return by_tops(*outlines_in(picture))
    except EnrolError as error:
        raise EnrolError(f"{error}, or give --corners") from None


def _tell(shown: ShownSet) -> None:
    for one in shown.doubted:
        taken_for = NAMES[one.taken_for] if one.taken_for < FACES else "no tile face"
        print(f"{one.at.where}: until now read as {taken_for} ({one.probability:.2f})")
    if shown.strange:
        print(
            "this set is strange to the recogniser, which cannot tell whether the rows lie in order: compare them with --help"
        )
