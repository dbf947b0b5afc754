"""A game for light tables to play, and a NATS server of a test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.stages.servers.nats import NatsServer
from simulation.people.bots import Entry
from simulation.trial.swarm import games


@pytest.fixture(scope="session")
def game() -> list[Entry]:
    return games(1, hands=2)[0]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[NatsServer]:
    made = NatsServer(tmp_path / "nats")
    made.start()
    yield made
    made.kill()
