"""A long journal verified on several processors: each verifies some hanchans, which fold by themselves."""

from __future__ import annotations

from collections import deque
from contextlib import closing
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from referee.journal.reader import Loaded, open_reader
from referee.journal.verification import Witnesses, concluded, verify, verify_hanchans
from table_controller.terminal.jobs import each

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from referee.journal.entry import Entry
    from referee.journal.reader import Head, JournalReader

T = TypeVar("T", "Entry", Loaded)


class Passing(Protocol):
    """A step that everything verified passes through, one by one, each with the number of entries up to there."""

    def __call__(self, verified: Iterator[T], /) -> Iterable[T]: ...


SHORT: Final = 50_000
"""Entries that one process verifies about as soon as several, which take a moment to begin."""
PART: Final = 10_000
"""Entries between the beginnings of two parts: a fraction of a second, for which an interruption waits."""


def verified(
    journal: JournalReader,
    place: str | Path,
    remembered: Head | None = None,
    *,
    jobs: int,
    passing: Passing = iter,
) -> Loaded:
    """Verify a journal as ``verify`` does.

    Args:
        journal: is verified.
        place: where it is, for the other processes.
        remembered: number and hash of an entry that somebody else has kept.
        jobs: how many processes verify it; this one alone if it is short.
        passing: called to show the progress.

    Raises:
        JournalCorruptError: as ``verify``.
        JobKilledError: a process was killed.
    """
    if jobs == 1 or journal.number <= SHORT:
        return verify(journal, remembered, passing=passing)
    begins = range(1, journal.number + 1, PART)
    parts = list(zip(begins, (*begins[1:], None), strict=True))
    witnesses = Witnesses(journal.snapshot(), remembered)
    folds = _joined(each(partial(_part, str(place), witnesses), parts, jobs))
    (whole,) = deque(passing(folds), maxlen=1)
    return concluded(journal, whole, witnesses)


def _part(place: str, witnesses: Witnesses, part: tuple[int, int | None]) -> Loaded | None:
    with closing(open_reader(place)) as journal:
        return verify_hanchans(journal, *part, witnesses)


def _joined(parts: Iterable[Loaded | None]) -> Iterator[Loaded]:
    """The fold up to the end of each part; hanchans are longer than some parts."""
    at_ms = 0
    for part in parts:
        if part is not None:
            at_ms = max(at_ms, part.at_ms)
            yield replace(part, at_ms=at_ms)
