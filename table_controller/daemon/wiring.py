"""Makes the parts of a table's daemon, each complete, and the daemon from them.

Parts are wired by callbacks that fire only once the daemon runs (a signal, a command, a picture); by then every
receiver exists.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Final

from config.log_line import TROUBLE
from firmware_bridge.drivers.installed import driver_at
from firmware_bridge.drivers.wires import Wires
from table_controller.alerts.evidence import Evidence, told
from table_controller.alerts.health import TableHealth, of_unit
from table_controller.alerts.supervised import Supervisor
from table_controller.alerts.watchdog import WatchedPart
from table_controller.commands.catalogue.catalogue import only_reads
from table_controller.commands.service.service import Commands
from table_controller.daemon.clock import Traffic
from table_controller.daemon.current_game import CurrentGame
from table_controller.daemon.daemon import Daemon, Parts
from table_controller.daemon.intake import Intake
from table_controller.daemon.onlookers import Onlookers
from table_controller.daemon.table_game import TableGame
from table_controller.daemon.watching import Watching
from table_controller.journal.held_signals import HeldSignals
from table_controller.journal.inputs import GameInputs, PartWaits, PlayedTable
from table_controller.machine.machine import TableMachine
from table_controller.machine.panel.contacts import PanelError
from table_controller.machine.reactions import Reactions
from table_controller.mqtt.broker import Broker
from table_controller.mqtt.logins import LoginsFile
from table_controller.sensing.sensing import Sensing
from table_controller.terminal.log import in_journal, say
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.doors.clip_door import ClipDoor
from table_controller.web.doors.metrics_door import MetricsDoor
from table_controller.web.doors.onlooker_door import OnlookerDoor, key_of, new_key
from table_controller.web.web import DashboardServer
from vision.geometry import load_geometry
from vision.worker.process import VisionProcess
from vision.worker.state_files import CLIPS_FOLDER, SECOND_CAMERA_FILE

if TYPE_CHECKING:
    from collections.abc import Collection

    from firmware_bridge.drivers.capabilities import Capabilities, Organ
    from firmware_bridge.drivers.port import TableDriver
    from firmware_bridge.messages.signals import Signal
    from referee.journal.journal import Journal, Loaded
    from table_controller.alerts.figures import Figures
    from table_controller.daemon.clock import Clock
    from table_controller.daemon.ending import Ending
    from table_controller.machine.panel.panel import Panel
    from table_controller.mqtt.requests import CommandRequest, Reply
    from table_controller.sensing.waiting.hand_by_sight import HandBySight
    from table_controller.settings.settings import Settings
    from table_controller.wording.alerts.declaration import DeclaredAlert, Trouble
    from vision.clips.clips import ClipOrder

CAMERA_MOVES_S: Final = 180.0
"""Real time within which the camera's part must move: it waits for a camera that hangs, then for one that is away."""
HANDS_TOLD: Final = frozenset({"buttons", "dice"})
"""A machine with these says when a hand begins and ends; otherwise the camera does."""
LATENCY_FILE: Final = "latency.jsonl"


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
    """The daemon of a table, ready to run. Called in its loop.

    Args:
        settings: of this table.
        journal: open.
        clock: table time; the running loop must be one of its loops.
        loaded: what the journal folds to.
        ending: receives failures after which the daemon cannot go on.
        inputs: keeps what comes in and decides the game; None keeps nothing.
        unit: instead of the one that the settings name.
        vision: instead of one that looks through the camera.
    """
    state = settings.state
    inputs = inputs or GameInputs(clock.now_ms)

    def receive(signal: Signal) -> None:
        intake.receive(signal)

    def heard(request: CommandRequest, reply: Reply) -> None:
        commands.heard(request, reply)

    def room(name: str, login: str) -> bool:
        return commands.room(name, login)

    def pump() -> None:
        game.pump()

    def motion_alert(alert: DeclaredAlert, trouble: Trouble | None) -> None:
        health.alert(alert, None if trouble is None else of_unit(trouble))
        game.part_waits(PartWaits(alert.name, waits=trouble is not None))

    def clip_kept(order: ClipOrder, error: str) -> None:
        if error:
            say(f"no clip of entry {order.journal} ({order.why}): {error}", TROUBLE)
        else:
            say(f"clip {order.journal} ({order.why})")
            broker.telemetry("clip", told(order))
            game.publish()
        health.clip(order.journal, error)

    unit = unit or driver_at(
        settings.driver,
        settings.serial,
        Wires(on_signal=receive, last_signal=journal.last_signal(), loop_factory=clock.new_event_loop),
    )
    can = unit.capabilities
    panel = _open_panel(settings)
    if isinstance(panel, PanelError):
        # Its buttons are no sense of this table then.
        senses = tuple(sense for sense in settings.senses if sense in can.senses)
        settings = replace(settings, senses=senses)
    outputs = None if panel is None or isinstance(panel, PanelError) else panel.outputs
    vision = vision or VisionProcess(
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
    clock.count_traffic(lambda: Traffic(unit.bytes_written, unit.bytes_read, vision.frames_done))
    inputs.unit_heard = lambda: unit.heard
    started_ms = inputs.begin(_played(settings, can))
    current = CurrentGame(settings, journal, inputs, loaded)
    geometry = load_geometry(settings.geometry)
    sensing = Sensing(
        started_ms=started_ms,
        last_ms=current.last_ms,
        tile=geometry.tile,
        unit_heard=inputs.heard,
        ask_unit=unit.ask,
        by_sight=_hands_by_sight(can.senses),
    )
    machine = TableMachine(
        unit,
        state / "machine.json",
        next_hand=current.next_hand,
        dice_locked=current.dice_locked,
        sheet_unsigned=current.sheet_unsigned,
        in_hand=current.in_hand,
        alert=motion_alert,
        say=say,
        deals_to=current.deals_to,
        just_begun=current.just_begun,
        curtains=sensing.curtains,
        cycles=can.cycles,
    )
    reactions = Reactions(unit, say, can.shows, outputs.game if outputs is not None else lambda _: None)
    logins = LoginsFile(settings.logins, say) if settings.logins else None
    broker = Broker(
        settings.mqtt,
        journal,
        command=heard,
        room=room,
        reads=only_reads,
        speaking=None
        if logins is None
        else partial(logins.speaking, settings.mqtt.hall, settings.mqtt.table),
        say=say,
        latency=state / LATENCY_FILE,
        words=settings.language,
    )
    health = TableHealth(
        broker,
        now_ms=current.now_ms,
        say=say,
        panel=None if isinstance(panel, PanelError) else panel,
        words=settings.language,
        connects=can.any,
    )
    camera = WatchedPart(lambda _: None, CAMERA_MOVES_S)
    evidence = Evidence(
        state / CLIPS_FOLDER,
        settings.clips,
        keep=vision.keep,
        kept=clip_kept,
        say=say,
        words=settings.language,
    )
    watching = Watching(
        vision,
        clock,
        sensing=sensing,
        health=health,
        pump=pump,
        evidence=evidence,
        console_mm=geometry.centre_half,
        dice_begin="dice" in can.senses,
        moved=camera.moved,
        inputs=inputs,
    )
    made: list[Figures] = []

    def written() -> bytes:
        if not made:
            # Most tables are never asked.
            from table_controller.alerts.figures import Figures, FigureSources  # noqa: PLC0415

            labels = partial(_labels, settings, unit)
            made.append(Figures(FigureSources(labels, current, unit, machine, vision, broker, health)))
        return made[0].written()

    clip_door = ClipDoor(state / CLIPS_FOLDER)
    key, unkept = _key_of_links(settings)
    onlooker_door = OnlookerDoor(key)
    onlookers = Onlookers(
        journal,
        settings.onlookers,
        settings.mqtt.table,
        now_ms=clock.now_ms,
        send=broker.shown,
        door=onlooker_door,
        say=say,
    )
    held = HeldSignals(journal)
    game = TableGame(
        current,
        unit=unit,
        sensing=sensing,
        machine=machine,
        reactions=reactions,
        broker=broker,
        health=health,
        watching=watching,
        evidence=evidence,
        clip_door=clip_door,
        onlookers=onlookers,
        store_held=held.store,
        fail=ending.fail,
        inputs=inputs,
    )
    intake = Intake(held, inputs, machine=machine, health=health, sensing=sensing, game=game)
    commands = Commands(game, logins, inputs=inputs)
    return Daemon(
        settings,
        clock,
        ending,
        Parts(
            game=game,
            unit=unit,
            vision=vision,
            machine=machine,
            reactions=reactions,
            broker=broker,
            health=health,
            supervisor=Supervisor(health.alert, say),
            evidence=evidence,
            watching=watching,
            camera=camera,
            intake=intake,
            inputs=inputs,
            panel=panel,
            links_unkept=unkept,
            web=_open_web(settings, logins, clip_door, onlooker_door, MetricsDoor(written, settings.metrics)),
        ),
    )


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
    """Return the detector of hands' beginnings and ends; None where the table's machine reports them."""
    if set(senses) >= HANDS_TOLD:
        return None
    # Only a table without such a machine needs it.
    from table_controller.sensing.waiting.hand_by_sight import HandBySight  # noqa: PLC0415

    return HandBySight()


def _open_panel(settings: Settings) -> Panel | PanelError | None:
    """The panel, or the error if it cannot be used: the table runs without it, since nothing else depends on it."""
    if not settings.panel.wired:
        return None
    # Only a table that has one needs it.
    from table_controller.machine.panel.panel import Panel  # noqa: PLC0415

    try:
        return Panel(settings.panel)
    except PanelError as error:
        return error


def _labels(settings: Settings, unit: TableDriver) -> dict[str, str]:
    """The identity of this table, and the program that runs it."""
    link = unit.telemetry
    return {
        "version": version("jantaku"),
        "hall": settings.mqtt.hall,
        "table": settings.mqtt.table,
        "driver": settings.driver,
        "firmware": "" if link is None else link.firmware,
    }


def _key_of_links(settings: Settings) -> tuple[bytes, str]:
    """The key of the links for onlookers, and why it is not kept; nothing is kept where no page is served."""
    if settings.http_port == 0:
        return new_key(), ""
    try:
        return key_of(settings.state), ""
    except OSError as error:
        return new_key(), str(error)


def _open_web(
    settings: Settings,
    logins: LoginsFile | None,
    clips: ClipDoor,
    onlookers: OnlookerDoor,
    metrics: MetricsDoor,
) -> DashboardServer | None:
    if settings.http_port == 0:
        return None
    return DashboardServer(
        settings.http_port,
        host=settings.http_listen,
        broker=BrokerDoor(settings.mqtt.host, settings.mqtt.port, settings.line_tls),
        hall=settings.mqtt.hall,
        table=settings.mqtt.table,
        tls=settings.http_tls,
        viewer=None if settings.viewer is None else BrokerLogin(*settings.viewer),
        login=None if logins is None else logins.find,
        clips=clips,
        onlookers=onlookers,
        metrics=metrics,
    )
