"""The daemon of one table: wires unit, vision, sensing, referee, journal, displays and broker together.

One way through: what is felt and seen goes to sensing, its observations to the referee, the decided events into the
journal; only when the entry is on disk is anything published, displayed or moved. Killed at any moment, the daemon
folds the journal, takes up the signals that no entry has settled yet, looks at the table anew and goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal as signals
import sys
import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final

from firmware_bridge.signals import (
    Button,
    ButtonName,
    Curtain,
    DiceRolled,
    Fault,
    Levels,
)
from firmware_bridge.table_unit import TableUnit
from referee import observations
from referee.decide import advance
from referee.events import HandEnded, HandStarted
from referee.journal import Journal, JournalError
from referee.judge_observations import PlayHalted
from referee.public import public_state
from referee.rulings.stopping import halt_refused
from table_controller import signals_store
from table_controller.broker import Broker, Origin
from table_controller.clock import BarrierClock, Clock, RealClock, Traffic
from table_controller.commands.service import Commands
from table_controller.corrections import Corrections
from table_controller.health import Health
from table_controller.machine import TableMachine
from table_controller.reactions import Reactions
from table_controller.sensing import SENSES, Sensing, Step
from table_controller.web import DashboardServer
from table_controller.wording import text_of
from vision.process import VisionProcess, VisionStoppedError
from vision.sightings import FoundTrack, LostTrack

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from firmware_bridge.signals import Signal
    from firmware_bridge.table_unit import SignalStream
    from referee.events import Event, Four
    from referee.journal import Loaded
    from referee.judge_events import Refolded
    from referee.judge_observations import Corrected
    from referee.observations import Observation
    from referee.position import GameState
    from table_controller.panel import Panel
    from table_controller.sensing import Key
    from table_controller.settings import Settings
    from vision.wire import FrameReport

EXIT_OK: Final = 0
EXIT_FAILED: Final = 1
VISION_RETRY_S: Final = 2.0
VISION_LONGEST_RETRY_S: Final = 30.0
TELEMETRY_S: Final = 10.0
"""Table time between two reports of the link's counters."""
LATENCY_FILE: Final = "latency.jsonl"


def say(text: str) -> None:
    """A line in the daemon's log, which is its output."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Daemon:
    """One table.

    Args:
        settings: of this table.
        journal: open.
        loaded: what the journal folds to.
        clock: table time; the running loop must be one of its loops.
    """

    def __init__(self, settings: Settings, journal: Journal, clock: Clock, loaded: Loaded) -> None:
        self.settings = settings
        self.journal = journal
        self.clock = clock
        self.state = loaded.state
        self.corrections = Corrections(journal)
        self._last_ms = loaded.at_ms
        self._frames: dict[int, float] = {}
        self._exit = EXIT_OK
        self._timer: asyncio.TimerHandle | None = None
        self._pumping = False
        self._tasks: set[asyncio.Task[None]] = set()

    # Life

    async def main(self) -> int:
        """Run until SIGTERM, SIGINT or the end of time."""
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        for number in (signals.SIGTERM, signals.SIGINT):
            self._loop.add_signal_handler(number, self._stop.set)
        if isinstance(self.clock, BarrierClock):
            self.clock.on_lost(self._from_thread(self._time_ended))
        settings, state = self.settings, self.settings.state
        with self.clock.hold():
            self.unit = TableUnit(
                settings.serial,
                on_signal=self._receive,
                last_signal=self.journal.last_signal(),
                loop_factory=self.clock.new_event_loop,
            )
            self.vision = VisionProcess(settings.camera, settings.geometry, zero_s=self._zero_s())
            self.clock.count_traffic(
                lambda: Traffic(self.unit.bytes_written, self.unit.bytes_read, self.vision.frames_done)
            )
            self.sensing = Sensing(started_ms=self.clock.now_ms(), last_ms=self._last_ms)
            self.machine = TableMachine(
                self.unit,
                state / "machine.json",
                next_hand=self._next_hand,
                in_hand=self._in_hand,
                alert=self._motion_alert,
                say=say,
            )
            self.reactions = Reactions(self.unit, say)
            self.commands = Commands(self)
            self.broker = Broker(
                settings.mqtt,
                self.journal,
                command=self.commands.heard,
                say=say,
                latency=state / LATENCY_FILE,
            )
            self.health = Health(self.broker, now_ms=self.now_ms, say=say, panel=self._open_panel())
            web = self._open_web()
            self.health.begin()
            self._greet()
            self.broker.start()
            self._take_up()
            # Made before the link starts: its first word must not be missed.
            self._start(self._listen(self.unit.signals()))
            await self.unit.start()
            self._start(self._watch())
            self._start(self.machine.run())
            self._start(self.reactions.run())
            self._start(self._tell_link())
        try:
            await self._stop.wait()
        finally:
            await self._close(web)
        return self._exit

    def _from_thread(self, call: Callable[[], None]) -> Callable[[], None]:
        """The same call for another thread to make."""

        def thread_call() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(call)

        return thread_call

    def _open_panel(self) -> Panel | None:
        settings = self.settings
        if settings.lamp_pin is None and settings.judge_pin is None:
            return None
        # Only a table with a panel needs GPIO.
        from table_controller.panel import Panel  # noqa: PLC0415

        return Panel(
            lamp_pin=settings.lamp_pin,
            judge_pin=settings.judge_pin,
            on_judge=self._from_thread(self._judge_called_at_panel),
        )

    def _open_web(self) -> DashboardServer | None:
        settings = self.settings
        if settings.http_port == 0:
            return None
        return DashboardServer(
            settings.http_port,
            websocket_port=settings.websocket_port,
            hall=settings.mqtt.hall,
            table=settings.mqtt.table,
        )

    async def _close(self, web: DashboardServer | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.unit.stop()
        await self.vision.stop()
        if web is not None:
            web.close()
        self.health.end()
        self.broker.stop()
        say("stopped")

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """Something that must not happen did: end, so that the supervisor starts afresh from the journal."""
        say(f"failed: {type(error).__name__}: {error}")
        if not isinstance(error, JournalError):
            self._loop.call_exception_handler({"message": "the daemon fails", "exception": error})
        self._exit = EXIT_FAILED
        self._stop.set()

    def _time_ended(self) -> None:
        say("the conductor is gone: table time has ended")
        self._stop.set()

    def _zero_s(self) -> float:
        """``time.monotonic()`` at table time 0, for a live camera."""
        return time.monotonic() - self.clock.now_ms() / 1000

    # From the journal

    def _greet(self) -> None:
        count = self.journal.number
        where = "no hanchan" if self.state is None else f"{self.state.hand_name}, {self.state.phase}"
        say(f"table {self.settings.mqtt.hall}/{self.settings.mqtt.table}: {count} entries, {where}")

    def _take_up(self) -> None:
        """Go on from the journal's end, with the signals that wait in the inbox."""
        state = self.state
        self.machine.resume(0 if state is None else state.hands, playing=self._in_hand())
        self.machine.hold(state.desk.stopped if state is not None else "")
        if self.settings.auto_begin and (state is None or state.phase == "ended"):
            self.begin_hanchan()
        self._publish()
        left = self.journal.inbox()
        if left:
            say(f"{len(left)} signals from before the restart")
        for kept in left:
            self._take(signals_store.from_text(kept.payload), pump=False)
        self._loop.call_soon(self.pump)

    def _motion_alert(self, name: str, text: str | None, advice: str) -> None:
        self.health.alert(name, text, advice, "warning" if name == "paused" else "error")

    def _judge_called_at_panel(self) -> None:
        self.health.judge_called("the panel")
        halted = PlayHalted(judge="panel")
        if self.state is not None and not halt_refused(self.state, halted):
            self.person_observes(halted, "panel")

    def _in_hand(self) -> bool:
        return self.state is not None and self.state.phase in {"dealing", "playing", "closing"}

    def _next_hand(self) -> int | None:
        if self.state is None or self.state.phase == "ended" or self.state.desk.stopped:
            return None
        return self.state.hands + 1

    # What comes in

    def _receive(self, signal: Signal) -> None:
        """In the link's thread: keep a signal before it is acknowledged to the unit."""
        if not signals_store.is_kept(signal):
            self.journal.pass_over(signal.nonce, signal.number)
        elif not self.journal.receive(signal.nonce, signal.number, signals_store.to_text(signal)):
            return
        self._loop.call_soon_threadsafe(self._take, signal)

    def _take(self, signal: Signal, pump: bool = True) -> None:
        if isinstance(signal, Curtain):
            self.machine.curtain(signal.chair, signal.broken)
        elif isinstance(signal, DiceRolled):
            self.machine.rolled()
        elif isinstance(signal, Levels):
            self.machine.levels(signal.lifts_up, signal.stacked, signal.walls)
            for chair in range(4):
                self.machine.curtain(chair, bool(signal.curtains >> chair & 1))
        elif isinstance(signal, Fault):
            self.health.fault(signal)
        elif isinstance(signal, Button) and signal.button is ButtonName.JUDGE and signal.pressed:
            self.health.judge_called(f"chair {signal.chair}")
        self.sensing.signal(signal, self.clock.now_ms())
        if pump:
            self.pump()

    async def _listen(self, stream: SignalStream) -> None:
        """Tell what becomes of the link."""
        async for event in stream:
            self.health.link(event)

    async def _tell_link(self) -> None:
        """Tell now and then how the link to the unit is."""
        while True:
            await asyncio.sleep(TELEMETRY_S)
            self.broker.telemetry("link", {"at_ms": self.now_ms(), **asdict(self.unit.telemetry)})

    async def _watch(self) -> None:
        """Keep vision running and take what it reports."""
        pause_s = VISION_RETRY_S
        while True:
            try:
                await self.vision.start()
                self.sensing.vision_started(self.clock.now_ms())
                async for report in self.vision.reports():
                    self._take_report(report)
                reason = "its frames have ended"
            except VisionStoppedError as error:
                reason = str(error)
            if self.health.camera_lost(reason):
                pause_s = VISION_RETRY_S
            await self.vision.stop()
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, VISION_LONGEST_RETRY_S)

    def _take_report(self, report: FrameReport) -> None:
        now_ms = self.clock.now_ms()
        self.health.camera_sees()
        self._frames[report.at_ms] = self._real_s_of(report.at_ms)
        while len(self._frames) > 600:
            del self._frames[next(iter(self._frames))]
        for sighting in report.sightings:
            if isinstance(sighting, LostTrack | FoundTrack):
                self.health.track(sighting)
            self.sensing.sighting(sighting, now_ms)
        self.pump()
        self.vision.acknowledge(report.frame)

    def _real_s_of(self, at_ms: int) -> float:
        """``time.monotonic()`` of a frame; under a conductor, where time jumps, of its report."""
        real_s = time.monotonic()
        if isinstance(self.clock, RealClock):
            real_s -= max(0, self.clock.now_ms() - at_ms) / 1000 / self.clock.speed
        return real_s

    # Through

    def pump(self) -> None:
        """Do everything that can be done now; ask to be called when time alone brings more."""
        if self._pumping:
            return
        self._pumping = True
        try:
            while (step := self.sensing.step(self.state, self.clock.now_ms())) is not None:
                self._do(step)
        except JournalError as error:
            self._fail(error)
            return
        finally:
            self._pumping = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        wake_ms = self.sensing.wake_ms(self.clock.now_ms())
        if wake_ms is not None:
            self._timer = self._loop.call_at(wake_ms / 1000, self.pump)

    def _do(self, step: Step) -> None:
        if step.note:
            say(step.note)
        last = len(step.observations) - 1
        for number, observation in enumerate(step.observations):
            self.observe(
                observation, settles=step.settles if number == last else (), settled_ms=step.settled_ms
            )
        if step.press is not None and not step.observations:
            press = step.press
            for nonce, number in step.settles:
                # Known by its signal: one that comes again after a restart is not pressed twice.
                self.machine.press(press.button, f"button:{nonce}:{number}", f"chair {press.chair}")
        if not step.observations:
            self.settle(step.settles)

    def settle(self, keys: tuple[Key, ...]) -> None:
        """Nothing is to be journalled of these signals."""
        self.journal.settle(keys)

    def observe(
        self, observation: Observation, *, settles: tuple[Key, ...] = (), settled_ms: int | None = None
    ) -> int:
        """Judge an observation and journal it; then publish, display and move. Returns the entry's number."""
        events, state = advance(self.state, observation)
        return self._journalled(observation, events, state, settles, settled_ms)

    def correct(self, seen: Corrected, who: str) -> tuple[int, Refolded]:
        """Put an entry right and journal what follows from it. Returns the number of the new entry.

        Raises:
            CorrectionRefusedError: it makes no sense or comes too late; nothing is written.
        """
        stamped = replace(seen, at_ms=self.now_ms(), source=f"judge:{who}")
        refolded, state = self.corrections.refold(stamped)
        played = self._in_hand()
        number = self._journalled(stamped, (refolded,), state, (), None)
        self.sensing.last_ms = max(self.sensing.last_ms, stamped.at_ms)
        if played and not self._in_hand():
            self.machine.hand_closed()
        self.pump()
        return number, refolded

    def _journalled(
        self,
        observation: Observation,
        events: tuple[Event, ...],
        state: GameState | None,
        settles: tuple[Key, ...],
        settled_ms: int | None,
    ) -> int:
        entry = self.journal.append(observation, events, settles=settles, state=state)
        self.state = state
        self.machine.hold(state.desk.stopped if state is not None else "")
        self._last_ms = max(self._last_ms, entry.at_ms)
        from_frame = observation.source.startswith("frame:")
        origin = Origin(
            type(observation).__name__,
            entry.at_ms,
            settled_ms if from_frame else None,
            self._frames.get(settled_ms or -1, time.monotonic()) if from_frame else time.monotonic(),
        )
        text = text_of(events, state)
        self.broker.entry(entry, text, origin)
        if events:
            self._publish()
        for event in events:
            if isinstance(event, HandStarted):
                self.machine.dealt()
            elif isinstance(event, HandEnded):
                self.machine.hand_closed()
        return entry.number

    def _publish(self) -> None:
        state = public_state(self.state, self.journal.number, self._last_ms, self.settings.mqtt.table)
        self.broker.state(state)
        self.reactions.state(self.state)

    # Judges, operators, alerts

    def now_ms(self) -> int:
        """Time for an observation made by a person."""
        return max(self.clock.now_ms(), self._last_ms)

    def begin_hanchan(
        self,
        ruleset: dict[str, object] | None = None,
        names: tuple[str, str, str, str] | None = None,
        *,
        chairs: Four = (0, 1, 2, 3),
        senses: tuple[str, ...] = SENSES,
    ) -> int:
        """Begin a hanchan under these rules, by default those of the settings; ``chairs`` and ``names`` by seat."""
        return self.observe(
            observations.HanchanBegun(
                at_ms=self.now_ms(),
                source="daemon",
                ruleset=ruleset or self.settings.ruleset.to_mapping(),
                names=names or self.settings.names,
                chairs=chairs,
                senses=senses,
            )
        )

    def person_observes(self, observation: Observation, who: str) -> int:
        """An observation made by a judge; it takes its place after all that was observed before."""
        stamped = replace(observation, at_ms=self.now_ms(), source=f"judge:{who}")
        self.sensing.last_ms = max(self.sensing.last_ms, stamped.at_ms)
        number = self.observe(stamped)
        self.pump()
        return number
