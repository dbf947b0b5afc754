"""Melds: the four ways to call and the concealed kan."""

from typing import Literal, TypeAlias

from msgspec import Struct

from referee.tiles import EAST, KIND, Tile

MeldKind: TypeAlias = Literal["chi", "pon", "daiminkan", "ankan", "kakan"]


class Meld(Struct, frozen=True, gc=False):
    """A meld on the table.

    Attributes:
        kind: ``kakan`` names the whole meld of four, once the tile is added to its pon.
        tiles: all its tiles, 3 or 4, sorted by kind.
        claimed: the tile taken from another player; for a kakan that of the former pon, None for an ankan.
        source: the seat the claimed tile came from; None for an ankan.
        added: the tile added to a pon, for a kakan only.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    source: int | None = None
    added: Tile | None = None


def valid_meld(meld: Meld) -> bool:
    """Return whether the tiles match the kind of the meld."""
    kinds = [KIND[tile] for tile in meld.tiles]
    if meld.kind == "chi":
        low = kinds[0]
        return low < EAST and low % 9 <= 6 and kinds == [low, low + 1, low + 2]
    return len(kinds) == (3 if meld.kind == "pon" else 4) and len(set(kinds)) == 1
