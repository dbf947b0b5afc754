"""Events of what judges did to a game, and of how a hand was agreed upon and paid.

``judge`` is the judge's name, ``text`` the reason.
"""

from __future__ import annotations

from typing import Any

from referee.game.events import Event, Four, Result
from referee.game.judge_observations import JuryVote, Outcome
from referee.game.observations import Keeps, Pausing, Ruling


class PlayStopped(Event, frozen=True):
    """Play stops: ``judge_called``, ``judge`` (he stops it), ``disqualified``, or the rule of a finding.

    ``seat`` is the caller or the offender. ``since_ms`` is the time by which play had certainly stopped; None in older
    journals.
    """

    reason: str
    seat: int | None
    judge: str = ""
    text: str = ""
    since_ms: int | None = None


class PlayedOn(Event, frozen=True):
    """The first act after play was stopped; marked for the judge, because no rulebook in force makes it a foul."""

    seat: int


class PlayContinued(Event, frozen=True):
    """Play goes on after a stop."""

    judge: str
    text: str


class TimeStood(Event, frozen=True):
    """No time counts against the players from ``since_ms`` to ``until_ms`` (None while that lasts)."""

    cause: Pausing
    since_ms: int
    until_ms: int | None = None


class AttendantChanged(Event, frozen=True):
    """``who`` attends to the table since ``since_ms``; empty: nobody does.

    ``waited_ms`` is the time from the call, or the stop, until the first judge took it; None if nobody was called, or
    another judge had taken it before.
    """

    who: str
    since_ms: int
    waited_ms: int | None
    judge: str
    text: str


class ScoresAdjusted(Event, frozen=True):
    """Points were moved by hand; ``bets``: sticks added to those on the table."""

    changes: Four
    bets: int
    judge: str
    text: str


class ResultEntered(Event, frozen=True):
    """The result that follows was entered by a person, because the table could not follow the hand to its end.

    ``against``: why it differs from the rulebook; empty if it does not.
    """

    result: Result
    judge: str
    text: str
    against: str = ""


class PlayBegun(Event, frozen=True):
    """The start signal: dice may be rolled, and the time of the hanchan runs from ``at_ms`` (WRC 8.2)."""

    at_ms: int
    judge: str
    text: str


class ResultSigned(Event, frozen=True):
    """The score sheet is signed: sticks may be reset, and the next hanchan may begin (WRC 8.2).

    ``hanchan`` is the number of the journal entry that began the hanchan whose sheet it is; ``judge`` is who signed. ``points``
    and ``bets`` are what the sheet said; None and 0 in older journals.
    """

    hanchan: int
    judge: str
    text: str
    points: Four | None = None
    bets: int = 0


class ClockChanged(Event, frozen=True):
    """The clock of the hanchan stands still since ``paused_at_ms``, or runs (None); ``added_ms`` was added in all."""

    paused_at_ms: int | None
    added_ms: int
    judge: str
    text: str


class ExtraHandChanged(Event, frozen=True):
    """One more hand may be dealt once the time is up, or (not ``granted``) none after all."""

    granted: bool
    judge: str
    text: str


class PlayerChanged(Event, frozen=True):
    """Another person takes over the seat; ``former`` is the person who sat there."""

    seat: int
    name: str
    former: str
    judge: str
    text: str


class AppealMade(Event, frozen=True):
    """A player appeals, or the appeal is decided."""

    seat: int
    finding: int | None
    outcome: Outcome
    judge: str
    text: str


class JuryNamed(Event, frozen=True):
    """These jurors vote on the ruling on a finding, because the player on ``seat`` appeals."""

    finding: int
    seat: int
    jurors: tuple[str, ...]
    since_ms: int
    judge: str
    text: str


class JurorLeft(Event, frozen=True):
    """A juror does not vote."""

    who: str
    judge: str
    text: str


class VoteNoted(Event, frozen=True):
    """A juror has voted."""

    who: str


class JuryRuled(Event, frozen=True):
    """The end of a jury, with all its votes.

    ``ruling`` is what most of the jurors voted for; None if no ruling had most of the votes, so that the first one stands.
    """

    finding: int
    seat: int
    jurors: tuple[str, ...]
    votes: tuple[JuryVote, ...]
    ruling: Ruling | None
    judge: str
    text: str


class HanchanCut(Event, frozen=True):
    """A judge ends the hanchan before the rules would."""

    judge: str
    text: str


class HanchanVoided(Event, frozen=True):
    """The hanchan is void: its scores count for nobody; ``keeps`` says whether its penalties still count."""

    keeps: Keeps
    judge: str
    text: str


class WinAccepted(Event, frozen=True):
    """A player has acknowledged the win."""

    seat: int


class PaymentSeen(Event, frozen=True):
    """The points of the hand lie on the table."""


class Refolded(Event, frozen=True):
    """An entry was corrected or inserted, and what came after it was decided again (``corrections.refold``).

    Attributes:
        first: number of the corrected entry; for an insertion, of this entry.
        changed: entries that now mean something else: ``entry`` is the number, then ``observation`` (None if undone) and
            ``events``, both as ``referee.encoding.codec`` encodes them.
        withdrawn: findings that fell. ``made``: findings that are new.
        state: the whole position afterwards (``referee.encoding.snapshot``), so that folding decides nothing again.
        inserted: the inserted act, known by this entry's number from now on: the entry it comes ``after``, ``observation``,
            ``events``.
        hanchan: number of the entry that begins the hanchan now being played, if undoing or restoring a beginning has made
            that another one.
    """

    first: int
    changed: tuple[dict[str, Any], ...]
    withdrawn: tuple[dict[str, Any], ...]
    made: tuple[dict[str, Any], ...]
    state: dict[str, Any]
    judge: str
    text: str
    inserted: dict[str, Any] | None = None
    hanchan: int | None = None
