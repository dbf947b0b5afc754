"""Runs a hall's collecting and notes the age of each entry when it is on disk: ``python -m bench.hall.timed PORT STORE
AGES``."""

import json
import re
import signal
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from hall.collecting.collector import Collector
from hall.store.arrival import Arrival
from hall.store.sqlite import SqliteStore
from hall.store.store import Filed
from referee.texts.language import language
from table_controller.mqtt.address import Address
from table_controller.mqtt.topics import OF_THE_HALL
from wording.terminal.log import say

WALL = re.compile(rb'"wall":"([^"]+)"')


class TimedStore(SqliteStore):
    """Notes for each entry the time from when its table journalled it until it is committed here, in milliseconds."""

    def __init__(self, path: Path, ages_ms: list[float]) -> None:
        super().__init__(path)
        self._ages_ms = ages_ms

    def file(self, arrivals: Sequence[Arrival], wall: str) -> Filed:
        """File the entries, then note the time."""
        filed = super().file(arrivals, wall)
        now = datetime.now(UTC)
        for each in arrivals:
            found = WALL.search(each.text)
            if found is not None:
                age = now - datetime.fromisoformat(found[1].decode())
                self._ages_ms.append(age.total_seconds() * 1000)
        return filed


def main(port: int, store: Path, ages: Path) -> None:
    """Collect until SIGTERM, then write the ages."""
    ages_ms: list[float] = []
    address = Address("127.0.0.1", port, "home", OF_THE_HALL)
    collector = Collector(address, lambda: TimedStore(store, ages_ms), language("en"), say)
    signal.signal(signal.SIGTERM, lambda *_: collector.stop())
    collector.run()
    ages.write_text(json.dumps(ages_ms), encoding="ascii")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]))
