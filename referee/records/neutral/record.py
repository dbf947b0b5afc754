"""A game record in neutral form: what readers produce and writers take.

Tiles are faces (``referee.tiles``), seats 0-3 from the first dealer. The ``index`` of an act counts as the record's format
does (hand start 0, then each play tag or line). A record says what was done, legal or not, and readers pass it on
unchanged.

``ids`` identify the single tiles if the record tells them apart (tenhou's numbers 0-135), else it is empty. Two acts that
differ only in ids are equal. Each act documents the order of its ids.
"""

from typing import Any, Final, TypeAlias

from msgspec import Struct, field

from referee.melds import Meld
from referee.tiles import Tile

NOT_COMPARED: Final = frozenset({"ids", "completed", "totals"})
"""Fields in which two equal acts, hands or games may differ."""


class Recorded(Struct, frozen=True, eq=False):
    """Base of everything in a record: two are equal if all their fields but ``NOT_COMPARED`` are."""

    def _compared(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__struct_fields__ if name not in NOT_COMPARED])

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Recorded)
            and type(other) is type(self)
            and self._compared() == other._compared()
        )

    def __hash__(self) -> int:
        return hash((type(self), self._compared()))


class RecordedDraw(Recorded, frozen=True):
    """A draw from the live wall or, after a kan, a rinshan tile."""

    index: int
    seat: int
    tile: Tile
    ids: tuple[int, ...] = ()


class Discard(Recorded, frozen=True):
    """A discard; ``riichi`` if it is the sideways tile of a declaration."""

    index: int
    seat: int
    tile: Tile
    tsumogiri: bool
    riichi: bool = False
    ids: tuple[int, ...] = ()


class MeldCall(Recorded, frozen=True):
    """A chi, pon or kan; ``meld`` as it lies afterwards. ``ids``: its tiles in order, then the claimed and the added tile."""

    index: int
    seat: int
    meld: Meld
    ids: tuple[int, ...] = ()


class RecordedRiichi(Recorded, frozen=True):
    """Riichi is called, before the discard."""

    index: int
    seat: int


class RecordedBet(Recorded, frozen=True):
    """The bet is paid."""

    index: int
    seat: int


class KanDora(Recorded, frozen=True):
    """A kan dora indicator is turned."""

    index: int
    tile: Tile
    ids: tuple[int, ...] = ()


class WinClaim(Recorded, frozen=True):
    """A win as the record has it: ``concealed`` without the winning tile; ``recorded``: the record's claims about it.

    Keys of ``recorded``, where the record has them: yaku (mapping of name to han), yakuman (list), han, fu, points,
    changes (4), liable (seat). ``ids``: the winning tile, the concealed ones, the ura indicators.
    """

    index: int
    seat: int
    source: int
    tile: Tile
    concealed: tuple[Tile, ...]
    ura: tuple[Tile, ...]
    recorded: dict[str, Any] = field(default_factory=dict)
    ids: tuple[int, ...] = ()


class DrawnGame(Recorded, frozen=True):
    """A hand without a winner.

    ``result``: exhaustive, nagashi, nine_terminals, four_winds, four_riichi, four_kans or triple_ron. ``shown``: the
    concealed tiles of opened hands, by seat, None for a folded one. ``recorded`` as in WinClaim: changes (4), tenpai. ``ids``:
    the shown tiles, seat after seat.
    """

    index: int
    result: str
    shown: tuple[tuple[Tile, ...] | None, ...]
    recorded: dict[str, Any] = field(default_factory=dict)
    ids: tuple[int, ...] = ()


PlayAct: TypeAlias = RecordedDraw | Discard | MeldCall | RecordedRiichi | RecordedBet | KanDora
"""An act that does not end the hand."""
Act: TypeAlias = PlayAct | WinClaim | DrawnGame


class Adjusted(Recorded, frozen=True):
    """Points that a judge moved: ``changes`` by seat, ``bets`` sticks added to the middle (negative: taken from it)."""

    changes: tuple[int, int, int, int]
    bets: int


class HandRecord(Recorded, frozen=True):
    """One hand: ``round`` 0 = East 1 ... 4 = South 1; dice 1-6 each; scores before the hand.

    ``ids``: the four hands, seat after seat, then the indicator. If the hand was filled in (``referee.records.completed``),
    ``completed`` says what is known of each seat's deal and draws. ``adjusted`` are the points that a judge moved between the
    previous hand and this one, ``adjusted_within`` those that he moved during it.
    """

    round: int
    honba: int
    bets: int
    dice: tuple[int, int]
    scores: tuple[int, int, int, int]
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
    indicator: Tile
    acts: tuple[Act, ...]
    ids: tuple[int, ...] = ()
    completed: tuple[str, ...] = ()
    adjusted: Adjusted | None = None
    adjusted_within: Adjusted | None = None


class GameRecord(Recorded, frozen=True):
    """A whole game.

    ``ruleset`` names the preset; ``overrides`` are the settings that differ (red fives, East only). ``final``: scores with
    remaining bets given out; ``totals``: with uma and oka, in points; ``adjusted``: points a judge moved after the last hand.
    """

    path: str
    names: tuple[str, str, str, str]
    ruleset: str
    overrides: dict[str, Any]
    hands: tuple[HandRecord, ...]
    final: tuple[int, int, int, int] | None = None
    totals: tuple[int, int, int, int] | None = None
    adjusted: Adjusted | None = None
