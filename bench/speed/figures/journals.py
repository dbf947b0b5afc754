"""The cost of an entry of the journal, in bytes and in time, and whether that grows with the journal."""

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.speed.measuring.figure import LIMIT, Absent, Bench, Figure, Goal, Rounds
from bench.speed.samples.played import fill, one_hand
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.judging.decide import advance
from simulation.people.bots import Entry

HANDS: Final = 1_000
SIZE: Final = Figure(
    name="journal.size",
    what=f"the journal of {HANDS} hands on disk, an entry",
    unit="bytes",
    more=False,
    to=LIMIT,
    goal=Goal("value", 600),
)
FLAT: Final = Figure(
    name="journal.flat",
    what=f"an entry decided, folded and put on disk after {HANDS} hands",
    unit="µs",
    more=False,
    to="an entry after the first hand",
    goal=Goal("ratio", 1.15),
)


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Play a hand into a long journal and into a short one, in turn."""
    hand = one_hand()
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        file = Path(folder) / "long.sqlite"
        long = Journal(file, synced=False)
        fill(long, hands=HANDS)
        long.close()
        size = file.stat().st_size / long.number
        journals = [Played(Journal(file)), Played(Journal(Path(folder) / "short.sqlite"))]
        for journal in journals:
            journal.entry_us(hand)
        taken = [[journal.entry_us(hand) for journal in journals] for _ in range(rounds)]
        for journal in journals:
            journal.close()
    return {
        SIZE.name: Rounds((size,)),
        FLAT.name: Rounds(tuple(long for long, _ in taken), tuple(short for _, short in taken)),
    }


class Played:
    """A journal into which a hand is played as the daemon does it."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._state: GameState | None = journal.load().state

    def entry_us(self, hand: Sequence[Entry]) -> float:
        """Play the hand; returns processor microseconds an entry."""
        started = time.process_time()
        for observation, _ in hand:
            events, self._state = advance(self._state, observation)
            self._journal.append(observation, events, state=self._state)
        return (time.process_time() - started) / len(hand) * 1e6

    def close(self) -> None:
        self._journal.close()


BENCH: Final = Bench(name="journal", figures=(SIZE, FLAT), measure=measure)
