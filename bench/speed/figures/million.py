"""A journal of a million entries: the state from it, and every entry verified. Writing it takes minutes."""

import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bench.speed.measuring.figure import LIMIT, Absent, Bench, Figure, Goal, Rounds
from bench.speed.samples.played import fill
from referee.journal.journal import Journal
from referee.journal.reader import open_reader
from table_controller.journal.place import JOURNAL
from wording.terminal.jobs import processors

ENTRIES: Final = 1_000_000
VERIFIED_ROUNDS: Final = 3
"""Each takes some seconds of all processors."""
STATE: Final = Figure(
    name="million.state",
    what="the state from a journal of a million entries",
    unit="s",
    more=False,
    to=LIMIT,
    goal=Goal("value", 1),
)
VERIFIED: Final = Figure(
    name="million.verified",
    what="`jantaku journal verify` of a million entries: each hash, each event folded again; real time, all processors",
    unit="s",
    more=False,
    to=LIMIT,
    goal=Goal("value", 5),
)


def measure(rounds: int, entries: int = ENTRIES) -> dict[str, Rounds | Absent]:
    """Write the journal, then open it for each round."""
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        file = Path(folder) / JOURNAL
        journal = Journal(file, synced=False)
        fill(journal, entries=entries)
        journal.close()
        return {
            STATE.name: Rounds(tuple(_loaded_s(file) for _ in range(rounds))),
            VERIFIED.name: Rounds(
                tuple(_verified_s(folder) for _ in range(min(rounds, VERIFIED_ROUNDS))),
                note=f"on {processors()} processors",
            ),
        }


def _loaded_s(file: Path) -> float:
    """Processor seconds to open the journal and load the state."""
    started = time.process_time()
    with closing(open_reader(file)) as reader:
        reader.load()
    return time.process_time() - started


def _verified_s(state: str) -> float:
    """Real seconds that the command takes from start to end: somebody waits for that."""
    started = time.monotonic()
    command = [sys.executable, "-m", "jantaku.main", "journal", "verify", "--state", state]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


BENCH: Final = Bench(name="million", figures=(STATE, VERIFIED), measure=measure, slow=True)
