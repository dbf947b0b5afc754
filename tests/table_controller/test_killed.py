"""`kill -9` again and again, backups made meanwhile: no entry that was on disk is lost, and every copy is intact."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from referee.journal.entry import JournalError
from referee.journal.reader import Head, open_reader
from referee.journal.verification import verify
from table_controller.journal.backup.backup import BackupSources, make
from table_controller.journal.backup.restore import restore, verify_archive
from table_controller.journal.place import JOURNAL
from tests.conftest import ROOT
from tests.referee.old_journals_stage import built
from tests.table_controller.daemon_stage import GAME, SURVIVES, journalled, live

WRITER = Path(__file__).with_name("mortal_writer.py")
PAUSE_S = 0.3
KILLS = [10, pytest.param(50, marks=[pytest.mark.prove, pytest.mark.timeout(1200)])]


@dataclass
class Backups(threading.Thread):
    """Makes one backup after another until ``stop``.

    ``made``: each backup with the number of the newest entry on disk before it began.
    """

    state: Path
    to: Path
    made: list[tuple[Path, int]] = field(default_factory=list)
    errors: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self._stopping = threading.Event()
        self.to.mkdir()

    def __hash__(self) -> int:
        return id(self)

    def run(self) -> None:
        sources = BackupSources("club", "7", self.state, str(self.state / JOURNAL))
        while not self._stopping.wait(PAUSE_S):
            try:
                least = newest(self.state)
                if least:
                    self.made.append((make(sources, self.to)[0], least))
            except BaseException as error:  # noqa: BLE001 - the test says which
                self.errors.append(error)
                return

    def stop(self) -> None:
        self._stopping.set()
        self.join()
        assert self.errors == []


def newest(state: Path) -> int:
    """Number of the newest entry on disk; 0 if there is no journal yet."""
    try:
        with closing(open_reader(state / JOURNAL)) as reader:
            return reader.head.number
    except JournalError:
        return 0


def newest_snapshot(state: Path) -> int:
    """Number of the entry that the newest snapshot follows; 0 if there is none."""
    with closing(sqlite3.connect(f"file:{state / JOURNAL}?mode=ro", uri=True)) as database:
        (number,) = database.execute("SELECT MAX(originator_version) FROM stored_snapshots").fetchone()
    return number or 0


def prove_all(backups: Backups, state: Path) -> None:
    """Check that every backup is intact, and holds all that was on disk before it and nothing that the journal
    lacks."""
    with closing(open_reader(state / JOURNAL)) as journal:
        verify(journal)
        digests = {entry.number: entry.digest for entry in journal.entries()}
    heads: list[Head] = []
    for archive, least in backups.made:
        with tempfile.TemporaryDirectory() as work:
            manifest, _ = verify_archive(archive, Path(work))
        assert manifest.head is not None
        assert manifest.head.number >= least
        assert digests[manifest.head.number] == manifest.head.digest
        heads.append(manifest.head)
    numbers = [head.number for head in heads]
    assert numbers == sorted(numbers)
    assert len(set(numbers)) > 1, "backups of different moments"
    to = state.with_name("restored")
    restore(backups.made[-1][0], to, None)
    assert newest(to) == numbers[-1]


@pytest.mark.parametrize("kills", KILLS)
def test_a_journal_whose_writer_is_killed(tmp_path: Path, kills: int) -> None:
    """It is killed at random moments of real time; everything that it reported as stored is on disk."""
    chance = random.Random(kills)
    entries = built("judged-587c48f", tmp_path / "entries.sqlite")
    state = tmp_path / "state"
    state.mkdir()
    backups = Backups(state, tmp_path / "backups")
    backups.start()
    snapshots: set[int] = set()
    for _ in range(kills):
        writer = subprocess.Popen(
            [sys.executable, str(WRITER), str(entries), str(state / JOURNAL)],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert writer.stdout is not None
        output = writer.stdout.readline()
        time.sleep(chance.uniform(0, 0.4))
        writer.send_signal(signal.SIGKILL)
        output += writer.stdout.read()
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        # The last line may have been cut.
        acknowledged = int(output[: output.rindex("\n")].splitlines()[-1])
        with closing(open_reader(state / JOURNAL)) as journal:
            assert verify(journal).number in {acknowledged, acknowledged + 1}
        snapshots.add(newest_snapshot(state))
    backups.stop()
    assert len(backups.made) >= kills // 2
    assert len(snapshots - {0}) > 1, "snapshots were taken meanwhile"
    prove_all(backups, state)


@pytest.mark.parametrize("kills", [5, *KILLS[1:]])
def test_a_game_whose_daemon_is_killed(tmp_path: Path, kills: int) -> None:
    """It is killed at random steps around its writes and acknowledgements, and the game is the same."""
    chance = random.Random(kills)
    state = tmp_path / "state"
    state.mkdir()
    backups = Backups(state, tmp_path / "backups")
    backups.start()
    died = 0
    while died < kills and live(state, chance.randint(1, 400 // kills)) != 0:
        died += 1
    assert died == kills, "the game was over before"
    assert live(state, SURVIVES) == 0
    backups.stop()
    assert journalled(state) == GAME
    assert newest_snapshot(state) > 0
    prove_all(backups, state)
