"""Helpers that the tests of session clock share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall.judge.hall_stage import Table
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import seated
from tests.hall.tournaments.whole_tournament_stage import Desk

RIGHT = [45000, 35000, 25000, 15000]


@pytest.fixture
def tables(hall: Hall, tmp_path: Path) -> Iterator[list[Table]]:
    """Tables 1 and 2 of the hall, which have Jantaku; 3 and 4 have none."""
    found = [Table(hall.broker.port, tmp_path, name, hall.folder / "roles.toml") for name in ("red", "blue")]
    for table in found:
        table.start()
    yield found
    for table in found:
        table.stop()


def equipped(hall: Hall, tournament: str) -> Desk:
    desk = seated(hall, tournament)
    for number, name in enumerate(("red", "blue"), 1):
        desk.do("anna", "/tables", {"table": number, "hall_table": name})
    return desk


def outcomes_of(
    desk: Desk, who: str, path: str, body: dict[str, Any] | None = None
) -> list[tuple[str, bool, str]]:
    """Return the tables that got a message, whether they carried it out, and if not, why."""
    answer = desk.ask(who, path, body or {})
    assert answer.status == 201, answer.body
    return [(each["hall_table"], each["done"], each["error"]) for each in answer.body["told"]]
