"""What sensors and people report: the only thing that ever enters the referee.

Every observation carries table time and its sharpness: it happened within ``at_ms`` plus or minus ``within_ms``.
``source`` says where it comes from, for evidence: ``record:12``, ``frame:381``, ``signal:55``, ``judge:anna``.
Seats are 0-3 from the first dealer, for the whole hanchan. A tile not seen is ``UNKNOWN``.
Records and tables report with the same classes; a record knows more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from referee.melds import MeldKind
    from referee.tiles import Tile

Ruling: TypeAlias = Literal[
    "accepted",
    "dismissed",
    "none",
    "guidance",
    "warning",
    "continue",
    "dead_hand",
    "end",
    "chombo",
    "disqualified",
    "void",
]
"""What a judge may rule: a finding as it is proposed, nothing at all, a grade (``referee.rules.fouls.Grade``), or the hand is void
without a penalty."""
Breakable: TypeAlias = Literal["wall", "dead_wall", "hand", "meld", "pond"]
Keeps: TypeAlias = Literal["", "nothing", "penalties"]
"""What counts of a hanchan that does not come to its end: its scores and all, nothing, or only what was ruled."""
Call: TypeAlias = Literal["chi", "pon", "kan", "riichi", "ron", "tsumo", "nine_terminals"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Base of all observations."""

    at_ms: int = 0
    within_ms: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanBegun(Observation):
    """A hanchan begins: ``ruleset`` is the whole ruleset as a mapping, ``chairs[seat]`` the chair of each seat.

    ``senses`` lists what this table can sense: ``call_buttons``, ``curtains`` (``HandMoved``), ``wall_touch``,
    ``wall_place`` (``TileDrawn.place``), ``sticks``, ``tsumogiri``, ``tile_taken``, ``exposed`` (``TilesExposed``),
    ``concealed`` (all tiles are known, as in a record), ``acts`` (a record: every act is told, none twice). What is not
    sensed proves nothing by its absence.

    ``keeps``: what counts of a hanchan that is thrown away for this one, ``judge`` who does so, ``text`` why.
    """

    ruleset: dict[str, Any]
    names: tuple[str, str, str, str] = ("", "", "", "")
    chairs: tuple[int, int, int, int] = (0, 1, 2, 3)
    senses: tuple[str, ...] = ()
    keeps: Keeps = ""
    judge: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandDealt(Observation):
    """A hand is dealt: dice as rolled (1-6 each), four hands of 13 (all UNKNOWN at a table).

    ``standing`` where the hand starts from another position than the one before ended in: round, counters, bets on the
    table and the four scores. A hand that was not over is then left as it is.
    """

    dice: tuple[int, int]
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
    standing: tuple[int, int, int, int, int, int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorSeen(Observation):
    """A dora indicator lies face up; the first of the hand or the next kan dora."""

    tile: Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDrawn(Observation):
    """A player touched the wall and took a tile from it (live wall or, after a kan, the dead wall).

    ``place`` is the number of the tile in the wall, 0-135 in the order of ``referee.game.wall``; None if that is not certain.
    A table may report it of some draws; only where all are told it has the sense ``wall_place``.
    """

    seat: int
    tile: Tile
    place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TileDiscarded(Observation):
    """A tile was put into a pond, at the moment it touches the mat (SAI 36.4); ``sideways`` None if not seen."""

    seat: int
    tile: Tile
    sideways: bool | None = None
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallHeard(Observation):
    """A call was pressed or entered."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldShown(Observation):
    """A meld lies in a player's corner.

    ``tiles`` all its tiles (both hidden tiles of an ankan given by the two that show), ``claimed`` the sideways
    tile, ``source`` the seat its place in the meld points to. For a kakan ``added`` is the fourth tile. ``reread``: the tiles
    have not moved since they were reported otherwise, so nobody has changed them.
    """

    seat: int
    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    source_seat: int | None = None
    added: Tile | None = None
    reread: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandMoved(Observation):
    """A hand crosses the elevator line towards the middle (``across``), or is back behind it (SAI 35)."""

    seat: int
    across: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TileTaken(Observation):
    """The claimed tile is taken out of the pond to the corner of the player who called it (WRC 5.4).

    A table whose camera misses it at times reports it too, but does not have the sense ``tile_taken``.
    """

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesExposed(Observation):
    """Concealed tiles, of a hand or of the wall, became visible by accident: ``count`` of them (mise-hai, SAI 25).

    ``tiles`` are their faces as far as they were read.
    """

    seat: int
    count: int
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiRetracted(Observation):
    """A player takes the word riichi back; entered by a person (SAI 39.2)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WallBroken(Observation):
    """A player destroyed a wall, the dead wall, a hand, a meld or a pond, so that tiles lie disordered (SAI 55.1(7))."""

    seat: int
    what: Breakable


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCalled(Observation):
    """A player calls the judge; once one does, all stop (SAI 53.4)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StickLaid(Observation):
    """A riichi bet was placed."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesShown(Observation):
    """A player opened the hand: ``tiles`` concealed tiles without ``winning`` (the tile set apart, None if none).

    Used for wins, tenpai at a draw, and nine terminals. ``source_seat`` says whose tile is won on, where that is told.
    """

    seat: int
    tiles: tuple[Tile, ...]
    winning: Tile | None = None
    source_seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWentOn(Observation):
    """A record goes on after hands were opened as a win or for a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UraSeen(Observation):
    """The ura dora indicators lie open, in the order of the indicators."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TenpaiDeclared(Observation):
    """At an exhaustive draw: tenpai (hand shown) or noten (hand folded)."""

    seat: int
    tenpai: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandClosed(Observation):
    """The players are done with this hand (paid, set button pressed): what was shown is settled now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingGiven(Observation):
    """A judge rules: on a finding (its number among the hanchan's findings, from 0), or on what only people saw.

    With ``finding`` a ``seat`` other than the offender's is ruled on besides him (the fault of both). ``dismissed`` without a
    finding takes the newest such ruling on the seat back. ``force``: knowingly other than the rulebook has it. ``points``: of the
    overall score, where the rules let a judge choose them (WRC 7.2).
    """

    ruling: Ruling
    seat: int | None = None
    finding: int | None = None
    judge: str = ""
    text: str = ""
    force: bool = False
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GongHeard(Observation):
    """The gong that ends the time of the hanchan, in the whole hall at once (WRC 8.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanClosed(Observation):
    """The hanchan ends here, whatever the rules would go on to (a judge, or a record that stops); ``keeps`` if it is void."""

    judge: str = ""
    text: str = ""
    keeps: Keeps = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockAdvanced(Observation):
    """Nothing else happened up to ``at_ms``: windows that end before it close."""
