"""From a hall through real NATS servers to a federation: everything killed, cut off, several at once, written twice."""

import asyncio
import random
import shutil
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import nats
import pytest

from bench.stages.servers.nats import NATS, NatsServer, cluster_of_three
from bench.stages.servers.postgres import POSTGRES, PostgresServer, postgres_server
from hall.forwarding.stream import STREAM_NAME, check_url, hall_and_table, id_of, subject_of
from hall.store.arrival import arrival_of
from hall.store.places import open_store
from jantaku.main import main
from referee.journal.copy import copy_journal
from referee.journal.journal import Journal, utc_now
from simulation.people.bots import Entry
from table_controller.mqtt.gate import TopicLevel
from tests.hall.hall_process import HallProcess, Process, ends, light_table
from tests.hall.stream_ids import stream_ids
from tests.table_controller.broker_stage import Mosquitto, until

pytestmark = pytest.mark.skipif(NATS is None, reason="no nats-server is installed")
KILLS = [10, pytest.param(100, marks=[pytest.mark.prove, pytest.mark.timeout(1800)])]
PATIENCE_S = 60.0
HALL = TopicLevel("home")
ONE = TopicLevel("1")


def newest(journal: Journal) -> bytes:
    """The text of a journal's newest entry."""
    text = journal.text(journal.number)
    assert text is not None
    return text


class Filed:
    """Tables whose entries go straight into a hall's store, without a broker."""

    def __init__(self, folder: Path, game: list[Entry], tables: tuple[str, ...]) -> None:
        self.place = folder / "hall.sqlite"
        self._store = open_store(self.place)
        self._game = game
        self.journals = {name: Journal(folder / f"{number}.sqlite") for number, name in enumerate(tables)}

    def play(self, table: str, count: int = 1) -> None:
        journal, arrivals = self.journals[table], []
        for _ in range(count):
            journal.append(*self._game[journal.number % len(self._game)])
            arrivals.append(arrival_of(table, newest(journal)))
        self._store.file(arrivals, utc_now())

    def play_on(self, restored: Journal, entries: list[Entry]) -> None:
        """Table 1 goes on from a copy of its journal."""
        for entry in entries:
            restored.append(*entry)
            self._store.file([arrival_of("1", newest(restored))], utc_now())

    def entries(self) -> int:
        return sum(journal.number for journal in self.journals.values())

    def close(self) -> None:
        self._store.close()
        for journal in self.journals.values():
            journal.close()


@pytest.fixture
def filed(tmp_path: Path, game: list[Entry]) -> Iterator[Filed]:
    made = Filed(tmp_path, game, ("1", "2", "B 3.*>"))
    yield made
    made.close()


class Works:
    """A hall that forwards and the federations that file its entries; all are stopped at the end."""

    def __init__(self, folder: Path, filed: Filed, url: str) -> None:
        self._folder, self._filed, self._url = folder, filed, url
        self.place = str(folder / "federation.sqlite")
        self.processes: list[Process] = []

    def forward(self, *more: str) -> Process:
        return self._begin(
            "hall", "forward", f"--forward={self._url}", "--store", str(self._filed.place), *more
        )

    def federation(self, *more: str) -> Process:
        return self._begin("federation", "--from", self._url, "--store", self.place, *more)

    def _begin(self, *words: str) -> Process:
        process = Process(self._folder / f"{len(self.processes)}.log", *words)
        self.processes.append(process)
        process.start()
        return process

    def until_arrived(self) -> None:
        """Wait until the federation has each table's journal, byte for byte, with nothing waiting and no notice."""
        wanted = {
            f"{HALL}/{name}": [(journal.number, journal.head.digest)]
            for name, journal in self._filed.journals.items()
            if journal.number
        }
        with closing(open_store(self.place)) as store:
            until(lambda: ends(store) == wanted, f"the federation has {wanted}", PATIENCE_S)
            for branch in store.branches():
                journal = self._filed.journals[branch.table.partition("/")[2]]
                assert list(store.texts(branch)) == list(journal.texts())
            assert store.notices() == []
            assert store.waiting() == {}

    def stop(self) -> None:
        for process in self.processes:
            process.stop()


@pytest.fixture
def works(tmp_path: Path, filed: Filed, server: NatsServer) -> Iterator[Works]:
    made = Works(tmp_path, filed, server.url)
    yield made
    made.stop()


@pytest.fixture
def database() -> Iterator[PostgresServer]:
    with postgres_server() as made:
        yield made


def in_order(filed: Filed, url: str) -> None:
    """Check that the stream has each entry once, a table's entries in the order of its journal."""
    wanted = {
        subject_of(HALL, TopicLevel(name)): [
            id_of(number, entry.digest) for number, entry in enumerate(journal.entries(), start=1)
        ]
        for name, journal in filed.journals.items()
        if journal.number
    }
    assert stream_ids(url) == wanted


@pytest.mark.skipif(not POSTGRES, reason="no PostgreSQL server is installed")
def test_what_a_hall_filed_arrives_once_and_in_order(
    works: Works,
    filed: Filed,
    server: NatsServer,
    database: PostgresServer,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Two federations file side by side into one PostgreSQL; some tables have names that no subject can hold."""
    works.place = database.create("federation")
    filed.play("1", 700)
    filed.play("B 3.*>", 5)
    works.forward()
    works.federation()
    works.federation()
    works.until_arrived()
    filed.play("2", 3)
    filed.play("1", 3)
    works.until_arrived()
    in_order(filed, server.url)
    assert [process.stop() for process in works.processes] == [0, 0, 0]
    assert main(["hall", "status", "--store", str(filed.place)]) == 0
    output = capsys.readouterr().out
    assert [line.rpartition(", ")[2] for line in output.splitlines()] == [
        f"forwarded up to {filed.journals[name].number}" for name in ("1", "2", "B 3.*>")
    ]


@pytest.mark.parametrize("kills", KILLS)
def test_all_of_them_killed_at_any_moment(works: Works, filed: Filed, server: NatsServer, kills: int) -> None:
    chance, over = random.Random(kills), threading.Event()
    forward = works.forward()
    beside = [works.federation(), works.federation()]

    def play() -> None:
        while not over.wait(0.004):
            filed.play(chance.choice(list(filed.journals)))

    playing = threading.Thread(target=play)
    playing.start()
    try:
        for _ in range(kills):
            threading.Event().wait(chance.uniform(0.05, 1.0))
            which = chance.choice(("forward", "federation", "server"))
            if which == "server":
                server.kill()
                server.start()
            else:
                killed = forward if which == "forward" else chance.choice(beside)
                killed.stop(signal.SIGKILL)
                killed.start()
    finally:
        over.set()
        playing.join()
    works.until_arrived()
    in_order(filed, server.url)
    assert all("Traceback" not in process.log_text() for process in works.processes)


@pytest.mark.prove(usual=False)
def test_one_of_three_servers_killed_again_and_again(tmp_path: Path, filed: Filed) -> None:
    servers = cluster_of_three(tmp_path)
    for each in servers:
        each.start()
    url = ",".join(each.url for each in servers)
    works = Works(tmp_path, filed, url)
    chance = random.Random(3)
    try:
        works.forward("--replicas=3")
        works.federation("--replicas=3")
        for _ in range(3):
            filed.play("1", 40)
            works.until_arrived()
            one = chance.choice(servers)
            one.kill()
            filed.play("2", 40)
            works.until_arrived()
            one.start()
        filed.play("1", 5)
        works.until_arrived()
        in_order(filed, url.split(",")[0])
    finally:
        works.stop()
        for each in servers:
            each.kill()


def test_a_store_that_has_forgotten_how_far_it_was_finds_it_in_the_stream(
    works: Works, filed: Filed, server: NatsServer
) -> None:
    """A hall restored from a backup is in this state; it does not republish what the stream already has."""
    filed.play("1", 30)
    filed.play("2", 3)
    forward = works.forward()
    works.federation()
    works.until_arrived()
    forward.stop()
    with closing(sqlite3.connect(filed.place)) as store:
        store.execute("DELETE FROM forwarded WHERE branch = 1")
        store.execute("UPDATE forwarded SET number = 1, sequence = 31")
        store.commit()
    filed.play("1", 4)
    forward.start()
    works.until_arrived()
    in_order(filed, server.url)


def test_a_table_that_was_restored_has_two_branches_there_too(
    works: Works, filed: Filed, server: NatsServer, game: list[Entry], tmp_path: Path
) -> None:
    filed.play("1", 10)
    copy_journal(tmp_path / "0.sqlite", tmp_path / "restored.sqlite")
    filed.play("1", 10)
    works.forward()
    works.federation()
    works.until_arrived()
    with closing(Journal(tmp_path / "restored.sqlite")) as restored:
        # It goes on from entry 10 with other entries.
        filed.play_on(restored, game[30:31])
        wanted = {(20, filed.journals["1"].head.digest), (11, restored.head.digest)}
    with closing(open_store(works.place)) as store:
        until(lambda: set(ends(store)["home/1"]) == wanted, "both branches are there", PATIENCE_S)
        assert [each.notice.kind for each in store.notices()] == ["forked"]
    assert len(stream_ids(server.url)[subject_of(HALL, ONE)]) == 21


def on_disk(server: NatsServer, folder: Path) -> Path:
    """A copy of what the server has."""
    server.kill()
    copy = Path(shutil.copytree(server.store, folder / "synced"))
    server.start()
    return copy


def loses_power(server: NatsServer, synced: Path) -> None:
    """End the server, and leave on its disk only this part of the messages that it had acknowledged."""
    server.kill()
    shutil.rmtree(server.store)
    synced.rename(server.store)


@pytest.mark.parametrize("goes_on", [False, True])
def test_what_a_power_cut_took_from_the_stream_is_forwarded_again(
    works: Works, filed: Filed, server: NatsServer, tmp_path: Path, goes_on: bool
) -> None:
    """The server had acknowledged it but not yet written it to disk."""
    filed.play("1", 20)
    filed.play("2", 3)
    works.forward()
    works.federation()
    works.until_arrived()
    synced = on_disk(server, tmp_path)
    filed.play("1", 15)
    filed.play("B 3.*>", 4)
    works.until_arrived()
    loses_power(server, synced)
    if goes_on:
        filed.play("2", 2)
        filed.play("1", 2)
    server.start()
    until(
        lambda: sum(map(len, stream_ids(server.url).values())) == filed.entries(), "all is in the stream", 60
    )
    in_order(filed, server.url)
    works.until_arrived()
    filed.play("1", 2)
    works.until_arrived()
    in_order(filed, server.url)


def test_both_branches_of_a_restored_table_are_forwarded_again(
    works: Works, filed: Filed, server: NatsServer, game: list[Entry], tmp_path: Path
) -> None:
    filed.play("1", 10)
    copy_journal(tmp_path / "0.sqlite", tmp_path / "restored.sqlite")
    filed.play("1", 5)
    works.forward()
    subject = subject_of(HALL, ONE)
    until(lambda: len(stream_ids(server.url).get(subject, [])) == 15, "15 messages")
    synced = on_disk(server, tmp_path)
    with closing(Journal(tmp_path / "restored.sqlite")) as restored:
        filed.play_on(restored, game[30:33])
        filed.play("1", 2)
        until(lambda: len(stream_ids(server.url)[subject]) == 20, "20 messages")
        before = stream_ids(server.url)[subject]
    loses_power(server, synced)
    server.start()
    until(lambda: len(stream_ids(server.url)[subject]) == 20, "20 messages again")
    after = stream_ids(server.url)[subject]
    assert after[:15] == before[:15]
    assert sorted(after) == sorted(before)


def test_what_somebody_removed_from_the_stream_is_not_forwarded_again(
    works: Works, filed: Filed, server: NatsServer
) -> None:
    filed.play("1", 20)
    forward = works.forward()
    subject = subject_of(HALL, ONE)
    until(lambda: len(stream_ids(server.url).get(subject, [])) == 20, "20 messages")
    asyncio.run(emptied(server.url))
    forward.stop()
    forward.start()
    filed.play("1", 3)
    until(lambda: len(stream_ids(server.url).get(subject, [])) == 3, "those that came since")


async def emptied(url: str) -> None:
    """Remove all messages from the stream."""
    client = await nats.connect(url)
    await client.jetstream().purge_stream(STREAM_NAME)
    await client.close()


def test_the_hall_forwards_beside_collecting(
    works: Works, server: NatsServer, game: list[Entry], tmp_path: Path
) -> None:
    mosquitto = Mosquitto(tmp_path)
    mosquitto.start()
    table = light_table(mosquitto.port, tmp_path / "tables", "7", game)
    hall = HallProcess(
        mosquitto.port, str(tmp_path / "h.sqlite"), tmp_path / "hall.log", f"--forward={server.url}"
    )
    hall.start()
    table.start()
    works.federation()
    try:
        table.play(12)
        with closing(open_store(works.place)) as store:
            wanted = {"home/7": [(12, table.journal.head.digest)]}
            until(lambda: ends(store) == wanted, "it arrives", PATIENCE_S)
        assert hall.stop() == 0
        assert f"forwarding the journals of hall home to nats://127.0.0.1:{server.port}" in hall.log_text()
        assert "secret" not in hall.log_text()
    finally:
        hall.stop()
        table.stop()
        mosquitto.stop()


def test_a_server_that_is_away_is_waited_for_and_said_once(
    works: Works, filed: Filed, server: NatsServer
) -> None:
    server.kill()
    filed.play("1")
    forward, federation = works.forward(), works.federation()
    until(
        lambda: "trying again" in forward.log_text() and "trying again" in federation.log_text(),
        "it is said",
        PATIENCE_S,
    )
    threading.Event().wait(1.5)
    for process in (forward, federation):
        assert process.log_text().count("trying again") == 1
        assert "secret" not in process.log_text()
    server.start()
    works.until_arrived()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("hall", "forward"), "forward needs --forward nats://HOST:PORT"),
        (("hall", "--forward", "http://u:secret@h"), "http://h: a server is given as nats://HOST:PORT"),
        (("federation", "--from", "nats://u:secret@:4222", "--store", "f.sqlite"), "a server is given as"),
        (("federation", "--from", "nats://h:99999", "--store", "f.sqlite"), "Port out of range"),
        (("federation", "--from", "nats://h", "--store", "/none/f.sqlite"), "/none/f.sqlite"),
        (
            ("hall", "forward", "--forward", "nats://h", "--replicas", "0"),
            "is not a whole number from 1 to 5",
        ),
        (
            ("hall", "forward", "--forward", "nats://u@h", "--forward-password-file", "/none"),
            "/none: cannot be read: No such file",
        ),
        (("hall", "--forward-password-file", "word"), "--forward-password-file needs --forward"),
        (
            ("hall", "forward", "--forward", "nats://u:secret@h", "--forward-password-file", "word"),
            "--forward nats://h: a password stands in the address and in a file",
        ),
        (
            ("hall", "forward", "--forward", "nats://u@h,nats://v@i", "--forward-password-file", "word"),
            "--forward nats://h, nats://i: one password, and several users",
        ),
        (
            ("hall", "status", "--store-password-file", "word"),
            "--store-password-file is for a store postgresql://USER@HOST/DATABASE",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    words: tuple[str, ...],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "word").write_text("secret\n")
    monkeypatch.chdir(tmp_path)
    try:
        status = main([*words])
    except SystemExit as ended:
        status = int(ended.code or 0)
    said = capsys.readouterr().err
    assert status == 2
    assert message in said
    assert "secret" not in said


@pytest.mark.parametrize("name", ["", "x" * 5_000])
def test_a_table_of_an_impossible_name_keeps_no_other_back(
    name: str, tmp_path: Path, game: list[Entry], server: NatsServer
) -> None:
    """A hall's store may hold a name from before the rule: no subject can contain it, and the server would end the
    connection."""
    filed = Filed(tmp_path, game, (name, "1"))
    works = Works(tmp_path, filed, server.url)
    try:
        for table in (name, "1"):
            filed.play(table, 5)
        forwards = works.forward()
        filed.journals.pop(name).close()
        works.federation()
        works.until_arrived()
        assert "cannot be forwarded under this name" in forwards.log_text()
        in_order(filed, server.url)
    finally:
        works.stop()
        filed.close()


def test_names_come_back_out_of_subjects() -> None:
    for hall, table in (("home", "7"), ("St. John's", "B.2 > *"), ("雀荘", "一")):
        subject = subject_of(TopicLevel(hall), TopicLevel(table))
        assert subject.count(".") == 2
        assert not set(subject) & set(" *>")
        assert hall_and_table(subject) == (hall, table)
    with pytest.raises(ValueError, match="not below"):
        hall_and_table("other.home.7")
    for name in ("", "%00", "a%2Fb", "%23", "%FF", "a.b", "x" * 201):
        with pytest.raises(ValueError, match=r"topic|codec|unpack|not text"):
            hall_and_table(f"jantaku.home.{name}")
    assert check_url("nats://a:b@[::1]:4222") == "nats://a:b@[::1]:4222"
