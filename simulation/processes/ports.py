"""Free ports on this machine, which nobody takes before the program listens that they are for.

Ports that the system gives out itself are none: while a broker starts, the system gives them to programs that connect
to something, and the broker finds its port taken. Below them, each process of this program picks from a row of its own.
"""

from __future__ import annotations

import errno
import random
import socket
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCALHOST = "127.0.0.1"
FIRST: Final = 20_000
ROW: Final = 100
_RANGE: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
_LOCK: Final = Lock()


def free_ports(count: int) -> list[int]:
    """This many different TCP ports of this machine on which nobody listens now, at most half a row.

    Raises:
        OSError: there are none.
    """
    with _LOCK:
        tried = islice(_row(), ROW)
        found = list(islice((port for port in tried if _is_free(port)), count))
    if len(found) < count:
        raise OSError(errno.EADDRINUSE, "no free ports")
    return found


def given_out_by_the_system() -> range:
    """Return the range of ports from which the system picks one for a program that connects, or listens without naming one."""
    lowest, highest = (int(each) for each in _RANGE.read_text(encoding="ascii").split())
    return range(lowest, highest + 1)


@cache
def _row() -> Iterator[int]:
    """Ports from which no other process picks, in turn, again and again."""
    lowest = given_out_by_the_system().start
    rows = list(range(FIRST, lowest - ROW + 1, ROW))
    random.shuffle(rows)
    for first in rows:
        held = socket.socket(socket.AF_UNIX)
        try:
            held.bind(f"\0jantaku-ports-{first}")  # a name of no file: free again when this process ends
        except OSError:
            held.close()
            continue
        held.detach()
        return cycle(range(first, first + ROW))
    raise OSError(errno.EADDRINUSE, f"no row of ports from {FIRST} to {lowest - 1}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # Connections that have ended and are still remembered are in nobody's way, as for a broker that listens.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOCALHOST, port))
        except OSError:
            return False
    return True
