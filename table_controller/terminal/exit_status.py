"""What a command of ``jantaku`` ends with: one table for all commands."""

from __future__ import annotations

import signal
from enum import IntEnum


class ExitStatus(IntEnum):
    """An exit status."""

    DONE = 0
    NOT_DONE = 1
    UNUSABLE = 2
    INTERRUPTED = 128 + signal.SIGINT
    PIPE_CLOSED = 128 + signal.SIGPIPE
