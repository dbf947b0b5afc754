"""Steps through a journal in both directions: the state after any entry, and the nearest entry, discard or hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, TypeVar, get_args

from referee.folding.state import evolve
from referee.game.events import HanchanStarted, HandStarted, TileDiscarded
from wording.events.lines import lines_of

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.journal.journal import Entry, Journal

Step: TypeAlias = Literal["entry", "discard", "hand"]
STEPS: Final[tuple[Step, ...]] = get_args(Step)
PART: Final = 128
"""The number of entries read at a time."""
MOST_PARTS: Final = 64
"""The number of parts kept in memory; each has its steps' numbers and one state, which shares most with the next."""
FAR: Final = 40
"""The number of parts in which to search for a step: no hand has so many entries."""

_Marks: TypeAlias = dict[Step, tuple[int, ...]]
_Kept = TypeVar("_Kept")


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an entry; no state before the first hanchan. ``back`` and ``forth`` are the nearest entries."""

    entry: Entry
    state: GameState | None
    back: dict[Step, int | None]
    forth: dict[Step, int | None]


class Past:
    """Steps through a journal in both directions. For one thread at a time.

    Each state is as decided at the time: a correction only shows from its own entry on.

    Args:
        journal: the table's journal.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._befores: dict[int, GameState | None] = {}
        self._marks: dict[int, _Marks] = {}

    def moment(self, number: int) -> Moment:
        """Return the table after this entry, which must exist.

        Raises:
            JournalError: an entry cannot be read.
        """
        part = _part_of(number)
        state = self._before(part)
        for entry in self._journal.entries(_first(part), number):
            state = _after(state, (entry,))
        return Moment(
            entry,
            state,
            {step: self._nearest(step, number, -1) for step in STEPS},
            {step: self._nearest(step, number, 1) for step in STEPS},
        )

    def _before(self, part: int) -> GameState | None:
        if part not in self._befores:
            if part and part - 1 in self._befores:
                entries = list(self._journal.entries(_first(part - 1), _first(part) - 1))
                _keep(self._befores, part, _after(self._befores[part - 1], entries))
            else:
                self._fold_hanchan(part)
        return self._befores[part]

    def _fold_hanchan(self, part: int) -> None:
        state: GameState | None = None
        for entry in self._journal.hanchan(_first(part) - 1):
            if entry.number == _first(_part_of(entry.number)):
                _keep(self._befores, _part_of(entry.number), state)
            state = _after(state, (entry,))
        _keep(self._befores, part, state)

    def _nearest(self, step: Step, number: int, way: Literal[-1, 1]) -> int | None:
        """Return the nearest entry of a kind before or after another; None if there is none nearby."""
        last = _part_of(self._journal.number)
        part = _part_of(number)
        for at in range(part, part + way * FAR, way):
            if not 0 <= at <= last:
                return None
            marks = self._marks_of(at)[step]
            found = [each for each in marks if (each - number) * way > 0]
            if found:
                return min(found) if way > 0 else max(found)
        return None

    def _marks_of(self, part: int) -> _Marks:
        known = self._marks.get(part)
        if known is not None:
            return known
        entries = list(self._journal.entries(_first(part), min(_first(part + 1) - 1, self._journal.number)))
        marks: _Marks = {
            step: tuple(entry.number for entry in entries if is_step(entry, step)) for step in STEPS
        }
        if len(entries) == PART:
            _keep(self._marks, part, marks)
        return marks


def is_step(entry: Entry, step: Step) -> bool:
    """Return whether a step of this kind stops at this entry."""
    if step == "entry":
        return bool(lines_of(entry.events, None))
    kinds = (TileDiscarded,) if step == "discard" else (HandStarted, HanchanStarted)
    return any(isinstance(event, kinds) for event in entry.events)


def _after(state: GameState | None, entries: Iterable[Entry]) -> GameState | None:
    for entry in entries:
        for event in entry.events:
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
    return state


def _keep(known: dict[int, _Kept], part: int, what: _Kept) -> None:
    known[part] = what
    while len(known) > MOST_PARTS:
        del known[next(iter(known))]


def _part_of(number: int) -> int:
    return (number - 1) // PART


def _first(part: int) -> int:
    return part * PART + 1
