"""The game on one table: each observation is judged and journalled, and only then published, displayed and acted on."""

from __future__ import annotations

import asyncio
import time
import traceback
from typing import TYPE_CHECKING, Any, Final, Protocol

from msgspec.structs import replace

from config.backoff import Backoff
from config.log_line import FAILURE, TROUBLE
from referee.encoding.public import public_state
from referee.game import observations
from referee.game.events import HanchanEnded, HanchanStarted, HandEnded, HandStarted, TimeCalled
from referee.game.judge_events import Refolded, ResultSigned, ScoresAdjusted
from referee.journal.journal import JournalAwayError, JournalError
from referee.judging.decide import advance
from referee.tiles import UNKNOWN
from table_controller.alerts import unsigned
from table_controller.commands.instead import Instead
from table_controller.daemon import gong
from table_controller.daemon.card import Cards
from table_controller.daemon.pending import Pending
from table_controller.journal.corrections import Corrections
from table_controller.journal.inputs import GameInputs, PartWaits
from table_controller.machine.hands_away import TICK_S
from table_controller.mqtt.broker import Origin
from table_controller.sensing.losses import place_of
from table_controller.sensing.sensing import Step
from table_controller.terminal.log import say
from table_controller.wording.alerts.declared import TableAlert
from table_controller.wording.wording import lines_of
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware_bridge.drivers.port import TableDriver
    from referee.game.events import Event, Four
    from referee.game.judge_observations import Corrected, Inserted
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from table_controller.alerts.evidence import Evidence
    from table_controller.alerts.health import TableHealth
    from table_controller.daemon.current_game import CurrentGame
    from table_controller.daemon.onlookers import Onlookers
    from table_controller.machine.machine import TableMachine
    from table_controller.machine.reactions import Reactions
    from table_controller.mqtt.broker import Broker
    from table_controller.sensing.sensing import Press, Sensing
    from table_controller.sensing.waiting.policy import Key
    from table_controller.web.doors.clip_door import ClipDoor

MOST_WORDS: Final = 240
"""Longest text of an error in an alert."""
JOURNAL_AGAIN_S: Final = 2.0
"""Table time until a journal that could not be written is tried again."""
FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0


class CameraFrames(Protocol):
    """The game's questions to the camera about its frames, and its notices to it."""

    @property
    def dice(self) -> tuple[int, int] | None:
        """The dice that were thrown and with which no hand was begun."""

    def seen_at_s(self, at_ms: int) -> float | None:
        """``time.monotonic()`` of the frame at a table time; None if it is not among the newest."""

    def keep_pace(self, state: GameState | None) -> None:
        """Look at each frame, or at one a second while the table rests; a hanchan may have begun or ended just now."""


class TableGame:
    """The only way into the game, and what follows at once from each entry.

    Args:
        current: the game up to the newest journalled entry.
        unit: the table's.
        sensing: returns the steps that are to be judged.
        machine: learns what was journalled.
        reactions: show it on the table.
        broker: sends it.
        health: alerts people.
        watching: knows when frames were seen, and the dice in them.
        evidence: keeps clips that a judge will want to see.
        clip_door: where clips are handed out.
        onlookers: shows players and streams what they may see.
        store_held: writes the signals that came while the journal could not be written; raises ``JournalAwayError``.
        fail: receives errors that must not happen.
        inputs: where moments at which something is due come in; None where nothing keeps them.
    """

    def __init__(
        self,
        current: CurrentGame,
        *,
        unit: TableDriver,
        sensing: Sensing,
        machine: TableMachine,
        reactions: Reactions,
        broker: Broker,
        health: TableHealth,
        watching: CameraFrames,
        evidence: Evidence,
        clip_door: ClipDoor,
        onlookers: Onlookers,
        store_held: Callable[[], None],
        fail: Callable[[BaseException], None],
        inputs: GameInputs | None = None,
    ) -> None:
        self.current = current
        self.settings = current.settings
        self.journal = current.journal
        self.corrections = Corrections(current.journal)
        self.unit = unit
        self.sensing = sensing
        self.machine = machine
        self.reactions = reactions
        self.broker = broker
        self.health = health
        self.watching = watching
        self.evidence = evidence
        self.clip_door = clip_door
        self.onlookers = onlookers
        self._store_held = store_held
        self._fail = fail
        self._inputs = inputs or GameInputs(current.clock.now_ms)
        self._timer: asyncio.TimerHandle | None = None
        self._pumping = False
        self._told_lost = False, False
        self._told_refused: tuple[int | None, int, int] | None = None
        self._pending: Pending | None = None
        self._journal_again_s: float | None = None
        """The time at which the journal is tried again, by the loop's clock; None while it can be written."""
        self._pause = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        self._cards = Cards()

    # What holds now

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

    # What people say

    def begin_hanchan(
        self,
        ruleset: dict[str, object] | None = None,
        names: tuple[str, str, str, str] | None = None,
        *,
        chairs: Four = (0, 1, 2, 3),
        senses: tuple[str, ...] | None = None,
        source: str = "daemon",
        instead: Instead | None = None,
        awaits_signal: bool = False,
        awaits_signature: bool = False,
    ) -> int:
        """Begin a hanchan; whatever is not given comes from the settings.

        Args:
            ruleset: as a mapping.
            names: by seat.
            chairs: the chair of each seat, the first dealer's first.
            senses: what the table can sense.
            source: who begins it.
            instead: why and how a running hanchan is thrown away for it.
            awaits_signal: it has a start signal.
            awaits_signature: its score sheet must be signed.
        """
        instead = instead or Instead()
        first, second, third, fourth = (self.settings.names[chair] for chair in chairs)
        at_ms = self.now_ms()
        self.sensing.last_ms = max(self.sensing.last_ms, at_ms)
        return self.observe(
            observations.HanchanBegun(
                at_ms=at_ms,
                source=source,
                ruleset=ruleset or self.settings.ruleset.to_mapping(),
                names=names or (first, second, third, fourth),
                chairs=chairs,
                senses=self.settings.senses if senses is None else senses,
                keeps=instead.keeps,
                judge=instead.judge,
                text=instead.text,
                awaits_signal=awaits_signal,
                awaits_signature=awaits_signature,
            )
        )

    def begin_hand(self, dice: tuple[int, int], who: str) -> int:
        """Begin the next hand with dice that a person has read, because the unit cannot report them."""
        self.sensing.hand_begins(self.now_ms())
        self.machine.rolled()
        hand = (UNKNOWN,) * 13
        return self.person_observes(observations.HandDealt(dice=dice, hands=(hand, hand, hand, hand)), who)

    def person_observes(self, observation: Observation, who: str) -> int:
        """Judge an observation made by a person; it comes after everything that was observed before."""
        self._catch_up()
        stamped = replace(observation, at_ms=self.now_ms(), source=f"judge:{who}")
        self.sensing.last_ms = max(self.sensing.last_ms, stamped.at_ms)
        number = self.observe(stamped)
        self.pump()
        return number

    def correct(self, seen: Corrected | Inserted, who: str) -> tuple[int, Refolded]:
        """Correct or insert an entry, and journal what follows from it. Returns the number of the new entry.

        Raises:
            CorrectionRefusedError: it makes no sense or comes too late; nothing is written.
        """
        self._catch_up()
        stamped = replace(seen, at_ms=self.now_ms(), source=f"judge:{who}")
        refolded, state = self.corrections.refold(stamped)
        played = self.in_hand()
        number = self._journalled(stamped, (refolded,), state, (), None)
        self.sensing.last_ms = max(self.sensing.last_ms, stamped.at_ms)
        if played and not self.in_hand():
            self.machine.hand_closed()
        self.pump()
        return number, refolded

    def part_waits(self, said: PartWaits) -> None:
        """A part of the machine waits for a person, or no longer does: what it keeps people from is nobody's delay."""
        if said.waits == self.sensing.hindrances.waits(said.part):
            return
        with self._inputs.come("hindrance", said):
            self.sensing.hindrances.machine(said.part, self._inputs.now_ms(), waits=said.waits)

    def was_away(self) -> None:
        """Tell the referee that the program was away since the newest entry: nobody knows what took how long."""
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
        """Do everything that can be done now; set a timer for what only time will bring."""
        if not self._pumping:
            with self._inputs.come("due"):
                self._pump()

    def _pump(self) -> None:
        if not self._journal_is_back():
            return
        self._pumping = True
        again_s: float | None = None
        try:
            self._go_on()
            while (step := self.sensing.step(self.state, self.current.clock.now_ms())) is not None:
                self._do(step)
            self._sound_gong()
            self._tell_of_hand()
            self.onlookers.release()
            if self._pause.failures:
                self._pause.reset()
                self.health.alert(TableAlert.TASK("decisions"), None)
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
        self.watching.keep_pace(self.state)
        self.stop_timer()
        if again_s is not None:
            self._timer = asyncio.get_running_loop().call_later(again_s, self.pump)
            return
        wakes = [
            self.sensing.wake_ms(self.current.clock.now_ms()),
            self._gong_ms(),
            self.onlookers.wake_ms(),
        ]
        wake_ms = min((each for each in wakes if each is not None), default=None)
        if wake_ms is not None:
            self._timer = asyncio.get_running_loop().call_at(wake_ms / 1000, self.pump)

    def journal_away(self, error: JournalAwayError) -> None:
        """Alert people that the journal cannot be written, and retry soon. What happens meanwhile waits, in order."""
        loop = asyncio.get_running_loop()
        if self._journal_again_s is None:
            say(f"{error}; trying again", TROUBLE)
        trouble = TableAlert.journal_unwritable(str(error.__cause__ or error))
        self.health.alert(TableAlert.JOURNAL_WRITE, trouble)
        self._journal_again_s = loop.time() + JOURNAL_AGAIN_S
        self.stop_timer()
        self._timer = loop.call_later(JOURNAL_AGAIN_S, self.pump)

    def _journal_is_back(self) -> bool:
        """Return whether the journal can be written, to our knowledge."""
        if self._journal_again_s is None:
            return True
        if asyncio.get_running_loop().time() < self._journal_again_s - TICK_S:
            return False
        try:
            self.journal.try_writing()
            self._store_held()
        except JournalAwayError as error:
            self.journal_away(error)
            return False
        self._journal_again_s = None
        say("the journal can be written again")
        self.health.alert(TableAlert.JOURNAL_WRITE, None)
        return True

    def _catch_up(self) -> None:
        """Journal earlier observations before what a person says now.

        Raises:
            JournalError: they cannot be journalled, so neither can what the person says.
        """
        if not self._pumping:
            self._go_on()

    def _go_on(self) -> None:
        """Do what remains of the newest step.

        Raises:
            JournalError: it cannot be journalled.
        """
        if self._pending is None:
            return
        self._pending.go_on(
            observe=lambda observation, settles, settled_ms: self.observe(
                observation, settles=settles, settled_ms=settled_ms
            ),
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
        self.health.alert(TableAlert.ASIDE, TableAlert.aside(type(observation).__name__, why))

    def _decisions_failed(self, error: Exception) -> float:
        """Report that deciding failed; returns the seconds until the next try."""
        say(f"decisions failed: {''.join(traceback.format_exception(error))}".rstrip(), FAILURE)
        trouble = TableAlert.task_fails("its decisions", f"{type(error).__name__}: {error}"[:MOST_WORDS])
        self.health.alert(TableAlert.TASK("decisions"), trouble)
        return self._pause.next()

    def observe(
        self, observation: Observation, *, settles: tuple[Key, ...] = (), settled_ms: int | None = None
    ) -> int:
        """Judge an observation and journal it; then publish, display and move. Returns the entry's number."""
        events, state = advance(self.state, observation)
        return self._journalled(observation, events, state, settles, settled_ms)

    def publish(self) -> None:
        """Show the state to the broker's listeners and on the table's displays."""
        state = public_state(
            self.state,
            self.journal.number,
            self.current.last_ms,
            self.settings.mqtt.table,
            self.settings.language,
        )
        self._name_clips(state)
        self.broker.state(state)
        card = self._cards.card(
            self.state,
            now_ms=self.current.clock.now_ms(),
            wall_ms=int(time.time() * 1000),
        )
        self.broker.telemetry("card", card)
        self.reactions.state(self.state)

    def _name_clips(self, public: dict[str, Any]) -> None:
        """Add the clips to the evidence of the findings."""
        if self.state is None:
            return
        for shown, found in zip(public["findings"], self.state.findings, strict=True):
            if clip := self.evidence.clip_of(found):
                shown["evidence"].append(clip)

    def stop_timer(self) -> None:
        """Stop the timer: nothing more happens by itself."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell_of_hand(self) -> None:
        """Alert people: somebody must enter a hand that the camera lost, and uncover what keeps a hand from being closed."""
        lost, asked = self.sensing.sight.lost(self.state), self.sensing.sight.asked(self.state)
        if (lost, asked) != self._told_lost:
            self._told_lost = lost, asked
            unseen = TableAlert.hand_not_followed() if asked else None
            self.health.alert(TableAlert.HAND, TableAlert.hand_lost() if lost else unseen)
        refused = self.sensing.sight.refused(self.state)
        ura = self.sensing.sight.ura_missing(self.state)
        told = None if refused is None and not ura else (refused, ura, self.sensing.sight.refusals)
        if told != self._told_refused:
            self._told_refused = told
            trouble = None
            if refused is not None and self.state is not None:
                place = place_of(ZoneId("hand", self.state.chairs[refused]), self.state)
                trouble = TableAlert.hand_unread(place)
            elif ura and self.state is not None:
                trouble = TableAlert.ura_unseen(ura, len(self.state.indicators))
            self.health.alert(TableAlert.CLOSE, trouble)

    def _gong_ms(self) -> int | None:
        """The time at which this table's own gong is to be judged; None if it has none now."""
        sounds_ms = gong.sounds_ms(self.state) if self.settings.own_gong else None
        return None if sounds_ms is None else sounds_ms + gong.LATE_MS

    def _sound_gong(self) -> None:
        due_ms = self._gong_ms()
        if due_ms is None or self.current.clock.now_ms() < due_ms:
            return
        sounded_ms = due_ms - gong.LATE_MS
        at_ms = max(sounded_ms, self.current.last_ms)
        self.sensing.last_ms = max(self.sensing.last_ms, at_ms)
        self.observe(observations.GongHeard(at_ms=at_ms, within_ms=at_ms - sounded_ms, source="daemon:clock"))

    def _do(self, step: Step) -> None:
        if step.note:
            say(step.note)
        self._pending = Pending(step)
        self._go_on()

    def _begins(self, chair: int) -> None:
        east, south, west, north = (number % 4 for number in range(chair, chair + 4))
        self.begin_hanchan(chairs=(east, south, west, north), source=f"chair:{chair}")

    def _press(self, press: Press, settles: tuple[Key, ...]) -> None:
        for nonce, number in settles:
            # Identified by its signal: one repeated after a restart is not pressed twice.
            self.machine.press(press.button, f"button:{nonce}:{number}", f"chair {press.chair}")

    def _journalled(
        self,
        observation: Observation,
        events: tuple[Event, ...],
        state: GameState | None,
        settles: tuple[Key, ...],
        settled_ms: int | None,
    ) -> int:
        entry = self.journal.append(observation, events, settles=settles, state=state)
        self.current.journalled(entry, events, state)
        self.watching.keep_pace(state)
        self.machine.hold(state.desk.stopped if state is not None else "")
        self.broker.entry(entry, lines_of(events, state), self._origin(observation, entry.at_ms, settled_ms))
        self.evidence.entry(entry.number, entry.at_ms, observation, events)
        self.onlookers.journalled(entry, state)
        if events:
            self.publish()
        for event in events:
            if isinstance(event, HandStarted):
                self.machine.dealt()
            elif isinstance(event, HandEnded):
                self.machine.hand_closed()
            if isinstance(event, TimeCalled | HanchanEnded | HanchanStarted | Refolded):
                self.health.alert(TableAlert.TIME, gong.trouble(state))
            if isinstance(event, HanchanEnded | HanchanStarted | ResultSigned | ScoresAdjusted | Refolded):
                self.health.alert(TableAlert.SHEET, unsigned.trouble(state))
        return entry.number

    def _origin(self, observation: Observation, at_ms: int, settled_ms: int | None) -> Origin:
        """The earliest moment at which the observation could be known."""
        kind, real_s = type(observation).__name__, None
        if not observation.source.startswith("frame:"):
            settled_ms = None
        elif settled_ms is not None:
            real_s = self.watching.seen_at_s(settled_ms)
        return Origin(kind, at_ms, settled_ms, time.monotonic() if real_s is None else real_s)
