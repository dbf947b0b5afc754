"""Real NATS servers with JetStream, alone or three together, that can be killed."""

import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Final

from bench.stages.servers.listening import wait_until_it_listens
from simulation.processes.ports import free_ports

NATS: Final = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
"""The path of the program; None if it is not installed."""


class NatsServer:
    """One server.

    Args:
        folder: of its files; made if missing.
        name: of the server in its cluster.
        routes: ports at which the servers of its cluster meet; none for a single server. route: its own port among
        them. room: the space on its disk.
        login: the lines that say who may log in.
    """

    def __init__(
        self,
        folder: Path,
        name: str = "one",
        routes: tuple[int, ...] = (),
        route: int = 0,
        *,
        room: str = "1GB",
        login: str = "",
    ) -> None:
        (self.port,) = free_ports(1)
        folder.mkdir(parents=True, exist_ok=True)
        cluster = ""
        if routes:
            others = ", ".join(f'"nats-route://127.0.0.1:{port}"' for port in routes)
            cluster = f"cluster {{ name: hall, listen: 127.0.0.1:{route}, routes: [{others}] }}\n"
        self.store = folder / "store"
        self._config = folder / "nats.conf"
        self._config.write_text(
            f"server_name: {name}\nlisten: 127.0.0.1:{self.port}\n{cluster}"
            f'jetstream {{ store_dir: "{self.store}", max_file_store: {room} }}\n'
            f"{f'authorization {{ {login} }}' if login else ''}\n",
            encoding="utf-8",
        )
        self._log = folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://jantaku:secret@127.0.0.1:{self.port}"

    def start(self) -> None:
        assert NATS is not None
        with self._log.open("ab") as log:
            self.process = subprocess.Popen([NATS, "-c", str(self._config)], stdout=log, stderr=log)
        wait_until_it_listens(self.port, self._log)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


def cluster_of_three(folder: Path, room: str = "1GB") -> list[NatsServer]:
    """Three servers that make one cluster, not started."""
    routes = free_ports(3)
    return [
        NatsServer(folder / f"nats{number}", f"n{number}", tuple(routes), route, room=room)
        for number, route in enumerate(routes)
    ]
