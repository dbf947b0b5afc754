"""``jantaku hall page``: serves the page of a hall until it is stopped."""

from __future__ import annotations

import signal
import threading
from functools import partial
from typing import TYPE_CHECKING, Final

from hall.page.figures import HallFigures
from hall.tournaments.books.books import BookStore
from hall.tournaments.web.running.tables import TableLine
from hall.tournaments.web.serving.api import TournamentApi
from table_controller.mqtt.logins import LoginsFile
from table_controller.terminal.log import say
from table_controller.terminal.orphaned import when_orphaned
from table_controller.web.doors.doors import Doors
from table_controller.web.doors.metrics_door import MetricsDoor
from table_controller.web.web import DashboardServer, ServedPage

if TYPE_CHECKING:
    from hall.page.choice import PageChoice

LOOK_S: Final = 0.5
"""The pause between checks that the server still serves. [s]"""
DONE: Final = 0
FAILED: Final = 1


def serve(choice: PageChoice, *, with_parent: bool) -> int:
    """Serve the page; return 0 once it was stopped, 1 if it ended by itself.

    Args:
        choice: the settings of the page.
        with_parent: end too when standard input ends, which it does when the parent process ends.

    Raises:
        OSError: the port is taken.
    """
    stop = threading.Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stop.set())
    server = DashboardServer(
        choice.port,
        ServedPage(
            broker=choice.broker,
            hall=choice.hall,
            table=None,
            viewer=choice.viewer,
            login=None if choice.logins is None else LoginsFile(choice.logins, say).find,
        ),
        host=choice.host,
        tls=choice.tls,
        doors=Doors(metrics=MetricsDoor(HallFigures(choice.store).written, choice.metrics)),
        beside=partial(
            TournamentApi,
            lambda: BookStore(choice.store.open()),
            tables=TableLine(choice.broker, choice.hall),
        ),
    )
    if with_parent:
        when_orphaned(stop.set)
    say(f"the page of hall {choice.hall}: {choice.address}")
    while not stop.wait(LOOK_S):
        if not server.serves:
            return FAILED
    server.close()
    return DONE
