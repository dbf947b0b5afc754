"""``jantaku journal verify --jobs``: several processes verify a long journal with the same result as one, and end with
the command."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from jantaku.main import main
from referee.journal.journal import Journal
from referee.journal.reader import Loaded, open_reader
from referee.journal.verification import verify
from table_controller.journal import verified as long_journal
from table_controller.journal.place import JOURNAL
from table_controller.journal.verified import verified
from tests.referee.journal_stage import a_game, change, play
from tests.simulation.replay_jobs_stage import GIVE_UP_S, all_end, workers
from wording.terminal.jobs import processors

HANCHANS: Final = 6
AS_LONG: Final = """
import sys
from jantaku.main import main
from table_controller.journal import verified
once = verified.each
verified.SHORT, verified.PART = 0, 1
verified.each = lambda work, parts, jobs: once(work, parts * 1000, jobs)
sys.exit(main(["journal", "verify", "--jobs", "2", "--state", sys.argv[1]]))
"""
"""A program that verifies each part of a short journal a thousand times."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A state directory with a journal of several hanchans."""
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        for _ in range(HANCHANS):
            play(journal, a_game())
    return tmp_path


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal is long enough for several processes."""
    monkeypatch.setattr(long_journal, "SHORT", 0)
    monkeypatch.setattr(long_journal, "PART", 20)


def test_several_processes_find_what_one_finds(folder: Path, long: None) -> None:
    place = folder / JOURNAL
    passed: list[int] = []

    def passing(parts: Iterator[Loaded]) -> Iterator[Loaded]:
        for part in parts:
            passed.append(part.number)
            yield part

    with closing(open_reader(place)) as journal:
        whole = verify(journal, journal.head)
        assert verified(journal, place, journal.head, jobs=2, passing=passing) == whole
        assert passed == [39, 58, 77, 96, 114]


def test_a_short_journal_is_verified_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_journal, "each", None)
    with closing(open_reader(folder / JOURNAL)) as journal:
        assert verified(journal, folder / JOURNAL, jobs=8) == verify(journal)


@pytest.mark.parametrize(
    "damage", ["DELETE FROM stored_events WHERE", "UPDATE stored_events SET state = 5 WHERE"]
)
def test_the_first_damage_is_told_as_one_process_tells_it(
    folder: Path, long: None, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (90, 41):
        change(folder / JOURNAL, f"{damage} originator_version = {number}")
    results = []
    for jobs in ("1", "2"):
        assert main(["journal", "verify", "--jobs", jobs, "--state", str(folder)]) == 1
        results.append(capsys.readouterr())
    assert results[0] == results[1]
    assert "journal entry 41: " in results[1].err


def test_while_a_table_plays_one_process_verifies(
    folder: Path, long: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def each(work: Callable[[object], object], parts: list[object], jobs: int) -> Iterator[object]:
        asked.append(jobs)
        return map(work, parts)

    monkeypatch.setattr(long_journal, "each", each)
    monkeypatch.setattr("table_controller.cli.journal.journal.processors", lambda: 7)
    with closing(Journal(folder / JOURNAL)):
        assert main(["journal", "verify", "--state", str(folder)]) == 0
        assert asked == []
    assert main(["journal", "verify", "--state", str(folder)]) == 0
    assert main(["journal", "verify", "--jobs", "0", "--state", str(folder)]) == 0
    assert asked == [7, processors()]


@pytest.fixture
def long_run(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A run on two processes that would take minutes."""
    running = subprocess.Popen(
        [sys.executable, "-c", AS_LONG, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while len(workers(running)) < 2:
        assert running.poll() is None
    yield running
    if running.poll() is None:
        running.kill()
    running.communicate()


def test_ctrl_c_ends_all_quietly(long_run: subprocess.Popen[str]) -> None:
    pids = workers(long_run)
    os.killpg(long_run.pid, signal.SIGINT)
    out, err = long_run.communicate(timeout=GIVE_UP_S)
    assert (long_run.returncode, out, err) == (130, "", "")
    assert all_end(pids)


def test_killed_it_leaves_no_process(long_run: subprocess.Popen[str]) -> None:
    pids = workers(long_run)
    long_run.kill()
    assert all_end(pids)


def test_a_process_that_is_killed_is_reported(long_run: subprocess.Popen[str]) -> None:
    os.kill(workers(long_run)[0], signal.SIGKILL)
    _, err = long_run.communicate(timeout=GIVE_UP_S)
    assert (long_run.returncode, err) == (
        2,
        "jantaku journal: a process that verified was killed, perhaps for want of memory; fewer --jobs need less\n",
    )
