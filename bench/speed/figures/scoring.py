"""12,000 hands scored from file to answers: a process reads the file, scores, and prints an answer for each hand."""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bench.speed.measuring.commands import JANTAKU, PEER_PROGRAMS, Ran, alternate
from bench.speed.measuring.figure import Absent, Bench, Figure, Goal, Rounds
from bench.speed.measuring.peers import PEERS
from bench.speed.samples.records import hands_file

COMPARED: Final = "pay"
"""Han and fu of yakuman are counted differently; what is paid is not."""


def _figure(peer: str, goal: Goal | None) -> Figure:
    return Figure(
        name=f"score.{peer}",
        what="12,000 hands from file to answers, one process, no caches from earlier runs",
        unit="hands/s",
        more=True,
        to=peer,
        goal=goal,
    )


FIGURES: Final = (_figure("mahjong", Goal("ratio", 3)), _figure("riichienv", None))


def commands(file: Path) -> dict[str, list[str]]:
    """The command of each peer that is installed."""
    return {
        peer: [sys.executable, str(PEER_PROGRAMS / f"score_{peer}.py"), str(file)]
        for peer in ("mahjong", "riichienv")
        if PEERS[peer].found() is not None
    }


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Alternate our command with each peer's."""
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        file = hands_file(Path(folder))
        here = commands(file)
        ours, *theirs = alternate([[*JANTAKU, "score", "--batch", str(file)], *here.values()], rounds)
    by_peer = dict(zip(here, theirs, strict=True))
    return {
        figure.name: Absent(PEERS[figure.to].absent)
        if figure.to not in by_peer
        else _rounds(ours, by_peer[figure.to])
        for figure in FIGURES
    }


def _rounds(ours: Sequence[Ran], theirs: Sequence[Ran]) -> Rounds:
    answers, others = _answers(ours[0]), _answers(theirs[0])
    if len(answers) != len(others):
        raise ValueError(f"{len(answers)} answers of ours, {len(others)} of theirs: nothing to compare")
    other = sum(mine != his for mine, his in zip(answers, others, strict=True))
    return Rounds(
        tuple(len(answers) / each.cpu_s for each in ours),
        tuple(len(answers) / each.cpu_s for each in theirs),
        f"{other} of {len(answers)} hands are paid otherwise by the peer" if other else "",
    )


def _answers(ran: Ran) -> list[str | None]:
    return [json.loads(line)[COMPARED] for line in ran.output.splitlines()]


BENCH: Final = Bench(name="score", figures=FIGURES, measure=measure)
