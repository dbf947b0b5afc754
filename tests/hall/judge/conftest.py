"""The hall of each test: the broker, table 7, which is ready, and a judge."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hall.judge.at_the_table_stage import SEATED, Desk, sits_down
from tests.hall.judge.hall_stage import MOSQUITTO, Judge, Mosquitto, Table


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """Close the lines of the judges before the fixtures at whose tables they sit."""
    while SEATED:
        SEATED.pop().line.close()


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
def desk(table: Table, mosquitto: Mosquitto) -> Desk:
    return sits_down(mosquitto.port)


@pytest.fixture
def judge(mosquitto: Mosquitto, tmp_path: Path) -> Judge:
    return Judge(mosquitto.port, tmp_path)
