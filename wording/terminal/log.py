"""The log of a program that runs unattended: its output, or systemd's journal if the output goes there anyway.

Lines have the standard library's levels. Trouble that repeats is written once, and counted.
"""

import contextlib
import logging
import os
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from config.log_line import TROUBLE
from wording.terminal.visible import visible

SAID_AGAIN_S: Final = 600.0
"""The real time after which continuing trouble is written again."""
MOST_TROUBLES: Final = 200
"""The number of troubles that are remembered; an older one is written again."""
NUMBER: Final = re.compile(r"(?<!\btable )(?<!\d)\d+")
"""A number of tries, seconds or entries. A hall's tables are called by numbers: trouble at two of them is two troubles."""
STREAM: Final = "JOURNAL_STREAM"
"""The variable in which systemd names the stream to its journal (systemd.exec(5))."""
LOG: Final = logging.getLogger("jantaku")


def say(text: str, level: int = logging.INFO, /) -> None:
    """Write a line to the log."""
    LOG.log(level, "%s", visible(text, lines=True), stacklevel=2)


class Output(logging.Handler):
    """Writes lines to the program's output."""

    def emit(self, record: logging.LogRecord) -> None:
        # A table goes on even if nobody reads its log any more.
        with contextlib.suppress(OSError):
            sys.stdout.write(f"{record.getMessage()}\n")
            sys.stdout.flush()


class Repeats(logging.Filter):
    """Lets each trouble through once in ``SAID_AGAIN_S``, with the number of repeats; all other lines pass.

    Texts that differ only in numbers are the same trouble, unless the numbers name a table.

    Args:
        now_s: real time.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now_s = now_s
        self._said: OrderedDict[tuple[str, int, str], tuple[float, int]] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is written."""
        if record.levelno < TROUBLE:
            return True
        text = record.getMessage()
        trouble = record.name, record.levelno, NUMBER.sub("0", text)
        now_s = self._now_s()
        said_s, more = self._said.pop(trouble, (-SAID_AGAIN_S, 0))
        again = now_s - said_s < SAID_AGAIN_S
        self._said[trouble] = (said_s, more + 1) if again else (now_s, 0)
        while len(self._said) > MOST_TROUBLES:
            self._said.popitem(last=False)
        if not again and more:
            record.msg, record.args = "%s (said %d times more)", (text, more)
        return not again


LOG.setLevel(logging.INFO)
LOG.propagate = False
_output = Output()
_output.addFilter(Repeats())
LOG.addHandler(_output)


def use_journal(**fields: str) -> None:
    """Write all lines, those of libraries too, to systemd's journal from now on if the output goes there anyway.

    Args:
        fields: of every entry, with names in capitals.
    """
    if STREAM not in os.environ:
        return
    from wording.terminal.journald import Journald, takes_output  # noqa: PLC0415 - few programs need it

    if takes_output(os.environ[STREAM]):
        handler = Journald(fields)
        handler.addFilter(Repeats())
        LOG.handlers[:] = logging.getLogger().handlers[:] = [handler]


def in_journal() -> bool:
    """Return whether the log is systemd's journal."""
    return _output not in LOG.handlers


def complain(text: str) -> None:
    """Report why a program cannot run: as a failure in systemd's journal, or else on standard error."""
    if in_journal():
        LOG.error("%s", visible(text, lines=True), stacklevel=2)
    else:
        sys.stderr.write(f"{text}\n")
