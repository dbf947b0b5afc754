"""The results of the hanchans of a journal: players, totals and penalties, from which overall scores are computed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from referee.game import events
from referee.game.events import Event, Four
from referee.game.judge_events import HanchanVoided, PlayerChanged
from referee.game.judge_observations import FoulEntered
from referee.game.observations import Observation
from referee.game.standing import standing
from referee.journal.corrections.slots import hanchans, slots_of
from referee.rules.ruleset import Ruleset
from referee.tournament.tournament import ARRIVAL, PlayerPenalty, arrival_penalty, penalties_of

FORGIVEN = frozenset({"dismissed", "none", "guidance"})
"""Rulings after which being late or absent costs nothing."""


class Decided(Protocol):
    """An entry of a journal, or one that an order would write."""

    @property
    def number(self) -> int: ...
    @property
    def observation(self) -> Observation: ...
    @property
    def events(self) -> tuple[Event, ...]: ...


Each = TypeVar("Each", bound=Decided)


@dataclass(frozen=True, slots=True)
class HanchanResult:
    """A hanchan of a journal; ``scores`` is None while it goes on.

    Attributes:
        ruleset: the ruleset it was played by.
        penalties: its penalties, each with hanchan number 0.
        stand_ins: (substitute, player of the first four), by name (``FinishedHanchan.stand_ins``).
        disqualified: players, by name.
        disqualified_seats: at which they sat then.
        void: the hanchan was voided: its scores count for nobody, and its penalties only if they are listed here.
    """

    ruleset: Ruleset
    players: tuple[str, str, str, str]
    scores: Four | None
    places: Four | None
    totals: Four
    stand_ins: tuple[tuple[str, str], ...]
    penalties: tuple[PlayerPenalty, ...]
    disqualified: tuple[str, ...]
    disqualified_seats: tuple[int, ...] = ()
    void: bool = False


def results_of(entries: Iterable[Each]) -> Iterator[tuple[list[Each], HanchanResult]]:
    """Each hanchan of a journal with its entries, as it counts after all corrections."""
    before: list[Each] = []
    for hanchan in hanchans(entries, lambda entry: (entry.number, entry.events)):
        if before:
            # The entry that begins a hanchan also holds the end of the one before.
            yield from _result(before, hanchan[0])
        before = hanchan
    yield from _result(before, None)


def _result(hanchan: list[Each], following: Each | None) -> Iterator[tuple[list[Each], HanchanResult]]:
    counted = [
        (slot.observation, slot.events)
        for slot in slots_of((each.number, each.observation, each.events) for each in hanchan)
    ]
    if following is not None:
        started = next(
            at for at, event in enumerate(following.events) if isinstance(event, events.HanchanStarted)
        )
        counted.append((None, following.events[:started]))
    result = result_of(counted)
    if result is not None:
        yield hanchan, result


def result_of(entries: Iterable[tuple[Observation | None, Sequence[Event]]]) -> HanchanResult | None:
    """The result of one hanchan; None if the entries hold none.

    Args:
        entries: those of the hanchan as they count (``referee.journal.corrections.slots``), from the one that begins it.
            That one may also hold the end of the hanchan before.
    """
    game: list[Event] = []
    minutes: dict[int, int] = {}
    findings = 0
    for observation, decided in entries:
        for event in decided:
            if isinstance(event, events.HanchanStarted):
                game.clear()
                minutes.clear()
                findings = 0
            if game or isinstance(event, events.HanchanStarted):
                game.append(event)
            if isinstance(event, events.FoulFound):
                if isinstance(observation, FoulEntered) and event.rule in ARRIVAL:
                    minutes[findings] = observation.number
                findings += 1
    if not game:
        return None
    started = game[0]
    assert isinstance(started, events.HanchanStarted)
    ruleset = Ruleset.from_mapping(started.ruleset)
    ended = next((event for event in reversed(game) if isinstance(event, events.HanchanEnded)), None)
    voided = next((event for event in game if isinstance(event, HanchanVoided)), None)
    ruled = voided is None or voided.keeps == "penalties"
    players = list(started.names)
    disqualified: list[tuple[str, int]] = []
    held = standing([event for event in game if isinstance(event, events.RulingMade)])
    for event in game:
        if isinstance(event, PlayerChanged):
            players[event.seat] = event.name
        elif any(event is each and each.ruling == "disqualified" for each in held):
            assert isinstance(event, events.RulingMade)
            if event.seat is not None:
                disqualified.append((players[event.seat], event.seat))
    east, south, west, north = players
    return HanchanResult(
        ruleset=ruleset,
        players=(east, south, west, north),
        scores=None if ended is None else ended.scores,
        places=None if ended is None else ended.places,
        totals=(0, 0, 0, 0) if ended is None else ended.totals,
        stand_ins=_stand_ins(started.names, [event for event in game if isinstance(event, PlayerChanged)]),
        penalties=(*penalties_of(game, ruleset), *_arrivals(game, ruleset, minutes)) if ruled else (),
        disqualified=tuple(dict.fromkeys(name for name, _ in disqualified)) if ruled else (),
        disqualified_seats=tuple(dict.fromkeys(seat for _, seat in disqualified)) if ruled else (),
        void=voided is not None,
    )


def _stand_ins(names: Sequence[str], changes: Iterable[PlayerChanged]) -> tuple[tuple[str, str], ...]:
    """Each substitute with everybody for whom he stood in: one of the four who began, never another substitute.

    One of these four who comes back is no substitute, on whatever seat. If it is another player's, his own substitute stands
    in for that player from then on.
    """
    began = {name for name in names if name}
    stands_for: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for event in changes:
        absent = stands_for.pop(event.former, event.former)
        substitute = event.name
        if event.name in began:
            if absent == event.name:
                continue
            substitute = next(
                (each for each, player in stands_for.items() if player == event.name), substitute
            )
        if absent:
            stands_for[substitute] = absent
            found.append((substitute, absent))
        else:
            # The hanchan began without a name on this seat.
            began.add(substitute)
            stands_for.pop(substitute, None)
            found = [pair for pair in found if pair[0] != substitute]
    return tuple(dict.fromkeys(found))


def _arrivals(game: Sequence[Event], ruleset: Ruleset, minutes: dict[int, int]) -> list[PlayerPenalty]:
    """The penalties for coming late or not at all that a judge entered and did not forgive (WRC 7.2)."""
    names = ["", "", "", ""]
    found: dict[int, PlayerPenalty] = {}
    number = 0
    for event in game:
        if isinstance(event, events.HanchanStarted):
            names = list(event.names)
        elif isinstance(event, PlayerChanged):
            names[event.seat] = event.name
        elif isinstance(event, events.FoulFound):
            if event.rule in ARRIVAL:
                late = minutes.get(number, 1) if event.rule == "late" else None
                cost = arrival_penalty(names[event.seat], late, ruleset.fouls)
                if cost is not None:
                    found[number] = replace(cost, seat=event.seat, finding=number)
            number += 1
        elif isinstance(event, events.RulingMade) and event.finding in found and event.ruling in FORGIVEN:
            found.pop(event.finding)
    return list(found.values())
