"""Ctrl-C at the worst moments: the command ends without a traceback."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

LET_GO = """
import signal, sys, time
from jantaku import main as cli

def half_read():
    try:
        yield
    finally:
        signal.raise_signal(signal.SIGINT)  # while the generator is let go, where nothing can be raised

def command(*_):
    waits = half_read()
    next(waits)
    del waits
    time.sleep(20)
    print("went on")
    return 0

cli._run = command
cli.entry()
"""
AT = """
import asyncio, signal, sys
from asyncio import selector_events
from jantaku import main as cli
from table_controller.daemon import start

def around(cls, name, number, *, after):
    whole = getattr(cls, name)
    def told(self, *arguments, **more):
        if not after:
            signal.raise_signal(number)
        result = whole(self, *arguments, **more)
        if after:
            signal.raise_signal(number)
        return result
    setattr(cls, name, told)

{}
sys.argv[1:] = {!r}
cli.entry()
"""
BEGINS = 'around(asyncio.Runner, "run", signal.{}, after=False)'
LOOP_CLOSES = """around(asyncio.Runner, "run", signal.SIGTERM, after=False)
around(selector_events.BaseSelectorEventLoop, "_close_self_pipe", signal.{}, after=True)"""

EVERY_CALL_FROM_THE_END_ON = """
from table_controller.daemon.ending import Ending

def end_again(*_, end=signal.raise_signal, number=signal.{0}):
    end(number)

def is_near(self, whole=Ending.is_near):
    sys.setprofile(end_again)
    whole(self)

Ending.is_near = is_near
around(asyncio.Runner, "run", signal.{0}, after=False)"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "default::RuntimeWarning", "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        check=False,
    )


def test_an_interrupt_that_cannot_be_raised_where_it_comes_is_not_lost() -> None:
    done = run(LET_GO)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("when", "number"),
    [
        (BEGINS, "SIGINT"),
        (LOOP_CLOSES, "SIGTERM"),
        (EVERY_CALL_FROM_THE_END_ON, "SIGTERM"),
        (EVERY_CALL_FROM_THE_END_ON, "SIGINT"),
    ],
    ids=["begins", "loop closes", "every call from the end on", "every call from the end on, Ctrl-C"],
)
def test_a_table_that_is_told_to_end_while_it_starts_or_ends(when: str, number: str, tmp_path: Path) -> None:
    state = str(tmp_path / "run")
    arguments = ["run", "--state", state, "--http", "0", "--mqtt", "127.0.0.1:1", "--serial", "/dev/null",
                 "--camera", "shm:none"]  # fmt: skip
    done = run(AT.format(when.format(number), arguments))
    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout.splitlines()[-1] == "stopped"
