"""Follows a recorded hand through illegal acts: one finding for each, none for its mere consequences.

A record goes on after an illegal act, and the rest of it shows what became of the act: it stands, was taken back, or is
recorded wrongly. ``referee.records.amends`` lists the ways in which the hand can have gone on. This module chooses the one
after which the rest of the record breaks the fewest rules and agrees with the referee the most.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from referee.folding.state import evolve
from referee.game.events import Event, FoulFound
from referee.game.observations import Observation, TileDiscarded, TileDrawn
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.records.amends import Amends, amends


class FollowedHand:
    """The events of a hand, and the state after it.

    Attributes:
        state: after the events.
        events: all of them, in order.
        foul_at: number of the first observation that gave a finding, None if there is none.
        before: the state before that observation; ``made_before``: the number of events before it.
        fouls: the number of findings.
    """

    def __init__(self, state: GameState | None, events: list[Event] | None = None) -> None:
        self.state = state
        self.events: list[Event] = [] if events is None else events
        self.foul_at: int | None = None
        self.before: GameState | None = None
        self.made_before = 0
        self.fouls = 0


def follow(
    state: GameState | None, acts: Sequence[Observation], doubts: Callable[[FollowedHand], int]
) -> FollowedHand:
    """Return the course of a hand.

    Args:
        state: before the hand.
        acts: all observations of the hand.
        doubts: counts the contradictions between a course and what the record itself states.
    """
    course = _run(state, acts)
    events: list[Event] = []
    while course.foul_at is not None:
        act, rest = acts[course.foul_at], _undrawn(acts[course.foul_at + 1 :])
        events += course.events[: course.made_before]
        made, following = _best(course, act, rest, doubts, events)
        events += made
        acts, course = rest, following
    return FollowedHand(course.state, events + course.events)


def _undrawn(acts: Sequence[Observation]) -> list[Observation]:
    """Return the observations, but a discard without a draw of its own leaves open which tile was drawn."""
    drawn: set[int] = set()
    rest: list[Observation] = []
    for each in acts:
        if isinstance(each, TileDrawn):
            drawn.add(each.seat)
        elif isinstance(each, TileDiscarded) and each.seat not in drawn:
            drawn.add(each.seat)
            rest.append(replace(each, tsumogiri=None))
            continue
        rest.append(each)
    return rest


def _best(
    course: FollowedHand,
    act: Observation,
    rest: Sequence[Observation],
    doubts: Callable[[FollowedHand], int],
    past: list[Event],
) -> tuple[list[Event], FollowedHand]:
    """The course of the hand with the best amends for its first illegal act."""
    before = course.before
    made, after = advance(before, act)
    assert before is not None
    found = next(event for event in made if isinstance(event, FoulFound))

    def cost(made: list[Event], following: FollowedHand) -> tuple[int, int]:
        own = sum(isinstance(event, FoulFound) for event in made) - 1
        return own + following.fouls, doubts(FollowedHand(following.state, [*past, *made, *following.events]))

    best = (list(made), _run(after, rest))
    least = cost(*best)
    for instead in amends(before, act, found, rest):
        if least == (0, 0):
            break
        tried = _amended(before, found, instead)
        if tried is not None:
            way = (tried[0], _run(tried[1], rest, most=least[0]))
            costs = cost(*way)
            if costs < least:
                best, least = way, costs
    return best


def _amended(state: GameState, found: FoulFound, instead: Amends) -> tuple[list[Event], GameState] | None:
    """The events and the state after the replacement of an act; None if it is impossible."""
    made: list[Event] = [found]
    after = evolve(state, found)
    for each in instead:
        if isinstance(each, Event):
            made.append(each)
            after = evolve(after, each)
        else:
            more, moved = advance(after, each)
            if not more or moved is None:
                return None
            made += (_proven(event, found) for event in more)
            after = moved
    return made, after


def _proven(event: Event, found: FoulFound) -> Event:
    """Give a finding in a replacement the recorded act as its evidence."""
    if isinstance(event, FoulFound) and not event.evidence:
        return replace(event, evidence=found.evidence)
    return event


def _run(state: GameState | None, acts: Sequence[Observation], most: int = 1000) -> FollowedHand:
    """The course of a hand as recorded, abandoned after more than ``most`` findings."""
    course = FollowedHand(state)
    for number, observation in enumerate(acts):
        before = state
        made, state = advance(before, observation)
        for event in made:
            if isinstance(event, FoulFound):
                if course.foul_at is None:
                    course.foul_at, course.before, course.made_before = number, before, len(course.events)
                course.fouls += 1
        course.events += made
        if course.fouls > most:
            break
    course.state = state
    return course
