"""``jantaku vision read``: the tiles of one picture, by any camera."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from table_controller.cli.vision.corners import corner
from table_controller.cli.vision.options import read_picture_file
from vision.geometry import load_geometry
from vision.photo.finding.plane import CornersError, checked_corners
from vision.photo.marked import read_marked
from vision.photo.reader import PhotoReader
from vision.photo.result import NothingFoundError, PhotoReading, UnreadPart, drawn
from wording.terminal.exit_status import ExitStatus

DESCRIPTION: Final = """\
Reads the tiles of one picture of a table, by any camera up to 50 degrees off the vertical.

With --corners, the four corners of a square on the felt as seen in the picture (left top, right top, right bottom, left
bottom; they may lie outside the picture) tell where the camera was: of the square drawn around the ponds (--plane
pond), or of the playing surface (--plane felt). Without, the markers of --table are looked for, and where there are
none the tiles themselves tell how the table lies, less surely."""


def add_parser(actions: Any) -> None:
    """Add ``read`` to ``jantaku vision``."""
    parser = actions.add_parser(
        "read",
        help="read the tiles of one picture",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("image", metavar="IMAGE", type=Path)
    parser.add_argument("--plane", choices=("pond", "felt"), help="the square that --corners mark (pond)")
    parser.add_argument("--corners", nargs=4, metavar="X,Y", type=corner, help="in pixels, clockwise")
    parser.add_argument("--table", default="standard", help="name or file of a table with markers")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    parser.add_argument("--draw", metavar="OUT.png", type=Path, help="write the picture with what was read")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Read the picture; return 0, 2 if the picture, the corners or the table are wrong, or 3 if no tile is found."""
    if options.plane is not None and options.corners is None:
        print("--plane: names the square of --corners, and there are no --corners", file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        picture = read_picture_file(options.image)
        corners = None if options.corners is None else checked_corners(np.array(options.corners, float))
        reading = read_picture(picture, corners, options.plane or "pond", options.table)
        if options.draw is not None:
            _write(options.draw, drawn(picture, reading))
    except NothingFoundError as error:
        print(f"{options.image}: {error}", file=sys.stderr)
        if options.json:
            print(json.dumps(PhotoReading((), (UnreadPart(str(error)),)).as_json()))
        return ExitStatus.NOTHING_SEEN
    except CornersError as error:
        print(f"--corners: {error}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    except (OSError, ValueError, cv2.error) as error:
        print(str(error), file=sys.stderr)
        return ExitStatus.UNUSABLE
    print(json.dumps(reading.as_json()) if options.json else _lines(reading))
    return ExitStatus.DONE


def read_picture(
    picture: NDArray[np.uint8], corners: NDArray[np.float64] | None, plane: Any, table: str
) -> PhotoReading:
    """Read a picture by the given corners, else by the table's markers, else by the tiles alone."""
    if corners is None:
        marked = read_marked(picture, load_geometry(table))
        if marked is not None:
            return marked
    return PhotoReader().read_picture(picture, corners, plane)


def _write(path: Path, picture: NDArray[np.uint8]) -> None:
    if not cv2.imwrite(str(path), picture):
        raise ValueError(f"{path}: cannot be written")


def _lines(reading: PhotoReading) -> str:
    lines = [
        f"{tile.tile}  {tile.spot.zone!s:9} row {tile.spot.row} column {tile.spot.column:2}"
        f" {'sideways' if tile.spot.sideways else '        '} at {tile.x:.0f},{tile.y:.0f}  {tile.confidence:.2f}"
        for tile in sorted(
            reading.tiles, key=lambda one: (str(one.spot.zone), one.spot.row, one.spot.column, one.x)
        )
    ]
    for one in reading.unreadable:
        place = "" if one.x is None or one.y is None else f" at {one.x:.0f},{one.y:.0f}"
        lines.append(f"lost: {one.reason}{place}")
    return "\n".join(lines)
