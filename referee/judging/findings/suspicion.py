"""Acts that are fouls unless something is seen in time, or once something is seen later.

A hand that is across the line while the next player draws may come back a moment before or after: which of them it was
shows only when it is back. So a foul that is not certain yet is kept as a suspicion and becomes a finding, with the act as
its first evidence, when it holds throughout the sharpness of what was observed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.game import events
from referee.game.events import ITS_HAND, ITS_TILES
from referee.game.observations import HandClosed
from referee.game.position import ACCEPTED
from referee.game.said import said_of
from referee.rules.fouls import is_offence
from referee.texts.language import english

FOUND: Final = frozenset({ITS_HAND, ITS_TILES})

if TYPE_CHECKING:
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.judging.findings.judging import Judging
    from referee.texts.message import Message


def earliest(seen: Observation) -> int:
    """The earliest time at which it can have happened."""
    return seen.at_ms - seen.within_ms


def latest(seen: Observation | events.FoulSuspected) -> int:
    """The latest time at which it can have happened."""
    return seen.at_ms + seen.within_ms


def offence(state: GameState, rule: str) -> bool:
    """Whether the rulebooks in force know this as something wrong."""
    return is_offence(rule, state.ruleset.fouls, state.ruleset.sources)


def suspect(
    judging: Judging,
    rule: str,
    seat: int,
    text: Message,
    awaits: tuple[str, int],
    *,
    act: str | None = None,
    until_ms: int | None = None,
) -> None:
    """Keep an act in mind as a foul that is not certain yet; nothing if the rulebooks in force do not mind it.

    Args:
        judging: what is being judged.
        rule: name of the foul.
        seat: the offender.
        text: what was seen, for people.
        awaits: what decides it, and whose, as in ``events.FoulSuspected``.
        act: source of the act, if it is not the observation itself.
        until_ms: time after which it is certain.
    """
    state, seen = judging.state, judging.observation
    if not offence(state, rule):
        return
    source = seen.source if act is None else act
    if any(
        (each.rule, each.seat, each.act, each.awaits) == (rule, seat, source, awaits[0])
        for each in state.suspects
    ):
        return
    of, at_ms, within_ms = awaits, seen.at_ms, seen.within_ms
    judging.put(
        events.FoulSuspected(rule, seat, source, english(text), *of, at_ms, within_ms, until_ms, said=text)
    )


def decide_on(judging: Judging, awaits: str, of: int, *, foul: bool | None = None) -> None:
    """What was awaited has come: a finding of each act that certainly was before it, or of all or none.

    Args:
        judging: what is being judged.
        awaits: what has come.
        of: whose.
        foul: True if it proves the foul whenever it was, False if it clears the player.
    """
    for each in judging.state.suspects:
        if (each.awaits, each.of) == (awaits, of):
            proven = earliest(judging.observation) > latest(each) if foul is None else foul
            end(judging, each, foul=proven)


def end(judging: Judging, each: events.FoulSuspected, *, foul: bool) -> None:
    """A suspicion is over, with a finding or without."""
    judging.put(events.SuspicionEnded(each.rule, each.seat, each.act))
    if foul:
        judging.foul(each.rule, each.seat, said_of(each), each.act)


def time_passes(judging: Judging, seen: Observation) -> None:
    """What only time had to prove is certain now; at the end of the hand what was not made good never will be."""
    closed = isinstance(seen, HandClosed)
    for each in judging.state.suspects:
        if each.until_ms is None or not (closed or earliest(seen) > each.until_ms):
            continue
        if not _outlasts_time(judging.state, each):
            end(judging, each, foul=each.awaits not in FOUND)


def due_ms(state: GameState | None) -> int | None:
    """The earliest time at which time alone proves something; None if it will prove nothing."""
    suspects = () if state is None else state.suspects
    return min(
        (
            each.until_ms + 1
            for each in suspects
            if state is not None and each.until_ms is not None and not _outlasts_time(state, each)
        ),
        default=None,
    )


def _outlasts_time(state: GameState, each: events.FoulSuspected) -> bool:
    """Whether it is decided by what follows: a stick is owed only once the riichi stands."""
    return each.rule == "bet_not_placed" and state.seats[each.seat].riichi != ACCEPTED
