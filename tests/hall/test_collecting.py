"""``jantaku hall`` at a real Mosquitto with real stores: killed, cut off, several at once; tables restored and replaced."""

import random
import shutil
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from hall.collecting.held import StoreContents, contents_of
from hall.store.places import open_store
from hall.tournaments.book.entries import AnyEntry, PlayerRegistered
from hall.tournaments.books.books import BookStore
from jantaku.main import main
from referee.journal.copy import copy_journal
from simulation.people.bots import Entry
from simulation.trial.swarm import LightTable
from table_controller.journal.place import JOURNAL
from tests.hall.hall_process import HallProcess, ends, light_table, until_hall_has
from tests.hall.schedules.book_stage import beginning
from tests.table_controller.broker_stage import Hall, Mosquitto, until

pytestmark = pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
KILLS = [10, pytest.param(100, marks=[pytest.mark.prove, pytest.mark.timeout(1800)])]


class Forgetful(Mosquitto):
    """A broker that has hardly anything on disk when it is killed: what it has acknowledged is lost."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        text = self.config.read_text().replace("autosave_on_changes true\nautosave_interval 1\n", "")
        self.config.write_text(text + "autosave_interval 1800\n")


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Forgetful(tmp_path)
    broker.start()
    yield broker
    broker.stop()


class Room:
    """Tables and halls at one broker; all are stopped at the end."""

    def __init__(self, folder: Path, port: int, game: list[Entry]) -> None:
        self.folder, self.port, self.game = folder, port, game
        self.store = str(folder / "hall.sqlite")
        self.tables: list[LightTable] = []
        self.halls: list[HallProcess] = []

    def table(self, name: str, folder: str = "tables") -> LightTable:
        table = light_table(self.port, self.folder / folder, name, self.game)
        table.start()
        self.tables.append(table)
        return table

    def hall(self, *more: str) -> HallProcess:
        hall = HallProcess(self.port, self.store, self.folder / f"hall{len(self.halls)}.log", *more)
        hall.start()
        self.halls.append(hall)
        return hall

    def leave(self, table: LightTable) -> None:
        table.stop()
        self.tables.remove(table)

    def until_collected(self, patience_s: float = 40.0) -> None:
        until_hall_has(self.store, self.tables, patience_s)


@pytest.fixture
def room(tmp_path: Path, mosquitto: Mosquitto, game: list[Entry]) -> Iterator[Room]:
    made = Room(tmp_path, mosquitto.port, game)
    yield made
    for hall in made.halls:
        hall.stop()
    for table in made.tables:
        table.stop()


def test_what_was_played_before_the_hall_came_is_fetched(room: Room) -> None:
    """More than fits into one answer, and the broker has none of it."""
    one, two = room.table("1"), room.table("2")
    one.play(1500)
    two.play(3)
    until(lambda: one.sent == 1500, "all are sent")
    room.hall()
    room.until_collected()
    one.play(5)
    room.until_collected()


@pytest.mark.parametrize("kills", KILLS)
def test_hall_and_broker_killed_at_any_moment(room: Room, mosquitto: Mosquitto, kills: int) -> None:
    """The broker forgets what it had acknowledged: the hall asks the tables for it."""
    hall, tables, chance = room.hall(), [room.table(name) for name in "123"], random.Random(kills)
    over = threading.Event()

    def play() -> None:
        while not over.wait(0.004):
            chance.choice(tables).play()

    playing = threading.Thread(target=play)
    playing.start()
    for kill in range(kills):
        over.wait(chance.uniform(0.05, 0.9))
        for dies in (hall, mosquitto)[:1] if kill % 3 else (mosquitto, hall)[: 1 + kill % 2]:
            dies.stop(signal.SIGKILL)
            dies.start()
    over.set()
    playing.join()
    assert min(table.journal.number for table in tables) > 10
    room.until_collected(60.0)


def test_several_collectors_share_the_entries(room: Room) -> None:
    """Each gets a share; one is killed and does not come back."""
    first, _ = room.hall("--share", "a"), room.hall("--share", "b")
    tables = [room.table(name) for name in "123"]
    for turn in range(60):
        for table in tables:
            table.play(3)
        if turn == 30:
            first.stop(signal.SIGKILL)
    room.until_collected()


@pytest.fixture
def listener(mosquitto: Mosquitto) -> Iterator[Hall]:
    """A client that hears the hall's messages. It would look for a broker that is gone until the last test ends."""
    client = Hall(mosquitto.port)
    client.start()
    yield client
    client.stop()


def test_a_restored_table_is_reported_and_kept_apart(room: Room, listener: Hall) -> None:
    room.hall()
    table = room.table("7")
    table.play(40)
    room.until_collected()
    backup = room.folder / "restored" / "7"
    backup.mkdir(parents=True)
    copy_journal(room.folder / "tables" / "7" / JOURNAL, backup / JOURNAL)
    table.play(25)
    room.until_collected()
    before = table.journal.head
    room.leave(table)
    restored = room.table("7", "restored")
    restored.play(3)
    wanted = [(before.number, before.digest), (restored.journal.head.number, restored.journal.head.digest)]
    store = open_store(room.store)
    until(lambda: ends(store).get("7") == wanted, "both branches are there")
    (notice,) = store.notices()
    assert (notice.notice.kind, notice.notice.number) == ("forked", 41)
    alert = f"hall/alert/notice-{notice.name}"
    until(lambda: bool(listener.last(alert)), "people are told")
    assert "table 7" in listener.last(alert)["text"].lower()
    assert main(["hall", "resolve", "--store", room.store, "--notice", str(notice.name)]) == 0
    until(lambda: listener.last(alert) is None, "the alert is withdrawn")
    assert main(["hall", "resolve", "--store", room.store, "--notice", str(notice.name)]) == 1
    store.close()


def test_a_hall_restored_from_a_backup_says_what_it_lost(room: Room, listener: Hall, tmp_path: Path) -> None:
    """Entries of tables come again from their journals; those of tournaments have no other source."""
    hall, table, backup = room.hall(), room.table("7"), tmp_path / "backup.sqlite"

    def enters(tournament: str, *entries: AnyEntry, known: int) -> None:
        with closing(BookStore(open_store(room.store))) as books:
            books.append(tournament, entries, known=known, login="anna", wall="2026-11-28T09:00:00.000+00:00")

    def held() -> StoreContents:
        with closing(open_store(room.store)) as store:
            return contents_of(store)

    def is_noted() -> bool:
        note = Path(f"{room.store}.held")
        return note.exists() and msgspec.json.decode(note.read_bytes(), type=StoreContents) == held()

    table.play(40)
    enters("spring", *beginning(), known=0)
    number = len(beginning())
    room.until_collected()
    with closing(sqlite3.connect(room.store)) as store, closing(sqlite3.connect(backup)) as copy:
        store.backup(copy)
    table.play(25)
    enters("spring", PlayerRegistered(player="late", name="Late"), known=number)
    enters("autumn", *beginning(), known=0)
    room.until_collected()
    until(is_noted, "the hall notes what it holds")
    before = held()
    hall.stop()
    for each in tmp_path.glob("hall.sqlite-*"):
        each.unlink()
    shutil.copy(backup, room.store)
    hall.start()
    alerts = [f"hall/alert/notice-{name}" for name in (1, 2, 3)]
    until(lambda: all(map(listener.last, alerts)), "people are told")
    tables, autumn, spring = (listener.last(each)["text"] for each in alerts)
    assert "lacks 25 entries of these tables: 7" in tables
    assert autumn.endswith(f"lacks entries 1 to {number} of the tournament autumn")
    assert (
        f"entries {number + 1} to {number + 1} of the tournament spring, everything entered after" in spring
    )
    until(lambda: held().tables == before.tables, "entries of tables come again")
    until(is_noted, "what it holds now")
    hall.stop()
    hall.start()
    until(lambda: hall.log_text().count("collecting the journals") == 3, "it runs again")
    with closing(open_store(room.store)) as kept:
        assert len(kept.notices()) == 3, "nothing is said twice"


def publish(mosquitto: Mosquitto, below: str, payload: str) -> None:
    """Publish something below the hall's topic."""
    command = ["mosquitto_pub", "-p", str(mosquitto.port), "-V", "5", "-q", "1"]
    subprocess.run([*command, "-t", f"jantaku/1/home/{below}", "-m", payload], check=True)


def test_a_table_cannot_answer_for_another(room: Room, mosquitto: Mosquitto) -> None:
    """Answers count only with the question's own correlation, which the access list shows to the asked table alone."""
    room.hall()
    table = room.table("1")
    table.play(5)
    room.until_collected()
    packed = table.journal.text(1) or b""
    publish(mosquitto, "answer/hall/2", f'{{"ok": true, "texts": "{packed.hex()}"}}')
    for payload in ("no entry", "{}", '{"number": 6, "before": "0"}'):
        publish(mosquitto, "2/entry", payload)
    table.play(5)
    room.until_collected()


@pytest.mark.parametrize("name", ["", "x" * 5_000])
def test_what_can_be_no_name_of_a_table_is_not_filed(name: str, room: Room, mosquitto: Mosquitto) -> None:
    """A topic may contain characters that neither a store, nor the hall's own topics, nor a federation's subject
    can."""
    hall = room.hall()
    table = room.table("1")
    table.play(5)
    room.until_collected()
    text = (table.journal.text(1) or b"").decode()
    for below in ("entry", "status", "telemetry/journal"):
        publish(mosquitto, f"{name}/{below}", text if below == "entry" else '{"status": "ready"}')
    table.play(5)
    room.until_collected()
    assert "cannot be part of a topic" in hall.log_text()
    with closing(open_store(room.store)) as store:
        assert {branch.table for branch in store.branches()} == {"1"}


def test_the_store_says_what_it_holds(room: Room, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    room.hall()
    room.table("1").play(12)
    room.until_collected()
    assert main(["hall", "status", "--store", room.store]) == 0
    assert "table 1, branch 1: 12 entries" in capsys.readouterr().out
    assert room.halls[0].stop() == 0
    assert main(["hall", "head", "--store", room.store, "--table", "9"]) == 1
    capsys.readouterr()
    assert main(["hall", "head", "--store", room.store, "--table", "1"]) == 0
    head = tmp_path / "head.json"
    head.write_text(capsys.readouterr().out)
    place = tmp_path / "tables" / "1" / JOURNAL
    assert main(["journal", "verify", "--state", str(place), "--against", str(head)]) == 0
    room.leave(room.tables[0])
    with closing(sqlite3.connect(place)) as journal, journal:
        journal.execute("DELETE FROM stored_events WHERE originator_version = 12")
        journal.execute("DELETE FROM tracking")
    assert main(["journal", "verify", "--state", str(place)]) == 0
    assert main(["journal", "verify", "--state", str(place), "--against", str(head)]) == 1
    assert main(["hall", "status", "--store", str(tmp_path / "no" / "where")]) == 2
