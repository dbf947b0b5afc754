"""A NATS server that is away or accepts nothing: once it is more than a blip, people see an alert until entries flow
again."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.stages.servers.nats import NATS, NatsServer
from hall.collecting.collector import LOOK_S
from hall.collecting.troubles import BLIP, GIVEN_UP, stalled
from hall.judge.tables.hall import Table
from hall.judge.tables.words import alert_line
from hall.store.places import open_store
from hall.store.store import Stall
from jantaku.main import main
from simulation.trial.swarm import LightTable, games
from tests.hall.hall_process import HallProcess, light_table
from tests.table_controller.broker_stage import Hall, Mosquitto, until

ALERT = "hall/alert/federation"
PATIENCE_S = 60.0


class Club:
    """A broker, a table that plays, a hall that forwards to a server, and a client that hears the hall's messages."""

    def __init__(self, folder: Path, server: NatsServer) -> None:
        self.place = str(folder / "hall.sqlite")
        self.mosquitto = Mosquitto(folder)
        self.mosquitto.start()
        self.listener = Hall(self.mosquitto.port)
        self.listener.start()
        self.table: LightTable = light_table(
            self.mosquitto.port, folder / "tables", "7", games(1, hands=2)[0]
        )
        self.table.start()
        self.hall = HallProcess(
            self.mosquitto.port, self.place, folder / "hall.log", f"--forward={server.url}"
        )
        self.hall.start()

    def stop(self) -> None:
        self.hall.stop()
        self.table.stop()
        self.listener.stop()
        self.mosquitto.stop()

    def stalls(self) -> list[Stall]:
        with closing(open_store(self.place)) as store:
            return store.stalls()

    def until_forwarded(self) -> None:
        with closing(open_store(self.place)) as store:
            until(
                lambda: sum(store.forwarded_numbers().values()) == self.table.journal.number,
                "all is forwarded",
                PATIENCE_S,
            )

    def let_pass(self, time: timedelta) -> None:
        """Set back the time of the stall instead of waiting."""
        with closing(sqlite3.connect(self.place, timeout=30)) as store:
            (since,) = store.execute("SELECT since FROM stalls").fetchone()
            store.execute(
                "UPDATE stalls SET since = ?", ((datetime.fromisoformat(since) - time).isoformat(),)
            )
            store.commit()


@pytest.fixture
def club(tmp_path: Path, server: NatsServer) -> Iterator[Club]:
    made = Club(tmp_path, server)
    yield made
    made.stop()


@pytest.mark.prove
@pytest.mark.skipif(NATS is None, reason="no nats-server is installed")
def test_a_killed_server_is_reported_until_entries_flow_again(
    club: Club, server: NatsServer, capsys: pytest.CaptureFixture[str]
) -> None:
    club.table.play(3)
    club.until_forwarded()
    server.kill()
    club.table.play(25)
    until(lambda: bool(club.stalls()), "the store has it", PATIENCE_S)
    threading.Event().wait(2 * LOOK_S)
    assert club.listener.last(ALERT) is None, "a blip is told"
    since = club.stalls()[0].since
    club.let_pass(BLIP)
    until(lambda: bool(club.listener.last(ALERT)), "people are told", PATIENCE_S)
    alert = club.listener.last(ALERT)
    told_since = (datetime.fromisoformat(since) - BLIP).astimezone()
    assert f"nats://127.0.0.1:{server.port}" in alert["text"]
    assert f"Since {told_since:%Y-%m-%d %H:%M}" in alert["text"]
    assert "20 or more wait" in alert["text"]
    assert "nats-server" in alert["advice"]
    assert "secret" not in str(alert)
    shown = alert_line(Table("home", "hall", alerts={"federation": alert}), "federation")
    assert alert["text"] in shown
    assert main(["hall", "status", "--store", club.place]) == 0
    assert f"not forwarded to nats://127.0.0.1:{server.port} since " in capsys.readouterr().out
    server.start()
    club.until_forwarded()
    until(lambda: club.listener.last(ALERT) is None, "the alert is withdrawn", PATIENCE_S)
    assert club.stalls() == []


@pytest.mark.skipif(NATS is None, reason="no nats-server is installed")
def test_a_server_that_lets_in_and_stores_nothing_is_told_too(tmp_path: Path) -> None:
    """Its stream has a size limit and refuses the rest, like a server whose disk is full."""
    server = NatsServer(tmp_path / "nats", room="100KB")
    server.start()
    club = Club(tmp_path, server)
    try:
        club.table.play(400)
        until(lambda: bool(club.stalls()), "the store has it", PATIENCE_S)
        since = club.stalls()[0].since
        club.let_pass(BLIP)
        until(lambda: bool(club.listener.last(ALERT)), "people are told", PATIENCE_S)
        assert club.stalls()[0].since < since, "it was taken for a working one"
        assert club.hall.log_text().count("trying again") == 1
    finally:
        club.stop()
        server.kill()


def test_only_a_stall_that_lasts_and_is_still_tried_is_reported() -> None:
    began = datetime(2026, 11, 24, 12, tzinfo=UTC)

    def stall(tried_after: timedelta) -> Stall:
        return Stall("nats://a:1", began.isoformat(), (began + tried_after).isoformat(), "away")

    def reported(after: timedelta, tried_after: timedelta) -> bool:
        return stalled([stall(tried_after)], 1, (began + after).isoformat()) is not None

    second = timedelta(seconds=1)
    assert not reported(BLIP - second, BLIP - second)
    assert reported(BLIP, BLIP - second)
    assert reported(timedelta(hours=30), timedelta(hours=30) - second)
    assert not reported(BLIP + GIVEN_UP, BLIP)
    assert stalled([], 7, began.isoformat()) is None


@pytest.mark.parametrize(
    ("waiting", "rounded"), [(0, None), (9, 9), (10, 10), (99, 90), (101, 100), (123456, 100000)]
)
def test_how_many_wait_is_reported_in_round_numbers(waiting: int, rounded: int | None) -> None:
    wall = "2026-11-24T12:00:00.000+00:00"
    found = stalled([Stall("nats://a:1", wall, wall, "away")], waiting, "2026-11-24T12:02:00.000+00:00")
    assert found is not None
    assert dict(found[0].arguments)["number"] == rounded
