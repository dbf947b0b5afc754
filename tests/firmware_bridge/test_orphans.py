"""A killed program leaves nothing behind: the unit's process ends with the program that started it."""

from pathlib import Path

from tests.firmware_bridge.orphans_stage import assert_dies_with

STARTER = """
import sys, time
from firmware_bridge.unit.process import UnitProcess
unit = UnitProcess(sys.argv[1], clock="real")
unit.start()
print(unit.pid, flush=True)
time.sleep(60)
"""


def test_the_unit_ends_with_a_program_that_is_killed(folder: Path) -> None:
    assert_dies_with(STARTER, str(folder))
