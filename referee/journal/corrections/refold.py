"""Refolds: when an entry was misread, missed or undone, everything after it is decided again. No entry is edited.

A correction takes the state before the first entry that it changes, decides the later observations again and gives one
``Refolded``; history shows both. A finding that rested on a misreading falls, and new ones may appear. A ruling stays with
its finding: it falls with it and comes back with it. A correction is an entry like any other and can itself be undone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from referee.encoding.codec import CodecError, encode
from referee.encoding.snapshot import encode_state
from referee.folding.state import evolve
from referee.game import events, observations
from referee.game.events import Event, FoulFound
from referee.game.judge_events import Refolded, ResultSigned
from referee.game.judge_observations import Corrected, HandEntered, Inserted, SheetSigned
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.corrections.correctable import (
    CorrectionRefusedError,
    refuse_another_course,
    refuse_another_hanchan,
    refuse_fields,
    refuse_impossible_tiles,
    refuse_other_beginnings,
    refuse_too_late,
    refuse_undoing,
    right_of,
)
from referee.journal.corrections.slots import (
    ACTS,
    ON_FINDINGS,
    Slot,
    as_corrected,
    corrected_by_number,
    current_beginning,
    decode_unconfident,
    key_of,
    place_of,
)
from referee.journal.corrections.undecodable import explain_undecodable
from referee.judging.decide import advance
from referee.texts.refused import Refused

__all__ = ["CorrectionRefusedError", "refold"]

NEVER_MISSED = (observations.HandDealt, HandEntered)
"""Acts that cannot be inserted afterwards: what follows would then belong to another hand."""


def refold(slots: Sequence[Slot], seen: Corrected | Inserted) -> tuple[Refolded, GameState]:
    """The result of a correction, and the state after it.

    Args:
        slots: the hanchan so far, its beginning first.
        seen: the wrong entry with what it should have held (None undoes it), or an unseen act with the entry that it
            followed.

    Raises:
        CorrectionRefusedError: there is no such entry, it already says that, it is too late, or what would follow
            contradicts the game played since.
    """
    if not slots:
        raise CorrectionRefusedError(Refused.nothing_to_correct())
    number = 1 + max(slot.number for slot in slots)
    if isinstance(seen, Inserted):
        return _put_in(slots, seen, number)
    named = [_slot_of(slots, entry) for entry in (seen.entry, *seen.also)]
    if seen.observation is None:
        for slot in named:
            refuse_undoing(slots, slot)
        corrected = corrected_by_number([*slots, Slot(number, None, (), amends=seen)])
    else:
        corrected = corrected_by_number(slots)
        right = right_of(slots, named[0], seen)
        corrected[seen.entry] = as_corrected(corrected[seen.entry], encode(right))
    before = corrected_by_number(slots)
    changes = [place for place, slot in enumerate(slots) if corrected[slot.number] != before[slot.number]]
    first = min(changes, default=len(slots) - 1)
    if changes and first == 0:
        raise CorrectionRefusedError(Refused.first_hanchan(slots[0].number))
    hanchan = refuse_another_hanchan(slots, before, corrected)
    states = list(_states(slots))
    acts = [
        each for place in changes for each in (before[slots[place].number], corrected[slots[place].number])
    ]
    if hanchan is None:
        refuse_too_late(slots, states, first, acts, agreed=seen.agreed)
    if not changes:
        return _result(slots, [], states[-1], seen)
    rest = slots[first:]
    redone, state = _decided_again(rest, corrected, states[first - 1])
    refuse_other_beginnings(redone)
    refuse_another_course(rest, redone, acts)
    refuse_impossible_tiles(states[first - 1 :], list(_states([*slots[:first], *redone]))[first - 1 :])
    return _result(slots, redone, state, seen, hanchan=hanchan)


def _slot_of(slots: Sequence[Slot], entry: int) -> Slot:
    at = place_of(slots, entry)
    if at is None:
        raise CorrectionRefusedError(Refused.no_entry(entry))
    return slots[at]


def _put_in(slots: Sequence[Slot], seen: Inserted, number: int) -> tuple[Refolded, GameState]:
    at = place_of(slots, seen.after)
    if at is None:
        raise CorrectionRefusedError(Refused.no_entry_before(seen.after))
    act = _missed(slots, at, seen)
    states = list(_states(slots))
    refuse_too_late(slots, states, at, [act], agreed=seen.agreed)
    rest = [Slot(number, act, (), act), *slots[at + 1 :]]
    redone, state = _decided_again(rest, {**corrected_by_number(slots), number: act}, states[at])
    if not redone[0].events:
        raise CorrectionRefusedError(Refused.changes_nothing(seen.after, type(act).__name__))
    refuse_another_course(slots[at + 1 :], redone, [act])
    refuse_impossible_tiles(states[at:], list(_states([*slots[: at + 1], *redone]))[at:])
    return _result(slots, redone, state, seen, {"after": seen.after, **_encoded(redone[0])})


def _result(
    slots: Sequence[Slot],
    redone: Sequence[Slot],
    state: GameState,
    seen: Corrected | Inserted,
    inserted: dict[str, Any] | None = None,
    *,
    hanchan: int | None = None,
) -> tuple[Refolded, GameState]:
    *_, now = _states(slots)
    held = {slot.number: (slot.observation, slot.events) for slot in slots}
    withdrawn, made = _differences(now.findings, state.findings)
    if hanchan is not None:  # each of the two hanchans keeps its own findings
        earlier = hanchan < current_beginning(slots)
        withdrawn, made = (list(now.findings), []) if earlier else ([], list(state.findings))
    refolded = Refolded(
        first=seen.entry if isinstance(seen, Corrected) else 1 + max(held),
        changed=tuple(
            {"entry": slot.number, **_encoded(slot)}
            for slot in redone
            if slot.number in held and held[slot.number] != (slot.observation, slot.events)
        ),
        withdrawn=tuple(encode(found) for found in withdrawn),
        made=tuple(encode(found) for found in made),
        state=encode_state(state),
        judge=seen.judge,
        text=seen.text,
        inserted=inserted,
        hanchan=hanchan,
    )
    return refolded, evolve(now, refolded)


def _encoded(slot: Slot) -> dict[str, Any]:
    return {
        "observation": None if slot.observation is None else encode(slot.observation),
        "events": [encode(event) for event in slot.events],
    }


def _missed(slots: Sequence[Slot], at: int, seen: Inserted) -> Observation:
    """The unseen act, with a time between those of its neighbours."""
    try:
        act = decode_unconfident(seen.observation)
    except CodecError as error:
        raise CorrectionRefusedError(explain_undecodable(seen.observation, error)) from None
    if not isinstance(act, ACTS) or isinstance(act, NEVER_MISSED):
        raise CorrectionRefusedError(Refused.never_put_in(type(act).__name__))
    refuse_fields(act)
    earlier = [slot.observation.at_ms for slot in slots[: at + 1] if slot.observation is not None]
    later = [slot.observation.at_ms for slot in slots[at + 1 :] if slot.observation is not None]
    lower = max(earlier)
    upper = max(lower, min(later, default=seen.at_ms))
    at_ms = (lower + upper) // 2
    return structs.replace(
        act, at_ms=at_ms, within_ms=upper - at_ms, source=seen.source or f"judge:{seen.judge}"
    )


def _states(slots: Sequence[Slot]) -> Iterator[GameState]:
    """The state after each slot; the first begins the hanchan."""
    state: GameState | None = None
    for slot in slots:
        for event in slot.events:
            if state is None and not isinstance(event, events.HanchanStarted):
                continue  # the previous hanchan ends here
            state = evolve(state, event)
        assert state is not None
        yield state


def _decided_again(
    slots: Sequence[Slot], corrected: Mapping[int, Observation | None], before: GameState
) -> tuple[list[Slot], GameState]:
    """The slots, decided again from the state before the first of them, and the state after them."""
    state: GameState = before
    redone = []
    for slot in slots:
        seen = corrected[slot.number]
        if seen is not None and slot.about is not None and isinstance(seen, ON_FINDINGS):
            number = _number_of(slot, state.findings)
            seen = None if number is None else structs.replace(seen, finding=number)  # None: its finding fell
        if seen is None:
            redone.append(replace(slot, observation=None, events=()))
            continue
        decided, after = advance(state, seen)
        if isinstance(seen, SheetSigned):
            decided, after = _signed_as_before(slot, decided, state)
        assert after is not None
        state = after
        redone.append(replace(slot, observation=seen, events=decided))
    return redone, state


def _signed_as_before(
    slot: Slot, decided: tuple[Event, ...], before: GameState
) -> tuple[tuple[Event, ...], GameState]:
    """Keep a signature as it was signed, whatever a correction has made of the result since."""
    as_signed = next((event for event in slot.events if isinstance(event, ResultSigned)), None)
    kept = tuple(
        as_signed if as_signed is not None and isinstance(event, ResultSigned) else event for event in decided
    )
    state = before
    for event in kept:
        state = evolve(state, event)
    return kept, state


def _number_of(slot: Slot, findings: Sequence[FoulFound]) -> int | None:
    """The present number of the finding that a ruling or appeal is about."""
    return next((at for at in range(len(findings)) if key_of(findings, at) == slot.about), None)


def _differences(
    old: Sequence[FoulFound], new: Sequence[FoulFound]
) -> tuple[list[FoulFound], list[FoulFound]]:
    """The findings that fell and those that are new."""
    before = {key_of(old, number) for number in range(len(old))}
    after = {key_of(new, number) for number in range(len(new))}
    withdrawn = [found for number, found in enumerate(old) if key_of(old, number) not in after]
    made = [found for number, found in enumerate(new) if key_of(new, number) not in before]
    return withdrawn, made
