"""Keeps the programs of a simulated table running, and logs it when one of them dies.

On a real table systemd does this for the daemon and the broker; here the simulation does. A program that ends by
itself is started again. One that keeps failing right after its start is given up, and its last output is shown.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from table_controller.settings.outside import without_settings

STOP_PATIENCE_S: Final = 10.0
"""Longer than a table needs to end while its broker is away."""
RESTART_PAUSE_S: Final = 0.3
QUICK_DEATH_S: Final = 1.5
QUICK_DEATHS: Final = 5
"""A program is given up after this many deaths in a row, each within QUICK_DEATH_S of its start."""
USAGE: Final = 2
"""The exit status for wrong options; starting the program again would not help."""
LAST_WORDS: Final = 12


UNLESS_ORPHANED: Final = '[ "$PPID" = "$0" ] && exec "$@"'
"""For ``sh``: run a program only if its parent is still the given one. Otherwise a program whose
parent ended too early would never be stopped."""


def tied(command: Sequence[str]) -> list[str]:
    """Wrap a command so that the kernel ends the program when this one ends, however that happens.

    Without ``setpriv`` the command stays as it is, and a killed simulation may leave the program running.
    """
    if shutil.which("setpriv") is None:
        return list(command)
    return ["setpriv", "--pdeathsig", "TERM", "--", "sh", "-c", UNLESS_ORPHANED, str(os.getpid()), *command]


class ProgramFailedError(RuntimeError):
    """A program dies as soon as it is started; the text has its last output."""


def say(text: str, _level: int = 0, /) -> None:
    """Print a line on the terminal."""
    print(text, flush=True)


class Program:
    """One supervised program.

    Args:
        name: for the lines on the terminal.
        command: the program with its arguments.
        loop: the loop in which ``on_failed`` is called.
        on_failed: called when the program is given up.
        show: chooses the output lines that go to the terminal.
        environment: variables that the program has besides.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        loop: asyncio.AbstractEventLoop,
        on_failed: Callable[[ProgramFailedError], None],
        *,
        show: Callable[[str], bool] = lambda _line: True,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.name = name
        self.command = list(command)
        self._loop = loop
        self._on_failed = on_failed
        self._show = show
        self._environment = {**without_settings(os.environ), "PYTHONUNBUFFERED": "1", **environment}
        self._process: subprocess.Popen[str] | None = None
        self._stopping = False
        self._launching = threading.Lock()
        self._words: deque[str] = deque(maxlen=LAST_WORDS)
        self._watcher = threading.Thread(target=self._watch, name=f"supervise-{name}", daemon=True)

    @property
    def pid(self) -> int | None:
        """Process id, None while it is not running."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def start(self) -> None:
        self._launch()
        self._watcher.start()

    def stop(self) -> None:
        """End it; return when it has ended."""
        with self._launching:
            self._stopping = True
            process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            # The watcher learns of its end at once; waiting for it here with a limit would look now and then.
            self._watcher.join(STOP_PATIENCE_S)
            if process.poll() is None:
                process.kill()
                process.wait()
        if self._watcher.is_alive():
            self._watcher.join(STOP_PATIENCE_S)

    def _launch(self) -> None:
        self._process = subprocess.Popen(
            tied(self.command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            # Only the simulation gets Ctrl-C, and then ends its programs in order.
            start_new_session=True,
            env=self._environment,
        )

    def _watch(self) -> None:
        quick = 0
        while True:
            process = self._process
            if process is None or process.stdout is None:
                return
            started = time.monotonic()
            for line in process.stdout:
                self._words.append(line.rstrip())
                if self._show(line):
                    sys.stdout.write(f"[{self.name}] {line}")
                    sys.stdout.flush()
            code = process.wait()
            process.stdout.close()
            if self._stopping:
                return
            if code == USAGE:
                self._give_up(f"{self.name} cannot run")
                return
            quick = quick + 1 if time.monotonic() - started < QUICK_DEATH_S else 0
            if quick >= QUICK_DEATHS:
                self._give_up(f"{self.name} ends as soon as it is started")
                return
            say(f"{self.name} was lost ({_cause(code)}); starting it again")
            time.sleep(RESTART_PAUSE_S)
            with self._launching:
                if self._stopping:
                    return
                self._launch()

    def _give_up(self, why: str) -> None:
        failure = ProgramFailedError("\n".join([f"{why}:", *self._words]))
        self._loop.call_soon_threadsafe(self._on_failed, failure)


def _cause(code: int) -> str:
    if code < 0:
        try:
            return f"killed by {signal.Signals(-code).name}"
        except ValueError:
            return f"killed by signal {-code}"
    return f"exit status {code}"
