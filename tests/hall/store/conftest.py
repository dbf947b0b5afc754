"""The PostgreSQL server of the stores' tests."""

from collections.abc import Iterator

import pytest

from bench.stages.servers.postgres import POSTGRES, postgres_server


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of its own in a temporary folder; nobody else's is touched."""
    pytest.importorskip("psycopg")
    pytest.importorskip("psycopg_pool")
    if not POSTGRES:
        pytest.skip("no PostgreSQL server is installed")
    with postgres_server() as made:
        yield made.url("")
