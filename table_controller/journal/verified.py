"""Verification of a long journal on several processors. Hanchans fold independently, so each processor takes some."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from referee.journal.reader import Head, JournalReader, Loaded, open_reader
from referee.journal.verification import Witnesses, concluded, verify, verify_hanchans
from wording.terminal.jobs import each

Passing: TypeAlias = Callable[[Iterator[Loaded]], Iterable[Loaded]]
"""Passes the folds of verified entries through one by one, and shows the progress meanwhile."""
SHORT: Final = 50_000
"""Up to this many entries one process is as fast as several, which take a moment to start."""
PART: Final = 10_000
"""The number of entries in a part. It takes a fraction of a second, for which an interruption has to wait."""


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
        journal: the journal to verify.
        place: its path, for the other processes.
        remembered: number and hash of an entry that somebody else has kept.
        jobs: the number of processes; a short journal needs only this one.
        passing: shows the progress.

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
    """Yield the fold up to the end of each part; a hanchan may span several parts."""
    at_ms = 0
    for part in parts:
        if part is not None:
            at_ms = max(at_ms, part.at_ms)
            yield replace(part, at_ms=at_ms)
