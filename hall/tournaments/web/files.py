"""A tournament's sheets as files: their names, and the present content of each."""

from collections.abc import Callable
from typing import Any, ClassVar, Final, Literal

import msgspec

from hall.tournaments.book.discipline import register
from hall.tournaments.sheets.all_sheets import all_sheets
from hall.tournaments.sheets.comma_separated import comma_separated
from hall.tournaments.sheets.lists import discipline_list
from hall.tournaments.sheets.printed import PrintRun, cell_text
from hall.tournaments.sheets.programme import SheetError, programme_of
from hall.tournaments.sheets.reports import report_lists
from hall.tournaments.web import views
from hall.tournaments.web.declaration import (
    OFFICIALS,
    BookLook,
    BookReading,
    BookRefusedError,
    NotThereError,
)
from hall.tournaments.web.refusal_texts import BadRequest
from referee.texts.language import language
from table_controller.mqtt.roles import Role

DISCIPLINE: Final = "discipline.csv"
"""The register of discipline. Unlike all other sheets it covers the whole hall, so no tournament's export has it."""


class _OfSheets(BookReading, frozen=True, kw_only=True):
    """The parameters of both readings.

    Attributes:
        lang: language of the sheets.
        paper: on which they are printed.
    """

    roles: ClassVar[tuple[Role, ...]] = OFFICIALS
    problems: ClassVar[tuple[Literal["refused"], ...]] = ("refused",)
    lang: Literal["en", "ja"] = "en"
    paper: Literal["a4", "letter"] = "a4"

    def _made(self, look: BookLook) -> dict[str, Callable[[], bytes]]:
        """Return, by name, a function that makes each file."""
        day = look.now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        whole = views.whole(look.book, official=look.official)
        programme = programme_of(msgspec.to_builtins(whole))
        press = PrintRun(language(self.lang), day, self.paper)
        made = dict(all_sheets(programme, [each.session for each in whole.sessions], press))
        made[DISCIPLINE] = lambda: comma_separated(
            discipline_list(register(each.position() for each in look.books), press.spoken)
        )
        return made


class FilmShown(views.BookView, frozen=True):
    """The place of a hand's film: a table's name in the hall, and the entry of its journal that settled the hand."""

    hall_table: str
    entry: int


class ReportList(views.BookView, frozen=True):
    """A list of a report, as it is printed.

    Attributes:
        films: of a list of hands, one for each row; otherwise empty.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    films: tuple[FilmShown, ...]


class ShowReport(BookReading, frozen=True, kw_only=True):
    """The report of the event: timetable, winners, biggest hands, penalties and statistics; nothing that is withheld.

    Attributes:
        lang: its language.
    """

    path: ClassVar[str] = "/{tournament}/report"
    answer: ClassVar[Any] = tuple[ReportList, ...]
    lang: Literal["en", "ja"] = "en"

    def shown(self, look: BookLook) -> tuple[ReportList, ...]:
        whole = views.whole(look.book, official=look.official)
        lists = report_lists(programme_of(msgspec.to_builtins(whole)), language(self.lang))
        return tuple(
            ReportList(
                title=each.title,
                heads=each.heads,
                rows=tuple(tuple(cell_text(cell) for cell in row) for row in each.rows),
                films=tuple(FilmShown(hall_table=table, entry=entry) for table, entry in each.films),
            )
            for each in lists
        )


class ListSheets(_OfSheets, frozen=True, kw_only=True):
    """The names of all sheets that can be printed now."""

    path: ClassVar[str] = "/{tournament}/sheets"
    answer: ClassVar[Any] = tuple[str, ...]

    def shown(self, look: BookLook) -> tuple[str, ...]:
        return tuple(self._made(look))


class ShowSheet(_OfSheets, frozen=True, kw_only=True):
    """A sheet: PDF, CSV or XLSX, with the results that the reader may see."""

    path: ClassVar[str] = "/{tournament}/sheets/{sheet}"
    answer: ClassVar[Any] = bytes

    def shown(self, look: BookLook) -> bytes:
        made = self._made(look)
        name = look.place.sheet
        if name not in made:
            raise NotThereError(BadRequest.no_sheet(name, list(made)))
        try:
            return made[name]()
        except SheetError as error:
            raise BookRefusedError(BadRequest.sheet(name, error.why)) from None
