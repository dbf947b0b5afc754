"""``jantaku vision show``: a clip kept for a judge, or any picture, with what is read drawn in it."""

import argparse
import sys
from pathlib import Path
from typing import Any, Final

import cv2

from config import read_table
from table_controller.cli.vision.options import chosen, read_picture_file
from vision.camera.camera import Frame
from vision.clips.avi import mjpeg_avi
from vision.clips.clips import ClipError, read_clip, stem
from vision.clips.show import clip_frames, clip_strip, draw_sightings
from vision.geometry import Rect, load_geometry
from vision.lens import Image
from vision.photo.reader import PhotoReader
from vision.photo.result import drawn
from vision.photo.surveying.survey import Surveyor, TablePicture
from vision.photo.surveying.views import SurveyError
from vision.photo.surveying.written import drawn_in
from vision.sightings import LostTrack
from vision.tracking.tracker import AGREEING_FRAMES, TableReader
from vision.worker.state_files import CLIPS_FOLDER
from wording.terminal.exit_status import ExitStatus

FILM: Final = ".avi"
PICTURES: Final = (".png", ".jpg", ".jpeg")
CLIPS: Final = (".json", FILM)
QUALITY: Final = 85


def add_parser(actions: Any) -> None:
    """Add ``show`` to the actions of ``jantaku vision``."""
    parser = actions.add_parser(
        "show",
        help="show a clip or a picture with what is read drawn in it",
        description="Writes a clip kept for a judge, or a picture, with every tile that was read outlined and named, and "
        "says what the clip is. Clips have the number of the entry in the journal that they were kept for.",
    )
    parser.add_argument(
        "what", metavar="CLIP|PICTURE|NUMBER", help="a clip's file, a picture, or a journal number"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where to: .png or .jpg for a sheet of pictures, .avi for a film (NAME-shown.png here)",
    )
    parser.add_argument("--table", metavar="NAME", help="measures of the table, for a picture")
    parser.add_argument("--config", type=Path, metavar="FILE", help="the daemon's settings file")
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="the daemon's state folder (that of the settings)"
    )
    parser.set_defaults(run=run_show)


def run_show(options: argparse.Namespace) -> int:
    """Show the picture; return 2 if that is impossible."""
    try:
        out = _show(options)
    except (ClipError, ValueError, OSError) as error:
        sys.stderr.write(f"jantaku vision show: {error}\n")
        return ExitStatus.UNUSABLE
    print(out)
    return ExitStatus.DONE


def _show(options: argparse.Namespace) -> Path:
    settings = chosen(options.config, state=options.state, geometry=options.table)
    file = Path(options.what)
    if options.what.isascii() and options.what.isdecimal():
        file = Path(settings["state"]) / CLIPS_FOLDER / f"{stem(int(options.what))}.json"
    out: Path = options.out or Path(f"{file.stem}-shown.png")
    if out.suffix.lower() not in {*PICTURES, FILM}:
        raise ClipError(f"{out}: neither a picture (.png, .jpg) nor a film (.avi)")
    if out.resolve().parent == file.resolve().parent and out.stem == file.stem:
        raise ClipError(f"{out}: would overwrite what is shown")
    if file.suffix.lower() in CLIPS:
        _show_clip(file, out)
    else:
        _show_picture(file, out, settings["geometry"])
    return out


def _show_clip(file: Path, out: Path) -> None:
    clip = read_clip(file)
    entries = clip["entries"]
    print(f"entry {clip['journal']} of the journal: {clip['why']}")
    frames = clip["frames"]
    print(
        f"made {clip['made']}, table time {frames[0]['at_ms'] / 1000:.1f} to {frames[-1]['at_ms'] / 1000:.1f} s, "
        f"frames {frames[0]['frame']} to {frames[-1]['frame']}, entries {entries[0]} to {entries[-1]}"
    )
    if out.suffix.lower() != FILM:
        _write(out, clip_strip(file))
        return
    jpegs, times_ms = [], []
    for frame, picture in clip_frames(file):
        good, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not good:
            raise ClipError(f"{file}: a frame cannot be encoded")
        jpegs.append(jpeg.tobytes())
        times_ms.append(frame["at_ms"])
    out.write_bytes(mjpeg_avi(jpegs, clip["width"], clip["height"], times_ms))


def _show_picture(file: Path, out: Path, table: str) -> None:
    if out.suffix.lower() == FILM:
        raise ClipError(f"{out}: a picture is shown as a picture")
    if not file.is_file():
        raise ClipError(f"{file}: there is no such file")
    image = read_picture_file(file)
    geometry = load_geometry(table)
    reader = TableReader(geometry, live=False)
    sightings = [
        sighting
        for number in range(AGREEING_FRAMES)
        for sighting in reader.read_frame(Frame(number, 100 * number, image))
    ]
    for sighting in sightings:
        if isinstance(sighting, LostTrack):
            sys.stderr.write(f"{sighting.zone}: {sighting.reason}\n")
    if reader.calibration is not None:
        _write(out, draw_sightings(image, reader, geometry, sightings))
    else:
        _write(out, _drawn_by_itself(file, image, table))


def _drawn_by_itself(file: Path, image: Image, table: str) -> Image:
    """Return the picture of an unknown table with its tiles, and those of its measures that are visible.

    Raises:
        NothingFoundError: no tile is found either.
    """
    corners, outlined = None, image
    try:
        survey = Surveyor(read_table(table), file.stem).survey(None, [TablePicture(str(file), image)])
    except SurveyError as error:
        sys.stderr.write(f"{error}\n")
    else:
        outlined = drawn_in(image, survey)
        half = survey.geometry.felt_half
        corners = survey.view.points([(x, y, 0.0) for x, y in Rect(-half, -half, half, half).corners()])
    reading = PhotoReader().read_picture(image, corners, "felt")
    return drawn(outlined, reading)


def _write(out: Path, picture: Any) -> None:
    if not cv2.imwrite(str(out), picture):
        raise ClipError(f"{out}: cannot be written")
