"""``jantaku vision enrol``: learns a club's own tiles from one picture of all faces laid out."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, NAMES
from table_controller.cli.vision.corners import corner
from table_controller.cli.vision.options import read_picture_file
from vision.model.classifier import Classifier
from vision.model.enrol import Doubt, LaidOut, by_block, by_tops, centred, doubts, learned, swapped
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
        laid = _laid_out(options, picture)
        classifier = Classifier()
        laid = centred(classifier, picture, laid)
        found = doubts(classifier, picture, laid)
        _tell(found)
        if (pairs := swapped(found)) and not options.trust_me:
            names = "; ".join(f"{one.at.where} and {other.at.where}" for one, other in pairs)
            print(f"these seem to lie in each other's places: {names} (if not: --trust-me)", file=sys.stderr)
            return ExitStatus.UNUSABLE
        made = datetime.now(UTC).isoformat(timespec="seconds")
        enrolled = learned(classifier, picture, laid, options.name, made)
        better = doubts(Classifier(enrolled=enrolled), picture, laid)
    except (ValueError, cv2.error) as error:
        print(f"{options.image}: {error}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        enrolled.write(options.out)
    except OSError as error:
        print(f"{options.out}: cannot be written: {error.strerror}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    print(
        f"{len(laid)} faces of {options.name} learned into {options.out}; {len(better)} of them still read otherwise"
    )
    return ExitStatus.DONE


def _laid_out(options: argparse.Namespace, picture: NDArray[np.uint8]) -> list[LaidOut]:
    if options.corners is not None:
        return by_block(checked_corners(np.array(options.corners, float)), red_fives=not options.no_red_fives)
    tops = [top for top in Finder().tops_at_any_size(picture) if not top.back]
    # All tiles of a set have one size; anything else is half a tile, or two.
    usual = float(np.median([top.side_px for top in tops])) if tops else 0.0
    alike = [top for top in tops if 1 / SAME_SIZE < top.side_px / usual < SAME_SIZE]
    return by_tops([top.corners() for top in alike])


def _tell(found: list[Doubt]) -> None:
    for one in found:
        taken_for = NAMES[one.taken_for] if one.taken_for < FACES else "no tile face"
        print(f"{one.at.where}: until now read as {taken_for} ({one.probability:.2f})")
    if len(found) > FACES / 2:
        print(
            "this set is strange to the recogniser, which cannot tell whether the rows lie in order: compare them with --help"
        )
