"""``jantaku replay --jobs``: several processes give the same output as one, and end with it; a terminal shows
progress."""

from __future__ import annotations

import json
import os
import pickle
import pty
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from simulation.replay import replay
from tests.simulation.replay_jobs_stage import GIVE_UP_S, all_end, workers
from tests.table_controller.replay_and_export_stage import record, run, saved
from wording.terminal import progress as terminal_progress
from wording.terminal.jobs import each
from wording.terminal.progress import progress


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """Games, among them a file that is no record, a missing file, and a game that disagrees with its record."""
    good = saved(tmp_path, record())
    wrong = tmp_path / "wrong.mjson"
    text = (tmp_path / "game.mjson").read_text(encoding="utf-8")
    wrong.write_text(text.replace('"deltas":[-2000,0,2000,0]', '"deltas":[-2600,0,2600,0]'), encoding="utf-8")
    assert wrong.read_text(encoding="utf-8") != text
    broken = tmp_path / "broken.mjson"
    broken.write_text("{}", encoding="utf-8")
    return [good, str(broken), good, str(wrong), str(tmp_path / "none.mjson"), good, good]


def test_several_processes_say_what_one_says(files: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    outputs = []
    for jobs in ("1", "3"):
        status = run(replay, "replay", "--summary", "--jobs", jobs, *files)
        outputs.append((status, capsys.readouterr()))
    assert outputs[0] == outputs[1]
    (status, (out, err)) = outputs[1]
    assert status == 2
    assert [json.loads(line).get("game") for line in out.splitlines()] == [
        *(files[number] for number in (0, 2, 3, 5, 6)),
        None,
    ]
    assert [line.split(": ")[-1] for line in err.splitlines() if "none.mjson" in line] == [
        "No such file or directory"
    ]
    assert json.loads(out.splitlines()[-1])["summary"]["games"] == 5


class Measured:
    """Work that counts how often it is pickled by the process that hands it out."""

    pickled = 0

    def __call__(self, thing: int) -> int:
        return thing * 2

    def __reduce__(self) -> tuple[type[Measured], tuple[()]]:
        Measured.pickled += 1
        return Measured, ()


def test_work_is_given_to_each_process_once() -> None:
    """Sent with each item, it would fill the pipe to the processes, and Python 3.11.2 would wait for ever once one is
    killed."""
    Measured.pickled = 0
    assert list(each(Measured(), range(40), 2)) == [2 * thing for thing in range(40)]
    assert Measured.pickled == 2


def test_no_process_gets_the_names_of_all_files(files: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []

    def measured(work: Callable[[str], Any], things: Sequence[str], jobs: int) -> Iterator[Any]:
        sent.append(len(pickle.dumps(work)))
        return each(work, things, jobs)

    monkeypatch.setattr(replay, "each", measured)
    for times in (1, 100):
        run(replay, "replay", "--jobs", "2", *files * times)
    assert sent[0] == sent[1]


@pytest.mark.parametrize(("jobs", "message"), [("-1", "--jobs"), ("many", "--jobs")])
def test_a_number_of_jobs_that_is_none(jobs: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run(replay, "replay", "--jobs", jobs, "game.mjson")
    assert ended.value.code == 2
    assert f"argument {message}: invalid number (0 or more) value: '{jobs}'" in capsys.readouterr().err


@pytest.fixture
def long_run(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A run on two processes that has begun to judge."""
    saved(tmp_path, record())
    games = ["game.mjson"] * 50_000
    command = [sys.executable, "-m", "jantaku.main", "replay", "--jobs", "2", *games]
    running = subprocess.Popen(
        command,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout is not None
    assert json.loads(running.stdout.readline())["result"] == "ron"
    yield running
    if running.poll() is None:
        running.kill()
    running.communicate()


def test_killed_it_leaves_no_process(long_run: subprocess.Popen[str]) -> None:
    pids = workers(long_run)
    assert len(pids) == 2
    long_run.kill()
    assert all_end(pids)


def test_ctrl_c_ends_all_quietly(long_run: subprocess.Popen[str]) -> None:
    pids = workers(long_run)
    os.killpg(long_run.pid, signal.SIGINT)
    _, err = long_run.communicate(timeout=GIVE_UP_S)
    assert (long_run.returncode, err) == (130, "")
    assert all_end(pids)


def test_a_process_that_is_killed_is_reported(long_run: subprocess.Popen[str]) -> None:
    os.kill(workers(long_run)[0], signal.SIGKILL)
    _, err = long_run.communicate(timeout=GIVE_UP_S)
    assert (long_run.returncode, err) == (
        2,
        "jantaku replay: a process that refereed was killed, perhaps for want of memory; fewer --jobs need less\n",
    )


@pytest.mark.parametrize(("after_s", "shown"), [(0.0, True), (1e9, False)])
def test_a_terminal_shows_how_far_it_is(after_s: float, shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does so even if the results go to that terminal, as long as nothing is printed before the end."""
    ours, theirs = pty.openpty()
    monkeypatch.setattr(terminal_progress, "SHOWN_AFTER_S", after_s)
    monkeypatch.setattr(terminal_progress, "REDRAWN_AFTER_S", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(theirs, "w", encoding="utf-8") as screen:

        def seen(*, printed: bool) -> str:
            assert list(progress("games", iter("abc"), 3, printed=printed)) == ["a", "b", "c"]
            print("end", file=screen, end="", flush=True)
            text = ""
            while not text.endswith("end"):
                text += os.read(ours, 65536).decode()
            return text

        monkeypatch.setattr(sys, "stderr", screen)
        text = seen(printed=True)
        assert ("games" in text, "1/3" in text) == (shown, shown)
        monkeypatch.setattr(sys, "stdout", screen)
        assert seen(printed=True) == "end"
        assert ("3/3" in seen(printed=False)) == shown
    os.close(ours)


def test_what_is_passed_on_by_the_hundred_says_itself_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    monkeypatch.setattr(terminal_progress, "SHOWN_AFTER_S", 0.0)
    monkeypatch.setattr(terminal_progress, "REDRAWN_AFTER_S", 0.0)
    monkeypatch.setattr(terminal_progress, "_begun", lambda *_: shown.append)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert list(progress("entries", iter([100, 250]), 250, done=int)) == [100, 250]
    assert shown == [100, 250]
