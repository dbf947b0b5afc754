"""``jantaku table``: measures a table in pictures of it, and writes its geometry."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2

from config import ConfigError, read_table
from referee.texts.message import Message
from table_controller.cli.vision.options import read_picture_file
from table_controller.cli.vision.surveyed import asking, file_of, lacking, told_of
from vision.geometry import TableGeometry
from vision.photo.surveying.measures import Ask
from vision.photo.surveying.survey import HEIGHTS_MM, TILES_MM, Surveyor, TablePicture
from vision.photo.surveying.views import SurveyError
from vision.photo.surveying.written import drawn_in
from wording.command_line.survey_texts import Surveyed, Unsurveyed
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import sentence
from wording.terminal.spoken import in_words, spoken_by

PICTURES: Final = (".png", ".jpg", ".jpeg")


def add_parser(subparsers: Any) -> None:
    """Add ``table`` to the command line."""
    parser = subparsers.add_parser("table", description="The measures of a table.")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    learn = actions.add_parser(
        "learn",
        help="find felt, console, walls and ponds in one picture or two, and write the geometry",
        description="Measures a table in two pictures by its own camera: one of the bare table, one with the four walls "
        "built and discards in the ponds. A single picture of a table in play will do if it was taken from straight "
        "above; then you are asked for what it does not show. Writes its geometry, and a picture with it drawn in: green was measured, "
        "orange follows from it or is as in the starting geometry.",
    )
    learn.add_argument(
        "--bare",
        type=Path,
        metavar="FILE",
        help="a picture of the bare table (default: the edges of felt and console are looked for in the first of --set)",
    )
    learn.add_argument(
        "--set",
        type=Path,
        required=True,
        nargs="+",
        metavar="FILE",
        help="pictures with whole walls, and discards, an opened hand, melds where there are any; without --bare any "
        "picture from straight above of a table in play",
    )
    learn.add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="the geometry to write, as club.toml"
    )
    learn.add_argument(
        "--overlay", type=Path, metavar="FILE", help="the picture to draw into (.png, .jpg; beside --out)"
    )
    learn.add_argument(
        "--geometry",
        metavar="NAME",
        help="the geometry to start from, whose markers lie where it says (default: standard, and the markers' size is "
        "the scale)",
    )
    learn.add_argument(
        "--height",
        type=float,
        metavar="MM",
        help="measured height of the lens above the felt (default: as the walls show it)",
    )
    learn.add_argument(
        "--tile-length",
        type=float,
        metavar="MM",
        help="measured length of a tile: the scale where the rim has no markers (that of the start)",
    )
    learn.set_defaults(run=run_learn)


def run_learn(options: argparse.Namespace) -> int:
    """Measure the table; return 0 if its geometry is written, 2 if it cannot be measured or written."""
    try:
        for line in _learned(options):
            print(in_words(options, line))
    except SurveyError as error:
        print(f"jantaku table learn: {in_words(options, lacking(error))}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    except _UnusableError as error:
        print(f"jantaku table learn: {in_words(options, error.why)}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    except EOFError:
        return ExitStatus.UNUSABLE
    except (ConfigError, OSError, ValueError) as error:
        print(f"jantaku table learn: {sentence(error, spoken_by(options))}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    return ExitStatus.DONE


class _UnusableError(ValueError):
    """An argument cannot be used."""

    def __init__(self, why: Message) -> None:
        super().__init__(str(why))
        self.why = why


def _learned(options: argparse.Namespace) -> Iterator[Message]:
    """Measure and write; yield the lines to print."""
    overlay = _checked(options)
    start = read_table(options.geometry or "standard")
    TableGeometry.from_mapping(start)
    first, *others = pictures = [
        TablePicture(str(path), read_picture_file(path)) for path in _pictures(options)
    ]
    for one in others:
        if one.image.shape != first.image.shape:
            raise _UnusableError(Unsurveyed.sizes(one.name))
    surveyor = Surveyor(
        start,
        options.out.stem,
        trusted=options.geometry is not None,
        height_mm=options.height,
        tile_mm=options.tile_length,
        ask=_asking(options) if sys.stdin.isatty() else None,
    )
    bare, sets = (None, pictures) if options.bare is None else (first, others)
    survey = surveyor.survey(bare, sets)
    options.out.write_text(file_of(survey, partial(in_words, options)), encoding="utf-8")
    if not cv2.imwrite(str(overlay), drawn_in(sets[survey.best].image, survey)):
        raise OSError(0, "cannot be written", str(overlay))
    yield from told_of(survey, options.height)
    yield Surveyed.written(str(options.out))
    yield Surveyed.written(str(overlay))


def _asking(options: argparse.Namespace) -> Ask:
    """Return a function that asks the person at this terminal."""
    return asking(
        lambda question, default: input(f"{in_words(options, question)} [{default}]: ").strip(),
        lambda what: print(in_words(options, what)),
    )


def _pictures(options: argparse.Namespace) -> list[Path]:
    return [path for path in (options.bare, *options.set) if path is not None]


def _checked(options: argparse.Namespace) -> Path:
    """Return the overlay's file, after checking that all arguments can be used."""
    overlay: Path = options.overlay or options.out.with_suffix(".png")
    if overlay.suffix.lower() not in PICTURES:
        raise _UnusableError(Unsurveyed.picture_kind(str(overlay)))
    measured = {path.resolve() for path in _pictures(options)}
    for path in (options.out, overlay):
        if path.resolve() in measured:
            raise _UnusableError(Unsurveyed.written_over(str(path)))
    if options.tile_length is not None and not TILES_MM[0] <= options.tile_length <= TILES_MM[1]:
        raise _UnusableError(Unsurveyed.length(f"{options.tile_length:g}"))
    if options.height is not None and not HEIGHTS_MM[0] <= options.height <= HEIGHTS_MM[1]:
        raise _UnusableError(Unsurveyed.height(f"{options.height:g}"))
    return overlay
