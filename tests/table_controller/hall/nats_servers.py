"""Real NATS servers with JetStream, alone or three together, that can be killed; and what is in their stream."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
from typing import TYPE_CHECKING

import nats
from nats.js.errors import NotFoundError

from table_controller.journal.forwarding.stream import STREAM
from table_controller.simulation.processes.ports import free_ports
from tests.table_controller.test_broker import until

if TYPE_CHECKING:
    from pathlib import Path

NATS = shutil.which("nats-server", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class NatsServer:
    """One server; ``routes`` are the other ones of its cluster, ``room`` is what its disk holds, ``login`` what it asks for."""

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
        self._config = folder / "nats.conf"
        self._config.write_text(
            f"server_name: {name}\nlisten: 127.0.0.1:{self.port}\n{cluster}"
            f'jetstream {{ store_dir: "{folder / "store"}", max_file_store: {room} }}\n'
            f"{f'authorization {{ {login} }}' if login else ''}\n"
        )
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"nats://jantaku:secret@127.0.0.1:{self.port}"

    def start(self) -> None:
        assert NATS is not None
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([NATS, "-c", str(self._config)], stdout=log, stderr=log)

        def listens() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.port)) == 0

        until(listens, f"it listens: {self._log.read_text()[-1000:]}")

    def kill(self) -> None:
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


def cluster_of_three(folder: Path) -> list[NatsServer]:
    """Three servers that make one cluster, not started."""
    routes = free_ports(3)
    return [
        NatsServer(folder / f"nats{number}", f"n{number}", tuple(routes), route)
        for number, route in enumerate(routes)
    ]


def stream_ids(url: str) -> dict[str, list[str]]:
    """The ids of all messages in the stream, by subject, in the stream's order."""

    async def read() -> dict[str, list[str]]:
        client = await nats.connect(url)
        try:
            context = client.jetstream()
            found: dict[str, list[str]] = {}
            try:
                info = await context.stream_info(STREAM)
            except NotFoundError:
                return found
            for number in range(info.state.first_seq, info.state.last_seq + 1):
                message = await context.get_msg(STREAM, seq=number)
                ids = found.setdefault(str(message.subject), [])
                ids.append((message.headers or {})["Nats-Msg-Id"].rpartition("/")[2])
            return found
        finally:
            await client.close()

    return asyncio.run(read())
