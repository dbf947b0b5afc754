"""Recorded games replayed from their files: each act judged, each hand settled, compared with the record and printed."""

import sys
import tempfile
from pathlib import Path
from typing import Final

from bench.speed.measuring.commands import JANTAKU, PEER_PROGRAMS, alternate
from bench.speed.measuring.figure import Absent, Bench, Figure, Goal, Rounds
from bench.speed.measuring.peers import PEERS
from bench.speed.samples.records import game_files

GAMES: Final = 24
FIGURE: Final = Figure(
    name="replay.jansou",
    what=f"{GAMES} games from their files, each act judged, each hand settled and compared with its record",
    unit="events/s",
    more=True,
    to="jansou",
    goal=Goal("ratio", 3),
)


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Alternate ``jantaku replay`` with jansou's ``replay_paifu``, which compares neither points nor yaku."""
    peer = PEERS[FIGURE.to]
    if peer.found() is None:
        return {FIGURE.name: Absent(peer.absent)}
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        files = [str(file) for file in game_files(Path(folder), GAMES)]
        ours, theirs = alternate(
            [
                [*JANTAKU, "replay", *files],
                [sys.executable, str(PEER_PROGRAMS / "replay_jansou.py"), *files],
            ],
            rounds,
        )
    events = sum(map(int, theirs[0].output.split()))
    return {
        FIGURE.name: Rounds(
            tuple(events / each.cpu_s for each in ours), tuple(events / each.cpu_s for each in theirs)
        )
    }


BENCH: Final = Bench(name="replay", figures=(FIGURE,), measure=measure)
