"""Explains a change of a zone's content as moves of tiles, legal or not.

People break rules, so every move that a hand can make is accepted. A tile that shows another face although no hand was
near it is not a move.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from vision.geometry import STANDARD_TILE, TileSize, to_table
from vision.sightings import BACK, MoveKind, PlacedTile, Spot, TileMoved
from vision.zones import FELT, ZoneId

STAYED_MM: Final = 4.0
"""A tile this near to the former place of a tile with its face has not been moved. [mm; judged: less than half of
the way to a neighbour, more than a nudge]"""
SAME_PLACE_MM: Final = 11.0
"""Half a tile: two tiles nearer than this share one place. [mm; derived: half of 21 mm]"""
STACKED_MM: Final = 14.0
"""A tile added to a pon lies above the sideways one, no farther aside than this. [mm; derived: half a tile's
length]"""
REMEMBERED_MS: Final = 15_000
"""A tile that left a zone longer ago than this is not matched with a tile that comes to another zone. [ms; judged:
nobody holds a tile longer between two zones]"""
SWEPT: Final = 3
"""This many tiles that vanish together were swept, not taken one by one. [tiles; derived: one more than two hands
take]"""


class NoMoveError(ValueError):
    """No physical move turns one content into the other; the text says what is wrong."""


@dataclass(frozen=True, slots=True)
class Change:
    """A zone's content before and after, in the chair's frame, and the arms near it meanwhile.

    Attributes:
        hands: the chairs whose arms were over the zone since it was last seen unchanged.
        watched: True if it was always in sight, so that only those arms can have been near it.
    """

    zone: ZoneId
    before: tuple[PlacedTile, ...]
    after: tuple[PlacedTile, ...]
    hands: frozenset[int]
    watched: bool
    frame: int
    at_ms: int
    within_ms: int


class Moves:
    """Remembers tiles that left and came recently, to match one that left a zone with one that came to another.

    Args:
        tile: the table's tile.
    """

    def __init__(self, tile: TileSize = STANDARD_TILE) -> None:
        self._scale = tile.scale
        self._gone: list[TileMoved] = []
        self._came: list[TileMoved] = []

    def explain(self, change: Change) -> list[TileMoved]:
        """The moves that make ``after`` out of ``before``.

        Raises:
            NoMoveError: there are no such moves.
        """
        before, after = list(change.before), list(change.after)
        same_mm = SAME_PLACE_MM * self._scale
        found: list[TileMoved] = []
        for old, new in _stayed(before, after, same_mm):
            if old.sideways != new.sideways:
                found.append(_moved("turned", change, old, new))
            elif _apart(old, new) > same_mm:
                found.append(_moved("shifted", change, old, new))
        for old, new in _in_place(before, after, same_mm):
            if BACK in (old.tile, new.tile):
                found.append(_moved("turned up" if old.tile == BACK else "turned", change, old, new))
            elif change.watched and not change.hands:
                raise NoMoveError("a tile shows another face although no hand was near")
            else:
                found.append(_moved("exchanged", change, old, new))
        swept = len(before) >= SWEPT and not change.after
        self._forget(change.at_ms)
        found += [self._left(change, old, swept=swept) for old in before]
        found += [self._arrived(change, new) for new in after]
        return found

    def _left(self, change: Change, old: PlacedTile, *, swept: bool) -> TileMoved:
        if swept:
            return _moved("swept", change, old, None)
        match = self._take(self._came, old.tile, change.zone)
        if match is None or match.target is None:
            gone = _moved("taken", change, old, None)
            self._gone.append(gone)
            return gone
        gone = _moved(_kind_of_way(change.zone, match.target.zone), change, old, None)
        return replace(gone, target=match.target, hands=tuple(sorted({*gone.hands, *match.hands})))

    def _arrived(self, change: Change, new: PlacedTile) -> TileMoved:
        came = _moved(_kind_of_coming(change, new, self._scale), change, None, new)
        match = self._take(self._gone, new.tile, None) if new.tile != BACK else None
        if match is None or match.source is None:
            self._came.append(came)
            return came
        back = match.source.zone == change.zone
        return replace(
            came,
            kind=_kind_of_return(match.source, came, SAME_PLACE_MM * self._scale)
            if back
            else _kind_of_way(match.source.zone, change.zone),
            source=match.source,
            hands=tuple(sorted({*came.hands, *match.hands})),
        )

    def _forget(self, now_ms: int) -> None:
        for kept in (self._gone, self._came):
            kept[:] = [each for each in kept if each.at_ms >= now_ms - REMEMBERED_MS]

    @staticmethod
    def _take(kept: list[TileMoved], tile: int, but: ZoneId | None) -> TileMoved | None:
        """Remove and return the newest kept move of this face, except a move to zone ``but``."""
        for index in reversed(range(len(kept))):
            each = kept[index]
            if each.tile == tile and (but is None or each.target is None or each.target.zone != but):
                return kept.pop(index)
        return None


def _stayed(
    before: list[PlacedTile], after: list[PlacedTile], same_mm: float
) -> list[tuple[PlacedTile, PlacedTile]]:
    """Pairs of the same face, removed from the lists: first those of one place, turned or not, then the nearest."""
    pairs: list[tuple[PlacedTile, PlacedTile]] = []
    near = sorted(
        (
            (_apart(old, new) > same_mm, old.sideways != new.sideways, _apart(old, new), i, j)
            for i, old in enumerate(before)
            for j, new in enumerate(after)
            if old.tile == new.tile
        ),
    )
    olds, news = set(range(len(before))), set(range(len(after)))
    for far, turned, _, i, j in near:
        if i not in olds or j not in news or (far and turned):
            continue
        olds.discard(i)
        news.discard(j)
        pairs.append((before[i], after[j]))
    before[:] = [before[i] for i in sorted(olds)]
    after[:] = [after[j] for j in sorted(news)]
    return pairs


def _in_place(
    before: list[PlacedTile], after: list[PlacedTile], same_mm: float
) -> list[tuple[PlacedTile, PlacedTile]]:
    """Pairs in which one tile lies where the other lay; they are removed from the lists."""
    pairs: list[tuple[PlacedTile, PlacedTile]] = []
    for old in tuple(before):
        new = min(after, key=lambda each: _apart(old, each), default=None)
        if new is not None and _apart(old, new) <= same_mm:
            before.remove(old)
            after.remove(new)
            pairs.append((old, new))
    return pairs


def _apart(one: PlacedTile, other: PlacedTile) -> float:
    return max(abs(one.x_mm - other.x_mm), abs(one.y_mm - other.y_mm))


def _kind_of_coming(change: Change, new: PlacedTile, scale: float) -> MoveKind:
    """The kind of move when a tile comes to a zone from an unknown place."""
    kind = change.zone.kind
    if kind == "pond":
        return "laid"
    if kind == "meld":
        on = any(
            old.sideways and new.sideways and abs(old.x_mm - new.x_mm) < STACKED_MM * scale
            for old in change.before
        )
        return "added" if on else "shown"
    if kind in ("wall", "ura"):
        return "turned up"
    return "opened" if kind == "hand" else "exposed"


def _kind_of_way(source: ZoneId, target: ZoneId) -> MoveKind:
    """The kind of move when a tile goes from one zone to another."""
    if source.kind == "pond" and target.kind == "meld":
        return "called"
    if source.kind == "pond" and target == FELT:
        return "exposed"
    return "moved"


def _kind_of_return(source: Spot, came: TileMoved, same_mm: float) -> MoveKind:
    there = came.target
    same = there is not None and max(abs(source.x_mm - there.x_mm), abs(source.y_mm - there.y_mm)) <= same_mm
    return "put back" if same else "shifted"


def _moved(kind: MoveKind, change: Change, old: PlacedTile | None, new: PlacedTile | None) -> TileMoved:
    seen = new or old
    if seen is None:
        raise ValueError("a move is of a tile")
    return TileMoved(
        kind=kind,
        tile=seen.tile,
        source=None if old is None else spot_of(change.zone, old),
        target=None if new is None else spot_of(change.zone, new),
        hands=tuple(sorted(change.hands)),
        confidence_pm=seen.confidence_pm,
        frame=change.frame,
        at_ms=change.at_ms,
        within_ms=change.within_ms,
    )


def spot_of(zone: ZoneId, tile: PlacedTile) -> Spot:
    """Return the place of a zone's tile in the table's frame."""
    x, y = to_table(zone.chair, tile.x_mm, tile.y_mm)
    return Spot(zone, round(x, 1), round(y, 1), tile.sideways, tile.row, tile.column)


def faces_of(tiles: Iterable[PlacedTile]) -> tuple[int, ...]:
    """The faces shown among some tiles."""
    return tuple(tile.tile for tile in tiles if tile.tile != BACK)
