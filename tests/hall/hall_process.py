"""A hall as a program of its own, to be killed; the tests' broker; and the comparison of the hall with the tables."""

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from hall.store.places import open_store
from hall.store.store import SqlStore
from referee.journal.journal import Journal
from simulation.people.bots import Entry
from simulation.trial.swarm import LightTable
from table_controller.mqtt.address import Address
from tests.conftest import ROOT
from tests.table_controller.broker_stage import until


class Process:
    """A command of ``jantaku``, started as often as it is killed."""

    def __init__(self, log: Path, *words: str) -> None:
        self._words = [sys.executable, "-m", "jantaku.main", *words]
        self._log = log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(self._words, cwd=ROOT, stdout=log, stderr=log)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        if self.process is None:
            return 0
        self.process.send_signal(how)
        status = self.process.wait()
        self.process = None
        return status

    def log_text(self) -> str:
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""


class HallProcess(Process):
    """``jantaku hall``."""

    def __init__(self, port: int, store: str, log: Path, *more: str) -> None:
        super().__init__(log, "hall", "--broker", f"127.0.0.1:{port}", "--store", store, *more)


def light_table(port: int, folder: Path, name: str, game: list[Entry]) -> LightTable:
    return LightTable(Address("127.0.0.1", port, "home", name), folder / name, game)


def ends(store: SqlStore) -> dict[str, list[tuple[int, str]]]:
    """The ends of all branches, by table."""
    found: dict[str, list[tuple[int, str]]] = {}
    for branch in store.branches():
        found.setdefault(branch.table, []).append((branch.number, branch.digest))
    return found


class Journalled(Protocol):
    """A table with a journal."""

    @property
    def name(self) -> str: ...

    @property
    def journal(self) -> Journal: ...


def until_hall_has(place: str, tables: Sequence[Journalled], patience_s: float = 40.0) -> None:
    """Wait until the hall has each table's journal, as one branch and byte for byte."""
    names = {table.name: table for table in tables}
    store = open_store(place)
    try:
        wanted = {name: [(t.journal.head.number, t.journal.head.digest)] for name, t in names.items()}
        until(lambda: ends(store) == wanted, f"the hall has {wanted}", patience_s)
        for branch in store.branches():
            assert list(store.texts(branch)) == list(names[branch.table].journal.texts())
        assert store.notices() == []
        assert store.waiting() == {}
    finally:
        store.close()
