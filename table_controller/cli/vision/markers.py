"""``jantaku vision markers``: the markers of a table's rim, or a calibration board, as a PDF to print."""

import argparse
import sys
from pathlib import Path
from typing import Any

from vision.calibration.pdf import pdf_bytes
from vision.calibration.sheets import board_page, marker_pages
from vision.geometry import load_geometry
from wording.terminal.exit_status import ExitStatus


def add_parser(actions: Any) -> None:
    """Add ``markers`` to the actions of ``jantaku vision``."""
    parser = actions.add_parser(
        "markers",
        help="print the markers of the rim, or a calibration board",
        description="Writes the markers of a table's rim on A4, true to scale, with a ruler to check the printer.",
    )
    parser.add_argument("--pdf", type=Path, required=True, metavar="OUT.pdf", help="file to write")
    parser.add_argument(
        "--table", default="standard", metavar="NAME", help="measures of the table (standard)"
    )
    parser.add_argument("--board", action="store_true", help="the calibration board instead")
    parser.set_defaults(run=run_markers)


def run_markers(options: argparse.Namespace) -> int:
    """Write the file."""
    try:
        pages = [board_page()] if options.board else marker_pages(load_geometry(options.table))
        options.pdf.write_bytes(pdf_bytes(pages))
    except ValueError as error:
        print(error, file=sys.stderr)
        return ExitStatus.NOT_DONE
    except OSError as error:
        print(f"{options.pdf}: cannot be written: {error.strerror}", file=sys.stderr)
        return ExitStatus.NOT_DONE
    print(f"{options.pdf}: {len(pages)} page{'s' * (len(pages) > 1)}, print at 100 % and measure the ruler")
    return ExitStatus.DONE
