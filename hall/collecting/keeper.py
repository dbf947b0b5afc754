"""Keeps a process of a hall running: its page, its forwarding or its push messages. If that fails, the program that started it goes on.

Each part has its own process, so that neither a fault nor a crowd of page visitors holds up the collecting. In one
process they would share an interpreter, which runs one thread at a time.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from hall.alerts import HallAlert, PartName
from wording.alerts.declaration import DeclaredAlert, Trouble
from wording.alerts.declared import TableAlert

FIRST_RESTART_S: Final = 0.5
LONGEST_RESTART_S: Final = 30.0
STEADY_S: Final = 30.0
"""A part that has run for so long counts as working: its alert is resolved, and its next restart comes soon. [s]"""
STOPS_WITHIN_S: Final = 5.0
COMMAND: Final = (sys.executable, "-m", "jantaku.main", "hall")
PARTS: Final = {
    "page": "the page of the hall",
    "forward": "the forwarding to the federation",
    "push": "the messages to telephones",
}
"""Parts that can be kept running, with their names for people."""


class Keeper:
    """Starts ``jantaku hall page``, ``forward`` or ``push``, and starts it again whenever it ends.

    Args:
        part: ``page``, ``forward`` or ``push``.
        words: its options.
        say: takes lines for the log.
        secrets: passwords, put into its environment, where nobody else can read them.
    """

    def __init__(
        self,
        part: PartName,
        words: Sequence[str],
        say: Say,
        secrets: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._environment = {**os.environ, **secrets}
        self._command = [*COMMAND, part, "--with-parent", *words]
        self._name = PARTS[part]
        self._alert = HallAlert.TASK(part)
        self._say = say
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._launching = threading.Lock()
        self._began_s = 0.0
        self._why = ""
        self._thread = threading.Thread(target=self._keep, name=f"{part}-keeper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """End it; return when it has ended."""
        with self._launching:
            self._stopping.set()
            process = self._process
        if process is not None and process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOPS_WITHIN_S)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join()

    def alerts(self) -> Mapping[DeclaredAlert, Trouble | None]:
        """Return the part's alert with its trouble, None while the part works."""
        if self._why and time.monotonic() - self._began_s >= STEADY_S:
            self._why = ""
        return {self._alert: TableAlert.task_fails(self._name, self._why) if self._why else None}

    def _keep(self) -> None:
        pause = Backoff(FIRST_RESTART_S, LONGEST_RESTART_S)
        while True:
            try:
                status = self._run()
            except OSError as error:  # no memory, no more processes
                why = str(error)
            else:
                if status is None:
                    return
                why = f"signal {-status}" if status < 0 else f"exit status {status}"
            lasted_s, self._began_s, self._why = time.monotonic() - self._began_s, time.monotonic(), why
            if lasted_s >= STEADY_S:
                pause.reset()
            pause_s = pause.next()
            self._say(f"{self._name} ended ({why}) and is started again in {pause_s:g} s", TROUBLE)
            if self._stopping.wait(pause_s):
                return

    def _run(self) -> int | None:
        """Run it to its end; return its exit status, None if ``stop`` was called."""
        with self._launching:
            if self._stopping.is_set():
                return None
            # Its standard input closes when this process ends. Only this process gets Ctrl-C, and then stops it cleanly.
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, process_group=0, env=self._environment
            )
            self._process, self._began_s = process, time.monotonic()
        with process:
            status = process.wait()
        return None if self._stopping.is_set() else status
