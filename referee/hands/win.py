"""A win as the scorer receives it, and the score it returns."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from referee.melds import Meld
from referee.rules.scoring import Scoring
from referee.tiles import KIND, Tile

KAN: Final = 4
"""Tiles of a kan."""
Limit: TypeAlias = Literal["", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"]

Contradiction: TypeAlias = Literal[
    "riichi_open",
    "riichi_first_turn",
    "ippatsu_without_riichi",
    "ippatsu_rinshan",
    "rinshan_ron",
    "rinshan_without_kan",
    "chankan_tsumo",
    "chankan_tile_held",
    "first_turn_last_tile",
    "first_turn_chankan",
    "first_turn_meld",
]


class Win(Struct, frozen=True, kw_only=True):
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


def contradiction(win: Win, rules: Scoring) -> Contradiction | None:
    """Return the first contradiction in what a win claims; None if all of it can be true at once.

    A win in the first turn comes before the winner's first discard, with which he could declare riichi; unless the rules
    let renhou last until everybody has discarded.
    """
    rare = win.ippatsu or win.rinshan or win.chankan or win.first_turn
    if not (rare or win.riichi):
        return None
    opened = bool(win.melds) and any(meld.kind != "ankan" for meld in win.melds)
    if not rare:
        return "riichi_open" if opened else None
    kan = any(len(meld.tiles) == KAN for meld in win.melds)
    found: tuple[tuple[Contradiction, object], ...] = (
        ("riichi_open", win.riichi and opened),
        (
            "riichi_first_turn",
            win.riichi and win.first_turn and (win.tsumo or rules.renhou_until == "own_turn"),
        ),
        ("ippatsu_without_riichi", win.ippatsu and not win.riichi),
        ("ippatsu_rinshan", win.ippatsu and win.rinshan),
        ("rinshan_ron", win.rinshan and not win.tsumo),
        ("rinshan_without_kan", win.rinshan and not kan),
        ("chankan_tsumo", win.chankan and win.tsumo),
        ("first_turn_last_tile", win.first_turn and win.last_tile),
        ("first_turn_chankan", win.first_turn and win.chankan),
        ("first_turn_meld", win.first_turn and win.melds and (opened or not rules.first_turn_after_ankan)),
        ("chankan_tile_held", win.chankan and KIND[win.tile] in _kinds_elsewhere(win)),
    )
    return next((each for each, holds in found if holds), None)


def _kinds_elsewhere(win: Win) -> set[int]:
    """Return the kinds of the tiles that lie with the winning one: all four of a robbed kan's kind are in the kan."""
    melded = (tile for meld in win.melds for tile in meld.tiles)
    return {KIND[tile] for tile in (*win.concealed, *melded, *win.dora_indicators, *win.ura_indicators)}


class Score(Struct, frozen=True, kw_only=True):
    """The value of a win, without counters and bets.

    Attributes:
        yaku: name and han of each yaku and each kind of dora (``dora``, ``ura_dora``, ``aka_dora``); empty for yakuman.
        yakuman: the name of each yakuman; one that counts twice stands twice.
        yakuman_counted: how many of them are paid; 1 for a counted yakuman too.
        han: sum of ``yaku``; 0 for yakuman. fu: rounded as scored.
        fu_items: the items the fu consist of, before rounding; empty for yakuman.
        limit: name of the limit reached, or "".
        base: the base value, from fu and han or of the limit.
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
        """The points that the winner gets in all, without counters and bets."""
        return self.ron + self.from_dealer + self.from_other * (2 if self.from_dealer else 3)
