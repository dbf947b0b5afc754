"""The same observations give the same journal, byte for byte, whatever the hash seed."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(__file__).with_name("any_journal.py")
SEEN = {"FoulFound", "PlayStopped", "RulingMade", "MeldMade", "RiichiDeclared", "HandEnded", "HanchanEnded"}
"""Events that must be among what is compared."""


def journal(place: Path, hash_seed: str) -> tuple[str, set[str], list[bytes]]:
    """The digests, the kinds of events, and all that is stored."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), "7", str(place)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    database = sqlite3.connect(place)
    stored = [
        row[0] for row in database.execute("select state from stored_events order by originator_version")
    ]
    stored += [row[0] for row in database.execute("select state from stored_snapshots order by 1")]
    database.close()
    return done.stdout, set(done.stderr.split()), stored


def test_the_same_bytes_whatever_the_hashes(tmp_path: Path) -> None:
    digests, kinds, stored = journal(tmp_path / "a.sqlite", "0")
    assert len(digests.splitlines()) > 400
    assert kinds >= SEEN
    assert journal(tmp_path / "b.sqlite", "4711") == (digests, kinds, stored)
