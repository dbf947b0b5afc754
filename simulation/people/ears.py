"""News from the table for the people at it: that play is stopped, and that a judge has ruled.

They play a record and ignore the referee's decisions, but they obey a judge: they stop, go on, leave a hand that he has
ended, and begin the next one from the referee's state after his ruling.
"""

import asyncio
import contextlib
import threading
from dataclasses import dataclass
from typing import Any, Final

from hall.judge.tables.hall import Hall, Json, Table
from hall.judge.tables.words import stopped_line
from referee.game.position import IN_HAND, round_of
from referee.records.observe import Standing
from table_controller.client.connection import BrokerLine, Credentials
from table_controller.client.errors import JudgeError
from table_controller.mqtt.topics import EVENT, STATE

BY_JUDGE: Final = "judge:"
"""The prefix of the source of a judge's observation."""
LISTENED_TO: Final = (STATE, EVENT)
CONNECT_AGAIN_S: Final = 0.2
GOODBYE_S: Final = 20.0


@dataclass(frozen=True, slots=True)
class Anew:
    """A hanchan that a judge has begun: the number of its entry, its rules, the chair of each seat."""

    number: int
    rules: Json
    chairs: tuple[int, int, int, int]


class Ears:
    """The latest news from the table, for coroutines of one event loop.

    Attributes:
        going: set while play goes on; ``stopped`` is set while it does not.
        signalled: cleared while the hanchan awaits its start signal, before which no dice are rolled.
        between: set between two hands.
        ruled: True once a judge has entered anything; the reader resets it.
        anew: the current hanchan if a judge began it; None for the first one.
    """

    def __init__(self) -> None:
        self.going = asyncio.Event()
        self.going.set()
        self.stopped = asyncio.Event()
        self.signalled = asyncio.Event()
        self.signalled.set()
        self.between = asyncio.Event()
        self.ruled = False
        self.anew: Anew | None = None
        self._begun: dict[int, Anew] = {}
        self._state: Json = {}
        self._began_ms: int | None = None
        self._in_hand = False

    def hand_begins(self, at_ms: int) -> None:
        """Note that the dealer is about to throw the dice for a hand; ``at_ms`` is table time."""
        self._began_ms, self._in_hand = at_ms, False

    def hear(self, table: Table) -> None:
        """Take the state that the table has published."""
        self._state = state = table.state
        # A closed hanchan is not resumed, so it does not count as stopped.
        stopped = bool(stopped_line(table)) and not self.hanchan_over
        for event, holds in (
            (self.stopped, stopped),
            (self.going, not stopped),
            (self.between, self._phase == "waiting"),
            (self.signalled, self.hanchan_over or not self._awaits_signal),
        ):
            if holds:
                event.set()
            else:
                event.clear()
        if self._began_ms is not None and self._phase in IN_HAND and state.get("at_ms", 0) >= self._began_ms:
            self._in_hand = True

    def hear_entry(self, entry: Json) -> None:
        """Take an entry of its journal that the table has published."""
        observation = entry.get("observation")
        if isinstance(observation, dict) and str(observation.get("source")).startswith(BY_JUDGE):
            self.ruled = True
            for event in entry.get("events", ()):
                self._hear_of_hanchan(entry["number"], event)

    def _hear_of_hanchan(self, number: int, event: Json) -> None:
        if event["type"] == "HanchanStarted":
            east, south, west, north = event["chairs"]
            self.anew = self._begun[number] = Anew(number, event["ruleset"], (east, south, west, north))
        elif event.get("hanchan") is not None:  # the start of a hanchan was undone, or the undoing was
            self.anew = self._begun.get(event["hanchan"])

    @property
    def _phase(self) -> Any:
        return self._state.get("phase")

    @property
    def _awaits_signal(self) -> bool:
        return bool(self._state.get("time", {}).get("awaits_signal"))

    @property
    def hand_over(self) -> bool:
        """True if the last hand is over for the referee; False while that is unknown."""
        return self._in_hand and self._phase not in IN_HAND

    @property
    def hanchan_over(self) -> bool:
        """True if no hand follows."""
        return bool(self._phase == "ended")

    @property
    def standing(self) -> Standing | None:
        """Return the standing from which the next hand begins; None during a hand and if none follows."""
        state = self._state
        if self._phase != "waiting" or not state.get("seats"):
            return None
        east, south, west, north = (int(seat["score"]) for seat in state["seats"])
        return round_of(state["hand"]), state["honba"], state["bets"], east, south, west, north


class Listening:
    """The connection to the broker that brings one table's news, in threads of its own, until ``stop``.

    Args:
        login: at the broker.
        table: the table to follow.
        ears: get the news, in ``loop``.
        loop: that of the people.
    """

    def __init__(self, login: Credentials, table: str, ears: Ears, loop: asyncio.AbstractEventLoop) -> None:
        self._login = login
        self._table = table
        self._ears = ears
        self._loop = loop
        self._hall = Hall(login.hall)
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="people's ears", daemon=True)

    def start(self) -> None:
        """Listen as soon as the broker is there."""
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join(GOODBYE_S)

    def _run(self) -> None:
        while not self._stopping.is_set():
            line = BrokerLine(self._login, self._heard, watched=LISTENED_TO)
            try:
                line.open()
            except JudgeError:
                self._stopping.wait(CONNECT_AGAIN_S)
                continue
            self._stopping.wait()
            line.close()

    def _heard(self, name: str, topic: str, value: Any) -> None:
        if name != self._table or not self._hall.note_publication(name, topic, value):
            return
        with contextlib.suppress(RuntimeError):  # the game is over
            if topic == "state":
                # A new object: that of the hall changes while the people read it.
                self._loop.call_soon_threadsafe(self._ears.hear, Table(name, state=value))
            elif topic == "event":
                self._loop.call_soon_threadsafe(self._ears.hear_entry, value)
