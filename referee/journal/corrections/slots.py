"""The entries of a hanchan after corrections: rewritten, removed, or inserted where something was missed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import structs

from referee.encoding.codec import decode_event, decode_observation
from referee.encoding.snapshot import decode_state
from referee.game import events, judge_observations, observations
from referee.game.events import Event, FoulFound
from referee.game.judge_events import Refolded
from referee.game.judge_observations import Corrected, Inserted
from referee.game.observations import Observation

Each = TypeVar("Each")
FindingKey: TypeAlias = tuple[str, int, tuple[str, ...], int]
"""Identifies a finding when numbers change: rule, seat, act, and a count from 0 of those with the same three."""
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
"""Acts at the table: they can be misread, and the last of them can be taken back."""
ORDERED: Final = (
    observations.HanchanBegun,
    observations.RulingGiven,
    observations.JudgeCalled,
    observations.GongHeard,
    observations.HanchanClosed,
    judge_observations.FoulEntered,
    judge_observations.PointsAdjusted,
    judge_observations.PlayHalted,
    judge_observations.PlayReleased,
    judge_observations.TableAttended,
    judge_observations.SignalGiven,
    judge_observations.SheetSigned,
    judge_observations.ClockPaused,
    judge_observations.ClockExtended,
    judge_observations.HandGranted,
    judge_observations.PlayerReplaced,
    judge_observations.AppealNoted,
    judge_observations.JuryCalled,
    judge_observations.JurorExcused,
    judge_observations.VoteCast,
    judge_observations.JuryClosed,
)
"""The words of judges and players, which cannot be rewritten but can be undone."""
ON_FINDINGS: Final = (
    observations.RulingGiven,
    judge_observations.AppealNoted,
    judge_observations.JuryCalled,
)
"""Observations that name a finding by its number."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry after all corrections.

    Attributes:
        number: of the entry.
        observation: the corrected one; None if it was undone, or if it is about a finding that fell.
        events: what followed from it.
        first: what the entry held before any correction; None for a correction itself.
        about: the finding that it names, if it names one.
        amends: the correction or insertion, if this entry is one.
        hanchan: number of the entry that begins the hanchan to which this one belongs. A beginning belongs to the previous
            hanchan, a correction to the hanchan that is played after it.
        began: whether a hanchan began here when it was journalled.
    """

    number: int
    observation: Observation | None
    events: tuple[Event, ...]
    first: Observation | None = None
    about: FindingKey | None = None
    amends: Corrected | Inserted | None = None
    hanchan: int = 0
    began: bool = False

    @property
    def begins(self) -> bool:
        """True if a hanchan begins here once all corrections are applied."""
        return _starts(self.events)


def slots_of(entries: Iterable[tuple[int, Observation, tuple[Event, ...]]]) -> list[Slot]:
    """Return the entries of a hanchan in the order of play, with the corrections among them applied.

    Args:
        entries: number, observation and events, numbers without gaps.
    """
    slots: list[Slot] = []
    findings: list[FoulFound] = []
    hanchan: int | None = None
    for number, observation, decided in entries:
        hanchan = number if hanchan is None else hanchan
        refolded = next((event for event in decided if isinstance(event, Refolded)), None)
        if refolded is None:
            about = None
            if isinstance(observation, ON_FINDINGS) and _is_of(findings, observation.finding):
                about = key_of(findings, observation.finding or 0)
            began = _starts(decided)
            slots.append(Slot(number, observation, decided, observation, about, hanchan=hanchan, began=began))
            for event in decided:
                if isinstance(event, events.HanchanStarted):
                    findings, hanchan = [], number
                elif isinstance(event, events.FoulFound):
                    findings.append(event)
            continue
        findings = list(decode_state(refolded.state, older=True).findings)
        hanchan = hanchan if refolded.hanchan is None else refolded.hanchan
        for change in refolded.changed:
            at = place_of(slots, change["entry"])
            if at is not None:
                slots[at] = replace(slots[at], **_fields_of(change))
        amends = observation if isinstance(observation, Corrected | Inserted) else None
        after = None if refolded.inserted is None else place_of(slots, refolded.inserted["after"])
        if refolded.inserted is None or after is None:
            slots.append(Slot(number, None, (), amends=amends, hanchan=hanchan))
        else:
            put = Slot(number, **_fields_of(refolded.inserted), amends=amends, hanchan=hanchan)
            slots.insert(after + 1, replace(put, first=put.observation))
    return slots


def _fields_of(change: dict[str, Any]) -> dict[str, Any]:
    right = change["observation"]
    return {
        "observation": None if right is None else decode_observation(right),
        "events": tuple(decode_event(event) for event in change["events"]),
    }


def _is_of(findings: Sequence[FoulFound], number: int | None) -> bool:
    return number is not None and 0 <= number < len(findings)


def key_of(findings: Sequence[FoulFound], number: int) -> FindingKey:
    """The key of the finding with this number."""
    found = findings[number]
    name = (found.rule, found.seat, found.evidence[:1])
    same = sum((each.rule, each.seat, each.evidence[:1]) == name for each in findings[:number])
    return (*name, same)


def place_of(slots: Sequence[Slot], number: int) -> int | None:
    """The index of the entry with this number, None if it is of another hanchan. An insertion stands where it happened."""
    return next((at for at, slot in enumerate(slots) if slot.number == number), None)


def undone_by(slots: Sequence[Slot]) -> dict[int, int]:
    """The entries that were removed and the corrections that were undone, each with the entry that did it.

    Undoing the beginning of a hanchan removes everything said in that hanchan.
    """
    found: dict[int, int] = {}
    for number, correction in sorted(_corrections(slots), reverse=True):
        if number not in found and correction.observation is None:
            for undone in (correction.entry, *correction.also):
                found.setdefault(undone, number)
    for slot in sorted(slots, key=lambda slot: slot.number):
        if slot.hanchan in found and slot.hanchan != slot.number:
            found.setdefault(slot.number, found[slot.hanchan])
    return found


def corrected_by_number(slots: Sequence[Slot]) -> dict[int, Observation | None]:
    """Return the observation of each entry, by its number, after every correction that was not itself undone.

    A ruling whose finding fell is still here: it counts again if the finding comes back.
    """
    undone = undone_by(slots)
    held = {slot.number: slot.first for slot in slots}
    for number, correction in sorted(_corrections(slots)):
        first = held.get(correction.entry)
        if number in undone or (first is None and correction.observation is not None):
            continue
        if correction.observation is None:
            held.update(dict.fromkeys((correction.entry, *correction.also)))
        else:
            held[correction.entry] = as_corrected(first, correction.observation)
    begun = max((slot.number for slot in slots if slot.began and slot.number not in undone), default=0)
    out = {slot.number for slot in slots if slot.hanchan < begun < slot.number}  # said while it was undone
    return {number: None if number in undone or number in out else each for number, each in held.items()}


def takes_beginning(slots: Sequence[Slot], seen: Corrected) -> bool:
    """Return whether this correction would undo the beginning of the hanchan of these slots."""
    number = 1 + max(slot.number for slot in slots)
    held = corrected_by_number([*slots, Slot(number, None, (), amends=seen)])
    return seen.observation is None and held[slots[0].number] is None


def current_beginning(slots: Sequence[Slot]) -> int:
    """The number of the entry that begins the hanchan now being played."""
    return max(slot.number for slot in slots if slot.begins)


def _corrections(slots: Sequence[Slot]) -> list[tuple[int, Corrected]]:
    return [(slot.number, slot.amends) for slot in slots if isinstance(slot.amends, Corrected)]


def decode_unconfident(mapping: dict[str, Any]) -> Observation:
    """The observation that a judge corrects or inserts; no camera read it, so it carries no confidence.

    Raises:
        CodecError: it is no observation.
    """
    decoded = decode_observation(mapping)
    if isinstance(decoded, observations.TileDiscarded):
        return structs.replace(decoded, confidence_pm=None)
    return decoded


def as_corrected(held: Observation | None, right: dict[str, Any]) -> Observation:
    """The corrected observation of an entry, which keeps its time and its source.

    Raises:
        CodecError: it is no observation.
    """
    decoded = decode_unconfident(right)
    if held is None:
        return decoded
    return structs.replace(decoded, at_ms=held.at_ms, within_ms=held.within_ms, source=held.source)


def effective(
    entries: Iterable[tuple[Observation, tuple[Event, ...]]], first: int = 1
) -> Iterator[tuple[Observation | None, tuple[Event, ...]]]:
    """Yield the entries after all corrections, in the order of play; an undone one has no observation and no events.

    Args:
        entries: observations with the events decided from them.
        first: number of the first entry.
    """
    numbered = ((number, *entry) for number, entry in enumerate(entries, first))
    for hanchan in hanchans(numbered, lambda entry: (entry[0], entry[2])):
        yield from ((slot.observation, slot.events) for slot in slots_of(hanchan))


def hanchans(
    entries: Iterable[Each], number_and_events: Callable[[Each], tuple[int, Sequence[Event]]]
) -> Iterator[list[Each]]:
    """Yield the entries of each hanchan from its beginning on; a hanchan whose beginning was undone is part of another.

    Args:
        entries: those of a journal, in their order, from the beginning of a hanchan on.
        number_and_events: returns the number and the events of an entry.
    """
    group: list[Each] = []
    begun: list[int] = []
    for entry in entries:
        number, decided = number_and_events(entry)
        group.append(entry)
        for event in decided:
            if isinstance(event, events.HanchanStarted):
                begun.append(number)
            elif isinstance(event, Refolded) and event.hanchan is not None:
                begun = [*(each for each in begun if each < event.hanchan), event.hanchan]
            elif isinstance(event, events.HandStarted) and len(begun) > 1:
                # Once a hand was dealt, the beginning can no longer be undone.
                *over, group = _parted(group, begun, number_and_events)
                begun = begun[-1:]
                yield from over
    if group:
        yield from _parted(group, begun, number_and_events)


def _parted(
    group: Sequence[Each],
    begun: Sequence[int],
    number_and_events: Callable[[Each], tuple[int, Sequence[Event]]],
) -> list[list[Each]]:
    parts: list[list[Each]] = [[]]
    for entry in group:
        if number_and_events(entry)[0] in begun and parts[-1]:
            parts.append([])
        parts[-1].append(entry)
    return parts


def _starts(decided: Sequence[Event]) -> bool:
    return any(isinstance(event, events.HanchanStarted) for event in decided)


def last_action(slots: Sequence[Slot]) -> int | None:
    """The number of the newest entry that is an act at the table; None if there is none in this hanchan."""
    for slot in reversed(slots):
        if isinstance(slot.observation, ACTS) and slot.events:
            return slot.number
    return None
