"""Keeps the number of a pty taken after its unit was killed, so that no other program's unit can get it.

A unit that is killed leaves the symbolic link to its pty behind. If the number were free, the next pty that any program
on this machine opens could get it, and the link would lead a host to somebody else's unit. The kernel reuses a number
only after both sides are closed, so with the unit's side held open here the old name leads nowhere.
"""

import os
from pathlib import Path


class PtyNumber:
    """Holds the number of one pty."""

    def __init__(self) -> None:
        self._side = -1

    def hold(self, device: str | Path) -> None:
        """Hold the pty of this name, then release the one before; by then the two have different numbers."""
        before = self._side
        try:
            self._side = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:  # its unit has died, or its line was pulled out meanwhile: the old number stays held
            return
        if before >= 0:
            os.close(before)

    def let_go(self) -> None:
        """Release the pty: nothing leads to it any more."""
        if self._side >= 0:
            os.close(self._side)
            self._side = -1
