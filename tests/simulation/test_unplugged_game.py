"""A whole real game while somebody trips over the unit's cable a hundred times."""

import re
from pathlib import Path

import pytest

from tests.simulation.sim_process import Sim

UNPLUGGED = 100


@pytest.mark.shared
@pytest.mark.prove(short=False, usual=False)
@pytest.mark.timeout(2600)
def test_a_whole_game_on_a_line_that_is_pulled_out_a_hundred_times(shared: Path, tmp_path: Path) -> None:
    record = shared / "records" / "games" / "02278a2fadc2.mjlog"
    played = Sim(tmp_path, "--record", str(record), "--unplug", str(UNPLUGGED)).end(patience_s=2500)
    assert f"pulled out {UNPLUGGED} times" in played.output
    away = [float(seconds) for seconds in re.findall(r"table unit answers after ([\d.]+) s", played.output)]
    assert len(away) > UNPLUGGED * 0.9  # those shorter than the interval between looks are not noticed
    assert max(away) < 6.0
    assert "were lost" not in played.output
    assert "was reset" not in played.output
    assert played.report["equal"], played.output
    assert played.status == 0
