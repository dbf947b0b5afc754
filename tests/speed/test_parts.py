"""The cost of each part of a table per second of play."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bench.speed.measuring.costs import cost_of
from bench.speed.parts import PARTS, measured, parts_of, table

SPIN = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True); input()"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {SPIN!r}, 'vision.worker.child'])"


def test_programs_are_found_below_their_parent_with_what_they_used() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as it:
        assert it.stdout is not None
        it.stdout.readline()
        found = parts_of(it.pid)
        assert found.keys() == {"vision"}
        assert 0.4 <= cost_of(found["vision"]).cpu_s < 2.0
        it.communicate(b"\n")
    assert it.returncode == 0


def test_what_it_comes_to_on_a_pi_is_reckoned_from_the_ratings_of_a_thread() -> None:
    assert table({"daemon": 0.1, "vision": 0.2}, None).splitlines() == [
        "| part | here |",
        "| --- | --- |",
        "| daemon | 10.0 % |",
        "| vision | 20.0 % |",
        "| all | 30.0 % |",
    ]
    rows = table({"daemon": 0.1}, 3320).splitlines()
    assert rows[0] == "| part | here | Pi 4 | Pi 5 |"
    assert rows[2].startswith("| daemon | 10.0 % | 20 % | 11 % |")


@pytest.mark.prove(usual=False)
@pytest.mark.timeout(600)
def test_every_part_of_a_table_that_plays_is_measured() -> None:
    shares = measured(20, 9)
    assert shares.keys() == PARTS.keys()
    assert 0 < sum(shares.values()) < 2
