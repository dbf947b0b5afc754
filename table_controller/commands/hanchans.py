"""The results of a journal's hanchans, as answered to a query."""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypedDict

from referee.game.events import HandStarted
from referee.tournament.results import HanchanResult, results_of
from referee.tournament.tournament import written
from table_controller.mqtt.gate import utc

if TYPE_CHECKING:
    from referee.journal.journal import Journal

MOST_HANCHANS: Final = 200
"""The most hanchans in one answer: the newest."""
MOST_RECORD_BYTES: Final = 128 * 1024
"""Longest answer, so that it passes every broker (``max_packet_size``)."""


class Penalty(TypedDict):
    """Points off a player's overall score."""

    player: str
    points: int
    reason: str
    ruling: str
    """Its grade; empty where the points follow from minutes."""
    judge: str
    """Return the author of a ruling, as written in the journal."""


class Hanchan(TypedDict):
    """The result of a hanchan; lists about players are by seat."""

    began: str
    """Wall time, ISO 8601."""
    ruleset: str
    point_value: int
    substitute_ranked: bool
    players: list[str]
    finished: bool
    void: bool
    """It was thrown away."""
    scores: list[int] | None
    places: list[int] | None
    totals: list[int]
    overall: list[str]
    """The totals as the rules write them."""
    stand_ins: list[list[Any]]
    penalties: list[Penalty]
    disqualified: list[str]


_Dated: TypeAlias = tuple[datetime, Hanchan]
"""A hanchan's description, with the time it began."""


class Hanchans:
    """The hanchans of a journal; those that cannot change any more are folded only once.

    Args:
        journal: the table's journal.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._folding = asyncio.Lock()
        self._finished: list[_Dated] = []
        self._unfinished = 1

    async def began(self, since: datetime | None, until: datetime | None) -> list[Hanchan]:
        """The hanchans that began at ``since`` or later and before ``until``."""
        async with self._folding:  # one at a time
            number, over, found = await asyncio.to_thread(_results, self._journal, self._unfinished)
            self._finished += over
            self._unfinished = number
            known = [*self._finished, *found]
        return [
            hanchan
            for began, hanchan in known
            if (since is None or began >= since) and (until is None or began < until)
        ]


def _results(journal: Journal, first: int) -> tuple[int, list[_Dated], list[_Dated]]:
    """Return the number from which hanchans may still change, the final hanchans before it, and the others."""
    over: list[_Dated] = []
    found: list[_Dated] = []
    for hanchan, result in results_of(journal.entries(first)):
        if any(isinstance(event, HandStarted) for entry in hanchan for event in entry.events):
            # Until a hand is dealt, the beginning of a hanchan can be undone; the hanchan before then goes on.
            over, found, first = [*over, *found], [], hanchan[0].number
        found.append((utc(hanchan[0].wall), _hanchan_of(result, hanchan[0].wall)))
    return first, over, found


def with_room(hanchans: list[Hanchan]) -> list[Hanchan]:
    """Return the newest hanchans that fit into one answer, in order; at least one."""
    size = 0
    for count, each in enumerate(reversed(hanchans)):
        size += len(json.dumps(each, ensure_ascii=False).encode())
        if count == MOST_HANCHANS or (count and size > MOST_RECORD_BYTES):
            return hanchans[-count:]
    return hanchans


def _hanchan_of(result: HanchanResult, began: str) -> Hanchan:
    return {
        "began": began,
        "ruleset": result.ruleset.name,
        "point_value": result.ruleset.flow.point_value,
        "substitute_ranked": result.ruleset.fouls.substitute_ranked,
        "players": list(result.players),
        "finished": result.scores is not None,
        "void": result.void,
        "scores": None if result.scores is None else list(result.scores),
        "places": None if result.places is None else list(result.places),
        "totals": list(result.totals),
        "overall": [written(total, result.ruleset) for total in result.totals],
        "stand_ins": [list(each) for each in result.stand_ins],
        "penalties": [
            {
                "player": each.player,
                "points": each.points,
                "reason": each.reason,
                "ruling": each.ruling,
                "judge": each.judge,
            }
            for each in result.penalties
        ],
        "disqualified": list(result.disqualified),
    }
