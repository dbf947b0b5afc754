"""A process that serves the tournament API as a hall does: real logins at a real broker, a real store, a real port.

``python -m tests.table_controller.tournaments.hall_of_books PORT BROKER_PORT ROLES_FILE STORE``
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from referee.hall.books.books import BookStore
from referee.hall.places import open_store
from table_controller.mqtt.logins import LoginsFile
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.site import Site
from table_controller.web.tournaments.api import TournamentApi


def main(port: int, broker: int, roles: Path, store: str) -> None:
    site = Site(
        folder=roles.parent,
        hall="home",
        table="hall",
        broker=BrokerDoor("127.0.0.1", broker, broker),
        viewer=None,
        login=LoginsFile(roles, print).find,
        clips=None,
        onlookers=None,
        cookie=f"jantaku-{port}",
        secure=False,
    )
    api = TournamentApi(lambda: BookStore(open_store(store)), site.caller)
    uvicorn.run(site.app(api.routes()), host="127.0.0.1", port=port, log_level="error", lifespan="off")
    api.close()


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
