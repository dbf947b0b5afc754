"""The whole daemon: killed at any step it loses nothing and repeats nothing. ``test_killed`` kills it five times in `make test`."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.proofs import some
from tests.table_controller.daemon_stage import GAME, SURVIVES, journalled, live


@pytest.mark.prove
@pytest.mark.parametrize("every", some([12, 7, 19, 31], 1))
def test_killed_again_and_again(tmp_path: Path, every: int) -> None:
    """Kill the daemon at its n-th step in each of its lives, until the game is over."""
    deaths = 0
    while live(tmp_path, every) != 0:
        deaths += 1
        assert deaths < 100
    assert journalled(tmp_path) == GAME
    assert deaths >= 2


@pytest.mark.prove(short=False, usual=False)
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("third", range(3))
def test_killed_once_at_every_step(tmp_path: Path, third: int) -> None:
    """The game has some 250 steps; the daemon is killed once at each, divided over three cases."""

    def once(step: int) -> bool:
        folder = tmp_path / str(step)
        folder.mkdir()
        if live(folder, step) == 0:
            return False
        assert live(folder, SURVIVES) == 0
        assert journalled(folder) == GAME, step
        return True

    with ThreadPoolExecutor(2) as pool:
        killed = list(pool.map(once, range(1 + third, 400, 3)))
    assert sum(killed) > 33
