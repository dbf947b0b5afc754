"""Finds the entries of a hand in a journal, and the position from which it was played."""

from collections.abc import Iterable
from dataclasses import dataclass

from referee.folding.state import evolve
from referee.game.events import HanchanStarted, HandStarted
from referee.game.position import GameState
from referee.journal.entry import Entry
from referee.journal.reader import JournalReader
from table_controller.cli.journal.reporting.errors import ReportError
from wording.command_line.report_texts import Unreported


@dataclass(frozen=True, slots=True)
class ReportedHands:
    """Consecutive hands of one hanchan, with all entries up to the next hand.

    Attributes:
        numbers: the hands' numbers in the hanchan, from 1.
        start: the position before the first entry.
        entries: all entries of the hands, at least one.
    """

    numbers: tuple[int, ...]
    start: GameState
    entries: tuple[Entry, ...]


def hands_played(journal: JournalReader, *, hand: int | None = None, last: int = 1) -> ReportedHands:
    """Return hands of the newest hanchan in which a hand was dealt.

    Args:
        journal: the open journal.
        hand: the hand's number, from 1; None for the newest hands.
        last: the number of newest hands.

    Raises:
        ReportError: no hand was played, or fewer than asked for.
        JournalCorruptError: an entry was changed, is missing or cannot be read.
    """
    hanchan = _newest_with_hands(journal)
    dealt = [entry.number for entry in hanchan if _has(entry, HandStarted)]
    first_hand = len(dealt) - last + 1 if hand is None else hand
    last_hand = len(dealt) if hand is None else hand
    if not 1 <= first_hand <= last_hand <= len(dealt):
        raise ReportError(Unreported.no_such_hand(last if hand is None else hand, len(dealt)))
    first = dealt[first_hand - 1]
    # A hanchan may begin before the next hand does.
    ends = [entry.number for entry in hanchan if _has(entry, HandStarted) or _has(entry, HanchanStarted)]
    end = next((number for number in ends if number > dealt[last_hand - 1]), hanchan[-1].number + 1)
    start = folded(None, (entry for entry in hanchan if entry.number < first))
    if start is None:
        raise ReportError(Unreported.no_hand())
    return ReportedHands(
        tuple(range(first_hand, last_hand + 1)),
        start,
        tuple(entry for entry in hanchan if first <= entry.number < end),
    )


def folded(state: GameState | None, entries: Iterable[Entry]) -> GameState | None:
    """Return the position after entries, given the position before them."""
    for entry in entries:
        for event in entry.events:
            state = evolve(state, event)
    return state


def _newest_with_hands(journal: JournalReader) -> list[Entry]:
    until: int | None = None
    while hanchan := journal.hanchan(until):
        if any(_has(entry, HandStarted) for entry in hanchan):
            return hanchan
        until = hanchan[0].number - 1
    raise ReportError(Unreported.no_hand())


def _has(entry: Entry, kind: type[HandStarted | HanchanStarted]) -> bool:
    return any(isinstance(event, kind) for event in entry.events)
