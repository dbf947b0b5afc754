"""Facts of the game: decided by the referee from observations, folded into the state, kept for ever.

Seats are 0-3 from the first dealer, tiles are faces, points are points (not hundreds). Some observations and events share
a name on purpose: a tile that was seen to be drawn, a tile that counts as drawn. So import the modules, not the names.
Events that bear on timing carry the table time of the observation and its sharpness.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from referee.game.observations import Call, Ruling
from referee.melds import Meld
from referee.texts.message import Message
from referee.tiles import Tile

Result: TypeAlias = Literal[
    "ron",
    "tsumo",
    "exhaustive",
    "nagashi",
    "nine_terminals",
    "four_winds",
    "four_riichi",
    "four_kans",
    "triple_ron",
    "chombo",
]
Hands: TypeAlias = tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
Four: TypeAlias = tuple[int, int, int, int]


class Event(Struct, frozen=True, gc=False):
    """Base of all events."""


class HanchanStarted(Event, frozen=True):
    """A hanchan starts under these rules; ``chairs[seat]`` is the table's chair of each seat.

    A time limit runs from ``at_ms`` (WRC 8.2), or from the start signal if the hanchan awaits one. With ``awaits_signature`` its
    score sheet is signed after its end.
    """

    ruleset: dict[str, Any]
    names: tuple[str, str, str, str]
    chairs: Four
    senses: tuple[str, ...]
    at_ms: int = 0
    awaits_signal: bool = False
    awaits_signature: bool = False


class HandStarted(Event, frozen=True):
    """A hand starts: ``round`` 0 is East 1, 4 South 1; dice 1-6 each; hands of 13, UNKNOWN where not seen.

    ``scores`` is given only if the players start with other scores than the hand before left them.
    """

    round: int
    honba: int
    bets: int
    dealer: int
    dice: tuple[int, int]
    hands: Hands
    scores: Four | None = None


class IndicatorTurned(Event, frozen=True):
    """A dora indicator is turned: the first of the hand, or one for a kan."""

    tile: Tile
    kan: bool = False


class TileDrawn(Event, frozen=True):
    """A tile is drawn; ``rinshan`` from the dead wall after a kan. ``place`` is its place in the wall, if sensed."""

    seat: int
    tile: Tile
    rinshan: bool = False
    at_ms: int = 0
    within_ms: int = 0
    place: int | None = None


class TileDiscarded(Event, frozen=True):
    """A tile is in the pond; ``riichi`` if it is the tile a riichi is declared with.

    ``confidence_pm``: how surely its face was read, per mille; None if no camera read it, and in older journals.
    """

    seat: int
    tile: Tile
    sideways: bool = False
    tsumogiri: bool | None = None
    riichi: bool = False
    at_ms: int = 0
    within_ms: int = 0
    confidence_pm: int | None = None


class CallMade(Event, frozen=True):
    """A call was made; its consequences follow when the tiles are shown.

    ``void`` if it was not allowed: it blocks nobody, and a meld shown for it is no second foul. ``evidence`` is the source
    of the observation.
    """

    seat: int
    call: Call
    at_ms: int = 0
    within_ms: int = 0
    evidence: str = ""
    void: bool = False


class CallWithdrawn(Event, frozen=True):
    """A call is withdrawn: its player corrects it into another one."""

    seat: int
    call: Call


class DrawPutOff(Event, frozen=True):
    """A tile was drawn before its time: it counts as drawn once the turn comes, and goes back if it does not."""

    seat: int
    tile: Tile
    place: int | None = None
    at_ms: int = 0
    within_ms: int = 0


class FoulSuspected(Event, frozen=True):
    """A suspicion: an act is a foul unless something is seen in time, or only if something is seen later.

    Attributes:
        act: source of the act.
        until_ms: anything observed certainly after this time makes it a foul; None if time proves nothing.
        awaits: the kind of suspicion, by its name in ``referee.rules.suspicions``, which says what decides it.
        of: the seat whose act decides it.
        text: what was seen, in English; ``said`` is the same as a message, None in older journals.
    """

    rule: str
    seat: int
    act: str
    text: str
    awaits: str
    of: int
    at_ms: int = 0
    within_ms: int = 0
    until_ms: int | None = None
    said: Message | None = None


class SuspicionEnded(Event, frozen=True):
    """A suspicion is decided: the act was no foul, or it became a finding."""

    rule: str
    seat: int
    act: str


class MeldMade(Event, frozen=True):
    """A meld is made. A chi, pon or called kan takes the last discard, a kakan grows out of a pon.

    Attributes:
        evidence: source of the observation, for what can be judged only later.
        forbidden: kinds that its player may not discard now (kuikae).
        fed: yakuman for which the player who discarded the tile is liable from now on.

    ``forbidden`` and ``fed`` are None in journals of schema 1, which lack them.
    """

    seat: int
    meld: Meld
    evidence: str = ""
    at_ms: int = 0
    within_ms: int = 0
    forbidden: tuple[int, ...] | None = None
    fed: tuple[str, ...] | None = None


class MeldTakenBack(Event, frozen=True):
    """The last meld of this seat is taken back: a call with precedence was made in time."""

    seat: int


class DrawTakenBack(Event, frozen=True):
    """The last draw of this seat is taken back: another player wins on the discard before it."""

    seat: int


class WinAwaited(Event, frozen=True):
    """These seats called ron in time, and another discard came before they opened their hands."""

    seats: tuple[int, ...]


class PlayTakenBack(Event, frozen=True):
    """Everything since the discard after this seat's ron is taken back: the hand was opened in time and wins."""

    seat: int


class RiichiDeclared(Event, frozen=True):
    """Riichi is said; ``double`` in the first, unbroken turn; ``evidence`` as in ``MeldMade``."""

    seat: int
    double: bool = False
    evidence: str = ""


class RiichiTakenBack(Event, frozen=True):
    """The word riichi is taken back before its tile is discarded (SAI 39.2)."""

    seat: int


class HandMoved(Event, frozen=True):
    """A player's hand crossed the elevator line, or is back behind it."""

    seat: int
    across: bool
    at_ms: int = 0
    within_ms: int = 0


class ClaimedTileTaken(Event, frozen=True):
    """The tile of the newest claim of this seat lies in its corner."""

    seat: int


class JudgeSummoned(Event, frozen=True):
    """A player has called the judge."""

    seat: int
    at_ms: int = 0
    within_ms: int = 0


class StickPlaced(Event, frozen=True):
    """The stick for a riichi lies on the table; it counts once the riichi is accepted."""

    seat: int


class RiichiAccepted(Event, frozen=True):
    """The riichi tile was not won on: the bet of 1,000 is paid. ``ippatsu`` is False if the tile was called."""

    seat: int
    ippatsu: bool = True


class WinShown(Event, frozen=True):
    """A hand is opened as a win; ``source`` is the winner's own seat on tsumo, ``tiles`` are without the winning tile.

    ``apart`` is False if the winning tile was not kept apart. ``void`` if there was no tile to win on. ``evidence`` as in
    ``MeldMade``.
    """

    seat: int
    source: int
    tile: Tile
    tiles: tuple[Tile, ...]
    apart: bool = True
    void: bool = False
    evidence: str = ""


class PlayResumed(Event, frozen=True):
    """Play goes on after hands were opened, and those hands count as not shown."""


class HandShown(Event, frozen=True):
    """A hand is opened without a win."""

    seat: int
    tiles: tuple[Tile, ...]


class UraTurned(Event, frozen=True):
    """The ura dora indicators, in the order of the indicators."""

    tiles: tuple[Tile, ...]


class TenpaiAnnounced(Event, frozen=True):
    """A player announces tenpai or noten at an exhaustive draw; ``evidence`` as in ``MeldMade``."""

    seat: int
    tenpai: bool
    at_ms: int = 0
    within_ms: int = 0
    evidence: str = ""


class Win(Struct, frozen=True):
    """A settled win.

    Attributes:
        source: seat of the discarder, the winner's own seat on tsumo.
        yaku: names and han in the order scored, dora included; empty where yakuman count.
        yakuman: names; one that counts twice stands twice.
        han: sum with dora, uncapped; 0 where yakuman count.
        points: sum of all payments without honba and bets.
        liable: seat that is liable for a yakuman (pao), if any.
        changes: the points this win moves, by seat, honba and collected bets included.
    """

    seat: int
    source: int
    yaku: tuple[tuple[str, int], ...]
    yakuman: tuple[str, ...]
    han: int
    fu: int
    points: int
    liable: int | None
    changes: Four


class HandEnded(Event, frozen=True):
    """A hand is settled.

    Attributes:
        result: how it ended.
        wins: in order from the discarder; empty without a winner.
        changes: the points the result moves, by seat: with collected bets, without bets laid during the hand.
        tenpai: seats, ascending, at an exhaustive draw or nagashi mangan; else empty.
        scores: after the hand.
        bets: riichi bets that stay on the table.
        honba: counters of the next hand.
        round: of the next hand.
        offenders: seats, ascending, whose chombo ended the hand; empty for a hand that is void without one.
        voided: numbers of the findings made at the time of the win; a chombo for one of them is void (WRC 7.1, MJ 3.4.6).
        names: the players by seat; None in older journals.
    """

    result: Result
    wins: tuple[Win, ...]
    changes: Four
    tenpai: tuple[int, ...]
    scores: Four
    bets: int
    honba: int
    round: int
    offenders: tuple[int, ...] = ()
    voided: tuple[int, ...] = ()
    names: tuple[str, str, str, str] | None = None


class TimeCalled(Event, frozen=True):
    """The gong: the current hand is the last of the hanchan and is not dealt again (WRC 8.2)."""

    at_ms: int = 0
    within_ms: int = 0


class HanchanEnded(Event, frozen=True):
    """The hanchan is over: ``scores`` with remaining bets given out, ``places`` 1-4 by seat, ``totals`` with uma and oka."""

    scores: Four
    places: Four
    totals: Four


class FoulFound(Event, frozen=True):
    """A foul, proposed to the judge.

    Attributes:
        rule: name of the foul, a field of ``referee.rules.fouls.Fouls``.
        section: its section in the rulebooks.
        seat: the offender.
        grade: the grade the ruleset proposes, ``none`` to ``chombo``; the judge decides.
        text: what was seen, in English, for people; ``said`` is the same as a message, None in older journals.
        evidence: sources of the observations that prove it (``frame:381``, ``signal:55``, ``record:12``); the first is the
            act that is the foul.
        confidence_pm: per mille.
        tile: the tile discarded out of turn; None for other fouls, and in older journals.
        turn: the seat whose turn it was; None as for ``tile``.
        round: round of the hand in which it was found, so that wind and hand can be named later; ``name`` is the player's
            name then. None in older journals.
    """

    rule: str
    section: str
    seat: int
    grade: str
    text: str
    evidence: tuple[str, ...] = ()
    confidence_pm: int = 1000
    tile: Tile | None = None
    turn: int | None = None
    round: int | None = None
    name: str | None = None
    said: Message | None = None


class RulingMade(Event, frozen=True):
    """A judge's ruling; ``seat`` None if nobody is at fault, ``finding`` the number of the finding it answers.

    ``instead`` is the earlier ruling that it replaces, made by the judge ``former``; None if there was none, and in older
    journals. ``points`` are those the judge chose; None if the grade has its own.
    """

    ruling: Ruling
    seat: int | None
    finding: int | None
    judge: str
    text: str
    instead: Ruling | None = None
    former: str = ""
    points: int | None = None
