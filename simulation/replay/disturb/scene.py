"""A hand to inject a foul into: the possible places, and the course of the hand from there."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from referee.game import observations as seen
from referee.game.observations import Observation
from referee.records.neutral.record import Act, Discard, HandRecord, MeldCall, RecordedDraw
from referee.tiles import KIND, Tile
from simulation.replay.disturb.moments import StagedMoment, delay, moment
from simulation.replay.disturb.people import PlayedPeople, Rules
from simulation.replay.disturb.played import PlayedHand
from simulation.replay.disturb.story import StoryPlayer, StoryPosition


@dataclass(slots=True)
class StagedFoul:
    """The injected foul: its moment, its name in the catalogue of fouls, and the offender."""

    moment: StagedMoment
    rule: str
    seat: int


Place: TypeAlias = Callable[[], StagedFoul]
"""A possible place of the foul; calling it injects the foul there."""
Finder: TypeAlias = "Callable[[Scene], Iterator[Place]]"


@dataclass(frozen=True, slots=True)
class FoulKind:
    """A kind of foul: its possible places, the rules that forbid it, and whether records can have a place for it at all."""

    name: str
    find: Finder
    under: Callable[[Rules], bool]
    fits: Callable[[HandRecord], bool] = lambda _hand: True


def always(_rules: Rules) -> bool:
    """Return True: the foul is one by every rulebook."""
    return True


class Scene:
    """A played hand, with queries and changes for fouls."""

    def __init__(self, hand: PlayedHand, rules: Rules, rng: Random) -> None:
        self.hand = hand
        self.rules = rules
        self.rng = rng
        self.acts: tuple[Act, ...] = hand.hand.acts

    @property
    def moments(self) -> list[StagedMoment]:
        """The moments of the hand."""
        return self.hand.moments

    @property
    def dealer(self) -> int:
        return self.hand.dealer

    def at(self, number: int) -> StoryPosition:
        return self.hand.story[number]

    def player(self, number: int, seat: int) -> StoryPlayer:
        """Return a player's state before an act."""
        return self.at(number).players[seat]

    def before_dealer(self, number: int) -> bool:
        """Return whether the dealer has not discarded yet."""
        return not self.player(number, self.dealer).pond

    def of(self, number: int, role: str) -> StagedMoment:
        """Return the first moment of an act in a role."""
        return next(each for each in self.moments if each.act == number and each.role == role)

    def discards(self) -> Iterator[tuple[int, Discard]]:
        """Yield the discards of the hand with their act numbers."""
        for number, act in enumerate(self.acts):
            if isinstance(act, Discard):
                yield number, act

    def draws(self) -> Iterator[tuple[int, RecordedDraw]]:
        """Yield the draws of the hand with their act numbers."""
        for number, act in enumerate(self.acts):
            if isinstance(act, RecordedDraw):
                yield number, act

    def melds(self, *kinds: str) -> Iterator[tuple[int, MeldCall]]:
        """Yield the melds of these kinds with their act numbers."""
        for number, act in enumerate(self.acts):
            if isinstance(act, MeldCall) and act.meld.kind in kinds:
                yield number, act

    def thinking(self) -> Iterator[tuple[int, Discard]]:
        """Yield the discards of players who drew, and so sat and thought before."""
        for number, act in self.discards():
            if number and isinstance(self.acts[number - 1], RecordedDraw):
                yield number, act

    def idle(self, number: int) -> list[int]:
        """Return the seats that are idle before a discard: neither the player in turn nor the last one to discard."""
        last = next((act.seat for act in reversed(self.acts[:number]) if isinstance(act, Discard)), None)
        turn = self.at(number).turn
        return [seat for seat in range(4) if seat not in {turn, last, (turn + 1) % 4}]

    def previous(self, number: int) -> Act | None:
        return self.acts[number - 1] if number else None

    def following(self, number: int) -> Act | None:
        return self.acts[number + 1] if number + 1 < len(self.acts) else None

    def put(self, at: int, what: Observation, number: int, role: str = "foul") -> StagedMoment:
        """Add a moment."""
        made = moment(at, what, number, role, self.rng)
        self.moments.append(made)
        return made

    def reach(self, seat: int, start: int, what: Observation, number: int) -> StagedMoment:
        """Let a hand go over the line, act there and come back, within 700 ms."""
        self.put(start, seen.HandMoved(seat=seat, across=True), number, "cross")
        made = self.put(start + 280, what, number)
        self.put(start + 640, seen.HandMoved(seat=seat, across=False), number, "back")
        return made

    def later(self, from_ms: int, ms: int) -> None:
        """Delay everything from a time on."""
        delay(self.moments, lambda each: each.at >= from_ms, ms)

    def pause(self, number: int, ms: int) -> int:
        """Let the player in turn think longer before a discard; return the start of that idle time."""
        crossing = min(each.at for each in self.moments if each.act >= number)
        self.later(crossing, ms + 1200)
        return crossing + 600

    def drop(self, *gone: StagedMoment) -> None:
        """Remove a moment."""
        self.hand.moments = [each for each in self.moments if each not in gone]

    def improvise(self, number: int) -> PlayedPeople:
        """Let the hand take another course from an act on; return the people at that time."""
        beat = self.hand.beats[number - 1]
        people = PlayedPeople(self.rules, self.rng)
        self.hand.moments = [each for each in self.moments if each.act < number]
        people.moments = self.hand.moments
        people.act = number
        people.clear, people.mat, people.ready = beat.clear, beat.mat, beat.ready
        people.turned = list(beat.turned)
        return people

    def unseen(self, number: int, *, seat: int | None = None) -> list[Tile]:
        """Return plain tiles that a player might hold, given all that the others see, one for each copy left."""
        visible = self.at(number).visible()
        own: list[Tile] = [] if seat is None else list(self.player(number, seat).concealed)
        return [
            kind
            for kind in range(34)
            for _ in range(4 - visible[kind] - sum(KIND[tile] == kind for tile in own))
        ]
