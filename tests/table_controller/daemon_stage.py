"""Helpers that the tests of daemon share."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from referee.journal.journal import Journal
from referee.journal.verification import verify
from tests.table_controller.seen_table import described

ROOT = Path(__file__).resolve().parents[2]


PROGRAM = Path(__file__).with_name("mortal_daemon.py")


SURVIVES = 10**9


def live(folder: Path, step: int, *more: str) -> int:
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(folder), str(step), *more],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stdout + done.stderr
    return done.returncode


def journalled(folder: Path) -> list[str]:
    journal = Journal(folder / "journal.sqlite")
    verify(journal)
    entries = list(journal.entries())
    assert journal.inbox() == []
    journal.close()
    times = [entry.at_ms for entry in entries]
    assert times == sorted(times)
    # A restart is reported as well.
    acts = [described(entry.observation) for entry in entries]
    return [each for each in acts if each != "TableHindered"]


GAME = [
    "HanchanBegun",
    "dealt 34",
    "indicator 1s",
    "0 draws",
    "0 discards 9s",
    "1 draws",
    "1 discards 5p",
    "3 calls pon",
    "3 pon 5p5p0p with 5p from 1",
    "3 discards 7z",
    "0 draws",
    "0 calls riichi",
    "0 discards 8s sideways",
    "0 stick",
    "1 draws",
    "1 discards 9p",
    "2 draws",
    "2 discards 3z",
    "3 draws",
    "3 discards 4z",
    "0 draws",
    "0 calls tsumo",
    "0 shows 1m2m3m4p5p6p7s8s9s1z1z1z2z and 2z",
    "ura 4z",
    "HandClosed",
]
