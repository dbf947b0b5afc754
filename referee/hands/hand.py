"""The properties of a won hand that do not depend on how its concealed tiles are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.hands.fu_items import meld_items
from referee.tiles import EAST, FACES, HAKU, KIND, KINDS, NAMES, RED_MAN, RED_PIN, RED_SOU, dora_of

if TYPE_CHECKING:
    from referee.hands.fu_items import FuItem
    from referee.hands.win import Win
    from referee.rules.scoring import Scoring

_BITS: Final = tuple(1 << KIND[face] for face in range(FACES))
"""The bit of each face's kind."""
_MELD_TILES: Final = {"chi": 3, "pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4}


class Hand:
    """A win laid out for reading.

    Attributes:
        counts: 34 counts of the concealed tiles with the winning one; all_counts: with the melds too.
        kinds: bit set of all kinds in the hand; reds: number of red fives.
        closed: no meld but concealed kans.
        open_chows, open_pungs, open_kans, concealed_kans: the melds, by lowest kind.
        meld_fu: fu of the melds.
        tile: the kind of the winning tile. tile_apart: fu and yaku of the wait may be counted.
    """

    __slots__ = (
        "all_counts",
        "closed",
        "concealed_kans",
        "counts",
        "kinds",
        "meld_fu",
        "open_chows",
        "open_kans",
        "open_pungs",
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
        try:
            counts[win.tile] = 1
            kinds = _BITS[win.tile]
            for tile in win.concealed:
                counts[tile] += 1
                kinds |= _BITS[tile]
        except IndexError:
            raise ValueError("a tile of the hand is not known") from None
        self.reds = self._forget_colours(counts)
        self.counts = counts
        self.open_chows: list[int] = []
        self.open_pungs: list[int] = []
        self.open_kans: list[int] = []
        self.concealed_kans: list[int] = []
        self.meld_fu: list[FuItem] = []
        self.all_counts = counts
        if win.melds:
            self.all_counts = counts.copy()
            self._lay_out_melds()
            for meld in win.melds:
                for tile in meld.tiles:
                    kinds |= _BITS[tile]
            self.meld_fu = meld_items(self.open_pungs, self.open_kans, self.concealed_kans)
        if max(self.all_counts) > 4:
            raise ValueError("five tiles of a kind")
        self.closed = not (self.open_chows or self.open_pungs or self.open_kans)
        self.kinds = kinds

    @staticmethod
    def _forget_colours(counts: list[int]) -> int:
        """Turn counts of faces into counts of kinds, and return the number of red fives."""
        reds = 0
        for face in (RED_SOU, RED_PIN, RED_MAN):
            red = counts.pop()
            if red:
                counts[KIND[face]] += red
                reds += red
        return reds

    def _lay_out_melds(self) -> None:
        counts = self.all_counts
        for meld in self.win.melds:
            kinds = sorted([KIND[tile] for tile in meld.tiles])
            self.reds += sum([tile >= RED_MAN for tile in meld.tiles])
            first = kinds[0]
            if meld.kind == "chi":
                right = (
                    len(kinds) == 3
                    and first < EAST
                    and first % 9 < 7
                    and kinds == [first, first + 1, first + 2]
                )
            else:
                right = kinds == [first] * _MELD_TILES[meld.kind] and first < KINDS
            if not right:
                raise ValueError(f"not a {meld.kind}: {' '.join([NAMES[tile] for tile in meld.tiles])}")
            for kind in kinds:
                counts[kind] += 1
            if meld.kind == "chi":
                self.open_chows.append(first)
            elif meld.kind == "pon":
                self.open_pungs.append(first)
            elif meld.kind == "ankan":
                self.concealed_kans.append(first)
            else:
                self.open_kans.append(first)

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
        """The han of dora, ura dora and red fives; two equal indicators count twice (WRC 6.4)."""
        win, rules, counts = self.win, self.rules, self.all_counts
        found = []
        indicators = win.dora_indicators if rules.kan_dora else win.dora_indicators[:1]
        han = sum([counts[dora_of(tile)] for tile in indicators])
        if han:
            found.append(("dora", han))
        if win.riichi and rules.ura_dora:
            indicators = win.ura_indicators if rules.kan_ura_dora else win.ura_indicators[:1]
            han = sum([counts[dora_of(tile)] for tile in indicators])
            if han:
                found.append(("ura_dora", han))
        if self.reds and rules.red_fives:
            found.append(("aka_dora", self.reds))
        return found
