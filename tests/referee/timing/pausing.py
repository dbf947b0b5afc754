"""A pause of an hour at some moment of a hand: everything after it comes an hour later, and nothing else changes."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, get_args

from msgspec.structs import replace

from referee.game import events
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.position import IN_HAND
from referee.judging.decide import advance
from referee.judging.rulings.topics import refusal

HOUR: Final = 3_600_000
ANNA: Final = "anna"
HINDERED: Final[tuple[seen.Hindrance, ...]] = get_args(seen.Hindrance)
KINDS: Final = ("stop", "call", "attended", "clock", *HINDERED)


def pause(kind: str, at_ms: int, chance: Random) -> tuple[seen.Observation, ...]:
    """Return the observations that begin a pause at a time and end it an hour later."""
    for cause in HINDERED:
        if cause == kind:
            begins = seen.TableHindered(at_ms=at_ms, cause=cause, since_ms=at_ms)
            ends = replace(begins, at_ms=at_ms + HOUR, until_ms=at_ms + HOUR)
            # A program that was not running can report it only afterwards.
            return (ends,) if kind == "away" else (begins, ends)
    acts: dict[str, tuple[seen.Observation, seen.Observation]] = {
        "stop": (office.PlayHalted(judge=ANNA), office.PlayReleased(judge=ANNA)),
        "call": (seen.JudgeCalled(seat=chance.randrange(4)), office.PlayReleased(judge=ANNA)),
        "attended": (office.TableAttended(who=ANNA, judge=ANNA), office.TableAttended(judge=ANNA)),
        "clock": (office.ClockPaused(judge=ANNA), office.ClockPaused(on=False, judge=ANNA)),
    }
    first, last = acts[kind]
    return replace(first, at_ms=at_ms), replace(last, at_ms=at_ms + HOUR)


def outcome(happened: Sequence[events.Event]) -> list[events.Event]:
    """Return the findings, without their evidence, and the end of the hand."""
    found = [
        replace(each, evidence=each.evidence[:1]) for each in happened if isinstance(each, events.FoulFound)
    ]
    return [*found, *(each for each in happened if isinstance(each, events.HandEnded))]


HIDES: Final = {"stop": {"play_while_stopped"}, "call": {"play_while_stopped", "line_crossed"}}
"""Fouls that a pause may excuse: once the judge has resumed play, playing on is no foul, and the player who called him
had a reason to reach over the line."""


def excused(event: events.Event, kind: str) -> bool:
    """Return whether this is the finding of a foul that such a pause may excuse."""
    return isinstance(event, events.FoulFound) and event.rule in HIDES.get(kind, ())


class ToldHand:
    """The observations of a hand, with the position before each."""

    def __init__(self, before: Any, observations: Sequence[seen.Observation]) -> None:
        self.observations = observations
        self.states: list[Any] = [before]
        self.happened: list[tuple[events.Event, ...]] = [()]
        for each in observations:
            happened, state = advance(self.states[-1], each)
            self.happened.append(happened)
            self.states.append(state)

    @property
    def plain(self) -> list[events.Event]:
        """The outcome without a pause."""
        return outcome([each for some in self.happened for each in some])

    @property
    def found(self) -> list[events.FoulFound]:
        """The findings without a pause."""
        return [each for each in self.plain if isinstance(each, events.FoulFound)]

    def moments(self) -> Iterator[tuple[int, int]]:
        """Each place for a pause, with its possible times: at once, midway, just before the next act."""
        for number in range(1, len(self.observations)):
            first, last = (
                self.observations[number - 1].at_ms,
                max(each.at_ms for each in self.observations[number - 1 : number + 1]),
            )
            for at_ms in sorted({first, (first + last) // 2, last}):
                yield number, at_ms

    def paused(self, number: int, at_ms: int, kind: str, chance: Random) -> list[events.Event] | None:
        """The outcome with a pause before an observation; None if there is nothing to pause."""
        state = self.states[number]
        stopped = state.desk.stopped or state.summoned is not None
        if state.phase not in IN_HAND or (stopped and kind in {"stop", "call"}):
            return None
        acts = pause(kind, at_ms, chance)
        if isinstance(acts[0], office.JudgeObservation) and refusal(state, acts[0]) is not None:
            return None
        happened = [each for some in self.happened[: number + 1] for each in some]
        for each in (*acts, *(replace(each, at_ms=each.at_ms + HOUR) for each in self.observations[number:])):
            more, state = advance(state, each)
            happened += more
            if each is acts[0] and kind == "attended" and state is not None and not state.desk.attendant:
                return None  # a stop is found at this very moment, and no judge has come yet
        return outcome(happened)

    def changed(self, number: int, at_ms: int, kind: str, chance: Random) -> str:
        """Describe the difference that the pause makes, empty if there is none."""
        with_pause, plain = self.paused(number, at_ms, kind, chance), self.plain
        if with_pause is None:
            return ""
        plain = [each for each in plain if each in with_pause or not excused(each, kind)]
        if with_pause == plain:
            return ""
        return f"{kind} at {at_ms} before {self.observations[number]}: {with_pause} instead of {self.plain}"
