"""The hall of each test: broker, table 7 that stands ready, a judge."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hall.judge.hall_stage import MOSQUITTO, Judge, Mosquitto, Table

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    if not Path(MOSQUITTO).exists():
        pytest.skip("mosquitto is not installed")
    broker = Mosquitto(tmp_path)
    try:
        broker.start()
        yield broker
    finally:
        broker.stop()


@pytest.fixture
def table(mosquitto: Mosquitto, tmp_path: Path) -> Iterator[Table]:
    standing = Table(mosquitto.port, tmp_path)
    standing.start()
    yield standing
    standing.stop()


@pytest.fixture
def judge(mosquitto: Mosquitto, tmp_path: Path) -> Judge:
    return Judge(mosquitto.port, tmp_path)
