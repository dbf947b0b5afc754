"""A tournament's sheets as files: their names, and the present content of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Literal

import msgspec

from hall.tournaments.sheets.all_sheets import all_sheets
from hall.tournaments.sheets.printed import PrintRun
from hall.tournaments.sheets.programme import SheetError, programme_of
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
        return dict(all_sheets(programme, [each.session for each in whole.sessions], press))


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
