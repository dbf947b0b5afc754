"""The sights that the game makes likely next. They break near ties and never overrule a clear reading."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

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

    def to_mapping(self) -> dict[str, Any]:
        """Return the expectation in its form for the wire."""
        return {
            "tiles": {str(zone): list(faces) for zone, faces in self.tiles.items()},
            "sideways": {str(zone): list(faces) for zone, faces in self.sideways.items()},
            "zones": None if self.zones is None else [str(zone) for zone in self.zones],
            "red_fives": self.red_fives,
        }

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Expectation:
        """Read an expectation from the wire.

        Raises:
            ValueError: the value is no expectation.
        """
        try:
            zones = mapping["zones"]
            return cls(
                tiles=_faces_by_zone(mapping["tiles"]),
                sideways=_faces_by_zone(mapping["sideways"]),
                zones=None if zones is None else tuple(ZoneId.parse(zone) for zone in zones),
                red_fives=bool(mapping["red_fives"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not an expectation: {mapping!r}") from error


def _faces_by_zone(mapping: Mapping[str, Any]) -> dict[ZoneId, Faces]:
    return {ZoneId.parse(zone): tuple(int(face) for face in faces) for zone, faces in mapping.items()}


NOTHING_EXPECTED = Expectation()
