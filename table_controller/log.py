"""The daemon's log, which is its output."""

from __future__ import annotations

import sys


def say(text: str) -> None:
    """A line in the daemon's log."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
