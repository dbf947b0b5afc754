"""Reports of sensors and people: the only thing that ever enters the referee.

Every observation carries its table time and sharpness: it happened within ``at_ms`` plus or minus ``within_ms``.
``source`` says where it comes from, for evidence: ``record:12``, ``frame:381``, ``signal:55``, ``judge:anna``.
Seats are 0-3 from the first dealer, for the whole hanchan. A tile not seen is ``UNKNOWN``.
Records and tables use the same classes; a record knows more.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from referee.melds import MeldKind
from referee.rules.penalties import Graded
from referee.tiles import Tile

Ruling: TypeAlias = Literal["accepted", "dismissed", Graded, "void"]
"""A judge's ruling: confirm a finding as proposed, dismiss it, give a grade, or declare the hand void without a penalty."""
Breakable: TypeAlias = Literal["wall", "dead_wall", "hand", "meld", "pond"]
Keeps: TypeAlias = Literal["", "nothing", "penalties"]
"""The part that still counts of a hanchan that is cut short: everything, nothing, or only the penalties."""
Hindrance: TypeAlias = Literal["away", "machine", "sight"]
"""The reason nobody can be expected to play: the program was away, the machine is held or needs a person, the camera sees
nothing."""
Pausing: TypeAlias = Literal[Hindrance, "stop", "judge"]
"""The cause of a pause: a ``Hindrance``; a stop of play or a call for the judge; a judge at the table, or the hanchan's
clock that he has paused."""
Call: TypeAlias = Literal["chi", "pon", "kan", "riichi", "ron", "tsumo", "nine_terminals"]


class Observation(Struct, frozen=True, kw_only=True):
    """Base of all observations."""

    at_ms: int = 0
    within_ms: int = 0
    source: str = ""


class HanchanBegun(Observation, frozen=True, kw_only=True):
    """A hanchan begins: ``ruleset`` is the whole ruleset as a mapping, ``chairs[seat]`` the chair of each seat.

    ``senses`` lists what this table can sense: ``call_buttons``, ``curtains`` (``HandMoved``), ``wall_touch``,
    ``wall_place`` (``TileDrawn.place``), ``sticks``, ``tsumogiri``, ``tile_taken``, ``exposed`` (``TilesExposed``),
    ``concealed`` (all tiles are known, as in a record), ``acts`` (a record: every act is in it, none twice). The absence of
    something that is not sensed proves nothing.

    If a running hanchan is abandoned for this one, ``keeps`` says what still counts of it, ``judge`` names the judge who
    decided so, and ``text`` gives the reason.

    With ``awaits_signal`` it has a start signal (``SignalGiven``), from which its time runs. Before it there are no dice where
    the rules say so (WRC 8.2). With ``awaits_signature`` no other hanchan begins after it before its score sheet is signed
    (``SheetSigned``), unless somebody insists (WRC 8.2).
    """

    ruleset: dict[str, Any]
    names: tuple[str, str, str, str] = ("", "", "", "")
    chairs: tuple[int, int, int, int] = (0, 1, 2, 3)
    senses: tuple[str, ...] = ()
    keeps: Keeps = ""
    judge: str = ""
    text: str = ""
    awaits_signal: bool = False
    awaits_signature: bool = False


class HandDealt(Observation, frozen=True, kw_only=True):
    """A hand is dealt: dice as rolled (1-6 each), four hands of 13 (all UNKNOWN at a table).

    ``standing`` is given if the hand does not start from where the one before ended: round, counters, bets on the table and
    the four scores. A hand that was not over is then left as it is.
    """

    dice: tuple[int, int]
    hands: tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
    standing: tuple[int, int, int, int, int, int, int] | None = None


class IndicatorSeen(Observation, frozen=True, kw_only=True):
    """A dora indicator lies face up: the first of the hand, or the next kan dora."""

    tile: Tile


class TileDrawn(Observation, frozen=True, kw_only=True):
    """A player touched the wall and took a tile from it (live wall or, after a kan, the dead wall).

    ``place`` is the number of the tile in the wall, 0-135 in the order of ``referee.game.wall``; None if it is not certain.
    A table may report it for some draws; it has the sense ``wall_place`` only if it reports it for all.
    """

    seat: int
    tile: Tile
    place: int | None = None


class TileDiscarded(Observation, frozen=True, kw_only=True):
    """A tile was put into a pond, at the moment it touches the mat (SAI 36.4); ``sideways`` None if not seen.

    ``confidence_pm``: how surely its face was read, per mille; None if no camera read it.
    """

    seat: int
    tile: Tile
    sideways: bool | None = None
    tsumogiri: bool | None = None
    confidence_pm: int | None = None


class CallHeard(Observation, frozen=True, kw_only=True):
    """A call was pressed or entered."""

    seat: int
    call: Call


class MeldShown(Observation, frozen=True, kw_only=True):
    """A meld lies in a player's corner.

    ``tiles`` are all its tiles (the hidden two of an ankan follow from the two that show), ``claimed`` is the sideways tile,
    ``source`` the seat its place in the meld points to. For a kakan ``added`` is the fourth tile. ``reread``: the tiles were
    reported differently before but have not moved since, so nobody has changed them.
    """

    seat: int
    kind: MeldKind
    tiles: tuple[Tile, ...]
    claimed: Tile | None = None
    source_seat: int | None = None
    added: Tile | None = None
    reread: bool = False


class HandMoved(Observation, frozen=True, kw_only=True):
    """A hand crosses the elevator line towards the middle (``across``), or is back behind it (SAI 35)."""

    seat: int
    across: bool


class TileTaken(Observation, frozen=True, kw_only=True):
    """The claimed tile is taken out of the pond to the corner of the player who called it (WRC 5.4).

    A table whose camera sometimes misses this reports it too, but does not have the sense ``tile_taken``.
    """

    seat: int


class TilesExposed(Observation, frozen=True, kw_only=True):
    """Concealed tiles, of a hand or of the wall, became visible by accident: ``count`` of them (mise-hai, SAI 25).

    ``tiles`` are their faces, if they were read.
    """

    seat: int
    count: int
    tiles: tuple[Tile, ...] = ()


class RiichiRetracted(Observation, frozen=True, kw_only=True):
    """A player takes the word riichi back; entered by a person (SAI 39.2)."""

    seat: int


class WallBroken(Observation, frozen=True, kw_only=True):
    """A player knocked over a wall, the dead wall, a hand, a meld or a pond, so that tiles are in disorder (SAI 55.1(7))."""

    seat: int
    what: Breakable


class JudgeCalled(Observation, frozen=True, kw_only=True):
    """A player calls the judge, and all stop (SAI 53.4)."""

    seat: int


class StickLaid(Observation, frozen=True, kw_only=True):
    """A riichi bet was placed."""

    seat: int


class TilesShown(Observation, frozen=True, kw_only=True):
    """A player opened the hand: ``tiles`` are concealed; ``winning`` is the tile kept apart, None if none is.

    Used for wins, tenpai at a draw, and nine terminals. ``source_seat`` says whose tile is won on, if a record gives it.
    """

    seat: int
    tiles: tuple[Tile, ...]
    winning: Tile | None = None
    source_seat: int | None = None


class PlayWentOn(Observation, frozen=True, kw_only=True):
    """The record goes on after hands were opened as a win or for a draw."""


class UraSeen(Observation, frozen=True, kw_only=True):
    """The ura dora indicators lie open; listed in the order of the indicators."""

    tiles: tuple[Tile, ...]


class TenpaiDeclared(Observation, frozen=True, kw_only=True):
    """A player announces tenpai (hand shown) or noten (hand folded) at an exhaustive draw."""

    seat: int
    tenpai: bool


class HandClosed(Observation, frozen=True, kw_only=True):
    """The players have finished this hand (paid, set button pressed): what was shown is settled now."""


class RulingGiven(Observation, frozen=True, kw_only=True):
    """A judge rules on a finding (its number among the hanchan's findings, from 0), or on what only people saw.

    If ``finding`` is given and ``seat`` is not the offender's, that player is ruled on as well (both are at fault).
    ``dismissed`` without a finding takes back the newest such ruling on the seat. ``force``: the judge knowingly departs from
    the rulebook. ``points`` of the overall score are given where the rules let a judge choose them (WRC 7.2).
    """

    ruling: Ruling
    seat: int | None = None
    finding: int | None = None
    judge: str = ""
    text: str = ""
    force: bool = False
    points: int | None = None


class GongHeard(Observation, frozen=True, kw_only=True):
    """The gong that ends the time of the hanchan, in the whole hall at once (WRC 8.2)."""


class HanchanClosed(Observation, frozen=True, kw_only=True):
    """The hanchan ends here, even if by the rules it would go on (a judge, or the end of a record); ``keeps`` if it is void."""

    judge: str = ""
    text: str = ""
    keeps: Keeps = ""


class TableHindered(Observation, frozen=True, kw_only=True):
    """The table itself keeps people from playing from ``since_ms`` to ``until_ms`` (None while that lasts).

    It may be reported afterwards, so these times may lie before or after ``at_ms``.
    """

    cause: Hindrance
    since_ms: int
    until_ms: int | None = None


class ClockAdvanced(Observation, frozen=True, kw_only=True):
    """Nothing else happened up to ``at_ms``, so windows that end before it close."""
