"""Accepts a content that frames voted for as sightings: named by ``beliefs``, explained as moves, dated."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import structs
from numpy.typing import NDArray

from vision.lens import Floats32
from vision.model.classifier import BACK_CLASS, class_of_tile, tile_of_class
from vision.reading.shapes import Named, is_sure
from vision.reading.walls import other_backs
from vision.sightings import FoundTrack, PlacedTile, Sighting, TileMoved, WallSeen, ZoneReading
from vision.tracking.arm_paths import ArmPaths
from vision.tracking.beliefs import Beliefs, UncertainError
from vision.tracking.dating import changed_tiles
from vision.tracking.expectation import NOTHING_EXPECTED, Expectation
from vision.tracking.moves import STAYED_MM, Change, Moves
from vision.tracking.votes import MOST_FRAMES, Votes

if TYPE_CHECKING:
    import numpy as np

    from vision.camera.camera import Frame
    from vision.geometry import TableGeometry
    from vision.reading.felt import Felt
    from vision.reading.rows import RowShape
    from vision.tracking.table_finding import TableView
    from vision.zones import ZoneId, ZoneKind

    Points: TypeAlias = NDArray[np.float64]

PEOPLES_ZONES: Final[tuple[ZoneKind, ...]] = ("hand", "wall")
"""Zones where things other than flat tiles are usual: standing tiles, backs."""


@dataclass(slots=True)
class ZoneState:
    """The facts known about one zone.

    Attributes:
        tiles: the last believed content; None before the first.
        clear_ms: the time of the last frame in which it was at rest, uncovered, and as believed.
        safe_ms: the time before which nothing more will be reported of it.
        calm_ms: the time of the first frame since which nothing has moved in it.
        votes: the votes on its present content, until that is believed.
        reason: the reason why it was not read last time.
        untracked: True if its loss has been reported.
        unread: True if the gate accepted a picture of it at rest that was never read.
        hands: chairs whose arms were over it since ``clear_ms``.
        watched: True if it has been in sight all the time since ``clear_ms``.
        refused_ms: the time at which its content was found impossible.
        wall: the last count reported of it, for a wall.
        taken: the stacks that were seen to stand and no longer do, for a wall.
        told_ms: the time of its newest reported reading.
        next_votes: the votes on one more tile of a partly covered pond.
    """

    tiles: tuple[PlacedTile, ...] | None = None
    clear_ms: int = 0
    safe_ms: int = 0
    calm_ms: int = 0
    votes: Votes = field(default_factory=Votes)
    reason: str = ""
    untracked: bool = False
    unread: bool = True
    hands: set[int] = field(default_factory=set)
    watched: bool = False
    refused_ms: int | None = None
    wall: WallSeen | None = None
    taken: frozenset[int] = frozenset()
    told_ms: int = 0
    next_votes: Votes = field(default_factory=Votes)


class Believing:
    """Knows the believed content of all zones of one table.

    Args:
        geometry: the table's.

    Attributes:
        zones: the zones by name.
        certain: the names of the zones that the newest frame shows as believed.
        expectation: the contents that may be seen next.
        arms: the earlier places of arms.
        moves: the tiles that left or came recently.
    """

    def __init__(self, geometry: TableGeometry) -> None:
        # Walls first: the tiles taken from them show where a discard comes from.
        names = sorted((zone.id for zone in geometry.zones()), key=lambda name: name.kind != "wall")
        self.zones = {name: ZoneState() for name in names}
        self.certain: set[ZoneId] = set()
        self.expectation: Expectation = NOTHING_EXPECTED
        self.arms = ArmPaths(geometry.wall.line_y)
        self._beliefs = Beliefs()
        self.moves = Moves(geometry.tile)

    def holding(self, faces: frozenset[int]) -> list[ZoneId]:
        return self._beliefs.holding(faces)

    def decided(self, name: ZoneId) -> bool:
        """Return whether enough frames have voted on a zone: one is enough for its old content or a likely change."""
        zone = self.zones[name]
        counted = self.counted(name)
        names = [int(zone.votes.of(index).argmax()) for index in counted]
        same = (
            zone.tiles is not None
            and not zone.unread
            and names == [class_of_tile(tile.tile) for tile in zone.tiles]
        )
        if self._disagree(name, counted):
            return zone.votes.frames >= MOST_FRAMES
        if same and not counted:
            return True
        return zone.votes.decided(counted, alone=same or self.expectation.likely(name))

    def counted(self, name: ZoneId) -> list[int]:
        """The indices of the shapes voted on that belong to the zone's content."""
        votes = self.zones[name].votes
        count = 0 if votes.shapes is None else len(votes.shapes.shapes)
        return [index for index in range(count) if self.counts(name, votes.mean(index))]

    def _disagree(self, name: ZoneId, counted: list[int]) -> bool:
        """Return whether all votes together leave out a shape that the newest frame was sure of, or the reverse.

        Such a shape is a tile under two names rather than none.
        """
        shapes = self.zones[name].votes.shapes
        newest = () if shapes is None else shapes.shapes
        return counted != [index for index, one in enumerate(newest) if self.counts(name, one.named.logs)]

    def counts(self, name: ZoneId, logs: Floats32) -> bool:
        """Return whether a shape belongs to the zone's content: not standing tiles, not the backs of a wall."""
        kind = name.kind
        if kind in PEOPLES_ZONES and not is_sure(logs):
            return False
        return kind != "wall" or int(logs.argmax()) != BACK_CLASS

    def believe(self, sight: TableView, name: ZoneId, frame: Frame, felt: Felt) -> list[Sighting]:
        """Accept a content for which enough frames voted.

        Raises:
            UncertainError: a name does not lead clearly yet. TooManyError: with the rest of the table there would be
            too many of a kind. NoMoveError: no physical move explains the change from what lay there before.
        """
        zone, frame_ms = self.zones[name], frame.at_ms
        votes, counted = zone.votes, self.counted(name)
        if self._disagree(name, counted):
            raise UncertainError("a tile cannot be told")
        sums = [votes.of(index) for index in counted]
        names, others = self._beliefs.settled(
            name,
            sums,
            votes.frames,
            self._preferred(name, zone, counted),
            self.certain,
            red_fives=self.expectation.red_fives,
        )
        tiles = self._placed(name, votes, counted, names)
        found: list[Sighting] = [FoundTrack(name, frame_ms)] if zone.untracked else []
        if zone.tiles is None or _content(tiles) != _content(zone.tiles):
            found += self._changed(sight, name, tiles, frame)
        self._beliefs.keep(name, sums, names)
        for other, renamed in others.items():
            self._beliefs.rename(other, renamed)
            found += self._renamed(other, renamed, frame)
        if name.kind == "wall":
            found += self._wall(sight, name, frame, felt)
        zone.tiles, zone.clear_ms, zone.reason = tiles, frame_ms, ""
        zone.untracked = zone.unread = False
        zone.watched = True
        zone.hands.clear()
        content = [Named(votes.found(index), votes.mean(index)) for index in counted]
        sight.reader.keep(name, content, frame.image)
        votes.clear()
        sight.gate.accept(name, same=not found and name not in sight.behind)
        self.certain.add(name)
        return found

    def believe_next(self, sight: TableView, name: ZoneId, frame: Frame, around: Points) -> list[Sighting]:
        """Accept one more tile of a partly covered pond; the covered part stays as it is believed.

        Args:
            sight: the sight of the table.
            name: the pond's name.
            frame: the frame that showed the tile.
            around: the points of its picture around the tile, its side and its shadow.

        Raises:
            UncertainError: its name does not lead clearly, or makes another tile's name doubtful. TooManyError,
            NoMoveError: as in ``believe``.
        """
        zone = self.zones[name]
        votes, before = zone.next_votes, zone.tiles or ()
        sums, known = self._beliefs.of(name)
        sums = [*sums, votes.of(0)]
        preferred = [*(frozenset({each}) for each in known)]
        preferred.append(self.expectation.of(name, sideways=votes.found(0).sideways))
        # Of all believed tiles, in sight or not, there may be no more of a kind than a set has.
        names, others = self._beliefs.settled(
            name, sums, votes.frames, preferred, self.zones, red_fives=self.expectation.red_fives
        )
        if others or names[:-1] != known:
            raise UncertainError("another tile would get another name")
        tiles = (*before, *self._placed(name, votes, [0], names[-1:]))
        found = self._changed(sight, name, tiles, frame)
        self._beliefs.keep(name, sums, names)
        zone.tiles = tiles
        sight.reader.add(name, Named(votes.found(0), votes.mean(0)), frame.image)
        sight.gate.accept_part(name, around)
        votes.clear()
        return found

    def _changed(
        self, sight: TableView, name: ZoneId, tiles: tuple[PlacedTile, ...], frame: Frame
    ) -> list[Sighting]:
        """The sightings of a zone whose content has changed."""
        zone = self.zones[name]
        since, until = self._when(sight, name, zone, tiles)
        # After a loss the watermark has moved on: then the time is late, and ``within_ms`` says by how much.
        at_ms = zone.told_ms = max((since + until) // 2, zone.safe_ms, zone.told_ms)
        within_ms = max(at_ms - since, until - at_ms)
        moved: list[TileMoved] = []
        if zone.tiles is not None:
            hands = frozenset(zone.hands)
            change = Change(name, zone.tiles, tiles, hands, zone.watched, frame.number, at_ms, within_ms)
            moved = [self._with_origin(move, since, until) for move in self.moves.explain(change)]
        return [ZoneReading(name, tiles, frame.number, at_ms, within_ms, frame.at_ms), *moved]

    def _with_origin(self, move: TileMoved, since: int, until: int) -> TileMoved:
        """Mark the moves that are discards straight from the wall."""
        if move.kind == "laid" and move.target is not None:
            chair = move.target.zone.chair
            if move.hands == (chair,) and self.arms.straight_from_wall(chair, since, until):
                return structs.replace(move, tsumogiri=True)
        return move

    def _wall(self, sight: TableView, name: ZoneId, frame: Frame, felt: Felt) -> list[Sighting]:
        """Return the count of a wall, if its stacks or the colour of its backs have changed."""
        zone = self.zones[name]
        seen = sight.wall(name, frame, felt)
        before = zone.wall
        if before is not None and before.stacks == seen.stacks and not other_backs(before, seen):
            return []
        zone.wall = seen
        if before is not None:
            zone.taken = (zone.taken | before.standing) - seen.standing
        if (
            before is not None
            and len(zone.hands) == 1
            and 1
            in (
                before.least - seen.least,
                before.most - seen.most,
            )
        ):
            self.arms.taken(next(iter(zone.hands)), zone.clear_ms, frame.at_ms)
        return [seen]

    def _renamed(self, name: ZoneId, names: list[int], frame: Frame) -> list[Sighting]:
        """The reading of a zone in which another zone's tiles have decided a near tie."""
        zone = self.zones[name]
        if zone.tiles is None:
            return []
        zone.tiles = tuple(
            replace(tile, tile=tile_of_class(each)) for tile, each in zip(zone.tiles, names, strict=True)
        )
        at_ms = max(zone.clear_ms, zone.safe_ms)
        return [ZoneReading(name, zone.tiles, frame.number, at_ms, 0, frame.at_ms)]

    def _preferred(self, name: ZoneId, zone: ZoneState, counted: list[int]) -> list[frozenset[int]]:
        """Return the expected faces of each tile; for a tile that was not moved, its known one."""
        preferred = []
        for index in counted:
            found = zone.votes.found(index)
            known = next((tile for tile in zone.tiles or () if lies_at(tile, found)), None)
            if known is None:
                preferred.append(self.expectation.of(name, sideways=found.sideways))
            else:
                preferred.append(frozenset({class_of_tile(known.tile)}))
        return preferred

    def _placed(
        self, name: ZoneId, votes: Votes, counted: list[int], names: list[int]
    ) -> tuple[PlacedTile, ...]:
        """The content in the form in which it is reported."""
        if votes.shapes is None:
            return ()
        numbered = name.kind in ("pond", "wall")
        tiles = []
        for order, (index, each) in enumerate(zip(counted, names, strict=True)):
            shape = votes.shapes.shapes[index]
            tiles.append(
                PlacedTile(
                    tile=tile_of_class(each),
                    x_mm=round(float(shape.found.x), 1),
                    y_mm=round(float(shape.found.y), 1),
                    sideways=shape.found.sideways,
                    row=shape.row,
                    column=shape.column if numbered else order,
                    confidence_pm=votes.confidence_pm(index, each),
                )
            )
        return tuple(tiles)

    def _when(
        self, sight: TableView, name: ZoneId, zone: ZoneState, tiles: tuple[PlacedTile, ...]
    ) -> tuple[int, int]:
        """The times between which a zone's content changed."""
        if zone.tiles is None:
            return zone.clear_ms, max(zone.clear_ms, zone.calm_ms)
        rest = None if name in sight.behind else sight.gate.at_rest(name)
        changed = changed_tiles(zone.tiles, tiles)
        return sight.pictures.when(sight.reader.charts[name], rest, changed, zone.clear_ms)


def lies_at(tile: PlacedTile, found: RowShape) -> bool:
    """Return whether a shape lies where a tile was believed to lie."""
    return (
        tile.sideways == found.sideways
        and abs(tile.x_mm - found.x) < STAYED_MM
        and abs(tile.y_mm - found.y) < STAYED_MM
    )


def _content(tiles: tuple[PlacedTile, ...]) -> tuple[tuple[int, bool, int, int], ...]:
    return tuple((tile.tile, tile.sideways, tile.row, tile.column) for tile in tiles)
