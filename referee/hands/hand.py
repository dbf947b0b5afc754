"""What is true of a won hand however its concealed tiles are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.hands.fu import fixed_items
from referee.hands.shape import TERMINALS_AND_HONOURS
from referee.tiles import CHUN, EAST, HAKU, KIND, KINDS, UNKNOWN, dora_of, is_red

if TYPE_CHECKING:
    from referee.hands.fu import FuItem
    from referee.hands.win import Win
    from referee.ruleset import Scoring

_PAIR_FU_DRAGONS: Final = (*(0 for _ in range(HAKU)), 2, 2, 2)
_MELD_TILES: Final = {"chi": 3, "pon": 3, "daiminkan": 4, "kakan": 4, "ankan": 4}


class Hand:
    """A win laid out for reading.

    Attributes:
        counts: 34 counts of the concealed tiles with the winning one; kinds: bit set of all kinds in the hand.
        closed: no meld but concealed kans.
        open_chows, open_pungs, open_kans, concealed_kans: the melds, by lowest kind.
        meld_fu, pair_fu: fu of the melds; fu of a pair of each kind.
        tile: the kind of the winning tile. tile_apart: fu and yaku of the wait may be counted.
    """

    __slots__ = (
        "closed",
        "concealed_kans",
        "counts",
        "kinds",
        "meld_fu",
        "open_chows",
        "open_kans",
        "open_pungs",
        "pair_fu",
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
        counts = [0] * (KINDS + 4)
        for tile in win.concealed:
            counts[KIND[tile]] += 1
        counts[self.tile] += 1
        if len(win.concealed) + 3 * len(win.melds) != 13:
            raise ValueError(
                f"{len(win.concealed)} concealed tiles and {len(win.melds)} melds do not make a hand"
            )
        if counts[UNKNOWN]:
            raise ValueError("a tile of the hand is not known")
        del counts[KINDS:]
        self.counts = counts
        self.open_chows: list[int] = []
        self.open_pungs: list[int] = []
        self.open_kans: list[int] = []
        self.concealed_kans: list[int] = []
        full = counts
        if win.melds:
            full = counts.copy()
            self._lay_out_melds(full)
        if max(full) > 4:
            raise ValueError("five tiles of a kind")
        self.closed = not (self.open_chows or self.open_pungs or self.open_kans)
        kinds = 0
        for kind, count in enumerate(full):
            if count:
                kinds |= 1 << kind
        self.kinds = kinds
        self.meld_fu: list[FuItem] = fixed_items(self) if win.melds else []
        pair_fu = list(_PAIR_FU_DRAGONS)
        pair_fu[EAST + win.seat_wind] = pair_fu[EAST + win.round_wind] = 2
        if win.seat_wind == win.round_wind:
            pair_fu[EAST + win.seat_wind] = rules.double_wind_pair_fu
        self.pair_fu = pair_fu

    def _lay_out_melds(self, full: list[int]) -> None:
        for meld in self.win.melds:
            kinds = sorted(KIND[tile] for tile in meld.tiles)
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
                raise ValueError(f"not a {meld.kind}: {meld.tiles}")
            for kind in kinds:
                full[kind] += 1
            if meld.kind == "chi":
                self.open_chows.append(first)
            elif meld.kind == "pon":
                self.open_pungs.append(first)
            elif meld.kind == "ankan":
                self.concealed_kans.append(first)
            else:
                self.open_kans.append(first)

    @property
    def is_all_honours_and_terminals(self) -> bool:
        """Whether no tile is a simple."""
        return not self.kinds & ~TERMINALS_AND_HONOURS


def dora_han(win: Win, rules: Scoring) -> list[tuple[str, int]]:
    """The han of dora, ura dora and red fives; an indicator counts as often as it lies there (WRC 6.4)."""
    tiles = [*win.concealed, win.tile]
    for meld in win.melds:
        tiles.extend(meld.tiles)
    kinds = [KIND[tile] for tile in tiles]
    found = []
    dora = sum(kinds.count(dora_of(tile)) for tile in win.dora_indicators[: None if rules.kan_dora else 1])
    if dora:
        found.append(("dora", dora))
    if win.riichi and rules.ura_dora:
        ura = sum(
            kinds.count(dora_of(tile)) for tile in win.ura_indicators[: None if rules.kan_ura_dora else 1]
        )
        if ura:
            found.append(("ura_dora", ura))
    if rules.red_fives:
        red = sum(is_red(tile) for tile in tiles)
        if red:
            found.append(("aka_dora", red))
    return found


DRAGONS: Final = range(HAKU, CHUN + 1)
WINDS: Final = range(EAST, EAST + 4)
