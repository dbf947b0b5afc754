"""Helpers that the tests of old journals share."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("journals")


NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def built(name: str, place: Path) -> Path:
    """The database of a kept journal."""
    with closing(sqlite3.connect(place)) as database, database:
        for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            statement = json.loads(line)
            if "sql" in statement:
                database.execute(statement["sql"])
                continue
            row = {
                key: value.encode() if key in statement["blobs"] else value
                for key, value in statement["row"].items()
            }
            database.execute(
                f"insert into {statement['table']} ({', '.join(row)}) values ({', '.join('?' * len(row))})",
                tuple(row.values()),
            )
    return place


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def place(name: str, tmp_path: Path) -> Path:
    return built(name, tmp_path / "journal.sqlite")
