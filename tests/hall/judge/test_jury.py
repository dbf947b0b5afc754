"""A jury over the wire: secret until all have voted, whole after a restart, and closed only by head referees."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from tests.hall.judge.at_the_table_stage import Desk, sits_down
from tests.hall.judge.hall_stage import PATIENCE_S, Mosquitto, Table, password, until
from tests.hall.judge.jury_stage import HEADS, appealed, roles_file, running

EARS = ("viewer", "referee", "technician", "head-referee", "anna", "bert")


class Ear:
    """Everything that the broker lets a login hear."""

    def __init__(self, port: int, user: str) -> None:
        self.heard: list[str] = []
        ready = threading.Event()
        self._client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self._client.username_pw_set(user, password(user))
        self._client.on_connect = self._connected
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = lambda *got: self.heard.append(f"{got[2].topic} {got[2].payload.decode()}")
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert ready.wait(PATIENCE_S)

    def _connected(self, *_: Any) -> None:
        self._client.subscribe("#", qos=1)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    yield from running(Mosquitto(tmp_path, others=HEADS))


@contextlib.contextmanager
def standing(mosquitto: Mosquitto, folder: Path) -> Iterator[Table]:
    """Start the table with its existing journal."""
    table = Table(mosquitto.port, folder, logins=roles_file(folder))
    table.start()
    try:
        yield table
    finally:
        table.stop()


def voter(mosquitto: Mosquitto, table: Table, user: str, words: str) -> list[str]:
    """Let a login give an order in a terminal; returns what the terminal prints."""
    desk: Desk = sits_down(mosquitto.port, user)
    try:
        desk.knows(table)
        desk.printed.clear()
        desk.says(words)
        return desk.printed
    finally:
        desk.line.close()


@pytest.fixture
def ears(mosquitto: Mosquitto) -> Iterator[list[Ear]]:
    listening = [Ear(mosquitto.port, user) for user in EARS]
    yield listening
    for ear in listening:
        ear.close()


def test_nobody_hears_a_vote_before_all_are_in_and_no_restart_loses_one(
    mosquitto: Mosquitto, ears: list[Ear], tmp_path: Path
) -> None:
    """Two vote, each with a ruling and a reason that occur nowhere else; the table restarts; the third vote decides."""
    with standing(mosquitto, tmp_path) as table:
        appealed(table)
        output = voter(mosquitto, table, "anna", "call-jury 0 anna bert carl")
        assert output[0].startswith("table 7: "), output
        for ear in ears:
            ear.heard.clear()
        rehearsed = voter(mosquitto, table, "anna", "vote disqualified --dry-run --because seen-on-film")
        assert "disqualified" not in "".join(rehearsed[1:])
        assert "seen-on-film" not in "".join(rehearsed)
        assert (
            "2"
            not in voter(mosquitto, table, "bert", "vote guidance --because why-bert")[0].partition("voted")[
                2
            ]
        )
        voter(mosquitto, table, "anna", "vote none --because why-anna")
        voter(mosquitto, table, "anna", "vote guidance --because why-anna")
        assert table.state.desk.jury is not None
        assert table.state.desk.jury.voted == ("bert", "anna")
        asked = voter(mosquitto, table, "carl", "events 20")
        assert any("bert has voted" in line for line in asked)
        for text in ("".join(line for ear in ears for line in ear.heard), "".join(asked)):
            assert "why-bert" not in text
            assert "why-anna" not in text
            assert "guidance" not in text
    with standing(mosquitto, tmp_path) as again:
        output = voter(mosquitto, again, "carl", "vote stands")
        assert "guidance" in output[0], output
        assert again.rulings[-1][:3] == ("guidance", 1, 0)
        assert [(each.judge, each.ruling, each.text) for each in again.state.desk.juries[0].votes] == [
            ("bert", "guidance", "why-bert"),
            ("anna", "guidance", "why-anna"),
            ("carl", "warning", ""),
        ]
        until(lambda: any("why-bert" in line for line in ears[0].heard), "the votes are told")


def test_who_may_vote_and_how_a_jury_ends_without_a_juror(mosquitto: Mosquitto, tmp_path: Path) -> None:
    with standing(mosquitto, tmp_path) as table:
        appealed(table)
        ends_without_a_juror(mosquitto, table)


def ends_without_a_juror(mosquitto: Mosquitto, table: Table) -> None:
    assert "needs a head-referee" in voter(mosquitto, table, "referee", "call-jury 0 anna bert")[0]
    assert "own" in voter(mosquitto, table, "anna", "call-jury 0 anna dora")[0]
    voter(mosquitto, table, "anna", "call-jury 0 anna bert carl")
    assert "not one of the jurors" in voter(mosquitto, table, "dora", "vote none")[0]
    assert "needs a head-referee" in voter(mosquitto, table, "referee", "vote none")[0]
    voter(mosquitto, table, "anna", "vote none")
    voter(mosquitto, table, "bert", "vote guidance")
    voter(mosquitto, table, "anna", "excuse-juror carl --because his brother")
    assert table.state.desk.jury is None  # everybody who is left has voted, and they disagree
    assert table.state.desk.juries[0].ruling is None
    assert [made.outcome for made in table.state.desk.appeals] == ["open", "rejected"]
    assert [each[0] for each in table.rulings] == ["warning"]
    assert "no jury sits" in voter(mosquitto, table, "anna", "close-jury")[0]
