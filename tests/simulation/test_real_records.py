"""Real games, acted out on the simulated table: every discard, call, riichi, indicator and result as recorded."""

import os
from pathlib import Path

import pytest

from tests.proofs import some
from tests.simulation.sim_process import Sim

SHORT = os.environ.get("JANTAKU_PROVE") == "short"
GAMES = (
    "c6dda6c9b56f",  # double ron with bets on the table
    "07dba1637fba",  # double ron, a win on the riichi tile, a concealed kan in riichi
    "4ca759de9e57",  # nine terminals
    "9a3491b5610a",  # double ron with bets, a West round
    "004250227022",
    "01bac759e8e4",
    "02278a2fadc2",  # East round only
    "5b48b5b22f58",  # nine terminals, a concealed kan in riichi
    "c5adfdfe5dbd",  # double riichi
    "bcba7391f954",  # a concealed kan in riichi, rinshan
)


@pytest.mark.shared
@pytest.mark.prove
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", some(GAMES, 1))
def test_two_hands_of_a_real_game_are_reconstructed(shared: Path, tmp_path: Path, name: str) -> None:
    record = shared / "records" / "games" / f"{name}.mjlog"
    played = Sim(tmp_path, "--record", str(record), "--hands", "1" if SHORT else "2").end()
    assert played.report["equal"], played.output
    assert played.status == 0
