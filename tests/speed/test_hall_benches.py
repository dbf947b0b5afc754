"""The bench of the hall runs, small, and the cost of processes is counted whole."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from bench.hall.scale import measured
from bench.speed.measuring.costs import cost_of


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.prove
@pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
def test_tables_at_one_broker_and_one_hall() -> None:
    tables, rate, entries, lost, twice, *_ = cells(measured(2, 10, 1))
    assert (tables, rate, lost, twice) == ("2", "10", "0", "0")
    assert int(entries) >= 8


def test_a_cost_counts_children_that_run_and_those_that_have_ended() -> None:
    """A database does the same: it has a process for each of its users."""
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\n"
    child = f"import subprocess, sys\nbusy, heard = [sys.executable, '-c', {busy!r}], subprocess.PIPE\n"
    child += "subprocess.run(busy, stdout=heard)\nbusy[-1] += 'time.sleep(60)'\n"
    child += "with subprocess.Popen(busy, stdout=heard) as kept:\n"
    child += "    kept.stdout.readline()\n    print(flush=True)\n    sys.stdin.read()\n    kept.kill()\n"
    with subprocess.Popen(
        [sys.executable, "-c", child], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert cost_of(process.pid).cpu_s > 0.55
        assert process.stdin is not None
        process.stdin.close()
