"""The present state of the game by the journal, and the actions that it allows."""

from typing import Final

from referee.game.events import HandStarted
from referee.game.position import IN_HAND, GameState
from referee.journal.journal import Entry, Journal, Loaded
from table_controller.journal.corrections import Corrections
from table_controller.journal.inputs import GameInputs
from table_controller.machine.dealing import WAIT_S
from table_controller.settings.settings import Settings

JUST_BEGUN_MS: Final = round(1000 * WAIT_S)
RECENT: Final = 50
"""After a start, how many of the newest entries are searched for the beginning of a hand."""


class CurrentGame:
    """The game up to the newest journalled entry.

    Args:
        settings: the table's settings.
        journal: the open journal.
        inputs: table time, and the entry point of all inputs.
        loaded: the state to which the journal folds.
    """

    def __init__(self, settings: Settings, journal: Journal, inputs: GameInputs, loaded: Loaded) -> None:
        self.settings = settings
        self.journal = journal
        self.corrections = Corrections(journal)
        self.inputs = inputs
        self.state: GameState | None = loaded.state
        self.last_ms = loaded.at_ms
        """Table time of the newest entry."""
        self.settled_ms: int | None = None
        """Time of the frame or signal from which the newest step of sensing comes."""
        self._hand_ms: int | None = None

    def journalled(self, entry: Entry, state: GameState | None) -> None:
        """Take the new state after an entry."""
        self.state = state
        self.corrections.journalled(entry)
        self.last_ms = max(self.last_ms, entry.at_ms)
        if any(isinstance(event, HandStarted) for event in entry.events):
            self._hand_ms = entry.at_ms

    def now_ms(self) -> int:
        """Time for an observation made by a person."""
        return max(self.inputs.now_ms(), self.last_ms)

    def in_hand(self) -> bool:
        """Return whether a hand is being played."""
        return self.state is not None and self.state.phase in IN_HAND

    def just_begun(self) -> bool:
        """Return whether a hand began a moment ago and no play in it is known yet."""
        state = self.state
        if state is None or state.phase != "dealing" or state.indicators:
            return False
        began_ms = self._began_ms()
        return began_ms is not None and self.inputs.now_ms() - began_ms <= JUST_BEGUN_MS

    def _began_ms(self) -> int | None:
        """The time at which the newest hand began; None if that is long ago."""
        if self._hand_ms is None:  # began before this start, even if entries followed
            for entry in self.journal.entries(max(1, self.journal.number - RECENT + 1)):
                if any(isinstance(event, HandStarted) for event in entry.events):
                    self._hand_ms = entry.at_ms
        return self._hand_ms

    def next_hand(self) -> int | None:
        """Number of the hand that may be dealt next; None if none may."""
        if self.state is None or self.state.phase == "ended" or self.state.desk.stopped:
            return None
        return self.state.hands + 1

    def dice_locked(self) -> bool:
        """Return whether no dice may be rolled yet."""
        return self.state is not None and self.state.dice_locked

    def sheet_unsigned(self) -> bool:
        """Return whether the score sheet of the hanchan that has ended must be signed first."""
        return self.state is not None and self.state.sheet_unsigned

    def may_begin(self) -> bool:
        """Return whether a hanchan may begin by itself: none is running, and no score sheet must be signed first."""
        return self.state is None or (self.state.phase == "ended" and not self.state.sheet_unsigned)

    def deals_to(self) -> int | None:
        """The chair that gets 14 tiles of the automatic deal; None if people deal."""
        if self.state is None or not self.settings.automatic_deal:
            return None
        return self.state.chairs[self.state.dealer]
