"""``jantaku sheets``: writes a tournament's sheets into a folder, from its export in JSON."""

import argparse
import importlib
from pathlib import Path
from typing import Any

from hall.tournaments.sheets.kinds import PAPERS, SHEET_KINDS


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``sheets`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "sheets",
        description="Writes the sheets of a tournament as PDF, and its lists as CSV and XLSX, into a folder.",
    )
    parser.add_argument("file", metavar="FILE", help="the tournament as JSON; - for standard input")
    parser.add_argument(
        "folder", metavar="FOLDER", type=Path, help="where the sheets go; made if it is not there"
    )
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="default: a4")
    parser.add_argument(
        "--session",
        type=int,
        action="append",
        metavar="NUMBER",
        help="score sheets, seating and results of this session only; may be given several times",
    )
    parser.add_argument(
        "--only",
        choices=SHEET_KINDS,
        action="append",
        metavar="KIND",
        help=f"some of {', '.join(SHEET_KINDS)}; may be given several times",
    )
    parser.add_argument(
        "--fonts",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="fonts besides those of the system",
    )
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Return 0 if all sheets are written. The printing libraries may be missing, so they are imported only here."""
    done: int = importlib.import_module("hall.cli.sheets.printing").print_sheets(args)
    return done
