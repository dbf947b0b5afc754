"""Games at another maker's table: its machine works by itself and reports nothing, so there is only the camera."""

from pathlib import Path

import pytest

from referee.game.events import FoulFound, HandStarted
from referee.game.observations import CallHeard, HandDealt
from referee.journal.journal import Journal
from tests.proofs import some
from tests.simulation.sim_process import Played, Sim

GAMES = 20


def play(folder: Path, seed: int, hands: int) -> tuple[Played, Journal]:
    """Play, and check that the game equals its record and that the judge found no fault and was asked nothing."""
    arguments = ("--unit", "none", "--seed", str(seed), "--hands", str(hands))
    played = Sim(folder, *arguments).end(patience_s=2600)
    assert played.report["equal"], played.output
    assert played.status == 0
    assert "The simulated judge" not in played.output, played.output
    return played, Journal(folder / "state" / "journal.sqlite")


@pytest.mark.prove
@pytest.mark.timeout(900)
def test_a_hand_is_followed_although_nobody_touches_anything(tmp_path: Path) -> None:
    played, journal = play(tmp_path, 21, 1)
    entries = list(journal.entries())
    journal.close()
    assert played.report["discards"] == {"right": 21, "wrong": 0, "missed": 0}
    assert "table unit" not in played.output
    (dealt,) = [each.observation for each in entries if isinstance(each.observation, HandDealt)]
    assert dealt.source.startswith("frame:")
    assert all(1 <= die <= 6 for die in dealt.dice), "the camera saw them under the other maker's dome"
    sources = {entry.observation.source.partition(":")[0] for entry in entries}
    assert sources <= {"daemon", "frame"}
    assert not any(isinstance(entry.observation, CallHeard) for entry in entries)


@pytest.mark.prove(short=False)
@pytest.mark.timeout(2700)
@pytest.mark.parametrize("seed", some(range(300, 300 + GAMES), 1))
def test_games_of_two_hands(tmp_path: Path, seed: int) -> None:
    _, journal = play(tmp_path, seed, 2)
    happened = [event for entry in journal.entries() for event in entry.events]
    journal.close()
    assert sum(isinstance(event, HandStarted) for event in happened) == 2
    assert not any(isinstance(event, FoulFound) for event in happened)
