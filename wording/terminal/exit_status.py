"""Exit statuses of the commands of ``jantaku``: one table for all."""

import signal
from enum import IntEnum
from typing import Final


class ExitStatus(IntEnum):
    """An exit status."""

    DONE = 0
    NOT_DONE = 1
    UNUSABLE = 2
    NOTHING_SEEN = 3
    INTERRUPTED = 128 + signal.SIGINT
    PIPE_CLOSED = 128 + signal.SIGPIPE


MEANINGS: Final = {
    ExitStatus.DONE: "It was done, and everything that was checked is as it should be.",
    ExitStatus.NOT_DONE: "It was refused or failed, or something that was checked is not as it should be.",
    ExitStatus.UNUSABLE: "The command line is wrong, or a file, device, broker or value cannot be used.",
    ExitStatus.NOTHING_SEEN: "There is no tile in the picture (vision read).",
    ExitStatus.INTERRUPTED: "It was interrupted by Ctrl-C.",
    ExitStatus.PIPE_CLOSED: "The program that read its output has closed it.",
}
"""The meanings of the statuses, in the words of the help of ``jantaku`` and the manual page."""
