"""Ctrl-C ends a command once and quietly, at whatever point it comes.

Python raises it at any point of the program. Where nothing can be raised (a generator that ``any(…)`` drops, a
finalizer, a callback of the import lock) the interrupt is printed with a traceback instead and lost: the command would
go on.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Final

AGAIN_S: Final = 0.05
"""An interrupt that could not be raised is tried again after this time."""
ENDS: Final = (signal.SIGINT, signal.SIGTERM)


@contextlib.contextmanager
def not_lost() -> Iterator[None]:
    """Raise an interrupt a moment later if it could not be raised where it arrived."""
    before = sys.unraisablehook

    def hook(raised: sys.UnraisableHookArgs, /) -> None:
        if not issubclass(raised.exc_type, KeyboardInterrupt):
            before(raised)
            return
        # Not raised here: an error of this hook would only be printed as well.
        main = threading.main_thread().ident
        again = threading.Timer(AGAIN_S, signal.pthread_kill, (main, signal.SIGINT))
        again.daemon = True
        again.start()

    sys.unraisablehook = hook
    try:
        yield
    finally:
        sys.unraisablehook = before


def remember() -> list[int]:
    """Remember signals to end instead of raising them, while something is started that cannot be closed before it is up.

    Returns:
        the signals that came, in their order, until there are handlers of what was started.
    """
    came: list[int] = []
    if threading.current_thread() is threading.main_thread():  # signals arrive in no other
        for number in ENDS:
            signal.signal(number, lambda signal_number, _frame: came.append(signal_number))
    return came


def ignore() -> None:
    """Ignore further signals, because the program is already ending."""
    for number in ENDS:
        signal.signal(number, signal.SIG_IGN)
