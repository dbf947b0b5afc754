"""Everything that a table reports is reported once more, fouls and rulings included: no act is judged twice.

Each report comes again at once, as the same signal does after a break in the line; what the camera sees comes again
long afterwards too, as after a restart. The hands are those of the independent player, under every ruleset. A failure
names its seed:

    JANTAKU_SEED=<first seed> pytest -m prove tests/referee/independent/test_reported_once_more.py -k <ruleset>
"""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from config import ruleset_names
from referee.game import observations as seen
from referee.game.events import Event, SuspicionEnded
from referee.judging.decide import advance
from tests.proofs import some
from tests.referee.independent import committed
from tests.referee.independent.hanchan import Tally, first_seed, play
from tests.referee.independent.player import Foul
from tests.referee.independent.sequences.pairs import pair
from tests.referee.independent.telling import Teller

RULESETS: Final = tuple(sorted(ruleset_names()))
FOULS: Final[tuple[Callable[[Random], Foul | None], ...]] = (committed.some, pair)
SIGHTINGS: Final = (seen.TileDiscarded, seen.MeldShown, seen.IndicatorSeen, seen.TilesShown)
LONG_MS: Final = 20_000
"""Longer than any time in which tiles may still be shown (``timing.show_ms``)."""


class Twice(Teller):
    """Reports everything once more to a copy of the table, where nothing may follow."""

    def say(self, sort: type[seen.Observation], within: int = 0, /, **what: Any) -> tuple[Event, ...]:
        made = super().say(sort, within, **what)
        observation, _ = self.log[-1]
        if self._may_be_new(observation):
            return made
        self._once_more(observation, self.state)
        if sort in SIGHTINGS:
            self._after_restart(observation)
        return made

    def _may_be_new(self, observation: seen.Observation) -> bool:
        """Return whether this may count as another act: a person saying it again, or a due indicator with the same
        face."""
        if isinstance(observation, seen.IndicatorSeen):
            return bool(self.state.dora_due)
        by_people = isinstance(observation, seen.HanchanBegun | seen.RulingGiven)
        entered = isinstance(observation, seen.HandDealt) and observation.standing is not None
        return by_people or entered

    def _after_restart(self, observation: seen.Observation) -> None:
        """Time has passed, all hands are back, and another frame shows what lay there before."""
        at_ms = observation.at_ms + LONG_MS
        _, state = advance(self.state, seen.ClockAdvanced(at_ms=at_ms))
        for seat in range(4):
            _, state = advance(state, seen.HandMoved(at_ms=at_ms, seat=seat, across=False))
        self._once_more(replace(observation, at_ms=at_ms, source=f"{observation.source}, again"), state)

    def _once_more(self, observation: seen.Observation, state: Any) -> None:
        """A hand that crosses the line twice was missed on its way back, which only clears its player."""
        _, state = advance(state, seen.ClockAdvanced(at_ms=observation.at_ms + observation.within_ms))
        again, _ = advance(state, observation)
        news = [each for each in again if not isinstance(each, SuspicionEnded)]
        assert news == [], (self.senses, observation)


def sample(ruleset: str, hands: int) -> None:
    """Plays hanchan with fresh seeds until this many hands are played, with one foul in a hand or a pair of acts."""
    first = first_seed()
    tally = Tally()
    for seed in range(first, first + hands):
        if tally.hands >= hands:
            return
        try:
            play(ruleset, seed, tally, at_tables=True, teller_type=Twice, fouls=FOULS[seed % len(FOULS)])
        except AssertionError as error:
            error.add_note(f"seed {seed}")
            raise


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_reported_once_more_changes_nothing(ruleset: str) -> None:
    sample(ruleset, 60)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(900)
@pytest.mark.parametrize("part", some(range(100), 2))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_reported_once_more_in_many_hands_changes_nothing(ruleset: str, part: int) -> None:
    sample(ruleset, 500)
