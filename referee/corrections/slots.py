"""The entries of a hanchan as they count: corrected, taken out, or put in where something was not seen."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from referee.encoding.codec import decode_event, decode_observation
from referee.encoding.snapshot import decode_state
from referee.game import events, judge_observations, observations
from referee.game.judge_events import Refolded
from referee.game.judge_observations import Corrected, Inserted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.game.events import Event, FoulFound
    from referee.game.observations import Observation

FindingKey: TypeAlias = tuple[str, int, tuple[str, ...], int]
"""What a finding is known by whatever its number: rule, seat, act, which one of that kind (from 0)."""
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
ORDERED: Final = (
    observations.RulingGiven,
    observations.JudgeCalled,
    observations.GongHeard,
    observations.HanchanClosed,
    judge_observations.FoulEntered,
    judge_observations.PointsAdjusted,
    judge_observations.PlayHalted,
    judge_observations.PlayReleased,
    judge_observations.ClockPaused,
    judge_observations.ClockExtended,
    judge_observations.PlayerReplaced,
    judge_observations.AppealNoted,
)
"""What judges and players say: it is not rewritten, but each can be undone."""
ON_FINDINGS: Final = (observations.RulingGiven, judge_observations.AppealNoted)
"""What is said of a finding by its number."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry as it counts after all corrections.

    Attributes:
        number: of the entry.
        observation: as it counts; None if it never was, or says something of a finding that fell.
        events: what followed from it.
        first: what the entry held before any correction; None for a correction itself.
        about: the finding that it speaks of, where it speaks of one.
        amends: the correction or insertion that this entry is.
    """

    number: int
    observation: Observation | None
    events: tuple[Event, ...]
    first: Observation | None = None
    about: FindingKey | None = None
    amends: Corrected | Inserted | None = None


def slots_of(entries: Iterable[tuple[int, Observation, tuple[Event, ...]]]) -> list[Slot]:
    """What the entries of a hanchan come to, the corrections among them applied, in the order of play.

    Args:
        entries: number, observation and events, numbers without gaps.
    """
    slots: list[Slot] = []
    findings: list[FoulFound] = []
    for number, observation, decided in entries:
        refolded = next((event for event in decided if isinstance(event, Refolded)), None)
        if refolded is None:
            about = None
            if isinstance(observation, ON_FINDINGS) and _is_of(findings, observation.finding):
                about = key_of(findings, observation.finding or 0)
            slots.append(Slot(number, observation, decided, observation, about))
            for event in decided:
                if isinstance(event, events.HanchanStarted):
                    findings = []
                elif isinstance(event, events.FoulFound):
                    findings.append(event)
            continue
        findings = list(decode_state(refolded.state, older=True).findings)
        for change in refolded.changed:
            at = place_of(slots, change["entry"])
            if at is not None:
                slots[at] = replace(slots[at], **_told(change))
        amends = observation if isinstance(observation, Corrected | Inserted) else None
        after = None if refolded.inserted is None else place_of(slots, refolded.inserted["after"])
        if refolded.inserted is None or after is None:
            slots.append(Slot(number, None, (), amends=amends))
        else:
            put = Slot(number, **_told(refolded.inserted), amends=amends)
            slots.insert(after + 1, replace(put, first=put.observation))
    return slots


def _told(told: dict[str, Any]) -> dict[str, Any]:
    right = told["observation"]
    return {
        "observation": None if right is None else decode_observation(right),
        "events": tuple(decode_event(event) for event in told["events"]),
    }


def _is_of(findings: Sequence[FoulFound], number: int | None) -> bool:
    return number is not None and 0 <= number < len(findings)


def key_of(findings: Sequence[FoulFound], number: int) -> FindingKey:
    """What the finding of a number is known by."""
    found = findings[number]
    name = (found.rule, found.seat, found.evidence[:1])
    same = sum((each.rule, each.seat, each.evidence[:1]) == name for each in findings[:number])
    return (*name, same)


def place_of(slots: Sequence[Slot], number: int) -> int | None:
    """Where the entry of a number stands, None if it is of another hanchan. What was put in stands where it happened."""
    return next((at for at, slot in enumerate(slots) if slot.number == number), None)


def undone_by(slots: Sequence[Slot]) -> dict[int, int]:
    """Of each entry that was taken out, the entry that did it; of a correction that was undone, too."""
    found: dict[int, int] = {}
    for number, correction in sorted(_corrections(slots), reverse=True):
        if number not in found and correction.observation is None:
            found.setdefault(correction.entry, number)
    return found


def meant(slots: Sequence[Slot]) -> dict[int, Observation | None]:
    """What each entry says once all corrections that were not undone themselves are applied, by its number.

    A ruling whose finding fell still says what it said: it counts again if the finding comes back.
    """
    undone = undone_by(slots)
    said = {slot.number: slot.first for slot in slots}
    for number, correction in sorted(_corrections(slots)):
        first = said.get(correction.entry)
        if number in undone or (first is None and correction.observation is not None):
            continue
        said[correction.entry] = (
            None if correction.observation is None else as_corrected(first, correction.observation)
        )
    return said


def _corrections(slots: Sequence[Slot]) -> list[tuple[int, Corrected]]:
    return [(slot.number, slot.amends) for slot in slots if isinstance(slot.amends, Corrected)]


def as_corrected(held: Observation | None, right: dict[str, Any]) -> Observation:
    """What a correction makes of an entry: when it was observed and by what stays.

    Raises:
        CodecError: it is no observation.
    """
    decoded = decode_observation(right)
    if held is None:
        return decoded
    return replace(decoded, at_ms=held.at_ms, within_ms=held.within_ms, source=held.source)


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
