"""Melds: the four ways to call and the concealed kan."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, cast, get_args

from msgspec import Struct

from referee.tiles import EAST, KIND, Tile, parse_tiles

MeldKind: TypeAlias = Literal["chi", "pon", "daiminkan", "ankan", "kakan"]
MELD_KINDS: Final[tuple[str, ...]] = get_args(MeldKind)


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


def meld_of(kind: MeldKind, tiles: Iterable[Tile]) -> Meld:
    """Return a meld of these tiles, which need not be sorted; whether they form one is left to ``valid_meld``."""
    return Meld(kind, tuple(sorted(tiles, key=KIND.__getitem__)))


def parse_meld(text: str) -> Meld:
    """Return the meld in a text such as ``"123m"``, ``"pon 555z"`` or ``"ankan 1111p"``.

    Raises:
        ValueError: there is no such kind of meld, or no tiles.
    """
    word, _, rest = text.strip().partition(" ")
    tiles = parse_tiles(rest or word)
    if rest:
        if word not in MELD_KINDS:
            raise ValueError(f"not a kind of meld: {word!r} ({', '.join(MELD_KINDS)})")
        return meld_of(cast("MeldKind", word), tiles)
    same = len({KIND[tile] for tile in tiles}) == 1
    return meld_of(("daiminkan" if len(tiles) == 4 else "pon") if same else "chi", tiles)
