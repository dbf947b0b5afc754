"""The cost of processes: processor time and memory, from /proc."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")
_PARENT, _WITH_CHILDREN = 1, slice(11, 15)
"""Fields of /proc/PID/stat after the name (proc(5)); the last two times are of children that have ended."""


@dataclass(frozen=True)
class Cost:
    """Processor time, and resident memory; what several processes share counts once."""

    cpu_s: float
    resident_mb: float


def cost_of(number: int) -> Cost:
    """Return the cost of a process, its children and theirs up to now.

    Args:
        number: of the process.
    """
    fields = _fields(number)
    children = [cost_of(int(each.name)) for each in Path("/proc").glob("[0-9]*") if _is_child(each, number)]
    cpu_s = sum(map(int, fields[_WITH_CHILDREN])) / TICKS
    return total([Cost(cpu_s, _resident_mb(number)), *children])


def total(costs: Iterable[Cost]) -> Cost:
    """The sum of costs."""
    listed = list(costs)
    return Cost(sum(each.cpu_s for each in listed), sum(each.resident_mb for each in listed))


def _fields(number: int) -> list[str]:
    stat = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    return stat.rpartition(")")[2].split()


def _is_child(place: Path, parent: int) -> bool:
    try:
        return int(_fields(int(place.name))[_PARENT]) == parent
    except OSError:  # it has ended meanwhile
        return False


def _resident_mb(number: int) -> float:
    lines = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
