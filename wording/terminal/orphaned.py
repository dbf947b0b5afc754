"""The end of a process whose parent has ended, for whatever reason.

The parent holds the other end of the process's standard input, which ends with the parent.
"""

import os
import sys
import threading
from collections.abc import Callable


def when_orphaned(call: Callable[[], object]) -> None:
    """Call this, in a thread, when standard input has ended."""

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1):
            pass
        call()

    threading.Thread(target=wait, name="orphaned", daemon=True).start()
