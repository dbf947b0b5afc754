"""What the journal holds, for who asks: history and results. These commands change nothing, so a viewer may give them."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from referee.events import HanchanStarted
from referee.results import HanchanResult, result_of
from referee.slots import slots_of
from referee.state import evolve
from referee.tournament import written
from table_controller.commands.arguments import (
    Answer,
    CommandRefusedError,
    Topic,
    number_in,
    number_or_none,
)
from table_controller.told import told
from table_controller.wording import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.journal import Entry, Journal
    from referee.position import GameState
    from table_controller.daemon import Daemon

_Dated: TypeAlias = tuple[datetime, dict[str, Any]]
"""What is told of a hanchan, with the time it began."""

MOST_ENTRIES: Final = 200
MOST_HANCHANS: Final = 200
"""The newest ones."""
MOST_BYTES: Final = 128 * 1024
"""Of an answer, so that it passes every broker (``max_packet_size``)."""


class RecordCommands:
    """History of the journal and results of its hanchans."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon
        self._folding = asyncio.Lock()
        self._finished: list[_Dated] = []
        self._unfinished = 1

    def topic(self) -> Topic:
        """The commands by name."""
        return {"history": self._history, "results": self._results}

    async def _history(self, arguments: Answer) -> Answer:
        """Entries ``from`` to ``to``, or the ``newest`` so many; ``next`` tells where an answer that had no room goes on."""
        journal = self._daemon.journal
        first, last = number_or_none(arguments, "from"), number_or_none(arguments, "to")
        if first is None:
            newest = number_in(arguments, "newest", MOST_ENTRIES)
            if not 1 <= newest <= MOST_ENTRIES:
                raise CommandRefusedError(f"newest must be 1 to {MOST_ENTRIES}")
            last = journal.number if last is None else min(last, journal.number)
            first = max(1, last - newest + 1)
        last = journal.number if last is None else min(last, journal.number)
        if first < 1:
            raise CommandRefusedError("entries are counted from 1")
        # Reading many takes a while: the table goes on meanwhile.
        return await asyncio.to_thread(_history, journal, first, last)

    async def _results(self, arguments: Answer) -> Answer:
        """The hanchans of this journal that began at ``since`` (UTC, ISO 8601) or later and before ``until``.

        The newest so many for which an answer has room; ``earlier`` tells what to give as ``until`` for those before.
        """
        earliest, latest = _time_in(arguments, "since"), _time_in(arguments, "until")
        async with self._folding:  # one at a time, and what cannot change any more only once
            number, found = await asyncio.to_thread(_results, self._daemon.journal, self._unfinished)
            if found:
                self._finished += found[:-1]
                self._unfinished = number
            known = [*self._finished, *found[-1:]]
        wanted = [
            told
            for began, told in known
            if (earliest is None or began >= earliest) and (latest is None or began < latest)
        ]
        hanchans = _with_room(wanted)
        return {
            "hanchans": hanchans,
            "earlier": hanchans[0]["began"] if len(hanchans) < len(wanted) else None,
        }


def _history(journal: Journal, first: int, last: int) -> Answer:
    texts = dict(_texts(journal, first, last))
    entries: list[dict[str, Any]] = []
    size = 0
    for entry in journal.entries(first, last) if first <= last else ():
        each = told(entry, texts.get(entry.number))
        size += len(json.dumps(each, ensure_ascii=False).encode())
        if entries and (size > MOST_BYTES or len(entries) == MOST_ENTRIES):
            return {"entries": entries, "newest": journal.number, "next": entry.number}
        entries.append(each)
    return {"entries": entries, "newest": journal.number, "next": None}


def _texts(journal: Journal, first: int, last: int) -> Iterator[tuple[int, str]]:
    """The words of the entries of the newest hanchan, with the names and winds of their time."""
    hanchan = journal.hanchan()
    if not hanchan or last < hanchan[0].number:
        return
    state: GameState | None = None
    for entry in hanchan:
        for event in entry.events:
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
        if first <= entry.number <= last:
            yield entry.number, text_of(entry.events, state)


def _results(journal: Journal, first: int) -> tuple[int, list[_Dated]]:
    """The hanchans from this entry on, each with the time it began, and the entry that begins the last of them."""
    newest, found = first, []
    for began, result in results_of(journal.entries(first)):
        newest = began.number
        found.append((_utc(began.wall), _told(result, began.wall)))
    return newest, found


def _with_room(hanchans: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The newest ones that one answer has room for, in their order; always one."""
    size = 0
    for count, each in enumerate(reversed(hanchans)):
        size += len(json.dumps(each, ensure_ascii=False).encode())
        if count == MOST_HANCHANS or (count and size > MOST_BYTES):
            return hanchans[-count:]
    return hanchans


def _time_in(arguments: Answer, name: str) -> datetime | None:
    time = arguments.get(name, "")
    if time == "":
        return None
    try:
        return _utc(time if isinstance(time, str) else "")
    except ValueError:
        raise CommandRefusedError(
            f"{name} must be a time like 2026-11-21 or 2026-11-21T09:00, not {time!r}"
        ) from None


def _utc(text: str) -> datetime:
    """A time of ISO 8601; one without a zone is UTC."""
    time = datetime.fromisoformat(text)
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time


def results_of(entries: Iterator[Entry]) -> Iterator[tuple[Entry, HanchanResult]]:
    """Each hanchan of a journal with the entry that began it, as it counts after all corrections."""
    hanchan: list[Entry] = []
    for entry in entries:
        if hanchan and any(isinstance(event, HanchanStarted) for event in entry.events):
            # What ended the hanchan before stands in the entry that begins the next.
            yield from _result(hanchan, entry)
            hanchan = []
        hanchan.append(entry)
    yield from _result(hanchan, None)


def _result(hanchan: list[Entry], following: Entry | None) -> Iterator[tuple[Entry, HanchanResult]]:
    counted = [
        (slot.observation, slot.events)
        for slot in slots_of((each.number, each.observation, each.events) for each in hanchan)
    ]
    if following is not None:
        started = next(at for at, event in enumerate(following.events) if isinstance(event, HanchanStarted))
        counted.append((None, following.events[:started]))
    result = result_of(counted)
    if result is not None:
        yield hanchan[0], result


def _told(result: HanchanResult, began: str) -> dict[str, Any]:
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
            {"player": each.player, "points": each.points, "reason": each.reason} for each in result.penalties
        ],
        "disqualified": list(result.disqualified),
    }
