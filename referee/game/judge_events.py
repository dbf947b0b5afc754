"""What judges have done to a game, and how a hand was agreed upon and paid. ``judge`` is who, ``text`` why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.game.events import Event, Four, Result

if TYPE_CHECKING:
    from referee.game.judge_observations import Outcome
    from referee.game.observations import Keeps


@dataclass(frozen=True, slots=True)
class PlayStopped(Event):
    """Play stops: ``judge_called``, ``judge`` (he stops it), ``disqualified``, or the rule of a finding.

    ``seat``: who called, or whose fault it is. ``since_ms``: when that was certainly said; None in journals from before it was
    kept.
    """

    reason: str
    seat: int | None
    judge: str = ""
    text: str = ""
    since_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedOn(Event):
    """The first act of play since play was stopped, where no rulebook in force makes a foul of it: marked for the judge."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayContinued(Event):
    """Play goes on after a stop."""

    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class ScoresAdjusted(Event):
    """Points were moved by hand; ``bets``: sticks added to those on the table."""

    changes: Four
    bets: int
    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class ResultEntered(Event):
    """The result that follows was entered by a person: the hand could not be followed to its end.

    ``against``: why it is other than the rulebook has it, empty if it is not.
    """

    result: Result
    judge: str
    text: str
    against: str = ""


@dataclass(frozen=True, slots=True)
class ClockChanged(Event):
    """The time of the hanchan: since when it stands still (None: it runs), by how much it is longer in all."""

    paused_at_ms: int | None
    added_ms: int
    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayerChanged(Event):
    """Another person plays on; ``former`` is who sat there."""

    seat: int
    name: str
    former: str
    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class AppealMade(Event):
    """A player appeals, or the appeal is decided."""

    seat: int
    finding: int | None
    outcome: Outcome
    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class HanchanCut(Event):
    """A judge ends the hanchan before its end by the rules."""

    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class HanchanVoided(Event):
    """The hanchan is thrown away: its scores count for nobody; ``keeps``: nor do its penalties, or they do."""

    keeps: Keeps
    judge: str
    text: str


@dataclass(frozen=True, slots=True)
class WinAccepted(Event):
    """A player has acknowledged the win."""

    seat: int


@dataclass(frozen=True, slots=True)
class PaymentSeen(Event):
    """The points of the hand lie on the table."""


@dataclass(frozen=True, slots=True)
class Refolded(Event):
    """An entry was corrected or one put in, and what came after it decided again (``referee.corrections.refold``).

    Attributes:
        first: number of the corrected entry; of this one where something was put in.
        changed: entries that now mean something else: ``entry`` its number, ``observation`` (None: it never was),
            ``events``; observations and events as ``referee.encoding.codec`` encodes them.
        withdrawn: findings that fell. ``made``: findings that are new.
        state: the whole position after it (``referee.encoding.snapshot``), so that folding decides nothing again.
        inserted: what was put in, by this entry's number from then on: ``after`` which entry, ``observation``, ``events``.
        hanchan: number of the entry that begins the hanchan which goes on, where that is another than before: the beginning of
            a hanchan was undone, or that was.
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
