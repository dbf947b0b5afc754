"""Gestures of a player's hand: reaching over the elevator line, taking, laying, pressing, in table time.

A gesture moves the player's arm in the world, triggers the machine's sensors, and moves tiles at the moment when fingers
close or open. All waiting is ``asyncio.sleep`` on a loop whose time is table time in seconds.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Protocol

import numpy as np

from simulation.world.machine import Button, LiftedWalls
from simulation.world.places import FAR, LEFT, Lie, TilePlace
from simulation.world.world import Arm, TileObject, World
from vision.geometry import to_chair, to_table
from vision.zones import FELT, ZoneId

MILLISECONDS: Final = 1000
NEAR_X_MM: Final = 60.0
NEAR_Y_MM: Final = 335.0
"""The place of a waiting hand, in front of the player's own tiles."""
STICK_Y_MM: Final = 58.0
INWARDS: Final = 0.2
"""The offset of melds from their corner towards the middle, as a share of that to the left."""
LAST_ROW: Final = 2
"""The lowest row of a pond."""
PUSH_MM: Final = (0.5, 2.5)
"""The least and the most that one push moves a row of a pond aside."""
PUSH_STEPS: Final = 4
PUSH_STEP_MS: Final = 30
SAME_ROW: Final = 0.75
"""The chance that the pushed row is that of the newest discard instead of a random one."""
CURTAIN_STEP_MS: Final = 4
"""The precision of the time at which an arm crosses the line."""


class MachinePort(Protocol):
    """The table's electric side for players: sensors that they trigger, walls and dice that they wait for."""

    def hand(self, chair: int, across: bool) -> None:
        """Take a hand of ``chair`` crossing the elevator line, or coming back."""

    def touch(self, chair: int, touching: bool) -> None:
        """Take the hand of ``chair`` touching the wall, or letting go of it."""

    def press(self, chair: int, button: Button, pressed: bool) -> None:
        """Take a change of a button: it is pressed, or let go."""

    def stick(self, chair: int, present: bool) -> None:
        """Take a riichi stick being put into the slot of ``chair``, or removed."""

    def walls(self) -> LiftedWalls: ...

    def dice(self) -> tuple[int, int] | None:
        """Return the dice, None while they roll or are dark."""


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of people in milliseconds; pairs are the least and the most. ``scale`` multiplies all of them."""

    reach: tuple[int, int] = (330, 520)
    take: tuple[int, int] = (90, 170)
    lay: tuple[int, int] = (70, 150)
    think: tuple[int, int] = (300, 1200)
    call_pause: tuple[int, int] = (450, 800)
    call_after: tuple[int, int] = (350, 800)
    press: tuple[int, int] = (90, 160)
    settle: tuple[int, int] = (500, 900)
    deal: tuple[int, int] = (260, 380)
    startled: tuple[int, int] = (1000, 5000)
    scale: float = 1.0


BRISK: Final = Pace(
    reach=(100, 155),
    take=(45, 70),
    lay=(40, 70),
    think=(50, 150),
    call_pause=(405, 450),
    call_after=(250, 380),
    press=(60, 90),
    settle=(200, 300),
    deal=(90, 130),
)
"""People in a hurry: they move three times as fast, and hardly think. A player still waits before a draw for as long as
the rulesets leave the others to call (``reaction_ms``)."""


@dataclass(frozen=True, slots=True)
class Care:
    """The care with which people lay tiles.

    Attributes:
        offset_mm, turn_deg: the most that tiles are off.
        upside_down: the share of discards that lie upside down.
        gaps_mm: the least and the most room between two discards of a row.
        touching: the share of discards that are pushed against their neighbour instead.
        drift_mm: the most that rows of a pond are pushed aside during a hand.
        leaning: the share of discards that lean on the tile they were laid against.
        lean_deg: the least and the most slope of a leaning tile.
        dropping: the share of discards that fall on the way to the pond, and lie there for a while.
        row_tiles: the least and the most tiles in a row of a pond, drawn for each of its first two rows; None: the
            number of columns of the table's ponds.
        off_corner_mm: the most that melds are left of their corner; ``INWARDS`` of that, nearer to the middle.
    """

    offset_mm: float = 1.2
    turn_deg: float = 2.0
    upside_down: float = 0.12
    gaps_mm: tuple[float, float] = (0.1, 1.0)
    touching: float = 0.0
    drift_mm: float = 0.0
    leaning: float = 0.0
    lean_deg: tuple[float, float] = (10.0, 25.0)
    dropping: float = 0.0
    row_tiles: tuple[int, int] | None = None
    off_corner_mm: float = 0.0


class Player:
    """One person at the table: an arm, a temperament (seeded), and the gestures.

    Args:
        chair: the person's chair.
        world: the table.
        machine: its electric side.
        rng: the random variation.
        pace: the person's speed.
        care: the person's tidiness.
        watching: while it is not set, the person takes the hand off the table and waits; None: always set.
    """

    def __init__(
        self,
        chair: int,
        world: World,
        machine: MachinePort,
        *,
        rng: np.random.Generator,
        pace: Pace,
        care: Care,
        watching: asyncio.Event | None = None,
    ) -> None:
        self.chair = chair
        self.world = world
        self.machine = machine
        self.pace = pace
        self.care = care
        self._rng = rng
        self._watching = watching
        self._across = False
        self._pushed: dict[int, float] = {}
        self._rows: tuple[int, int] | None = None

    # -- time ---------------------------------------------------------------------------------------------------

    @staticmethod
    def now_ms() -> int:
        return round(asyncio.get_running_loop().time() * MILLISECONDS)

    async def until(self, at_ms: int) -> None:
        """Sleep until a point in table time."""
        left = at_ms / MILLISECONDS - asyncio.get_running_loop().time()
        if left > 0:
            await asyncio.sleep(left)

    def some(self, span: tuple[int, int]) -> int:
        """Return a random duration within a span, milliseconds."""
        return max(1, round(float(self._rng.uniform(*span)) * self.pace.scale))

    async def wait(self, span: tuple[int, int]) -> None:
        """Wait for a random duration within a span."""
        await self.until(self.now_ms() + self.some(span))

    # -- the arm ------------------------------------------------------------------------------------------------

    async def move(self, x_mm: float, y_mm: float, span: tuple[int, int] | None = None) -> None:
        """Move the finger tips to a point of the table's frame, breaking and freeing the light curtain on the way."""
        if self._watching is not None and not self._watching.is_set():
            # A table that resumes looking must find no hand over it.
            await self._swing(*self.world.rest_point(self.chair), self.pace.reach)
            await self._watching.wait()
        await self._swing(x_mm, y_mm, span or self.pace.reach)

    async def _swing(self, x_mm: float, y_mm: float, span: tuple[int, int]) -> None:
        start = self.now_ms()
        x, y = self.world.arms[self.chair].at(start)
        far = float(np.hypot(x_mm - x, y_mm - y))
        duration = round(self.some(span) * (0.55 + min(far, 700.0) / 700.0))
        await self.arrive(x_mm, y_mm, start + duration)

    async def arrive(self, x_mm: float, y_mm: float, at_ms: int) -> None:
        """Move the finger tips so that they reach a point at a given time, or at once if that time is past."""
        arm, start = self.world.arms[self.chair], self.now_ms()
        arm.move(start, at_ms, x_mm, y_mm)
        for passed_ms in range(start, at_ms + 1, CURTAIN_STEP_MS):
            if self._beyond(*arm.at(passed_ms)) != self._across:
                await self.until(passed_ms)
                self._cross(not self._across)
        await self.until(at_ms)
        if self._beyond(x_mm, y_mm) != self._across:
            self._cross(not self._across)

    def crossing_ms(self, x_mm: float, y_mm: float, duration_ms: int) -> int:
        """Return the time until the finger tips cross the line on the way to a point; the whole duration if they do not."""
        way = Arm(self.chair, [(0, *self.world.arms[self.chair].at(self.now_ms()))])
        way.move(0, duration_ms, x_mm, y_mm)
        steps = range(0, duration_ms, CURTAIN_STEP_MS)
        return next((ms for ms in steps if self._beyond(*way.at(ms)) != self._across), duration_ms)

    def _beyond(self, x_mm: float, y_mm: float) -> bool:
        return to_chair(self.chair, x_mm, y_mm)[1] < self.world.geometry.wall.line_y

    def _cross(self, across: bool) -> None:
        self._across = across
        self.machine.hand(self.chair, across)

    async def move_to(self, place: TilePlace, span: tuple[int, int] | None = None) -> None:
        """Move the finger tips to a tile or to its future place."""
        await self.move(place.x_mm, place.y_mm, span)

    async def near(self) -> None:
        """Draw the hand back in front of the player's own tiles."""
        await self.move(*to_table(self.chair, NEAR_X_MM, NEAR_Y_MM))

    async def rest(self) -> None:
        """Take the hand off the table."""
        await self.move(*World.rest_point(self.chair))

    # -- gestures -----------------------------------------------------------------------------------------------

    async def press(self, button: Button) -> None:
        """Press a button at the player's own edge and release it."""
        if self._watching is not None:
            await self._watching.wait()
        self.machine.press(self.chair, button, True)
        await self.wait(self.pace.press)
        self.machine.press(self.chair, button, False)

    async def press_together(self, held: Button, pressed: Button) -> None:
        """Hold one button at the player's own edge and press another."""
        if self._watching is not None:
            await self._watching.wait()
        self.machine.press(self.chair, held, True)
        await self.wait(self.pace.press)
        await self.press(pressed)
        self.machine.press(self.chair, held, False)

    async def take_from_wall(
        self, tiles: Sequence[TileObject], span: tuple[int, int] | None = None, *, felt: bool = True
    ) -> None:
        """Reach over, touch the wall (which feels it if ``felt``), close the fingers around the tiles."""
        first = tiles[0].place
        if first is None:
            raise LookupError("the tile is not in the wall")
        await self.move_to(first, span)
        if felt:
            self.machine.touch(self.chair, True)
        await self.wait(self.pace.take)
        for tile in tiles:
            self.world.hold(tile, self.chair)
        if felt:
            self.machine.touch(self.chair, False)

    async def grasp(self, tile: TileObject) -> None:
        """Reach for a tile that lies or stands somewhere and close the fingers."""
        if tile.place is None:
            raise LookupError("the tile is not on the table")
        await self.move_to(tile.place)
        await self.wait(self.pace.lay)
        self.world.hold(tile, self.chair)

    async def lay(self, tile: TileObject, zone: ZoneId, place: TilePlace) -> int:
        """Bring a held tile to its place and open the fingers; return the time of that."""
        await self.move_to(place)
        await self.wait(self.pace.lay)
        self.world.put(tile, zone, place)
        return self.now_ms()

    async def push_row(self) -> None:
        """Push a row of the pond a little farther aside, as fingers do after laying a tile."""
        pond = ZoneId("pond", self.chair)
        lying = self.world.in_zone(pond)
        if not (self.care.drift_mm and lying):
            return
        rows = [self.world.places.row_of_pond(self.chair, tile.place) for tile in lying if tile.place]
        if len(lying) == 1:
            self._pushed.clear()
        row = rows[-1] if self._rng.random() < SAME_ROW else int(self._rng.choice(rows))
        done = self._pushed.get(row, 0.0)
        way = float(np.copysign(1.0, done)) if done else float(self._rng.choice((-1.0, 1.0)))
        by_mm = way * min(float(self._rng.uniform(*PUSH_MM)), self.care.drift_mm - abs(done))
        self._pushed[row] = done + by_mm
        step = to_table(self.chair, by_mm / PUSH_STEPS, 0.0)
        pushed = [tile for tile, its in zip(lying, rows, strict=True) if its == row]
        x, y = self.world.arms[self.chair].at(self.now_ms())
        for number in range(1, PUSH_STEPS + 1):
            at_ms = self.now_ms() + PUSH_STEP_MS
            await self.arrive(x + number * step[0], y + number * step[1], at_ms)
            self.world.push(pond, pushed, *step)

    async def drop(self, tile: TileObject) -> tuple[int, Lie] | None:
        """Perhaps drop a held tile and pick it up again after some seconds; return the time of the fall, and how it lay."""
        if not (self.care.dropping and self._rng.random() < self.care.dropping):
            return None
        place = self.world.fallen_place(self.chair, self._rng)
        if place is None:
            return None
        fell_ms = await self.lay(tile, FELT, place)
        await self.near()
        await self.wait(self.pace.startled)
        await self.grasp(tile)
        tile.carried = Lie.FACE_UP
        return fell_ms, place.lie

    async def turn_up(self, tile: TileObject) -> int:
        """Turn a tile of the wall face up in place; return the time when it lay."""
        if tile.place is None or tile.zone is None:
            raise LookupError("the tile is not in the wall")
        up = TilePlace(tile.place.x_mm, tile.place.y_mm, tile.place.angle_deg, Lie.FACE_UP, tile.place.z_mm)
        await self.move_to(up)
        await self.wait(self.pace.lay)
        self.world.put(tile, tile.zone, self.untidy(up, share=0.5))
        return self.now_ms()

    async def lay_stick(self) -> int:
        """Put a riichi stick into the player's slot; return the time when it lay there."""
        await self.move(*to_table(self.chair, 0.0, STICK_Y_MM))
        await self.wait(self.pace.lay)
        self.world.lay_stick(self.chair, True)
        self.machine.stick(self.chair, True)
        return self.now_ms()

    def pull_stick(self) -> None:
        """Take the stick out of the player's slot."""
        if self.world.sticks[self.chair]:
            self.world.lay_stick(self.chair, False)
            self.machine.stick(self.chair, False)

    async def sweep(self, zones: Iterable[ZoneId], y_mm: float) -> None:
        """Push the tiles of some zones into the well with a flat hand, from left to right along a line."""
        arm, wanted = self.world.arms[self.chair], set(zones)
        arm.spread = 1.0
        reach = self.world.geometry.rim_half
        stops = (-230.0, -120.0, 0.0, 120.0, 230.0)
        await self.move(*to_table(self.chair, stops[0], y_mm), (240, 320))
        for left, right in pairwise((-reach, *stops[1:], reach)):
            middle = min(max((left + right) / 2, stops[0]), stops[-1])
            await self.move(*to_table(self.chair, middle, y_mm), (120, 170))
            self.world.swallow(
                tile
                for tile in self.world.on_table()
                if tile.zone in wanted
                and tile.place is not None
                and left <= to_chair(self.chair, tile.place.x_mm, tile.place.y_mm)[0] <= right
            )
        arm.spread = 0.0

    # -- tidiness ---------------------------------------------------------------------------------------------

    def untidy(
        self, place: TilePlace, share: float = 1.0, *, in_row: bool = False, upside_down: bool = False
    ) -> TilePlace:
        """Return the place where a tile really comes to lie: a little off and turned, sometimes upside down.

        ``in_row``: it is pushed against its neighbour, so it is off only towards or away from the player.
        """
        most, turn = self.care.offset_mm * share, self.care.turn_deg * share
        along, towards = np.clip(self._rng.normal(0.0, most / 2.5, 2), -most, most)
        dx, dy = to_table(self.chair, 0.0 if in_row else float(along), float(towards))
        angle = float(np.clip(self._rng.normal(0.0, turn / 2.5), -turn, turn))
        if upside_down and self._rng.random() < self.care.upside_down:
            angle += 180.0
        return TilePlace(place.x_mm + dx, place.y_mm + dy, place.angle_deg + angle, place.lie, place.z_mm)

    def pond_place(self, *, sideways: bool) -> TilePlace:
        """Return the place where the player's next discard really comes to lie."""
        before = [tile.place for tile in self.world.in_zone(ZoneId("pond", self.chair)) if tile.place]
        places = self.world.places
        if self.care.row_tiles is not None and not (before and self._rows):
            least, most = self.care.row_tiles
            first, second = self._rng.integers(least, most + 1, 2).tolist()
            self._rows = first, second
        place = places.pond(self.chair, before, sideways=sideways, gap_mm=self._gap_mm(), rows=self._rows)
        place = self.untidy(place, in_row=bool(before), upside_down=True)
        in_row = bool(before) and places.row_of_pond(self.chair, before[-1]) == places.row_of_pond(
            self.chair, place
        )
        if in_row and self.care.touching and self._rng.random() < self.care.touching:
            place = places.against(self.chair, before[-1], place)
        if self.care.leaning and self._rng.random() < self.care.leaning:
            return self._against_neighbour(place, in_row=in_row)
        return place

    def meld_corner(self) -> tuple[float, float]:
        """Return the offset of the player's melds in one hand: left of their corner, and nearer to the middle."""
        if not self.care.off_corner_mm:
            return 0.0, 0.0
        aside, inwards = self._rng.uniform(0.0, (self.care.off_corner_mm, self.care.off_corner_mm * INWARDS))
        return float(aside), float(inwards)

    def _against_neighbour(self, place: TilePlace, *, in_row: bool) -> TilePlace:
        """Let a discard lean on its neighbour to the left or, in the last row, on the one beyond it."""
        last_row = self.world.places.row_of_pond(self.chair, place) == LAST_ROW
        sides = [LEFT] * in_row + [FAR] * last_row
        if not sides:
            return place
        side, deg = sides[int(self._rng.integers(len(sides)))], float(self._rng.uniform(*self.care.lean_deg))
        return self.world.places.leaning(self.chair, place, deg, side)

    def _gap_mm(self) -> float:
        """Return the gap to the tile on the left, never so small that turned tiles would overlap."""
        lean = self.world.geometry.tile.length * np.sin(np.radians(self.care.turn_deg)) / 2
        return float(self._rng.uniform(*self.care.gaps_mm) + lean)
