"""Says for each zone whether it is in motion, covered by an arm, or changed, from pictures reduced to a quarter.

An arm comes from outside: a region that differs from the table at rest and is connected to a difference on the rim is
an arm, whatever its colour. A region that differs and does not reach the rim lies on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.reduced import SHRINK
from vision.geometry import Rect, TableGeometry
from vision.lens import Floats, Image, View
from vision.zones import CHAIRS, ZoneId

if TYPE_CHECKING:
    from vision.calibration.charts import ZoneChart

    Slices: TypeAlias = tuple[slice, slice]

DIFFERENT: Final = 16
"""Grey levels (in the most different colour) that light and noise do not reach in so small a picture. [grey levels;
judged: noise stays below, an arm differs by more from any felt]"""
MOVING_PX: Final = 5
"""Something moves in a zone in which at least this many pixels changed since the last frame. [px of the quarter;
derived: a fifth of the 24 that a fingertip 13 mm across covers at 1.7 px/mm of the whole picture; noise changes
fewer]"""
CHANGED_PX: Final = 5
"""A zone of which this many pixels differ from the zone at rest has changed. [px of the quarter; derived: as MOVING_PX,
and a twentieth of the 106 that a tile covers]"""
COVERED_PX: Final = 5
"""A zone with this many pixels of an arm is covered. [px of the quarter; derived: as MOVING_PX]"""
EDGE_MM: Final = 6.0
"""A zone is watched this far beyond its area, less UNWATCHED_MM. [mm; derived: 4 mm, and 2 mm for its outline, which is
known to a pixel of the quarter, 2.4 mm at 1.7 px/mm of the whole picture]"""
UNWATCHED_MM: Final = 4.0
"""The outermost part of that margin, which is left out. [mm; derived: EDGE_MM]"""
OVER_FELT_MM: Final = 300.0
"""An arm that reaches nearer to the middle than this is over the felt, not beside it. [mm; derived: the standard felt
ends at 350 mm, 50 mm farther out]"""
RESTING_MS: Final = 3000
"""A thing that lies across the rim for this long without moving is no arm: it becomes part of the table at rest.
[ms; judged: somebody who plays moves an arm within this time]"""
LIGHT_SHARE: Final = 0.5
"""If more than this share of the table differs, the light has changed, not the table. [share of the felt; judged: two
arms and a wall being lifted cover less]"""
OTHERWISE_SEEN: Final = np.ones((5, 5), np.uint8)
"""Seen from another view, edges shift by up to a pixel. A difference thicker than this is not an edge. [px of the
quarter; derived: a pixel on both sides, which is how far DIFFERENT reaches; a fingertip has six]"""
AROUND_ARM: Final = np.ones((9, 9), np.uint8)
"""An arm and its shadow reach at most this far beyond what differs clearly. [px of the quarter; judged: 10 mm]"""
TOUCHING: Final = np.ones((3, 3), np.uint8)
"""Regions that touch when grown by this are one. [px of the quarter; derived: a neighbour in each direction]"""


@dataclass(frozen=True, slots=True)
class ZoneGate:
    """The state of a zone in a frame.

    Attributes:
        resting: something lies across the rim and over the zone, and has not moved for so long that it may not be an
            arm.
        arms: the chairs from whose sides arms reach over the zone.
    """

    moving: bool
    covered: bool
    changed: bool
    resting: bool = False
    arms: frozenset[int] = frozenset()


NO_ARMS: Final[frozenset[int]] = frozenset()


class OcclusionGate:
    """Compares frames with each other and with the table at rest.

    Args:
        charts: the zones' charts.
        geometry: the table's geometry.
        view: the view of the table.
        before: the gate of the previous view of the table, if there was one.
    """

    def __init__(
        self,
        charts: Mapping[ZoneId, ZoneChart],
        geometry: TableGeometry,
        view: View,
        before: OcclusionGate | None = None,
    ) -> None:
        self._charts = charts
        self._view = view
        half = geometry.felt_half
        self._felt = view.points([(x, y, 0.0) for x, y in Rect(-half, -half, half, half).outline()])
        self._earlier = before
        self._rest: Image | None = None
        self._before: Image | None = None
        self._moved: Image | None = None
        self._different: Image | None = None
        self._arms: Image | None = None
        self._accepted: set[ZoneId] = set()
        self._former: dict[ZoneId, Image] = {}
        self._stirred: dict[ZoneId, _Stirred] = {}
        self._still_since: dict[ZoneId, int] = {}
        self._resting: set[ZoneId] = set()
        self._masks: dict[ZoneId, tuple[Slices, Image]] = {}
        self._members: _Members | None = None
        self._outside: Image | None = None
        self._sides: NDArray[np.uint8] | None = None
        self._depths: NDArray[np.float32] | None = None
        self._owners: Image | None = None
        self._arm_places: NDArray[np.intp] | None = None
        self._reach: dict[int, float] | None = None

    def update(self, small: Image, at_ms: int) -> dict[ZoneId, ZoneGate]:
        """Take the next picture (a quarter the size, BGR) and judge every zone."""
        if self._rest is None or self._before is None or self._rest.shape != small.shape:
            self._lay_out(small)
        rest, before = self._rest, self._before
        if rest is None or before is None:
            raise AssertionError("laid out above")
        moved = differs(small, before, DIFFERENT)
        different = differs(small, rest, DIFFERENT)
        self._before, self._moved, self._different = small, moved, different
        self._reach = None
        moving_at, different_at = _places(moved), _places(different)
        light_changed = len(different_at) > LIGHT_SHARE * self._felt_px
        if light_changed and len(moving_at) < MOVING_PX * 20:
            self._rest = small.copy()
            self._accepted.clear()
            self._former.clear()
            self._stirred.clear()
            self._arms = self._owners = np.zeros_like(different)
            self._arm_places = None
            return {name: ZoneGate(moving=False, covered=False, changed=True) for name in self._charts}
        self._arms = self._reaching_out(different, different_at)
        # A place that changed back to its look at rest, as after an arm, moves no longer.
        return self._judged(small, at_ms, _places(moved & different), different_at)

    def _judged(
        self, small: Image, at_ms: int, moving_at: NDArray[np.intp], different_at: NDArray[np.intp]
    ) -> dict[ZoneId, ZoneGate]:
        """Judges every zone by how many of its pixels differ from the last picture, and from the table at rest."""
        if self._members is None or self._owners is None:
            raise AssertionError("laid out before")
        over = self._members.counts_of(self._arm_places, self._owners)
        members = zip(
            self._masks,
            (self._members.counts(moving_at) >= MOVING_PX).tolist(),
            (over.sum(axis=1) >= COVERED_PX).tolist(),
            (self._members.counts(different_at) >= CHANGED_PX).tolist(),
            over >= COVERED_PX,
            strict=True,
        )
        gates = {}
        for name, moving, over_it, differs_there, chairs in members:
            covered, changed = over_it, differs_there or name in self._stirred
            if moving or not covered:
                self._still_since[name] = at_ms
            elif at_ms - self._still_since.setdefault(name, at_ms) >= RESTING_MS:
                self._resting.add(name)
                self._absorb(name, small)
                covered = False
            if moving or not changed:
                self._resting.discard(name)
            arms = frozenset(np.flatnonzero(chairs).tolist()) if covered else NO_ARMS
            gates[name] = ZoneGate(moving, covered, changed, name in self._resting, arms)
        return gates

    @property
    def owners(self) -> Image | None:
        """For each pixel of the reduced picture, one plus the chair of the arm there; 0 if there is none."""
        return self._owners

    @property
    def reached(self) -> bool:
        """True if an arm was over the felt in the newest picture.

        The rim does not count: it differs when the camera moves.
        """
        return any(mm < OVER_FELT_MM for mm in self.reach_mm().values())

    def reach_mm(self) -> dict[int, float]:
        """The y (in the chair's frame) nearest to the middle of each arm over the felt, by chair."""
        if self._reach is None:
            self._reach = self._reached_mm()
        return self._reach

    def _reached_mm(self) -> dict[int, float]:
        places = self._arm_places
        if self._owners is None or self._depths is None or places is None:
            return {}
        owners = self._owners.ravel()[places]
        reach = {}
        for chair in range(CHAIRS):
            own = places[owners == chair + 1]
            # A few pixels are noise.
            if len(own) > COVERED_PX:
                depths = self._depths[chair % 2][own] * (1 if chair < CHAIRS // 2 else -1)
                reach[chair] = float(np.partition(depths, COVERED_PX)[COVERED_PX])
        return reach

    def arm_outlines(self) -> Callable[[], list[NDArray[np.int32]]]:
        """Return a function that gives the convex outline of each arm in the newest picture.

        A sleeve of the felt's colour is seen only in parts. Few outlines are asked for.
        """
        return cache(partial(_outlines, self._owners, self._arm_places))

    def accept(self, zone: ZoneId, *, same: bool = False) -> None:
        """Accept the zone's newest picture as its picture at rest; ``same`` if it shows the content of the one before."""
        if self._rest is None or self._before is None:
            return
        where, mask = self._masks[zone]
        if same and (rest := self.at_rest(zone)) is not None:
            self._former[zone] = rest[where].copy()
        else:
            self._former.pop(zone, None)
        self._stir_others(zone, where, mask)
        np.copyto(self._rest[where], self._before[where], where=mask[..., None] > 0)
        if self._different is not None:
            # What one zone has accepted is no news to it when a neighbour accepts the same change.
            self._different[where] &= ~mask
        self._accepted.add(zone)
        self._stirred.pop(zone, None)

    def looks_as_before(self, zone: ZoneId) -> bool:
        """Return whether a zone looks as it did before it last changed without a new content, as by an arm's shadow."""
        if self._before is None or zone not in self._former:
            return False
        where, mask = self._masks[zone]
        different = differs(self._before[where], self._former[zone], DIFFERENT) & mask
        return int(np.count_nonzero(different)) < CHANGED_PX

    def _stir_others(self, zone: ZoneId, where: Slices, part: Image) -> None:
        """Keep the old picture of other zones, which have not accepted the change that this zone is about to accept."""
        if self._different is None or self._members is None or self._rest is None:
            return
        changed = np.zeros_like(self._different)
        changed[where] = self._different[where] & part
        counts = self._members.counts(_places(changed)).tolist()
        for (name, (there, mask)), count in zip(self._masks.items(), counts, strict=True):
            if name != zone and count >= CHANGED_PX:
                stirred = self._stirred.setdefault(name, _Stirred(self._rest[there]))
                stirred.add(changed[there] & mask, self._rest[there])

    def changed(self, zone: ZoneId) -> Image | None:
        """Return where the newest picture differs from the zone at rest; None if the zone at rest was never accepted."""
        if self._different is None or zone not in self._accepted:
            return None
        if zone not in self._stirred:
            return self._different
        changed = self._different.copy()
        changed[self._masks[zone][0]] |= self._stirred[zone].where
        return changed

    def hidden(self) -> Image:
        """Return a mask of arms and of all that moves in the newest picture, with a margin."""
        if self._arms is None or self._moved is None:
            raise AssertionError("no picture was taken")
        return np.asarray(cv2.dilate(self._arms | self._moved, np.ones((3, 3), np.uint8)), np.uint8)

    def accept_part(self, zone: ZoneId, points: Floats) -> None:
        """Accept a part of a zone, outlined by points of the picture, as at rest in the newest picture."""
        if self._rest is None or self._before is None:
            return
        self._former.pop(zone, None)
        where, mask = self._masks[zone]
        part = np.zeros(self._rest.shape[:2], np.uint8)
        cv2.fillConvexPoly(part, reduced(points), 255)
        inside = part[where] & mask & ~self.hidden()[where]
        self._stir_others(zone, where, inside)
        np.copyto(self._rest[where], self._before[where], where=inside[..., None] > 0)

    def at_rest(self, zone: ZoneId) -> Image | None:
        """Return a copy of the table at rest; None if the zone was never accepted, as it may show new content."""
        if self._rest is None or zone not in self._accepted:
            return None
        rest = self._rest.copy()
        if zone in self._stirred:
            self._stirred[zone].put_back(rest[self._masks[zone][0]])
        return rest

    def _lay_out(self, small: Image) -> None:
        """Prepare for pictures of this size; the first picture is the table at rest until zones are accepted."""
        self._rest, self._before = small.copy(), small
        self._accepted.clear()
        self._former.clear()
        self._stirred.clear()
        shape = small.shape[:2]
        felt = np.zeros(shape, np.uint8)
        cv2.fillPoly(felt, [reduced(self._felt)], 255)
        self._felt_px = int(np.count_nonzero(felt))
        self._outside = np.asarray(cv2.bitwise_not(felt), np.uint8)
        x, y = self._places(shape)
        across = abs(x) > abs(y)
        sides = np.where(across, np.where(x > 0, 1, -1), np.where(y > 0, 0, 2)) % CHAIRS
        self._sides = sides.astype(np.uint8)
        # Opposite chairs count the same way backwards.
        self._depths = np.stack([y, x]).astype(np.float32)
        self._masks = {}
        for name, chart in self._charts.items():
            corners = reduced(chart.outline(EDGE_MM - UNWATCHED_MM))
            left, top, width, height = cv2.boundingRect(corners)
            where = (
                slice(max(top, 0), min(top + height, shape[0])),
                slice(max(left, 0), min(left + width, shape[1])),
            )
            mask = np.zeros(shape, np.uint8)
            cv2.fillPoly(mask, [corners], 255)
            self._masks[name] = (where, mask[where].copy())
        self._members = _Members(self._masks, shape)
        if self._earlier is not None:
            self._clear_of_arms(small, self._earlier.rest_seen_at(x, y, shape))
            self._earlier = None

    def rest_seen_at(self, x: Floats, y: Floats, shape: tuple[int, ...]) -> Image | None:
        """The table at rest as another view shows it.

        Args:
            x: the x of the places on the table that its pixels show.
            y: the y of the same places.
            shape: the shape of its reduced picture, which has a pixel for each place.
        """
        if self._rest is None or self._rest.shape[:2] != shape:
            return None
        points = self._view.points(np.column_stack([x, y, np.zeros_like(x)]))
        across, down = ((points + 0.5) / SHRINK - 0.5).astype(np.float32).T
        maps = across.reshape(shape), down.reshape(shape)
        return np.asarray(cv2.remap(self._rest, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))

    def _clear_of_arms(self, small: Image, known: Image | None) -> None:
        """Replace arms in the first picture by another view's picture of the table at rest."""
        if known is None or self._rest is None:
            return
        different = np.asarray(
            cv2.morphologyEx(differs(small, known, DIFFERENT), cv2.MORPH_OPEN, OTHERWISE_SEEN), np.uint8
        )
        different_at = _places(different)
        if len(different_at) <= LIGHT_SHARE * self._felt_px:
            arms = cv2.dilate(self._reaching_out(different, different_at), AROUND_ARM)
            np.copyto(self._rest, known, where=arms[..., None] > 0)

    def _reaching_out(self, different: Image, different_at: NDArray[np.intp]) -> Image:
        """The regions that differ and are connected to a difference outside the felt, and their places."""
        self._owners, self._arm_places = np.zeros_like(different), None
        if not len(different_at) or self._outside is None or self._sides is None:
            return self._owners
        # Only the rows in which anything differs, with one more on either side.
        width = different.shape[1]
        first = max(int(different_at[0]) // width - 1, 0)
        rows = slice(first, int(different_at[-1]) // width + 2)
        joined = np.asarray(cv2.dilate(different[rows], TOUCHING), np.uint8)
        count, components = cv2.connectedComponents(joined, connectivity=8)
        labels = components.ravel()
        # An arm comes from the side that holds most of its part outside the felt.
        outside = _places(joined & self._outside[rows])
        sides = self._sides[outside + first * width]
        pixels = np.bincount(labels[outside] * CHAIRS + sides, minlength=count * CHAIRS)
        pixels = pixels.reshape(count, CHAIRS)
        owners = np.where(pixels.any(axis=1), pixels.argmax(axis=1) + 1, 0).astype(np.uint8)
        owned = owners[labels[different_at - first * width]]
        self._owners.ravel()[different_at] = owned
        self._arm_places = different_at[owned > 0]
        return np.asarray(cv2.threshold(self._owners, 0, 255, cv2.THRESH_BINARY)[1], np.uint8)

    def _places(self, shape: tuple[int, int]) -> tuple[Floats, Floats]:
        """X and y on the table of each pixel of the reduced picture, as if all of it showed felt."""
        rows, columns = np.indices(shape)
        pixels = (np.column_stack([columns.ravel(), rows.ravel()]) + 0.5) * SHRINK - 0.5
        x, y = self._view.to_plane(pixels, 0.0).T
        return x, y

    def _absorb(self, zone: ZoneId, small: Image) -> None:
        """Add unmoving covers to the table at rest, except inside the zones themselves."""
        if self._arms is None or self._rest is None:
            return
        _, labels = cv2.connectedComponents(cv2.dilate(self._arms, np.ones((3, 3), np.uint8)), connectivity=8)
        where, mask = self._masks[zone]
        over = np.unique(labels[where][(mask > 0) & (self._arms[where] > 0)])
        resting = np.isin(labels, over[over > 0])
        for place, inside in self._masks.values():
            resting[place] &= inside == 0
        np.copyto(self._rest, small, where=resting[..., None])


def reduced(points: Floats) -> NDArray[np.int32]:
    """Points of the picture in the reduced one."""
    return np.asarray(((points + 0.5) / SHRINK - 0.5).round(), np.int32)


def differs(one: Image, other: Image, levels: int) -> Image:
    """255 where two pictures differ by more than this number of levels in any colour."""
    over = cv2.threshold(cv2.absdiff(one, other), levels, 255, cv2.THRESH_BINARY)[1]
    # A pixel with 255 in any colour is not black as grey either, and splitting the colours would take longer.
    grey = cv2.cvtColor(over, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY)[1], np.uint8)


def _outlines(owners: Image | None, places: NDArray[np.intp] | None) -> list[NDArray[np.int32]]:
    """Return the convex outline of each arm, given the owners of pixels and the places that have one."""
    if owners is None or places is None:
        return []
    of_place = owners.ravel()[places]
    down, across = np.divmod(places, owners.shape[1])
    points = np.column_stack([across, down]).astype(np.int32)
    return [cv2.convexHull(points[of_place == owner]) for owner in np.unique(of_place)]


def _places(mask: Image) -> NDArray[np.intp]:
    """Return the places at which a mask is not 0, as indices into the flattened picture."""
    return np.flatnonzero(mask.ravel() != 0)


class _Stirred:
    """The old picture of a zone, kept while a neighbour has accepted a change that the zone has not."""

    def __init__(self, rest: Image) -> None:
        self.where: Image = np.zeros(rest.shape[:2], np.uint8)
        self._former = rest.copy()

    def add(self, changed: Image, rest: Image) -> None:
        """Keep the table at rest, cut out for the zone, where it is about to change."""
        np.copyto(self._former, rest, where=(changed & ~self.where)[..., None] > 0)
        self.where |= changed

    def put_back(self, rest: Image) -> None:
        """Put the old picture back into the table at rest, cut out for the zone."""
        np.copyto(rest, self._former, where=self.where[..., None] > 0)


class _Members:
    """The zones to which each pixel belongs; zones may overlap a little."""

    def __init__(self, masks: Mapping[ZoneId, tuple[Slices, Image]], shape: tuple[int, int]) -> None:
        bits = np.zeros(shape, np.uint64)
        for number, (where, mask) in enumerate(masks.values()):
            bits[where] |= (mask > 0).astype(np.uint64) << np.uint64(number)
        kinds, kind_of = np.unique(bits, return_inverse=True)
        self._kind_of = kind_of.ravel().astype(np.int32)
        self._zones = (kinds[None, :] >> np.arange(len(masks), dtype=np.uint64)[:, None]) & np.uint64(1)
        self._zones = self._zones.astype(np.intp)

    def counts(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Count those of these places that are in each zone."""
        return self._zones @ np.bincount(self._kind_of[places], minlength=self._zones.shape[1])

    def counts_of(self, places: NDArray[np.intp] | None, owners: Image) -> NDArray[np.intp]:
        """Count, in each zone, the places that belong to each chair according to ``owners``: zones by chairs."""
        if places is None:
            return np.zeros((len(self._zones), CHAIRS), np.intp)
        kinds = self._kind_of[places] * CHAIRS + (owners.ravel()[places] - 1)
        counted = np.bincount(kinds, minlength=self._zones.shape[1] * CHAIRS)
        return self._zones @ counted.reshape(-1, CHAIRS)
