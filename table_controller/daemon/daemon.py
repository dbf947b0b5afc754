"""The daemon of one table: starts its parts together, watches them and ends them.

There is one path: signals and sightings go to sensing, its observations to the referee, the decided events into the
journal. Only when the entry is on disk is anything published, displayed or moved. The daemon may be killed at any
moment: it then folds the journal, takes up the signals that no entry has settled yet, looks at the table again and
goes on.
"""

import asyncio
import contextlib
import itertools
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from config.log_line import FAILURE, TROUBLE
from firmware_bridge.drivers.port import TableDriver
from referee.journal.journal import JournalError
from referee.journal.reader import open_reader
from table_controller.broker.broker import Broker
from table_controller.broker.entries import READER
from table_controller.commands.commanded_table import CommandedTable
from table_controller.daemon.clock import Clock
from table_controller.daemon.ending import Ending
from table_controller.daemon.game.table_game import TableGame
from table_controller.daemon.intake import Intake
from table_controller.daemon.listeners.game_alerts import GameAlerts
from table_controller.daemon.listeners.onlookers import Onlookers
from table_controller.daemon.listeners.publishing import Publishing
from table_controller.daemon.machine_report import KeptCalibration, computer_degrees, machine_report
from table_controller.daemon.machine_waits import MachineWaits
from table_controller.daemon.watching import Watching
from table_controller.health.calls.calls import AlertCalls
from table_controller.health.evidence import Evidence
from table_controller.health.health import TableHealth
from table_controller.health.supervised import Supervisor
from table_controller.health.upkeep.backup_age import BackupAge
from table_controller.health.upkeep.certificate_age import CertificateAge
from table_controller.health.upkeep.disk_space import DiskSpace
from table_controller.health.watchdog import Notifier, Watchdog, WatchedPart
from table_controller.machine.machine import TableMachine
from table_controller.machine.panel.contacts import PanelError
from table_controller.machine.panel.panel import Panel
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.home_assistant import announce_device, device, device_topic
from table_controller.mqtt.topics import LINK, MACHINE
from table_controller.settings.settings import Settings
from vision.worker.process import VisionProcess
from vision.worker.state_files import CAMERA_FILE
from wording.alerts.declaration import Trouble
from wording.alerts.declared import TableAlert
from wording.terminal.log import say

if TYPE_CHECKING:
    from table_controller.web.web import DashboardServer

MOVES_S: Final = 60.0
"""Real time within which each part must show that it moves, even on a busy computer."""
MACHINE_S: Final = 1.0
"""The interval in table time at which changes of the machine are published."""
UPKEEP_S: Final = 3600.0
LINK_EVERY: Final = 10
"""The link's counters are published once in this many intervals."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that a daemon runs, wired together (``wiring``).

    Attributes:
        table: the table as commands find it.
        waits: reports parts of the machine that wait for a person.
        camera: the camera's part for the watchdog.
        calls: None if nobody is called.
        panel: None if there is none, an error if it cannot be used.
        links_unkept: the reason why the key of the onlookers' links could not be stored; empty if it was, or is not
            needed.
        web: None if no page is served.
    """

    game: TableGame
    table: CommandedTable
    unit: TableDriver
    vision: VisionProcess
    machine: TableMachine
    waits: MachineWaits
    reactions: Reactions
    broker: Broker
    health: TableHealth
    supervisor: Supervisor
    evidence: Evidence
    watching: Watching
    camera: WatchedPart
    publishing: Publishing
    onlookers: Onlookers
    alerts: GameAlerts
    intake: Intake
    calls: AlertCalls | None
    panel: Panel | PanelError | None
    links_unkept: str
    web: "DashboardServer | None"


class Daemon:
    """One table. Made in its loop.

    Args:
        settings: the table's settings.
        clock: table time; the running loop must be one of its loops.
        ending: the request for its end.
        parts: the table's parts.
    """

    def __init__(self, settings: Settings, clock: Clock, ending: Ending, parts: Parts) -> None:
        self.settings = settings
        self.clock = clock
        self.game = parts.game
        self._ending = ending
        self.parts = parts
        self._health = parts.health
        self._loop = asyncio.get_running_loop()

    # Life

    async def run(self) -> int:
        """Run until the end is requested; returns the exit status."""
        self._loop.set_exception_handler(self._callback_failed)
        parts = self.parts
        with self.clock.hold():
            self._health.begin()
            if isinstance(parts.panel, PanelError):
                say(parts.panel.trouble.line, TROUBLE)
                self._health.alert(TableAlert.PANEL, parts.panel.trouble)
            if parts.links_unkept:
                self._health.alert(TableAlert.LINKS, TableAlert.links_unkept(parts.links_unkept))
            self._greet()
            self._show_at_home()
            parts.broker.start()
            self.resume_from_journal()
            # Created before the link starts, so that its first signal is not missed.
            streams = [parts.unit.signals()]
            keep = parts.supervisor.start
            keep(
                "link",
                lambda: parts.intake.listen(streams.pop() if streams else parts.unit.signals()),
                "the link",
            )
            await parts.unit.start()
            if parts.panel is not None and not isinstance(parts.panel, PanelError):
                parts.panel.start(
                    now_ms=self.clock.now_ms,
                    send=parts.intake.receive_panel,
                    alert=self._health.alert,
                    say=say,
                )
                keep("panel", parts.panel.run, "the panel's buttons")
            keep("camera", parts.watching.run, "what the camera sees")
            keep("machine", parts.machine.run, "what the table moves")
            keep("displays", parts.reactions.run, "the displays")
            keep("telemetry", self._tell_technicians, "the link's counters")
            keep("evidence", parts.evidence.run, "the films for the judge")
            keep("check", self._check_journal, "the look through the journal")
            keep("upkeep", self._look_hourly, "the look at backups, disk and certificates")
            if parts.calls is not None:
                keep("calls", parts.calls.run, "the calls of people who are not there")
            watchdog = self._watch()
        try:
            await self._ending.asked()
        finally:
            watchdog.stop()
            await self._close()
            self._ending.is_near()
        return self._ending.status

    async def _close(self) -> None:
        parts = self.parts
        self.game.stop_timer()
        await parts.supervisor.stop()
        await parts.unit.stop()
        await parts.vision.stop()
        if parts.web is not None:
            parts.web.close()
        self._health.end()
        parts.broker.stop()
        say("stopped")

    def _watch(self) -> Watchdog:
        """The watchdog, fed while each part moves."""
        reader = ThreadPoolExecutor(1, "journal-proof")
        reading: list[Future[None]] = []

        def read(moved: Callable[[], None]) -> None:
            with contextlib.suppress(JournalError):
                self.game.journal.acknowledged(READER)
            moved()  # a journal that cannot be read raises its alert elsewhere; here only a hang matters

        def read_journal(moved: Callable[[], None]) -> None:
            if not reading or reading[0].done():
                reading[:] = [reader.submit(read, moved)]

        def decide(moved: Callable[[], None]) -> None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._prove, moved)

        parts = {
            "the link": WatchedPart(self.parts.unit.ping, MOVES_S),
            "decisions": WatchedPart(decide, MOVES_S),
            "the journal": WatchedPart(read_journal, MOVES_S),
            "the broker's line": WatchedPart(self.parts.broker.prove, MOVES_S),
            "the camera": self.parts.camera,
        }
        watchdog = Watchdog(Notifier(), parts, say)
        watchdog.start()
        return watchdog

    def _prove(self, moved: Callable[[], None]) -> None:
        self.game.pump()
        moved()

    def _callback_failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Report a failure that no task waits for; the table goes on."""
        error = context.get("exception")
        trace = "".join(traceback.format_exception(error)) if error is not None else ""
        say(f"failed: {context.get('message', '')} {trace}".rstrip(), FAILURE)
        trouble = TableAlert.part_failed(str(error or context.get("message")))
        self._health.alert(TableAlert.TASK("other"), trouble)

    def _show_at_home(self) -> None:
        """Announce the table to Home Assistant, or withdraw it."""
        settings, home = self.settings, self.settings.home
        made = device(
            settings.mqtt,
            caller=home.caller,
            unit=self.parts.unit.capabilities.any,
            updates=bool(settings.update_source),
            words=settings.language,
        )
        announce_device(
            self.parts.broker.announce,
            device_topic(settings.mqtt.hall, settings.mqtt.table),
            made if home.discovery else None,
            folder=settings.state,
            say=say,
        )

    # From the journal

    def _greet(self) -> None:
        count, state = self.game.journal.number, self.game.state
        where = "no hanchan" if state is None else f"{state.hand_name}, {state.phase}"
        say(f"table {self.settings.mqtt.hall}/{self.settings.mqtt.table}: {count} entries, {where}")

    def resume_from_journal(self) -> None:
        """Resume from the journal's end, with the signals that wait in the inbox."""
        with self.game.current.inputs.record_input("start"):
            self._take_up()

    def _take_up(self) -> None:
        state = self.game.state
        parts, machine = self.parts, self.parts.machine
        machine.resume(0 if state is None else state.hands, playing=self.game.in_hand())
        machine.hold(state.desk.stopped if state is not None else "")
        parts.onlookers.resume_from_journal(state, self.game.current.last_ms)
        self.game.was_away()
        if self.settings.auto_begin and self.game.current.may_begin():
            self.game.begin_hanchan()
        parts.evidence.resume_from_journal(self.game.journal.entries)
        parts.publishing.state()
        parts.reactions.state(self.game.state)
        parts.alerts.begin(state)
        parts.intake.resume_from_journal()

    async def _check_journal(self) -> None:
        """Alert people to a damaged entry before the newest snapshot: otherwise it stays unnoticed until needed."""
        found = await asyncio.to_thread(damage, self.settings.journal)
        if found is not None:
            self._health.alert(TableAlert.JOURNAL, found)

    async def _look_hourly(self) -> None:
        """Alert people to an old backup, a full disk or an expiring certificate; look for a newer version."""
        state, alert, updates = self.settings.state, self._health.alert, self.parts.table.updates
        looks = BackupAge(state, alert).look, DiskSpace(state, alert).look
        certificates = CertificateAge(self.settings.certificates, alert)
        while True:
            for look in looks:
                look()
            if updates is not None:
                await asyncio.to_thread(updates.look)
            certificates.tell(await asyncio.to_thread(certificates.trouble))
            await asyncio.sleep(UPKEEP_S)

    async def _tell_technicians(self) -> None:
        """Publish the condition of machine and camera soon after each change, and the link's counters periodically."""
        calibration = KeptCalibration(self.settings.state / CAMERA_FILE)
        warm, updates = computer_degrees(), self.parts.table.updates
        for looks in itertools.count(1):
            await asyncio.sleep(MACHINE_S)
            if looks % LINK_EVERY == 0:
                warm = computer_degrees()
            parts = self.parts
            report = machine_report(
                parts.machine,
                parts.watching,
                calibration.error_px,
                parts.broker.alerted,
                warm,
                update=None if updates is None else updates.report(),
            )
            self.parts.broker.show(MACHINE, report)
            if looks % LINK_EVERY:
                continue
            link = self.parts.unit.telemetry
            if link is None:
                continue
            self._health.line(link)
            self.parts.broker.show(LINK, {"at_ms": self.game.now_ms(), **asdict(link)})


def damage(place: str) -> Trouble | None:
    """Return the damage to a journal's entries; None if there is none."""
    try:
        reader = open_reader(place)
    except JournalError as error:
        return TableAlert.journal_unchecked(str(error))
    try:
        reader.check_chain()
    except JournalError as error:
        return TableAlert.journal_damaged(str(error))
    finally:
        reader.close()
    return None
