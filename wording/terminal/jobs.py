"""Resources of the machine that a process may use: several processors for one kind of work, and open files."""

import gc
import os
import resource
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, ClassVar, Final, TypeVar

S = TypeVar("S")
T = TypeVar("T")
AHEAD: Final = 4
"""The number of things in progress for each process: one may take longer than those after it."""

MOST_FILES: Final = 65_536
"""More than any process of ours opens: a page has two, a table of `jantaku swarm` nine."""


class JobKilledError(Exception):
    """A process of the pool was killed."""


def number_of_jobs(text: str) -> int:
    """Return the number of processes that a command line asks for; 0 is one for each processor that this process may use."""
    jobs = int(text)
    if jobs < 0:
        raise ValueError
    return jobs or processors()


number_of_jobs.__name__ = "number (0 or more)"


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def allow_open_files() -> None:
    """Raise the number of files that this process may open, up to its hard limit.

    Systems give each process 1,024 and let it have more; select() cannot handle those above. A process that calls this
    must not use select() on files that it opens later.
    """
    allowed, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if resource.RLIM_INFINITY != allowed < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def each(work: Callable[[S], T], things: Sequence[S], jobs: int) -> Iterator[T]:
    """Yield the result of the work for each thing, in their order.

    Args:
        work: the function; with several jobs it is pickled once for each process.
        things: its arguments; each is pickled, and so is each result. Keep them short: while Python 3.11.2 writes
            more than a pipe holds (64 kB) to a process that was killed, it waits for ever.
        jobs: the number of processes; 1: this one.

    Raises:
        JobKilledError: a process was killed.
    """
    if min(jobs, len(things)) <= 1:
        yield from map(work, things)
        return
    # Slow to import, and mostly there is only one process.
    import multiprocessing  # noqa: PLC0415 - see above
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor  # noqa: PLC0415 - see above

    # Spawned: a process that is forked would keep the others' pipes open when this one is killed.
    spawned = multiprocessing.get_context("spawn")
    left = iter(things)
    try:
        with ProcessPoolExecutor(
            min(jobs, len(things)), spawned, initializer=_begin, initargs=(work,)
        ) as pool:
            # They start with interrupts blocked: Ctrl-C reaches this process, which then ends them.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                underway = deque(pool.submit(_do, thing) for thing in islice(left, AHEAD * jobs))
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            try:
                while underway:
                    yield underway.popleft().result()
                    underway.extend(pool.submit(_do, thing) for thing in islice(left, 1))
            finally:
                # Nobody waits for the rest any more. The pool cancels it itself: the thread that ends the pool after a
                # process was killed dies of a future that somebody else has cancelled, in Python 3.11.
                pool.shutdown(cancel_futures=True)
    except BrokenExecutor:
        raise JobKilledError from None


class _Worker:
    """The work for which a process of the pool was started."""

    work: ClassVar[Callable[[Any], Any]]


def _begin(work: Callable[[Any], Any]) -> None:
    """Take up the work, in a process of the pool."""
    gc.freeze()  # what was imported for the work is no garbage to look for
    _Worker.work = work
    _ends_with_parent()


def _do(thing: object) -> Any:
    return _Worker.work(thing)


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
