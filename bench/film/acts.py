"""Films single acts: an added kan, a concealed kan in the far corner, a pond's third row, tiles pushed into the well.

Up to the act, a recorded hand is played before a camera that reads the simulated world directly. Then a rendering
camera films the act and the seconds around it, each time on another table, in another light and through another lens.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

import cv2
import numpy as np
from msgspec import structs

from bench.film.filmed import PERIOD_MS, FilmCamera, Scene, end
from bench.film.films import scene_of
from bench.film.losses import LossWatch
from bench.stages.disorder import Disorder
from bench.stages.jump_loop import in_table_time
from bench.stages.unwired import now_ms
from bench.stages.watched_games import Table
from referee.game.observations import HandClosed, MeldShown, TileDiscarded
from referee.records.neutral.record import Discard, GameRecord, HandRecord, MeldCall
from referee.records.reader import read_record
from simulation.people.players import Manner, ScriptedTable
from simulation.world.machine import ShownDisplays
from simulation.world.seats import FELL_OPEN, TableMoment
from vision.geometry import to_table
from vision.model.classifier import Classifier
from vision.sightings import FoundTrack, LostTrack, Sighting, ZoneReading
from vision.tracking.tracker import TableReader
from vision.zones import ZoneId

ActKind: TypeAlias = Literal["added kan", "concealed kan", "third row", "sweep"]
ACTS: Final[tuple[ActKind, ...]] = get_args(ActKind)
CAMERA_SEED: Final = 7100
"""The table's texture, shared by all films of one process: drawing it takes longer than a film."""
BEFORE: Final = 3
"""The camera starts filming this many acts of the record before the act."""
TOLD_BEFORE: Final = 2
"""Its sightings go to the referee from this many acts before the act."""
LOOK_S: Final = 0.05
AFTER_S: Final = 4.0
SETTLED_MS: Final = 2500
"""An act this close to the film's end need not be reported in it."""
SHOWN_MS: Final = 8000
"""A tile that fell face up is reported as shown within this time, or not at all."""
THIRD_ROW: Final = 13
"""The discard that begins a pond's third row."""


@dataclass(slots=True)
class FilmedAct:
    """An act and vision's reports of it.

    Attributes:
        name: its game, hand and number.
        faults: acts reported wrongly or not at all, in words.
        wrong, fouls, questions, lost, silent: numbers of wrong readings, of fouls found that nobody committed, of
            questions to the judge, of losses reported, and of losses not reported in time.
        pictures: the frames in which a reading was wrong, as JPEG, by file name.
    """

    name: str
    frames: int = 0
    wrong: int = 0
    fouls: int = 0
    questions: int = 0
    lost: int = 0
    silent: int = 0
    faults: list[str] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)


def found_act(
    paths: Sequence[Path], kind: ActKind, number: int, seed: int
) -> tuple[Path, GameRecord, int, int]:
    """A place for such an act, different for each number: file, game, hand, index of the act."""
    rng = np.random.default_rng([seed, number, ACTS.index(kind), 16])
    for path in rng.permutation(np.array(paths, object)):
        record = read_record(path)
        places = [
            (index, place)
            for index, hand in enumerate(record.hands)
            for place in _places(hand, kind)
            if place >= BEFORE
        ]
        if places:
            hand, place = places[int(rng.integers(len(places)))]
            return path, record, hand, place
    raise LookupError(f"no {kind} in these games")


def _places(hand: HandRecord, kind: ActKind) -> list[int]:
    """The indices of the acts of a kind in a hand; for a sweep, the index of the last act."""
    if kind == "sweep":
        return [len(hand.acts) - 1]
    if kind != "third row":
        wanted = "kakan" if kind == "added kan" else "ankan"
        return [
            index
            for index, act in enumerate(hand.acts)
            if isinstance(act, MeldCall) and act.meld.kind == wanted
        ]
    found, lying, last = [], [0, 0, 0, 0], 0
    for index, act in enumerate(hand.acts):
        if isinstance(act, Discard):
            last = act.seat
            lying[last] += 1
            if lying[last] >= THIRD_ROW:
                found.append(index)
        elif isinstance(act, MeldCall) and act.meld.kind in {"chi", "pon", "daiminkan"}:
            lying[last] -= 1
    return found


class ActTable(Table):
    """A table whose camera reads the world directly up to some moment and films from then on."""

    def __init__(
        self, record: GameRecord, hand: int, scene: Scene, classifier: Classifier, seed: int
    ) -> None:
        super().__init__(record, scene.senses, scene.chairs)
        first = record.hands[hand]
        if self._state is None:
            raise LookupError("the game has not begun")
        # The game begins where the previous hand ended.
        east, south, west, north = (
            structs.replace(seat, score=score)
            for seat, score in zip(self._state.seats, first.scores, strict=True)
        )
        self._state = structs.replace(
            self._state,
            round=first.round,
            honba=first.honba,
            bets=first.bets,
            seats=(east, south, west, north),
        )
        self.disorder = Disorder(self.world, self, seed=seed, share=scene.covered_share)
        make = scene.camera or partial(FilmCamera, camera_seed=CAMERA_SEED)
        self._camera = make(self.world, scene, seed)
        self._reader = TableReader(self.world.geometry, classifier)
        self.losses: LossWatch | None = None
        self.frames = 0
        self.told = False
        self.last: dict[ZoneId, tuple[int, ...]] = {}
        self.lost: set[ZoneId] = set()
        self.pictures: dict[int, bytes] = {}
        self._wrong = 0

    def see_through_camera(self) -> None:
        self.losses = LossWatch(self.world)

    def _look(self) -> None:
        self.world.show(ShownDisplays(0, 0, 0, (25000, 25000, 25000, 25000), self._dice))
        at_ms = now_ms()
        if self.losses is not None and at_ms % PERIOD_MS == 0:
            sightings = self._shoot(self.losses, at_ms)
            if self.told:
                for sighting in sightings:
                    self.see(sighting, at_ms)
        if not self.told:
            super()._look()

    def _shoot(self, losses: LossWatch, at_ms: int) -> list[Sighting]:
        self.frames += 1
        frame = self._camera.frame(self.frames, at_ms)
        sightings = self._reader.read_frame(frame)
        losses.frame(at_ms, sightings)
        for sighting in sightings:
            if isinstance(sighting, ZoneReading):
                self.last[sighting.zone] = tuple(tile.tile for tile in sighting.tiles)
            elif isinstance(sighting, LostTrack):
                self.lost.add(sighting.zone)
            elif isinstance(sighting, FoundTrack):
                self.lost.discard(sighting.zone)
        if len(losses.misread) > self._wrong:
            self._wrong = len(losses.misread)
            self.pictures[at_ms] = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 92])[
                1
            ].tobytes()
        return sightings


def film_act(
    paths: Sequence[Path],
    kind: ActKind,
    number: int,
    classifier: Classifier,
    seed: int,
    *,
    under: Callable[[Scene], Scene] | None = None,
) -> FilmedAct:
    """Film the act of this number, which also chooses the table; ``under`` may change the table's circumstances."""
    path, record, hand, act = found_act(paths, kind, number, seed)
    scene = scene_of(number, seed)
    if under is not None:
        scene = under(scene)
    done = record.hands[hand].acts[act]
    if kind == "concealed kan" and isinstance(done, MeldCall):
        scene = replace(scene, chairs=_far_chairs(scene, done.seat))
    table = ActTable(record, hand, scene, classifier, 4 * number + ACTS.index(kind))
    filmed = FilmedAct(f"{kind} {number}, seed {seed}: {path.stem}, hand {hand}, act {act}")
    moments: list[TableMoment] = []

    async def play() -> None:
        loop = asyncio.get_running_loop()
        players = ScriptedTable(
            table.world, table, record, seed=number, manner=Manner(chairs=scene.chairs, care=scene.care)
        )
        around = [loop.create_task(table.film())]
        playing = loop.create_task(players.play([hand]))

        while not playing.done():
            await asyncio.sleep(LOOK_S)
            reached = max((moment.act for moment in players.moments), default=-1)
            if reached >= act - BEFORE and table.losses is None:
                table.see_through_camera()
                around.append(loop.create_task(table.disorder.run()))
            table.told = reached >= act - TOLD_BEFORE
            # After a kan an arm may lie over the corner until its player has discarded.
            if reached >= act and ("kan" not in kind or _has_discarded_after(players.moments, act)):
                break
        if kind == "sweep":
            await playing
        await asyncio.sleep(AFTER_S)
        await end((*around, playing))
        table.stop()
        moments.extend(players.moments)
        if players.left_because:
            filmed.faults.append(f"the players left: {players.left_because}")
        filmed.faults += untold(table, players.moments, now_ms() - SETTLED_MS, kind)

    in_table_time(play)
    stem = f"{kind.replace(' ', '-')}-{number}-seed-{seed}"
    filmed.pictures = {f"{stem}-{at_ms}.jpg": jpeg for at_ms, jpeg in table.pictures.items()}
    _judge(filmed, table, moments)
    return filmed


def _has_discarded_after(moments: Sequence[TableMoment], act: int) -> bool:
    return any(moment.did == "discard" and moment.act > act for moment in moments)


def _judge(filmed: FilmedAct, table: ActTable, moments: Sequence[TableMoment]) -> None:
    """Count and word the faults of a table that was filmed."""
    filmed.frames = table.frames
    filmed.questions = len(table.watched.notes)
    losses = table.losses
    if losses is None:
        filmed.faults.append("nothing was filmed")
        return
    fouls = unexplained_fouls(table.watched.fouls, moments)
    filmed.wrong, filmed.fouls, filmed.lost = len(losses.misread), len(fouls), losses.lost
    filmed.silent = len(losses.silent)
    filmed.faults += [
        f"{each.zone} at {each.at_ms}: told {each.told}, there lay {each.true}" for each in losses.misread
    ]
    filmed.faults += [
        f"{zone} since {at_ms}: {why}, and nobody said so" for zone, at_ms, why in losses.silent
    ]
    filmed.faults += [f"a foul nobody committed: {each}" for each in fouls]
    filmed.faults += [f"a note: {each}" for each in table.watched.notes]


def unexplained_fouls(fouls: Sequence[str], moments: Sequence[TableMoment]) -> list[str]:
    """The fouls that nobody committed: a tile that fell face up was really shown, once."""
    fell = [moment.at_ms for moment in moments if moment.did == "dropped" and moment.detail == FELL_OPEN]
    left = []
    for foul in fouls:
        at_ms, rule, *_ = foul.replace(":", "").split()
        shown = next((fell_ms for fell_ms in fell if 0 <= int(at_ms) - fell_ms < SHOWN_MS), None)
        if rule == "tiles_shown" and shown is not None:
            fell.remove(shown)
        else:
            left.append(foul)
    return left


def untold(table: ActTable, moments: Sequence[TableMoment], until_ms: int, kind: ActKind) -> list[str]:
    """Acts up to a time that were not observed (order counts), and observed acts that never happened."""
    done: list[Any] = []
    for moment in moments:
        if moment.at_ms < until_ms and moment.did == "discard":
            done.append((moment.seat, moment.tile))
        elif moment.at_ms < until_ms and moment.did == "meld":
            done.append((moment.seat, moment.detail))
    observations: list[Any] = []
    for observation, _ in table.watched.entries:
        if isinstance(observation, TileDiscarded):
            observations.append((observation.seat, observation.tile))
        elif isinstance(observation, MeldShown):
            observations.append((observation.seat, observation.kind))
    faults = []
    if observations[: len(done)] != done:
        at = next(
            (n for n, (one, other) in enumerate(zip(observations, done, strict=False)) if one != other),
            len(observations),
        )
        faults.append(
            f"told {observations[at : at + 3]}, done {done[at : at + 3]}, number {at} of {len(done)}"
        )
    if kind == "sweep":
        if not any(isinstance(observation, HandClosed) for observation, _ in table.watched.entries):
            faults.append("the hand was not closed")
        lying = {zone: tiles for zone, tiles in table.last.items() if tiles and zone not in table.lost}
        if lying:
            there = ", ".join(f"{zone} {tiles}" for zone, tiles in lying.items())
            faults.append(f"swept away, and told to lie there still: {there}")
    return faults


def _far_chairs(scene: Scene, seat: int) -> tuple[int, int, int, int]:
    """The chairs of the seats, with one of them in the corner farthest from the camera's foot."""
    x, y = scene.mount.aside_mm
    corners = [to_table(chair, 300.0, 300.0) for chair in range(4)]
    chair = int(np.argmax([np.hypot(corner[0] - x, corner[1] - y) for corner in corners]))
    a, b, c, d = ((chair - seat + each) % 4 for each in range(4))
    return a, b, c, d
