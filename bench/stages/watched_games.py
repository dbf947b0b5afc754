"""Recorded games acted out by the simulated players, sensed without firmware and without pictures.

The camera here reads the simulated world directly, but with a real camera's delays and blind spots: a zone under an arm
is not read, a reading is believed after two frames, and a change is dated between two clear frames.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bench.stages.jump_loop import in_table_time
from bench.stages.unwired import Judged, UnwiredTable, now_ms
from referee.hands.payments import BET
from referee.records.neutral.record import GameRecord
from simulation.people.players import ScriptedTable
from simulation.world.gestures import STICK_Y_MM
from simulation.world.places import Lie, is_sideways
from simulation.world.world import Arm, TileObject
from table_controller.settings.senses import SENSES
from vision.geometry import Rect, Zone, to_chair, to_table
from vision.sightings import (
    BACK,
    FoundTrack,
    HandsOver,
    LostTrack,
    PlacedTile,
    Stick,
    SticksSeen,
    WallSeen,
    Watermark,
    ZoneReading,
)
from vision.zones import CHAIRS, ZoneId

FRAME_MS = 100
LOST_MS = 2000
ARM_MM = 45.0
"""Half the width of an arm."""
STICK = Rect(-35.0, STICK_Y_MM - 5.0, 35.0, STICK_Y_MM + 5.0)
STACKS = 17


@dataclass
class _Zone:
    zone: Zone
    tiles: tuple[PlacedTile, ...] | None = None
    pending: tuple[PlacedTile, ...] | None = None
    pending_ms: int = 0
    clear_ms: int = 0
    safe_ms: int = 0
    lost: bool = False


@dataclass(frozen=True)
class Loss:
    """A zone that is covered for a time."""

    zone: ZoneId
    from_ms: int
    until_ms: int


class Table(UnwiredTable):
    """A table whose camera reads the simulated world directly."""

    def __init__(
        self,
        record: GameRecord,
        senses: Sequence[str] = SENSES,
        chairs: tuple[int, int, int, int] = (0, 1, 2, 3),
        losses: Sequence[Loss] = (),
        *,
        by_sight: bool = False,
    ) -> None:
        self.watched = Judged()
        self._losses = tuple(losses)
        super().__init__(
            record,
            self.watched,
            np.random.default_rng(len(record.hands)),
            chairs,
            tuple(senses),
            by_sight=by_sight,
        )
        self._hands_over: tuple[tuple[ZoneId, tuple[int, ...]], ...] = ()
        self._stacks: dict[ZoneId, tuple[tuple[int, int], ...]] = {}
        self._sticks = [False] * CHAIRS
        self._sticks_told: tuple[bool, ...] | None = None
        self._zones = [_Zone(zone) for zone in self.world.geometry.zones()]
        self._frame = 0
        self._sorted: tuple[int, dict[ZoneId, list[TileObject]]] = (-1, {})
        self._lie: dict[ZoneId, tuple[PlacedTile, ...]] = {}
        self._arms_at: tuple[int, list[tuple[int, list[list[tuple[float, float]]]]]] = (-1, [])

    # What the camera meets

    async def film(self) -> None:
        """Take a frame every tenth of a second, for ever."""
        while True:
            await asyncio.sleep(FRAME_MS / 1000)
            self._look()
            self.pump()

    def _look(self) -> None:
        seen_ms = now_ms()
        self._frame += 1
        self._see_hands(seen_ms)
        for each in self._zones:
            if self._covered(each.zone, seen_ms):
                each.pending = None
                continue
            lying = self._lying(each.zone)
            if lying == each.tiles:
                each.pending, each.clear_ms = None, seen_ms
                if each.zone.id.kind == "wall":
                    self._count(each.zone.id, seen_ms)
            elif each.pending != lying:
                each.pending, each.pending_ms = lying, seen_ms
            else:
                at_ms = max((each.clear_ms + each.pending_ms) // 2, each.safe_ms)
                within = max(at_ms - each.clear_ms, each.pending_ms - at_ms)
                reading = ZoneReading(each.zone.id, lying, self._frame, at_ms, within, seen_ms)
                each.tiles, each.pending, each.clear_ms = lying, None, seen_ms
                self.see(reading, seen_ms)
        self._see_sticks(seen_ms)
        for each in self._zones:
            lost = seen_ms - each.clear_ms > LOST_MS
            if lost != each.lost:
                each.lost = lost
                name = each.zone.id
                self.see(
                    LostTrack(name, "covered", each.clear_ms) if lost else FoundTrack(name, seen_ms), seen_ms
                )
            each.safe_ms = max(each.safe_ms, seen_ms if lost else each.clear_ms)
        behind = tuple((each.zone.id, each.safe_ms) for each in self._zones if each.safe_ms < seen_ms)
        safe_ms = min([seen_ms, *(each.safe_ms for each in self._zones)])
        self.see(Watermark(self._frame, seen_ms, safe_ms, behind), seen_ms)

    def _see_hands(self, at_ms: int) -> None:
        over = [(each.zone.id, self._arms(each.zone.id.chair, each.zone.area, at_ms)) for each in self._zones]
        hands = tuple((name, chairs) for name, chairs in over if chairs)
        if hands != self._hands_over:
            self._hands_over = hands
            self.see(HandsOver(hands, self._frame, at_ms), at_ms)

    def _count(self, zone: ZoneId, at_ms: int) -> None:
        left = [0] * STACKS
        for tile in self._tiles_in(zone):
            if tile.spot is not None:
                left[tile.spot.stack] += 1
        stacks = tuple((count, count) for count in left)
        if stacks != self._stacks.get(zone):
            self._stacks[zone] = stacks
            self.see(WallSeen(zone, stacks, None, self._frame, at_ms), at_ms)

    def _see_sticks(self, at_ms: int) -> None:
        hidden = [chair for chair in range(CHAIRS) if self._arms(chair, STICK, at_ms)]
        for chair in range(CHAIRS):
            if chair not in hidden:
                self._sticks[chair] = self.world.sticks[chair]
        lying = tuple(self._sticks)
        if lying == self._sticks_told or (self._sticks_told is None and hidden):
            return
        self._sticks_told = lying
        sticks = tuple(
            Stick(*to_table(chair, 0.0, STICK_Y_MM), 90.0 * (chair % 2), BET, chair)
            for chair, lies in enumerate(lying)
            if lies
        )
        self.see(SticksSeen(sticks, self._frame, at_ms), at_ms)

    def _covered(self, zone: Zone, at_ms: int) -> bool:
        """Return whether an arm or something else lies over a zone."""
        return bool(self._arms(zone.id.chair, zone.area, at_ms)) or any(
            loss.zone == zone.id and loss.from_ms <= at_ms < loss.until_ms for loss in self._losses
        )

    def _arms(self, chair: int, area: Rect, at_ms: int) -> tuple[int, ...]:
        """The chairs whose arm, from the table's edge to the fingertips, lies over an area of a chair's frame."""
        left, right, top, bottom = (
            area.left - ARM_MM,
            area.right + ARM_MM,
            area.top - ARM_MM,
            area.bottom + ARM_MM,
        )
        return tuple(
            owner
            for owner, points in self._reaching(at_ms)
            if any(left < x < right and top < y < bottom for x, y in points[chair])
        )

    def _reaching(self, at_ms: int) -> list[tuple[int, list[list[tuple[float, float]]]]]:
        """The chairs with moving arms, with points along each arm in the frame of every chair."""
        if self._arms_at[0] != at_ms:
            self._arms_at = (
                at_ms,
                [
                    (arm.chair, [[to_chair(chair, *point) for point in along] for chair in range(CHAIRS)])
                    for arm in self.world.arms
                    if (along := self._along(arm, at_ms))
                ],
            )
        return self._arms_at[1]

    def _along(self, arm: Arm, at_ms: int) -> list[tuple[float, float]]:
        """Points along an arm from the edge of the table to its finger tips; none where it rests."""
        tip_x, tip_y = arm.at(at_ms)
        from_x, from_y = self.world.rest_point(arm.chair)
        if (tip_x, tip_y) == (from_x, from_y):
            return []
        return [
            (from_x + (tip_x - from_x) * part, from_y + (tip_y - from_y) * part)
            for part in np.linspace(0.0, 1.0, 9).tolist()
        ]

    def _tiles_in(self, zone: ZoneId) -> list[TileObject]:
        """The tiles of a zone, computed once for each state of the world."""
        if self._sorted[0] != self.world.revision:
            tiles: dict[ZoneId, list[TileObject]] = {}
            for tile in sorted(self.world.on_table(), key=lambda tile: tile.revision):
                if tile.zone is not None:
                    tiles.setdefault(tile.zone, []).append(tile)
            self._sorted = self.world.revision, tiles
            self._lie.clear()
        return self._sorted[1].get(zone, [])

    def _lying(self, zone: Zone) -> tuple[PlacedTile, ...]:
        tiles = self._tiles_in(zone.id)
        if zone.id not in self._lie:
            self._lie[zone.id] = self._placed(zone, tiles)
        return self._lie[zone.id]

    def _placed(self, zone: Zone, tiles: Sequence[TileObject]) -> tuple[PlacedTile, ...]:
        found = []
        for tile in tiles:
            place = tile.place
            if place is None or place.lie is Lie.STANDING:
                continue
            if zone.id.kind == "wall" and place.lie is Lie.FACE_DOWN:
                continue
            x, y = to_chair(zone.id.chair, place.x_mm, place.y_mm)
            face = tile.face if place.lie is Lie.FACE_UP else BACK
            found.append((face, x, y, is_sideways(place, zone.id.chair)))
        if zone.id.kind == "pond":
            pitch = self.world.geometry.pond.row_pitch
            first = self.world.geometry.pond.first_row_y
            found.sort(key=lambda each: (min(round((each[2] - first) / pitch), 2), each[1]))
        else:
            found.sort(key=lambda each: each[1])
        return tuple(
            PlacedTile(face, round(x, 1), round(y, 1), sideways, 0, index, 999)
            for index, (face, x, y, sideways) in enumerate(found)
        )


def watch(
    record: GameRecord,
    seed: int = 1,
    hands: int | None = None,
    senses: Sequence[str] = SENSES,
    losses: Sequence[Loss] = (),
    *,
    by_sight: bool = False,
) -> Judged:
    """Act a game out and watch it."""
    table = Table(record, senses, losses=losses, by_sight=by_sight)
    act_out(table, record, seed, hands)
    return table.watched


def act_out(table: Table, record: GameRecord, seed: int, hands: int | None) -> None:
    """Let people play a game at a table."""

    async def play() -> None:
        filming = asyncio.get_running_loop().create_task(table.film())
        players = ScriptedTable(table.world, table, record, seed=seed)
        await players.play(None if hands is None else range(hands))
        await asyncio.sleep(5)
        filming.cancel()
        table.enter_hand()
        table.stop()

    in_table_time(play)
