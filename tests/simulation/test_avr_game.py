"""A whole real game on the ATmega's own image in its simulator."""

import shutil
from pathlib import Path

import pytest

from tests.simulation.sim_process import Sim


@pytest.mark.skipif(
    shutil.which("avr-gcc") is None or not Path("/usr/include/simavr/sim_avr.h").is_file(),
    reason="no avr-gcc or no libsimavr-dev on this machine",
)
@pytest.mark.shared
@pytest.mark.prove(short=False, usual=False)
@pytest.mark.timeout(2600)
def test_a_whole_game_on_the_true_image(shared: Path, tmp_path: Path) -> None:
    record = shared / "records" / "games" / "02278a2fadc2.mjlog"
    played = Sim(tmp_path, "--record", str(record), "--unit", "avr").end(patience_s=2500)
    assert played.report["equal"], played.output
    assert played.status == 0
