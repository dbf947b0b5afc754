"""The game on one table: each observation is judged and journalled, and only then given to the listeners."""

import asyncio
import traceback
from collections.abc import Callable
from typing import Any, Final, Protocol

from msgspec.structs import replace

from config.backoff import Backoff
from config.log_line import FAILURE, TROUBLE
from firmware_bridge.messages.signals import ButtonName
from referee.game import observations
from referee.game.events import Event, Four
from referee.game.judge_events import Refolded
from referee.game.judge_observations import Corrected, Inserted
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.entry import Entry
from referee.journal.journal import JournalAwayError, JournalError
from referee.judging.decide import advance
from referee.tiles import UNKNOWN
from table_controller.commands.commanded_table import Check, anything
from table_controller.commands.seats import hanchan_of
from table_controller.daemon.game import gong
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.pending import Pending
from table_controller.health.health import TableHealth
from table_controller.journal.held_signals import HeldSignals
from table_controller.machine.hands_away import TICK_S
from table_controller.sensing.sensing import Press, Sensing, Step
from table_controller.sensing.waiting.policy import Key
from wording.alerts.declared import TableAlert
from wording.terminal.log import say


class EntryListener(Protocol):
    """Reacts to each entry."""

    def __call__(self, entry: Entry, state: GameState | None, /) -> object:
        """Take an entry that is on disk, with its events, and the state after it."""


MOST_WORDS: Final = 240
"""Longest text of an error in an alert."""
JOURNAL_AGAIN_S: Final = 2.0
"""The table time after which to retry writing the journal."""
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0


class TableGame:
    """The only way into the game: judges each observation, journals it, and only then gives it to the listeners.

    Args:
        current: the game up to the newest journalled entry.
        sensing: returns the steps to judge.
        health: alerts people.
        press: takes presses of the machine's buttons, each with a unique name and the person; repeats have no effect.
        keep_pace: called with the state after each entry and each round of decisions: the camera looks less often at a table
            at rest.
        fail: receives errors that must not happen.

    Attributes:
        listeners: given each entry once it is on disk, in this order. If one raises, the rest are left out.
        timed: called after each round of decisions; each does its due work and returns the table time of its next work.
    """

    def __init__(
        self,
        current: CurrentGame,
        sensing: Sensing,
        health: TableHealth,
        *,
        press: Callable[[ButtonName, str, str], None] = lambda *_: None,
        keep_pace: Callable[[GameState | None], None] = lambda _: None,
        fail: Callable[[BaseException], None],
    ) -> None:
        self.current = current
        self.settings = current.settings
        self.journal = current.journal
        self.corrections = current.corrections
        self.held_signals = HeldSignals(current.journal)
        self.sensing = sensing
        self.listeners: list[EntryListener] = []
        self.timed: list[Callable[[], int | None]] = []
        self._health = health
        self._press_button = press
        self._keep_pace = keep_pace
        self._fail = fail
        self._inputs = current.inputs
        self._timer: asyncio.TimerHandle | None = None
        self._pumping = False
        self._pending: Pending | None = None
        self._journal_again_s: float | None = None
        """The time at which the journal is tried again, by the loop's clock; None while it can be written."""
        self._pause = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)

    # The present state

    @property
    def state(self) -> GameState | None:
        """The game, None before the first hanchan."""
        return self.current.state

    def now_ms(self) -> int:
        """Time for an observation made by a person."""
        return self.current.now_ms()

    def in_hand(self) -> bool:
        """Return whether a hand is being played."""
        return self.current.in_hand()

    def follows(self, state: GameState | None, now_ms: int, last_ms: int) -> Observation | None:
        """Return the observation that this table makes by itself in its present state: the gong, if time is up."""
        return gong.heard(state, now_ms, last_ms) if self.settings.own_gong else None

    # Input from people

    def begin_hanchan(self, chairs: Four = (0, 1, 2, 3), *, source: str = "daemon", **given: Any) -> int:
        """Begin a hanchan by the settings; ``given`` are fields of ``HanchanBegun`` that differ from them."""
        at_ms = self.now_ms()
        self.sensing.last_ms = max(self.sensing.last_ms, at_ms)
        return self.observe(replace(hanchan_of(self.settings, chairs), at_ms=at_ms, source=source, **given))

    def begin_hand(self, dice: tuple[int, int], who: str) -> int:
        """Begin the next hand with dice that a person has read, because the unit cannot report them."""
        self.sensing.hand_begins(self.now_ms())
        hand = (UNKNOWN,) * 13
        return self.person_observes(observations.HandDealt(dice=dice, hands=(hand, hand, hand, hand)), who)

    def person_observes(self, observation: Observation, who: str, check: Check = anything) -> int:
        """Judge an observation made by a person, after all earlier observations.

        Args:
            observation: the observation.
            who: the person.
            check: called with the state that would follow; if it raises, nothing is journalled.
        """
        self._catch_up()
        stamped = replace(observation, at_ms=self.now_ms(), source=f"judge:{who}")
        events, state = advance(self.state, stamped)
        check(state)
        self.sensing.last_ms = max(self.sensing.last_ms, stamped.at_ms)
        number = self._journalled(stamped, events, state, ())
        self.pump()
        return number

    def correct(self, seen: Corrected | Inserted, who: str) -> tuple[int, Refolded]:
        """Correct or insert an entry, and journal what follows from it. Returns the number of the new entry.

        Raises:
            CorrectionRefusedError: the correction makes no sense or comes too late; nothing is written.
        """
        self._catch_up()
        stamped = replace(seen, at_ms=self.now_ms(), source=f"judge:{who}")
        refolded, state = self.corrections.refold(stamped)
        number = self._journalled(stamped, (refolded,), state, ())
        self.sensing.last_ms = max(self.sensing.last_ms, stamped.at_ms)
        self.pump()
        return number, refolded

    def was_away(self) -> None:
        """Tell the referee that the program was down since the newest entry, so that durations are unknown."""
        since_ms, now_ms = self.current.last_ms, self.now_ms()
        if not self.in_hand() or now_ms <= since_ms:
            return
        away = observations.TableHindered(
            at_ms=since_ms, source="daemon:away", cause="away", since_ms=since_ms, until_ms=now_ms
        )
        try:
            self.observe(away)
        except JournalAwayError as error:
            self._pending = Pending(Step(observations=(away,), settled_ms=now_ms))
            self.journal_away(error)

    # Through

    def pump(self) -> None:
        """Do everything that can be done now; set a timer for the rest."""
        if not self._pumping:
            with self._inputs.record_input("due"):
                self._pump()

    def _pump(self) -> None:
        if not self._journal_is_back():
            return
        self._pumping = True
        again_s: float | None = None
        wakes: list[int | None] = []
        try:
            self._go_on()
            while (step := self.sensing.step(self.state, self._inputs.now_ms())) is not None:
                self._do(step)
            self._sound_gong()
            wakes = [each() for each in self.timed]
            if self._pause.failures:
                self._pause.reset()
                self._health.alert(TableAlert.TASK("decisions"), None)
        except JournalAwayError as error:
            self.journal_away(error)
            return
        except JournalError as error:
            self._fail(error)
            return
        except Exception as error:  # noqa: BLE001 - whatever the error is, the game must go on
            again_s = self._decisions_failed(error)
        finally:
            self._pumping = False
        self._keep_pace(self.state)
        self.stop_timer()
        if again_s is not None:
            self._timer = asyncio.get_running_loop().call_later(again_s, self.pump)
            return
        wakes += [self.sensing.wake_ms(self._inputs.now_ms()), self._gong_ms()]
        wake_ms = min((each for each in wakes if each is not None), default=None)
        if wake_ms is not None:
            self._timer = asyncio.get_running_loop().call_at(wake_ms / 1000, self.pump)

    @property
    def is_behind(self) -> bool:
        """Return whether inputs wait because deciding or journalling fails: the table then shows more than the referee knows."""
        return self._journal_again_s is not None or self._pause.failures > 0

    def journal_away(self, error: JournalAwayError) -> None:
        """Alert people that the journal cannot be written, and retry soon. Meanwhile inputs wait, in order."""
        loop = asyncio.get_running_loop()
        if self._journal_again_s is None:
            say(f"{error}; trying again", TROUBLE)
        trouble = TableAlert.journal_unwritable(str(error.__cause__ or error))
        self._health.alert(TableAlert.JOURNAL_WRITE, trouble)
        self._journal_again_s = loop.time() + JOURNAL_AGAIN_S
        self.stop_timer()
        self._timer = loop.call_later(JOURNAL_AGAIN_S, self.pump)

    def _journal_is_back(self) -> bool:
        """Return whether the journal is believed to be writable."""
        if self._journal_again_s is None:
            return True
        if asyncio.get_running_loop().time() < self._journal_again_s - TICK_S:
            return False
        try:
            self.journal.try_writing()
            self.held_signals.store()
        except JournalAwayError as error:
            self.journal_away(error)
            return False
        self._journal_again_s = None
        say("the journal can be written again")
        self._health.alert(TableAlert.JOURNAL_WRITE, None)
        return True

    def _catch_up(self) -> None:
        """Journal earlier observations before a person's input.

        Raises:
            JournalError: they cannot be journalled, so neither can the person's input.
        """
        if not self._pumping:
            self._go_on()

    def _go_on(self) -> None:
        """Carry out the rest of the newest step.

        Raises:
            JournalError: the step cannot be journalled.
        """
        if self._pending is None:
            return
        self._pending.go_on(
            observe=lambda observation, settles: self.observe(observation, settles=settles),
            aside=self._left_aside,
            begin=self._begins,
            press=self._press,
            settle=self.journal.settle,
        )
        self._pending = None

    def _left_aside(self, observation: Observation, error: Exception) -> None:
        """Skip an observation that could not be judged because of a bug: a judge is alerted and the game goes on."""
        say(f"left aside: {observation}: {''.join(traceback.format_exception(error))}".rstrip(), FAILURE)
        why = f"{type(error).__name__}: {error}"[:MOST_WORDS]
        self._health.alert(TableAlert.ASIDE, TableAlert.aside(type(observation).__name__, why))

    def _decisions_failed(self, error: Exception) -> float:
        """Report that deciding failed; return the seconds until the next try."""
        say(f"decisions failed: {''.join(traceback.format_exception(error))}".rstrip(), FAILURE)
        trouble = TableAlert.task_fails("its decisions", f"{type(error).__name__}: {error}"[:MOST_WORDS])
        self._health.alert(TableAlert.TASK("decisions"), trouble)
        return self._pause.next()

    def observe(self, observation: Observation, *, settles: tuple[Key, ...] = ()) -> int:
        """Judge an observation and journal it, then give it to the listeners. Returns the entry's number."""
        events, state = advance(self.state, observation)
        return self._journalled(observation, events, state, settles)

    def stop_timer(self) -> None:
        """Stop the timer: nothing more happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _gong_ms(self) -> int | None:
        """The time at which this table's own gong is to be judged; None if it has none now."""
        sounds_ms = gong.sounds_ms(self.state) if self.settings.own_gong else None
        return None if sounds_ms is None else sounds_ms + gong.LATE_MS

    def _sound_gong(self) -> None:
        heard = self.follows(self.state, self._inputs.now_ms(), self.current.last_ms)
        if heard is not None:
            self.sensing.last_ms = max(self.sensing.last_ms, heard.at_ms)
            self.observe(heard)

    def _do(self, step: Step) -> None:
        if step.note:
            say(step.note)
        self._pending = Pending(step)
        self.current.settled_ms = step.settled_ms
        self._go_on()

    def _begins(self, chair: int) -> None:
        east, south, west, north = (number % 4 for number in range(chair, chair + 4))
        self.begin_hanchan((east, south, west, north), source=f"chair:{chair}")

    def _press(self, press: Press, settles: tuple[Key, ...]) -> None:
        for nonce, number in settles:
            # The signal identifies the press, so that a repeat after a restart does not press twice.
            self._press_button(press.button, f"button:{nonce}:{number}", f"chair {press.chair}")

    def _journalled(
        self,
        observation: Observation,
        events: tuple[Event, ...],
        state: GameState | None,
        settles: tuple[Key, ...],
    ) -> int:
        entry = self.journal.append(observation, events, settles=settles, state=state)
        self.current.journalled(entry, state)
        self._keep_pace(state)
        for listener in self.listeners:
            listener(entry, state)
        return entry.number
