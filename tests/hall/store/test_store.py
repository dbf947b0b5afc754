"""The hall's store: one suite for every database; committed entries stay, whichever process dies and whichever others
write."""

import random
import sqlite3
import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from hall.store.arrival import Arrival
from hall.store.filing import Branch, Notice, Placement
from hall.store.places import open_store
from hall.store.store import SqlStore, Stall, StoreAwayError, StoreError
from referee.journal.entry import digest_of
from table_controller.journal.locating import common
from tests.hall.store.chains import journal, reachable
from tests.hall.store.filing_stage import arrivals, split

WALL = "2026-11-24T12:00:00.000+00:00"


def held(store: SqlStore) -> dict[tuple[str, int, int], str]:
    """All entries of a store by table, branch and number; each branch's chain is checked on the way."""
    found = {}
    for branch in store.branches():
        before = "0" * 64
        numbers = []
        for number, text in store.texts(branch):
            assert f'"before":"{before}"'.encode() in text
            before = digest_of(text)
            numbers.append(number)
            if number >= branch.first:
                found[branch.table, branch.name, number] = before
        assert numbers == list(range(1, branch.number + 1))
        for after in {0, branch.first - 2, branch.first - 1, branch.number - 1, branch.number}:
            assert [number for number, _ in store.texts(branch, after)] == numbers[max(0, after) :]
        assert before == branch.digest
    return found


class StoreSuite:
    """Tests that every database must pass; ``place`` opens the same store again and again."""

    @pytest.fixture
    def place(self) -> str:
        raise NotImplementedError

    def test_what_was_filed_is_there_after_a_restart(self, place: str) -> None:
        played = journal(1203)
        store = open_store(place)
        filed = store.file(played.of("1"), WALL)
        assert filed.placements == {Placement.FILED: 1203}
        assert (filed.notices, filed.gaps) == ((), frozenset())
        store.close()
        again = open_store(place)
        (branch,) = again.branches()
        assert branch == Branch(1, "1", played.digest_at(1) or "", 1, 1203, played.digest_at(1203) or "")
        assert [text for _, text in again.texts(branch)] == list(played.texts)
        assert again.file(played.of("1")[-3:], WALL).placements == {Placement.REPEATED: 3}
        again.close()

    def test_a_stall_is_kept_with_when_it_began_until_entries_flow(self, place: str) -> None:
        played = journal(5)
        store = open_store(place)
        store.file(played.of("1"), WALL)
        assert store.unforwarded() == 5
        store.note_forwarded("old", {1: (2, 7)})
        store.note_forwarded("new", {1: (4, 1)})
        assert store.unforwarded() == 1
        store.note_stall("nats://a:1", "away", WALL)
        store.close()
        again = open_store(place)
        again.note_stall("nats://a:1", "full", "2026-11-24T12:05:00.000+00:00")
        assert again.stalls() == [Stall("nats://a:1", WALL, "2026-11-24T12:05:00.000+00:00", "full")]
        again.note_flow("nats://b:1")
        assert len(again.stalls()) == 1
        again.note_flow("nats://a:1")
        assert again.stalls() == []
        again.close()

    def test_a_gap_is_filled_across_restarts(self, place: str) -> None:
        sent = journal(6).of("1")
        store = open_store(place)
        assert store.file([sent[0], sent[3], sent[4]], WALL).gaps == {"1"}
        assert store.waiting() == {"1": 2}
        store.close()
        again = open_store(place)
        assert again.file([sent[1]], WALL).gaps == {"1"}
        assert again.file([sent[2]], WALL).gaps == frozenset()
        assert [branch.number for branch in again.branches()] == [5]
        assert again.waiting() == {}
        again.close()

    def test_a_fork_is_reported_and_reads_from_its_first_entry(self, place: str) -> None:
        played = journal(9)
        restored = played.until(4).and_then(4, "restored")
        store = open_store(place)
        store.file(played.of("1"), WALL)
        assert store.file(restored.of("1"), WALL).notices == (Notice("forked", "1", 2, 5),)
        store.file(journal(2, "new").of("1"), WALL)
        first, fork, new = store.branches("1")
        assert [text for _, text in store.texts(first)] == list(played.texts)
        assert [text for _, text in store.texts(fork)] == list(restored.texts)
        assert new.number == 2
        kept = store.notices()
        assert [(each.notice.kind, each.resolved) for each in kept] == [("forked", ""), ("replaced", "")]
        assert store.resolve(kept[0].name, "later")
        assert not store.resolve(kept[0].name, "again")
        assert [each.resolved for each in store.notices()] == ["later", ""]
        store.close()

    def test_a_batch_asks_the_database_as_often_however_many_tables_it_has(
        self, place: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each query is a round trip to the database, and a batch with many tables would wait for each."""
        store, asked = open_store(place), Counter[int]()
        sent = [journal(3, str(number)).of(str(number)) for number in range(40)]
        for number in range(1, 41):
            # One of three waits for an entry in the next batch.
            store.file([sent[number - 1][0]], WALL)
            if number % 3 == 0:
                store.file([sent[number - 1][2]], WALL)
        execute = type(store).execute
        each = type(store).execute_each

        def counted(do: Any) -> Any:
            def count(*arguments: Any) -> None:
                asked[tables] += 1
                do(store, *arguments)

            return count

        monkeypatch.setattr(store, "execute", counted(execute))
        monkeypatch.setattr(store, "execute_each", counted(each))
        for tables, first in ((3, 0), (37, 3)):
            filed = store.file([entries[1] for entries in sent[first : first + tables]], WALL)
            assert filed.placements == {Placement.FILED: tables}
        assert asked[3] == asked[37] > 0
        assert store.waiting() == {}
        assert [branch.number for branch in store.branches()] == [
            3 if int(branch.table) % 3 == 2 else 2 for branch in store.branches()
        ]
        store.close()

    def test_a_table_learns_what_the_hall_has(self, place: str) -> None:
        played = journal(300)
        restored = played.until(200).and_then(50, "restored")
        store = open_store(place)
        assert store.known_of("1") == ()
        store.file(played.of("1"), WALL)
        store.file(restored.of("1"), WALL)
        known = store.known_of("1")
        assert common(played.and_then(3, "x").digest_at, known) == 300
        assert common(restored.and_then(3, "x").digest_at, known) == 250
        assert 150 < common(played.until(222).and_then(3, "y").digest_at, known) <= 222
        assert store.has("1", 250, restored.digest_at(250) or "")
        assert store.has("1", 250, played.digest_at(250) or "")
        assert not store.has("2", 250, played.digest_at(250) or "")
        store.close()

    def two_collectors(self, place: str, sent: list[Arrival]) -> None:
        """Each batch goes to one of the two, as a shared subscription does."""
        stores = [open_store(place), open_store(place)]
        mark = str(len(stores[0].branches()))
        sent = [replace(each, table=f"{each.table} {mark}") for each in sent]
        for at, batch in enumerate(split(sent, [3, 1, 2])):
            stores[at % 2].file(batch, WALL)
        mine = {each.table for each in sent}
        found = {key: digest for key, digest in held(stores[0]).items() if key[0] in mine}
        assert {(table, number, digest) for (table, _, number), digest in found.items()} == reachable(sent)
        assert len(found) == len(reachable(sent))
        for store in stores:
            store.close()

    def test_two_collectors_at_the_same_time(self, place: str) -> None:
        """Neighbouring entries of eight tables, doubled, in two threads: neither stops, nothing is missing or doubled."""
        open_store(place).close()
        tables = {str(table): journal(120, str(table)) for table in range(8)}
        sent = [each for name, one in tables.items() for each in one.of(name)]
        chance = random.Random(5)
        failed: list[BaseException] = []

        def collect(batches: list[list[Arrival]]) -> None:
            try:
                store = open_store(place)
                for batch in batches:
                    store.file(batch, WALL)
                store.close()
            except BaseException as error:  # noqa: BLE001 - told by the test's own thread
                failed.append(error)

        shares: list[list[Arrival]] = [[], []]
        for each in sorted(sent, key=lambda each: (each.number + chance.randrange(9), each.table)):
            shares[chance.randrange(2)].append(each)
            if chance.random() < 0.1:
                shares[chance.randrange(2)].append(each)
        threads = [threading.Thread(target=collect, args=(split(share, [17, 5, 40]),)) for share in shares]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        store = open_store(place)
        assert sorted((b.table, b.number, b.digest) for b in store.branches()) == sorted(
            (name, 120, one.digest_at(120)) for name, one in tables.items()
        )
        assert len(held(store)) == 8 * 120
        assert store.waiting() == {}
        assert store.notices() == []
        store.close()

    def test_what_is_not_committed_is_not_there(self, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
        store = open_store(place)
        store.file(journal(3).of("1"), WALL)

        def fail(*_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(store, "insert_entries", fail)
            with pytest.raises(KeyboardInterrupt):
                store.file(journal(5).of("1"), WALL)
        assert [branch.number for branch in store.branches()] == [3]
        store.file(journal(5).of("1"), WALL)
        assert [branch.number for branch in store.branches()] == [5]
        store.close()


class TestSqlite(StoreSuite):
    @pytest.fixture
    def place(self, tmp_path: Path) -> str:
        return str(tmp_path / "hall.sqlite")

    @settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(sent=arrivals())
    def test_two_collectors_file_as_one_would(self, place: str, sent: list[Arrival]) -> None:
        self.two_collectors(place, sent)

    def test_it_survives_loss_of_power(self, place: str) -> None:
        store = open_store(place)
        with store.transaction() as cursor:
            assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert cursor.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        store.close()

    def test_what_is_no_store_is_refused(self, place: str, tmp_path: Path) -> None:
        Path(place).write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        with pytest.raises(StoreError, match=r"hall\.sqlite") as refused:
            open_store(place)
        assert place not in open_files(), refused
        with pytest.raises(StoreError):
            open_store(str(tmp_path / "no" / "folder"))

    def test_a_store_of_a_newer_program_is_refused(self, place: str) -> None:
        open_store(place).close()
        with sqlite3.connect(place) as database:
            database.execute("UPDATE hall SET value = '9'")
        database.close()
        with pytest.raises(StoreError, match="schema 9"):
            open_store(place)


def open_files() -> set[str]:
    """The open files of this process; a file that only a raised error still refers to is open too."""
    return {str(link.readlink()) for link in Path("/proc/self/fd").iterdir() if link.is_symlink()}


class TestPostgres(StoreSuite):
    @pytest.fixture
    def place(self, server: str) -> str:
        import psycopg

        name = f"hall_{random.getrandbits(40)}"
        with psycopg.connect(server + "postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return server + name

    @settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(sent=arrivals())
    def test_two_collectors_file_as_one_would(self, place: str, sent: list[Arrival]) -> None:
        self.two_collectors(place, sent)

    def test_no_server_is_said_without_the_password(self) -> None:
        pytest.importorskip("psycopg")
        with pytest.raises(StoreError) as caught:
            open_store("postgresql://jantaku:secret@127.0.0.1:1/none")
        assert "secret" not in str(caught.value)

    def test_a_broken_connection_is_made_anew(self, place: str) -> None:
        import psycopg

        store = open_store(place)
        store.file(journal(3).of("1"), WALL)
        with psycopg.connect(place, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = 'jantaku hall' AND datname = current_database()"
            )
        with pytest.raises(StoreAwayError):
            store.file(journal(4).of("1"), WALL)
        store.file(journal(5).of("1"), WALL)
        assert [branch.number for branch in store.branches()] == [5]
        store.close()
