"""Runs ``jantaku sim`` as a user does, as a process of its own, and finds the programs it keeps running."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from referee.journal.journal import Journal
from table_controller.broker.entries import READER

PATIENCE_S = 280
AT_ITS_TERMINAL = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
"""Starts a program with its standard input as its terminal, which then becomes another program."""


@dataclass
class Played:
    """The end of a simulated game: its exit status, its output, its report."""

    status: int
    output: str
    report: dict[str, Any]


class Sim:
    """A running ``jantaku sim --speed max --headless``.

    ``terminal``: the program's end of a pty, which becomes its terminal. ``environment``: variables that it has
    besides.
    """

    started: ClassVar[list[Sim]] = []

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        own_group: bool = False,
        terminal: int | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.state = folder / "state"
        self.report_file = folder / "report.json"
        self.log = folder / "said.txt"
        words = [
            *(sys.executable, "-m", "jantaku.main", "sim", "--speed", "max", "--headless"),
            *("--state", str(self.state), "--report", str(self.report_file), *arguments),
        ]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                words if terminal is None else [sys.executable, "-c", AT_ITS_TERMINAL, *words],
                stdin=subprocess.DEVNULL if terminal is None else terminal,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0 if own_group else None,
                start_new_session=terminal is not None,
                env={**os.environ, **environment},
            )
        self.started.append(self)

    @classmethod
    def none_is_left(cls) -> None:
        """End anything that a failed test has left running."""
        while cls.started:
            process = cls.started.pop().process
            if process.poll() is None:
                process.terminate()
                process.wait(PATIENCE_S)

    def published(self) -> int:
        """Count the journal entries that the broker has acknowledged so far."""
        file = self.state / "latency.jsonl"
        return file.read_bytes().count(b"\n") if file.exists() else 0

    def wait_for_entries(self, count: int) -> None:
        """Wait until the broker has acknowledged this many entries."""
        deadline = time.monotonic() + PATIENCE_S
        while self.published() < count:
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.01)

    def wait_until_said(self, text: str) -> None:
        """Wait until the simulation has printed something."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.log.read_text():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.01)

    def programs(self, *words: str) -> list[int]:
        """The programs of this simulation, without itself, whose command line has all these words."""
        return [
            pid
            for pid in (int(process.name) for process in Path("/proc").glob("[0-9]*"))
            if all(word in _command_line(pid) for word in (*words, str(self.state)))
            and pid != self.process.pid
        ]

    def kill(self, *words: str) -> None:
        """kill -9 the one program of this simulation whose command line has all these words."""
        found = [pid for pid in self.programs(*words) if "vision.worker.child" not in _command_line(pid)]
        assert len(found) == 1, (words, found)
        os.kill(found[0], signal.SIGKILL)

    def end(self, patience_s: float = PATIENCE_S) -> Played:
        """Wait for the end of the game."""
        try:
            status = self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError(f"the game did not end:\n{self.log.read_text()}") from None
        output = self.log.read_text()
        report = _text(self.report_file)
        assert report, f"{self.report_file} is empty; exit status {status}:\n{output}"
        return Played(status, output, json.loads(report))


def _text(file: Path) -> str:
    return file.read_text() if file.exists() else ""


def _command_line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def broker_port(sim: Sim) -> int:
    """Return the port on which the simulation's broker listens; wait until that is written."""
    conf = sim.state / "broker" / "mosquitto.conf"
    deadline = time.monotonic() + PATIENCE_S
    # The file exists before it is written completely.
    while not (listener := re.search(r"^listener (\d+) .*\n", _text(conf), re.MULTILINE)):
        assert sim.process.poll() is None, sim.log.read_text()
        assert time.monotonic() < deadline, sim.log.read_text()
        time.sleep(0.005)
    return int(listener[1])


class Listener:
    """A hall that listens to the simulation's broker: every event, as often as it comes."""

    def __init__(self, sim: Sim) -> None:
        port = broker_port(sim)
        self.payloads: dict[int, set[bytes]] = {}
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.on_connect = lambda client, *_: client.subscribe("jantaku/1/home/sim/event", qos=1)
        self._client.on_message = lambda _client, _data, message: self._hear(bytes(message.payload))
        self._client.reconnect_delay_set(1, 1)
        deadline = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._client.connect("127.0.0.1", port)
                break
            except ConnectionRefusedError:
                assert time.monotonic() < deadline, sim.log.read_text()
                time.sleep(0.005)
        self._client.loop_start()

    def _hear(self, payload: bytes) -> None:
        self.payloads.setdefault(json.loads(payload)["number"], set()).add(payload)

    def stop(self) -> None:
        """Listen no longer."""
        self._client.disconnect()
        self._client.loop_stop()


def journal_numbers(state: Path) -> list[int]:
    """The numbers of the journal's entries, as stored on disk."""
    journal = Journal(state / "journal.sqlite")
    try:
        return [entry.number for entry in journal.entries()]
    finally:
        journal.close()


def acknowledged(state: Path) -> int:
    """Number of the newest journal entry that the broker has acknowledged."""
    journal = Journal(state / "journal.sqlite")
    try:
        return journal.acknowledged(READER)
    finally:
        journal.close()
