"""The unit's core under arbitrary bytes, frames, pins and times: no crash, no read out of bounds, no motor against an
interlock."""

import re
import subprocess

import pytest

from firmware_bridge.unit.workshop import FIRMWARE, make

BRANCHES = 1200
"""A run that reaches fewer never reached any motion."""


def fuzz(runs: int, seed: int) -> str:
    program = FIRMWARE / "build" / "fuzz-unit"
    done = subprocess.run(
        [program, str(runs), str(seed), str(BRANCHES)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    return done.stdout


def test_the_core_stands_arbitrary_input() -> None:
    make("fuzz")
    assert re.search(r"20000 inputs, \d+ branches", fuzz(20_000, 1))


@pytest.mark.prove(short=False)
@pytest.mark.timeout(2600)
def test_the_core_stands_a_million_inputs() -> None:
    make("fuzz")
    assert re.search(r"1000000 inputs, \d+ branches", fuzz(1_000_000, 2))
