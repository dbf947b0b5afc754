"""Recorded games acted out by the simulated players, felt and seen without firmware and without pictures.

The camera here reads the world itself, but as late and as blindly as the real one: a zone that an arm covers is not
read, a content is believed after two frames, and the time of a change lies between two clear frames.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from firmware_bridge.signals import Button, ButtonName, Curtain, DiceRolled, StickSlot, WallTouch
from referee import observations
from referee.decide import advance
from referee.events import FoulFound
from referee.records.journaled import records_of
from table_controller.replay import ruleset_of
from table_controller.sensing import SENSES, Sensing
from table_controller.simulation.gestures import Walls
from table_controller.simulation.places import Lie, is_sideways
from table_controller.simulation.players import ScriptedTable
from table_controller.simulation.script import faces_of
from table_controller.simulation.world import World
from tests.table_controller.jump_loop import JumpLoop, in_table_time
from vision.geometry import to_chair
from vision.sightings import BACK, PlacedTile, Watermark, ZoneReading

if TYPE_CHECKING:
    from firmware_bridge.signals import Signal
    from referee.events import Event
    from referee.observations import Observation
    from referee.position import GameState
    from referee.records.record import GameRecord
    from table_controller.simulation.gestures import Button as ButtonWord
    from vision.geometry import Zone

FRAME_MS = 100
LOST_MS = 2000
ARM_MM = 45.0
"""Half the width of an arm."""


@dataclass
class Watched:
    """A game as it was felt, seen and judged."""

    state: GameState | None = None
    entries: list[tuple[Observation, tuple[Event, ...]]] = field(default_factory=list)
    fouls: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    lateness_ms: list[int] = field(default_factory=list)

    def judge(self, observation: Observation) -> None:
        events, self.state = advance(self.state, observation)
        self.entries.append((observation, events))
        self.fouls += [
            f"{observation.at_ms}: {event.rule} {event.text}"
            for event in events
            if isinstance(event, FoulFound)
        ]

    def record(self) -> GameRecord:
        return list(records_of(self.entries, "watched"))[-1]


@dataclass
class _Zone:
    zone: Zone
    tiles: tuple[PlacedTile, ...] | None = None
    pending: tuple[PlacedTile, ...] | None = None
    pending_ms: int = 0
    clear_ms: int = 0


class Table:
    """The electric side and the camera, with sensing and the referee behind them."""

    def __init__(self, world: World, record: GameRecord) -> None:
        self.world = world
        self.sensing = Sensing()
        self.watched = Watched()
        self._zones = [_Zone(zone) for zone in world.geometry.zones()]
        self._number = self._frame = self._safe_ms = 0
        self._walls: int | None = None
        self._up_at_s = 0.0
        self._dice: tuple[int, int] | None = None
        self._hand = -1
        self._rng = np.random.default_rng(len(record.hands))
        rules = ruleset_of(record).to_mapping()
        self.watched.judge(observations.HanchanBegun(ruleset=rules, names=record.names, senses=SENSES))

    # What the players meet

    def hand(self, chair: int, across: bool) -> None:
        self._feel(Curtain(chair=chair, broken=across))

    def touch(self, chair: int, touching: bool) -> None:
        self._feel(WallTouch(chair=chair, touching=touching))

    def press(self, chair: int, button: ButtonWord, pressed: bool) -> None:
        self._feel(Button(chair=chair, button=ButtonName[button.upper()], pressed=pressed))
        if pressed and button == "set":
            self._dice = None
            self._walls = 0 if self._walls is None else 1 - self._walls
            self._up_at_s = asyncio.get_running_loop().time() + 8.0
        if pressed and button == "dice":
            asyncio.get_running_loop().call_later(1.5, self._throw)

    def stick(self, chair: int, present: bool) -> None:
        self._feel(StickSlot(chair=chair, present=present))

    def tiles(self, tile_set: int, count: int) -> None:
        """Nobody counts."""

    def walls(self) -> Walls:
        up = asyncio.get_running_loop().time() >= self._up_at_s
        return Walls(self._walls if up else None, 1000 if up else 0)

    def dice(self) -> tuple[int, int] | None:
        return self._dice

    def _throw(self) -> None:
        first, second = (int(pips) for pips in self._rng.integers(1, 7, 2))
        self._dice = (first, second)
        self._feel(DiceRolled(goal=1, first=first, second=second))

    def _feel(self, signal: Signal) -> None:
        self._number += 1
        now_ms = self._now_ms()
        stamped = type(signal)(
            **{name: getattr(signal, name) for name in type(signal).__dataclass_fields__ if name.islower()}
            | {"number": self._number, "at_ms": now_ms, "nonce": 1}
        )
        self.sensing.signal(stamped, now_ms)
        self.pump()

    # What the camera meets

    async def film(self) -> None:
        """A frame every tenth of a second, for ever."""
        while True:
            await asyncio.sleep(FRAME_MS / 1000)
            self._look()
            self.pump()

    def _look(self) -> None:
        now_ms = self._now_ms()
        self._frame += 1
        for each in self._zones:
            if self._covered(each.zone, now_ms):
                each.pending = None
                continue
            lying = self._lying(each.zone)
            if lying == each.tiles:
                each.pending, each.clear_ms = None, now_ms
            elif each.pending != lying:
                each.pending, each.pending_ms = lying, now_ms
            else:
                at_ms = max((each.clear_ms + each.pending_ms) // 2, self._safe_ms)
                within = max(at_ms - each.clear_ms, each.pending_ms - at_ms)
                reading = ZoneReading(each.zone.name, lying, self._frame, at_ms, within, now_ms)
                each.tiles, each.pending, each.clear_ms = lying, None, now_ms
                self.sensing.sighting(reading, now_ms)
        seen = [each.clear_ms for each in self._zones if now_ms - each.clear_ms <= LOST_MS]
        self._safe_ms = max(self._safe_ms, min([now_ms, *seen]))
        self.sensing.sighting(Watermark(self._frame, now_ms, self._safe_ms), now_ms)

    def _covered(self, zone: Zone, now_ms: int) -> bool:
        """Whether an arm, from the edge of the table to its finger tips, lies over a zone."""
        for arm in self.world.arms:
            tip_x, tip_y = arm.at(now_ms)
            from_x, from_y = self.world.rest_point(arm.chair)
            for part in np.linspace(0.0, 1.0, 9):
                point = (from_x + (tip_x - from_x) * part, from_y + (tip_y - from_y) * part)
                x, y = to_chair(zone.chair, *point)
                area = zone.area
                if (
                    area.left - ARM_MM < x < area.right + ARM_MM
                    and area.top - ARM_MM < y < area.bottom + ARM_MM
                ):
                    return True
        return False

    def _lying(self, zone: Zone) -> tuple[PlacedTile, ...]:
        found = []
        for tile in self.world.in_zone(zone.name):
            place = tile.place
            if place is None or place.lie is Lie.STANDING:
                continue
            if zone.kind == "wall" and place.lie is Lie.FACE_DOWN:
                continue
            x, y = to_chair(zone.chair, place.x_mm, place.y_mm)
            face = tile.face if place.lie is Lie.FACE_UP else BACK
            found.append((face, x, y, is_sideways(place, zone.chair)))
        if zone.kind == "pond":
            pitch = self.world.geometry.pond.row_pitch
            first = self.world.geometry.pond.first_row_y
            found.sort(key=lambda each: (min(round((each[2] - first) / pitch), 2), each[1]))
        else:
            found.sort(key=lambda each: each[1])
        return tuple(
            PlacedTile(face, round(x, 1), round(y, 1), sideways, 0, index, 999)
            for index, (face, x, y, sideways) in enumerate(found)
        )

    # Behind

    @staticmethod
    def _now_ms() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, JumpLoop)
        return loop.now_ms

    def pump(self) -> None:
        now_ms = self._now_ms()
        while (step := self.sensing.step(self.watched.state, now_ms)) is not None:
            if step.note:
                self.watched.notes.append(f"{now_ms}: {step.note}")
            for observation in step.observations:
                if not isinstance(observation, observations.HandMoved):  # they come with what follows them
                    self.watched.lateness_ms.append(now_ms - observation.at_ms)
                self.watched.judge(observation)


def watch(record: GameRecord, seed: int = 1, hands: int | None = None) -> Watched:
    """Act a game out and watch it."""
    world = World(red_fives=any(34 <= face <= 36 for face in faces_of(record)))
    table = Table(world, record)

    async def play() -> None:
        filming = asyncio.get_running_loop().create_task(table.film())
        players = ScriptedTable(world, table, record, seed=seed)
        await players.play(None if hands is None else range(hands))
        await asyncio.sleep(5)
        filming.cancel()

    in_table_time(play)
    return table.watched
