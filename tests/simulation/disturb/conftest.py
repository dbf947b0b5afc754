"""Games of the project's own players, so that nothing outside the checkout is needed."""

import pytest

from config import read_ruleset
from referee.records.journaled import records_of
from referee.records.neutral.record import GameRecord
from simulation.people.bots import play_game


@pytest.fixture(scope="session")
def own_games() -> list[GameRecord]:
    """Two short games by the rules of real records, in which most things happen."""
    return [
        next(records_of(play_game(read_ruleset("tenhou"), seed, hands), f"own{seed}.mjai"))
        for seed, hands in ((21, 4), (5, 3))
    ]
