"""Writes lists as CSV (RFC 4180) that spreadsheets open correctly: UTF-8 with a byte order mark, and no formulas."""

import csv
import io
import re
from typing import Final

from hall.tournaments.sheets.lists import Cell, SheetList

FORMULA: Final = re.compile(r"'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]")
"""The beginning of a text that a spreadsheet takes for a formula, or of one that was made harmless here."""


def comma_separated(sheet: SheetList) -> bytes:
    """Write the heads and rows of a list."""
    held = io.StringIO(newline="")
    writer = csv.writer(held, lineterminator="\r\n")
    writer.writerow([harmless(head) for head in sheet.heads])
    writer.writerows([_written(cell) for cell in row] for row in sheet.rows)
    return held.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """Put an apostrophe before a text that could be a formula, so that a spreadsheet shows it and does not calculate.

    Removing one apostrophe from a text that matches ``FORMULA`` gives the original again.
    """
    return f"'{text}" if FORMULA.match(text) else text


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    return harmless(cell) if isinstance(cell, str) else str(cell)
