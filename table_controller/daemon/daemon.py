"""The daemon of one table: wires unit, vision, sensing, referee, journal, displays and broker together.

One way through: what is felt and seen goes to sensing, its observations to the referee, the decided events into the
journal; only when the entry is on disk is anything published, displayed or moved. Killed at any moment, the daemon
folds the journal, takes up the signals that no entry has settled yet, looks at the table anew and goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
import traceback
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    Connected,
    Curtain,
    DiceRolled,
    Fault,
    Levels,
    SignalsLost,
)
from firmware_bridge.unit.table_unit import TableUnit
from referee.game.judge_observations import PlayHalted
from referee.journal.journal import Journal, JournalError
from referee.journal.reader import open_reader
from referee.judging.rulings.stopping import halt_refused
from referee.texts.language import english
from table_controller.alerts.backup_age import BackupAge
from table_controller.alerts.evidence import Evidence, told
from table_controller.alerts.health import Health
from table_controller.alerts.supervised import Supervisor
from table_controller.alerts.watchdog import Notifier, Part, Watchdog
from table_controller.clock import BarrierClock, Clock, Traffic
from table_controller.commands.service.service import Commands
from table_controller.daemon import gong
from table_controller.daemon.table_game import TableGame
from table_controller.daemon.watching import Watching
from table_controller.journal import signals_store
from table_controller.journal.held_signals import HeldSignals
from table_controller.journal.mirror import ALERT as COPY
from table_controller.journal.mirror import Mirror
from table_controller.machine.machine import TableMachine
from table_controller.machine.panel import Panel, PanelError
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.broker import READER, Broker
from table_controller.mqtt.logins import LoginsFile
from table_controller.sensing.sensing import Sensing
from table_controller.terminal import interrupts
from table_controller.terminal.log import say
from table_controller.web.clip_door import ClipDoor
from table_controller.web.web import DashboardServer
from table_controller.wording.alert_texts import Advice, Alert, Place
from vision.calibration.camera_file import NAME as CAMERA_FILE
from vision.clips.clips import FOLDER as CLIPS
from vision.geometry import load_geometry
from vision.model.enrolled import NAME as ENROLLED_FILE
from vision.worker.process import VisionProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from firmware_bridge.messages.signals import Signal
    from firmware_bridge.unit.table_unit import SignalStream
    from referee.journal.journal import Loaded
    from referee.texts.message import Message
    from table_controller.settings.settings import Settings
    from vision.clips.clips import ClipOrder

EXIT_OK: Final = 0
EXIT_FAILED: Final = 1
MOVES_S: Final = 60.0
"""Real time in which each part of the table moves, also on a busy computer."""
CAMERA_MOVES_S: Final = 180.0
"""The camera's part waits for a camera that hangs, then for one that is away."""
TELEMETRY_S: Final = 10.0
"""Table time between two reports of the link's counters."""
LATENCY_FILE: Final = "latency.jsonl"


class Daemon(TableGame):
    """One table.

    Args:
        settings: of this table.
        journal: open.
        loaded: what the journal folds to.
        clock: table time; the running loop must be one of its loops.
    """

    def __init__(self, settings: Settings, journal: Journal, clock: Clock, loaded: Loaded) -> None:
        super().__init__(settings, journal, clock, loaded)
        self._exit = EXIT_OK
        self.told_to_end: Sequence[int] = ()
        self._held = HeldSignals(journal)
        self.clip_door = ClipDoor(settings.state / CLIPS)

    # Life

    async def main(self) -> int:
        """Run until SIGTERM, SIGINT or the end of time."""
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        self._loop.set_exception_handler(self._callback_failed)
        for number in interrupts.ENDS:
            self._loop.add_signal_handler(number, self._stop.set)
        if self.told_to_end:
            self._stop.set()
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
            self.vision = VisionProcess(
                settings.camera,
                settings.geometry,
                zero_s=self._zero_s(),
                kept=state / CAMERA_FILE,
                enrolled=state / ENROLLED_FILE,
                clips=state / CLIPS if settings.clips.seconds else None,
                clip_s=float(settings.clips.seconds),
            )
            self.clock.count_traffic(
                lambda: Traffic(self.unit.bytes_written, self.unit.bytes_read, self.vision.frames_done)
            )
            self.sensing = Sensing(
                started_ms=self.clock.now_ms(), last_ms=self._last_ms, unit_heard=lambda: self.unit.heard
            )
            self.machine = TableMachine(
                self.unit,
                state / "machine.json",
                next_hand=self.next_hand,
                in_hand=self.in_hand,
                alert=self._motion_alert,
                say=say,
                deals_to=self._deals_to,
                just_begun=self.just_begun,
            )
            self.reactions = Reactions(self.unit, say)
            self.commands = Commands(self, LoginsFile(settings.logins, say) if settings.logins else None)
            self.broker = Broker(
                settings.mqtt,
                self.journal,
                command=self.commands.heard,
                say=say,
                latency=state / LATENCY_FILE,
                words=settings.language,
            )
            panel = self._open_panel()
            self.health = Health(
                self.broker,
                now_ms=self.now_ms,
                say=say,
                panel=None if isinstance(panel, PanelError) else panel,
                words=settings.language,
            )
            self.supervisor = Supervisor(self.health.alert, say)
            camera = Part(lambda _: None, CAMERA_MOVES_S)
            self.evidence = Evidence(
                state / CLIPS,
                settings.clips,
                keep=self.vision.keep,
                kept=self._clip_kept,
                say=say,
            )
            self.watching = Watching(
                self.vision,
                self.clock,
                sensing=self.sensing,
                health=self.health,
                pump=self.pump,
                evidence=self.evidence,
                console_mm=load_geometry(settings.geometry).centre_half,
                moved=camera.moved,
            )
            web = self._open_web()
            self.health.begin()
            if isinstance(panel, PanelError):
                text = Alert.panel(str(panel))
                say(f"{english(text)}. {english(panel.advice)}")
                self.health.alert("panel", text, panel.advice, "warning")
            self._greet()
            self.broker.start()
            self._take_up()
            # Made before the link starts: its first word must not be missed.
            streams = [self.unit.signals()]
            keep = self.supervisor.start
            keep("link", lambda: self._listen(streams.pop() if streams else self.unit.signals()), "the link")
            await self.unit.start()
            keep("camera", self.watching.run, "what the camera sees")
            keep("machine", self.machine.run, "what the table moves")
            keep("displays", self.reactions.run, "the displays")
            keep("telemetry", self._tell_link, "the link's counters")
            keep("evidence", self.evidence.run, "the films for the judge")
            keep("check", self._check_journal, "the look through the journal")
            keep("backups", BackupAge(state, self.health.alert).run, "the look at the newest backup")
            watchdog = self._watch(camera)
            mirror = self._open_mirror()
        try:
            await self._stop.wait()
        finally:
            watchdog.stop()
            if mirror is not None:
                await asyncio.to_thread(mirror.stop)
            await self._close(web)
            # Before the loop closes: it closes what signals are written to while they may still come.
            for number in interrupts.ENDS:
                self._loop.remove_signal_handler(number)
            interrupts.ignore()
        return self._exit

    def _from_thread(self, call: Callable[[], None]) -> Callable[[], None]:
        """The same call for another thread to make."""

        def thread_call() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(call)

        return thread_call

    def _open_panel(self) -> Panel | PanelError | None:
        """The panel, or why a table that has one does without: nothing else hangs on it."""
        settings = self.settings
        if settings.lamp_pin is None and settings.judge_pin is None:
            return None
        try:
            return Panel(
                lamp_pin=settings.lamp_pin,
                judge_pin=settings.judge_pin,
                on_judge=self._from_thread(self._judge_called_at_panel),
            )
        except PanelError as error:
            return error

    def _open_web(self) -> DashboardServer | None:
        settings = self.settings
        if settings.http_port == 0:
            return None
        return DashboardServer(
            settings.http_port,
            host=settings.http_listen,
            websocket_port=settings.websocket_port,
            hall=settings.mqtt.hall,
            table=settings.mqtt.table,
            tls=settings.http_tls,
            websocket_tls=settings.mqtt.tls is not None,
            clips=self.clip_door,
        )

    async def _close(self, web: DashboardServer | None) -> None:
        self._stop_timer()
        await self.supervisor.stop()
        await self.unit.stop()
        await self.vision.stop()
        if web is not None:
            web.close()
        self.health.end()
        self.broker.stop()
        say("stopped")

    def _open_mirror(self) -> Mirror | None:
        """What copies the journal, where it is copied."""
        if not self.settings.journal_copy:
            return None

        def alert(text: Message | None, advice: Message) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.health.alert, COPY, text, advice, "warning")

        mirror = Mirror(self.journal, self.settings.journal_copy, alert=alert, say=say)
        mirror.start()
        return mirror

    def _watch(self, camera: Part) -> Watchdog:
        """The watchdog, fed while each part moves."""
        reader = ThreadPoolExecutor(1, "journal-proof")
        reading: list[Future[None]] = []

        def read(moved: Callable[[], None]) -> None:
            with contextlib.suppress(JournalError):
                self.journal.acknowledged(READER)
            moved()  # what cannot be read says so elsewhere; only what hangs does not come here

        def read_journal(moved: Callable[[], None]) -> None:
            if not reading or reading[0].done():
                reading[:] = [reader.submit(read, moved)]

        def decide(moved: Callable[[], None]) -> None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._prove, moved)

        parts = {
            "the link": Part(self.unit.prove, MOVES_S),
            "decisions": Part(decide, MOVES_S),
            "the journal": Part(read_journal, MOVES_S),
            "the broker's line": Part(self.broker.prove, MOVES_S),
            "the camera": camera,
        }
        watchdog = Watchdog(Notifier(), parts, say)
        watchdog.start()
        return watchdog

    def _prove(self, moved: Callable[[], None]) -> None:
        self.pump()
        moved()

    def _callback_failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something failed that no task waits for: told, and the table goes on."""
        error = context.get("exception")
        trace = "".join(traceback.format_exception(error)) if error is not None else ""
        say(f"failed: {context.get('message', '')} {trace}".rstrip())
        text = Alert.part_failed(str(error or context.get("message")))
        self.health.alert("task-other", text, Advice.restarts_itself())

    def fail(self, error: BaseException) -> None:
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
        self.machine.resume(0 if state is None else state.hands, playing=self.in_hand())
        self.machine.hold(state.desk.stopped if state is not None else "")
        if self.settings.auto_begin and (state is None or state.phase == "ended"):
            self.begin_hanchan()
        if self.evidence is not None:
            self.evidence.take_up(self.journal.entries)
        self.publish()
        self.health.alert(gong.ALERT, *gong.words(state), "info")
        left = self.journal.inbox()
        if left:
            say(f"{len(left)} signals from before the restart")
        for kept in left:
            self._take(signals_store.from_text(kept.payload), pump=False)
        self._loop.call_soon(self.pump)

    async def _check_journal(self) -> None:
        """Tell people of a damaged entry before the newest snapshot: nobody would read it until it is needed."""
        text = await asyncio.to_thread(damage, self.settings.journal)
        if text is not None:
            self.health.alert("journal", text, Advice.verify_journal())

    def _deals_to(self) -> int | None:
        """The chair that gets 14 tiles of the automatic deal; None where people deal."""
        if self.state is None or not self.settings.automatic_deal:
            return None
        return self.state.chairs[self.state.dealer]

    def _motion_alert(self, name: str, text: Message | None, advice: Message) -> None:
        said = None if text is None else Alert.unit_said(text)
        self.health.alert(name, said, advice, "warning" if name == "paused" else "error")

    def _clip_kept(self, order: ClipOrder, error: str) -> None:
        """A clip for the judge was written, or why not."""
        if error:
            say(f"no clip of entry {order.journal} ({order.why}): {error}")
        else:
            say(f"clip {order.journal} ({order.why})")
            self.broker.telemetry("clip", told(order))
            self.publish()
        self.health.clip(order.journal, error)

    def _judge_called_at_panel(self) -> None:
        self.health.judge_called(Place.panel())
        halted = PlayHalted(judge="panel")
        if self.state is not None and not halt_refused(self.state, halted):
            self.person_observes(halted, "panel")

    # What comes in

    def _receive(self, signal: Signal) -> None:
        """In the link's thread: keep a signal before it is acknowledged to the unit, on disk if it can be written."""
        new, away = self._held.receive(signal)
        if away is not None:
            self._loop.call_soon_threadsafe(self.journal_away, away)
        if not new:
            return
        self._loop.call_soon_threadsafe(self._take, signal)

    def store_held(self) -> None:
        """The signals that came while the journal could not be written go into the inbox."""
        self._held.store()

    def _take(self, signal: Signal, pump: bool = True) -> None:
        if isinstance(signal, Curtain):
            self.machine.curtain(signal.chair, signal.broken)
        elif isinstance(signal, DiceRolled):
            self.machine.rolled()
        elif isinstance(signal, Levels):
            self.machine.levels(signal.lifts_up, signal.stacked, signal.walls, can_deal=bool(signal.fitted))
            self.health.levels(signal)
            for chair in range(4):
                self.machine.curtain(chair, bool(signal.curtains >> chair & 1))
        elif isinstance(signal, Fault):
            self.health.fault(signal)
        elif isinstance(signal, Button) and signal.button is ButtonName.JUDGE and signal.pressed:
            self.health.judge_called(Place.chair(signal.chair))
        self.sensing.signal(signal, self.clock.now_ms())
        if pump:
            self.pump()

    async def _listen(self, stream: SignalStream) -> None:
        """Tell what becomes of the link."""
        async for event in stream:
            self.health.link(event)
            if isinstance(event, SignalsLost) or (isinstance(event, Connected) and event.was_reset):
                self.sensing.sources.unit.lost()

    async def _tell_link(self) -> None:
        """Tell now and then how the link to the unit is."""
        while True:
            await asyncio.sleep(TELEMETRY_S)
            link = self.unit.telemetry
            self.health.line(link)
            self.broker.telemetry("link", {"at_ms": self.now_ms(), **asdict(link)})


def damage(place: str) -> Message | None:
    """What is wrong with a journal's entries; None if nothing is."""
    try:
        reader = open_reader(place)
    except JournalError as error:
        return Alert.journal_unchecked(str(error))
    try:
        reader.check_chain()
    except JournalError as error:
        return Alert.journal_damaged(str(error))
    finally:
        reader.close()
    return None
