"""Writes lists as the worksheets of one XLSX file, numbers as numbers and texts as texts."""

import io
import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from xlsxwriter import Workbook

from hall.tournaments.sheets.lists import SheetList

NO_TITLE: Final = re.compile(r"[\[\]:*?/\\]")
"""Characters that a worksheet's title must not contain."""
WIDEST: Final = 40
"""The most characters that the width of a column allows for."""


def workbook(sheets: Sequence[SheetList], created: date) -> bytes:
    """Make an XLSX file with a worksheet for each list; the heads stay in view and are printed on each page.

    Args:
        sheets: with different titles.
        created: a ``datetime``; for any other type XlsxWriter writes the present moment.
    """
    held = io.BytesIO()
    with Workbook(held, {"in_memory": True}) as book:
        book.set_properties({"created": created})
        bold, decimal = (
            book.add_format({"bold": True, "text_wrap": True}),
            book.add_format({"num_format": "0.0##"}),
        )
        for sheet in sheets:
            page = book.add_worksheet(NO_TITLE.sub(" ", sheet.title)[:31])
            page.freeze_panes(1, 0)
            page.repeat_rows(0)
            page.set_landscape()
            page.fit_to_pages(1, 0)
            for column, head in enumerate(sheet.heads):
                page.write_string(0, column, head, bold)
                longest = max([len(head), *(len(str(row[column])) for row in sheet.rows)])
                page.set_column(column, column, min(longest, WIDEST) + 2)
            for number, row in enumerate(sheet.rows, 1):
                for column, cell in enumerate(row):
                    if isinstance(cell, str):
                        page.write_string(number, column, cell)
                    elif isinstance(cell, Decimal):
                        page.write_number(number, column, float(cell), decimal)
                    elif cell is not None:
                        page.write_number(number, column, cell)
    return held.getvalue()
