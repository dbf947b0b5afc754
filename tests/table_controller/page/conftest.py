"""The page of table 7 as its daemon serves it: a real broker with logins, the real daemon without hardware."""

import http.client
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.log_line import unsaid
from table_controller.mqtt.logins import Account, LoginsFile, login_of, written
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.build import ensure_built
from table_controller.web.doors.doors import Doors
from table_controller.web.web import DashboardServer, ServedPage
from tests.hall.judge.hall_stage import MOSQUITTO, USERS, Mosquitto, Table, password
from tests.table_controller.page.page_screens_stage import Screens


class PageBroker(Mosquitto):
    """The hall's broker."""

    @property
    def door(self) -> BrokerDoor:
        return BrokerDoor("127.0.0.1", self.port)


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[PageBroker]:
    if not Path(MOSQUITTO).exists():
        pytest.skip("mosquitto is not installed")
    broker = PageBroker(tmp_path)
    broker.start()
    yield broker
    broker.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Close the screens before the fixtures that they look at."""
    Screens.close_all()


@pytest.fixture
def roles(tmp_path: Path) -> Path:
    """The roles that the table knows, including a referee of another hall."""
    file = tmp_path / "roles.toml"
    accounts = {user: Account(login_of(user, user, (), ())) for user in USERS}
    file.write_text(written(accounts, passwords=False))
    return file


@pytest.fixture
def table(mosquitto: PageBroker, tmp_path: Path, roles: Path) -> Iterator[Table]:
    standing = Table(mosquitto.port, tmp_path, logins=roles)
    standing.start()
    yield standing
    standing.stop()


@pytest.fixture
def other(mosquitto: PageBroker, tmp_path: Path, roles: Path) -> Iterator[Table]:
    standing = Table(mosquitto.port, tmp_path, "8", logins=roles)
    standing.start()
    yield standing
    standing.stop()


def serve(
    mosquitto: PageBroker, roles: Path, table: Table, viewer: str = "", door: BrokerDoor | None = None
) -> DashboardServer:
    """Serve the page of table 7; ``door`` is an indirect way to the broker."""
    return DashboardServer(
        0,
        ServedPage(
            broker=door or mosquitto.door,
            hall="home",
            table="7",
            folder=ensure_built(),
            viewer=BrokerLogin(viewer, password(viewer)) if viewer else None,
            login=LoginsFile(roles, unsaid).find,
        ),
        doors=Doors(table.daemon.clips, table.daemon.onlooker_door),
    )


@pytest.fixture
def server(mosquitto: PageBroker, roles: Path, table: Table) -> Iterator[DashboardServer]:
    running = serve(mosquitto, roles, table)
    yield running
    running.close()


@dataclass
class Answered:
    status: int
    body: Any
    cookie: str
    attributes: str


def ask(
    server: DashboardServer, path: str, payload: Any = None, *, cookie: str = "", origin: str = ""
) -> Answered:
    """Make a request as the page does; with a payload, a POST."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Cookie": cookie, "Origin": origin, "Content-Type": "application/json"}
    connection.request(
        "GET" if payload is None else "POST",
        path,
        None if payload is None else json.dumps(payload),
        {name: value for name, value in headers.items() if value},
    )
    answer = connection.getresponse()
    body = answer.read()
    given, _, attributes = (answer.getheader("Set-Cookie") or "").partition(";")
    connection.close()
    return Answered(answer.status, json.loads(body), given, attributes)


def log_in(server: DashboardServer, name: str, word: str | None = None) -> Answered:
    return ask(server, "/login", {"name": name, "password": password(name) if word is None else word})
