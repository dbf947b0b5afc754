"""The sights that the game makes likely next. They break near ties and never overrule a clear reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.zones import ZoneId

Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """The game's expectation, in chairs and zones as vision names them; faces are 0-36.

    The daemon fills it.

    Attributes:
        tiles: the faces that may be laid in each zone, such as the known tiles of a hand about to be opened.
        sideways: the faces of which one may be laid sideways in each zone, such as the called discard in the caller's
            corner.
        zones: the zones likely to change next; None if unknown. A change in any other zone needs one more frame.
        red_fives: True if the set in play is known to have one red five of each suit, so only three others.
    """

    tiles: Mapping[ZoneId, Faces] = field(default_factory=dict)
    sideways: Mapping[ZoneId, Faces] = field(default_factory=dict)
    zones: tuple[ZoneId, ...] | None = None
    red_fives: bool = False

    def of(self, zone: ZoneId, *, sideways: bool) -> frozenset[int]:
        """The faces expected of an upright or a sideways tile of a zone."""
        faces = self.tiles.get(zone, ())
        return frozenset(faces + self.sideways.get(zone, ()) if sideways else faces)

    def likely(self, zone: ZoneId) -> bool:
        """Return whether a zone is likely to change next."""
        return self.zones is None or zone in self.zones


NOTHING_EXPECTED = Expectation()
