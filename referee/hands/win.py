"""A win as the scorer receives it, and the score it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from referee.melds import Meld
    from referee.tiles import Tile

Limit: TypeAlias = Literal["", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A hand that somebody won with, and how.

    Attributes:
        concealed: the concealed tiles without the winning one: 13 less 3 for each meld. All known.
        melds: the melds, an ankan among them.
        tile: the winning tile.
        tsumo: drawn, not taken from another player.
        seat_wind, round_wind: 0 East to 3 North.
        riichi: 0 none, 1 riichi, 2 double riichi.
        last_tile: no live tile was left: haitei by tsumo, houtei by ron.
        rinshan: the tile was drawn from the dead wall; chankan: it was taken from a kan.
        first_turn: won in the first, unbroken turns before the winner's second draw: tenhou, chiihou or renhou.
        dora_indicators, ura_indicators: those that lie open; ura count only with riichi.
        tile_apart: the tile of a tsumo was kept apart. If not, no reading may gain from it (WRC 5.6).
    """

    concealed: tuple[Tile, ...]
    tile: Tile
    tsumo: bool
    melds: tuple[Meld, ...] = ()
    seat_wind: int = 0
    round_wind: int = 0
    riichi: int = 0
    ippatsu: bool = False
    last_tile: bool = False
    rinshan: bool = False
    chankan: bool = False
    first_turn: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    tile_apart: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The value of a win, without counters and bets.

    Attributes:
        yaku: name and han of each yaku and each kind of dora (``dora``, ``ura_dora``, ``aka_dora``); empty for yakuman.
        yakuman: the name of each yakuman; one that counts twice stands twice.
        yakuman_counted: how many of them are paid; 1 for a counted yakuman too.
        han: sum of ``yaku``; 0 for yakuman. fu: rounded as scored.
        fu_items: the items the fu consist of, before rounding; empty for yakuman.
        limit: name of the limit reached, or "".
        base: the base value, as doubled for the number of han.
        ron: what the discarder pays, 0 for a tsumo.
        from_dealer, from_other: what the dealer and each other player pay on a tsumo (``from_dealer`` 0 if the dealer
            wins), 0 for a ron.
    """

    yaku: tuple[tuple[str, int], ...]
    yakuman: tuple[str, ...]
    yakuman_counted: int
    han: int
    fu: int
    fu_items: tuple[tuple[str, int], ...]
    limit: Limit
    base: int
    ron: int
    from_dealer: int
    from_other: int

    @property
    def points(self) -> int:
        """What the winner gets in all, without counters and bets."""
        return self.ron + self.from_dealer + self.from_other * (2 if self.from_dealer else 3)
