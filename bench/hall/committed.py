"""The most entries that a hall takes from its broker and commits: into SQLite, and into PostgreSQL.

    python -m bench.hall.committed --tables 400 --each 50

The entries wait at the broker, as after a hall was away; then it comes and files them. Both stores commit to disk. Broker,
hall and database are processes on this computer. Prints lines of Markdown for the notebook of halls.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import paho.mqtt.client as paho
from paho.mqtt.enums import CallbackAPIVersion

from bench.hall.played import in_turn, played
from bench.hall.span import spanning, wait_until
from bench.stages.servers.listening import wait_until_it_listens
from bench.stages.servers.postgres import postgres_server
from hall.store.places import open_store
from simulation.processes.mosquitto import broker_command
from simulation.processes.ports import free_ports
from table_controller.mqtt.topics import ENTRY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hall.store.arrival import Arrival


@contextmanager
def hall(port: int, place: str) -> Iterator[subprocess.Popen[bytes]]:
    """``jantaku hall``, which ends at the end; the broker keeps what comes for it meanwhile."""
    words = ["hall", "--broker", f"127.0.0.1:{port}", "--store", place]
    running = subprocess.Popen([sys.executable, "-m", "jantaku.main", *words], stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.terminate()
        running.wait()


def committed(
    name: str, folder: Path, place: str, journals: Sequence[Sequence[Arrival]], database: int | None
) -> str:
    """Have a hall file everything; gives the line of the table of figures.

    Args:
        name: of the kind of store.
        folder: for the broker.
        place: of the store, a new one.
        journals: what the tables send.
        database: the number of its process, if it has one.
    """
    sent = in_turn(journals)
    (port,) = free_ports(1)
    words = broker_command(folder, port)
    config = Path(words[-1])
    text = config.read_text(encoding="utf-8")
    limit = "max_queued_messages 10000"
    assert limit in text
    config.write_text(text.replace(limit, f"max_queued_messages {len(sent) + 1000}"), encoding="utf-8")
    broker = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_it_listens(port)
        with closing(open_store(place)) as store:

            def reached() -> int:
                return sum(branch.number for branch in store.branches())

            def begun() -> bool:
                """Sent again and again: before the hall has been at the broker, that keeps nothing for it."""
                _publish(port, sent[:1])
                return reached() == 1

            with hall(port, place):
                wait_until(begun, "the first entry in the store")
            _publish(port, sent[1:])
            with hall(port, place) as running:
                wait_until(lambda: reached() > 1, "a hall that files")
                processes = {"broker": [broker.pid], "hall": [running.pid]}
                if database is not None:
                    processes["database"] = [database]
                left = len(sent) - reached()
                with spanning(max(1, left), processes) as span:
                    wait_until(lambda: reached() >= len(sent), f"{len(sent)} entries in the store")
                ends = {branch.table: (branch.number, branch.digest) for branch in store.branches()}
                assert ends == {each[-1].table: (each[-1].number, each[-1].digest) for each in journals}
                assert (len(store.branches()), store.notices(), store.waiting()) == (len(journals), [], {})
    finally:
        broker.terminate()
        broker.wait()
    costs = " | ".join(span.shared(each) for each in ("broker", "hall"))
    costs += f" | {span.shared('database') if database is not None else ''}"
    return f"| {name} | {len(sent):,} | {span.rate:,.0f} | {costs} | {os.getloadavg()[0]:.1f} |"


def _publish(port: int, sent: Sequence[Arrival]) -> None:
    client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
    client.max_inflight_messages_set(100)
    client.connect("127.0.0.1", port)
    client.loop_start()
    for each in sent:
        last = client.publish(ENTRY.filter("home", each.table), each.text, qos=1)
    last.wait_for_publish()
    time.sleep(0.1)
    client.disconnect()
    client.loop_stop()


def measured(tables: int, each: int) -> Iterator[str]:
    """A line of the table of figures for each kind of store."""
    with tempfile.TemporaryDirectory(prefix="jantaku-committed-") as name:
        folder = Path(name)
        journals = played(folder / "tables", tables, each)
        yield committed("SQLite", folder / "one", str(folder / "hall.sqlite"), journals, None)
        with postgres_server(synced=True) as server:
            yield committed("PostgreSQL", folder / "two", server.create("hall"), journals, server.number)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="What a hall commits, at most.")
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--each", type=int, default=50, help="entries of each table")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # which ends what it has started
    for line in measured(options.tables, options.each):
        print(line, flush=True)


if __name__ == "__main__":
    main()
