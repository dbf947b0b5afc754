"""The store of books: one suite for every database; entries are added one after the other, all of them or none."""

import random
import threading
from pathlib import Path

import pytest

from hall.store.places import open_store
from hall.store.store import StoreError
from hall.tournaments.book.entries import AnyEntry, PlayerRegistered, PlayerWithdrawn, TournamentOpened
from hall.tournaments.books.books import BookStore, EntryRefusedError, StaleError
from hall.tournaments.books.text import DamagedBookError, text_of
from referee.journal.entry import digest_of
from referee.rules.ruleset import Ruleset

WALL = "2026-11-25T12:00:00.000+00:00"
OPENED = TournamentOpened(title="Spring", ruleset=Ruleset.read("wrc-2015").to_mapping(), by="anna")


def books_at(place: str) -> BookStore:
    return BookStore(open_store(place))


def player(number: int) -> PlayerRegistered:
    return PlayerRegistered(player=f"p{number}", name=f"Søren 雀 {number}", by="anna", day=739_000)


class BooksSuite:
    """Tests that every database must pass; ``place`` opens the same store again and again."""

    @pytest.fixture
    def place(self) -> str:
        raise NotImplementedError

    def test_what_was_entered_is_there_after_a_restart(self, place: str) -> None:
        books = books_at(place)
        books.append("spring", [OPENED], known=0, login="anna", wall=WALL)
        entered = books.append("spring", [player(n) for n in range(30)], known=1, login="anna", wall=WALL)
        books.append("autumn", [OPENED], known=0, login="bob", wall=WALL)
        books.close()
        again = books_at(place)
        assert again.book("spring") == entered
        assert entered.entries == (OPENED, *(player(n) for n in range(30)))
        assert again.tournaments() == [("autumn", 1), ("spring", 31)]
        assert again.book("none").number == 0
        again.close()

    def test_who_does_not_know_the_newest_is_told_what_happened(self, place: str) -> None:
        books, others = books_at(place), books_at(place)
        books.append("spring", [OPENED], known=0, login="anna", wall=WALL)
        others.append("spring", [player(1)], known=1, login="bob", wall=WALL)
        for known, since in ((1, [player(1)]), (0, [OPENED, player(1)]), (7, [])):
            with pytest.raises(StaleError) as caught:
                books.append("spring", [player(2)], known=known, login="anna", wall=WALL)
            assert (caught.value.number, [each.entry for each in caught.value.since]) == (2, since)
        assert books.append("spring", [player(2)], known=2, login="anna", wall=WALL).number == 3
        books.close()
        others.close()

    def test_of_several_entries_all_or_none_are_entered(self, place: str) -> None:
        books = books_at(place)
        books.append("spring", [OPENED], known=0, login="anna", wall=WALL)
        wrong: list[AnyEntry] = [player(1), PlayerWithdrawn(player="p2", since=1), player(3)]
        with pytest.raises(EntryRefusedError, match="nobody called p2 is registered") as caught:
            books.append("spring", wrong, known=1, login="anna", wall=WALL)
        assert caught.value.place == 1
        with pytest.raises(EntryRefusedError, match="opened first"):
            books.append("autumn", [player(1)], known=0, login="anna", wall=WALL)
        books.close()
        again = books_at(place)
        assert again.tournaments() == [("spring", 1)]
        again.close()

    def test_of_two_at_once_one_is_reported(self, place: str) -> None:
        """Two organisers, each on a connection of their own, enter until each has twenty entries."""
        first = books_at(place)
        first.append("spring", [OPENED], known=0, login="anna", wall=WALL)
        refused: list[int] = []
        failed: list[BaseException] = []

        def enter(login: str, numbers: range) -> None:
            try:
                books = books_at(place)
                for number in numbers:
                    known = 0
                    while True:
                        try:
                            books.append("spring", [player(number)], known=known, login=login, wall=WALL)
                            break
                        except StaleError as stale:
                            refused.append(number)
                            known = stale.number
                books.close()
            except BaseException as error:  # noqa: BLE001 - told by the test's own thread
                failed.append(error)

        threads = [
            threading.Thread(target=enter, args=("anna", range(20))),
            threading.Thread(target=enter, args=("bob", range(20, 40))),
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failed == []
        book = first.book("spring")
        assert sorted(
            each.player for each in book.entries[1:] if isinstance(each, PlayerRegistered)
        ) == sorted(f"p{number}" for number in range(40))
        assert len(refused) >= 40
        first.close()

    @pytest.mark.parametrize(
        ("change", "why"),
        [
            *(
                (
                    f"UPDATE book_entries SET text = REPLACE(text, 'anna', 'mona') WHERE number = {number}",
                    f"entry {number} was changed",
                )
                for number in (2, 4)
            ),
            ("DELETE FROM book_entries WHERE number = 2", "entry 2 is missing"),
            ("UPDATE book_entries SET text = 'x' WHERE number = 3", "entry 3 cannot be read"),
        ],
    )
    def test_a_changed_entry_shows(self, place: str, change: str, why: str) -> None:
        books = books_at(place)
        books.append("spring", [OPENED, player(1), player(2), player(3)], known=0, login="anna", wall=WALL)
        books.close()
        store = open_store(place)
        with store.transaction(("",)) as cursor:
            cursor.execute(change)
        store.close()
        again = books_at(place)
        with pytest.raises(DamagedBookError, match=why):
            again.book("spring")
        with pytest.raises(DamagedBookError, match=why):
            again.append("spring", [player(4)], known=4, login="anna", wall=WALL)
        again.close()

    def test_a_changed_entry_with_a_hash_of_its_own_shows_in_the_next(self, place: str) -> None:
        books = books_at(place)
        books.append("spring", [OPENED, player(1), player(2)], known=0, login="anna", wall=WALL)
        changed = text_of("spring", 2, WALL, "mona", player(1), before=books.book("spring").written[0].digest)
        books.close()
        store = open_store(place)
        with store.transaction(("",)) as cursor:
            update = "UPDATE book_entries SET text = ?, digest = ? WHERE number = 2"
            store.execute(cursor, update, (changed, digest_of(changed.encode())))
        store.close()
        again = books_at(place)
        with pytest.raises(DamagedBookError, match="entry 3 does not follow"):
            again.book("spring")
        again.close()

    def test_what_could_not_be_read_again_is_not_written(self, place: str) -> None:
        books = books_at(place)
        books.append("spring", [OPENED], known=0, login="anna", wall=WALL)
        too_long = PlayerRegistered(player="p2", name="x" * 301, by="anna")
        with pytest.raises(EntryRefusedError, match=r"cannot hold this: .*length <= 300") as caught:
            books.append("spring", [player(1), too_long], known=1, login="anna", wall=WALL)
        assert caught.value.place == 1
        books.close()
        again = books_at(place)
        assert again.book("spring").entries == (OPENED,)
        again.close()

    def test_books_that_were_set_back_meanwhile_are_read_anew(self, place: str) -> None:
        books = books_at(place)
        books.append("spring", [OPENED, player(1), player(2)], known=0, login="anna", wall=WALL)
        store = open_store(place)
        with store.transaction(("",)) as cursor:
            cursor.execute("DELETE FROM book_entries WHERE number = 3")
        store.close()
        assert books.book("spring").entries == (OPENED, player(1))
        assert books.append("spring", [player(3)], known=2, login="bob", wall=WALL).number == 3
        books.close()

    def test_books_of_a_newer_program_are_refused(self, place: str) -> None:
        books_at(place).close()
        store = open_store(place)
        with store.transaction(("",)) as cursor:
            cursor.execute("UPDATE hall SET value = '2' WHERE key = 'books'")
        with pytest.raises(StoreError, match="schema 2"):
            BookStore(store)
        store.close()


class TestSqlite(BooksSuite):
    @pytest.fixture
    def place(self, tmp_path: Path) -> str:
        return str(tmp_path / "hall.sqlite")


class TestPostgres(BooksSuite):
    @pytest.fixture
    def place(self, server: str) -> str:
        import psycopg

        name = f"books_{random.getrandbits(40)}"
        with psycopg.connect(server + "postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return server + name
