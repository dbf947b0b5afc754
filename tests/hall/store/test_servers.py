"""A store at a real PostgreSQL server: restored from a dump, and cleared of a forgotten player."""

import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.stages.servers.postgres import POSTGRES, PostgresServer, postgres_server
from hall.collecting.held import HeldNote
from hall.store.filing import Notice
from hall.store.places import StorePlace, open_store
from hall.tournaments.book.entries import AnyEntry, PlayerRegistered
from hall.tournaments.books.books import BookStore
from hall.tournaments.books.forgetting import forget_player
from tests.hall.schedules.book_stage import beginning

WALL = "2026-11-28T09:00:00.000+00:00"
NAME = "Zo\u00eb Akagi of the Forgotten"


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresServer]:
    pytest.importorskip("psycopg")
    if not POSTGRES:
        pytest.skip("no PostgreSQL server is installed")
    with postgres_server() as made:
        yield made


def enters(url: str, *entries: AnyEntry, known: int) -> None:
    with closing(BookStore(open_store(url))) as books:
        books.append("spring", entries, known=known, login="anna", wall=WALL)


def test_a_store_restored_from_a_dump_says_what_it_lost(postgres: PostgresServer, tmp_path: Path) -> None:
    url, dump = postgres.create("restored"), tmp_path / "hall.dump"
    programs, number = POSTGRES[-1].parent, len(beginning())
    enters(url, *beginning(), known=0)
    subprocess.run([programs / "pg_dump", "--format=custom", f"--file={dump}", url], check=True)
    enters(url, PlayerRegistered(player="late", name="Late"), known=number)
    with closing(open_store(url)) as store:
        HeldNote(StorePlace(url), str(tmp_path)).keep(store)
    subprocess.run([programs / "pg_restore", "--clean", "--if-exists", "-d", url, dump], check=True)
    with closing(open_store(url)) as store:
        lost = HeldNote(StorePlace(url), str(tmp_path)).lost(store)
        assert lost == [Notice("book_lost", "spring", number + 1, number + 1, WALL)]
        store.note(lost, WALL)
        assert [each.notice for each in store.notices()] == lost
        assert HeldNote(StorePlace(url), "").lost(store) == []


def test_no_file_of_the_tables_holds_a_forgotten_name(postgres: PostgresServer) -> None:
    """Only the server's log of changes keeps it, until it is recycled."""
    url = postgres.create("forgotten")
    enters(url, *beginning(), PlayerRegistered(player="zoe", name=NAME), known=0)
    assert holds(postgres, NAME)
    with closing(BookStore(open_store(url))) as books:
        forget_player(books, "zoe", preview=False)
    assert not holds(postgres, NAME)
    assert holds(postgres, "removed 1")


def holds(postgres: PostgresServer, text: str) -> bool:
    """Return whether a table or an index of the server holds a text, once all of it is on disk."""
    import psycopg

    with psycopg.connect(postgres.url("postgres"), autocommit=True) as connection:
        connection.execute("CHECKPOINT")
    files = [each for each in (postgres.data / "base").rglob("*") if each.is_file()]
    return any(text.encode() in each.read_bytes() for each in files)
