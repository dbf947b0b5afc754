"""Corrections: an entry was misread, so what came after it is decided again. Nothing is edited; history shows both.

A correction takes the state before the corrected entry, decides the later observations again and gives one ``Refolded``.
Findings that stood on the misread fall, new ones appear; a ruling stays with its finding and falls with it. Corrected is
the hand that is played, and the one before it as long as the rulebook lets a score be corrected (WRC 6, SAI 45.14).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from referee import events, judge_observations, observations
from referee.codec import CodecError, decode_event, decode_observation, encode
from referee.decide import advance
from referee.judge_events import Refolded
from referee.position import IN_PLAY
from referee.snapshot import encode_state
from referee.state import evolve

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from referee.events import Event, FoulFound
    from referee.judge_observations import Corrected
    from referee.observations import Observation
    from referee.position import GameState

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


class CorrectionRefusedError(ValueError):
    """A correction makes no sense, or comes too late; the message says why."""


@dataclass(frozen=True, slots=True)
class Slot:
    """An entry as it counts after all corrections; ``observation`` None if it never was."""

    number: int
    observation: Observation | None
    events: tuple[Event, ...]


def slots_of(entries: Iterable[tuple[int, Observation, tuple[Event, ...]]]) -> list[Slot]:
    """What the entries of a hanchan come to, the corrections among them applied.

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
            at = change["entry"] - slots[0].number
            if 0 <= at < len(slots):
                right = change["observation"]
                slots[at] = Slot(
                    change["entry"],
                    None if right is None else decode_observation(right),
                    tuple(decode_event(event) for event in change["events"]),
                )
        slots.append(Slot(number, None, ()))
    return slots


def effective(
    entries: Iterable[tuple[Observation, tuple[Event, ...]]], first: int = 1
) -> Iterator[tuple[Observation | None, tuple[Event, ...]]]:
    """Entries as they count after all corrections, in their order; what never was has no observation and no events.

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


def refold(slots: Sequence[Slot], seen: Corrected) -> tuple[Refolded, GameState]:
    """What a correction comes to, and the state after it.

    Args:
        slots: the hanchan so far, its beginning first.
        seen: what was wrong with which entry.

    Raises:
        CorrectionRefusedError: there is no such entry, it says so already, it is too late, or the game has gone on in a
            way that what would follow cannot be.
    """
    at = seen.entry - slots[0].number if slots else -1
    if not 0 < at < len(slots):
        raise CorrectionRefusedError(f"there is no entry {seen.entry} in this hanchan to correct")
    slot, right = slots[at], _right(slots[at], seen)
    states = list(_states(slots))
    now = states[-1]
    _refuse_too_late(slots, states, at, agreed=seen.agreed)
    redone, state = _decided_again(slots, at, right, states[at - 1], now)
    _refuse_another_course(slots[at:], redone, now, state)
    changed = tuple(
        {
            "entry": after.number,
            "observation": None if after.observation is None else encode(after.observation),
            "events": [encode(event) for event in after.events],
        }
        for before, after in zip(slots[at:], redone, strict=True)
        if before != after
    )
    withdrawn, made = _differences(now.findings, state.findings)
    refolded = Refolded(
        first=slot.number,
        changed=changed,
        withdrawn=tuple(encode(found) for found in withdrawn),
        made=tuple(encode(found) for found in made),
        state=encode_state(state),
        judge=seen.judge,
        text=seen.text,
    )
    return refolded, evolve(now, refolded)


def _right(slot: Slot, seen: Corrected) -> Observation | None:
    held = slot.observation
    if held is None:
        raise CorrectionRefusedError(f"entry {slot.number} has been taken out")
    if seen.observation is None:
        if not isinstance(held, ACTS + RULED):
            raise CorrectionRefusedError(f"a {type(held).__name__} cannot be taken out")
        return None
    if not isinstance(held, ACTS):
        raise CorrectionRefusedError(f"a {type(held).__name__} is no reading of the table: rule anew")
    try:
        right = decode_observation(seen.observation)
    except CodecError as error:
        raise CorrectionRefusedError(str(error)) from None
    if type(right) is not type(held):
        raise CorrectionRefusedError(f"entry {slot.number} is a {type(held).__name__}")
    right = replace(right, at_ms=held.at_ms, within_ms=held.within_ms, source=held.source)
    if right == held:
        raise CorrectionRefusedError(f"entry {slot.number} says so already")
    if any(not 0 <= seat <= 3 for seat in (getattr(right, "seat", 0), getattr(right, "source_seat", 0) or 0)):
        raise CorrectionRefusedError("seats are 0 to 3")
    return right


def _states(slots: Sequence[Slot]) -> Iterator[GameState]:
    """The state after each slot; the first begins the hanchan."""
    state: GameState | None = None
    for slot in slots:
        for event in slot.events:
            if state is None and not isinstance(event, events.HanchanStarted):
                continue  # the end of a hanchan before this one
            state = evolve(state, event)
        assert state is not None
        yield state


def _refuse_too_late(slots: Sequence[Slot], states: Sequence[GameState], at: int, *, agreed: bool) -> None:
    """Refuse what is no longer corrected: any hand but this one and, for a while, the one before."""
    now, then = states[-1], states[at]
    behind = now.hands - then.hands
    if behind == 0 and now.phase in {"dealing", "playing", "closing"}:
        return
    if behind > 1:
        raise CorrectionRefusedError("another hand has been played since: adjust the points instead")
    until = now.ruleset.flow.correction_until
    if until == "next_first_discard":
        if behind and _dealer_has_discarded(slots, at, now):
            raise CorrectionRefusedError("the dealer has discarded in the next hand (SAI 45.14)")
        if not agreed and isinstance(slots[at].observation, ACTS):
            raise CorrectionRefusedError("after the hand this needs everyone's agreement (SAI 45.14)")
    elif behind and not agreed and isinstance(slots[at].observation, ACTS):
        raise CorrectionRefusedError("the hand is no longer intact: all players must agree (WRC 6)")


def _dealer_has_discarded(slots: Sequence[Slot], at: int, now: GameState) -> bool:
    since: list[Event] = []
    for slot in slots[at:]:
        for event in slot.events:
            if isinstance(event, events.HandStarted):
                since = []
            since.append(event)
    return any(isinstance(event, events.TileDiscarded) and event.seat == now.dealer for event in since)


def _decided_again(
    slots: Sequence[Slot], at: int, right: Observation | None, before: GameState, now: GameState
) -> tuple[list[Slot], GameState]:
    """The slots from the corrected one on, decided anew, and the state after them."""
    state: GameState = before
    redone = []
    for slot in slots[at:]:
        observation = right if slot.number == slots[at].number else slot.observation
        if observation is None:
            redone.append(Slot(slot.number, None, ()))
            continue
        moved = _renumbered(observation, now.findings, state.findings)
        if moved is None:
            redone.append(Slot(slot.number, None, ()))  # its finding fell
            continue
        decided, after = advance(state, moved)
        assert after is not None
        state = after
        redone.append(Slot(slot.number, moved, decided))
    return redone, state


def _renumbered(
    observation: Observation, old: Sequence[FoulFound], new: Sequence[FoulFound]
) -> Observation | None:
    """The same ruling or appeal on the number that its finding has now; None if the finding fell."""
    if not isinstance(observation, observations.RulingGiven | judge_observations.AppealNoted):
        return observation
    if observation.finding is None or not 0 <= observation.finding < len(old):
        return observation
    wanted = _key(old, observation.finding)
    for number in range(len(new)):
        if _key(new, number) == wanted:
            return replace(observation, finding=number)
    return None


def _key(findings: Sequence[FoulFound], number: int) -> tuple[str, int, tuple[str, ...], int]:
    """What a finding is known by: rule, seat, act, and the how manieth of that kind it is."""
    found = findings[number]
    name = (found.rule, found.seat, found.evidence[:1])
    same = sum((each.rule, each.seat, each.evidence[:1]) == name for each in findings[:number])
    return (*name, same)


def _differences(
    old: Sequence[FoulFound], new: Sequence[FoulFound]
) -> tuple[list[FoulFound], list[FoulFound]]:
    """The findings that fell and those that are new."""
    before = {_key(old, number) for number in range(len(old))}
    after = {_key(new, number) for number in range(len(new))}
    withdrawn = [found for number, found in enumerate(old) if _key(old, number) not in after]
    made = [found for number, found in enumerate(new) if _key(new, number) not in before]
    return withdrawn, made


def _refuse_another_course(
    before: Sequence[Slot], after: Sequence[Slot], now: GameState, state: GameState
) -> None:
    """Refuse what would let the hands that were dealt since be other hands."""
    dealt, again = _hands(before), _hands(after)
    if len(dealt) > len(again) or (len(dealt) == len(again) and dealt != again):
        raise CorrectionRefusedError(
            "the next hand has been dealt, which would not follow then: make it void first, or adjust the points"
        )
    if now.phase in {*IN_PLAY, "closing"} and state.phase == "ended":
        raise CorrectionRefusedError("the hanchan would be over, but the next hand is played: void it first")


def _hands(slots: Sequence[Slot]) -> list[int]:
    return [event.round for slot in slots for event in slot.events if isinstance(event, events.HandStarted)]
