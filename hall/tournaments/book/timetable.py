"""The timetable of a tournament: the next session, and the new times after a hold."""

from collections.abc import Collection, Sequence

import msgspec

from hall.tournaments.book.entries import PlannedRound, TimetableResumed

MINUTE_S = 60


def next_round(rounds: Sequence[PlannedRound], begun: Collection[int]) -> PlannedRound | None:
    """Return the first round that has not begun."""
    return next((each for each in rounds if each.session not in begun), None)


def resumed(
    rounds: Sequence[PlannedRound], begun: Collection[int], entry: TimetableResumed
) -> tuple[PlannedRound, ...]:
    """Return the rounds after a hold; rounds on the next one's day that have not begun move with it."""
    coming = next_round(rounds, begun)
    if coming is None:
        return tuple(rounds)
    soonest = entry.at_s + MINUTE_S * (entry.minutes or 1)
    later_s = (max(coming.starts_s, soonest) if entry.minutes is None else soonest) - coming.starts_s
    return tuple(
        msgspec.structs.replace(each, starts_s=each.starts_s + later_s)
        if each.day == coming.day and each.session not in begun
        else each
        for each in rounds
    )
