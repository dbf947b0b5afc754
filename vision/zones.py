"""Names parts of the table: a kind of zone, and the chair that it belongs to."""

from __future__ import annotations

from typing import Final, Literal, Self, TypeAlias, get_args

CHAIRS: Final = 4
"""Sides of a table. [count; defined]"""
EACH_CHAIR: Final = range(CHAIRS)
"""The chairs of a table. [index; defined]"""
ZoneKind: TypeAlias = Literal["pond", "meld", "hand", "ura", "wall"]
"""The kinds of zone of which each chair has one."""
SharedKind: TypeAlias = Literal["felt", "table"]
"""The kinds of zone of which the table has one."""
ZONE_KINDS: Final[tuple[ZoneKind, ...]] = get_args(ZoneKind)
_SHARED_KINDS: Final[tuple[SharedKind, ...]] = get_args(SharedKind)


class ZoneId(str):
    """Names a zone: ``pond/2``, ``felt``.

    Attributes:
        chair: 0 at the bottom of the picture, counter-clockwise; also 0 for a zone that all share, since the table's
            frame is that of chair 0.

    Raises:
        ValueError: there is no such kind or chair.
    """

    __slots__ = ("chair", "kind")

    kind: ZoneKind | SharedKind
    chair: int

    def __new__(cls, kind: ZoneKind | SharedKind, chair: int = 0) -> Self:
        chairs = CHAIRS if kind in ZONE_KINDS else 1 if kind in _SHARED_KINDS else 0
        if chair not in range(chairs):
            raise ValueError(f"no zone {kind!r} of chair {chair!r}")
        made = super().__new__(cls, kind if kind in _SHARED_KINDS else f"{kind}/{chair}")
        made.kind, made.chair = kind, chair
        return made

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]  # of this class, not of its text
        return self.kind, self.chair

    @property
    def shared(self) -> bool:
        """True if it belongs to no chair."""
        return self.kind in _SHARED_KINDS

    @classmethod
    def parse(cls, text: str) -> ZoneId:
        """The zone with this name.

        Raises:
            ValueError: it names none.
        """
        try:
            return _BY_NAME[text]
        except KeyError:
            raise ValueError(f"no zone is named {text!r}") from None


FELT: Final = ZoneId("felt")
"""The zone of tiles that lie in no other zone; its places are in the table's frame."""
TABLE: Final = ZoneId("table")
"""The zone that stands for the whole table when its track is lost."""
PLAYERS_ZONES: Final = tuple(ZoneId(kind, chair) for chair in range(CHAIRS) for kind in ZONE_KINDS)
"""All zones that belong to a chair, chair by chair."""
_BY_NAME: Final = {str(zone): zone for zone in (*PLAYERS_ZONES, FELT, TABLE)}
