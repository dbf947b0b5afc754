"""The cost of each part of a table while people play, at real speed: processor time per second of play.

    python -m bench.speed.parts --seconds 240 [--mips N]

A simulated table plays by itself; the programs that a real one has are measured, the simulation is not. A real camera's
JPEGs must be decoded too, which a simulated one avoids; decoding is measured apart and added. With ``--mips``, the rating
that ``7z b -mmt1`` gives one thread here, the same is estimated for two Raspberry Pis from their published ratings.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Final

from bench.seeing.cost import times_ms
from bench.speed.measuring.commands import JANTAKU
from bench.speed.measuring.costs import cost_of
from bench.speed.measuring.machine import where
from referee.journal.reader import open_reader
from table_controller.journal.place import JOURNAL

PARTS: Final = {
    "daemon": "jantaku.main run",
    "vision": "vision.worker.child",
    "broker": "mosquitto",
}
"""A part and what its command line holds."""
FRAMES_PER_S: Final = 10
"""Of a table's camera."""
UNDER_WAY: Final = 20
"""Entries of the journal from which the game is under way."""
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


def measured(seconds: float, seed: int) -> dict[str, float]:
    """Play for so long; the share of a core that each part took, decoding of the camera's JPEGs apart.

    Raises:
        TimeoutError: the game did not begin.
        ProcessLookupError: it ended before its time.
    """
    with tempfile.TemporaryDirectory(prefix="jantaku-parts-") as folder:
        words = ["sim", "--speed", "1", "--no-keys", "--headless", "--seed", str(seed), "--state", folder]
        sim = subprocess.Popen(
            [*JANTAKU, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            _wait_for_play(Path(folder) / JOURNAL)
            parts = parts_of(sim.pid)
            if parts.keys() != PARTS.keys():
                raise ProcessLookupError(f"of the table's programs only these run: {', '.join(parts)}")
            before, began = {part: cost_of(pid).cpu_s for part, pid in parts.items()}, time.monotonic()
            time.sleep(seconds)
            lasted = time.monotonic() - began
            return {part: (cost_of(pid).cpu_s - before[part]) / lasted for part, pid in parts.items()}
        finally:
            sim.terminate()
            sim.wait(PATIENCE_S)


def _wait_for_play(journal: Path) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if journal.exists():
            with closing(open_reader(journal)) as reader:
                if reader.number >= UNDER_WAY:
                    return
        time.sleep(0.5)
    raise TimeoutError(f"no game was under way after {PATIENCE_S:.0f} s")


def table(shares: Mapping[str, float], mips: int | None) -> str:
    """The figures as Markdown: percent of a core, here and estimated."""
    pis = {} if mips is None else {name: mips / theirs for name, theirs in PI_MIPS.items()}
    rows = [["part", "here", *pis], ["---"] * (2 + len(pis))]
    for part, share in [*shares.items(), ("all", sum(shares.values()))]:
        rows.append([part, f"{share:.1%}", *(f"{share * slower:.0%}" for slower in pis.values())])
    return "\n".join(f"| {' | '.join(row)} |".replace("%", " %") for row in rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, measure, print."""
    parser = argparse.ArgumentParser(prog="bench.speed.parts", description=__doc__)
    parser.add_argument("--seconds", type=float, default=240.0, help="of play")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--mips", type=int, help="what `7z b -mmt1` gives one thread here")
    options = parser.parse_args(arguments)
    shares = measured(options.seconds, options.seed)
    decoded_ms = median(times_ms(options.seed, ROUNDS)["jpeg"])
    shares["decoding the camera's JPEGs"] = decoded_ms * FRAMES_PER_S / 1000
    print(json.dumps(where()["machine"]))
    print(table(shares, options.mips))
    return 0


if __name__ == "__main__":
    sys.exit(main())
