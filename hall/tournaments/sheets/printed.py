"""Makes sheets as PDF files. Typst lays them out from JSON values, so a tournament's texts never become markup.

The files follow PDF/A-2u, so letters missing from all fonts are an error instead of a row of squares.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from config import read_sheet
from hall.tournaments.book.entries import Four
from hall.tournaments.sheets.lists import Cell, seat_results, uma_head
from hall.tournaments.sheets.programme import Programme, SheetError, SheetPlace, SheetTeam, plain
from hall.tournaments.sheets.reports import report_lists
from referee.hands.payments import BET
from referee.rules.words import sentence
from referee.texts.kinds import WINDS
from referee.texts.sheet_texts import NoSheet, OnSheet
from referee.tournament.tournament import written
from wording.terminal.outside import install_command

if TYPE_CHECKING:
    import typst

    from hall.tournaments.sheets.kinds import Paper
    from referee.rules.ruleset import Ruleset
    from referee.texts.language import Language
    from referee.texts.message import Message

IN_TYPST: Final = {"a4": "a4", "letter": "us-letter"}
NOT_DISPLAYED: Final = re.compile(r'the text `"(.+?)"` could not be displayed')
MINUS: Final = "\N{MINUS SIGN}"
SESSIONS_ABREAST: Final = 12
"""The number of session columns that fit beside a name; further sessions go into another list."""
STANDARD: Final = "a-2u"


@dataclass(frozen=True, slots=True)
class PrintRun:
    """Settings for printing sheets.

    Attributes:
        printed: the day, which stands at the foot of every page.
        font_folders: folders with fonts besides those of the system.
    """

    spoken: Language
    printed: date
    paper: Paper = "a4"
    font_folders: tuple[str, ...] = ()

    def print(self, sheet: str, programme: Programme, values: dict[str, Any]) -> bytes:
        """Make the PDF of a sheet.

        Raises:
            SheetError: a letter is missing from all fonts, or Typst is not installed.
        """
        try:
            # It takes 81 MB, and only computers that print have it.
            import typst  # noqa: PLC0415
        except ModuleNotFoundError:
            raise SheetError(NoSheet.no_library(install_command("typst"))) from None
        given = {
            "paper": IN_TYPST[self.paper],
            "language": self.spoken.name,
            "printed": [self.printed.year, self.printed.month, self.printed.day],
            "title": plain(programme.title),
            **values,
        }
        try:
            return typst.compile(
                read_sheet(sheet).encode(),
                sys_inputs={"values": json.dumps(given, ensure_ascii=False)},
                font_paths=_fonts(typst.Fonts, self.font_folders),
                pdf_standards=[STANDARD],
                pdf_tags=False,
            )
        except typst.TypstError as error:
            letters = dict.fromkeys(NOT_DISPLAYED.findall(error.diagnostic))
            if not letters:
                raise
            raise SheetError(NoSheet.no_letters([_named(each) for each in letters])) from None

    def say(self, **messages: Message) -> dict[str, str]:
        """Word labels, by name."""
        return {name: self.spoken.say(each) for name, each in messages.items()}


def score_sheets(programme: Programme, session: int, press: PrintRun) -> bytes:
    """Print a score sheet for each table of a session, two on a page; the boxes are empty if there is no result yet."""
    rules, people, spoken = programme.rules, programme.told_apart, press.spoken
    tables = []
    for table in programme.session(session).tables:
        seats = seat_results(programme, session, table)
        rows = [
            {
                "wind": spoken.word("wind", wind),
                "name": people[player].shown,
                "origin": people[player].origin,
                "start": thousands(each.start),
                "final": "" if each.final is None else thousands(each.final),
                "uma": "" if each.uma is None else signed(str(each.uma)),
                "penalties": penalty(each.penalties),
                "total": "" if each.total is None else overall(str(each.total)),
                "place": "" if each.place is None else str(each.place),
            }
            for wind, player, each in zip(WINDS, table.players, seats, strict=True)
        ]
        source = spoken.word("table_source", table.source or "missing")
        head = spoken.say(OnSheet.the_table(table.table))
        if table.extra_minutes:
            head = f"{head} · {spoken.say(OnSheet.extra_time(table.extra_minutes))}"
        if table.hand_granted:
            head = f"{head} · {spoken.say(OnSheet.extra_hand())}"
        state = plain(spoken.say(OnSheet.result_from(source)))
        if table.signed:
            state = f"{state} · {spoken.say(OnSheet.signed())}"
        left = sticks_left(table.scores, rules)
        tables.append({"head": head, "rows": rows, "left": left, "state": state if table.scores else ""})
    labels = press.say(
        wind=OnSheet.wind(), player=OnSheet.player(), start=OnSheet.start(), final=OnSheet.final(),
        uma=uma_head(programme), penalties=OnSheet.penalties(), total=OnSheet.total(), place=OnSheet.place(),
        signature=OnSheet.signature(), referee=OnSheet.referee(), left=OnSheet.bets_left(),
    )  # fmt: skip
    scale = " · ".join((_uma(rules, press), rules.title, *_unchecked(rules, press)))
    values = {"heading": _heading(programme, session, press, OnSheet.score_sheet()), "tables": tables}
    return press.print("scores", programme, {**values, "labels": labels, "scale": scale})


def sticks_left(scores: Four | None, rules: Ruleset) -> str:
    """Write how many riichi sticks a result leaves with nobody; nothing without a result, or if points are missing otherwise."""
    if scores is None:
        return ""
    sticks, rest = divmod(4 * rules.flow.start_points - sum(scores), BET)
    return "" if rest or sticks < 0 else str(sticks)


def _uma(rules: Ruleset, press: PrintRun) -> str:
    if rules.flow.uma_by_floating:
        return sentence("flow", "uma_by_floating", rules.flow.uma_by_floating, press.spoken.name)
    return f"{press.spoken.say(OnSheet.uma())} {' / '.join(signed(written(each, rules)) for each in rules.flow.uma)}"


def _unchecked(rules: Ruleset, press: PrintRun) -> tuple[str, ...]:
    return (press.spoken.say(OnSheet.unchecked(rules.unchecked)),) if rules.unchecked else ()


def standings_sheet(programme: Programme, press: PrintRun) -> bytes:
    """Print the standings with the head on every page; further lists hold the sessions that do not fit."""
    people, counted = programme.told_apart, programme.standings.sessions
    players: list[tuple[str, str, SheetPlace | SheetTeam]] = [
        (people[each.player].shown, people[each.player].origin, each) for each in programme.standings.places
    ]
    teams: list[tuple[str, str, SheetPlace | SheetTeam]] = [
        (plain(each.team), "", each) for each in programme.standings.teams
    ]
    parts = []
    for rows, head in ((players, OnSheet.player()), (teams, OnSheet.team())):
        if head == OnSheet.team() and not rows:
            continue
        for first in range(0, max(1, len(counted)), SESSIONS_ABREAST):
            shown = slice(first, first + SESSIONS_ABREAST)
            parts.append(
                {
                    "who": press.spoken.say(head),
                    "sessions": [str(each) for each in counted[shown]],
                    "rows": [
                        _standing(programme.rules, who, origin, each, shown) for who, origin, each in rows
                    ],
                }
            )
    labels = press.say(
        place=OnSheet.place(), session=OnSheet.session(), penalties=OnSheet.penalties(),
        total=OnSheet.total(), nothing=OnSheet.nothing_counts(),
    )  # fmt: skip
    heading = press.spoken.say(OnSheet.standings())
    if programme.version is not None:
        heading = f"{heading} · {press.spoken.say(OnSheet.version(programme.version))}"
    values = {"heading": heading, "parts": parts, "labels": labels, "notes": _how_ranked(programme, press)}
    return press.print("standings", programme, values)


def _standing(
    rules: Ruleset, name: str, origin: str, row: SheetPlace | SheetTeam, shown: slice
) -> dict[str, Any]:
    return {
        "place": "" if row.place is None else str(row.place),
        "name": name,
        "origin": origin,
        "sessions": [
            "" if score is None else overall(written(score, rules)) for score in row.sessions[shown]
        ],
        "penalties": penalty(row.penalties),
        "total": overall(written(row.total, rules)),
    }


def _how_ranked(programme: Programme, press: PrintRun) -> list[str]:
    """Word the declared tie-breaks and the cuts."""
    lines = [OnSheet.cut(each.session, each.players, each.carried) for each in programme.cuts]
    ties = [each for each in programme.ties if each != "shared"]
    return [press.spoken.say(each) for each in (*lines, *([OnSheet.tie_breaks(ties)] if ties else []))]


def seating_plan(programme: Programme, session: int, press: PrintRun) -> bytes:
    """Print the seats of a session, first by table, then by player in the order of names."""
    people, spoken = programme.told_apart, press.spoken
    found = programme.session(session)
    at = {
        player: (str(table.table), spoken.word("wind", wind))
        for table in found.tables
        for wind, player in zip(WINDS, table.players, strict=True)
    }
    at |= dict.fromkeys(found.byes, ("", spoken.say(OnSheet.bye())))
    tables = [
        {"table": str(table.table), "names": [people[player].shown for player in table.players]}
        for table in found.tables
    ]
    players = [
        {"name": person.shown, "table": at[player][0], "wind": at[player][1]}
        for player, person in people.items()
        if player in at
    ]
    labels = press.say(table=OnSheet.table(), player=OnSheet.player(), wind=OnSheet.wind())
    return press.print(
        "seating",
        programme,
        {
            "by_table": _heading(programme, session, press, OnSheet.by_table()),
            "by_player": _heading(programme, session, press, OnSheet.by_player()),
            "winds": [spoken.word("wind", wind) for wind in WINDS],
            "tables": tables,
            "players": players,
            "labels": labels,
        },
    )


def event_report(programme: Programme, press: PrintRun) -> bytes:
    """Print the report of the event."""
    lists = [
        {
            "title": each.title,
            "heads": each.heads,
            "rows": [[cell_text(cell) for cell in row] for row in each.rows],
        }
        for each in report_lists(programme, press.spoken)
    ]
    return press.print("report", programme, {"heading": press.spoken.say(OnSheet.report()), "lists": lists})


def cell_text(cell: Cell) -> str:
    """Write a cell of a list as it is printed."""
    if cell is None:
        return ""
    return (
        thousands(cell) if isinstance(cell, int) else str(cell).replace("-", MINUS, isinstance(cell, Decimal))
    )


def name_cards(programme: Programme, press: PrintRun) -> bytes:
    """Print a card for everybody, eight on a page, with the table and the seat of each session."""
    spoken = press.spoken
    seats: dict[str, list[tuple[str, str, str]]] = {}
    for session in sorted(programme.sessions, key=lambda each: each.session):
        for table in session.tables:
            for wind, player in zip(WINDS, table.players, strict=True):
                where = (str(session.session), str(table.table), spoken.word("letter", wind))
                seats.setdefault(player, []).append(where)
    cards = [
        {"name": person.shown, "origin": person.origin, "seats": seats.get(player, [])}
        for player, person in programme.told_apart.items()
    ]
    labels = press.say(session=OnSheet.session(), table=OnSheet.table(), wind=OnSheet.wind())
    return press.print("cards", programme, {"cards": cards, "labels": labels})


def thousands(number: int) -> str:
    """Write a score with separated thousands and a real minus sign."""
    return f"{number:,}".replace("-", MINUS)


def signed(number: str) -> str:
    """Put the sign before a number in digits."""
    if number.startswith("-"):
        return MINUS + number[1:]
    return number if set(number) <= {"0", "."} else f"+{number}"


def overall(number: str) -> str:
    """Write an overall score with its sign and at least one decimal, so that a column lines up."""
    return signed(number if "." in number else f"{number}.0")


def penalty(points: int) -> str:
    """Write lost points; nothing if there are none."""
    return f"{MINUS}{points}" if points else ""


@cache
def _fonts(make: Callable[..., typst.Fonts], folders: tuple[str, ...]) -> typst.Fonts:
    """The fonts of the system and of these folders; searching for them takes a quarter of a second."""
    return make(font_paths=list(folders))


def _heading(programme: Programme, session: int, press: PrintRun, what: Message) -> str:
    day = plain(programme.session(session).day)
    parts = (press.spoken.say(OnSheet.the_session(session)), day, press.spoken.say(what))
    return " · ".join(each for each in parts if each)


def _named(letters: str) -> str:
    """List letters that no font has, with their code points."""
    # Typst writes unprintable letters as numbers.
    shown = re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), letters)
    codes = " ".join(f"U+{ord(each):04X}" for each in shown)
    return f"{shown} ({codes})" if shown.isprintable() else codes
