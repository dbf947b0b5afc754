"""Many tables at one broker and one hall: losses, delays of entries, and costs.

    python -m bench.hall.scale --tables 1000 --rate 300 --seconds 60

Broker, hall and tables are processes on this computer, as in few clubs: the tables' share of its cores is not the
hall's load. Prints a line of Markdown for docs/tables/scale.md.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from bench.speed.measuring.costs import cost_of
from hall.store.places import open_store
from referee.journal.reader import open_reader
from simulation.processes.mosquitto import broker_command
from simulation.processes.ports import free_ports
from table_controller.journal.place import JOURNAL

PATIENCE_S: Final = 120.0


def missing(store_file: Path, state: Path, tables: int) -> tuple[int, int]:
    """Return the number of entries that the tables have, and of those that the hall lacks or has in another order."""
    played = lacking = 0
    with closing(open_store(store_file)) as store:
        ends = {branch.table: (branch.number, branch.digest) for branch in store.branches()}
        assert len(store.branches()) <= tables, "a table has two branches"
        assert store.waiting() == {}
    for number in range(1, tables + 1):
        with closing(open_reader(state / str(number) / JOURNAL)) as journal:
            played += journal.number
            if journal.number and ends.get(str(number)) != (journal.number, journal.head.digest):
                lacking += journal.number - ends.get(str(number), (0, ""))[0] or 1
    return played, lacking


def measured(tables: int, rate: float, seconds: float) -> str:
    """The line of a table of figures."""
    with tempfile.TemporaryDirectory(prefix="jantaku-scale-") as name:
        folder = Path(name)
        (port,) = free_ports(1)
        store, ages, state = folder / "hall.sqlite", folder / "ages.json", folder / "swarm"
        quiet = subprocess.DEVNULL
        broker = subprocess.Popen(broker_command(folder, port), stdout=quiet, stderr=quiet)
        hall = subprocess.Popen(
            [sys.executable, "-m", "bench.hall.timed", str(port), str(store), str(ages)], stdout=quiet
        )
        try:
            time.sleep(2)
            began = cost_of(broker.pid), cost_of(hall.pid)
            words = ["swarm", "--broker", f"127.0.0.1:{port}", "--tables", str(tables), "--rate", str(rate)]
            words += ["--seconds", str(seconds), "--state", str(state)]
            subprocess.run([sys.executable, "-m", "jantaku.main", *words], check=True, stdout=quiet)
            end_s = time.monotonic() + PATIENCE_S
            while (found := missing(store, state, tables))[1] and time.monotonic() < end_s:
                time.sleep(1)
            now = cost_of(broker.pid), cost_of(hall.pid)
            hall.send_signal(signal.SIGTERM)
            hall.wait(30)
        finally:
            for process in (hall, broker):
                process.kill()
                process.wait()
        late = sorted(json.loads(ages.read_text(encoding="ascii")))
        size = sum(each.stat().st_size for each in folder.glob("hall.sqlite*"))
    entries, lacking = found
    costs = [
        f"{1000 * (after.cpu_s - before.cpu_s) / entries:.2f} ms, {after.resident_mb:.0f} MB"
        for before, after in zip(began, now, strict=True)
    ]
    ranks = " / ".join(f"{late[min(len(late) - 1, int(len(late) * part))]:.0f}" for part in (0.5, 0.99, 1.0))
    load = os.getloadavg()[0]
    return (
        f"| {tables:,} | {rate:g} | {entries:,} | {lacking} | {len(late) - entries} | {ranks} ms "
        f"| {costs[0]} | {costs[1]} | {size / entries:.0f} B | {load:.1f} |"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Many tables at one broker and one hall.")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=30.0, help="entries a second of all together")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that everything that was started is ended
    print(measured(options.tables, options.rate, options.seconds), flush=True)


if __name__ == "__main__":
    main()
