"""Films one recorded game: people play it, a camera with faults films it, vision and sensing turn the film into events.

Everything runs in one process and in table time, without firmware, broker and daemon: the unit's signals go straight to
sensing, each frame straight to ``TableReader``. The camera gives thirty frames a second; only those that vision would
read are drawn, and two a second while nothing moves, unless a loss is still to be reported.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Protocol

import numpy as np

from bench.film.losses import LossWatch
from bench.stages.disorder import Disorder
from bench.stages.hand_built import HandBuilt
from bench.stages.imaging import Faults, Imaging
from bench.stages.jump_loop import in_table_time
from bench.stages.unwired import Judged, UnwiredTable
from referee.records.neutral.record import GameRecord
from simulation.camera.lens import Light, Mount
from simulation.camera.look import Look
from simulation.camera.overhead import OverheadCamera
from simulation.camera.plates import Plate
from simulation.people.players import Manner, ScriptedTable
from simulation.world.gestures import Care
from simulation.world.machine import ShownDisplays
from simulation.world.seats import TableMoment
from simulation.world.world import Thing, World
from table_controller.settings.senses import SENSES
from vision.camera.camera import Frame
from vision.camera.frames import Shot
from vision.camera.pace import LOOK_MS, FramePace
from vision.geometry import TableGeometry
from vision.model.classifier import Classifier
from vision.sightings import Sighting
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

PERIOD_MS: Final = 100
FRAMES_A_SECOND: Final = 30
STILL_MS: Final = 500
CALM_FRAMES: Final = 6
"""The number of frames taken after the last movement; from then on there are two a second."""
EPILOGUE_S: Final = 5.0
OTHER_CAMERA: Final = 1_000_003
"""The distance between the seeds of two cameras' faults."""


class FilmSource(Protocol):
    """A camera above a simulated table."""

    def moving(self, at_ms: int) -> bool:
        """Return whether anything moves in the picture."""

    def frame(self, number: int, at_ms: int) -> Frame:
        """Take the picture of this time."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The setting in which a game is filmed.

    Attributes:
        further: the mounts of a second camera and any other.
        arms_mm: height above the felt of arms that play no part.
        covered_share: share of zones and times that are covered by an uninvolved arm or an object.
        senses: the other senses of the table.
        by_sight: true if the table's buttons and dice are another maker's and send no signals.
        geometry: of the table; the standard one by default.
        read_as: the measures with which the table is read; its own by default.
        care: how tidily people lay tiles.
        things: objects that lie there all evening.
        hand_built: how exactly people build the walls; None if the machine builds them.
        camera: makes the only camera from world, scene and seed, instead of the simulation's renderer.
        habit: a function that does something to the world all evening, in addition to play.
    """

    mount: Mount = field(default_factory=Mount)
    light: Light = field(default_factory=Light)
    look: Look = field(default_factory=Look)
    faults: Faults = field(default_factory=Faults)
    covered_share: float = 0.03
    chairs: tuple[int, int, int, int] = (0, 1, 2, 3)
    senses: tuple[str, ...] = SENSES
    by_sight: bool = False
    geometry: TableGeometry | None = None
    read_as: TableGeometry | None = None
    further: tuple[Mount, ...] = ()
    arms_mm: float = 60.0
    care: Care = field(default_factory=Care)
    things: tuple[Thing, ...] = ()
    hand_built: HandBuilt | None = None
    camera: Callable[[World, "Scene", int], FilmSource] | None = None
    habit: Callable[[World], Coroutine[Any, Any, None]] | None = None


@dataclass(slots=True)
class Filmed(Judged):
    """The outcome of a filmed game.

    Attributes:
        covered_at: for each zone, the times of the frames in which something irrelevant to the game lay over it.
        seconds: processor time by purpose.
    """

    covered_at: dict[ZoneId, list[int]] = field(default_factory=dict)
    chairs: tuple[int, int, int, int] = (0, 1, 2, 3)
    frames: int = 0
    until_ms: int = 0
    covered_share: float = 0.0
    left_because: str = ""
    seconds: dict[str, float] = field(default_factory=lambda: {"drawing": 0.0, "reading": 0.0})
    moments: list[TableMoment] = field(default_factory=list)
    losses: LossWatch | None = None


class FilmCamera:
    """A camera above a simulated table: draws what it sees, with the faults of a scene.

    Args:
        world: what it sees.
        scene: where it hangs, and in which light.
        seed: of its faults.
        camera_seed: of the renderer's own chance; the same by default.
        number: which of the scene's cameras it is.
    """

    def __init__(
        self,
        world: World,
        scene: Scene,
        seed: int,
        camera_seed: int | None = None,
        *,
        number: int = 0,
    ) -> None:
        mount = (scene.mount, *scene.further)[number]
        self._camera = OverheadCamera(
            world,
            mount=mount,
            light=scene.light,
            look=scene.look,
            seed=seed if camera_seed is None else camera_seed,
            noise=0.0,
        )
        self._camera.readout_ms = scene.faults.rolling_ms
        self._imaging = Imaging(scene.faults, seed + number * OTHER_CAMERA, mount.size)
        self._plate = Plate.sized(*mount.size)

    def moving(self, at_ms: int) -> bool:
        """Return whether anything moves in the picture."""
        return self._camera.moving(at_ms) or self._imaging.moving(at_ms)

    def frame(self, number: int, at_ms: int) -> Frame:
        drawing, plate = self._camera.noiseless(at_ms), self._plate
        picture = self._imaging.photograph(drawing, at_ms, changed=self._camera.repainted, plate=plate)
        return Frame(number, at_ms, picture, None if plate.reduced is None else plate.reduced.kept())


class FilmedTable(UnwiredTable):
    """A simulated table and its cameras, with vision, sensing and the referee behind them.

    Args:
        record: what is played; its rules hold.
        scene: how it is filmed.
        classifier: names tiles.
        seed: of dice, disorder and faults.
        looked: called with every frame of the first camera and its sightings.
    """

    def __init__(
        self,
        record: GameRecord,
        scene: Scene,
        classifier: Classifier,
        seed: int,
        looked: Callable[[Frame, list[Sighting]], None] | None = None,
    ) -> None:
        self.filmed = Filmed(chairs=scene.chairs)
        rng = np.random.default_rng([seed, 14])
        super().__init__(
            record,
            self.filmed,
            rng,
            scene.chairs,
            scene.senses,
            geometry=scene.geometry,
            by_sight=scene.by_sight,
        )
        self.disorder = Disorder(self.world, self, seed=seed, share=scene.covered_share)
        for arm in self.world.other_arms:
            arm.height_mm = scene.arms_mm
        self.world.things += scene.things
        if scene.hand_built is not None:
            walls = np.random.default_rng([seed, 19])
            self.world.lay_walls = partial(scene.hand_built.lays, self.world.geometry, walls)
        self._cameras: list[FilmSource]
        if scene.camera is None:
            mounts = range(1 + len(scene.further))
            self._cameras = [FilmCamera(self.world, scene, seed, number=number) for number in mounts]
        else:
            self._cameras = [scene.camera(self.world, scene, seed)]
        self.habit = scene.habit
        measures = scene.read_as or self.world.geometry
        self._reader = TableReader(measures, classifier, others=[None] * len(scene.further))
        self._losses = self.filmed.losses = LossWatch(self.world, one_view=not scene.further)
        self._looked = looked
        self.care = scene.care

    # What happens before the camera

    async def film(self) -> None:
        """Film for ever, as often as vision looks, but less often while nothing moves or is out of place, and no loss
        is to be reported."""
        loop, pace = asyncio.get_running_loop(), FramePace()
        number, calm, last_ms = 0, 0, -STILL_MS
        while True:
            number += 1
            at_ms = round(1000 * number / FRAMES_A_SECOND)
            await asyncio.sleep(max(0.0, at_ms / 1000 - loop.time()))
            if not pace.due(at_ms):
                continue
            moves = any(camera.moving(at_ms) for camera in self._cameras)
            waits = self._losses.pending or pace.wait_ms < LOOK_MS
            calm = 0 if moves or self.world.things or waits else calm + 1
            if calm <= CALM_FRAMES or at_ms - last_ms >= STILL_MS:
                last_ms = at_ms
                self._shoot(number, at_ms)
                pace.wait_ms = self._reader.wait_ms

    def _shoot(self, number: int, at_ms: int) -> None:
        self.filmed.frames += 1
        self.filmed.until_ms = at_ms
        self.world.show(ShownDisplays(0, 0, 0, (25000, 25000, 25000, 25000), self._dice))
        started = time.thread_time()
        frames = [camera.frame(number, at_ms) for camera in self._cameras]
        drawn = time.thread_time()
        sightings = self._reader.read_shot(Shot.of(*frames))
        read = time.thread_time()
        self.filmed.seconds["drawing"] += drawn - started
        self.filmed.seconds["reading"] += read - drawn
        self._losses.frame(at_ms, sightings)
        for zone in self.disorder.covered(at_ms):
            self.filmed.covered_at.setdefault(zone, []).append(at_ms)
        if self._looked is not None:
            self._looked(frames[0], sightings)
        for sighting in sightings:
            self.see(sighting, at_ms)
        self.pump()


def film_game(
    record: GameRecord,
    scene: Scene,
    classifier: Classifier,
    *,
    seed: int = 0,
    hands: int | None = None,
    looked: Callable[[Frame, list[Sighting]], None] | None = None,
) -> Filmed:
    """Play the first ``hands`` hands of a record (default: all) and film them."""
    return play_out(FilmedTable(record, scene, classifier, seed, looked), seed=seed, hands=hands)


async def end(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for them; raise the error that ended one of them before."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        if not task.cancelled():
            task.result()


def play_out(table: FilmedTable, *, seed: int, hands: int | None) -> Filmed:
    """Play the first ``hands`` hands of a table's record (default: all) in front of its camera."""

    async def play() -> None:
        loop = asyncio.get_running_loop()
        around = [loop.create_task(table.film()), loop.create_task(table.disorder.run())]
        if table.habit is not None:
            around.append(loop.create_task(table.habit(table.world)))
        players = ScriptedTable(
            table.world,
            table,
            table.record,
            seed=seed,
            manner=Manner(chairs=table.filmed.chairs, care=table.care),
        )
        playing = loop.create_task(players.play(None if hands is None else range(hands)))
        done, _ = await asyncio.wait([playing, *around], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        await asyncio.sleep(EPILOGUE_S)
        await end(around)
        table.enter_hand()
        table.stop()
        table.filmed.left_because = players.left_because
        table.filmed.moments = players.moments

    in_table_time(play)
    table.filmed.covered_share = table.disorder.covered_share
    return table.filmed
