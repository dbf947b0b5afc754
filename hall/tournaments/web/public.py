"""The results of a tournament for everybody, as late as the club says: for telephones, a projector and a stream.

The page is plain HTML without scripts, so that any browser, television and OBS shows it; it loads itself again.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from html import escape
from typing import Final, Literal

import msgspec

from hall.tournaments.book.entries import TournamentOpened
from hall.tournaments.book.exported import exported
from hall.tournaments.books.books import Book
from hall.tournaments.books.text import Written
from hall.tournaments.sheets.lists import Cell, SheetList, standings_list, teams_list, timetable_list
from hall.tournaments.sheets.programme import plain, programme_of
from hall.tournaments.sheets.reports import winners_list
from referee.texts.language import language
from referee.texts.sheet_texts import OnSheet
from table_controller.mqtt.gate import utc

RELOADED_S: Final = 30
ON_STREAM: Final = 8
"""The places that a stream shows."""


class PublicView(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The query of the page: ``stream`` is transparent and has the first places only, for OBS."""

    lang: Literal["en", "ja"] = "en"
    view: Literal["page", "projector", "stream"] = "page"


def public_entries(book: Book, now: datetime) -> Sequence[Written]:
    """Return the entries that everybody may know by now; none if the tournament is not public."""
    opened = book.written[0].entry if book.written else None
    if not isinstance(opened, TournamentOpened) or opened.public_after is None:
        return ()
    until = now - timedelta(minutes=opened.public_after)
    return [each for each in book.written if utc(each.wall) <= until]


def public_page(entries: Sequence[Written], asked: PublicView) -> bytes:
    """Return the page that shows these entries, at least one."""
    book = exported([each.entry for each in entries])
    counted = book["standings"]["sessions"]
    book["sessions"] = [each for each in book["sessions"] if each["session"] in counted]
    programme, spoken = programme_of(book), language(asked.lang)
    standings = standings_list(programme, spoken)
    if asked.view == "stream":
        shown = (0, 1, len(standings.heads) - 1)
        lists = [
            replace(
                standings,
                heads=tuple(standings.heads[column] for column in shown),
                rows=tuple(tuple(row[column] for column in shown) for row in standings.rows[:ON_STREAM]),
            )
        ]
    else:
        lists = [
            standings,
            teams_list(programme, spoken),
            winners_list(programme, spoken),
            timetable_list(programme, spoken),
        ]
    body = ("" if standings.rows else f"<p>{escape(spoken.say(OnSheet.nothing_counts()))}") + "".join(
        _section(each) for each in lists if each.rows
    )
    title, at = escape(plain(programme.title)), utc(entries[-1].wall).astimezone().strftime("%H:%M")
    head = "" if asked.view == "stream" else f"<h1>{title}</h1>"
    foot = "" if asked.view == "stream" else f"<footer>{at}</footer>"
    return (
        f'<!doctype html><html lang="{asked.lang}"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="{RELOADED_S}">'
        f'<link rel="stylesheet" href="style.css"></head><body class="{asked.view}">{head}<main>{body}</main>{foot}'
        "</body></html>\n"
    ).encode()


def _section(sheet: SheetList) -> str:
    heads = "".join(f"<th{_kind(head)}>{escape(head)}</th>" for head in sheet.heads)
    rows = "".join(
        f"<tr>{''.join(f'<td{_kind(cell)}>{_written(cell)}</td>' for cell in row)}</tr>" for row in sheet.rows
    )
    return (
        f"<section><h2>{escape(sheet.title)}</h2><div><table><tr>{heads}</tr>{rows}</table></div></section>"
    )


def _kind(cell: Cell) -> str:
    return ' class="words"' if isinstance(cell, str) else ""


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    return f"{cell:,}" if isinstance(cell, int) else escape(str(cell))
