"""A process that serves the tournament API as a hall does: real logins at a real broker, a real store, a real port.

``python -m tests.hall.tournaments.hall_of_books PORT BROKER_PORT ROLES_FILE STORE``
"""

import sys
import threading
from functools import partial
from pathlib import Path

from hall.store.places import open_store
from hall.tournaments.books.books import BookStore
from hall.tournaments.web.running.tables import TableLine
from hall.tournaments.web.serving.api import TournamentApi
from table_controller.mqtt.logins import LoginsFile
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.web import DashboardServer, ServedPage


def main(port: int, broker: int, roles: Path, store: str) -> None:
    DashboardServer(
        port,
        ServedPage(
            broker=BrokerDoor("127.0.0.1", broker),
            hall="home",
            table=None,
            folder=roles.parent,
            login=LoginsFile(roles, print).find,
        ),
        beside=partial(
            TournamentApi,
            lambda: BookStore(open_store(store)),
            tables=TableLine(BrokerDoor("127.0.0.1", broker), "home"),
        ),
    )
    threading.Event().wait()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
