"""Pulls the unit's cable out and puts it back, again and again, at random table times given by a seed."""

import random
from typing import Final

from firmware_bridge.unit.machine_control import MachineControl

NEVER_US: Final = 1 << 62
FIRST_S: Final = 20.0
AWAY_S: Final = (0.05, 4.9)
"""The least and the most time that the cable is out. Meanwhile the unit keeps its signals, and requests wait."""
BETWEEN_S: Final = (0.5, 4.0)
EACH: Final = 25
"""The number of outages in a row. Then the cable rests for one shuffle, because silence aborts a shuffle."""
REST_S: Final = 150.0


class Cable:
    """The unit's serial line.

    Args:
        times: the number of outages.
        seed: of their times and durations.

    Attributes:
        due_us: table time of the next change, ``NEVER_US`` if there is none.
        pulled: the number of outages so far.
    """

    def __init__(self, times: int, seed: int) -> None:
        self._times = times
        self._chance = random.Random(seed)
        self._out = False
        self.pulled = 0
        self.due_us = round(FIRST_S * 1e6) if times else NEVER_US

    def begin(self, now_us: int) -> None:
        """Begin the game at this table time."""
        if self.due_us != NEVER_US:
            self.due_us += now_us

    def act(self, control: MachineControl) -> None:
        """Pull the cable or put it back, if that is due."""
        if self._out:
            control.plug()
            rest = REST_S if self.pulled % EACH == 0 else self._chance.uniform(*BETWEEN_S)
            self.due_us = self.due_us + round(rest * 1e6) if self.pulled < self._times else NEVER_US
        else:
            control.unplug()
            self.pulled += 1
            self.due_us += round(self._chance.uniform(*AWAY_S) * 1e6)
        self._out = not self._out
