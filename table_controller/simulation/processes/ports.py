"""Free ports on this machine."""

from __future__ import annotations

import socket
from contextlib import ExitStack

LOCALHOST = "127.0.0.1"


def free_ports(count: int) -> list[int]:
    """This many different TCP ports of this machine on which nobody listens now."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind((LOCALHOST, 0))
        return [int(each.getsockname()[1]) for each in sockets]
