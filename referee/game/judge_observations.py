"""What judges say, and how a hand is agreed upon and paid: the observations that are not of play.

``judge`` is who says it, ``text`` why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from referee.game.observations import Observation

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
"""Of an appeal: not decided yet, the appeal is right, or the ruling stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Observation):
    """Base of what a judge says."""

    judge: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayHalted(Said):
    """The judge stops play, or somebody without a seat calls him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayReleased(Said):
    """Play goes on, whatever stopped it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FoulEntered(Said):
    """The judge enters a foul of the catalogue; ``number`` of tiles where the grade depends on it."""

    rule: str
    seat: int
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAdjusted(Said):
    """The judge moves points; ``bets`` sticks come to the middle (negative: leave it).

    ``balanced`` says that no point may come or go.
    """

    changes: Four
    bets: int = 0
    balanced: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredWin:
    """A win as the players said it; ``source`` the winner's own seat on tsumo, ``yakuman`` how many, 0 if none.

    ``fu`` 0 where it does not matter: from five han on, and with yakuman. ``liable``: the seat that is liable for a yakuman,
    empty for nobody, None for whoever the table saw feed its last set (WRC 6.2, MJ 3.3.9).
    """

    seat: int
    source: int
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    liable: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEntered(Said):
    """The judge enters how a hand ended that could not be followed.

    Attributes:
        wins: of a ron or tsumo.
        tenpai: seats, at an exhaustive draw or nagashi mangan.
        nagashi: seats with nagashi mangan.
        riichi: seats whose riichi stood; a bet is taken of each that has not been seen.
        changes: what the hand moved, collected bets included; None to have it reckoned.
        unseen: between hands: it is of a hand that the table never saw dealt. None in journals from before this was asked.
        against: why it is other than the rulebook has it, empty if it is not. None as for ``unseen``.
    """

    result: EnteredResult
    wins: tuple[EnteredWin, ...] = ()
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    riichi: tuple[int, ...] = ()
    changes: Four | None = None
    unseen: bool | None = None
    against: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused(Said):
    """The time of the hanchan stands still (``on``) or runs again."""

    on: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockExtended(Said):
    """The time of the hanchan is so many minutes longer, or shorter if negative."""

    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReplaced(Said):
    """Another person plays on from here on this seat (WRC 7.2)."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealNoted(Said):
    """A player appeals against a ruling, or the appeal is decided (SAI 7); ``finding`` None for one without a finding."""

    seat: int
    outcome: Outcome
    finding: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Said):
    """An entry was misread: what it should have held, or None if it never was.

    Attributes:
        entry: its number in the journal.
        observation: the whole observation as ``referee.encoding.codec.encode`` has it.
        agreed: all players agree (WRC 6, SAI 45.14).
    """

    entry: int
    observation: dict[str, Any] | None
    agreed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Inserted(Said):
    """Something happened at the table that was not seen at all.

    Attributes:
        after: number of the journal entry that it followed.
        observation: the whole observation as ``referee.encoding.codec.encode`` has it; its time lies between its neighbours'.
        agreed: all players agree (WRC 6, SAI 45.14).
    """

    after: int
    observation: dict[str, Any]
    agreed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WinAcknowledged(Observation):
    """A player acknowledges the win that is shown: the hand is folded (SAI 45.10)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentMade(Observation):
    """All points of the hand lie on the table (SAI 45.13, WRC 8.3)."""
