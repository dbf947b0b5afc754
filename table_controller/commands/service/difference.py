"""The difference that a command makes at a table, found by comparing the table before it with the table after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, TypedDict

from referee.encoding.codec import decode_event
from referee.game.draws import hand_over
from referee.game.events import Event, FoulFound, HanchanStarted, HandEnded
from referee.game.judge_events import Refolded
from referee.game.observations import HandClosed, Observation
from referee.game.position import IN_HAND, GameState
from referee.judging.decide import advance
from referee.tournament.results import HanchanResult
from table_controller.commands.declaration import Ends
from table_controller.journal.corrections import Corrections

Loser: TypeAlias = "tuple[int | None, str]"
"""A seat and its player."""


class ProposedFinding(TypedDict):
    """A finding that would be made or withdrawn."""

    rule: str
    section: str
    seat: int
    grade: str


class HandPlace(TypedDict):
    """A place in the hanchan."""

    hand: str
    honba: int
    bets: int
    dealer: int


class OverallPoints(TypedDict):
    """Points that a player would lose of the overall score; negative where they are given back."""

    seat: int | None
    player: str
    points: int


class Settlement(TypedDict):
    """The settlement of the hand if it is closed now."""

    result: str
    points: list[int]
    """The points that move, by seat."""
    penalties: list[OverallPoints]
    next: HandPlace | None
    """The hand that comes next; none where the hanchan is over."""


@dataclass(frozen=True, slots=True)
class PlannedEntry:
    """An entry that a command would write."""

    number: int
    observation: Observation
    events: tuple[Event, ...]


@dataclass(frozen=True)
class ComparedState:
    """A table at one moment.

    Attributes:
        state: of its game.
        results: the results of its hanchans that may still change.
        planned: the entries that lead there from the present.
    """

    state: GameState | None
    results: tuple[HanchanResult, ...]
    planned: tuple[PlannedEntry, ...] = ()

    @cached_property
    def lost(self) -> Counter[Loser]:
        """The points of the overall score that each player has lost."""
        lost: Counter[Loser] = Counter()
        for result in self.results:
            for each in result.penalties:
                lost[each.seat, each.player] += each.points
        return lost

    @cached_property
    def disqualified(self) -> frozenset[int]:
        """The seats whose players no longer play."""
        return frozenset(seat for result in self.results[-1:] for seat in result.disqualified_seats)

    @cached_property
    def dead(self) -> frozenset[int]:
        """The seats whose hands are dead."""
        return frozenset(seat for seat in range(4) if self.state is not None and self.state.seats[seat].dead)

    @property
    def place(self) -> HandPlace | None:
        """The hand that is played or comes next, None if the hanchan is over."""
        state = self.state
        if state is None or state.phase == "ended":
            return None
        return {"hand": state.hand_name, "honba": state.honba, "bets": state.bets, "dealer": state.dealer}

    @property
    def in_hand(self) -> bool:
        """True while a hand is played or settled."""
        return self.state is not None and self.state.phase in IN_HAND


class Difference:
    """The difference between two moments of a table, and between the hand's settlements at each.

    Args:
        before, after: the two moments; ``after`` includes the effect of its planned entries.
        corrections: evaluate the hanchan with planned entries.
        newest: number of the newest entry.
        now_ms: table time, for the closing of the hand.
    """

    def __init__(
        self,
        before: ComparedState,
        after: ComparedState,
        corrections: Corrections,
        *,
        newest: int,
        now_ms: int,
    ) -> None:
        self.before = before
        self.after = after
        self._corrections = corrections
        self._newest = newest
        self._now_ms = now_ms

    @cached_property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for entry in self.after.planned for event in entry.events)

    @cached_property
    def begun(self) -> bool:
        """True if a different hanchan is running afterwards."""
        return any(
            isinstance(event, HanchanStarted) or (isinstance(event, Refolded) and event.hanchan is not None)
            for event in self.events
        )

    @property
    def ends(self) -> Ends:
        """The part of the game that the command ends."""
        before, after = self.before.state, self.after.state
        if before is None or after is None or before.phase == "ended":
            return ""
        if self.begun or after.phase == "ended":
            return "hanchan"
        if not self.before.in_hand:
            return ""
        same = (before.hands, before.round, before.honba) == (after.hands, after.round, after.honba)
        return "" if same and self.after.in_hand else "hand"

    @property
    def points(self) -> list[int]:
        """The points that move, by seat; none where the players change."""
        before, after = self.before.state, self.after.state
        if before is None or after is None or self.begun:
            return []
        return [new - old for new, old in zip(after.scores, before.scores, strict=True)]

    @property
    def penalties(self) -> list[OverallPoints]:
        """The points of the overall score that are lost or given back."""
        more = Counter(self.after.lost)
        more.subtract(self.before.lost)
        found = sorted(more.items(), key=lambda each: (each[0][0] is None, each[0]))
        return [
            {"seat": seat, "player": player, "points": points} for (seat, player), points in found if points
        ]

    @cached_property
    def made(self) -> list[FoulFound]:
        return self._findings()[0]

    @cached_property
    def withdrawn(self) -> list[FoulFound]:
        return self._findings()[1]

    def _findings(self) -> tuple[list[FoulFound], list[FoulFound]]:
        before, after = self.before.state, self.after.state
        refolded = next((event for event in self.events if isinstance(event, Refolded)), None)
        if refolded is not None and self.begun:
            return _found(refolded), _found(refolded, withdrawn=True)
        earlier = Counter(() if before is None or self.begun else before.findings)
        later = Counter(() if after is None else after.findings)
        return list((later - earlier).elements()), list((earlier - later).elements())

    @cached_property
    def closing(self) -> tuple[Difference | None, Difference | None]:
        """The settlements if the hand is closed now, before and after; None if it is not over."""
        return self._closed(self.before), self._closed(self.after)

    @property
    def settles(self) -> bool:
        """True if the hand is over but not closed, and would be settled differently than before."""
        before, after = self.closing
        return after is not None and (before is None or before.settlement != after.settlement)

    @property
    def settlement(self) -> Settlement:
        ended = next(event for event in self.events if isinstance(event, HandEnded))
        return {
            "result": ended.result,
            "points": self.points,
            "penalties": self.penalties,
            "next": self.after.place,
        }

    def _closed(self, moment: ComparedState) -> Difference | None:
        state = moment.state
        if state is None or not moment.in_hand or not hand_over(state):
            return None
        closed = HandClosed(at_ms=self._now_ms)
        decided, after = advance(state, closed)
        if not any(isinstance(event, HandEnded) for event in decided):
            return None
        entry = PlannedEntry(self._newest + len(moment.planned) + 1, closed, decided)
        results = self._corrections.results((*moment.planned, entry))
        then = ComparedState(after, results, (entry,))
        return Difference(moment, then, self._corrections, newest=self._newest, now_ms=self._now_ms)


def _found(refolded: Refolded, *, withdrawn: bool = False) -> list[FoulFound]:
    encoded: Iterable[dict[str, Any]] = refolded.withdrawn if withdrawn else refolded.made
    return [event for each in encoded if isinstance(event := decode_event(each), FoulFound)]
