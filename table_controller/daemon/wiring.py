"""Makes the parts of a table's daemon, then the daemon.

A callback that needs a part made later (a signal, a command, a clip) fires only once the daemon runs; by then the part
exists.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from config.log_line import TROUBLE
from firmware_bridge.drivers.capabilities import Capabilities, Organ
from firmware_bridge.drivers.installed import driver_at
from firmware_bridge.drivers.port import TableDriver
from firmware_bridge.drivers.wires import Wires
from firmware_bridge.messages.signals import Signal
from referee.journal.journal import Journal, Loaded
from table_controller.broker.broker import Broker
from table_controller.broker.requests import Admission, CommandRequest, Reply
from table_controller.commands.catalogue.catalogue import only_reads
from table_controller.commands.commanded_table import CommandedTable
from table_controller.commands.service.service import Commands
from table_controller.daemon.clock import Clock, Traffic
from table_controller.daemon.daemon import Daemon, Parts
from table_controller.daemon.ending import Ending
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.game.table_game import TableGame
from table_controller.daemon.intake import Intake
from table_controller.daemon.listeners.game_alerts import GameAlerts, HandAlerts
from table_controller.daemon.listeners.onlookers import Onlookers
from table_controller.daemon.listeners.publishing import Publishing
from table_controller.daemon.machine_waits import MachineWaits
from table_controller.daemon.watching import VisionPace, Watching
from table_controller.health.calls.calls import AlertCalls, TableName
from table_controller.health.calls.program import send
from table_controller.health.evidence import Evidence, message_of
from table_controller.health.health import TableHealth
from table_controller.health.supervised import Supervisor
from table_controller.health.table_checks import TableChecks
from table_controller.health.watchdog import WatchedPart
from table_controller.journal.inputs import GameInputs, PlayedTable
from table_controller.machine.curtains import Curtains
from table_controller.machine.machine import TableMachine
from table_controller.machine.panel.contacts import PanelError
from table_controller.machine.panel.panel import Panel
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.logins import LoginsFile
from table_controller.mqtt.topics import CLIP
from table_controller.sensing.sensing import Sensing
from table_controller.sensing.waiting.hand_by_sight import HandBySight
from table_controller.settings.settings import Settings
from table_controller.updates.watching import UpdateWatch
from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.doors import Doors
from table_controller.web.doors.health_door import HealthDoor, PublishedHealth
from table_controller.web.doors.metrics_door import MetricsDoor
from table_controller.web.doors.onlooker_door import OnlookerDoor, key_of, new_key
from vision.clips.clips import ClipOrder
from vision.geometry import load_geometry
from vision.worker.process import VisionProcess
from vision.worker.state_files import CLIPS_FOLDER, SECOND_CAMERA_FILE
from wording.terminal.log import in_journal, say

if TYPE_CHECKING:
    from table_controller.health.figures import Figures
    from table_controller.web.web import DashboardServer

CAMERA_MOVES_S: Final = 180.0
"""Real time within which the camera's part must move: long enough to wait for a hanging camera, then a missing one."""
HANDS_TOLD: Final = frozenset({"buttons", "dice"})
"""A machine with these controls reports when a hand begins and ends; without them the camera does."""
LATENCY_FILE: Final = "latency.jsonl"


@dataclass(frozen=True, slots=True)
class _Sources:
    """The game so far, and the parts through which its table senses and moves."""

    clock: Clock
    ending: Ending
    current: CurrentGame
    started_ms: int
    unit: TableDriver
    panel: Panel | PanelError | None
    vision: VisionProcess

    @property
    def open_panel(self) -> Panel | None:
        """The panel if it can be used."""
        return None if isinstance(self.panel, PanelError) else self.panel


def wire(
    settings: Settings,
    journal: Journal,
    clock: Clock,
    loaded: Loaded,
    ending: Ending,
    *,
    inputs: GameInputs | None = None,
    unit: TableDriver | None = None,
    vision: VisionProcess | None = None,
) -> Daemon:
    """Return the daemon of a table, ready to run. Called in its loop.

    Args:
        settings: the table's settings.
        journal: the open journal.
        clock: table time; the running loop must be one of its loops.
        loaded: the state to which the journal folds.
        ending: receives failures after which the daemon cannot go on.
        inputs: records the inputs that decide the game; None records nothing.
        unit: a unit to use instead of the one in the settings.
        vision: a process to use instead of vision through the camera.
    """
    inputs = inputs or GameInputs(clock.now_ms)

    def receive(signal: Signal) -> None:
        parts.intake.receive(signal)

    unit = unit or driver_at(
        settings.driver,
        settings.serial,
        Wires(on_signal=receive, last_signal=journal.last_signal(), loop_factory=clock.new_event_loop),
    )
    panel = _open_panel(settings)
    if isinstance(panel, PanelError):
        # Then its buttons are not among the table's senses.
        senses = tuple(sense for sense in settings.senses if sense in unit.capabilities.senses)
        settings = replace(settings, senses=senses)
    vision = vision or _open_vision(settings, clock, inputs)
    clock.count_traffic(partial(_traffic, unit, vision))
    inputs.unit_heard = lambda: unit.heard
    started_ms = inputs.begin(_played(settings, unit.capabilities))
    current = CurrentGame(settings, journal, inputs, loaded)
    parts = _compose(_Sources(clock, ending, current, started_ms, unit, panel, vision))
    return Daemon(settings, clock, ending, parts)


def _compose(of: _Sources) -> Parts:
    """Return the daemon's parts on these sources: its game, and the reactions to an entry, in this order."""
    current, unit, vision = of.current, of.unit, of.vision
    settings, can, panel = current.settings, unit.capabilities, of.open_panel
    logins = LoginsFile(settings.logins, say) if settings.logins else None
    broker = _open_broker(current, logins, lambda: commands)
    health = TableHealth(
        broker, now_ms=current.now_ms, say=say, panel=panel, words=settings.language, connects=can.any
    )
    sensing = _sensing(of)
    waits = MachineWaits(health, sensing, current.inputs)
    machine = _machine(of, waits, sensing.curtains)
    pace = VisionPace(vision, of.clock, sensing)
    game = TableGame(current, sensing, health, press=machine.press, keep_pace=pace.keep, fail=of.ending.fail)
    evidence = _evidence(of, broker, health, lambda: publishing)
    camera = WatchedPart(lambda _: None, CAMERA_MOVES_S)
    watching = _watching(of, game, health, evidence, camera)
    publishing = Publishing(current, broker, seen_at_s=watching.seen_at_s, clip_of=evidence.clip_of)
    key, unkept = _key_of_links(settings)
    onlooker_door = OnlookerDoor(key)
    doors = _doors(of, machine, broker, health, onlooker_door)
    onlookers = _onlookers(of, broker, onlooker_door)
    reactions = Reactions(unit, say, can.shows, panel.outputs.game if panel is not None else lambda _: None)
    alerts = GameAlerts(health)
    game.listeners += (
        machine.hold_while_stopped,
        publishing.entry,
        evidence.film,
        onlookers.journalled,
        publishing.changes,
        reactions.changes,
        machine.follow,
        alerts.follow,
    )
    game.timed += (HandAlerts(current, sensing, health).update, onlookers.go_on)
    table = CommandedTable(game, health, machine, unit, watching, evidence, doors.clips, _updates(of))
    commands = Commands(table, logins, inputs=current.inputs)
    return Parts(
        game=game,
        table=table,
        unit=unit,
        vision=vision,
        machine=machine,
        waits=waits,
        reactions=reactions,
        broker=broker,
        health=health,
        supervisor=Supervisor(health.alert, say),
        evidence=evidence,
        watching=watching,
        camera=camera,
        publishing=publishing,
        onlookers=onlookers,
        alerts=alerts,
        intake=Intake(game, machine, health),
        calls=_calls(of, health),
        panel=of.panel,
        links_unkept=unkept,
        web=_open_web(settings, logins, doors),
    )


def _updates(of: _Sources) -> UpdateWatch:
    settings = of.current.settings
    return UpdateWatch(settings.update_source, settings.state, say)


def _calls(of: _Sources, health: TableHealth) -> AlertCalls | None:
    """Return the part that calls absent people about alerts; None if nobody is to be called."""
    settings = of.current.settings
    if not settings.call_addresses:
        return None
    place = TableName(settings.mqtt.hall, settings.mqtt.table)
    calls = AlertCalls(
        settings.call_addresses,
        place,
        settings.state,
        send=send,
        now_ms=of.clock.now_ms,
        alert=health.alert,
        say=say,
        words=settings.language,
    )
    health.call_people = calls.note
    return calls


def _doors(
    of: _Sources, machine: TableMachine, broker: Broker, health: TableHealth, onlookers: OnlookerDoor
) -> Doors:
    settings = of.current.settings
    figures = MetricsDoor(_figures(of, machine, broker, health), settings.metrics)
    published = HealthDoor(partial(_published, health, broker))
    return Doors(ClipDoor(settings.state / CLIPS_FOLDER), onlookers, figures, published)


def _published(health: TableHealth, broker: Broker) -> PublishedHealth:
    """Return the table's health as published to every viewer."""
    at = broker.address
    return {
        "hall": at.hall,
        "table": at.table,
        "unit": health.unit_answered,
        "camera": health.camera_saw,
        "alerts": broker.alerts,
    }


def _onlookers(of: _Sources, broker: Broker, door: OnlookerDoor) -> Onlookers:
    current = of.current
    return Onlookers(
        current.journal,
        current.settings.onlookers,
        current.settings.mqtt.table,
        now_ms=of.clock.now_ms,
        send=broker.show,
        door=door,
        say=say,
    )


def _open_vision(settings: Settings, clock: Clock, inputs: GameInputs) -> VisionProcess:
    """Return the process that looks through the camera."""
    state = settings.state
    return VisionProcess(
        settings.camera,
        settings.geometry,
        others=[(settings.second_camera, state / SECOND_CAMERA_FILE)] if settings.second_camera else [],
        # For a live camera: ``time.monotonic()`` at table time 0.
        zero_s=time.monotonic() - clock.now_ms() / 1000,
        state=state,
        clip_s=float(settings.clips.seconds),
        levels=in_journal(),
        frames=inputs.frames,
    )


def _traffic(unit: TableDriver, vision: VisionProcess) -> Traffic:
    return Traffic(unit.bytes_written, unit.bytes_read, vision.frames_done)


def _open_broker(current: CurrentGame, logins: LoginsFile | None, commands: Callable[[], Commands]) -> Broker:
    """Return the line to the broker; ``commands`` returns the service for commands once the broker is connected."""
    settings = current.settings

    def heard(request: CommandRequest, reply: Reply) -> None:
        commands().heard(request, reply)

    def room(name: str, login: str) -> bool:
        return commands().room(name, login)

    address = settings.mqtt
    return Broker(
        address,
        current.journal,
        command=heard,
        admission=Admission(room, only_reads),
        speaking=None if logins is None else partial(logins.speaking, address.hall, address.table),
        say=say,
        latency=settings.state / LATENCY_FILE,
        words=settings.language,
    )


def _sensing(of: _Sources) -> Sensing:
    inputs, unit = of.current.inputs, of.unit
    return Sensing(
        started_ms=of.started_ms,
        last_ms=of.current.last_ms,
        tile=load_geometry(of.current.settings.geometry).tile,
        unit_heard=inputs.heard,
        ask_unit=unit.ask,
        by_sight=_hands_by_sight(unit.capabilities.senses),
    )


def _machine(of: _Sources, waits: MachineWaits, curtains: Curtains) -> TableMachine:
    return TableMachine(
        of.unit,
        of.current.settings.state / "machine.json",
        of.current,
        alert=waits.alert,
        say=say,
        curtains=curtains,
        cycles=of.unit.capabilities.cycles,
    )


def _evidence(
    of: _Sources, broker: Broker, health: TableHealth, publishing: Callable[[], Publishing]
) -> Evidence:
    """Return the keeper of clips; ``publishing`` publishes the state again once a finding has a clip."""
    settings = of.current.settings

    def kept(order: ClipOrder, error: str) -> None:
        if error:
            say(f"no clip of entry {order.journal} ({order.why}): {error}", TROUBLE)
        else:
            say(f"clip {order.journal} ({order.why})")
            broker.show(CLIP, message_of(order))
            publishing().state()
        health.clip(order.journal, error)

    return Evidence(
        settings.state / CLIPS_FOLDER,
        settings.clips,
        keep=of.vision.keep,
        kept=kept,
        say=say,
        words=settings.language,
    )


def _watching(
    of: _Sources, game: TableGame, health: TableHealth, evidence: Evidence, camera: WatchedPart
) -> Watching:
    console_mm = load_geometry(of.current.settings.geometry).centre_half
    dice_begin = "dice" in of.unit.capabilities.senses
    checks = TableChecks(game.sensing, health.alert, console_mm, dice_begin=dice_begin)
    return Watching(
        of.vision, of.clock, game, health=health, evidence=evidence, checks=checks, moved=camera.moved
    )


def _figures(of: _Sources, machine: TableMachine, broker: Broker, health: TableHealth) -> Callable[[], bytes]:
    """Return a function that writes the figures; it imports them late, since most tables are never asked."""
    made: list[Figures] = []

    def written() -> bytes:
        if not made:
            from table_controller.health.figures import Figures, FigureSources  # noqa: PLC0415 - as above

            labels = partial(_labels, of.current.settings, of.unit)
            made.append(
                Figures(FigureSources(labels, of.current, of.unit, machine, of.vision, broker, health))
            )
        return made[0].written()

    return written


def _played(settings: Settings, can: Capabilities) -> PlayedTable:
    return PlayedTable(
        ruleset=settings.ruleset.to_mapping(),
        names=settings.names,
        senses=settings.senses,
        own_gong=settings.own_gong,
        automatic_deal=settings.automatic_deal,
        auto_begin=settings.auto_begin,
        geometry=settings.geometry,
        language=settings.language,
        can=can,
    )


def _hands_by_sight(senses: Collection[Organ]) -> HandBySight | None:
    """Return the detector of hands' beginnings and ends; None if the table's machine reports them."""
    if set(senses) >= HANDS_TOLD:
        return None
    # Only a table without such a machine needs it.
    from table_controller.sensing.waiting.hand_by_sight import HandBySight  # noqa: PLC0415

    return HandBySight()


def _open_panel(settings: Settings) -> Panel | PanelError | None:
    """Return the panel, or the error if it cannot be used: the table can run without it."""
    if not settings.panel.wired:
        return None
    # Only a table with a panel needs it.
    from table_controller.machine.panel.panel import Panel  # noqa: PLC0415

    try:
        return Panel(settings.panel)
    except PanelError as error:
        return error


def _labels(settings: Settings, unit: TableDriver) -> dict[str, str]:
    """Return the identity of this table, and the program that runs it."""
    link = unit.telemetry
    return {
        "version": version("jantaku"),
        "hall": settings.mqtt.hall,
        "table": settings.mqtt.table,
        "driver": settings.driver,
        "firmware": "" if link is None else link.firmware,
    }


def _key_of_links(settings: Settings) -> tuple[bytes, str]:
    """Return the key of the onlookers' links, and the reason if it is not stored; without a page no key is stored."""
    if settings.http_port == 0:
        return new_key(), ""
    try:
        return key_of(settings.state), ""
    except OSError as error:
        return new_key(), str(error)


def _open_web(settings: Settings, logins: LoginsFile | None, doors: Doors) -> "DashboardServer | None":
    if settings.http_port == 0:
        return None
    # Slow to import, and only a table with a page needs it.
    from table_controller.web.broker_door import BrokerDoor, BrokerLogin  # noqa: PLC0415
    from table_controller.web.web import DashboardServer, ServedPage  # noqa: PLC0415

    return DashboardServer(
        settings.http_port,
        ServedPage(
            broker=BrokerDoor(settings.mqtt.host, settings.mqtt.port, settings.line_tls),
            hall=settings.mqtt.hall,
            table=settings.mqtt.table,
            viewer=None if settings.viewer is None else BrokerLogin(*settings.viewer),
            login=None if logins is None else logins.find,
        ),
        host=settings.http_listen,
        tls=settings.http_tls,
        doors=doors,
    )
