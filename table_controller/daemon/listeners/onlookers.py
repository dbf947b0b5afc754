"""The views of players and streams: made from entries on disk, and each released as soon as it is allowed."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from config.log_line import TROUBLE, Say
from referee.game.events import HanchanStarted
from referee.game.judge_events import Refolded
from referee.game.position import GameState
from referee.journal.corrections.slots import effective
from referee.journal.entry import Entry, JournalError
from referee.journal.reader import JournalReader
from referee.onlookers.players import HandsPlayed, players_view
from referee.onlookers.stream import stream_view
from table_controller.daemon.listeners.delayed import DelayedGame
from table_controller.mqtt.topics import PLAYERS, STREAM, DeclaredTopic
from table_controller.settings.onlookers import OnlookerChoice
from table_controller.web.doors.onlooker_door import OnlookerDoor

MINUTE_MS: Final = 60_000
AGAIN_MS: Final = 5_000
"""The table time after which to retry reading the journal."""
Send: TypeAlias = "Callable[[DeclaredTopic, Mapping[str, Any] | None], bytes]"
"""Publishes a retained message below the table's topic, and returns the published form; empty for none."""


class Onlookers:
    """Releases the views that players and streams may see.

    Args:
        journal: the table's journal.
        choice: the views that the club shows.
        table: the table's name.
        now_ms: returns table time.
        send: publishes to the broker.
        door: the door of the page's server.
        say: takes a line if the journal cannot be read.
    """

    def __init__(
        self,
        journal: JournalReader,
        choice: OnlookerChoice,
        table: str,
        *,
        now_ms: Callable[[], int],
        send: Send,
        door: OnlookerDoor,
        say: Say,
    ) -> None:
        self._journal = journal
        self._choice = choice
        self._table = table
        self._now_ms = now_ms
        self._send = send
        self._door = door
        self._say = say
        self._hands = HandsPlayed()
        self._hanchan = 0
        self._delayed = DelayedGame(journal, choice.delay_minutes * MINUTE_MS)
        self._sent: dict[DeclaredTopic, dict[str, Any] | None] = {}
        self._again_ms: int | None = None
        self._unread: tuple[GameState | None, int, int] | None = None
        """The view for players that waits until the played hands can be read again: position, number and table time."""

    def resume_from_journal(self, state: GameState | None, at_ms: int) -> None:
        """Show everything that may be seen now.

        Args:
            state: the game up to the newest journalled entry.
            at_ms: table time of the newest entry.

        Raises:
            JournalError: the journal cannot be read.
        """
        self._read_hands()
        self._delayed.resume_from_journal(self._now_ms())
        self._show_players(state, self._journal.number, at_ms)
        self._show_stream()

    def journalled(self, entry: Entry, state: GameState | None) -> None:
        """Take a new entry and the position after it."""
        self._delayed.journalled(entry.number, entry.events, state)
        now = state, entry.number, entry.at_ms
        if self._unread is not None or any(isinstance(event, Refolded) for event in entry.events):
            self._unread = now
        else:
            self._hands.take(entry.events)
            if any(isinstance(event, HanchanStarted) for event in entry.events):
                self._hanchan = entry.number
            if entry.events:
                self._show_players(*now)
        self.release()

    def release(self) -> None:
        """Show everything that may be seen by now: the stream's next entries, and views that failed before."""
        now_ms = self._now_ms()
        if self._again_ms is not None and now_ms < self._again_ms:
            return
        try:
            if self._unread is not None:
                self._read_hands()
                self._show_players(*self._unread)
                self._unread = None
            moved = self._delayed.release(now_ms)
            self._again_ms = None
        except JournalError as error:
            self._failed(error)
            return
        if moved:
            self._show_stream()

    def go_on(self) -> int | None:
        """Show everything that may be seen by now; return ``wake_ms``."""
        self.release()
        return self.wake_ms()

    def wake_ms(self) -> int | None:
        """The table time at which ``release`` has something to do; None if that depends on play."""
        if self._again_ms is not None:
            return self._again_ms
        try:
            return self._delayed.due_ms()
        except JournalError as error:
            self._failed(error)
            return self._again_ms

    def _failed(self, error: JournalError) -> None:
        if self._again_ms is None:
            self._say(f"players and streams wait: {error}", TROUBLE)
        self._again_ms = self._now_ms() + AGAIN_MS

    def _read_hands(self) -> None:
        entries = self._journal.hanchan()
        self._hanchan = entries[0].number if entries else 0
        counting = effective(((each.observation, each.events) for each in entries), self._hanchan)
        self._hands = HandsPlayed(events for _, events in counting)

    def _show_players(self, state: GameState | None, number: int, at_ms: int) -> None:
        shown = None
        if state is not None and self._choice.shows_players(state):
            shown = players_view(state, self._hands.hands, number=number, at_ms=at_ms, table=self._table)
        payload = self._payload(PLAYERS, cast("dict[str, Any] | None", shown))
        if payload is not None:
            self._door.show_players(payload, self._hanchan)

    def _show_stream(self) -> None:
        delayed = self._delayed
        shown = None
        if delayed.state is not None:
            shown = stream_view(
                delayed.state,
                number=delayed.number,
                at_ms=delayed.at_ms,
                table=self._table,
                rulings=self._choice.stream_rulings,
            )
        payload = self._payload(STREAM, cast("dict[str, Any] | None", shown))
        if payload is not None:
            self._door.show_stream(payload)

    def _payload(self, topic: DeclaredTopic, shown: dict[str, Any] | None) -> bytes | None:
        """Send the views that differ from before in more than number and time.

        A message in which only these are new would reveal that something has happened.
        """
        plain = None if shown is None else {**shown, "number": 0, "at_ms": 0}
        if topic in self._sent and self._sent[topic] == plain:
            return None
        self._sent[topic] = plain
        return self._send(topic, shown)
