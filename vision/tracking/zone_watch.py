"""Watches the zones for a new content at rest, and for zones that cannot be read.

A zone is read when its picture changed, nothing moves in it and no arm is over it. Frames vote until each name is
clear. The content is then believed if the rest of the table allows it and a physical move of tiles explains it;
otherwise the zone is lost.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from vision.camera.camera import Frame
from vision.camera.pace import CALM_MS, LOOK_MS, NOW_MS
from vision.change.occlusion import ZoneGate
from vision.geometry import TableGeometry, to_chair, to_table
from vision.reading.rows import RowShape
from vision.reading.shapes import PlacedShape, ZoneShapes, is_tile
from vision.reading.tiles import strays
from vision.sightings import FoundTrack, HandsOver, LostTrack, PlacedTile, Sighting, WallSeen, ZoneReading
from vision.tracking.beliefs import UncertainError
from vision.tracking.believing import PEOPLES_ZONES, Believing, ZoneState, lies_at
from vision.tracking.camera_views import CameraView, views_on
from vision.tracking.counting import TooManyError
from vision.tracking.expectation import Expectation
from vision.tracking.moves import STAYED_MM, Moves, NoMoveError
from vision.tracking.next_tile import NextTile
from vision.tracking.table_finding import TableView
from vision.zones import ZoneId, ZoneKind

LOST_AFTER_MS: Final = 1900
"""A zone is lost after this time without a reading. With the frame that notices it, the loss is reported within two
seconds. [ms; derived: two seconds less one frame]"""
LIFTS_LAST_MS: Final = 6000
"""A moving wall is lost only after this time: its lift is on its way. [ms; judged: longer than lifts and lid take]"""
UNSEEN_MS: Final = 1000
"""A hand may come and go between frames that are farther apart than this. [ms; derived: a hand that reaches, takes and
withdraws takes longer]"""
REFUSED_MS: Final = 500
"""An impossible or lost content is not read again for this long while nothing moves. [ms; judged: five frames; nothing
in sight changes the result before]"""
UNEXPLAINED_MM2: Final = 130.0
"""More unexplained area than this may be a fingertip over a pond; shadows and the sides of tiles stay below. [mm²;
derived: a fingertip 13 mm across]"""
MOVING: Final = "in motion"
COVERED: Final = "covered"
NO_TILE: Final = "something lies there that is no tile"
APART: Final = "a tile lies apart from the rows"
UNTOLD: Final = "a tile cannot be told"
HIDING: Final = frozenset({MOVING, COVERED, NO_TILE, UNTOLD})
"""Reasons for which part of a pond may be hidden while the rest can be read."""
WITHDRAWS_MM: Final = 3.0
"""An arm that reaches less far than in the last frame by more than this withdraws. [mm; derived: a pixel of the quarter at
2.4 mm; a hand that withdraws moves by 15 mm or more from one of thirty frames a second to the next]"""
LAYING_MS: Final = 300
"""A hand that keeps still over its own pond for less than this may be laying a tile. [ms; judged: fingers open sooner,
and a hand that rests there for seconds costs no more looks]"""
TURN_ZONES: Final[tuple[ZoneKind, ...]] = ("pond", "wall")
"""The zones that tiles leave and reach in each turn."""
LIFTED_ZONES: Final[tuple[ZoneKind, ...]] = ("wall", "ura")
"""The ura dora indicators lie beside the wall, whose tops lean over them while it is lifted."""


class ZoneWatch:
    """Keeps the state of one table's zones, even when the table is found anew.

    Args:
        geometry: the table's.

    Attributes:
        busy: True if a zone was read in the newest frame.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        self.busy = False
        self._believing = Believing(geometry)
        self._next = NextTile(geometry)
        self._zones = self._believing.zones
        self._views: Sequence[CameraView] = ()
        self._gates: dict[ZoneId, ZoneGate] = {}
        self._hands: dict[ZoneId, tuple[int, ...]] = {}
        self._reach_mm: Mapping[int, float] = {}
        self._withdrawing: frozenset[int] = frozenset()
        self._still_since: Mapping[int, int] = {}
        self._last_ms = 0
        self._unexplained_mm2 = UNEXPLAINED_MM2 * geometry.tile.scale**2
        self._half_tile_mm = geometry.tile.width / 2

    @property
    def safe_ms(self) -> int:
        """The time before which no reading will be dated."""
        return min(zone.safe_ms for zone in self._zones.values())

    def behind(self, at_ms: int) -> tuple[tuple[ZoneId, int], ...]:
        """The zones that are not complete up to a time, each with the time up to which it is complete."""
        return tuple((name, zone.safe_ms) for name, zone in self._zones.items() if zone.safe_ms < at_ms)

    @property
    def moves(self) -> Moves:
        """The tiles that left and came recently."""
        return self._believing.moves

    @property
    def known(self) -> dict[ZoneId, tuple[PlacedTile, ...]]:
        return {name: zone.tiles for name, zone in self._zones.items() if zone.tiles}

    @property
    def wait_ms(self) -> int:
        """The time that may pass before the next frame is read: none while a discard comes into sight."""
        turn = [(name, gate) for name, gate in self._gates.items() if name.kind in TURN_ZONES]
        if any(name.kind == "pond" and self._comes(name, gate) for name, gate in turn):
            return NOW_MS
        busy = any(gate.moving or gate.covered or gate.changed for _, gate in turn)
        return LOOK_MS if busy else CALM_MS

    def _comes(self, name: ZoneId, gate: ZoneGate) -> bool:
        """Return whether a pond is about to be read: its arm lays or leaves, its tiles come to rest, or votes are due."""
        zone = self._zones[name]
        if gate.covered:
            leaves = name.chair in self._withdrawing or self._lays(name.chair)
            return not zone.untracked and name.chair in gate.arms and leaves
        return zone.votes.frames > 0 or (gate.changed and (gate.moving or self._wall_settles(name)))

    def _lays(self, chair: int) -> bool:
        """Return whether a hand has just come to rest on its own side of the table."""
        since = self._still_since.get(chair)
        return since is not None and self._last_ms - since < LAYING_MS and self._reach_mm[chair] > 0

    def expect(self, expectation: Expectation) -> None:
        """Set the expectation for the next frame on."""
        self._believing.expectation = expectation

    def begin(self, at_ms: int) -> None:
        """Set the time of the first frame."""
        self._last_ms = at_ms
        for zone in self._zones.values():
            zone.clear_ms = zone.calm_ms = zone.safe_ms = at_ms

    def blind(self) -> None:
        """Note that the table is not seen in this frame."""
        self._believing.arms.blind()
        for zone in self._zones.values():
            zone.watched = False

    def read_zones(self, views: Sequence[CameraView], at_ms: int) -> list[Sighting]:
        """The sightings of the zones in the newest frames; a camera that has found the table anew reads all zones anew.

        Args:
            views: the cameras, at least one of which sees the table.
            at_ms: the time of the oldest of these frames.
        """
        self._views = views
        seeing = [view for view in views if view.sees]
        self._begin_anew(seeing)
        if at_ms - self._last_ms > UNSEEN_MS:
            for zone in self._zones.values():
                zone.watched = False
        self._last_ms = at_ms
        for view in seeing:
            view.watch()
        through = {name: views_on(name, seeing) for name in self._zones}
        self._gates = gates = {name: gate for name, (_, gate) in through.items()}
        reach_mm = seeing[0].sight.gate.reach_mm()
        self._believing.arms.update(reach_mm, at_ms)
        before_mm, self._reach_mm = self._reach_mm, reach_mm
        self._withdrawing = frozenset(
            chair for chair, mm in reach_mm.items() if mm > before_mm.get(chair, mm) + WITHDRAWS_MM
        )
        self._still_since = {
            chair: self._still_since.get(chair, at_ms)
            for chair, mm in reach_mm.items()
            if abs(mm - before_mm.get(chair, mm + 2 * WITHDRAWS_MM)) <= WITHDRAWS_MM
        }
        self.busy = False
        self._believing.certain = {name for name, gate in gates.items() if self._is_as_believed(name, gate)}
        sightings: list[Sighting] = self._hands_over(gates, seeing[0].frame)
        for name, zone in self._zones.items():
            sightings += self._watch(through[name][0], name, zone, gates[name])
        for zone in self._zones.values():
            waited_for = not zone.untracked and at_ms - zone.clear_ms <= LOST_AFTER_MS
            zone.safe_ms = max(zone.safe_ms, min(zone.clear_ms, at_ms) if waited_for else at_ms)
        return sightings

    def _begin_anew(self, seeing: Sequence[CameraView]) -> None:
        """Forget a camera's pictures from before it found the table anew; if all have, read all zones again."""
        anew = [view for view in seeing if view.anew]
        if len(anew) < len(seeing):
            for view in anew:
                view.sight.behind.update(self._zones)
            return
        self.blind()
        for zone in self._zones.values():
            zone.votes.clear()
            zone.unread = True

    def _hands_over(self, gates: Mapping[ZoneId, ZoneGate], frame: Frame) -> list[Sighting]:
        """The hands over each zone, if they have changed since the last frame."""
        hands = {name: tuple(sorted(gate.arms)) for name, gate in gates.items() if gate.arms}
        if hands == self._hands:
            return []
        self._hands = hands
        return [HandsOver(tuple(hands.items()), frame.number, frame.at_ms)]

    def _is_as_believed(self, name: ZoneId, gate: ZoneGate) -> bool:
        return not (gate.moving or gate.covered or gate.changed or self._zones[name].unread)

    def _watch(
        self, views: Sequence[CameraView], name: ZoneId, zone: ZoneState, gate: ZoneGate
    ) -> list[Sighting]:
        """Read a zone in the newest frame of the first of these cameras, if it is calm and uncovered there."""
        view = views[0]
        frame = view.frame
        zone.hands |= gate.arms
        if gate.moving:
            zone.calm_ms = frame.at_ms
        if gate.moving or gate.covered or (gate.changed and self._wall_settles(name)):
            zone.refused_ms = None
            found = self._next_tile(name, zone, gate)
            return found + self._missed(name, zone, frame, COVERED if gate.covered else MOVING)
        shows_former = gate.changed and not zone.unread and self._shows_former(view, name)
        if shows_former or not (gate.changed or zone.unread):
            zone.votes.clear()
            zone.refused_ms = None
            return self._clear(name, zone, frame)
        if zone.refused_ms is not None and frame.at_ms - zone.refused_ms < REFUSED_MS:
            return self._next_tile(name, zone, gate) if zone.reason in HIDING else []
        self.busy = True
        for view in views:
            frame = view.frame
            shapes, reason = self._read(view, name, zone)
            if reason is None:
                break
        if reason is not None:
            if zone.untracked:
                zone.refused_ms = frame.at_ms
            found = self._next_tile(name, zone, gate) if reason in HIDING else []
            return found + self._missed(name, zone, frame, reason)
        zone.votes.add(shapes)
        if not self._believing.decided(name):
            return []
        try:
            found = self._believing.believe(view.sight, name, frame, view.felt())
        except (UncertainError, TooManyError, NoMoveError) as error:
            return self._refuse(name, zone, frame, error)
        self._leave_behind(view, name, found)
        return found

    def _shows_former(self, view: CameraView, name: ZoneId) -> bool:
        """Return whether a changed zone looks as it did before with the same content; then that is how it rests again."""
        gate = view.sight.gate
        if name in view.sight.behind or not gate.looks_as_before(name):
            return False
        gate.accept(name, same=True)
        self._believing.certain.add(name)
        return True

    def _read(self, view: CameraView, name: ZoneId, zone: ZoneState) -> tuple[ZoneShapes, str | None]:
        """Return the shapes that a camera shows in a zone, and the reason why they cannot be its content."""
        sight = view.sight
        changed = None if zone.unread else sight.gate.changed(name)
        across = [tile for tile in zone.tiles or () if tile.sideways and name.kind == "pond"]
        shapes = sight.reader.read_zone(
            name, view.frame.image, view.felt(), changed, self._known_beside(name), across=across
        )
        shapes = sight.reader.blanks_told_from_backs(name, view.frame.image, shapes, self._walls())
        reason = self._doubt(sight, name, shapes)
        if self._fell(view, name, zone, shapes):
            reason = APART
        # Before a wall, or over a pond, a packet may pass for a tile face down.
        if name.kind in ("pond", "ura") and sight.reader.shows_other_back(
            name, view.frame.image, shapes, self._walls()
        ):
            reason = NO_TILE
        if self._lies_over(view, name, zone, shapes) or self._lacks_inner_tiles(view, name, zone, shapes):
            reason = COVERED
        if view.gates[name].resting and self._seems_hidden(view, name, zone, shapes):
            reason = COVERED
        return shapes, reason

    def _known_beside(self, name: ZoneId) -> Iterator[RowShape]:
        """The tiles believed to lie in other ponds, in this pond's frame: rows are pushed over their zone's edge."""
        if name.kind != "pond":
            return
        for other, zone in self._zones.items():
            if other.kind == "pond" and other != name:
                turned = bool((other.chair - name.chair) % 2)
                for tile in zone.tiles or ():
                    x, y = to_chair(name.chair, *to_table(other.chair, tile.x_mm, tile.y_mm))
                    yield RowShape(x, y, tile.sideways != turned, 0.0)

    def _leave_behind(self, view: CameraView, name: ZoneId, sightings: Iterable[Sighting]) -> None:
        """Note the cameras that have not shown the zone's newly believed content."""
        view.sight.behind.discard(name)
        if any(isinstance(each, ZoneReading | WallSeen) and each.zone == name for each in sightings):
            for other in self._views:
                if other is not view and other.found:
                    other.sight.behind.add(name)

    def _next_tile(self, name: ZoneId, zone: ZoneState, gate: ZoneGate) -> list[Sighting]:
        """The tile laid in a partly hidden pond, once it has enough votes."""
        if name.kind != "pond" or zone.tiles is None or zone.unread:
            return []
        votes = zone.next_votes
        laid = None if self._own_arm_is_near(name.chair, gate) else self._laid(name, zone.tiles)
        if laid is None:
            votes.clear()
            return []
        self.busy = True
        view, new = laid
        votes.add(ZoneShapes((new,), 0.0))
        if not is_tile(new.named.logs) or not votes.decided(
            [0], alone=self._believing.expectation.likely(name)
        ):
            return []
        around = self._next.around(view.sight.reader.charts[name], new.found)
        try:
            found = self._believing.believe_next(view.sight, name, view.frame, around)
        except (UncertainError, TooManyError, NoMoveError):
            # Waiting for the whole pond to come into sight costs nothing.
            votes.clear()
            return []
        self._leave_behind(view, name, found)
        return found

    def _laid(self, name: ZoneId, believed: Sequence[PlacedTile]) -> tuple[CameraView, PlacedShape] | None:
        """The tile laid next in a pond, and the camera that shows it; each may show another part of the pond."""
        for view in self._views:
            if not view.sees or name in view.sight.behind:
                continue
            new = self._next.look(view.sight, name, believed, view.frame, view.felt)
            if new is not None:
                return view, new
        return None

    def _own_arm_is_near(self, chair: int, pond: ZoneGate) -> bool:
        """Return whether a player's arm may still be at his pond, or has left a wall that is not counted again yet."""
        wall = ZoneId("wall", chair)
        return chair in pond.arms | self._gates[wall].arms or self._settles(wall)

    def _wall_settles(self, name: ZoneId) -> bool:
        """Return whether an arm has just left the wall of a pond's player; its next count shows a discard's source."""
        return name.kind == "pond" and self._settles(ZoneId("wall", name.chair))

    def _settles(self, wall: ZoneId) -> bool:
        gate = self._gates[wall]
        return gate.moving and not gate.covered

    def _doubt(self, sight: TableView, name: ZoneId, shapes: ZoneShapes) -> str | None:
        """Return the reason why a reading cannot be right; None if it can."""
        if shapes.unexplained_mm2 > self._unexplained_mm2:
            return NO_TILE
        if name.kind in PEOPLES_ZONES:
            return None
        if not all(is_tile(shape.named.logs) for shape in shapes.shapes):
            return UNTOLD
        if name.kind == "meld" and not (
            sight.reader.whole_melds(shapes) or self._is_being_made(sight, name, shapes)
        ):
            return "a meld is not whole"
        if name.kind == "pond" and strays(shapes):
            return APART
        return None

    def _is_being_made(self, sight: TableView, name: ZoneId, shapes: ZoneShapes) -> bool:
        """Return whether two tiles of a meld were laid beside all tiles believed to lie in a corner.

        A corner that lacks a known tile, or was never read, may hold a hidden tile.
        """
        known = self._zones[name].tiles
        two = sight.reader.meld_being_made(shapes)
        if known is None or not two:
            return False
        there = [shape.found for shape in shapes.shapes]
        new = [found for found in there if not any(lies_at(tile, found) for tile in known)]
        return len(there) - len(new) == len(known) and all(found in two for found in new)

    def _fell(self, view: CameraView, name: ZoneId, zone: ZoneState, shapes: ZoneShapes) -> bool:
        """Return whether a new face lies where a stack was taken, without new stacks: only whole walls come up."""
        if zone.wall is None or not zone.taken:
            return False
        counts = self._believing.counts
        faces = {shape.column for shape in shapes.shapes if counts(name, shape.named.logs)}
        # A face already believed to lie there has not fallen, even if its stack was once overlooked.
        faces -= {tile.column for tile in zone.tiles or ()}
        if faces.isdisjoint(zone.taken):
            return False
        now = view.sight.walls.standing(name, view.frame.image, view.felt())
        return now - zone.wall.standing <= faces

    def _lies_over(self, view: CameraView, name: ZoneId, zone: ZoneState, shapes: ZoneShapes) -> bool:
        """Return whether something other than a tile lies over an indicator's face."""
        if name.kind not in LIFTED_ZONES:
            return False
        seen = [shape.found.x for shape in shapes.shapes if self._believing.counts(name, shape.named.logs)]
        missing = [
            RowShape(tile.x_mm, tile.y_mm, tile.sideways, 0.0)
            for tile in zone.tiles or ()
            # A face that reaches over its place is the same one, moved, or has replaced it.
            if all(abs(tile.x_mm - x) > self._half_tile_mm for x in seen)
        ]
        return not self._uncovered(view, name, missing)

    def _seems_hidden(self, view: CameraView, name: ZoneId, zone: ZoneState, shapes: ZoneShapes) -> bool:
        """Return whether known tiles are missing although no felt is seen in their places."""
        if zone.unread or zone.tiles is None:
            return False
        seen = [shape.found for shape in shapes.shapes if self._believing.counts(name, shape.named.logs)]
        if len(seen) >= len(zone.tiles):
            return False
        missing = [
            RowShape(tile.x_mm, tile.y_mm, tile.sideways, 0.0)
            for tile in zone.tiles
            if all(max(abs(tile.x_mm - one.x), abs(tile.y_mm - one.y)) > STAYED_MM for one in seen)
        ]
        return not missing or not self._uncovered(view, name, missing)

    def _lacks_inner_tiles(self, view: CameraView, name: ZoneId, zone: ZoneState, shapes: ZoneShapes) -> bool:
        """Return whether a pond lacks tiles before its last ones, which nobody takes, and shows no bare felt there."""
        if name.kind != "pond" or zone.unread or not shapes.shapes:
            return False
        last = max((shape.row, shape.found.x) for shape in shapes.shapes)
        inner = [
            RowShape(tile.x_mm, tile.y_mm, tile.sideways, 0.0)
            for tile in zone.tiles or ()
            if (tile.row, tile.x_mm) < last
            and all(
                tile.row != shape.row or abs(tile.x_mm - shape.found.x) > self._half_tile_mm
                for shape in shapes.shapes
            )
        ]
        return not view.sight.reader.shows_felt(name, view.frame.image, view.felt(), inner)

    def _uncovered(self, view: CameraView, name: ZoneId, missing: Sequence[RowShape]) -> bool:
        """Return whether nothing lies over the places of known tiles that are missing."""
        return view.sight.reader.uncovered(name, view.frame.image, view.felt(), missing, self._walls())

    def _walls(self) -> list[WallSeen]:
        return [zone.wall for zone in self._zones.values() if zone.wall is not None]

    def _clear(self, name: ZoneId, zone: ZoneState, frame: Frame) -> list[Sighting]:
        zone.clear_ms = frame.at_ms
        zone.next_votes.clear()
        zone.hands.clear()
        zone.watched = True
        if zone.untracked:
            zone.untracked = False
            return [FoundTrack(name, frame.at_ms)]
        return []

    def _missed(self, name: ZoneId, zone: ZoneState, frame: Frame, reason: str) -> list[Sighting]:
        zone.votes.clear()
        zone.reason = reason
        lifting = name.kind in LIFTED_ZONES and reason == MOVING
        if zone.untracked or frame.at_ms - zone.clear_ms <= (LIFTS_LAST_MS if lifting else LOST_AFTER_MS):
            return []
        zone.untracked = True
        return [LostTrack(name, reason, zone.clear_ms)]

    def _refuse(
        self, name: ZoneId, zone: ZoneState, frame: Frame, error: UncertainError | TooManyError | NoMoveError
    ) -> list[Sighting]:
        """Reject an impossible content: the zone is lost at once, and other zones that may be wrong are read again."""
        first = zone.reason != str(error)
        zone.votes.clear()
        zone.reason, zone.refused_ms = str(error), frame.at_ms
        if isinstance(error, TooManyError) and first:
            for other in self._believing.holding(error.faces):
                self._zones[other].unread = True
        if zone.untracked:
            return []
        zone.untracked = True
        return [LostTrack(name, zone.reason, zone.clear_ms)]
