"""Playing time: table time less the pauses in which no time counts against anybody.

While play is stopped or paused, a judge is at the table, the machine is held, the camera sees nothing or the program is away,
nobody is to blame for a delay. Every rule that asks how long something took, or what was certainly later, measures it here
and only here.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol, TypeAlias

from referee.game.events import FoulSuspected
from referee.game.judge_events import TimeStood
from referee.game.observations import Observation, Pausing, TableHindered
from referee.game.position import IN_HAND, GameState
from referee.judging.findings.judging import Judging

Causes: TypeAlias = frozenset[str]
NONE: Final[Causes] = frozenset()
OF_STOPS: Final[Causes] = frozenset({"stop"})
HEARD: Final = OF_STOPS | {"judge", "machine"}
"""Causes of a pause in which the players still hear a stop that somebody calls."""


class Timed(Protocol):
    """Anything with a time and a sharpness."""

    @property
    def at_ms(self) -> int: ...

    @property
    def within_ms(self) -> int:
        """The time by which it may have been earlier or later."""


class Instant(NamedTuple):
    """A time and its sharpness."""

    at_ms: int
    within_ms: int


def earliest(seen: Timed) -> int:
    """The earliest time at which an act can have happened."""
    return seen.at_ms - seen.within_ms


def latest(seen: Timed) -> int:
    """The latest time at which an act can have happened."""
    return seen.at_ms + seen.within_ms


def clock_ms(state: GameState, at_ms: int, without: Causes = NONE) -> int:
    """The playing time at a table time; it also runs in pauses of these causes."""
    return at_ms - sum(
        at_ms - since if until is None or at_ms < until else until - since
        for since, until in _pauses(state, without)
        if since < at_ms
    )


def soonest_ms(state: GameState, seen: Timed) -> int:
    """The earliest playing time of an act; a pause makes it no sharper."""
    return clock_ms(state, seen.at_ms) - seen.within_ms


def latest_ms(state: GameState, seen: Timed) -> int:
    """The latest playing time of an act."""
    return clock_ms(state, seen.at_ms) + seen.within_ms


def between_ms(state: GameState, first: Timed, then: Timed) -> int:
    """The least playing time from one act to another: zero or less unless the other was certainly later."""
    return soonest_ms(state, then) - latest_ms(state, first)


def since_stop_ms(state: GameState, stopped_ms: int, then: Timed, *, heard: bool) -> int:
    """The least time from a stop to an act, less the pauses in which nobody could have noticed that play is stopped.

    ``heard`` if people stopped it: everybody hears that, whatever the machine does.
    """
    without = HEARD if heard else OF_STOPS
    began = clock_ms(state, then.at_ms, without) - then.within_ms
    before = sum(
        until - since for since, until in _pauses(state, without) if until is not None and until <= stopped_ms
    )
    return began - (stopped_ms - before)


def later(state: GameState, first: Timed, then: Timed) -> bool:
    """Return whether an act was certainly later than another.

    Acts on either side of a pause are as far apart as if there had been none. But a player who plays on in a pause does one
    thing after the other.
    """
    if earliest(then) <= latest(first):
        return False
    return between_ms(state, first, then) > 0 or _in_one_pause(state, first, then)


def apart_ms(state: GameState, first: Timed, then: Timed) -> int:
    """Return by how much an act followed another, by the middles of their times, where only their order matters.

    In playing time, so that a pause between them counts for nothing; in table time if play went on in one pause.
    """
    if _in_one_pause(state, first, then):
        return then.at_ms - first.at_ms
    return clock_ms(state, then.at_ms) - clock_ms(state, first.at_ms)


def _in_one_pause(state: GameState, one: Timed, other: Timed) -> bool:
    first, last = sorted((one.at_ms, other.at_ms))
    return any(since <= first and (until is None or last < until) for since, until in _pauses(state))


def newest_draw(state: GameState) -> Timed:
    """The time of the newest draw or meld."""
    return Instant(state.draw_at_ms, state.draw_within_ms)


def has_passed(state: GameState, each: FoulSuspected, seen: Observation) -> bool:
    """Return whether the time of a suspicion was certainly over when something was seen."""
    if each.until_ms is None:
        return False
    limit = each.until_ms - latest(each)
    return between_ms(state, each, seen) > limit if limit else later(state, each, seen)


def passes_ms(state: GameState, each: FoulSuspected) -> int | None:
    """The first table time at which a suspicion has run out of time; None if it has no limit, or while time stands still."""
    if each.until_ms is None:
        return None
    at_ms = latest_ms(state, each) + each.until_ms - latest(each) + 1
    for since, until in _pauses(state):
        if since < at_ms:
            if until is None:
                return None
            at_ms += until - since
    return at_ms


def stands_still(state: GameState) -> bool:
    """Return whether no time counts now."""
    stopped = _stopped(state) is not None or _attended(state) is not None
    return stopped or any(each.until_ms is None for each in state.desk.pauses)


def _pauses(state: GameState, without: Causes = NONE) -> Iterator[tuple[int, int | None]]:
    """The pauses in order, without those of some causes; those that overlap as one."""
    since_ms: int | None = None
    until_ms: int | None = None
    for each in sorted(state.desk.pauses, key=lambda each: each.since_ms):
        if each.cause in without:
            continue
        if since_ms is not None and (until_ms is None or each.since_ms <= until_ms):
            if until_ms is not None:
                until_ms = None if each.until_ms is None else max(until_ms, each.until_ms)
            continue
        if since_ms is not None:
            yield since_ms, until_ms
        since_ms, until_ms = each.since_ms, each.until_ms
    if since_ms is not None:
        yield since_ms, until_ms


def table_hindered(judging: Judging, seen: TableHindered) -> None:
    """The table itself keeps people from playing, or does so no longer."""
    state = judging.state_or_none
    if state is None or state.phase == "ended":
        return
    begun = _begun(state, seen.cause)
    if seen.until_ms is None and begun is None:
        judging.put(TimeStood(seen.cause, seen.since_ms))
    elif seen.until_ms is not None:
        since_ms = seen.since_ms if begun is None else begun
        judging.put(TimeStood(seen.cause, since_ms, max(since_ms, seen.until_ms)))


def note_stops(judging: Judging, *, before: bool = False) -> None:
    """Note that people hold play up, or no longer do; ``before`` an observation, note what an older program left out."""
    seen = judging.observation
    for cause, held in HELD.items():
        state = judging.state_or_none
        if state is None or state.knowledge.final:
            return
        begun, since_ms = _begun(state, cause), held(state)
        if since_ms is None:
            if begun is not None and not before:
                judging.put(TimeStood(cause, begun, max(begun, latest(seen))))
        elif begun is None and state.phase in IN_HAND:
            judging.put(TimeStood(cause, min(since_ms, earliest(seen))))


def _begun(state: GameState, cause: str) -> int | None:
    """The time since which such a pause lasts; None if none does."""
    return next(
        (each.since_ms for each in state.desk.pauses if (each.cause, each.until_ms) == (cause, None)), None
    )


def _stopped(state: GameState) -> int | None:
    """The latest time at which play was stopped or the judge called; None if neither, zero if an old journal lacks it."""
    desk = state.desk
    if state.summoned is not None:
        return state.summoned_ms
    return None if not desk.stopped else desk.stopped_ms or 0


def _attended(state: GameState) -> int | None:
    """The time at which a judge came to the table or the hanchan's clock was stopped; None and zero as above."""
    desk = state.desk
    if desk.clock_paused_at_ms is not None:
        return desk.clock_paused_at_ms
    return None if not desk.attendant else desk.attended_ms or 0


HELD: Final[Mapping[Pausing, Callable[[GameState], int | None]]] = {"stop": _stopped, "judge": _attended}
"""The functions that say since when people hold play up, by what they do."""
