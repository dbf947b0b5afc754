"""Past one machine: what three NATS servers, federations and one PostgreSQL bear, and what an entry costs there.

    python -m bench.hall.federated --halls 2 --tables 200 --each 100 --federations 1 2 4

Halls forward what they have filed to a cluster of three servers, whose stream is on all of them. Then federations file it
side by side into one PostgreSQL, which commits to disk: once for each number of them, each time into an empty database.
All are processes on this computer. Prints lines of Markdown for the notebook of halls.

Tables go on while the halls forward: no table is more than two entries ahead of what is forwarded. With ``--all`` the
halls have everything before they begin, as after a day without a line.
"""

from __future__ import annotations

import argparse
import math
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import psycopg

from bench.hall.inflow import StreamWatch
from bench.hall.played import in_turn, played
from bench.hall.span import spanning, wait_until
from bench.stages.servers.nats import cluster_of_three
from bench.stages.servers.postgres import postgres_server
from hall.forwarding.federation import BATCH
from hall.store.places import open_store
from referee.journal.journal import utc_now

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import LiteralString

    from bench.stages.servers.nats import NatsServer
    from bench.stages.servers.postgres import PostgresServer
    from hall.store.arrival import Arrival

AHEAD: Final = 2
"""Entries of a table that a hall has filed and not forwarded."""
ROOM: Final = "20GB"


@dataclass(frozen=True)
class Load:
    """The load that is sent: ``halls`` with the same number of tables, each with the same number of entries."""

    halls: dict[str, list[list[Arrival]]]

    @property
    def entries(self) -> int:
        return sum(len(journal) for journals in self.halls.values() for journal in journals)

    @property
    def text_bytes(self) -> int:
        return sum(
            len(entry.text) for journals in self.halls.values() for journal in journals for entry in journal
        )

    @property
    def ends(self) -> dict[str, tuple[int, str]]:
        """Number and hash of the newest entry of each table, as federations name it."""
        return {
            f"{hall}/{journal[-1].table}": (journal[-1].number, journal[-1].digest)
            for hall, journals in self.halls.items()
            for journal in journals
        }


@contextmanager
def commands(folder: Path, *each: Sequence[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Commands of ``jantaku``, which are ended at the end; what they say is in files of the folder."""
    folder.mkdir()
    running = []
    try:
        for number, words in enumerate(each):
            with (folder / str(number)).open("wb") as log:
                running.append(
                    subprocess.Popen([sys.executable, "-m", "jantaku.main", *words], stdout=log, stderr=log)
                )
        yield running
    finally:
        for process in running:
            process.terminate()
        for process in running:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:  # it waits for a database
                process.kill()
                process.wait()


def forwarded(load: Load, folder: Path, servers: Sequence[NatsServer], *, at_once: bool) -> str:
    """Have the halls forward everything; gives the line of the table of figures."""
    urls = [server.url for server in servers]
    stores = {hall: open_store(folder / f"{hall}.sqlite") for hall in load.halls}
    each = len(next(iter(load.halls.values()))[0])
    words = [
        ("hall", "forward", "--hall", hall, "--store", str(folder / f"{hall}.sqlite"),
         f"--forward={','.join(urls)}", "--replicas=3")
        for hall in load.halls
    ]  # fmt: skip
    logs = folder / "forwarders"
    with StreamWatch(urls) as stream, commands(logs, *words) as forwarders:
        wait_until(lambda: _saying(logs, "forwarding the") == len(words), "halls that forward")
        processes = {"nats": _numbers(servers), "forwarder": [each.pid for each in forwarders]}
        with spanning(load.entries, processes) as span:
            turn = each if at_once else 1
            for first in range(0, each, turn):
                due = (first - AHEAD + 1) * load.entries // each
                wait_until(partial(stream.has, due), f"{due} messages in the stream")
                for hall, journals in load.halls.items():
                    stores[hall].file(
                        in_turn([journal[first : first + turn] for journal in journals]), utc_now()
                    )
            wait_until(partial(stream.has, load.entries), f"{load.entries} messages in the stream")
        assert stream.ends() == load.ends, "the stream has not what the tables journalled"
        assert stream.count() == load.entries
    for store in stores.values():
        store.close()
    size = sum(each.stat().st_size for each in servers[0].store.rglob("*") if each.is_file())
    return (
        f"| {len(load.halls)} | {load.entries:,} | {span.rate:,.0f} | {span.shared('forwarder', len(words))} "
        f"| {span.each('nats', len(servers))} | {size / load.entries:.0f} B | {os.getloadavg()[0]:.1f} |"
    )


def filed(
    load: Load, folder: Path, servers: Sequence[NatsServer], postgres: PostgresServer, count: int
) -> str:
    """Have so many federations file everything; gives the line of the table of figures."""
    urls = [server.url for server in servers]
    place = postgres.create(f"federations{count}")
    words = ("federation", "--from", ",".join(urls), "--store", place, "--replicas=3")
    logs = folder / f"federations{count}"
    with ExitStack() as stack:
        store = stack.enter_context(closing(open_store(place)))
        watch = stack.enter_context(psycopg.connect(place, autocommit=True))
        closed = stack.enter_context(psycopg.connect(place))
        federations = stack.enter_context(commands(logs, *[words] * count))
        # They come one after the other: none may file before all that get one have a batch.
        closed.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
        busy = min(count, math.ceil(load.entries / BATCH))
        wait_until(lambda: _blocked(watch) >= busy, f"{busy} federations with a batch")
        written = _written(watch)
        processes = {
            "nats": _numbers(servers),
            "postgres": [postgres.number],
            "federation": [each.pid for each in federations],
        }
        with spanning(load.entries, processes) as span:
            closed.commit()
            wait_until(lambda: _reached(watch) >= load.entries, f"{load.entries} entries in PostgreSQL")
        written = _written(watch) - written
        assert {branch.table: (branch.number, branch.digest) for branch in store.branches()} == load.ends
        assert len(store.branches()) == len(load.ends), "a table has two branches"
        assert _one(watch, "SELECT count(*) FROM entries") == load.entries
        assert store.waiting() == {}
        assert store.notices() == []
        size = _one(watch, "SELECT pg_total_relation_size('entries') + pg_total_relation_size('branches')")
    with StreamWatch(urls) as stream:
        stream.forget_who_filed()
    return (
        f"| {count} | {load.entries:,} | {span.rate:,.0f} | {span.shared('federation', count)} "
        f"| {span.shared('postgres')} | {span.each('nats', len(servers))} | {size / load.entries:.0f} B "
        f"| {written / load.entries:.0f} B | {os.getloadavg()[0]:.1f} |"
    )


def _numbers(servers: Sequence[NatsServer]) -> list[int]:
    return [server.process.pid for server in servers if server.process is not None]


def _saying(logs: Path, what: str) -> int:
    """Count the commands that have logged this."""
    return sum(what in each.read_text(encoding="utf-8") for each in logs.iterdir())


def _one(watch: psycopg.Connection[tuple[int]], question: LiteralString) -> int:
    found = watch.execute(question).fetchone()
    assert found is not None
    return found[0]


def _blocked(watch: psycopg.Connection[tuple[int]]) -> int:
    return _one(watch, "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")


def _reached(watch: psycopg.Connection[tuple[int]]) -> int:
    return _one(watch, "SELECT coalesce(sum(number), 0)::bigint FROM branches")


def _written(watch: psycopg.Connection[tuple[int]]) -> int:
    """Bytes of its log up to now: what a second server would get."""
    return _one(watch, "SELECT (pg_current_wal_lsn() - '0/0')::bigint")


def measured(
    halls: int, tables: int, each: int, federations: Sequence[int], *, at_once: bool = False
) -> Iterator[str]:
    """Lines of tables of figures: first of the halls, then one for each number of federations."""
    with tempfile.TemporaryDirectory(prefix="jantaku-federated-") as name:
        folder = Path(name)
        load = Load({f"hall{n}": played(folder / f"hall{n}", tables, each) for n in range(1, halls + 1)})
        servers = cluster_of_three(folder, ROOM)
        try:
            for server in servers:
                server.start()
            yield f"{load.text_bytes / load.entries:.0f} bytes of text an entry"
            yield forwarded(load, folder, servers, at_once=at_once)
            with postgres_server(synced=True) as postgres:
                for count in federations:
                    yield filed(load, folder, servers, postgres, count)
        finally:
            for server in servers:
                server.kill()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description="What three NATS servers, federations and one PostgreSQL bear."
    )
    parser.add_argument("--halls", type=int, default=2)
    parser.add_argument("--tables", type=int, default=200, help="of each hall")
    parser.add_argument("--each", type=int, default=100, help="entries of each table")
    parser.add_argument(
        "--federations", type=int, nargs="*", default=[1, 2, 4], help="how many, side by side"
    )
    parser.add_argument("--all", action="store_true", help="the halls have everything before they begin")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which ends what it has started
    for line in measured(
        options.halls, options.tables, options.each, options.federations, at_once=options.all
    ):
        print(line, flush=True)


if __name__ == "__main__":
    main()
