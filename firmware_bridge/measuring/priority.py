"""Gives a measurement priority on this machine, so that it measures the link and not other load."""

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Give the calling thread real-time priority (SCHED_RR) within this context, if that is allowed.

    Programs that it starts do not inherit it. An unprivileged thread keeps SCHED_RESET_ON_FORK afterwards: the kernel
    lets only a privileged thread clear the flag (sched(7)).
    """
    if not hasattr(os, "sched_setscheduler"):
        yield
        return
    policy, priority = os.sched_getscheduler(0), os.sched_getparam(0)
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    try:
        yield
    finally:
        with contextlib.suppress(PermissionError):
            os.sched_setscheduler(0, policy, priority)
