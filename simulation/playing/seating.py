"""Seats the people at a table whose programs are starting: camera, players, the judge, the user at the keyboard."""

import asyncio
import contextlib
import sys
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Any, Final

import cv2

from referee.records.neutral.record import GameRecord
from referee.tiles import is_red
from simulation.camera.camera_loop import CameraLoop
from simulation.camera.overhead import OverheadCamera
from simulation.camera.shared_frames import FramePublisher
from simulation.camera.tables import SimulatedTable
from simulation.people.course import built_in_players
from simulation.people.ears import Ears, Listening
from simulation.people.judge import SimulatedJudge
from simulation.people.players import Manner, OffRecord, ScriptedTable
from simulation.playing.failure import Failure
from simulation.playing.games import ChosenGame
from simulation.playing.keys import HELP as KEYS_HELP
from simulation.playing.keys import PACED, TimeKeys, keys_at
from simulation.playing.programs import Programs
from simulation.playing.setup import GameSetup, hears_keys
from simulation.playing.typed import ORDERS_HELP, Keyboard, TypedOrders
from simulation.processes.logins import HALL, HOUSE_JUDGE, PEOPLE_LOGIN, TABLE_LOGIN
from simulation.processes.other_machine import OtherMachine
from simulation.processes.ports import LOCALHOST
from simulation.processes.supervisor import ProgramFailedError, say
from simulation.processes.unit import SimulatedUnit
from simulation.staged.next_fouls import NextFouls
from simulation.world.gestures import BRISK, Pace
from simulation.world.script import faces_of
from simulation.world.world import World
from table_controller.client.connection import Credentials

DISPLAY_PERIOD_S: Final = 0.2
LOOK_AROUND_S: Final = 3.0
"""The table time in which the table looks at everything again before people play on."""
FINISH_S: Final = 5.0
"""The table time in which, after a stop, people finish their acts and the table sees them."""
READY_PATIENCE_S: Final = 60.0
"""The real time within which the table must begin to look, even on a small machine."""
SLOTS: Final = 4
"""The pictures in use: one is being drawn, one waits, one is being read, and the report of one is not taken yet."""


class TablePeople:
    """The people of one game.

    Args:
        setup: the circumstances.
        failure: is notified when anything fails.
        programs: the programs, started already.
        go_back: called when the user wants to play again from a hand.

    Attributes:
        judge: the simulated judge; None if nobody judges.
        fouls: the fouls ordered while the simulation runs.
    """

    def __init__(
        self, setup: GameSetup, failure: Failure, programs: Programs, go_back: Callable[[int | None], None]
    ) -> None:
        self._setup = setup
        self._failure = failure
        self._programs = programs
        self._go_back = go_back
        self._watching = asyncio.Event()
        self.judge: SimulatedJudge | None = None
        self.fouls: NextFouls | None = None

    async def seat(self, stack: AsyncExitStack, game: ChosenGame) -> ScriptedTable:
        """Wait until the table looks, and return the table at which the people play."""
        options, record, rules = self._setup.options, game.record, game.rules
        # The tiles on the table are those of the record, even if the rules have no red fives.
        red_fives = bool(rules["scoring"]["red_fives"]) or any(map(is_red, faces_of(record)))
        table = options.simulated_table()
        # The cameras film a copy, so that they can draw while the table goes on.
        world, filmed = (World(table.geometry(), red_fives=red_fives) for _ in range(2))
        machine = self._programs.unit or self._other_machine(world)
        publishers = await self._publishers(table)
        self._conduct(publishers[0])
        # The cameras draw the empty table while the daemon starts, which asks for the time meanwhile.
        drawing = asyncio.ensure_future(asyncio.to_thread(self._cameras, filmed, table))
        await self._until_looked_through(stack, publishers[0])
        cameras = await drawing
        self._tell_addresses()
        if options.judge != "none":
            self._seat_judge(stack, self._login(HOUSE_JUDGE))
        ears = self._ears(stack, self._login(PEOPLE_LOGIN))
        self.fouls = fouls = self._next_fouls(record, rules, ears)
        self._hear_keys(stack, machine, cameras[0], fouls)
        film = CameraLoop(
            [*zip(cameras, publishers, strict=True)],
            look=partial(filmed.mirror, world),
            wall_speed=self._setup.wall_speed,
            save=options.save_frames,
        )
        watches = self._watch(publishers[0]), self._stand_still(ears), _light(world, machine)
        for work in (film.run(), *watches):
            task = asyncio.ensure_future(work)
            stack.callback(task.cancel)
            self._failure.follow(task)
        return ScriptedTable(
            world,
            machine,
            record,
            seed=options.seed,
            manner=self._manner(),
            watching=self._watching,
            ears=ears,
            off_record=OffRecord(
                deal=built_in_players(rules, options.seed, red_fives=red_fives, ears=ears),
                rules=rules,
                staged={} if game.foul is None else {game.foul.truth.hand_index: game.foul},
                fouled=fouls.in_hand,
            ),
        )

    def _login(self, name: str) -> Credentials:
        mqtt, logins = self._setup.ports[0], self._programs.logins
        return Credentials(LOCALHOST, mqtt, HALL) if logins is None else logins.of(name, mqtt)

    def _other_machine(self, world: World) -> OtherMachine:
        other = OtherMachine(world, seed=self._setup.options.seed)
        self._programs.outlasting.push_async_callback(other.stop)
        return other

    async def _publishers(self, table: SimulatedTable) -> list[FramePublisher]:
        return [
            # A further camera's frame is finished with the first camera's, but its message may come later.
            await self._programs.outlasting.enter_async_context(
                FramePublisher(self._setup.camera_socket(number), *mount.size, slots=SLOTS + (number > 0))
            )
            for number, mount in enumerate(table.mounts)
        ]

    def _conduct(self, publisher: FramePublisher) -> None:
        """Let the conductor own the daemon's time, if it owns any."""
        if self._programs.port is None:
            return
        conductor = self._setup.conductor
        conductor.unit = self._programs.unit
        conductor.daemon, conductor.frames = self._programs.port, publisher

    def _cameras(self, world: World, table: SimulatedTable) -> list[OverheadCamera]:
        options = self._setup.options
        # Vision needs the other cores.
        cv2.setNumThreads(1)
        cameras = [
            OverheadCamera(world, mount=mount, look=table.look, seed=options.seed, number=number)
            for number, mount in enumerate(table.mounts)
        ]
        cameras[0].covered = options.lens_covered
        for camera in cameras:
            camera.draw_noise()
        return cameras

    async def _until_looked_through(self, stack: AsyncExitStack, publisher: FramePublisher) -> None:
        """Wait until the daemon has opened its camera."""
        loop = asyncio.get_running_loop()
        late = ProgramFailedError(f"the table has not opened its camera in {READY_PATIENCE_S:.0f} s")
        timer = threading.Timer(READY_PATIENCE_S, loop.call_soon_threadsafe, [self._failure.fail, late])
        stack.callback(timer.cancel)
        timer.start()
        await self._failure.until_done(publisher.wait_connected())
        timer.cancel()

    def _tell_addresses(self) -> None:
        """Print the addresses of the page and the judge's terminal, and the logins."""
        (mqtt, http), logins = self._setup.ports, self._programs.logins
        if not self._setup.options.headless:
            anybody = " (log in by any name, without a password)" if logins is None else ""
            say(f"Dashboard: http://{LOCALHOST}:{http}/{anybody}")
            user = "" if logins is None else " --user judge"
            say(f"Terminal: jantaku judge --broker {LOCALHOST}:{mqtt}{user}")
        for line in () if logins is None else logins.in_words():
            say(line)

    def _seat_judge(self, stack: AsyncExitStack, login: Credentials) -> None:
        loop = asyncio.get_running_loop()
        frozen = self._setup.conductor.frozen

        def hold(on: bool) -> None:
            with contextlib.suppress(RuntimeError):  # the game is over
                loop.call_soon_threadsafe(frozen.add if on else frozen.discard, "judge")

        judge = SimulatedJudge(
            login,
            TABLE_LOGIN,
            self._setup.options.judge,
            hold=hold,
            say=lambda line: say(f"[judge] {line}"),
        )
        self.judge = judge
        judge.start()
        stack.push_async_callback(loop.run_in_executor, None, judge.stop)

    def _ears(self, stack: AsyncExitStack, login: Credentials) -> Ears:
        """Give the people the news that the table publishes."""
        ears, loop = Ears(), asyncio.get_running_loop()
        listening = Listening(login, TABLE_LOGIN, ears, loop)
        listening.start()
        stack.push_async_callback(loop.run_in_executor, None, listening.stop)
        return ears

    def _next_fouls(self, record: GameRecord, rules: dict[str, Any], ears: Ears) -> NextFouls:
        def in_force() -> dict[str, Any]:
            return (None if ears.anew is None else ears.anew.rules) or rules

        return NextFouls(record, in_force, self._setup.options.seed, say)

    def _hear_keys(
        self,
        stack: AsyncExitStack,
        machine: SimulatedUnit | OtherMachine,
        camera: OverheadCamera,
        fouls: NextFouls,
    ) -> None:
        """Let the user at the terminal stop the time and give orders."""
        setup = self._setup
        if not setup.conducted or not hears_keys(setup.options):
            return
        unit = machine if isinstance(machine, SimulatedUnit) else None
        orders = TypedOrders(unit, camera, say, back=self._go_back, foul=fouls.order)
        keyboard = Keyboard(TimeKeys(setup.conductor, say), orders, partial(print, end="", flush=True))
        if stack.enter_context(keys_at(sys.stdin.fileno(), keyboard.press)):
            help_lines = [KEYS_HELP, ORDERS_HELP, *([] if setup.options.speed is None else [PACED])]
            say("\n".join(help_lines))

    def _manner(self) -> Manner:
        options = self._setup.options
        return Manner(
            pace=BRISK if options.hurried else Pace(),
            begins=not self._setup.beginning.running and options.unit != "none",
        )

    async def _watch(self, publisher: FramePublisher) -> None:
        """Let players wait while their table does not watch them, and until it has looked around."""
        while True:
            await publisher.wait_connected()
            try:
                async with asyncio.timeout(LOOK_AROUND_S):
                    await publisher.wait_gone()
            except TimeoutError:
                self._watching.set()
                await publisher.wait_gone()
            self._watching.clear()

    async def _stand_still(self, ears: Ears) -> None:
        """Stop table time while a person has stopped play, if the simulation runs at full speed."""
        options, frozen = self._setup.options, self._setup.conductor.frozen
        while options.judge == "none" and options.speed is None:
            await ears.stopped.wait()
            try:
                async with asyncio.timeout(FINISH_S):
                    await ears.going.wait()
            except TimeoutError:
                frozen.add("stopped")
                await ears.going.wait()
                frozen.discard("stopped")


async def _light(world: World, machine: SimulatedUnit | OtherMachine) -> None:
    """Keep the displays on the table in step with the machine."""
    while True:
        world.show(machine.displays())
        await asyncio.sleep(DISPLAY_PERIOD_S)
