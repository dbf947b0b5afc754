"""A journal of a million entries: the state from it, and every entry verified. Writing it takes minutes."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.speed.measuring.figure import LIMIT, Absent, Bench, Figure, Goal, Rounds
from bench.speed.samples.played import fill
from referee.journal.journal import Journal
from referee.journal.reader import open_reader

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.journal.reader import JournalReader, Loaded

ENTRIES: Final = 1_000_000
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
    what="a journal of a million entries verified: each hash, each event folded again",
    unit="s",
    more=False,
    to=LIMIT,
    goal=Goal("value", 10),
)


def measure(rounds: int, entries: int = ENTRIES) -> dict[str, Rounds | Absent]:
    """Write the journal, then open it for each round; it is verified once, which takes a minute."""
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        file = Path(folder) / "journal.sqlite"
        journal = Journal(file, synced=False)
        fill(journal, entries=entries)
        journal.close()
        return {
            STATE.name: Rounds(tuple(_seconds(file, lambda reader: reader.load()) for _ in range(rounds))),
            VERIFIED.name: Rounds((_seconds(file, lambda reader: reader.verify()),)),
        }


def _seconds(file: Path, work: Callable[[JournalReader], Loaded]) -> float:
    """Processor seconds to open the journal and do this with it."""
    started = time.process_time()
    reader = open_reader(file)
    work(reader)
    reader.close()
    return time.process_time() - started


BENCH: Final = Bench(name="million", figures=(STATE, VERIFIED), measure=measure, slow=True)
