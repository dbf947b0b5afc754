"""All sheets of a tournament: the name of each file, and the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from hall.tournaments.sheets.comma_separated import comma_separated
from hall.tournaments.sheets.interchange import games_file
from hall.tournaments.sheets.kinds import SHEET_KINDS
from hall.tournaments.sheets.lists import (
    federation_list,
    games_list,
    penalties_list,
    results_list,
    seating_list,
    standings_list,
    teams_list,
)
from hall.tournaments.sheets.printed import (
    PrintRun,
    event_report,
    name_cards,
    score_sheets,
    seating_plan,
    standings_sheet,
)
from hall.tournaments.sheets.workbook import workbook

if TYPE_CHECKING:
    from hall.tournaments.sheets.programme import Programme

    Sheets: TypeAlias = Iterator[tuple[str, Callable[[], bytes]]]


def all_sheets(
    programme: Programme, sessions: Sequence[int], press: PrintRun, kinds: Collection[str] = SHEET_KINDS
) -> Sheets:
    """Return, by file name, a function that makes the file; it raises a ``SheetError`` if that is impossible.

    The given sessions get score sheets, seating plans and results; ``kinds`` are some of ``SHEET_KINDS``.
    """
    for number in sessions:
        if "scores" in kinds:
            yield f"scores-{number}.pdf", partial(score_sheets, programme, number, press)
        if "seating" in kinds:
            yield f"seating-{number}.pdf", partial(seating_plan, programme, number, press)
    if "standings" in kinds:
        yield "standings.pdf", partial(standings_sheet, programme, press)
    if "report" in kinds:
        yield "report.pdf", partial(event_report, programme, press)
    if "cards" in kinds:
        yield "cards.pdf", partial(name_cards, programme, press)
    if "lists" in kinds:
        lists = {
            "standings": standings_list(programme, press.spoken),
            "seating": seating_list(programme, press.spoken, sessions),
            "results": results_list(programme, press.spoken, sessions),
        }
        lists["federation"] = federation_list(programme, press.spoken)
        lists["penalties"] = penalties_list(programme, press.spoken)
        lists["games"] = games_list(programme, press.spoken, sessions)
        if programme.standings.teams:
            lists["teams"] = teams_list(programme, press.spoken)
        for name, each in lists.items():
            yield f"{name}.csv", partial(comma_separated, each)
        yield "games.json", partial(games_file, programme, sessions)
        yield "tournament.xlsx", partial(workbook, tuple(lists.values()), press.printed)
