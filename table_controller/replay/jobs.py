"""A piece of work for each of many files, on several processors at once."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")
AHEAD: Final = 4
"""How many files for each process are underway at once: one may take longer than those after it."""


class JobKilledError(Exception):
    """A process that worked was killed."""


def each(work: Callable[[str], T], files: Sequence[str], jobs: int) -> Iterator[T]:
    """What the work gives for each file, in the order of the files.

    Args:
        work: what is done; with several jobs it and what it gives are pickled.
        files: their names.
        jobs: how many processes do it; 1: this one.

    Raises:
        JobKilledError: a process was killed.
    """
    if min(jobs, len(files)) <= 1:
        yield from map(work, files)
        return
    # Slow to import; one process is the rule.
    import multiprocessing  # noqa: PLC0415 - see above
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415 - see above

    # Spawned: a process that is forked would keep the others' pipes open when this one is killed.
    spawned = multiprocessing.get_context("spawn")
    left = iter(files)
    try:
        with ProcessPoolExecutor(min(jobs, len(files)), spawned, initializer=_ends_with_parent) as pool:
            # They begin with interrupts blocked: Ctrl-C is for this process, which then ends them.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                underway = deque(pool.submit(work, file) for file in islice(left, AHEAD * jobs))
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            while underway:
                yield underway.popleft().result()
                underway.extend(pool.submit(work, file) for file in islice(left, 1))
    except BrokenExecutor:
        raise JobKilledError from None


def _ends_with_parent() -> None:
    """End this process when its parent does, however that happens."""
    # As above; here it is imported already.
    import multiprocessing  # noqa: PLC0415 - see above

    parent = multiprocessing.parent_process()
    if parent is None:
        raise AssertionError("called in a process that was spawned")

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
