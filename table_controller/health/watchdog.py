"""Tells systemd that the table is up, and feeds its watchdog only while every part moves (``sd_notify(3)``).

A part whose device is away (no unit, no camera, no broker, a full disk) still moves: it keeps trying. A part that does
not move hangs, and only then does a restart from the journal help. All times are real, whatever table time does.
"""

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from config.log_line import FAILURE, Say

LOOKS: Final = 4
"""The number of checks that fit into systemd's timeout."""


@dataclass
class WatchedPart:
    """One part of the table.

    Attributes:
        probe: asks the part to move; the part then calls ``moved`` from any thread. The probe must not wait.
        patience_s: the time within which it must move.
    """

    probe: Callable[[Callable[[], None]], None]
    patience_s: float
    moved_s: float = field(default_factory=time.monotonic)

    def moved(self) -> None:
        self.moved_s = time.monotonic()


class Notifier:
    """Sends messages to the service manager, if there is one.

    Args:
        environment: the environment of the process, with ``NOTIFY_SOCKET`` and ``WATCHDOG_USEC``.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._place = environment.get("NOTIFY_SOCKET", "")
        try:
            self.watchdog_s = int(environment.get("WATCHDOG_USEC", "0")) / 1e6 if self._place else 0.0
        except ValueError:
            self.watchdog_s = 0.0

    def say(self, text: str) -> None:
        """Send ``READY=1``, ``WATCHDOG=1`` or ``STATUS=…``; a manager that does not listen is ignored."""
        if not self._place:
            return
        place = f"\0{self._place[1:]}" if self._place.startswith("@") else self._place
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(False)
            try:
                line.sendto(text.encode(), place)
            except OSError:
                return


class Watchdog:
    """Feeds the service manager's watchdog from a thread of its own, while all parts move.

    Args:
        notifier: sends messages to the manager.
        parts: the parts by their names for people.
        say: takes lines for the log.
    """

    def __init__(self, notifier: Notifier, parts: Mapping[str, WatchedPart], say: Say) -> None:
        self._notifier = notifier
        self._parts = parts
        self._say = say
        self._stuck: list[str] = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Report that the table is up, and start feeding the watchdog if systemd wants that."""
        self._notifier.say("READY=1")
        if self._notifier.watchdog_s > 0:
            self._thread.start()

    def stop(self) -> None:
        """Stop feeding, since the table ends."""
        self._notifier.say("STOPPING=1")
        self._end.set()

    def stuck(self) -> list[str]:
        """The parts that have not moved within their time."""
        now_s = time.monotonic()
        return [name for name, part in self._parts.items() if now_s - part.moved_s > part.patience_s]

    def _run(self) -> None:
        while True:
            for part in self._parts.values():
                part.probe(part.moved)
            if self._end.wait(self._notifier.watchdog_s / LOOKS):
                return
            stuck = self.stuck()
            if stuck and stuck != self._stuck:
                self._say(
                    f"does not move: {', '.join(stuck)}; systemd starts the table anew if this stays", FAILURE
                )
            self._stuck = stuck
            if not stuck:
                self._notifier.say("WATCHDOG=1")
