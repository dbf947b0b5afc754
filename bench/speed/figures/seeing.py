"""Vision's frames on one thread, beside decoding the frame's JPEG in the same rounds; and the memory of its process."""

from typing import Final

import cv2

from bench.seeing.cost import memory_beside_decoding_mb, times_ms
from bench.speed.measuring.figure import Absent, Bench, Figure, Goal, Rounds

SEED: Final = 21
TO: Final = "decoding the frame's JPEG"


def _figure(name: str, what: str, bound: float, unit: str = "ms", to: str = TO) -> Figure:
    return Figure(name=f"vision.{name}", what=what, unit=unit, more=False, to=to, goal=Goal("value", bound))


TIMES: Final = {
    "steady": _figure("steady", "a frame in which nothing has changed, one thread", 2),
    "changed": _figure("changed", "the frame that reads one changed zone, one thread", 10),
    "cold": _figure("cold", "the first frames of a full table, one thread", 100),
}
MEMORY: Final = _figure(
    "memory", "resident memory of vision with a full ring", 400, "MB", "a process that decodes one JPEG"
)


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Read frames of a drawn table."""
    cv2.setNumThreads(1)
    times = times_ms(SEED, rounds)
    memory, decoding = memory_beside_decoding_mb()
    return {
        **{figure.name: Rounds(tuple(times[name]), tuple(times["jpeg"])) for name, figure in TIMES.items()},
        MEMORY.name: Rounds((memory,), (decoding,)),
    }


BENCH: Final = Bench(name="vision", figures=(*TIMES.values(), MEMORY), measure=measure)
