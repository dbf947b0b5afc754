"""The position of a game: everything the referee knows, as frozen data.

A concealed hand is the tiles known of it plus a number of unknown ones, so that a recorded game and a table have the
same form and differ only in what is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from referee.game.events import (
    DrawPutOff,
    FoulFound,
    FoulSuspected,
    Four,
    HandEnded,
    RulingMade,
    TenpaiAnnounced,
    WinShown,
)
from referee.game.judge_events import AppealMade, JuryRuled
from referee.game.observations import Call, Pausing
from referee.game.wall import DEALT, LIVE
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import Tile

Phase: TypeAlias = Literal["waiting", "dealing", "playing", "closing", "ended"]
Signature: TypeAlias = Literal["", "awaited", "given"]
"""The state of the signature on the score sheet of a hanchan; empty if the table awaits none."""

IN_PLAY: Final = frozenset({"dealing", "playing"})
"""Phases in which tiles are drawn, discarded and called."""
IN_HAND: Final = IN_PLAY | {"closing"}
"""Phases from the deal until the hand is settled."""
NO_RIICHI: Final = 0
DECLARED: Final = 1
ACCEPTED: Final = 2


class PondTile(Struct, frozen=True, gc=False):
    """A tile in a pond; ``called_by`` is the seat that took it into a meld, ``confidence_pm`` as in ``TileDiscarded``."""

    tile: Tile
    sideways: bool = False
    tsumogiri: bool | None = None
    called_by: int | None = None
    confidence_pm: int | None = None


class Seat(Struct, frozen=True, gc=False):
    """The known state of one player.

    Attributes:
        known: concealed tiles that are known, sorted.
        unknown: how many concealed tiles are not known.
        drawn: the drawn tile until the next discard; it is among the concealed tiles.
        riichi: ``NO_RIICHI``, ``DECLARED`` or ``ACCEPTED``.
        ippatsu: a win now would be ippatsu.
        riichi_evidence: source of the declaration.
        stick: the stick for the riichi has been seen.
        turned_due: the riichi tile was called, so the next discard is turned sideways.
        passed: one bit per kind: tiles this player let go by since his last discard, in riichi since the declaration.
            If the hand waits for one of them now it is in furiten, even if it did not wait for it then.
        passed_concealed: the same for tiles of concealed kans, where kokushi can rob one.
        forbidden: kinds that must not be discarded now (kuikae).
        liable: yakuman with the seat that is liable for it (pao).
        riichi_kans: kinds of the concealed kans made in riichi, in order; ``riichi_kan_evidence`` has their sources.
        shown: the concealed tiles once opened, without the winning tile.
        announced: tenpai or noten at an exhaustive draw.
        dead: a judge ruled the hand dead: no call, no riichi, no win, noten (WRC 7.1, SAI 54).
    """

    score: int
    known: tuple[Tile, ...] = ()
    unknown: int = 0
    melds: tuple[Meld, ...] = ()
    pond: tuple[PondTile, ...] = ()
    drawn: Tile | None = None
    riichi: int = NO_RIICHI
    double_riichi: bool = False
    ippatsu: bool = False
    stick: bool = False
    turned_due: bool = False
    passed: int = 0
    passed_concealed: int = 0
    forbidden: tuple[int, ...] = ()
    liable: tuple[tuple[str, int], ...] = ()
    riichi_kans: tuple[int, ...] = ()
    riichi_evidence: str = ""
    riichi_kan_evidence: tuple[str, ...] = ()
    shown: tuple[Tile, ...] | None = None
    announced: bool | None = None
    dead: bool = False

    @property
    def concealed(self) -> int:
        """The number of concealed tiles that the player holds."""
        return len(self.known) + self.unknown

    @property
    def closed(self) -> bool:
        """True if nothing was called: concealed kans do not open a hand."""
        return all(meld.kind == "ankan" for meld in self.melds)


class OpenTile(Struct, frozen=True, gc=False):
    """The tile that others may claim: the last discard, or the tile of a kan until it can no longer be robbed.

    ``last`` if no tile was left in the live wall; ``after_kan`` if it was discarded after a rinshan draw.
    """

    seat: int
    tile: Tile
    kind: Literal["discard", "kakan", "ankan"]
    last: bool = False
    riichi: bool = False
    at_ms: int = 0
    within_ms: int = 0


class Claim(Struct, frozen=True, gc=False):
    """A call that was made and waits for its tiles; ``void`` if it could not be made."""

    seat: int
    call: Call
    at_ms: int = 0
    within_ms: int = 0
    evidence: str = ""
    void: bool = False


class HandMovement(Struct, frozen=True, gc=False):
    """The newest movement of a hand over the elevator line; since then it is ``across``, or back."""

    across: bool
    at_ms: int = 0
    within_ms: int = 0


class UncountedTime(Struct, frozen=True, gc=False):
    """A time that counts against nobody, as in ``judge_events.TimeStood``."""

    cause: Pausing
    since_ms: int
    until_ms: int | None = None


class Jury(Struct, frozen=True, gc=False):
    """A jury that has not decided yet: ``seat`` appeals against the ruling on a finding, ``voted`` have voted."""

    finding: int
    seat: int
    jurors: tuple[str, ...]
    since_ms: int
    judge: str
    voted: tuple[str, ...] = ()


class Desk(Struct, frozen=True, gc=False):
    """Acts of judges outside play, and the step that the closing of a hand has reached.

    Attributes:
        stopped: the reason that play is stopped, as in ``judge_events.PlayStopped``; empty while it goes on.
            ``stopped_seat``: the caller or offender. ``stopped_ms``: the time by which it had certainly stopped.
            ``stopped_by``: the judge who stopped it, empty if none did. ``stopped_text``: the reason that he gave.
            ``played_on``: the first seat that played on all the same.
        signal_awaited: the hanchan has a start signal, which has not been given yet.
        signature: of the hanchan's score sheet; it is due from the end of the hanchan on. ``signed``: the points and bets
            that the sheet said, empty where they are not known.
        clock_paused_at_ms: the time at which the clock of the hanchan was stopped. ``clock_added_ms``: the time added to it.
        hand_granted: one more hand may be dealt once the time is up, and has not been dealt yet.
        disqualified: seats whose players may not play on. ``replaced``: seats taken over by somebody else, each with the
            number of rulings made before.
        appeals: of the hanchan. ``jury``: the jury that sits; ``juries``: those that have decided. ``first_ruling``: number of the first ruling of this hand.
        acknowledged: seats that have acknowledged the win (SAI 45.10-11). ``paid``: the points are on the table.
        announced: tenpai and noten at an exhaustive draw, in their order.
        attendant: the judge who attends to the table, empty if none does. ``attended_ms`` and ``waited_ms`` are as in
            ``judge_events.AttendantChanged``.
        pauses: of this hand, in which no time counts against the players; from the hand before only what still lasts.
    """

    stopped: str = ""
    stopped_seat: int | None = None
    clock_paused_at_ms: int | None = None
    clock_added_ms: int = 0
    disqualified: tuple[int, ...] = ()
    appeals: tuple[AppealMade, ...] = ()
    first_ruling: int = 0
    acknowledged: tuple[int, ...] = ()
    paid: bool = False
    announced: tuple[TenpaiAnnounced, ...] = ()
    replaced: tuple[tuple[int, int], ...] = ()
    stopped_ms: int | None = None
    played_on: int | None = None
    attendant: str = ""
    attended_ms: int | None = None
    waited_ms: int | None = None
    signal_awaited: bool = False
    signature: Signature = ""
    signed: tuple[int, ...] = ()
    pauses: tuple[UncountedTime, ...] = ()
    stopped_by: str = ""
    stopped_text: str = ""
    jury: Jury | None = None
    juries: tuple[JuryRuled, ...] = ()
    hand_granted: bool = False


class Knowledge(Struct, frozen=True, gc=False):
    """Certainties about the acts of a game: the one place that says how a record differs from a table.

    The same code judges both. A record and a table differ in each of these attributes for a reason of its own: at a table
    an act may happen that nobody sensed, the same act may be sensed twice, an act sensed now may yet be taken back, and a
    camera may misread. So the code that judges an act asks for the one attribute that its judgement rests on, and what is
    known of a game is decided here alone.

    Attributes:
        complete: every act is reported, draws and hands that stay closed too; an act that is not reported was not done.
        unrepeated: each act is reported once; if it is reported again it was done again, not merely seen or touched again.
        final: an act is reported as it ended: it is not taken back or put right, no word follows it, no stop delays it.
        layout: it is known how tiles lie: which are apart, turned, or point to somebody.
        faces: every reported face is right, those of concealed tiles included.
    """

    complete: bool
    unrepeated: bool
    final: bool
    layout: bool
    faces: bool


OF_RECORD: Final = Knowledge(complete=True, unrepeated=True, final=True, layout=False, faces=True)
AT_TABLE: Final = Knowledge(complete=False, unrepeated=False, final=False, layout=True, faces=False)


class GameState(Struct, frozen=True, gc=False):
    """The state of a hanchan.

    Attributes:
        turn: the seat that draws or discards next.
        holding: that seat has 14 tiles (melds counted as three) and must discard; otherwise it must draw.
        live: tiles left in the live wall.
        kans: seats that made a kan, in order.
        rinshan_due: the next draw is a rinshan tile. ``rinshan``: the tile in hand is one.
        dora_due: indicators that are due for kans and not yet turned, by kind of kan.
        break_due: a kan that may still be robbed will end ippatsu and the first turns once it stands.
        open: the tile that can be claimed. ``claims``: calls made for it, or in the caller's own turn, not yet shown.
        owed: seat that discarded before showing the tiles of its call, with the tile called and whose it was;
            ``owed_discards``: the number of discards since.
        before: the state before the draw or meld that followed the open tile, for a win that takes it back.
        earlier: the state in which an earlier tile was open; it can still be won on, because only kans followed it.
        awaited: the state before a discard that came while hands could still be opened for a ron called in time.
        draw_at_ms, draw_within_ms: the time of that draw or meld.
        places: the places in the wall of the newest live draw and of the newest draw of all, if sensed; None after a draw
            from a wrong place, since the next one may be anywhere.
        put_off: a draw before its time, which counts once the turn comes.
        suspects: acts that are fouls unless something is seen, or once something is seen.
        hands_moved: the newest movement of each player's hand over the elevator line, None if none was sensed.
        untaken: claimed tiles that still lie in the pond: seat, discards of others since, source of the call.
        summoned: the seat that called the judge, until he has ruled; ``summoned_ms``: when the call was certainly made.
        copies: how many tiles of each face have been seen in this hand, packed (``referee.folding.copies``).
        wins: wins shown. ``last``: how the former hand ended.
        started_at_ms: the time at which the hanchan started, or its start signal was given. ``time_called``: the gong has
            sounded, so no hand follows this one unless one was granted.
        findings: of the hanchan; those of this hand begin at ``first_finding``, those since its newest tile was drawn,
            discarded or laid down for a kan at ``tile_finding``.
        voided: numbers of findings whose chombo a win at the same time makes void (WRC 7.1).
        desk: acts of judges outside play, and the closing of the hand.
    """

    ruleset: Ruleset
    names: tuple[str, str, str, str]
    chairs: Four
    senses: frozenset[str]
    seats: tuple[Seat, Seat, Seat, Seat]
    phase: Phase = "waiting"
    round: int = 0
    honba: int = 0
    bets: int = 0
    hands: int = 0
    dice: tuple[int, int] = (0, 0)
    turn: int = 0
    holding: bool = False
    live: int = LIVE
    indicators: tuple[Tile, ...] = ()
    ura: tuple[Tile, ...] = ()
    kans: tuple[int, ...] = ()
    rinshan_due: bool = False
    rinshan: bool = False
    dora_due: tuple[str, ...] = ()
    break_due: bool = False
    unbroken: bool = True
    open: OpenTile | None = None
    claims: tuple[Claim, ...] = ()
    owed: tuple[int, Tile, int] | None = None
    owed_discards: int = 0
    before: GameState | None = None
    earlier: GameState | None = None
    awaited: GameState | None = None
    draw_at_ms: int = 0
    draw_within_ms: int = 0
    hands_moved: tuple[HandMovement | None, HandMovement | None, HandMovement | None, HandMovement | None] = (
        None,
        None,
        None,
        None,
    )
    untaken: tuple[tuple[int, int, str], ...] = ()
    places: tuple[int | None, int | None] = (DEALT - 1, None)
    put_off: DrawPutOff | None = None
    suspects: tuple[FoulSuspected, ...] = ()
    summoned: int | None = None
    summoned_ms: int = 0
    copies: int = 0
    wins: tuple[WinShown, ...] = ()
    last: HandEnded | None = None
    last_hand: str = ""
    started_at_ms: int = 0
    time_called: bool = False
    findings: tuple[FoulFound, ...] = ()
    rulings: tuple[RulingMade, ...] = ()
    first_finding: int = 0
    tile_finding: int = 0
    voided: tuple[int, ...] = ()
    desk: Desk = Desk()

    @property
    def dice_locked(self) -> bool:
        """True if no dice may be rolled yet, because the rules wait for the start signal (WRC 8.2)."""
        return self.desk.signal_awaited and self.ruleset.flow.before_signal == "walls"

    @property
    def signature(self) -> Signature:
        """The state of the signature on the score sheet. A signature on another result than the present one no longer counts.

        WRC 8.2 has a referee check the sheet before anybody leaves; nobody has checked what it says now.
        """
        desk = self.desk
        other = desk.signature == "given" and desk.signed not in {(), (*self.scores, self.bets)}
        return "awaited" if other else desk.signature

    @property
    def sheet_unsigned(self) -> bool:
        """True if the hanchan has ended and its score sheet must be signed before anything is reset (WRC 8.2)."""
        return self.phase == "ended" and self.signature == "awaited"

    @property
    def timed(self) -> bool:
        """True if acts have times of their own: a record has none."""
        return "acts" not in self.senses or "curtains" in self.senses

    @property
    def knowledge(self) -> Knowledge:
        """The certainties about the acts of this game, which is either recorded or watched at a table."""
        return OF_RECORD if "acts" in self.senses else AT_TABLE

    @property
    def dealer(self) -> int:
        return self.round % 4

    @property
    def hand_name(self) -> str:
        """The hand as players write it: ``E1`` to ``N4``."""
        return hand_name(self.round)

    @property
    def scores(self) -> Four:
        east, south, west, north = self.seats
        return (east.score, south.score, west.score, north.score)

    def wind(self, seat: int) -> int:
        """The seat wind: 0 East to 3 North."""
        return (seat - self.round) % 4


def bygone(state: GameState) -> Iterator[GameState]:
    """Yield the states in which earlier tiles were open that can still be won on, the newest first."""
    then = state.earlier
    while then is not None:
        yield then
        then = then.earlier


def hand_name(number: int) -> str:
    """``E1`` for round number 0, ``S1`` for 4, to ``N4`` for 15; a fifth wind round starts at ``E1`` again."""
    return f"{'ESWN'[number // 4 % 4]}{number % 4 + 1}"


def round_of(name: str) -> int:
    """The number of a hand that ``hand_name`` names, 0 to 15; 0 for none."""
    return "ESWN".index(name[0]) * 4 + int(name[1]) - 1 if name else 0
