"""The properties of a won hand that do not depend on how its concealed tiles are read."""

from functools import lru_cache
from typing import Final, NamedTuple

from referee.hands.fu_items import FuItem, meld_items
from referee.hands.win import Win
from referee.melds import Meld, MeldKind
from referee.rules.scoring import Scoring
from referee.tiles import (
    EAST,
    FACES,
    HAKU,
    INDICATED,
    KIND,
    KINDS,
    RED_MAN,
    RED_PIN,
    RED_SOU,
    Tile,
    is_red,
    tile_names,
)

_BITS: Final = tuple(1 << KIND[face] for face in range(FACES))
"""The bit of each face's kind."""
_RED_KINDS: Final = (KIND[RED_SOU], KIND[RED_PIN], KIND[RED_MAN])
"""The kinds of the red fives, from the last face."""
_MELD_TILES: Final = {"chi": 3, "pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4}


class _LaidOut(NamedTuple):
    """The tiles of a meld: their kinds, ascending, the bit set of these, and the number of red fives."""

    kinds: tuple[int, ...]
    bits: int
    reds: int


@lru_cache(maxsize=1 << 12)
def _laid_out(name: MeldKind, tiles: tuple[Tile, ...]) -> _LaidOut:
    """The tiles of a meld; the same few melds come up in all hands.

    Raises:
        ValueError: they make no such meld.
    """
    kinds = tuple(sorted([KIND[tile] for tile in tiles]))
    first = kinds[0] if kinds else KINDS
    if name == "chi":
        right = first < EAST and first % 9 < 7 and kinds == (first, first + 1, first + 2)
    else:
        right = first < KINDS and kinds == (first,) * _MELD_TILES[name]
    if not right:
        raise ValueError(f"not a {name}: {' '.join(tile_names(tiles)) or 'no tiles'}")
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return _LaidOut(kinds, bits, sum([is_red(tile) for tile in tiles]))


def _forget_colours(counts: list[int]) -> int:
    """Turn counts of faces into counts of kinds, and return the number of red fives."""
    reds = 0
    for kind in _RED_KINDS:
        red = counts.pop()
        if red:
            counts[kind] += red
            reds += red
    return reds


class Hand:
    """A win laid out for reading.

    Attributes:
        counts: 34 counts of the concealed tiles with the winning one; all_counts: with the melds too.
        kinds: bit set of all kinds in the hand; reds: number of red fives.
        closed: no meld but concealed kans.
        open_chows, open_pungs, open_kans, concealed_kans: the melds, by lowest kind.
        chow_bits, pung_bits: the lowest kinds of the melds as bit sets (kans are pungs).
        meld_fu: fu of the melds.
        tile: the kind of the winning tile. tile_apart: fu and yaku of the wait may be counted.
    """

    __slots__ = (
        "all_counts",
        "chow_bits",
        "closed",
        "concealed_kans",
        "counts",
        "kinds",
        "meld_fu",
        "open_chows",
        "open_kans",
        "open_pungs",
        "pung_bits",
        "reds",
        "rules",
        "tile",
        "tile_apart",
        "tsumo",
        "win",
    )

    def __init__(self, win: Win, rules: Scoring) -> None:
        """Lay out ``win``.

        Raises:
            ValueError: the number of tiles is wrong, a tile is unknown, there are five of a kind, or a meld is none.
        """
        self.win = win
        self.rules = rules
        self.tile = KIND[win.tile]
        self.tsumo = win.tsumo
        self.tile_apart = win.tile_apart or not win.tsumo or rules.unclear_tile == "ignored"
        if len(win.concealed) + 3 * len(win.melds) != 13:
            raise ValueError(
                f"{len(win.concealed)} concealed tiles and {len(win.melds)} melds do not make a hand"
            )
        counts = [0] * FACES
        kinds = 0
        try:
            for tile in (win.tile, *win.concealed):
                counts[tile] += 1
                kinds |= _BITS[tile]
        except IndexError:
            raise ValueError("a tile of the hand is not known") from None
        self.reds = _forget_colours(counts)
        self.counts = counts
        self.open_chows: list[int] = []
        self.open_pungs: list[int] = []
        self.open_kans: list[int] = []
        self.concealed_kans: list[int] = []
        self.chow_bits = self.pung_bits = 0
        self.meld_fu: list[FuItem] = []
        self.all_counts = counts
        if win.melds:
            self.all_counts = counts.copy()
            for meld in win.melds:
                kinds |= self._lay_out(meld)
            if self.open_pungs or self.open_kans or self.concealed_kans:
                self.meld_fu = meld_items(self.open_pungs, self.open_kans, self.concealed_kans)
        if max(self.all_counts) > 4:
            raise ValueError("five tiles of a kind")
        self.closed = not (self.open_chows or self.open_pungs or self.open_kans)
        self.kinds = kinds

    def _lay_out(self, meld: Meld) -> int:
        """Add a meld to the groups, the counts and the red fives; returns the bit set of its kinds."""
        laid = _laid_out(meld.kind, meld.tiles)
        kinds = laid.kinds
        first = kinds[0]
        if meld.kind == "chi":
            self.open_chows.append(first)
            self.chow_bits |= 1 << first
        else:
            if meld.kind == "pon":
                self.open_pungs.append(first)
            elif meld.kind == "ankan":
                self.concealed_kans.append(first)
            else:
                self.open_kans.append(first)
            self.pung_bits |= 1 << first
        counts = self.all_counts
        for kind in kinds:
            counts[kind] += 1
        self.reds += laid.reds
        return laid.bits

    def pair_fu(self, kind: int) -> int:
        """Fu of a pair: 2 for dragons, seat wind and round wind, ``double_wind_pair_fu`` for both winds in one."""
        if kind < EAST:
            return 0
        if kind >= HAKU:
            return 2
        wind = kind - EAST
        seat, prevailing = wind == self.win.seat_wind, wind == self.win.round_wind
        return self.rules.double_wind_pair_fu if seat and prevailing else 2 * (seat or prevailing)

    def dora(self) -> list[tuple[str, int]]:
        """The han of dora, ura dora and red fives; two equal indicators count twice (WRC 6.4).

        Raises:
            ValueError: an indicator is not known.
        """
        win, rules = self.win, self.rules
        found = []
        han = self._indicated(win.dora_indicators if rules.kan_dora else win.dora_indicators[:1])
        if han:
            found.append(("dora", han))
        if win.riichi and rules.ura_dora:
            han = self._indicated(win.ura_indicators if rules.kan_ura_dora else win.ura_indicators[:1])
            if han:
                found.append(("ura_dora", han))
        if self.reds and rules.red_fives:
            found.append(("aka_dora", self.reds))
        return found

    def _indicated(self, indicators: tuple[Tile, ...]) -> int:
        counts = self.all_counts
        try:
            return sum([counts[INDICATED[tile]] for tile in indicators])
        except IndexError:
            raise ValueError("a dora indicator is not known") from None
