"""Melds: the four ways to call and the concealed kan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from referee.tiles import Tile

MeldKind: TypeAlias = Literal["chi", "pon", "daiminkan", "ankan", "kakan"]


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table.

    Attributes:
        kind: a ``kakan`` is the whole meld of four once the tile is added to its pon.
        tiles: all its tiles, 3 or 4, sorted by kind.
        claimed: the tile taken from another player; None for an ankan. For a kakan the tile of the former pon.
        source: seat the claimed tile came from; None for an ankan.
        added: the tile added to a pon, for a kakan only.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    source: int | None = None
    added: Tile | None = None
