"""The cost of each part of a table, in play and at rest, at real speed: processor time a second, and memory.

    python -m bench.speed.parts --seconds 60 [--mips N]

A simulated table plays a hand by itself and then rests; the programs that a real one has are measured, the simulation is
not. A real camera's JPEGs must be unpacked too, which a simulated one avoids; that is measured separately and added.
With ``--mips``, the rating that ``7z b -mmt1`` gives one thread here, the same is estimated for two Raspberry Pis from
their published ratings.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from statistics import median
from typing import Final

from bench.seeing.cost import times_ms
from bench.speed.measuring.commands import JANTAKU
from bench.speed.measuring.costs import Cost, cost_of
from bench.speed.measuring.machine import where
from referee.journal.entry import JournalError
from referee.journal.reader import open_reader
from table_controller.journal.place import JOURNAL

PARTS: Final = {
    "daemon": "jantaku.main run",
    "vision": "vision.worker.child",
    "broker": "mosquitto",
}
"""A part and what its command line holds."""
LOOKS_PER_S, WHOLE_PER_S = 7.7, 3.2
"""JPEGs unpacked each second in play, at a quarter of their size and whole: 845 and 346 in the 109 s of a filmed hand
(81212c88b312, seed 91)."""
CAMERA: Final = "unpacking the camera's JPEGs"
UNDER_WAY: Final = 20
"""Entries of the journal from which the game is under way."""
STILL_S: Final = 15.0
"""The game is over if its journal has not grown for this long."""
PATIENCE_S: Final = 180.0
ROUNDS: Final = 3
PI_MIPS: Final = {"Pi 4": 1660, "Pi 5": 2967}
"""Rating of one thread by 7-zip. [MIPS; from sbc-bench's reviews of a Pi 4 B at 1.5 GHz and a Pi 5 B]"""


def parts_of(parent: int) -> dict[str, int]:
    """The running programs of a table below a process, by part."""
    found = {}
    for pid in _below(parent):
        words = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        found.update({part: pid for part, sign in PARTS.items() if sign in words})
    return found


def _below(pid: int) -> list[int]:
    children = [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text(encoding="ascii").split()
    ]
    return [*children, *(each for child in children for each in _below(child))]


def measured(seconds: float, seed: int) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Play a hand, then rest for so long; return the share of a core that each part took in play and at rest, and its
    MB.

    Raises:
        TimeoutError: the game did not begin.
        ProcessLookupError: it ended before its time.
    """
    with tempfile.TemporaryDirectory(prefix="jantaku-parts-") as folder:
        words = ["sim", "--speed", "1", "--no-keys", "--hands", "1", "--seed", str(seed), "--state", folder]
        sim = subprocess.Popen(
            [*JANTAKU, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_for_play(Path(folder) / JOURNAL)
            parts = parts_of(sim.pid)
            if parts.keys() != PARTS.keys():
                raise ProcessLookupError(f"of the table's programs only these run: {', '.join(parts)}")
            began = _used(parts)
            ended = _until_over(Path(folder) / JOURNAL, parts)
            rests = _used(parts)
            time.sleep(seconds)
            memory = {part: cost.resident_mb for part, cost in _costs(parts).items()}
            return _shares(began, ended), _shares(rests, _used(parts)), memory
        finally:
            sim.terminate()
            sim.wait(PATIENCE_S)


def _used(parts: Mapping[str, int]) -> tuple[float, dict[str, float]]:
    """The time, and the processor time of each part up to then."""
    return time.monotonic(), {part: cost.cpu_s for part, cost in _costs(parts).items()}


def _costs(parts: Mapping[str, int]) -> dict[str, Cost]:
    """Return the cost of each part alone; vision is a child of the daemon, so the daemon's cost includes it at first."""
    costs = {part: cost_of(pid) for part, pid in parts.items()}
    daemon, vision = costs["daemon"], costs["vision"]
    costs["daemon"] = Cost(daemon.cpu_s - vision.cpu_s, daemon.resident_mb - vision.resident_mb)
    return costs


def _shares(
    began: tuple[float, Mapping[str, float]], ended: tuple[float, Mapping[str, float]]
) -> dict[str, float]:
    return {part: (used_s - began[1][part]) / (ended[0] - began[0]) for part, used_s in ended[1].items()}


def _until_over(journal: Path, parts: Mapping[str, int]) -> tuple[float, dict[str, float]]:
    """Wait until play is over; return the usage of the parts at the last entry."""
    newest, last = 0, _used(parts)
    while time.monotonic() - last[0] < STILL_S:
        time.sleep(0.5)
        with closing(open_reader(journal)) as reader:
            if reader.number > newest:
                newest, last = reader.number, _used(parts)
    return last


def _wait_for_play(journal: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with suppress(JournalError), closing(open_reader(journal)) as reader:  # it may only have been begun
            if reader.number >= UNDER_WAY:
                return
        time.sleep(0.5)
    raise TimeoutError(f"no game was under way after {PATIENCE_S:.0f} s")


def table(
    play: Mapping[str, float], rest: Mapping[str, float], memory: Mapping[str, float], mips: int | None
) -> str:
    """The figures as Markdown: percent of a core, here and estimated, and MB."""
    pis = {} if mips is None else {name: mips / theirs for name, theirs in PI_MIPS.items()}
    rows = [["part", "in play", *pis, "at rest", "memory"], ["---"] * (4 + len(pis))]
    every = [(part, share, rest.get(part), memory.get(part)) for part, share in play.items()]
    for part, share, resting, mb in [
        *every,
        ("all", sum(play.values()), sum(rest.values()), sum(memory.values())),
    ]:
        slower = [f"{share * each:.0%}" for each in pis.values()]
        at_rest = "" if resting is None else f"{resting:.1%}"
        rows.append([part, f"{share:.1%}", *slower, at_rest, "" if mb is None else f"{mb:.0f} MB"])
    return "\n".join(f"| {' | '.join(row)} |".replace("%", " %") for row in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(prog="bench.speed.parts", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="of rest")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--mips", type=int, help="what `7z b -mmt1` gives one thread here")
    options = parser.parse_args(arguments)
    play, rest, memory = measured(options.seconds, options.seed)
    times = times_ms(options.seed, ROUNDS)
    play[CAMERA] = (LOOKS_PER_S * median(times["quarter"]) + WHOLE_PER_S * median(times["jpeg"])) / 1000
    rest[CAMERA] = median(times["quarter"]) / 1000
    print(json.dumps(where()["machine"]))
    print(table(play, rest, memory, options.mips))
    return 0


if __name__ == "__main__":
    sys.exit(main())
