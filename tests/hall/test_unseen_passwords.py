"""Passwords of NATS and PostgreSQL from files, pipes and the environment: they work, and no list of processes shows
them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.stages.servers.nats import NATS, NatsServer
from bench.stages.servers.postgres import POSTGRES, PostgresServer, postgres_server
from hall.store.places import open_store
from simulation.trial.swarm import LightTable, games
from tests.conftest import ROOT
from tests.hall.hall_process import ends, light_table
from tests.table_controller.broker_stage import Mosquitto, until

pytestmark = pytest.mark.skipif(NATS is None, reason="no nats-server is installed")
WORD = "w/rd @%40: \u96c0"
"""A password that an address could hold only if encoded."""
OTHER = "another one"
PATIENCE_S = 60.0


class Processes:
    """Commands of ``jantaku`` in bash, so that a password may come through a pipe; all are ended at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: list[subprocess.Popen[bytes]] = []

    def begin(self, words: str, **variables: str) -> None:
        command = f"exec {sys.executable} -m jantaku.main {words}"
        with (self._folder / f"{len(self._begun)}.log").open("wb") as log:
            self._begun.append(
                subprocess.Popen(
                    ["bash", "-c", command], cwd=ROOT, stdout=log, stderr=log, env={**os.environ, **variables}
                )
            )

    def command_lines(self) -> list[str]:
        """The command lines of all of them and of the processes that they started."""
        numbers = [each.pid for each in self._begun]
        for number in numbers:  # which grows meanwhile
            threads = Path(f"/proc/{number}/task").iterdir()
            started = " ".join((thread / "children").read_text() for thread in threads)
            numbers += map(int, started.split())
        lines = (Path(f"/proc/{number}/cmdline").read_bytes() for number in numbers)
        return [line.replace(b"\0", b" ").decode() for line in lines]

    def output(self) -> str:
        return "".join(each.read_text() for each in sorted(self._folder.glob("*.log")))

    def stop(self) -> None:
        for each in self._begun:
            each.terminate()
            each.wait()


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    made = Processes(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    made = Mosquitto(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def table(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[LightTable]:
    made = light_table(mosquitto.port, tmp_path / "tables", "7", games(1, hands=1)[0])
    made.start()
    yield made
    made.stop()


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    """Asks for the password ``OTHER``."""
    if not POSTGRES:
        pytest.skip("no PostgreSQL server is installed")
    import psycopg

    with postgres_server() as made:
        made.create("federation")
        with psycopg.connect(made.url("federation"), autocommit=True) as connection:
            connection.execute(f"ALTER USER jantaku PASSWORD '{OTHER}'")
            found = connection.execute("SHOW hba_file").fetchone()
            assert found is not None
            Path(found[0]).write_text("host all all 127.0.0.1/32 scram-sha-256\n")
            connection.execute("SELECT pg_reload_conf()")
        yield made


def until_arrived(place: str, table: LightTable, password: str | None = None) -> None:
    with closing(open_store(place, password)) as store:
        wanted = {"home/7": [(table.journal.number, table.journal.head.digest)]}
        until(lambda: ends(store) == wanted, "it arrives", PATIENCE_S)


def test_from_files_and_a_pipe(
    processes: Processes, table: LightTable, mosquitto: Mosquitto, database: PostgresServer, tmp_path: Path
) -> None:
    """The hall's own process reads a pipe; the forwarding process cannot, and gets the password from the hall."""
    nats = NatsServer(tmp_path / "nats", login=f'user: hall, password: "{WORD}"')
    nats.start()
    (tmp_path / "nats-word").write_text(f"{WORD}\n")
    (tmp_path / "database-word").write_text(f"{OTHER}\n")
    url, place = (
        f"nats://hall@127.0.0.1:{nats.port}",
        f"postgresql://jantaku@127.0.0.1:{database.port}/federation",
    )
    try:
        processes.begin(
            f"hall --broker 127.0.0.1:{mosquitto.port} --store {tmp_path}/hall.sqlite --forward {url} "
            '--forward-password-file <(printf %s "$WORD")',
            WORD=WORD,
        )
        processes.begin(
            f"federation --from {url} --from-password-file {tmp_path}/nats-word --store {place} "
            f"--store-password-file {tmp_path}/database-word"
        )
        table.play(5)
        until_arrived(place, table, OTHER)
        lines = processes.command_lines()
        assert len([line for line in lines if " hall forward " in line]) == 1
        for word in (WORD, OTHER):
            assert all(word not in line for line in lines)
            assert word not in processes.output()
    finally:
        processes.stop()
        nats.kill()


def test_from_the_environment_and_a_token(
    processes: Processes, table: LightTable, mosquitto: Mosquitto, tmp_path: Path
) -> None:
    """An address without a user: the server asks for a token."""
    nats = NatsServer(tmp_path / "nats", login=f'token: "{WORD}"')
    nats.start()
    url, place = f"nats://127.0.0.1:{nats.port}", f"{tmp_path}/federation.sqlite"
    try:
        processes.begin(
            f"hall --broker 127.0.0.1:{mosquitto.port} --store {tmp_path}/hall.sqlite --forward {url}",
            JANTAKU_FORWARD_PASSWORD=WORD,
        )
        processes.begin(f"federation --from {url} --store {place}", JANTAKU_FROM_PASSWORD=WORD)
        table.play(5)
        until_arrived(place, table)
        assert all(WORD not in line for line in processes.command_lines())
    finally:
        processes.stop()
        nats.kill()


def test_another_password_is_refused_and_said(processes: Processes, tmp_path: Path) -> None:
    nats = NatsServer(tmp_path / "nats", login=f'user: hall, password: "{WORD}"')
    nats.start()
    try:
        processes.begin(
            f"federation --from nats://hall@127.0.0.1:{nats.port} --store {tmp_path}/federation.sqlite",
            JANTAKU_FROM_PASSWORD=OTHER,
        )
        until(lambda: "uthorization" in processes.output(), "it is said", PATIENCE_S)
        assert OTHER not in processes.output()
    finally:
        processes.stop()
        nats.kill()
