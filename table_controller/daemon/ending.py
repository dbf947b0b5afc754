"""The daemon's end and its exit status: after a signal, when table time ends, or after a failure."""

import asyncio
import contextlib
import faulthandler
import signal
import socket
from collections.abc import Callable, Sequence
from typing import Final

from config.log_line import FAILURE
from referee.journal.journal import JournalError
from table_controller.daemon.clock import BarrierClock, Clock
from wording.terminal import interrupts
from wording.terminal.exit_status import ExitStatus
from wording.terminal.log import say

STDERR: Final = 2


class Ending:
    """The request for the daemon's end. Made in its loop, before anything that may request it.

    Args:
        most_s: the time that the end may take after the request; None for no limit. After it the program dumps the
            stack of each thread and exits at once; a process that outlives the daemon calls
            ``faulthandler.cancel_dump_traceback_later``.
    """

    def __init__(self, most_s: float | None = None) -> None:
        self.status = ExitStatus.DONE
        self._most_s = most_s
        self._loop = asyncio.get_running_loop()
        self._asked = asyncio.Event()
        self._waking = contextlib.ExitStack()

    def heed(self, clock: Clock, came: Sequence[int]) -> None:
        """End on SIGTERM, SIGINT or the end of table time.

        Args:
            clock: table time.
            came: the signals that came earlier.
        """
        # Do not use the loop's own handlers: when a loop removes one, the signal kills the process for a moment.
        for end in (ends := socket.socketpair()):
            self._waking.enter_context(end).setblocking(False)
        hears, wakes = ends
        self._loop.add_reader(hears, hears.recv, 1)
        self._waking.callback(self._loop.remove_reader, hears)
        signal.set_wakeup_fd(wakes.fileno(), warn_on_full_buffer=False)
        self._waking.callback(signal.set_wakeup_fd, -1)
        for number in interrupts.ENDS:
            signal.signal(number, lambda *_: self.ask())
        if came:
            self.ask()
        if isinstance(clock, BarrierClock):
            clock.on_lost(self.from_thread(self._time_ended))

    def from_thread(self, call: Callable[[], None]) -> Callable[[], None]:
        """Return a version of a call that other threads may make, and that runs in the daemon's loop."""

        def thread_call() -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(call)

        return thread_call

    def ask(self) -> None:
        """Request the end."""
        if self._most_s is not None and not self._asked.is_set():
            faulthandler.dump_traceback_later(self._most_s, exit=True, file=STDERR)
        self._asked.set()

    def fail(self, error: BaseException) -> None:
        """Request the end after an internal error, so that the supervisor restarts the daemon from the journal."""
        say(f"failed: {type(error).__name__}: {error}", FAILURE)
        if not isinstance(error, JournalError):
            self._loop.call_exception_handler({"message": "the daemon fails", "exception": error})
        self.status = ExitStatus.NOT_DONE
        self.ask()

    def _time_ended(self) -> None:
        say("the conductor is gone: table time has ended")
        self.ask()

    async def asked(self) -> None:
        """Wait until the end is requested."""
        await self._asked.wait()

    def is_near(self) -> None:
        """Ignore further signals: the end has begun."""
        interrupts.ignore()
        self._waking.close()
