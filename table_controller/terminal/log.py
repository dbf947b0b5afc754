"""The daemon's log, which is its output."""

from __future__ import annotations

import contextlib
import sys

from table_controller.terminal.visible import visible


def say(text: str) -> None:
    """Write a line to the daemon's log."""
    # A table goes on even if nobody reads its log any more.
    with contextlib.suppress(OSError):
        sys.stdout.write(f"{visible(text, lines=True)}\n")
        sys.stdout.flush()
