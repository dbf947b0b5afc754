"""Observations that are not acts of play: judges' words, agreement on a hand and its payment.

``judge`` is the judge's name, ``text`` the reason.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from referee.game.observations import Observation, Ruling

Four: TypeAlias = tuple[int, int, int, int]
EnteredResult: TypeAlias = Literal[
    "ron",
    "tsumo",
    "exhaustive",
    "nagashi",
    "nine_terminals",
    "four_winds",
    "four_riichi",
    "four_kans",
    "triple_ron",
]
Outcome: TypeAlias = Literal["open", "upheld", "rejected"]
"""The state of an appeal: not decided yet, the appeal is right, or the ruling stands."""


class JudgeObservation(Observation, frozen=True, kw_only=True):
    """Base of what a judge says."""

    judge: str = ""
    text: str = ""


class PlayHalted(JudgeObservation, frozen=True, kw_only=True):
    """The judge stops play, or somebody who is not playing calls him."""


class PlayReleased(JudgeObservation, frozen=True, kw_only=True):
    """Play goes on, whatever stopped it."""


class TableAttended(JudgeObservation, frozen=True, kw_only=True):
    """``who`` goes to a table that needs a judge, so that no second one goes; empty: nobody does any more."""

    who: str = ""


class FoulEntered(JudgeObservation, frozen=True, kw_only=True):
    """The judge enters a foul of the catalogue; ``number`` of tiles where the grade depends on it."""

    rule: str
    seat: int
    number: int = 1


class PointsAdjusted(JudgeObservation, frozen=True, kw_only=True):
    """The judge moves points; ``bets`` is the number of sticks added to the middle (negative: taken from it).

    ``balanced`` demands that the points moved sum to zero.
    """

    changes: Four
    bets: int = 0
    balanced: bool = True


class EnteredWin(Struct, frozen=True, kw_only=True):
    """A win as the players stated it; ``source`` is the winner's own seat on tsumo, ``yakuman`` the number of yakuman.

    ``fu`` is 0 where it does not matter: from five han on, and with yakuman. ``liable`` is the seat that is liable for a
    yakuman: empty for nobody, None for the player whom the table saw feed the last set (WRC 6.2, MJ 3.3.9).
    """

    seat: int
    source: int
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    liable: tuple[int, ...] | None = None


class HandEntered(JudgeObservation, frozen=True, kw_only=True):
    """The judge enters the result of a hand that the table could not follow.

    Attributes:
        wins: of a ron or tsumo.
        tenpai: seats, at an exhaustive draw or nagashi mangan.
        nagashi: seats with nagashi mangan.
        riichi: seats whose riichi stood; each whose bet was not seen pays it now.
        changes: the points the hand moved, by seat, collected bets included; None to have them computed.
        unseen: entered between hands: the table never saw this hand dealt. None in older journals.
        against: why it differs from the rulebook; empty if it does not. None as for ``unseen``.
    """

    result: EnteredResult
    wins: tuple[EnteredWin, ...] = ()
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    riichi: tuple[int, ...] = ()
    changes: Four | None = None
    unseen: bool | None = None
    against: str | None = None


class SignalGiven(JudgeObservation, frozen=True, kw_only=True):
    """The start signal of the hanchan (WRC 8.2), so many milliseconds ago: a table may hear of it late."""

    ago_ms: int = 0


class SheetSigned(JudgeObservation, frozen=True, kw_only=True):
    """A referee, or an appointed person, has checked and signed the score sheet of a hanchan that has ended (WRC 8.2).

    ``hanchan`` is the number of the journal entry that began it; ``judge`` is who signed.
    """

    hanchan: int


class ClockPaused(JudgeObservation, frozen=True, kw_only=True):
    """The time of the hanchan stands still (``on``) or runs again."""

    on: bool = True


class ClockExtended(JudgeObservation, frozen=True, kw_only=True):
    """The hanchan's time is extended by this many minutes, or shortened if negative."""

    minutes: int


class HandGranted(JudgeObservation, frozen=True, kw_only=True):
    """One more hand may be dealt once the time is up (``on``), or none after all."""

    on: bool = True


class PlayerReplaced(JudgeObservation, frozen=True, kw_only=True):
    """From here on another person plays on this seat (WRC 7.2)."""

    seat: int
    name: str


class AppealNoted(JudgeObservation, frozen=True, kw_only=True):
    """A player appeals, or the appeal is decided (SAI 7); ``finding`` is None for a ruling without a finding."""

    seat: int
    outcome: Outcome
    finding: int | None = None


class JuryCalled(JudgeObservation, frozen=True, kw_only=True):
    """Two or three head referees are to vote on an appealed ruling; ``jurors`` are their logins."""

    finding: int
    jurors: tuple[str, ...]


class JurorExcused(JudgeObservation, frozen=True, kw_only=True):
    """A juror who is concerned in the matter, or cannot come, does not vote."""

    who: str


class VoteCast(JudgeObservation, frozen=True, kw_only=True):
    """A juror has voted. The vote itself is kept apart until all are in."""

    who: str


class JuryVote(Struct, frozen=True, kw_only=True):
    """A juror's vote: the ruling that should hold, with its points where the rules let a judge choose them."""

    judge: str
    ruling: Ruling
    points: int | None = None
    text: str = ""


class JuryClosed(JudgeObservation, frozen=True, kw_only=True):
    """All jurors have voted, or nobody waits for the rest any longer."""

    votes: tuple[JuryVote, ...]


class Corrected(JudgeObservation, frozen=True, kw_only=True):
    """An entry was misread; ``observation`` is what it should have held, or None to undo it.

    Attributes:
        entry: its number in the journal.
        observation: the whole observation as ``referee.encoding.codec.encode`` writes it.
        agreed: all players agree (WRC 6, SAI 45.14).
        also: the other entries of the same command, which are undone with it.
    """

    entry: int
    observation: dict[str, Any] | None
    agreed: bool = False
    also: tuple[int, ...] = ()


class Inserted(JudgeObservation, frozen=True, kw_only=True):
    """Something happened at the table that was not seen at all.

    Attributes:
        after: number of the journal entry that it followed.
        observation: the whole observation as ``referee.encoding.codec.encode`` has it; its time lies between its neighbours'.
        agreed: all players agree (WRC 6, SAI 45.14).
    """

    after: int
    observation: dict[str, Any]
    agreed: bool = False


class WinAcknowledged(Observation, frozen=True, kw_only=True):
    """A player acknowledges the win that is shown: the hand is folded (SAI 45.10)."""

    seat: int


class PaymentMade(Observation, frozen=True, kw_only=True):
    """All points of the hand lie on the table (SAI 45.13, WRC 8.3)."""
