"""From a tile's release to its event at the broker, on the simulated table at real speed: everything runs as on a Pi."""

import json
import tempfile
from pathlib import Path
from typing import Final

from bench.speed.measuring.commands import JANTAKU, run
from bench.speed.measuring.figure import LIMIT, Absent, Bench, Figure, Goal, Rounds
from bench.speed.measuring.peers import PEERS

HANDS: Final = 1
SEED: Final = 1
MOST_GAMES: Final = 3
"""A game takes minutes, whatever the machine: ten of them would take an hour."""


def _figure(share: int, bound_ms: float) -> Figure:
    return Figure(
        name=f"released.p{share}",
        what=f"from a tile's release to its event, simulated table at real speed, {share} % below",
        unit="ms",
        more=False,
        to=LIMIT,
        goal=Goal("value", bound_ms),
    )


FIGURES: Final = {"p95": _figure(95, 250), "p99": _figure(99, 350)}


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Play the first hand of a few games in real time."""
    if PEERS["mosquitto"].found() is None:
        return {figure.name: Absent(PEERS["mosquitto"].absent) for figure in FIGURES.values()}
    games = [_latencies_ms(SEED + more) for more in range(min(rounds, MOST_GAMES))]
    return {figure.name: Rounds(tuple(game[share] for game in games)) for share, figure in FIGURES.items()}


def _latencies_ms(seed: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        report = Path(folder) / "report.json"
        run(
            [
                *(*JANTAKU, "sim", "--speed", "1", "--headless", "--seed", str(seed)),
                *("--hands", str(HANDS), "--report", str(report)),
            ]
        )
        latencies: dict[str, float] = json.loads(report.read_text(encoding="utf-8"))["latency_ms"]
        return latencies


BENCH: Final = Bench(name="released", figures=tuple(FIGURES.values()), measure=measure, slow=True)
