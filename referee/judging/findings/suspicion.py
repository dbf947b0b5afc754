"""Suspicions: acts that are fouls unless something is seen in time, or once something is seen later.

Suppose a hand is across the line while the next player draws. It may come back just before the draw or just after it; only
when it is back is that known. So a foul that is not certain yet is kept as a suspicion. It becomes a
finding, with the act as its first evidence, once it is certain despite the uncertainty of the observed times. The table in
``referee.rules.suspicions`` lists all kinds and what decides each; this module applies it.
"""

from collections.abc import Iterator
from typing import assert_never

from referee.game import events
from referee.game.observations import HandClosed, Observation
from referee.game.position import ACCEPTED, Claim, GameState
from referee.game.texts import seen_text
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import has_passed, later, passes_ms
from referee.rules.fouls import is_offence
from referee.rules.suspicions import BET_OWED, BY_NAME, RANK, Cue, End, Of, Suspicion, Verdict
from referee.texts.language import english
from referee.texts.message import Message


def offence(state: GameState, rule: str) -> bool:
    """Return whether the rulebooks in force call this wrong."""
    return is_offence(rule, state.ruleset.fouls, state.ruleset.sources)


def suspect(
    judging: Judging,
    kind: Suspicion,
    rule: str,
    seat: int,
    text: Message,
    *,
    of: int | None = None,
    act: str | None = None,
    until_ms: int | None = None,
) -> None:
    """Suspect an act of being a foul; do nothing if the rulebooks in force do not call it wrong.

    Args:
        judging: what is being judged.
        kind: what raises it, clears it and proves it.
        rule: name of the foul.
        seat: the offender.
        text: what was seen, for people.
        of: the seat whose act decides it, if not the offender's.
        act: source of the act, if it is not the observation itself.
        until_ms: time after which it is decided.
    """
    state, source = judging.state, judging.observation.source if act is None else act
    if not offence(state, rule):
        return
    if any(
        (each.rule, each.seat, each.act, each.awaits) == (rule, seat, source, kind.name)
        for each in state.suspects
    ):
        return
    raise_suspicion(judging, kind, rule, seat, text, of=of, act=source, until_ms=until_ms)


def raise_suspicion(
    judging: Judging,
    kind: Suspicion,
    rule: str,
    seat: int,
    text: Message,
    *,
    of: int | None = None,
    act: str | None = None,
    until_ms: int | None = None,
    claim: Claim | None = None,
) -> None:
    """Suspect an act whatever the rulebooks say of it; ``claim`` is the call in question, if it was made earlier."""
    seen = judging.observation
    when = seen if claim is None else claim
    judging.put(
        events.FoulSuspected(
            rule,
            seat,
            seen.source if act is None else act,
            english(text),
            kind.name,
            seat if of is None else of,
            when.at_ms,
            when.within_ms,
            until_ms,
            said=text,
        )
    )


def decided(
    judging: Judging, cue: Cue, seat: int, spared: int | None = None
) -> Iterator[events.FoulSuspected]:
    """The suspicions that a cue decides, each yielded once it has ended.

    Args:
        judging: what is being judged.
        cue: what has happened.
        seat: whose cue it is.
        spared: suspicions that await something from this seat stay undecided.
    """
    for each in sorted(judging.state.suspects, key=lambda each: RANK.get(each.awaits, len(RANK))):
        ends = _ends(each, cue)
        if ends is not None and each.of != spared and _is_whose(ends.of, each, seat):
            end_by_cue(judging, each, cue)
            yield each


def apply_cue(judging: Judging, cue: Cue, seat: int, spared: int | None = None) -> None:
    """Apply a cue: end the suspicions it decides, each with a finding or without."""
    if judging.state.suspects:
        for _ in decided(judging, cue, seat, spared):
            pass


def end_by_cue(judging: Judging, each: events.FoulSuspected, cue: Cue) -> None:
    """End a suspicion by a cue that decides it."""
    ends = _ends(each, cue)
    verdict = Verdict.CLEARED if ends is None else ends.verdict
    after = later(judging.state, each, judging.observation)
    end(judging, each, foul=verdict is Verdict.FOUND or (verdict is Verdict.FOUND_IF_LATER and after))
    if verdict is Verdict.FOUND_IN_IT:
        judging.foul(each.rule, each.seat, seen_text(each))


def awaited(state: GameState, seat: int, *kinds: Suspicion) -> list[events.FoulSuspected]:
    """A player's suspicions of these kinds, in the order in which they were raised."""
    names = {kind.name for kind in kinds}
    return [each for each in state.suspects if each.seat == seat and each.awaits in names]


def _ends(each: events.FoulSuspected, cue: Cue) -> End | None:
    kind = BY_NAME.get(each.awaits)
    return None if kind is None else kind.ends.get(cue)


def _is_whose(of: Of, each: events.FoulSuspected, seat: int) -> bool:
    match of:
        case Of.AWAITED:
            return each.of == seat
        case Of.OFFENDER:
            return each.seat == seat
        case Of.OTHERS:
            return each.of != seat
        case Of.ANYBODY:
            return True
        case _:
            assert_never(of)


def end(judging: Judging, each: events.FoulSuspected, *, foul: bool) -> None:
    """End a suspicion, with a finding or without."""
    judging.put(events.SuspicionEnded(each.rule, each.seat, each.act))
    if foul:
        judging.foul(each.rule, each.seat, seen_text(each), each.act)


def time_passes(judging: Judging, seen: Observation) -> None:
    """End the suspicions that time has decided; at the end of the hand, those that can no longer be cleared."""
    closed = isinstance(seen, HandClosed)
    for each in judging.state.suspects:
        if each.until_ms is None or not (closed or has_passed(judging.state, each, seen)):
            continue
        if not _outlasts_time(judging.state, each):
            end(judging, each, foul=_found_in_time(each))


def due_ms(state: GameState | None) -> int | None:
    """The earliest time at which time alone decides a suspicion; None if there is none."""
    if state is None:
        return None
    times = [passes_ms(state, each) for each in state.suspects if not _outlasts_time(state, each)]
    return min((each for each in times if each is not None), default=None)


def _found_in_time(each: events.FoulSuspected) -> bool:
    kind = BY_NAME.get(each.awaits)
    return kind is None or kind.deadline is None or kind.deadline.verdict is Verdict.FOUND


def _outlasts_time(state: GameState, each: events.FoulSuspected) -> bool:
    """Return whether later events decide it instead of time: a stick is owed only once the riichi stands."""
    return each.awaits == BET_OWED.name and state.seats[each.seat].riichi != ACCEPTED
