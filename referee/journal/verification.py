"""A journal verified from its first entry on, as a whole or by parts.

Verification finds a change anywhere but in the newest entry, because every entry carries the hash of the one before. It
compares the newest snapshot with the fold, and it recognises a database that was copied during a write without its
write-ahead log. To find that the newest entries were changed or cut off, it needs a number and hash that somebody else
has kept (``JournalReader.head``).

A hanchan is folded from its beginning, whatever came before it. So parts of a journal can be verified one by one:
``verify_hanchans`` for adjoining parts, and ``concluded`` at the end, amount to ``verify``.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from referee.encoding.snapshot import decode_state, encode_state
from referee.folding.state import evolve
from referee.game.events import HanchanStarted
from referee.game.position import GameState
from referee.journal.entry import JournalCorruptError
from referee.journal.reader import UNFOLDED, Head, JournalReader, Loaded
from referee.journal.tables import Snapshot
from referee.texts.journal_texts import DamagedEntry

_BEGINNING: Final = f'"{HanchanStarted.__name__}"'.encode()
"""Stands in the text of each entry in which a hanchan starts, and in few others."""


@dataclass(frozen=True, slots=True)
class Witnesses:
    """Witnesses for the entries of a journal: its newest snapshot, and an entry that somebody else has kept."""

    snapshot: Snapshot | None
    remembered: Head | None


def verify(
    journal: JournalReader,
    remembered: Head | None = None,
    *,
    passing: Callable[[Iterator[Loaded]], Iterable[Loaded]] = iter,
) -> Loaded:
    """Read and fold everything from the first entry on.

    Args:
        journal: is verified.
        remembered: number and hash of an entry that somebody else has kept.
        passing: the fold passes through it every few hundred entries, so that a caller can show the progress.

    Raises:
        JournalCorruptError: an entry (the newest ones included) was changed, is missing or cannot be read, or the newest
            snapshot differs from the fold of the entries.
    """
    witnesses = Witnesses(journal.snapshot(), remembered)
    return concluded(journal, _verified(journal, UNFOLDED, None, witnesses, passing), witnesses)


def verify_hanchans(
    journal: JournalReader, first: int, until: int | None, witnesses: Witnesses
) -> Loaded | None:
    """Verify a part of a journal. The entry that begins a hanchan is verified with those before it.

    Args:
        journal: the journal.
        first: number of an entry. The hanchans that begin there or later are verified; with entry 1, so is everything
            before them.
        until: number of an entry; hanchans that begin there or later are left out. None leaves out none.
        witnesses: what the entries are compared with.

    Returns:
        the fold; None if no hanchan begins there.

    Raises:
        JournalCorruptError: as ``verify``.
    """
    begun = UNFOLDED
    if first > 1:
        begins = _hanchan_from(journal, first, until)
        if begins is None:
            return None
        entry = next(journal.entries(begins, begins))
        state: GameState | None = None
        for event in entry.events:
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
        begun = Loaded(state, begins, entry.at_ms, entry.wall)
    return _verified(journal, begun, None if until is None else _hanchan_from(journal, until), witnesses)


def concluded(journal: JournalReader, whole: Loaded, witnesses: Witnesses) -> Loaded:
    """Verify what was written since a journal was verified, and that its end is not missing.

    Raises:
        JournalCorruptError: as ``verify``.
    """
    whole = _verified(journal, whole, None, witnesses)
    remembered = 0 if witnesses.remembered is None else witnesses.remembered.number
    acknowledged = max(journal.acknowledged("broker"), remembered)
    if acknowledged > whole.number:
        raise JournalCorruptError(whole.number + 1, DamagedEntry.cut_off(acknowledged))
    if journal.log_missing:
        raise JournalCorruptError(whole.number + 1, DamagedEntry.log_missing())
    return whole


def _verified(
    journal: JournalReader,
    begun: Loaded,
    last: int | None,
    witnesses: Witnesses,
    passing: Callable[[Iterator[Loaded]], Iterable[Loaded]] = iter,
) -> Loaded:
    """Verify and fold the entries that follow what was folded, up to the last one."""
    (folded,) = deque(passing(_compared(journal, begun, last, witnesses)), maxlen=1)
    return folded


def _compared(
    journal: JournalReader, folded: Loaded, last: int | None, witnesses: Witnesses
) -> Iterator[Loaded]:
    """Fold entries, and compare with each witness at its entry."""
    snapshot, remembered = witnesses.snapshot, witnesses.remembered
    numbers = {witness.number for witness in (snapshot, remembered) if witness is not None}
    stops = sorted(each for each in numbers if folded.number < each and (last is None or each < last))
    for stop in (*stops, last):
        begun = folded.number
        for now in journal.folds(folded, stop):
            yield now
            folded = now
        if folded.number == begun:
            continue
        if snapshot is not None and snapshot.number == folded.number:
            _compare(journal, snapshot, folded.state)
        if remembered is not None and remembered.number == folded.number:
            _compare_digest(journal, remembered)


def _hanchan_from(journal: JournalReader, first: int, until: int | None = None) -> int | None:
    """The number of the first entry from ``first`` on, and before ``until``, in which a hanchan starts."""
    for number, text in journal.texts(first - 1):
        if until is not None and number >= until:
            break
        if isinstance(text, bytes) and _BEGINNING in text:
            # Verifying a damaged entry reports it; the search goes on.
            with suppress(JournalCorruptError):
                (entry,) = journal.entries(number, number)
                if any(isinstance(event, HanchanStarted) for event in entry.events):
                    return number
    return None


def _compare_digest(journal: JournalReader, remembered: Head) -> None:
    """Compare an entry that somebody has kept with the one in the journal."""
    if journal.digest_at(remembered.number) != remembered.digest:
        raise JournalCorruptError(remembered.number, DamagedEntry.other_entry())


def _compare(journal: JournalReader, snapshot: Snapshot, state: GameState | None) -> None:
    """Compare a snapshot with the fold of the entries; a snapshot of an older program that cannot be read is ignored."""
    try:
        kept = journal.position(snapshot, json.loads(snapshot.text))
        decode_state(kept)
    except (KeyError, ValueError, TypeError):
        return
    if state is None or kept != json.loads(json.dumps(encode_state(state))):
        raise JournalCorruptError(
            snapshot.number,
            DamagedEntry.snapshot(),
        )
