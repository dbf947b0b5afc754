"""The programs of a simulated table end with a simulation that is killed."""

import getpass
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Final

import pytest

from simulation.processes.supervisor import UNLESS_ORPHANED
from tests.firmware_bridge.orphans_stage import assert_dies_with, ended
from tests.simulation.sim_process import Sim

FAREWELL_S: Final = 120.0
STARTER: Final = """
import asyncio, sys, time
from simulation.processes.supervisor import Program
program = Program("sleeper", [sys.executable, "-c", "import time; time.sleep(60)"], asyncio.new_event_loop(), print)
program.start()
print(program.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no setpriv on this machine")
def test_a_supervised_program_ends_with_a_simulation_that_is_killed() -> None:
    assert_dies_with(STARTER)


def test_a_program_whose_simulation_was_killed_before_it_could_ask_does_not_start() -> None:
    """The kernel reports only future deaths of a parent; an earlier one is seen from the parent's process id."""
    for parent, words in ((os.getpid(), "runs"), (1, "")):
        command = ["sh", "-c", UNLESS_ORPHANED, str(parent), "echo", "runs"]
        assert subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() == words


@pytest.mark.skipif(shutil.which("setpriv") is None, reason="no setpriv on this machine")
def test_nothing_is_left_of_a_whole_simulation_that_is_killed(tmp_path: Path) -> None:
    """Broker, unit, daemon and vision end with it, even if root started them; no file or shared memory is left."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    sim = Sim(tmp_path, "--hands", "1", own_group=True, environment={"TMPDIR": str(temporary)})
    sim.wait_for_entries(1)
    mapped = {
        words[-1] for words in map(str.split, Path(f"/proc/{sim.process.pid}/maps").read_text().splitlines())
    }
    (broker,) = sim.programs("mosquitto")
    programs = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in sim.programs()}
    assert len(programs) >= 4
    # A program that changed its user is not notified of its parent's end.
    assert Path(f"/proc/{broker}").owner() == getpass.getuser()
    # Its helpers are killed too, as when a whole session is killed.
    os.killpg(sim.process.pid, signal.SIGKILL)
    sim.process.wait()
    left = [pid for pid in programs if not ended(pid, FAREWELL_S)]
    command_lines = [programs[pid] for pid in left]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert command_lines == []
    assert list(temporary.iterdir()) == []
    assert [place for place in mapped if place.startswith("/dev/shm/") and Path(place).exists()] == []
