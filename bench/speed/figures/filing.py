"""The entries that a hall puts on disk in a second, compared with the bare minimum on the same server.

Ours checks the chain of each entry and files it (``hall.store``), or forwards it to a stream on three NATS nodes
(``hall.forwarding``). The bare way writes the same texts in the same batches into a table without keys, or publishes them,
for as many tables at once, without an id or a predecessor. Both alternate at one server, in real time.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import psycopg

from bench.speed.measuring.figure import Absent, Bench, Figure, Goal, Rounds
from bench.speed.measuring.peers import PEERS
from bench.stages.servers.nats import cluster_of_three
from bench.stages.servers.postgres import postgres_server
from config.log_line import unsaid
from hall.forwarding.federation import BATCH
from hall.forwarding.forwarder import TABLES_AT_ONCE, Forwarder
from hall.forwarding.stream import (
    STREAM_NAME,
    StreamServer,
    StreamTroubles,
    context_at,
    stream_of,
    subject_of,
)
from hall.store.arrival import Arrival, arrival_of
from hall.store.places import open_store
from referee.journal.entry import NO_ENTRY, text_of
from referee.journal.people import People
from simulation.trial.swarm import games
from table_controller.mqtt.gate import TopicLevel

TABLES, EACH = 300, 20
MANY_TABLES, FEW_TABLES, FLAT_ENTRIES = 3_000, 300, 12_000
HALL: Final = TopicLevel("bench")
WALL: Final = "2026-01-01T00:00:00+00:00"
REPLICAS: Final = 3
PATIENCE_S: Final = 60.0
LOOK_S: Final = 0.02


def _figure(name: str, what: str, to: str) -> Figure:
    return Figure(name=f"file.{name}", what=what, unit="entries/s", more=True, to=f"{to}, bare", goal=None)


SQLITE: Final = _figure("sqlite", "entries of 300 tables filed into SQLite, full sync", "SQLite")
POSTGRES: Final = _figure("postgres", "the same into PostgreSQL, synced", "PostgreSQL")
NATS: Final = _figure("nats", "the same forwarded to a stream on three NATS nodes", "NATS")
FLAT: Final = Figure(
    name="file.flat",
    what=f"an entry filed into SQLite among {MANY_TABLES:,} tables, in processor time",
    unit="µs",
    more=False,
    to=f"an entry among {FEW_TABLES}",
    goal=Goal("ratio", 1.15),
)


def journals(tables: int, each: int) -> list[list[Arrival]]:
    """So many entries of so many tables, each from another place in a game."""
    played = [entry for game in games(hands=2) for entry in game]
    made = []
    for number in range(tables):
        people, before, journal = People(()), NO_ENTRY, list[Arrival]()
        wall = f"2026-01-01T00:00:00.{number:06}+00:00"
        for place in range(each):
            observation, events = played[(number * each + place) % len(played)]
            text = text_of(place + 1, wall, observation, events, before=before, people=people)
            journal.append(arrival_of(str(number), text))
            before = journal[-1].digest
        made.append(journal)
    return made


def batches(played: Sequence[Sequence[Arrival]]) -> list[list[Arrival]]:
    """The entries in batches as they come when all tables play equally fast."""
    turns = [arrival for turn in zip(*played, strict=True) for arrival in turn]
    return [turns[at : at + BATCH] for at in range(0, len(turns), BATCH)]


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Alternate ours and the bare way, server by server."""
    played = journals(TABLES, EACH)
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
        return {
            SQLITE.name: _sqlite(rounds, Path(folder), batches(played)),
            POSTGRES.name: _postgres(rounds, batches(played)),
            NATS.name: _nats(rounds, Path(folder), played),
            FLAT.name: _flat(rounds, Path(folder)),
        }


def _sqlite(rounds: int, folder: Path, due: Sequence[Sequence[Arrival]]) -> Rounds:
    ours, bare = [], []
    for turn in range(rounds):
        ours.append(_filed(str(folder / f"ours{turn}.sqlite"), due))
        with closing(sqlite3.connect(folder / f"bare{turn}.sqlite", isolation_level=None)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            database.execute("CREATE TABLE entries (text BLOB)")
            started = time.perf_counter()
            for batch in due:
                database.execute("BEGIN IMMEDIATE")
                database.executemany("INSERT INTO entries VALUES (?)", ((each.text,) for each in batch))
                database.execute("COMMIT")
            bare.append(_rate(due, started))
    return Rounds(tuple(ours), tuple(bare))


def _postgres(rounds: int, due: Sequence[Sequence[Arrival]]) -> Rounds | Absent:
    if PEERS["postgresql"].found() is None:
        return Absent(PEERS["postgresql"].absent)
    ours, bare = [], []
    with postgres_server(synced=True) as server:
        for turn in range(rounds):
            ours.append(_filed(server.create(f"ours{turn}"), due))
            with psycopg.connect(server.create(f"bare{turn}"), autocommit=True) as database:
                database.execute("CREATE TABLE entries (text BYTEA)")
                started = time.perf_counter()
                for batch in due:
                    with (
                        database.cursor() as cursor,
                        cursor.copy("COPY entries FROM STDIN (FORMAT BINARY)") as rows,
                    ):
                        for each in batch:
                            rows.write_row((each.text,))
                bare.append(_rate(due, started))
    return Rounds(tuple(ours), tuple(bare))


def _filed(place: str, due: Sequence[Sequence[Arrival]]) -> float:
    """File all batches into a new store; return the entries a second."""
    with closing(open_store(place)) as store:
        started = time.perf_counter()
        for batch in due:
            store.file(batch, WALL)
        rate = _rate(due, started)
        assert sum(branch.number for branch in store.branches()) == sum(map(len, due))
        return rate


def _rate(due: Sequence[Sequence[Arrival]], started: float) -> float:
    return sum(map(len, due)) / (time.perf_counter() - started)


def _nats(rounds: int, folder: Path, played: Sequence[Sequence[Arrival]]) -> Rounds | Absent:
    if PEERS["nats-server"].found() is None:
        return Absent(PEERS["nats-server"].absent)
    store = str(folder / "forwarded.sqlite")
    _filed(store, batches(played))
    with ExitStack() as stack:
        servers = cluster_of_three(folder, room="4GB")
        for server in servers:
            stack.callback(server.kill)
            server.start()
        return asyncio.run(_streams(rounds, ",".join(server.url for server in servers), store, played))


async def _streams(rounds: int, url: str, store: str, played: Sequence[Sequence[Arrival]]) -> Rounds:
    """Measure each way of sending in turn, each time with a new stream."""
    server, entries = StreamServer(url), sum(map(len, played))
    ours, bare = [], []
    async with context_at(server, "bench") as context:

        async def new_stream() -> float:
            """Make a stream, once the nodes have met; return the time after that."""
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    try:
                        await stream_of(context, REPLICAS)
                    except StreamTroubles:
                        await asyncio.sleep(LOOK_S)
                    else:
                        return time.perf_counter()

        async def rate(started: float) -> float:
            """Wait until the stream has all entries."""
            async with asyncio.timeout(PATIENCE_S):
                while True:
                    if (await context.stream_info(STREAM_NAME)).state.messages == entries:
                        break
                    await asyncio.sleep(LOOK_S)
            took = time.perf_counter() - started
            await context.delete_stream(STREAM_NAME)
            return entries / took

        for _ in range(rounds):
            stopping, started = asyncio.Event(), await new_stream()
            forwarder = Forwarder(HALL, server, REPLICAS, unsaid)
            forwarding = asyncio.create_task(forwarder.run(lambda: open_store(store), stopping))
            ours.append(await rate(started))
            stopping.set()
            await forwarding

            started = await new_stream()
            room = asyncio.Semaphore(TABLES_AT_ONCE)

            async def publish(journal: Sequence[Arrival], room: asyncio.Semaphore = room) -> None:
                async with room:
                    for each in journal:
                        await context.publish(subject_of(HALL, TopicLevel(each.table)), each.text)

            await asyncio.gather(*map(publish, played))
            bare.append(await rate(started))
    return Rounds(tuple(ours), tuple(bare))


def _flat(rounds: int, folder: Path) -> Rounds:
    taken: dict[int, list[float]] = {MANY_TABLES: [], FEW_TABLES: []}
    played = {tables: journals(tables, 1 + FLAT_ENTRIES // tables) for tables in taken}
    for turn in range(rounds):
        for tables, costs in taken.items():
            with closing(open_store(folder / f"flat{tables}-{turn}.sqlite")) as store:
                for batch in batches([journal[:1] for journal in played[tables]]):
                    store.file(batch, WALL)
                due = batches([journal[1:] for journal in played[tables]])
                started = time.process_time()
                for batch in due:
                    store.file(batch, WALL)
                costs.append((time.process_time() - started) * 1e6 / FLAT_ENTRIES)
    return Rounds(tuple(taken[MANY_TABLES]), tuple(taken[FEW_TABLES]))


BENCH: Final = Bench(name="file", figures=(SQLITE, POSTGRES, NATS, FLAT), measure=measure)
