"""The deeds of each person in a staged hand, in order: single acts, and reaches over the line with their acts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from referee.game import judge_observations
from referee.game import observations as seen
from referee.game.observations import Observation
from simulation.replay.disturb.moments import StagedMoment

WORDS: Final = (
    seen.TenpaiDeclared,
    seen.RiichiRetracted,
    seen.PlayWentOn,
    seen.RulingGiven,
    judge_observations.PlayReleased,
    judge_observations.WinAcknowledged,
    judge_observations.PaymentMade,
)
"""Observations of words, or made by a judge. A table without a microphone needs a person to enter them."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One act, or all acts of a hand between crossing the line and coming back.

    Attributes:
        moments: in chronological order; the first and the last are ``HandMoved`` if ``reaches``.
    """

    moments: tuple[StagedMoment, ...]
    reaches: bool = False

    @property
    def at(self) -> int:
        """Return the time at which it begins, in ms of the staged hand."""
        return self.moments[0].at

    @property
    def foul(self) -> bool:
        """True if it contains the foul."""
        return any(each.foul for each in self.moments)


def unheard(what: Observation) -> bool:
    """Return whether the table cannot sense this observation."""
    return isinstance(what, WORDS) or (isinstance(what, seen.CallHeard) and what.call == "nine_terminals")


def deeds(moments: Iterable[StagedMoment], dealer: int) -> tuple[list[Deed], ...]:
    """Return the deeds of each seat in chronological order, without the deal, the first indicator and mere words.

    A kan's indicator is turned by the player who made the kan, any other by the dealer, and the ura dora by a player who
    opened a hand. The dealer closes the hand here only as a foul; otherwise people press the button after payment.
    """
    found: tuple[list[Deed], ...] = ([], [], [], [])
    reaching: dict[int, list[StagedMoment]] = {}
    for seat, each in _whose(moments, dealer):
        what = each.seen
        if isinstance(what, seen.HandMoved) and what.across:
            reaching.setdefault(seat, []).append(each)
        elif seat in reaching:
            reaching[seat].append(each)
            if isinstance(what, seen.HandMoved):
                found[seat].append(Deed(tuple(reaching.pop(seat)), reaches=True))
        else:
            found[seat].append(Deed((each,)))
    for seat, rest in reaching.items():
        found[seat].append(Deed(tuple(rest), reaches=True))
    return found


def _whose(moments: Iterable[StagedMoment], dealer: int) -> Iterator[tuple[int, StagedMoment]]:
    """Yield each moment to act out, in chronological order, with the seat that acts."""
    kan_by = winner = dealer
    for each in sorted(moments, key=lambda each: each.at):
        what = each.seen
        if _left_out(each):
            continue
        if isinstance(what, seen.MeldShown) and what.kind in {"daiminkan", "ankan", "kakan"}:
            kan_by = what.seat
        elif isinstance(what, seen.TilesShown):
            winner = what.seat
        if isinstance(what, seen.UraSeen):
            yield winner, each
        elif isinstance(what, seen.IndicatorSeen):
            yield kan_by, each
        elif isinstance(what, seen.HandClosed):
            yield dealer, each
        else:
            yield getattr(what, "seat", dealer), each


def _left_out(each: StagedMoment) -> bool:
    what = each.seen
    first_indicator = each.act < 0 and each.role == "indicator"
    paid = isinstance(what, seen.HandClosed) and not each.foul
    return isinstance(what, seen.HandDealt) or first_indicator or paid or unheard(what)
