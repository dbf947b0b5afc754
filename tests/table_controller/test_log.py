"""The daemon's log, which is its output."""

from __future__ import annotations

import os
import sys

import pytest

from table_controller.terminal.log import say


def test_a_log_that_nobody_takes_any_more_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulation that was killed takes its end of the pipe along."""
    read, write = os.pipe()
    with os.fdopen(write, "w", encoding="utf-8") as log:
        monkeypatch.setattr(sys, "stdout", log)
        say("one line")
        assert os.read(read, 100) == b"one line\n"
        os.close(read)
        for _ in range(3):
            say("nobody reads this")
        monkeypatch.undo()
        os.dup2(os.open(os.devnull, os.O_WRONLY), write)
