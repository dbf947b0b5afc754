"""Corrections: an entry was misread or missed, so what came after it is decided again. Nothing is edited; history shows both.

A correction takes the state before the entry, decides the later observations again and gives one ``Refolded``. Findings
that stood on the misread fall, new ones appear; a ruling stays with its finding and falls with it. Corrected is the hand
that is played, and the one before it as long as the rulebook lets a score be corrected (WRC 6, SAI 45.14).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from referee import events, judge_observations, observations
from referee.codec import CodecError, decode_observation, encode
from referee.decide import advance
from referee.judge_events import Refolded
from referee.judge_observations import Inserted
from referee.position import IN_PLAY
from referee.slots import ACTS, RULED, Slot, place_of
from referee.snapshot import encode_state
from referee.state import evolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.events import Event, FoulFound
    from referee.judge_observations import Corrected
    from referee.observations import Observation
    from referee.position import GameState

NEVER_MISSED: Final = (observations.HandDealt, judge_observations.HandEntered)
"""Acts that cannot be put in afterwards: what follows them would be another hand."""


class CorrectionRefusedError(ValueError):
    """A correction makes no sense, or comes too late; the message says why."""


def refold(slots: Sequence[Slot], seen: Corrected | Inserted) -> tuple[Refolded, GameState]:
    """What a correction comes to, and the state after it.

    Args:
        slots: the hanchan so far, its beginning first.
        seen: what was wrong with which entry, or what happened after which entry and was not seen.

    Raises:
        CorrectionRefusedError: there is no such entry, it says so already, it is too late, or the game has gone on in a
            way that what would follow cannot be.
    """
    number = seen.after if isinstance(seen, Inserted) else seen.entry
    at = place_of(slots, number)
    if at is None or (at == 0 and not isinstance(seen, Inserted)):
        raise CorrectionRefusedError(f"there is no entry {number} in this hanchan to correct")
    states = list(_states(slots))
    now = states[-1]
    if isinstance(seen, Inserted):
        put = Slot(1 + max(slot.number for slot in slots), _missed(slots, at, seen), ())
        act, first, before = put.observation, put.number, states[at]
        rest = [put, *slots[at + 1 :]]
    else:
        act, first, before = slots[at].observation, slots[at].number, states[at - 1]
        rest = [replace(slots[at], observation=_right(slots[at], seen)), *slots[at + 1 :]]
    _refuse_too_late(slots, states, at, act, agreed=seen.agreed)
    redone, state = _decided_again(rest, before, now)
    inserted = None
    if isinstance(seen, Inserted):
        if not redone[0].events:
            raise CorrectionRefusedError(f"a {type(act).__name__} after entry {number} would change nothing")
        inserted = {"after": number, **_encoded(redone[0])}
    _refuse_another_course(slots[at:], redone if inserted is None else (slots[at], *redone), now, state)
    held = {slot.number: slot for slot in slots}
    withdrawn, made = _differences(now.findings, state.findings)
    refolded = Refolded(
        first=first,
        changed=tuple(
            {"entry": after.number, **_encoded(after)}
            for after in redone
            if after.number in held and held[after.number] != after
        ),
        withdrawn=tuple(encode(found) for found in withdrawn),
        made=tuple(encode(found) for found in made),
        state=encode_state(state),
        judge=seen.judge,
        text=seen.text,
        inserted=inserted,
    )
    return refolded, evolve(now, refolded)


def _encoded(slot: Slot) -> dict[str, Any]:
    return {
        "observation": None if slot.observation is None else encode(slot.observation),
        "events": [encode(event) for event in slot.events],
    }


def _missed(slots: Sequence[Slot], at: int, seen: Inserted) -> Observation:
    """The act that was not seen, at a time between its neighbours'."""
    try:
        act = decode_observation(seen.observation)
    except CodecError as error:
        raise CorrectionRefusedError(str(error)) from None
    if not isinstance(act, ACTS) or isinstance(act, NEVER_MISSED):
        raise CorrectionRefusedError(f"a {type(act).__name__} cannot be put in")
    _refuse_seats(act)
    earlier = [slot.observation.at_ms for slot in slots[: at + 1] if slot.observation is not None]
    later = [slot.observation.at_ms for slot in slots[at + 1 :] if slot.observation is not None]
    lower = max(earlier)
    upper = max(lower, min(later, default=seen.at_ms))
    at_ms = (lower + upper) // 2
    return replace(act, at_ms=at_ms, within_ms=upper - at_ms, source=seen.source or f"judge:{seen.judge}")


def _refuse_seats(act: Observation) -> None:
    if any(not 0 <= seat <= 3 for seat in (getattr(act, "seat", 0), getattr(act, "source_seat", 0) or 0)):
        raise CorrectionRefusedError("seats are 0 to 3")


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
    _refuse_seats(right)
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


def _refuse_too_late(
    slots: Sequence[Slot], states: Sequence[GameState], at: int, act: Observation | None, *, agreed: bool
) -> None:
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
        if not agreed and isinstance(act, ACTS):
            raise CorrectionRefusedError("after the hand this needs everyone's agreement (SAI 45.14)")
    elif behind and not agreed and isinstance(act, ACTS):
        raise CorrectionRefusedError("the hand is no longer intact: all players must agree (WRC 6)")


def _dealer_has_discarded(slots: Sequence[Slot], at: int, now: GameState) -> bool:
    since: list[Event] = []
    for slot in slots[at:]:
        for event in slot.events:
            if isinstance(event, events.HandStarted):
                since = []
            since.append(event)
    return any(isinstance(event, events.TileDiscarded) and event.seat == now.dealer for event in since)


def _decided_again(slots: Sequence[Slot], before: GameState, now: GameState) -> tuple[list[Slot], GameState]:
    """The slots decided anew from the state before the first of them, and the state after them."""
    state: GameState = before
    redone = []
    for slot in slots:
        if slot.observation is None:
            redone.append(Slot(slot.number, None, ()))
            continue
        moved = _renumbered(slot.observation, now.findings, state.findings)
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
