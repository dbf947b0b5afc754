"""Commands as contenders: each run is a process of its own, from its start to its end, in processor seconds."""

import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
JANTAKU: Final = (sys.executable, "-m", "jantaku.main")
PEER_PROGRAMS: Final = ROOT / "bench" / "speed" / "peer_programs"
SAID: Final = 2_000
"""Characters of the error stream that are shown if a command fails."""


class CommandFailedError(Exception):
    """A command ended with a status other than 0."""


@dataclass(frozen=True, slots=True)
class Ran:
    """The result of a command: processor seconds, its children's included, and its output."""

    cpu_s: float
    output: bytes


def run(command: Sequence[str], folder: Path = ROOT) -> Ran:
    """Run a command to its end.

    Args:
        folder: in which it runs, and in which it first looks for modules.

    Raises:
        CommandFailedError: its exit status was not 0.
    """
    with subprocess.Popen(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=own_environment(),
    ) as process:
        before_s = _children_s()
        output, errors = process.communicate()
    if process.returncode:
        text = errors.decode(errors="replace")[-SAID:]
        raise CommandFailedError(f"{' '.join(command)}: exit status {process.returncode}: {text}")
    return Ran(_children_s() - before_s, output)


def _children_s() -> float:
    """Processor seconds of all child processes that have ended and been waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def own_environment() -> dict[str, str]:
    """The environment without variables that lead Python to other modules, and with compiled modules kept."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}
    }


def alternate(commands: Sequence[Sequence[str]], rounds: int) -> list[list[Ran]]:
    """Run each command in turn, so many rounds; a round before them fills the system's caches and is not counted."""
    for command in commands:
        run(command)
    found: list[list[Ran]] = [[] for _ in commands]
    for _ in range(rounds):
        for command, each in zip(commands, found, strict=True):
            each.append(run(command))
    return found
