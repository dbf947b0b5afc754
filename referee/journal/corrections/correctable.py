"""Limits to correcting and undoing entries.

An act at the table can be corrected during its hand, and afterwards as long as the rulebook lets a score be corrected
(WRC 6, SAI 45.14). A judge's words can always be undone, unless the hands dealt since would then be different hands.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.encoding.codec import CodecError, decode_observation, encode
from referee.folding.copies import excess
from referee.game import events, observations
from referee.game.events import Event
from referee.game.judge_observations import Corrected, HandEntered, Inserted
from referee.game.observations import Observation
from referee.game.position import IN_HAND, GameState
from referee.journal.corrections.slots import (
    ACTS,
    ORDERED,
    Slot,
    as_corrected,
    corrected_by_number,
    current_beginning,
    undone_by,
)
from referee.journal.corrections.undecodable import explain_undecodable
from referee.texts.language import WordedError
from referee.texts.refused import Refused
from referee.tiles import UNKNOWN

PLAY: Final = (events.TileDrawn, events.TileDiscarded, events.MeldMade)
DEALS: Final = (observations.HandDealt, HandEntered)
"""Observations that can begin the first hand of a hanchan."""
FACE_UP: Final = (observations.TileDiscarded, observations.IndicatorSeen)


class CorrectionRefusedError(WordedError, ValueError):
    """A correction makes no sense, or comes too late."""


def refuse_fields(act: Observation) -> None:
    """Refuse seats that do not exist, and a face-up tile whose face is not given."""
    if any(not 0 <= seat <= 3 for seat in (getattr(act, "seat", 0), getattr(act, "source_seat", 0) or 0)):
        raise CorrectionRefusedError(Refused.seats())
    if isinstance(act, FACE_UP) and act.tile == UNKNOWN:
        raise CorrectionRefusedError(Refused.lies_face_up(type(act).__name__))


def refuse_undoing(slots: Sequence[Slot], slot: Slot) -> None:
    """Refuse to undo an entry that cannot be undone, or that already was."""
    number, held = slot.number, corrected_by_number(slots)[slot.number]
    by = undone_by(slots).get(number)
    if by is not None:
        raise CorrectionRefusedError(Refused.taken_out(number, by))
    if slot.hanchan != current_beginning(slots) != number:
        raise CorrectionRefusedError(Refused.of_other_hanchan(number))
    if slot.amends is not None and not isinstance(slot.amends, Inserted):
        return
    if held is None or not isinstance(held, ACTS + ORDERED):
        what = None if held is None else type(held).__name__
        raise CorrectionRefusedError(Refused.stays_in(number, what))


def refuse_another_hanchan(
    slots: Sequence[Slot],
    before: Mapping[int, Observation | None],
    corrected: Mapping[int, Observation | None],
) -> int | None:
    """Refuse to undo the beginning of a hanchan, or to restore it, once play has followed.

    Args:
        slots: the corrected entries.
        before: what each entry says now.
        corrected: what each would say after the correction.

    Returns:
        The number of the entry that begins the hanchan which would then be played; None if that does not change.
    """
    begun = [slot.number for slot in slots if slot.began]
    turned = [number for number in begun if (before[number] is None) is not (corrected[number] is None)]
    for number in turned:
        if corrected[number] is None:
            _refuse_if_dealt(slots, number)
        else:
            _refuse_if_gone_on(slots, number)
    return max(number for number in begun if corrected[number] is not None) if turned else None


def refuse_other_beginnings(redone: Sequence[Slot]) -> None:
    """Refuse a correction that would, as a side effect, begin another hanchan or remove the beginning of one."""
    if any(slot.begins is not (slot.began and slot.observation is not None) for slot in redone):
        raise CorrectionRefusedError(Refused.other_beginning())


def _refuse_if_dealt(slots: Sequence[Slot], begun: int) -> None:
    for slot in slots:
        if slot.number > begun <= slot.hanchan and isinstance(slot.first, DEALS):
            raise CorrectionRefusedError(Refused.dealt_in_new(begun, slot.number))


def _refuse_if_gone_on(slots: Sequence[Slot], begun: int) -> None:
    """Refuse if the previous hanchan has gone on, since what was decided in it would belong to no hanchan."""
    undone = undone_by(slots)
    for slot in slots:
        amends = slot.amends
        earlier = isinstance(amends, Corrected) and amends.entry < begun and slot.number not in undone
        if slot.number > undone[begun] and slot.hanchan < begun and (slot.events or earlier):
            raise CorrectionRefusedError(Refused.gone_on_since(undone[begun], slot.number))


def right_of(slots: Sequence[Slot], slot: Slot, seen: Corrected) -> Observation:
    """Return the observation that an entry should have held.

    Raises:
        CorrectionRefusedError: the entry cannot be rewritten like that.
    """
    number, held = slot.number, corrected_by_number(slots)[slot.number]
    by = undone_by(slots).get(number)
    if by is not None:
        raise CorrectionRefusedError(Refused.taken_out(number, by))
    if held is None:
        raise CorrectionRefusedError(Refused.is_correction(number))
    if not isinstance(held, ACTS):
        raise CorrectionRefusedError(Refused.is_no_reading(number, type(held).__name__))
    try:
        right = decode_observation(seen.observation or {})
    except CodecError as error:
        raise CorrectionRefusedError(explain_undecodable(seen.observation or {}, error)) from None
    if type(right) is not type(held):
        kinds = type(held).__name__, type(right).__name__
        raise CorrectionRefusedError(Refused.is_another_kind(number, *kinds))
    right = as_corrected(held, encode(right))
    if right == held:
        raise CorrectionRefusedError(Refused.says_so_already(number))
    refuse_fields(right)
    return right


def refuse_too_late(
    slots: Sequence[Slot],
    states: Sequence[GameState],
    at: int,
    acts: Sequence[Observation | None],
    *,
    agreed: bool,
) -> None:
    """Refuse to correct an act at the table that is older than this hand or, for a while, the hand before."""
    now, then = states[-1], states[at]
    behind = now.hands - then.hands
    if not any(isinstance(act, ACTS) for act in acts):
        return  # a judge's words can be undone at any time
    if behind == 0 and now.phase in IN_HAND:
        return
    if behind > 1:
        raise CorrectionRefusedError(Refused.hand_played_since())
    until = now.ruleset.flow.correction_until
    if until == "next_first_discard":
        if behind and _dealer_has_discarded(slots, at, now):
            raise CorrectionRefusedError(Refused.dealer_discarded())
        if not agreed:
            raise CorrectionRefusedError(Refused.all_must_agree_after())
    elif behind and not agreed:
        raise CorrectionRefusedError(Refused.all_must_agree())


def _dealer_has_discarded(slots: Sequence[Slot], at: int, now: GameState) -> bool:
    since: list[Event] = []
    for slot in slots[at:]:
        for event in slot.events:
            if isinstance(event, events.HandStarted):
                since = []
            since.append(event)
    return any(isinstance(event, events.TileDiscarded) and event.seat == now.dealer for event in since)


def refuse_another_course(
    before: Sequence[Slot], after: Sequence[Slot], acts: Sequence[Observation | None]
) -> None:
    """Refuse a correction that would turn the hands dealt since into other hands, or leave them undealt.

    A hand that a judge entered by mistake is an exception: it was never dealt. Without it the later hands are renamed, and
    the new names are right.
    """
    undone = {
        slot.number
        for slot, then in zip(before, after[len(after) - len(before) :], strict=True)
        if (isinstance(slot.observation, observations.HandDealt) and slot.observation in acts)
        or (isinstance(then.observation, observations.HandDealt) and then.observation in acts)
    }
    if undone and any(isinstance(event, PLAY) for slot in (*before, *after) for event in slot.events):
        raise CorrectionRefusedError(Refused.played_since_deal())
    dealt = _dealt([slot for slot in before if slot.number not in undone])
    again = _dealt([slot for slot in after if slot.number not in undone])
    others = len(dealt) == len(again) and dealt != again
    if len(dealt) > len(again) or (others and any(_seen_at_table(act) for act in acts)):
        raise CorrectionRefusedError(Refused.dealt_since())


def _seen_at_table(act: Observation | None) -> bool:
    return isinstance(act, ACTS) and not isinstance(act, HandEntered)


def _dealt(slots: Sequence[Slot]) -> list[int]:
    """The rounds of the hands that were dealt at the table."""
    return [
        event.round
        for slot in slots
        if isinstance(slot.observation, observations.HandDealt)
        for event in slot.events
        if isinstance(event, events.HandStarted)
    ]


def refuse_impossible_tiles(before: Sequence[GameState], after: Sequence[GameState]) -> None:
    """Refuse more copies of a tile than the set has (136 tiles, four of a kind; MJ 1.3), unless there were as many before."""
    held = _most(before)
    for tile, (many, there_are) in sorted(_most(after).items()):
        if many > held.get(tile, (0, 0))[0]:
            if there_are:
                raise CorrectionRefusedError(Refused.too_many_tiles(many, tile, there_are))
            raise CorrectionRefusedError(Refused.no_such_tiles(many, tile))


def _most(states: Sequence[GameState]) -> dict[int, tuple[int, int]]:
    """The tiles that were seen too often, each with the most that were seen in a hand and the number in the set."""
    most: dict[int, tuple[int, int]] = {}
    last_of_hand = {state.hands: state for state in states}
    for state in last_of_hand.values():
        for tile, (many, there_are) in excess(state).items():
            if many > most.get(tile, (0, 0))[0]:
                most[tile] = many, there_are
    return most
