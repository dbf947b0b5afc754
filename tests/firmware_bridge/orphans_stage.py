"""Helpers that the tests of orphans share."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.conftest import ROOT


def runs(pid: int) -> bool:
    """Return whether a process is alive; one that nobody has waited for yet is not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state not in "ZX"


def ended(pid: int, within_s: float = 5.0) -> bool:
    deadline = time.monotonic() + within_s
    while runs(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def assert_dies_with(*starter: str) -> None:
    """Kill a Python program that prints the number of the process it started: the process ends with it."""
    started = subprocess.Popen([sys.executable, "-c", *starter], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert started.stdout is not None
    pid = int(started.stdout.readline())
    try:
        assert runs(pid)
        started.send_signal(signal.SIGKILL)
        started.wait()
        assert ended(pid)
    finally:
        started.stdout.close()
        if runs(pid):
            os.kill(pid, signal.SIGKILL)
