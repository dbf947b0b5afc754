"""Each test's push service, and the broker of its hall."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import publish

from table_controller.commands.service.access_list import access_list, password_file
from table_controller.mqtt.logins import Account, hashed, login_of, written
from tests.hall.judge.hall_stage import MOSQUITTO, USERS, Mosquitto, password
from tests.hall.push.push_stage import PushService


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    running = PushService(tmp_path / "service")
    yield running
    running.close()


class HallBroker(Mosquitto):
    """The hall's broker, at which the hall has a login too."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        accounts = {
            user: Account(login_of(user, user, (), ()), hashed(password(user))) for user in (*USERS, "hall")
        }
        (folder / "acl").write_text(access_list(accounts))
        (folder / "passwords").write_text(password_file(accounts))
        self.roles = folder / "roles.toml"
        self.roles.write_text(written(accounts, passwords=False))
        self.word = folder / "hall-word"
        self.word.write_text(password("hall"))

    def publish(self, below: str, payload: dict[str, Any] | None, table: str = "7") -> None:
        """Publish as a table does."""
        publish.single(
            f"jantaku/1/home/{table}/{below}", "" if payload is None else json.dumps(payload), qos=1, retain=True,
            hostname="127.0.0.1", port=self.port, auth={"username": "table", "password": password("table")},
        )  # fmt: skip


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[HallBroker]:
    if not Path(MOSQUITTO).exists():
        pytest.skip("mosquitto is not installed")
    broker = HallBroker(tmp_path)
    broker.start()
    yield broker
    broker.stop()
