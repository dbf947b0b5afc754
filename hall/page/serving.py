"""``jantaku hall page``: serves the page of a hall until it is stopped."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from hall.page.figures import HallFigures
from hall.push.door import PushDoor
from hall.push.telephones import Telephones
from hall.tournaments.books.books import BookStore
from hall.tournaments.web.running.tables import TableLine
from hall.tournaments.web.serving.api import TournamentApi
from table_controller.mqtt.logins import LoginsFile
from table_controller.web.doors.doors import Doors
from table_controller.web.doors.metrics_door import MetricsDoor
from table_controller.web.web import DashboardServer, ServedPage
from wording.terminal.log import say
from wording.terminal.orphaned import when_orphaned

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection
    from starlette.routing import Route

    from hall.page.choice import PageChoice
    from table_controller.web.visitors import Caller

LOOK_S: Final = 0.5
"""The pause between checks that the server still serves. [s]"""
DONE: Final = 0
FAILED: Final = 1


class HallAnswers:
    """The answers that only a hall's page gives: tournaments, and push messages to telephones.

    Args:
        choice: the settings of the page.
        who: returns the person who makes a request; None if nobody has logged in.
        cookie: the name of the cookie that identifies a login.

    Raises:
        TelephonesError: the file of telephones cannot be used.
    """

    def __init__(
        self, choice: PageChoice, who: Callable[[HTTPConnection], Caller | None], cookie: str
    ) -> None:
        push = choice.push
        self._push = PushDoor(
            None if push is None else Telephones(push.file), who, private=push is not None and push.private
        )
        tables = TableLine(choice.broker, choice.hall)
        self._tournaments = TournamentApi(lambda: BookStore(choice.store.open()), who, cookie, tables=tables)

    def routes(self) -> list[Route]:
        return [*self._tournaments.routes(), *self._push.routes()]

    def close(self) -> None:
        self._tournaments.close()


def serve(choice: PageChoice, *, with_parent: bool) -> int:
    """Serve the page; return 0 once it was stopped, 1 if it ended by itself.

    Args:
        choice: the settings of the page.
        with_parent: end too when standard input ends, which it does when the parent process ends.

    Raises:
        OSError: the port is taken.
        ConfigError: the file of telephones cannot be used.
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
        beside=lambda who, cookie: HallAnswers(choice, who, cookie),
    )
    if with_parent:
        when_orphaned(stop.set)
    say(f"the page of hall {choice.hall}: {choice.address}")
    while not stop.wait(LOOK_S):
        if not server.serves:
            return FAILED
    server.close()
    return DONE
