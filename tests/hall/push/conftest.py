"""Each test's push service, and the broker of its hall."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import publish

from tests.hall.judge.hall_stage import MOSQUITTO, Mosquitto, password
from tests.hall.push.push_stage import PushService


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    running = PushService(tmp_path / "service")
    yield running
    running.close()


class HallBroker(Mosquitto):
    """The hall's broker, at which the hall has a login too."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, others={"hall": "hall"})
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
