"""The wait for hands to leave once the tiles are in the well.

On a clock that stands still until everybody is idle, the wait ends at any time of day.
"""

import asyncio
import random
from functools import partial

import pytest

from bench.stages.jump_loop import JumpLoop
from table_controller.machine.curtains import Curtains
from table_controller.machine.hands_away import COLLECT_LEAST_S, HANDS_AWAY_S, Collecting

MOST_ROUNDS = 2000


class CountedLoop(JumpLoop):
    """A loop that fails if it would never end because time stands still while something is due."""

    rounds = 0

    def _run_once(self) -> None:
        self.rounds += 1
        assert self.rounds < MOST_ROUNDS, f"time stands at {self.time()!r}"
        super()._run_once()  # type: ignore[misc]


def rounded_up() -> list[int]:
    """Milliseconds for which the wait for hands, computed in floats, ends a hair later than the clock can express."""
    return [ms for ms in range(5000, 60_000) if ms / 1000 + HANDS_AWAY_S > (ms + 1500) / 1000]


def test_waiting_ends_whenever_hands_go_away() -> None:
    """A remaining time below the clock's precision (0.1 + 0.2 is not 0.3) counts as over."""
    chance = random.Random(1)
    assert rounded_up()
    for away_ms in [*rounded_up()[:50], *(chance.randrange(5000, 10**6) for _ in range(200))]:
        start_ms, moves_ms = away_ms - 4000, (3000, 4000)

        async def collect(moves_ms: tuple[int, int] = moves_ms) -> float:
            curtains = Curtains()
            collecting, loop = Collecting(curtains), asyncio.get_running_loop()
            began = loop.time()
            for number, at_ms in enumerate(moves_ms):
                loop.call_later(at_ms / 1000, partial(curtains.stand, 1, broken=number % 2 == 0))
            await collecting.done()
            return loop.time() - began

        with asyncio.Runner(loop_factory=CountedLoop) as runner:
            loop = runner.get_loop()
            assert isinstance(loop, CountedLoop)
            loop.begin_at(start_ms)
            took = runner.run(collect())
        assert took == pytest.approx(max(COLLECT_LEAST_S, 4.0 + HANDS_AWAY_S), abs=0.002)
