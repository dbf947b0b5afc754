"""``jantaku sim``: plays a whole game on a simulated table, and reports on its reconstruction."""

import argparse
import asyncio
import contextlib
import gc
import itertools
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
from msgspec import structs

from config import ConfigError, read_ruleset
from firmware_bridge.unit.process import UnitProcessError
from referee.journal.entry import JournalError
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import GameRecord, HandRecord
from referee.records.reader import read_record
from referee.tiles import is_red
from simulation.camera.camera_loop import CameraLoop
from simulation.camera.overhead import OverheadCamera
from simulation.camera.shared_frames import FramePublisher
from simulation.camera.tables import SimulatedTable
from simulation.people.bots import play_game
from simulation.people.course import Played, built_in_players
from simulation.people.ears import Ears, Listening
from simulation.people.judge import SimulatedJudge
from simulation.people.players import Manner, OffRecord, ScriptedTable
from simulation.playing.beginning import Beginning, remember
from simulation.playing.compare import Comparison, compare_files, compare_left, compare_played
from simulation.playing.continued import check_same, cut_copy, hanchans_begun, hands_begun, take_up
from simulation.playing.keys import HELP as KEYS_HELP
from simulation.playing.keys import PACED, PAUSED, TimeKeys, has_to_itself, keys_at
from simulation.playing.options import Options, add_options
from simulation.playing.report import Report, latencies
from simulation.playing.typed import ORDERS_HELP, Keyboard, TypedOrders
from simulation.processes.conductor import US_PER_MS, ConductedLoop, Conductor, DaemonPort
from simulation.processes.logins import (
    HALL,
    HOUSE_JUDGE,
    PEOPLE_LOGIN,
    TABLE_LOGIN,
    Logins,
    make_logins,
)
from simulation.processes.mosquitto import ANYBODY, BrokerMissingError, broker_command
from simulation.processes.other_machine import OtherMachine
from simulation.processes.ports import LOCALHOST, free_ports
from simulation.processes.supervisor import Program, ProgramFailedError, say
from simulation.processes.unit import SimulatedUnit
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of
from simulation.staged.foul import FoulVerdict, StagedFoulOf, check_kind, stage, verdict
from simulation.staged.next_fouls import NextFouls
from simulation.world.gestures import BRISK, Pace
from simulation.world.script import faces_of
from simulation.world.world import World
from table_controller.client.connection import Credentials
from table_controller.journal.export import export_game
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import sentence
from wording.terminal.spoken import spoken_by


class ImpossibleRecordError(ValueError):
    """The game cannot be acted out, for example because somebody would have to discard a tile that is not there."""


class GoesBackError(Exception):
    """The user wants to play again from an earlier hand.

    Attributes:
        hand: its number, from 1.
        last: the newest entry before it.
    """

    def __init__(self, hand: int, last: int) -> None:
        super().__init__(f"back to hand {hand}")
        self.hand = hand
        self.last = last


EXPECTED: Final = (
    RecordError,
    ConfigError,
    BrokerMissingError,
    UnitProcessError,
    ProgramFailedError,
    ImpossibleRecordError,
    OSError,
)
"""Errors that are not faults of the program, so they are reported in one line."""
LONGEST_SOCKET_NAME: Final = 100
"""The longest name, in bytes, of a folder for sockets (Unix allows 107 for the whole path)."""
EPILOGUE_S: Final = 4.0
"""The table time after the last gesture, in which vision settles and the last hand is closed and published."""
DISPLAY_PERIOD_S: Final = 0.2
LOOK_AROUND_S: Final = 3.0
"""The table time in which the table looks at everything again before people play on."""
FINISH_S: Final = 5.0
"""The table time in which, after a stop, people finish their acts and the table sees them."""
READY_PATIENCE_S: Final = 60.0
"""The real time within which the table must begin to look, even on a small machine."""
HASTE: Final = 4
"""The machine of people in a hurry shuffles so many times as fast, or they would wait for it between two hands."""
SLOTS: Final = 3
"""The pictures in use: one is being drawn, one is being read, and the report of one is not taken yet."""
PLAYERS_RULESET: Final = "tenhou"
SEEDS_TRIED: Final = 30
"""The number of built-in players' games to search for a foul's place; few have one for a foul that needs four kans."""


def add_parser(subparsers: Any) -> None:
    """Add ``sim`` to the command line."""
    parser = subparsers.add_parser(
        "sim",
        description="Plays a recorded game, or one by built-in players, on a simulated table: real firmware on a "
        "pseudo-terminal, rendered camera, referee, broker and dashboard. Says at the end what was reconstructed.",
    )
    add_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run ``jantaku sim``; the exit status is 0 if the reconstruction equals what was played, 1 if not."""
    if args.disturb == "list":
        print("\n".join(FOUL_KINDS))
        return ExitStatus.DONE
    names = Options.__dataclass_fields__
    options = Options(**{name: value for name, value in vars(args).items() if name in names})
    if options.tables is not None:
        return _hall(args, options)
    if options.frames and options.recordings is None:
        print(
            "jantaku sim: --frames: pictures are part of a recording; give --recordings DIR too",
            file=sys.stderr,
        )
        return ExitStatus.UNUSABLE
    if options.unplug and options.unit == "none":
        print("jantaku sim: --unplug: another maker's machine has no line to pull out", file=sys.stderr)
        return ExitStatus.UNUSABLE
    if options.unplug and options.speed is not None:
        print("jantaku sim: --unplug: the line is pulled out with --speed max only", file=sys.stderr)
        return ExitStatus.UNUSABLE
    try:
        if options.disturb is not None:
            check_kind(options.disturb)
        if options.state is not None:
            return _in_folder(options, options.state)
        with tempfile.TemporaryDirectory(prefix="jantaku-sim-") as folder:
            return _in_folder(options, Path(folder))
    except EXPECTED as error:
        print(f"jantaku sim: {sentence(error, spoken_by(args))}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    except KeyboardInterrupt:
        return ExitStatus.INTERRUPTED


def _hall(args: argparse.Namespace, options: Options) -> int:
    """Refer the user to ``jantaku trial`` for many tables in one hall."""
    if others := [name for name in options.given if name not in {"--tables", "--speed"}]:
        print(
            f"jantaku sim: --tables: {', '.join(others)}: for one table only; the tables of a hall have no camera and no "
            "machine, and built-in players play at them until Ctrl-C",
            file=sys.stderr,
        )
        return ExitStatus.UNUSABLE
    if options.speed is None:
        print(
            "jantaku sim: --tables: --speed: a number up to 100: in a hall people follow the wall clock",
            file=sys.stderr,
        )
        return ExitStatus.UNUSABLE
    # Imports the daemon's game, which takes long.
    from simulation.trial import command as trial  # noqa: PLC0415

    say(
        "This is jantaku trial: its tables have no camera and no machine. jantaku sim without --tables has both, once."
    )
    return trial.run(argparse.Namespace(**vars(args), listen=LOCALHOST))


def _in_folder(options: Options, state: Path) -> int:
    _check_room(state)
    state.mkdir(parents=True, exist_ok=True)
    if options.save_frames is not None:
        options.save_frames.mkdir(parents=True, exist_ok=True)
    if options.report is not None:
        options.report.touch()
    options, beginning = take_up(state, options)
    if options.disturb is not None and beginning.running:
        raise ConfigError(
            f"{state}: a game is being played there; --disturb is for a new one, in another folder"
        )
    for line in beginning.lines:
        say(line)
    gc.freeze()  # the imported modules stay: the collector need not look at them again
    # Vision needs the other cores.
    cv2.setNumThreads(1)
    home, pace = state, options.speed
    ports = free_ports(2)
    while True:
        simulation = Simulation(
            options,
            state,
            (ports[0], ports[1]),
            beginning,
            conducted=options.speed is None or _hears_keys(options),
        )
        simulation.conductor.now_us = beginning.start_ms * US_PER_MS
        simulation.conductor.pace = pace
        try:
            with asyncio.Runner(
                loop_factory=partial(ConductedLoop, simulation.conductor, simulation.wall_speed)
            ) as runner:
                return runner.run(simulation.play())
        except GoesBackError as back:
            # A journal can only be continued, so the game goes on in another folder with a copy of the journal's beginning.
            again = _beside(home)
            _check_room(again)
            options, pace = simulation.options, simulation.conductor.pace
            cut_copy(state, again, back.last, options)
            say(
                f"Back to the beginning of hand {back.hand}. The journal of {state} stays as it is; the game goes on in "
                f"{again}, whose journal has the same {back.last} entries."
            )
            options, beginning = take_up(again, options)
            state = again


def _beside(home: Path) -> Path:
    """Return a new folder within the first one, for a game that goes back to an earlier hand."""
    return next(place for number in itertools.count(1) if not (place := home / f"back-{number}").exists())


def _check_room(state: Path) -> None:
    if len(os.fsencode(state.resolve())) + len("/unit/unit.sock") > LONGEST_SOCKET_NAME:
        raise ConfigError(f"{state}: too long a name for the sockets in it; name a folder nearer to the root")


def _hears_keys(options: Options) -> bool:
    """Return whether keys may stop the time, which needs a conductor at any speed."""
    try:
        terminal = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # standard input is missing, closed, or not a file
        return False
    return options.keys and has_to_itself(terminal)


@dataclass(slots=True)
class Simulation:
    """One game: everything that runs, and its outcome."""

    options: Options
    state: Path
    ports: tuple[int, int]
    """The ports of the broker and the page."""
    beginning: Beginning = field(default_factory=Beginning)
    conducted: bool = True
    """True if the conductor owns the time; otherwise each program follows the wall clock by itself."""
    conductor: Conductor = field(default_factory=Conductor)
    watching: asyncio.Event = field(default_factory=asyncio.Event)
    failure: asyncio.Future[None] | None = None
    programs: list[Program] = field(default_factory=list)
    made: int | None = None
    """The descriptor of a file in memory with the record of the built-in players' game."""
    judge: SimulatedJudge | None = None
    foul: StagedFoulOf | None = None
    fouls: NextFouls | None = None
    """The fouls ordered while the simulation runs."""

    @property
    def wall_speed(self) -> float | None:
        """Return the speed of each program as a multiple of real time; None if the conductor owns the time."""
        return None if self.conducted else self.options.speed

    async def play(self) -> int:
        """Set up the table, play, clear up, compare."""
        started = time.monotonic()
        loop = asyncio.get_running_loop()
        self.failure = loop.create_future()
        # Retrieve the error, in case nobody else does.
        self.failure.add_done_callback(lambda failure: failure.exception())
        # When the simulation ends, it ends broker, unit and table too.
        for ending in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(ending, self._ended_from_outside)
        async with AsyncExitStack() as stack:
            stack.callback(self._drop_made)
            record_file, record, rules = self._game(self.options.seed)
            if self.options.disturb is not None:
                record_file, record, rules = self._stage(record_file, record, rules)
            if self.beginning.running:
                check_same(self.state, record, rules)
            if self.foul is not None and self.foul.truth.hand_index < self.beginning.hands:
                self.foul = None  # it was acted out before the hand that is played again
            table = await self._set_table(stack, record, rules)
            await self._until_done(self._play(table, len(record.hands)))
            await self._until_done(asyncio.sleep(EPILOGUE_S))
            report = self._report(record_file, table, time.monotonic() - started)
            if not self.options.headless:
                await self._stay()
        return ExitStatus.DONE if report.as_wanted else ExitStatus.NOT_DONE

    async def _play(self, table: ScriptedTable, hands: int) -> None:
        try:
            last, limit = min(hands, self.options.hands or hands), self.options.hands
            left = None if limit is None else limit - self.beginning.hands
            await table.play(range(self.beginning.hands, last), left)
        except (ValueError, LookupError) as error:
            raise ImpossibleRecordError(f"this game cannot be played: {error}") from error
        if table.left_because:
            say(f"The players left the table: {table.left_because}")

    async def _stay(self) -> None:
        """Leave everything as it is until the user ends the simulation."""
        say("The table stays as it is until you press Ctrl-C.")
        self.conductor.frozen.add("over")
        try:
            await self._until_done(asyncio.Event().wait())
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None:
                task.uncancel()
        finally:
            self.conductor.frozen.discard("over")

    def _game(self, seed: int) -> tuple[Path, GameRecord, dict[str, Any]]:
        """Return the file of the game to play, its record, and the rules; ``seed`` is for a game of the built-in players."""
        if self.options.record is not None:
            record = read_record(self.options.record)
            return self.options.record, record, ruleset_of(record, self.options.ruleset).to_mapping()
        rules = read_ruleset(self.options.ruleset or PLAYERS_RULESET)
        played = next(records_of(play_game(rules, seed, self.options.hands)))
        # Not in the table's folder, since the table must not find the game. The file vanishes when this program ends.
        self.made = os.memfd_create("jantaku-record")
        place = Path(f"/proc/self/fd/{self.made}")
        place.write_text(mjai.write(played), encoding="utf-8")
        return place, read_record(place), rules

    def _drop_made(self) -> None:
        if self.made is not None:
            os.close(self.made)
            self.made = None

    def _stage(
        self, record_file: Path, record: GameRecord, rules: dict[str, Any]
    ) -> tuple[Path, GameRecord, dict[str, Any]]:
        """Put the requested foul into the game, or into the game of another seed that has a place for it.

        Raises:
            ConfigError: there is no such kind of foul, or no game with a place for it.
        """
        options, kind = self.options, self.options.disturb or ""
        made = options.record is None
        for seed in range(options.seed, options.seed + (SEEDS_TRIED if made else 1)):
            if seed != options.seed:
                self._drop_made()
                record_file, record, rules = self._game(seed)
            named = structs.replace(record, path=f"seed-{seed}") if made else record
            self.foul = stage(named, rules, kind, seed, options.hands)
            if self.foul is None:
                continue
            if seed != options.seed:
                say(f"The game of seed {options.seed} has no place for {kind}; this is that of seed {seed}.")
                self.options = replace(options, seed=seed)
                remember(self.state, self.options)
            return record_file, record, rules
        tried = "none of the games tried has a" if made else f"{record_file} has no"
        where = (
            "" if options.hands is None else f" in its first {options.hands} hands; play more with --hands"
        )
        raise ConfigError(f"--disturb {kind}: {tried} place for it{where}")

    async def _until_done(self, work: Any) -> None:
        """Wait for a part of the game, or for a program that cannot be kept running."""
        assert self.failure is not None
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait([task, self.failure], return_when=asyncio.FIRST_COMPLETED)
            if self.failure.done():
                self.failure.result()
            await task
        finally:
            # Nobody plays on while the table is being cleared.
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _set_table(
        self, stack: AsyncExitStack, record: GameRecord, rules: dict[str, Any]
    ) -> ScriptedTable:
        loop = asyncio.get_running_loop()
        options, mqtt = self.options, self.ports[0]
        logins = make_logins(self.state) if options.logins else None
        broker = broker_command(self.state, mqtt, ANYBODY if logins is None else logins.broker_lines)

        def login(name: str) -> Credentials:
            return Credentials(LOCALHOST, mqtt, HALL) if logins is None else logins.of(name, mqtt)

        self._start(stack, Program("broker", broker, loop, self._failed, show=lambda _line: False))

        # The tiles on the table are those of the record, even if the rules have no red fives.
        red_fives = bool(rules["scoring"]["red_fives"]) or any(map(is_red, faces_of(record)))
        table = options.simulated_table()
        world = World(table.geometry(), red_fives=red_fives)
        machine, driven = await self._machine(stack, world)
        publishers = await self._publishers(stack, table)
        self._conduct(stack, machine, publishers[0])
        command = [
            *self._daemon_command(driven, publishers, table.measures or options.table),
            *("--ruleset-json", json.dumps(rules), "--names", json.dumps(record.names)),
            *([] if logins is None else logins.table_options),
        ]
        self._start(stack, Program("table", command, loop, self._failed))
        # The cameras draw the empty table and the arms while the daemon starts, which asks for the time meanwhile.
        drawing = asyncio.ensure_future(asyncio.to_thread(self._cameras, world, table))
        await self._until_looked_through(stack, publishers[0])
        cameras = await drawing
        self._tell_addresses(logins)
        if options.judge != "none":
            self._seat_judge(stack, login(HOUSE_JUDGE))
        ears = self._ears(stack, login(PEOPLE_LOGIN))
        self.fouls = fouls = self._next_fouls(record, rules, ears)
        self._hear_keys(stack, machine, cameras[0], fouls)
        film = self._film(cameras, publishers)
        watches = self._watch(publishers[0]), self._stand_still(ears), _light(world, machine)
        for work in (film.run(), *watches):
            task = asyncio.ensure_future(work)
            stack.callback(task.cancel)
            task.add_done_callback(self._broke)
        return ScriptedTable(
            world,
            machine,
            record,
            seed=options.seed,
            manner=self._manner(),
            watching=self.watching,
            ears=ears,
            off_record=OffRecord(
                deal=built_in_players(rules, options.seed, red_fives=red_fives, ears=ears),
                rules=rules,
                staged={} if self.foul is None else {self.foul.truth.hand_index: self.foul},
                fouled=fouls.in_hand,
            ),
        )

    def _cameras(self, world: World, table: SimulatedTable) -> list[OverheadCamera]:
        cameras = [
            OverheadCamera(world, mount=mount, look=table.look, seed=self.options.seed, number=number)
            for number, mount in enumerate(table.mounts)
        ]
        cameras[0].covered = self.options.lens_covered
        for camera in cameras:
            camera.draw_arms()
        return cameras

    def _manner(self) -> Manner:
        options = self.options
        return Manner(
            pace=BRISK if options.hurried else Pace(),
            begins=not self.beginning.running and options.unit != "none",
        )

    async def _publishers(self, stack: AsyncExitStack, table: SimulatedTable) -> list[FramePublisher]:
        return [
            # A further camera's frame is finished with the first camera's, but its message may come later.
            await stack.enter_async_context(
                FramePublisher(
                    self.state / f"camera{number or ''}.sock", *mount.size, slots=SLOTS + (number > 0)
                )
            )
            for number, mount in enumerate(table.mounts)
        ]

    async def _machine(
        self, stack: AsyncExitStack, world: World
    ) -> tuple[SimulatedUnit | OtherMachine, tuple[str, ...]]:
        """Start the table's machine; return it and the options with which the daemon connects to it."""
        options = self.options
        if options.unit == "none":
            other = OtherMachine(world, seed=options.seed)
            stack.push_async_callback(other.stop)
            return other, ("--driver", "none", "--auto-begin")
        unit = SimulatedUnit(
            self.state,
            self.conductor,
            speed=self.wall_speed,
            seed=options.seed,
            kind=options.unit,
            unplugged=options.unplug,
            haste=HASTE if options.hurried else 1,
        )
        if options.unplug:
            stack.callback(lambda: say(f"The unit's line was pulled out {unit.cable.pulled} times."))
        await unit.start()
        stack.push_async_callback(unit.stop)
        return unit, ("--serial", str(unit.device))

    def _daemon_command(
        self, driven: tuple[str, ...], publishers: Sequence[FramePublisher], geometry: str
    ) -> list[str]:
        """Return the daemon's command line, without the game and its logins."""
        options, (mqtt, http) = self.options, self.ports
        publisher, *others = publishers
        return [
            *(sys.executable, "-m", "jantaku.main"),
            *(["run"] if options.recordings is None else ["record", str(options.recordings)]),
            *(["--frames"] if options.frames else []),
            *driven,
            *("--camera", f"shm:{publisher.path}"),
            *(word for other in others for word in ("--second-camera", f"shm:{other.path}")),
            *(
                "--clock",
                f"unix:{self.state / 'clock.sock'}"
                if self.conducted
                else f"real:{options.speed}@{loop_zero(asyncio.get_running_loop())}",
            ),
            *("--state", str(self.state), "--hall", HALL, "--table", TABLE_LOGIN),
            *("--mqtt", f"{LOCALHOST}:{mqtt}", "--http", str(http)),
            # No gong: the game lasts as long as its record.
            *("--listen", LOCALHOST, "--gong", "hall", "--geometry", geometry),
        ]

    async def _until_looked_through(self, stack: AsyncExitStack, publisher: FramePublisher) -> None:
        """Wait until the daemon has opened its camera."""
        loop = asyncio.get_running_loop()
        late = ProgramFailedError(f"the table has not opened its camera in {READY_PATIENCE_S:.0f} s")
        timer = threading.Timer(READY_PATIENCE_S, loop.call_soon_threadsafe, [self._failed, late])
        stack.callback(timer.cancel)
        timer.start()
        await self._until_done(publisher.wait_connected())
        timer.cancel()

    def _next_fouls(self, record: GameRecord, rules: dict[str, Any], ears: Ears) -> NextFouls:
        def in_force() -> dict[str, Any]:
            return (None if ears.anew is None else ears.anew.rules) or rules

        return NextFouls(record, in_force, self.options.seed, say)

    def _conduct(
        self, stack: AsyncExitStack, machine: SimulatedUnit | OtherMachine, publisher: FramePublisher
    ) -> None:
        """Let the conductor own the daemon's time, if it owns any."""
        if not self.conducted:
            return
        port = DaemonPort(self.state / "clock.sock")
        stack.callback(port.close)
        stack.callback(self.conductor.dismiss)
        self.conductor.unit = machine if isinstance(machine, SimulatedUnit) else None
        self.conductor.daemon, self.conductor.frames = port, publisher

    def _ears(self, stack: AsyncExitStack, login: Credentials) -> Ears:
        """Give the people the news that the table publishes."""
        ears, loop = Ears(), asyncio.get_running_loop()
        listening = Listening(login, TABLE_LOGIN, ears, loop)
        listening.start()
        stack.push_async_callback(loop.run_in_executor, None, listening.stop)
        return ears

    def _tell_addresses(self, logins: Logins | None) -> None:
        """Print the addresses of the page and the judge's terminal, and the logins."""
        mqtt, http = self.ports
        if not self.options.headless:
            anybody = " (log in by any name, without a password)" if logins is None else ""
            say(f"Dashboard: http://{LOCALHOST}:{http}/{anybody}")
            user = "" if logins is None else " --user judge"
            say(f"Terminal: jantaku judge --broker {LOCALHOST}:{mqtt}{user}")
        for line in () if logins is None else logins.in_words():
            say(line)

    def _film(self, cameras: Sequence[OverheadCamera], publishers: Sequence[FramePublisher]) -> CameraLoop:
        films = [*zip(cameras, publishers, strict=True)]
        film = CameraLoop(films, every_frame=not self.conducted, save=self.options.save_frames)
        if self.conducted:
            self.conductor.meanwhile = film.draw_ahead
        return film

    def _hear_keys(
        self,
        stack: AsyncExitStack,
        machine: SimulatedUnit | OtherMachine,
        camera: OverheadCamera,
        fouls: NextFouls,
    ) -> None:
        """Let the user at the terminal stop the time and give orders."""
        if not self.conducted or not _hears_keys(self.options):
            return
        unit = machine if isinstance(machine, SimulatedUnit) else None
        orders = TypedOrders(unit, camera, say, back=self.go_back, foul=fouls.order)
        keyboard = Keyboard(TimeKeys(self.conductor, say), orders, partial(print, end="", flush=True))
        if stack.enter_context(keys_at(sys.stdin.fileno(), keyboard.press)):
            help_lines = [KEYS_HELP, ORDERS_HELP, *([] if self.options.speed is None else [PACED])]
            say("\n".join(help_lines))

    def go_back(self, hand: int | None) -> None:
        """End here, to play on from the beginning of a hand; None: the newest hand that has begun.

        If the hand has not begun, print a refusal instead.
        """
        try:
            begun = hands_begun(self.state)
        except JournalError as error:
            say(f"back: {error}")
            return
        number = len(begun) if hand is None else hand
        if not 0 < number <= len(begun):
            there = f"hands 1 to {len(begun)} have" if begun else "no hand has"
            say(f"back: {there} begun{f', not {number}' if number else ''}.")
            return
        self.conductor.frozen.discard(PAUSED)  # ending the programs in order takes table time
        assert self.failure is not None
        if not self.failure.done():
            self.failure.set_exception(GoesBackError(number, begun[number - 1]))

    def _seat_judge(self, stack: AsyncExitStack, login: Credentials) -> None:
        loop = asyncio.get_running_loop()

        def hold(on: bool) -> None:
            frozen = self.conductor.frozen
            with contextlib.suppress(RuntimeError):  # the game is over
                loop.call_soon_threadsafe(frozen.add if on else frozen.discard, "judge")

        judge = SimulatedJudge(
            login,
            TABLE_LOGIN,
            self.options.judge,
            hold=hold,
            say=lambda line: say(f"[judge] {line}"),
        )
        self.judge = judge
        judge.start()
        stack.push_async_callback(loop.run_in_executor, None, judge.stop)

    def _start(self, stack: AsyncExitStack, program: Program) -> None:
        program.start()
        self.programs.append(program)
        # In a thread, because ending in order takes table time, which must go on meanwhile.
        stack.push_async_callback(asyncio.get_running_loop().run_in_executor, None, program.stop)

    async def _watch(self, publisher: FramePublisher) -> None:
        """Let players wait while their table does not watch them, and until it has looked around."""
        while True:
            await publisher.wait_connected()
            try:
                async with asyncio.timeout(LOOK_AROUND_S):
                    await publisher.wait_gone()
            except TimeoutError:
                self.watching.set()
                await publisher.wait_gone()
            self.watching.clear()

    async def _stand_still(self, ears: Ears) -> None:
        """Stop table time while a person has stopped play, if the simulation runs at full speed."""
        while self.options.judge == "none" and self.options.speed is None:
            await ears.stopped.wait()
            try:
                async with asyncio.timeout(FINISH_S):
                    await ears.going.wait()
            except TimeoutError:
                self.conductor.frozen.add("stopped")
                await ears.going.wait()
                self.conductor.frozen.discard("stopped")

    def _failed(self, error: ProgramFailedError) -> None:
        assert self.failure is not None
        if not self.failure.done():
            self.failure.set_exception(error)

    def _ended_from_outside(self) -> None:
        assert self.failure is not None
        if not self.failure.done():
            self.failure.set_exception(ProgramFailedError("ended from outside"))

    def _broke(self, task: asyncio.Future[None]) -> None:
        assert self.failure is not None
        if not task.cancelled() and (error := task.exception()) is not None and not self.failure.done():
            self.failure.set_exception(error)

    def _compared(self, record_file: Path, exported: Path, played: list[Played]) -> Comparison:
        before = self.beginning.hands
        if any(hand.hanchan for hand in played):
            return self._each_hanchan(record_file, played)
        if all(hand.compared and hand.number == number for number, hand in enumerate(played, before)):
            return compare_files(record_file, exported, self.options.hands)
        earlier = read_record(record_file).hands[:before]
        return compare_played(
            [*earlier, *(hand.hand if hand.compared else None for hand in played)], exported
        )

    def _each_hanchan(self, record_file: Path, played: list[Played]) -> Comparison:
        """Compare each hanchan of the journal with the hands played in it, if a judge began further hanchans."""
        begun = hanchans_begun(self.state)
        anew = sorted({hand.hanchan for hand in played if hand.hanchan})
        table_own = max((place for place, number in enumerate(begun) if number < anew[0]), default=0)
        earlier: Sequence[HandRecord] = read_record(record_file).hands[: self.beginning.hands]
        whole = Comparison()
        for number in (0, *anew):
            place = begun.index(number) if number in begun else table_own
            exported = self.state / f"export-{place + 1}.mjai"
            export_game(self.state, "mjai", exported, number=place + 1)
            hands = [hand.hand if hand.compared else None for hand in played if hand.hanchan == number]
            before = () if number else earlier
            whole.add(compare_left([*before, *hands], exported, left=number != anew[-1]))
        return whole

    def _verdicts(self, table: ScriptedTable) -> list[FoulVerdict]:
        """Return the verdict on each foul: that of the command line first, then those ordered later."""
        played = table.course.played
        numbers = [number for number, hand in enumerate(played) if hand.fouled]
        ordered = [] if self.fouls is None else self.fouls.staged
        own = {foul.truth.hand_index for foul in ordered}
        acted = next((number for number in numbers if number not in own), None)
        return [
            *([] if self.foul is None else [verdict(self.foul, self.state, _acted_out_ms(table, acted))]),
            *(verdict(foul, self.state, _acted_out_ms(table, foul.truth.hand_index)) for foul in ordered),
        ]

    def _report(self, record_file: Path, table: ScriptedTable, wall_s: float) -> Report:
        exported = self.state / "export.mjai"
        export_game(self.state, "mjai", exported)
        report = Report(
            comparison=self._compared(record_file, exported, table.course.played),
            ended_by_judge=[hand.name for hand in table.course.played if not hand.whole],
            begun_by_judge=len({hand.hanchan for hand in table.course.played if hand.hanchan}),
            latency_ms=latencies(table.moments, self.state, real_only=self.conducted),
            wall_s=wall_s,
            verdicts=self._verdicts(table),
        )
        for kind in () if self.fouls is None else self.fouls.waiting:
            say(f"{kind}: no hand that was dealt since had a place for it.")
        say(report.in_words())
        if self.judge is not None and (ruled := self.judge.ruled.in_words(self.options.judge)):
            say(ruled)
        if self.options.report is not None:
            self.options.report.write_text(json.dumps(report.as_json(), indent=2) + "\n", encoding="utf-8")
        return report


def _acted_out_ms(table: ScriptedTable, number: int | None) -> int | None:
    """Return the table time of a hand's first indicator, given its place among the hands dealt; None if there is none."""
    of_it = (each.at_ms for each in table.moments if each.hand == number and each.did == "indicator")
    return next(of_it, None)


async def _light(world: World, machine: SimulatedUnit | OtherMachine) -> None:
    """Keep the displays on the table in step with the machine."""
    while True:
        world.show(machine.displays())
        await asyncio.sleep(DISPLAY_PERIOD_S)


def loop_zero(loop: asyncio.AbstractEventLoop) -> float:
    """Return ``time.monotonic()`` at table time 0, for a loop that runs at a real speed."""
    if not isinstance(loop, ConductedLoop):
        raise TypeError("not on table time")
    return loop.started
