"""Waits until a server that was started listens."""

import socket
import time
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 20.0


def wait_until_it_listens(port: int, log: Path | None = None) -> None:
    """Wait for a server of this machine.

    Args:
        port: on which it is to listen.
        log: its end gives the reason if the server does not listen.

    Raises:
        TimeoutError: it does not listen.
    """
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    reason = "" if log is None else f": {log.read_text(encoding='utf-8')[-1000:]}"
    raise TimeoutError(f"nothing listens on port {port}{reason}")
