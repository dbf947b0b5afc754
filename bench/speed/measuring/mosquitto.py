"""A Mosquitto of a bench's own, on a free port of this machine."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.stages.servers.listening import wait_until_it_listens
from simulation.processes.ports import free_ports


@contextmanager
def mosquitto(folder: Path) -> Iterator[int]:
    """Run a broker with nothing but a listener; gives its port.

    Raises:
        TimeoutError: it does not listen.
    """
    (port,) = free_ports(1)
    config = folder / "mosquitto.conf"
    config.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
    with subprocess.Popen(
        ["mosquitto", "-c", str(config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_until_it_listens(port)
            yield port
        finally:
            process.terminate()
