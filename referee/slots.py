"""The entries of a hanchan as they count: corrected, taken out, or put in where something was not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from referee import events, judge_observations, observations
from referee.codec import decode_event, decode_observation
from referee.judge_events import Refolded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.events import Event
    from referee.observations import Observation

ACTS: Final = (
    observations.HandDealt,
    observations.IndicatorSeen,
    observations.TileDrawn,
    observations.TileDiscarded,
    observations.CallHeard,
    observations.MeldShown,
    observations.TileTaken,
    observations.TilesExposed,
    observations.RiichiRetracted,
    observations.WallBroken,
    observations.StickLaid,
    observations.TilesShown,
    observations.UraSeen,
    observations.TenpaiDeclared,
    observations.HandClosed,
    judge_observations.WinAcknowledged,
    judge_observations.PaymentMade,
    judge_observations.HandEntered,
)
"""What happens at the table: it can be misread, and taken back as the last action."""
RULED: Final = (
    observations.RulingGiven,
    judge_observations.FoulEntered,
    judge_observations.PointsAdjusted,
)
"""What judges do: a new ruling changes it, but one that should never have been is taken out."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry as it counts after all corrections; ``observation`` None if it never was."""

    number: int
    observation: Observation | None
    events: tuple[Event, ...]


def slots_of(entries: Iterable[tuple[int, Observation, tuple[Event, ...]]]) -> list[Slot]:
    """What the entries of a hanchan come to, the corrections among them applied, in the order of play.

    Args:
        entries: number, observation and events, numbers without gaps.
    """
    slots: list[Slot] = []
    for number, observation, decided in entries:
        refolded = next((event for event in decided if isinstance(event, Refolded)), None)
        if refolded is None:
            slots.append(Slot(number, observation, decided))
            continue
        for change in refolded.changed:
            at = place_of(slots, change["entry"])
            if at is not None:
                slots[at] = _told(change["entry"], change)
        after = None if refolded.inserted is None else place_of(slots, refolded.inserted["after"])
        if refolded.inserted is None or after is None:
            slots.append(Slot(number, None, ()))
        else:
            slots.insert(after + 1, _told(number, refolded.inserted))
    return slots


def _told(number: int, told: dict[str, Any]) -> Slot:
    right = told["observation"]
    return Slot(
        number,
        None if right is None else decode_observation(right),
        tuple(decode_event(event) for event in told["events"]),
    )


def place_of(slots: Sequence[Slot], number: int) -> int | None:
    """Where the entry of a number stands, None if it is of another hanchan. What was put in stands where it happened."""
    return next((at for at, slot in enumerate(slots) if slot.number == number), None)


def effective(
    entries: Iterable[tuple[Observation, tuple[Event, ...]]], first: int = 1
) -> Iterator[tuple[Observation | None, tuple[Event, ...]]]:
    """Entries as they count after all corrections, in the order of play; what never was has no observation and no events.

    Args:
        entries: observations with the events decided from them.
        first: number of the first entry.
    """
    hanchan: list[tuple[int, Observation, tuple[Event, ...]]] = []
    for number, (observation, decided) in enumerate(entries, first):
        if hanchan and any(isinstance(event, events.HanchanStarted) for event in decided):
            yield from ((slot.observation, slot.events) for slot in slots_of(hanchan))
            hanchan = []
        hanchan.append((number, observation, decided))
    yield from ((slot.observation, slot.events) for slot in slots_of(hanchan))


def last_action(slots: Sequence[Slot]) -> int | None:
    """Number of the newest entry in which something happened at the table; None if that was before this hanchan."""
    for slot in reversed(slots):
        if isinstance(slot.observation, ACTS) and slot.events:
            return slot.number
    return None
