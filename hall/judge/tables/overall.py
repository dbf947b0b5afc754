"""Overall scores of a hall: the hanchans of its tables added up, in lines (WRC 2.3, 7.1-7.2)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from config import ruleset_names
from hall.judge.tables.hall import Json
from referee.rules.ruleset import Ruleset
from referee.texts.message import Message
from referee.tournament.tournament import (
    FinishedHanchan,
    PlayerPenalty,
    Standing,
    StandingsError,
    present,
    standings,
    written,
)
from table_controller.client.errors import OrderError
from wording.frame import FrameTexts
from wording.misordered import Unreached

PLAIN = "wrc-2015"
"""The ruleset used in place of an unknown one; the table sends the settings on which overall scores depend."""


def overall_lines(results: Mapping[str, Sequence[Json]], say: Callable[[Message], str]) -> list[str]:
    """Return the overall standings, line by line.

    Args:
        results: the hanchans in each table's answer to ``results``, by table.
        say: puts a message into the terminal's language.

    Raises:
        OrderError: they give no overall scores; the text gives the reason.
    """
    finished = sorted(
        (each for hanchans in results.values() for each in hanchans if each["finished"]),
        key=lambda each: str(each["began"]),
    )
    void = [each for hanchans in results.values() for each in hanchans if each.get("void")]
    running = sum(not each["finished"] for hanchans in results.values() for each in hanchans) - len(void)
    if not finished:
        return [say(FrameTexts.none_finished(running or None))]
    ruleset = _ruleset(finished[-1])
    try:
        found = _standings(finished, void, ruleset)
    except StandingsError as error:
        raise OrderError(Unreached.no_standings(error.why)) from None
    width = max(len(each.player) for each in found)
    head = FrameTexts.standings(len(finished), len(results), running or None, len(void) or None)
    return [say(head), *(_line(each, width, ruleset, say) for each in found)]


def _ruleset(hanchan: Json) -> Ruleset:
    name = hanchan["ruleset"] if hanchan["ruleset"] in ruleset_names() else PLAIN
    return Ruleset.read(name).with_overrides(
        {"flow.point_value": hanchan["point_value"], "fouls.substitute_ranked": hanchan["substitute_ranked"]}
    )


def _standings(finished: Sequence[Json], void: Sequence[Json], ruleset: Ruleset) -> tuple[Standing, ...]:
    """Return the overall standings. Of a void hanchan, only the rulings count, if they were kept."""
    hanchans, penalties = [], []
    disqualified: set[str] = set()
    for number, each in enumerate(finished):
        east, south, west, north = each["players"]
        if not all(each["players"]):
            raise OrderError(Unreached.nameless())
        hanchans.append(
            FinishedHanchan(
                (east, south, west, north), tuple(each["totals"]), tuple(map(tuple, each["stand_ins"]))
            )
        )
        penalties += [
            PlayerPenalty(penalty["player"], penalty["points"], penalty["reason"], number)
            for penalty in each["penalties"]
        ]
        disqualified.update(each["disqualified"])
    known = {name for hanchan in hanchans for name in present(hanchan)}
    for each in void:
        penalties += [
            PlayerPenalty(penalty["player"], penalty["points"], penalty["reason"])
            for penalty in each["penalties"]
            if penalty["player"] in known
        ]
        disqualified.update(known & set(each["disqualified"]))
    return standings(hanchans, penalties, ruleset=ruleset, disqualified=disqualified)


def _line(each: Standing, width: int, ruleset: Ruleset, say: Callable[[Message], str]) -> str:
    played: list[Any] = [score for score in each.hanchans if score is not None]
    place = "   -" if each.place is None else f"{each.place:3}."
    behind = say(FrameTexts.standing(len(played), str(each.penalties) if each.penalties else ""))
    return f"{place} {each.player:{width}} {written(each.total, ruleset):>8}  ({behind})"
