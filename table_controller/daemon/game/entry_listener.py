"""The interface by which everything else at a table learns of the game."""

from typing import Protocol

from referee.game.position import GameState
from referee.journal.entry import Entry


class EntryListener(Protocol):
    """Reacts to each entry."""

    def __call__(self, entry: Entry, state: GameState | None, /) -> object:
        """Take an entry that is on disk, with its events, and the state after it."""
