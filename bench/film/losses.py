"""Checks that vision reported every loss of sight, by comparing each zone's true content with its reports.

A zone must be reported lost if its reading is wrong, or if one of its face-up tiles is hidden. The report is in time
within two seconds plus two frames. A tile that fell may be reported where it lies, or not at all.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from simulation.camera.arm_sprites import SHOULDER_MM
from simulation.world.places import Lie, TilePlace, is_sideways
from simulation.world.world import World
from vision.geometry import Zone, to_chair, to_table
from vision.sightings import BACK, FoundTrack, LostTrack, Sighting, ZoneReading
from vision.zones import FELT, TABLE, ZoneId

IN_TIME_MS: Final = 2200
SURELY_MM: Final = 14.0
"""A tile cannot be read if its middle is this near to the middle of an arm, or this far inside a thing."""

Content = tuple[tuple[int, bool], ...]
_Held = TypeVar("_Held")


@dataclass(slots=True)
class _Zone:
    zone: Zone
    told: Content = ()
    held: list[tuple[int, tuple[Content, ...]]] = field(default_factory=lambda: [(0, ((),))])
    wrong_since_ms: int | None = None
    hidden_since_ms: int | None = None
    lost: bool = False
    silent: bool = False


@dataclass(frozen=True, slots=True)
class _Lying:
    """The face-up tiles on the table.

    Attributes:
        contents: the contents that may be reported of each zone, in reading order: without fallen tiles, and with them.
        fallen: the faces of those that fell.
        owners: the zone of each tile of ``places``.
        places: millimetres of the table (n by 2).
    """

    contents: dict[ZoneId, tuple[Content, ...]]
    fallen: tuple[int, ...]
    owners: tuple[ZoneId, ...]
    places: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WrongReading:
    """A reading of tiles that never lay there."""

    at_ms: int
    zone: ZoneId
    told: Content
    true: Content


class LossWatch:
    """Watches vision frame by frame.

    Args:
        world: what is filmed.
        one_view: true if one camera hangs above the table, so that an arm hides everything under it; otherwise only a
            wrongly read zone must be reported lost.

    Attributes:
        silent: each loss that was not reported in time: the zone, when it began to be wrong or hidden, and why.
        delays_ms: the age of each loss when it was reported.
        misread: readings that were never true.
    """

    def __init__(self, world: World, *, one_view: bool = True) -> None:
        self._world = world
        self._one_view = one_view
        self._zones = {zone.id: _Zone(zone) for zone in world.geometry.zones()}
        self._table_lost = False
        self._lay: tuple[int, _Lying] | None = None
        self._fell: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        self.silent: list[tuple[ZoneId, int, str]] = []
        self.delays_ms: list[int] = []
        self.misread: list[WrongReading] = []
        self.lost = 0

    @property
    def pending(self) -> bool:
        """True while the loss of a zone is still to be reported."""
        return not self._table_lost and any(
            not (each.lost or each.silent)
            and (each.wrong_since_ms is not None or each.hidden_since_ms is not None)
            for each in self._zones.values()
        )

    def frame(self, at_ms: int, sightings: Sequence[Sighting]) -> None:
        """Check a frame's sightings against the world as it was filmed."""
        for sighting in sightings:
            self._take(sighting, at_ms)
        lying = self._lying()
        if lying.fallen != self._fell[-1][1]:
            self._fell.append((at_ms, lying.fallen))
        covered = self._hidden(lying, at_ms) if self._one_view else set[ZoneId]()
        for name, each in self._zones.items():
            true, hidden = lying.contents[name], name in covered
            if true != each.held[-1][1]:
                each.held.append((at_ms, true))
                del each.held[:-20]
            if each.told in true:
                each.wrong_since_ms = None
            elif each.wrong_since_ms is None:
                each.wrong_since_ms = at_ms
            if not hidden:
                each.hidden_since_ms = None
            elif each.hidden_since_ms is None:
                each.hidden_since_ms = at_ms
            if each.wrong_since_ms is None and each.hidden_since_ms is None:
                each.silent = False
            self._check(name, each, at_ms)
        # A reading must match the tiles that lay there when it was settled, or shortly before.
        for sighting in sightings:
            if isinstance(sighting, ZoneReading):
                self._compare(sighting)

    def _take(self, sighting: Sighting, at_ms: int) -> None:
        if isinstance(sighting, LostTrack):
            self.lost += 1
        if isinstance(sighting, LostTrack | FoundTrack | ZoneReading) and sighting.zone == FELT:
            return  # nothing that could be hidden belongs there
        if isinstance(sighting, LostTrack):
            if sighting.zone == TABLE:
                self._table_lost = True
                return
            each = self._zones[sighting.zone]
            each.lost = True
            since = [each.wrong_since_ms, each.hidden_since_ms]
            began = min((moment for moment in since if moment is not None), default=None)
            if began is not None:
                self.delays_ms.append(at_ms - began)
        elif isinstance(sighting, FoundTrack):
            if sighting.zone == TABLE:
                self._table_lost = False
            else:
                self._zones[sighting.zone].lost = False
        elif isinstance(sighting, ZoneReading):
            each = self._zones[sighting.zone]
            each.told = _content(sighting)

    def _check(self, name: ZoneId, each: _Zone, at_ms: int) -> None:
        if each.silent or each.lost or self._table_lost:
            return
        for since, why in ((each.wrong_since_ms, "told otherwise"), (each.hidden_since_ms, "hidden")):
            if since is not None and at_ms - since > IN_TIME_MS:
                each.silent = True
                self.silent.append((name, since, why))
                return

    def _compare(self, reading: ZoneReading) -> None:
        content, first = _content(reading), reading.at_ms - reading.within_ms - 200
        if reading.zone == FELT:
            # Every tile that did not fall was laid into a zone.
            fallen = {face for faces in _recent(self._fell, first) for face in faces}
            if not fallen.issuperset(face for face, _ in content):
                self.misread.append(WrongReading(reading.settled_ms, FELT, content, ()))
            return
        each = self._zones[reading.zone]
        if not any(content in contents for contents in _recent(each.held, first)):
            self.misread.append(WrongReading(reading.settled_ms, reading.zone, content, each.held[-1][1][0]))

    def _lying(self) -> _Lying:
        """The face-up tiles of the zones; computed again only when the world has changed."""
        if self._lay is None or self._lay[0] != self._world.revision:
            found: dict[ZoneId, list[tuple[int, TilePlace]]] = {name: [] for name in self._zones}
            fell: list[tuple[int, TilePlace]] = []
            for tile in self._world.tiles:
                if tile.place is not None and tile.zone in found:
                    found[tile.zone].append((tile.face, tile.place))
                elif tile.place is not None and tile.zone == FELT:
                    fell.append((tile.face, tile.place))
            contents: dict[ZoneId, tuple[Content, ...]] = {}
            owners, places = [], []
            for name, each in self._zones.items():
                lies, where = self._look(each.zone, found[name])
                in_it = [(face, place) for face, place in fell if _is_in(each.zone, place)]
                contents[name] = (
                    (lies, self._look(each.zone, [*found[name], *in_it])[0]) if in_it else (lies,)
                )
                owners += [name] * len(where)
                places += where
            fallen = tuple(face for face, place in fell if place.lie is Lie.FACE_UP)
            lying = _Lying(contents, fallen, tuple(owners), np.array(places, float).reshape(-1, 2))
            self._lay = self._world.revision, lying
        return self._lay[1]

    def _look(
        self, zone: Zone, lying: list[tuple[int, TilePlace]]
    ) -> tuple[Content, list[tuple[float, float]]]:
        """The readable tiles of a zone, in reading order, and their places on the table."""
        found = []
        where = []
        for known, place in lying:
            if place.lie is Lie.STANDING or (place.lie is Lie.FACE_DOWN and zone.id.kind != "meld"):
                continue
            x, y = to_chair(zone.id.chair, place.x_mm, place.y_mm)
            row = 0
            if zone.id.kind == "pond":
                pond = self._world.geometry.pond
                row = min(round((y - pond.first_row_y) / pond.row_pitch), 2)
            across = is_sideways(place, zone.id.chair)
            # A tile added to a kan is read after the one it lies beside.
            far = zone.id.kind == "meld" and across and y < self._world.geometry.meld.sideways_y - 10
            face = known if place.lie is Lie.FACE_UP else BACK
            found.append((row, x + (0.01 if far else 0.0), face, across))
            where.append((place.x_mm, place.y_mm))
        found.sort()
        return tuple((face, across) for _, _, face, across in found), where

    def _hidden(self, lying: _Lying, at_ms: int) -> set[ZoneId]:
        """The zones in which something hides a tile."""
        tiles = lying.places
        hidden = np.zeros(len(tiles), bool)
        for arm in (*self._world.arms, *self._world.other_arms):
            tip = np.array(arm.at(at_ms))
            side = -1 if arm.left else 1
            shoulder = np.array(to_table(arm.chair, side * SHOULDER_MM[0], SHOULDER_MM[1]))
            along = shoulder - tip
            # The tips of the fingers hide little.
            part = (tiles - tip) @ along / (along @ along)
            nearest = tip + np.clip(part, 0.05, 1)[:, None] * along
            hidden |= np.hypot(*(tiles - nearest).T) < SURELY_MM
        for thing in self._world.things:
            reach = min(thing.width_mm, thing.length_mm) / 2
            hidden |= np.hypot(*(tiles - (thing.x_mm, thing.y_mm)).T) < reach - 2.0
        return {lying.owners[index] for index in np.flatnonzero(hidden).tolist()}


def _is_in(zone: Zone, place: TilePlace) -> bool:
    """Return whether the middle of a tile lies in a zone."""
    x, y = to_chair(zone.id.chair, place.x_mm, place.y_mm)
    return zone.area.left <= x <= zone.area.right and zone.area.top <= y <= zone.area.bottom


def _recent(held: Sequence[tuple[int, _Held]], first_ms: int) -> list[_Held]:
    """Return the states that held at a time or began since; ``held`` has them in order, each with the time at which
    it began."""
    return [
        what
        for index, (_, what) in enumerate(held)
        if index + 1 == len(held) or held[index + 1][0] >= first_ms
    ]


def _content(reading: ZoneReading) -> Content:
    """The tiles of a reading; a back below the indicators does not count."""
    ura = reading.zone.kind == "ura"
    return tuple((tile.tile, tile.sideways) for tile in reading.tiles if not (ura and tile.tile == BACK))
