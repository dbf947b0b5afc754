"""A game record in neutral form: what readers produce and writers take.

Tiles are faces (``referee.tiles``), seats 0-3 from the first dealer. The ``index`` of an act counts as the record's format
does (hand start 0, then each play tag or line). A record says what was done, legal or not, and readers pass it on
unchanged.

``ids`` identify the single tiles if the record tells them apart (tenhou's numbers 0-135), else it is empty. Two acts that
differ only in ids are equal. Each act documents the order of its ids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from referee.melds import Meld
    from referee.tiles import Tile


@dataclass(frozen=True, slots=True)
class RecordedDraw:
    """A draw from the live wall or, after a kan, a rinshan tile."""

    index: int
    seat: int
    tile: Tile
    ids: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard; ``riichi`` if it is the sideways tile of a declaration."""

    index: int
    seat: int
    tile: Tile
    tsumogiri: bool
    riichi: bool = False
    ids: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class MeldCall:
    """A chi, pon or kan; ``meld`` as it lies afterwards. ``ids``: its tiles in order, then the claimed and the added tile."""

    index: int
    seat: int
    meld: Meld
    ids: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class RecordedRiichi:
    """Riichi is called, before the discard."""

    index: int
    seat: int


@dataclass(frozen=True, slots=True)
class RecordedBet:
    """The bet is paid."""

    index: int
    seat: int


@dataclass(frozen=True, slots=True)
class KanDora:
    """A kan dora indicator is turned."""

    index: int
    tile: Tile
    ids: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class WinClaim:
    """A win as the record tells it: ``concealed`` without the winning tile; ``said`` what the record claims of it.

    ``said`` keys where the record has them: yaku (mapping of name to han), yakuman (list), han, fu, points,
    changes (4), liable (seat). ``ids``: the winning tile, the concealed ones, the ura indicators.
    """

    index: int
    seat: int
    source: int
    tile: Tile
    concealed: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    said: dict[str, Any] = field(default_factory=dict)
    ids: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A hand without a winner.

    ``result``: exhaustive, nagashi, nine_terminals, four_winds, four_riichi, four_kans or triple_ron. ``shown``: the
    concealed tiles of opened hands, by seat, None for a folded one. ``said`` as in WinClaim: changes (4), tenpai. ``ids``:
    the shown tiles, seat after seat.
    """

    index: int
    result: str
    shown: tuple[tuple[Tile, ...] | None, ...]
    said: dict[str, Any] = field(default_factory=dict)
    ids: tuple[int, ...] = field(default=(), compare=False)


Act: TypeAlias = (
    RecordedDraw | Discard | MeldCall | RecordedRiichi | RecordedBet | KanDora | WinClaim | DrawnGame
)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points that a judge moved: ``changes`` by seat, ``bets`` sticks added to the middle (negative: taken from it)."""

    changes: tuple[int, int, int, int]
    bets: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """One hand: ``round`` 0 = East 1 ... 4 = South 1; dice 1-6 each; scores before the hand.

    ``wall`` is all 136 tiles in the order of ``referee.game.wall`` if the record gives it, else empty. ``ids``: the four
    hands, seat after seat, then the indicator. If the hand was filled in (``referee.records.completed``), ``completed`` says
    what is known of each seat's deal and draws. ``adjusted`` is what a judge moved between the hand before and this one,
    ``adjusted_within`` what he moved during it.
    """

    round: int
    honba: int
    bets: int
    dice: tuple[int, int]
    scores: tuple[int, int, int, int]
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
    indicator: Tile
    acts: tuple[Act, ...]
    wall: tuple[Tile, ...] = ()
    ids: tuple[int, ...] = field(default=(), compare=False)
    completed: tuple[str, ...] = field(default=(), compare=False)
    adjusted: Adjusted | None = None
    adjusted_within: Adjusted | None = None


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A whole game.

    ``ruleset`` names the preset; ``overrides`` are the settings that differ (red fives, East only). ``final``: scores with
    remaining bets given out; ``totals``: with uma and oka, in points; ``adjusted``: what a judge moved after the last hand.
    """

    path: str
    names: tuple[str, str, str, str]
    ruleset: str
    overrides: dict[str, Any]
    hands: tuple[HandRecord, ...]
    final: tuple[int, int, int, int] | None = None
    totals: tuple[int, int, int, int] | None = field(default=None, compare=False)
    adjusted: Adjusted | None = None
