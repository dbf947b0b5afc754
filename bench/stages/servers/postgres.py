"""A real PostgreSQL of a bench's or a test's own, that can be stopped and started."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from simulation.processes.ports import free_ports

POSTGRES: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
"""The versions that are installed, the newest last."""


class PostgresServer:
    """A server of PostgreSQL; any process that can reach it may do everything.

    Args:
        folder: of its files. PostgreSQL refuses to run as root: as root, the folder is given to the user ``postgres``,
        who must be able to enter all folders above it.
        synced: whether commits are synced to disk, as outside of tests.
    """

    def __init__(self, folder: Path, *, synced: bool = False) -> None:
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(folder, self._user)
        self._folder, self.data = folder, folder / "data"
        (self.port,) = free_ports(1)
        self._synced = synced
        self._run("initdb", "-D", str(self.data), "-U", "jantaku", "--auth=trust", "--no-sync")

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(POSTGRES[-1].parent / program), *arguments],
            user=self._user, cwd=self._folder, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def url(self, name: str) -> str:
        return f"postgresql://jantaku:secret@127.0.0.1:{self.port}/{name}"

    def create(self, name: str) -> str:
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "jantaku", name)
        return self.url(name)

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        if not self._synced:
            options += " -c fsync=off"
        self._run(
            "pg_ctl", "-D", str(self.data), "-w", "-l", str(self._folder / "log"), "-o", options, "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")

    @property
    def number(self) -> int:
        """The id of its first process."""
        return int((self.data / "postmaster.pid").read_text(encoding="utf-8").split()[0])


@contextmanager
def postgres_server(*, synced: bool = False) -> Iterator[PostgresServer]:
    """A running server, in a temporary folder of its own.

    Not in pytest's folders: those are open to one user only, and root runs PostgreSQL as another.
    """
    with tempfile.TemporaryDirectory(prefix="jantaku-postgres-") as folder:
        made = PostgresServer(Path(folder), synced=synced)
        made.start()
        try:
            yield made
        finally:
            made.stop()
