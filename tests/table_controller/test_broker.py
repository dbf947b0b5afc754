"""The connection to a real Mosquitto: killed and restarted, away from the start, commands asked and answered."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from config.log_line import unsaid
from referee.game import observations
from referee.game.judge_observations import PlayHalted
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.texts.findings import Plain
from referee.texts.language import english, language
from table_controller.broker.broker import Broker
from table_controller.broker.delays import Origin
from table_controller.broker.fairness import flood_guard
from table_controller.broker.hearing import Hearing
from table_controller.broker.retained import MOST_WITHDRAWN
from table_controller.mqtt.messages import alert_of_message, status_of
from table_controller.mqtt.topics import LINK, MACHINE, STATE
from tests.table_controller.broker_stage import (
    MOST_BYTES,
    Desk,
    Hall,
    Mosquitto,
    desk,
    hall,
    mosquitto,
    until,
)
from wording.alerts.declared import TableAlert

__all__ = ["desk", "hall", "mosquitto"]

pytestmark = pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
ROOT = Path(__file__).resolve().parents[2]


def test_killed_and_started_again_it_misses_no_number(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    desk.broker.start()
    desk.happens(50)
    until(lambda: 50 in hall.numbers(), "the first fifty")
    for round_number in (1, 2):
        desk.happens(30)
        mosquitto.stop(signal.SIGKILL)
        desk.happens(100)
        mosquitto.start()
        until(lambda last=50 + round_number * 130: last in hall.numbers(), "all that happened meanwhile")  # type: ignore[misc]
    numbers = hall.numbers()
    assert sorted(set(numbers)) == list(range(1, 311))
    first_times = list(dict.fromkeys(numbers))
    assert first_times == sorted(first_times)
    until(lambda: desk.journal.acknowledged("broker") == 310, "the cursor is stored")
    lost = [line for line in desk.log_lines if line.startswith("broker lost")]
    assert (len(lost), desk.log_lines.count("broker back")) == (2, 2)
    assert desk.broker.standing == []


def test_a_broker_that_comes_late_gets_everything(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    desk.broker.start()
    desk.broker.status("ready")
    desk.broker.show(STATE, {"number": 20})
    desk.broker.alert("lid", {"id": "lid", "text": "the lid is blocked"})
    desk.broker.show(LINK, {"retries": 1})
    desk.broker.show(LINK, {"retries": 2})
    desk.happens(20)
    until(lambda: bool(desk.log_lines), "it says that nobody is there")
    mosquitto.start()
    hall.start()
    until(lambda: desk.broker.sent == 20, "all is sent")
    until(
        lambda: hall.last("/status") == status_of(language("en"), "ready"),
        "the retained status",
    )
    until(lambda: hall.last("/state") == {"number": 20}, "the retained state")
    until(
        lambda: hall.last("/alert/lid") == {"id": "lid", "text": "the lid is blocked"}, "the retained alert"
    )
    until(lambda: hall.last("/telemetry/link") == {"retries": 2}, "the newest of the retained counters")
    assert desk.log_lines[0].startswith("broker not there")
    assert desk.log_lines[-1] == "broker back"


def test_where_the_club_says_so_topics_name_nobody(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    """State, events, alerts and their texts call people by the journal's ids; findings and rules are unchanged."""
    desk.broker.address = replace(desk.broker.address, public_names=False)
    names = ("Ada", "Béla", "Chihiro", "Emmy Noether")
    begun = observations.HanchanBegun(
        ruleset=Ruleset.read("wrc-2015").to_mapping(), names=names, judge="Gauss"
    )
    decided, state = advance(None, begun)
    entry = desk.journal.append(begun, decided, state=state)
    desk.broker.entry(entry, (Plain.words("Ada deals"),), Origin("HanchanBegun", 0, None, 0.0))
    desk.broker.show(STATE, {"seats": [{"name": name, "score": 30_000} for name in names], "judge": "Euler"})
    desk.broker.alert("judge", {"text": "Emmy Noether calls the judge, Chihiro's tile fell"})
    paused = alert_of_message(language("en"), TableAlert.PAUSED, TableAlert.paused("Leibniz"))
    desk.broker.alert("paused", paused)
    desk.broker.show(MACHINE, {"phase": "waiting", "paused": "Leibniz"})
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    desk.broker.start()
    until(lambda: desk.broker.sent == 1 and bool(hall.last("/event")), "all is sent")
    heard = {name: hall.last(name) for name in ("/event", "/state", "/alert/judge", "/alert/paused")}
    heard["machine"] = hall.last("/telemetry/machine")
    for name in (*names, "Gauss", "Euler", "Leibniz"):
        assert name not in json.dumps(heard, ensure_ascii=False)
    assert heard["/event"]["text"] == "p1 deals"
    assert heard["/event"]["observation"]["ruleset"]["name"] == "wrc-2015"
    assert [seat["name"] for seat in heard["/state"]["seats"]] == ["p1", "p2", "p3", "p4"]
    assert heard["/state"]["judge"] == "somebody"
    assert heard["/alert/judge"]["text"] == "p4 calls the judge, p3's tile fell"
    assert heard["/alert/paused"]["text"] == "Paused by somebody: the table moves nothing"
    assert heard["machine"]["paused"] == "somebody"


def test_what_is_withdrawn_is_not_kept_for_ever(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    """The broker forgets what is withdrawn, so the table does."""
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    desk.broker.start()
    desk.broker.alert("lid", {"id": "lid"})
    for number in range(2 * MOST_WITHDRAWN):
        desk.broker.alert(f"nothing-{number}", None)
    until(lambda: not desk.broker._retained.unsent, "all is sent")
    desk.broker.alert("another", None)
    assert len(desk.broker._retained) <= MOST_WITHDRAWN + 2
    until(lambda: hall.last(f"/alert/nothing-{2 * MOST_WITHDRAWN - 1}") is None, "each was withdrawn")
    assert hall.last("/alert/lid") == {"id": "lid"}


def test_only_what_was_not_acknowledged_is_sent_after_a_restart(
    mosquitto: Mosquitto, desk: Desk, hall: Hall
) -> None:
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    desk.happens(5)
    desk.journal.acknowledge("broker", 3)
    desk.broker._entries.sent = desk.journal.acknowledged("broker")
    desk.broker.start()
    until(lambda: 5 in hall.numbers(), "the rest")
    assert hall.numbers() == [4, 5]
    event = next(value for topic, value in hall.heard if topic == "jantaku/1/home/7/event")
    assert {"number", "at_ms", "wall", "observation", "events", "text", "lines"} == set(event)
    assert event["observation"] == {"type": "ClockAdvanced", "at_ms": 30, "within_ms": 0, "source": ""}


CHILD = """
import sys, threading
from referee.journal.journal import Journal
from table_controller.broker.broker import Broker
from table_controller.broker.fairness import flood_guard
from table_controller.mqtt.address import Address

address = Address("127.0.0.1", int(sys.argv[1]), "home", "7")
broker = Broker(address, Journal(sys.argv[2]), command=print, say=print)
broker.status("ready")
broker.start()
threading.Event().wait()
"""


def test_its_last_will_says_that_the_table_is_lost(mosquitto: Mosquitto, hall: Hall, tmp_path: Path) -> None:
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(mosquitto.port), str(tmp_path / "other.sqlite")], cwd=ROOT
    )
    try:
        until(lambda: (hall.last("/status") or {}).get("status") == "ready", "it is ready")
    finally:
        child.kill()
        child.wait()
    until(lambda: hall.last("/status")["status"] == "lost", "the will")


def test_it_says_goodbye(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    desk.broker.status("ready")
    desk.broker.start()
    desk.happens(3)
    desk.broker.stop()
    until(lambda: (hall.last("/status") or {}).get("status") == "stopped", "the goodbye")
    # The rest is sent before or after the goodbye: a long backlog does not delay the table's status.
    until(lambda: hall.numbers() == [1, 2, 3], "what was left")


def test_commands_are_answered_once_however_often_they_are_delivered(
    mosquitto: Mosquitto, desk: Desk, hall: Hall
) -> None:
    mosquitto.start()
    hall.start()
    until(lambda: hall.connections == 1, "the hall is connected")
    desk.broker.start()
    until(lambda: desk.broker._was_connected is True, "connected")
    hall.command("pause", '{"on": true}', b"c1")
    hall.command("pause", '{"on": true}', b"c1")
    hall.command("pause", "[1]", b"c2")
    until(lambda: len(hall.answers) == 3, "three answers")
    assert desk.commands == [("pause", {"on": True})]
    assert sorted(hall.answers, key=lambda each: each[0]) == [
        (b"c1", {"ok": True, "times": 1}),
        (b"c1", {"ok": True, "times": 1}),
        (
            b"c2",
            {
                "ok": False,
                "error": "the payload must be a JSON object",
                "code": "barred.no_object",
                "arguments": {},
            },
        ),
    ]
    # Another login may use the same request id as Anna.
    hall.who = "bert"
    hall.command("pause", '{"on": false}', b"c1")
    until(lambda: len(hall.answers) == 4, "an answer for Bert")
    assert desk.commands == [("pause", {"on": True}), ("pause", {"on": False})]


def test_an_alert_that_is_resolved_is_taken_away(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    mosquitto.start()
    desk.broker.start()
    desk.broker.alert("lid", {"id": "lid"})
    desk.broker.alert("walls", {"id": "walls"})
    desk.broker.alert("lid", None)
    desk.happens(1)
    until(lambda: desk.broker.sent == 1, "all is sent")
    hall.start()
    until(lambda: hall.last("/alert/walls") == {"id": "walls"}, "what is left")
    assert hall.last("/alert/lid") is None


def test_how_late_the_broker_has_it_is_written_down(mosquitto: Mosquitto, desk: Desk) -> None:
    mosquitto.start()
    desk.broker.start()
    desk.happens(3)
    until(lambda: desk.broker.sent == 3, "all is sent")
    until(lambda: desk.latency.exists() and desk.latency.read_text().count("\n") == 3, "three lines")
    lines = [json.loads(line) for line in desk.latency.read_text().splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert all(0 < line["ack_real_ms"] < 20_000 and line["settled_ms"] == 5 for line in lines)


@pytest.mark.parametrize(
    "answer_to",
    ["a/+", "#", "jantaku/1/home/7/state", "jantaku/1/home/answer/bert/1", "jantaku/1/home/answer/anna/+"],
)
def test_no_response_topic_deafens_it(answer_to: str, mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    mosquitto.start()
    hall.start()
    desk.broker.show(STATE, {"number": 1})
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    hall.command("pause", "{}", b"evil", answer_to=answer_to)
    hall.command("pause", "{}", b"good")
    until(lambda: bool(hall.answers), "the answer to the next")
    assert [correlation for correlation, _ in hall.answers] == [b"good"]
    assert len(desk.commands) == 1
    assert hall.last("/7/state") == {"number": 1}


def test_what_is_longer_than_the_broker_takes_is_told_so_and_nothing_stands_still(
    mosquitto: Mosquitto, desk: Desk, hall: Hall
) -> None:
    mosquitto.start()
    hall.start()
    desk.answers["results"] = {"hanchans": "x" * MOST_BYTES}
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    desk.happens(1)
    # A judge's text is bounded now, but an older journal may hold a longer one.
    long = PlayHalted(at_ms=10, judge="anna", text="x" * MOST_BYTES)
    entry = desk.journal.append(long, ())
    desk.broker.entry(
        entry, (Plain.words("play is stopped"),), Origin("PlayHalted", 10, None, time.monotonic())
    )
    desk.happens(1)
    hall.command("results", "{}", b"1")
    until(lambda: 3 in hall.numbers() and bool(hall.answers), "what came after it, and an answer")
    assert hall.numbers() == [1, 2, 3]
    second = next(value for topic, value in hall.heard if topic.endswith("/event") and value["number"] == 2)
    assert (second["text"], second["observation"], second["events"]) == ("play is stopped", None, None)
    assert second["too_large"] > MOST_BYTES
    ((_, answer),) = hall.answers
    assert answer["ok"] is False
    assert "more than the broker accepts" in answer["error"]
    assert not [line for line in desk.log_lines if "lost" in line]


def test_a_retained_command_is_done_once(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    mosquitto.start()
    hall.start()
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    hall.command("pause", '{"on": true}', b"1", retain=True)
    until(lambda: len(hall.answers) == 1, "it is done")
    mosquitto.stop()
    mosquitto.start()
    until(lambda: hall.connections == 2 and desk.log_lines[-1:] == ["broker back"], "both are back")
    hall.command("resume", "{}", b"2")
    until(lambda: len(hall.answers) == 2, "the next one")
    assert [name for name, _ in desk.commands] == ["pause", "resume"]


def test_a_journal_that_cannot_be_used_for_a_while_ends_nothing(
    mosquitto: Mosquitto, desk: Desk, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the disk is full, the broker's acknowledgements cannot be recorded.

    An alert says so, and sending goes on when there is room.
    """
    mosquitto.start()
    hall.start()
    monkeypatch.setattr("table_controller.broker.entries.JOURNAL_AGAIN_S", 0.2)
    full = threading.Event()
    full.set()
    insert = desk.journal._recorder.insert_tracking

    def fails_while_full(tracking: Any) -> None:
        if full.is_set():
            raise sqlite3.OperationalError("database or disk is full")
        insert(tracking)

    monkeypatch.setattr(desk.journal._recorder, "insert_tracking", fails_while_full)
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    desk.happens(1)
    until(lambda: (hall.last("/alert/broker") or {}).get("severity") == "error", "the alert")
    assert "disk is full" in hall.last("/alert/broker")["text"]
    hall.command("pause", "{}", b"1")
    until(lambda: bool(hall.answers), "commands are heard meanwhile")
    desk.happens(1)
    full.clear()
    until(lambda: desk.journal.acknowledged("broker") == 2, "the cursor is stored")
    until(lambda: hall.last("/alert/broker") is None, "the alert is taken back")
    assert sorted(set(hall.numbers())) == [1, 2]


def test_a_flood_from_one_login_keeps_no_other_waiting(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    """A viewer sends 2,000 requests at once, then a judge one: it is answered, and memory holds no answers to the
    flood.

    The time does not matter here, since the flood and its answers are 40 MB and the cores are shared.
    """
    mosquitto.start()
    hall.start()
    desk.answers["history"] = {"entries": "x" * 20_000}
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    hall.who = "viewer"
    for number in range(2_000):
        hall.command("history", "{}", str(number).encode(), qos=0)
    hall.who = "judge"
    hall.command("stop", "{}", b"judge")
    until(lambda: any(correlation == b"judge" for correlation, _ in hall.answers), "the judge's answer", 120)
    assert len(desk.broker._requests._outbox) <= 64


def test_who_floods_the_table_is_not_even_delivered_for_a_while(
    mosquitto: Mosquitto, desk: Desk, hall: Hall
) -> None:
    """The table unsubscribes from the login at the broker, says so, hears the others, and later hears it again.

    The guard's time stands still meanwhile, so nobody is heard again too early on a busy machine.
    """
    speaking, seconds = {"bert", "judge"}, [0.0]
    guard = flood_guard.FloodGuard(lambda: seconds[0])
    desk.broker._hearing = Hearing(desk.broker.address, lambda: frozenset(speaking), guard)
    mosquitto.start()
    hall.start()
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    hall.who = "bert"
    for number in range(2_000):
        hall.command("history", "{}", str(number).encode(), qos=0)
    until(lambda: bool(hall.last("/alert/flood")), "the alert")
    assert hall.last("/alert/flood")["text"] == english(TableAlert.flooded("bert").text)
    assert any("jantaku logins" in line for line in desk.log_lines)
    assert [name for name, _ in desk.commands].count("history") <= flood_guard.BURST

    # Somebody may be given a login meanwhile.
    speaking.add("carla")
    until(lambda: "jantaku/1/home/7/command/carla/+" in desk.broker._hearing._filters, "she is listened to")
    for hall.who in ("judge", "carla"):
        hall.command("stop", "{}", hall.who.encode())
        until(lambda: hall.who.encode() in dict(hall.answers), f"the answer to {hall.who}")
    seconds[0] += flood_guard.FIRST_MUTE_S
    until(lambda: hall.last("/alert/flood") is None, "the alert is taken back")
    hall.who = "bert"
    hall.command("stop", "{}", b"again")
    until(lambda: b"again" in dict(hall.answers), "it is heard again")
    hall.who = "somebody new"
    hall.command("stop", "{}", b"new")
    until(lambda: b"new" in dict(hall.answers), "as is everybody whom the broker lets through")


def test_a_table_that_knows_no_logins_leaves_nobody_out(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> None:
    """The guard's time stands still, so a burst is too many however slowly it comes."""
    desk.broker._hearing = Hearing(desk.broker.address, None, flood_guard.FloodGuard(lambda: 0.0))
    mosquitto.start()
    hall.start()
    desk.broker.start()
    until(lambda: hall.connections == 1 and desk.broker._was_connected is True, "both are connected")
    hall.who = "bert"
    for number in range(int(flood_guard.BURST) + 50):
        hall.command("history", "{}", str(number).encode())
    hall.command("stop", "{}", b"last")
    until(lambda: b"last" in dict(hall.answers), "the answer to the last one", 60)
    assert hall.last("/alert/flood") is None


def test_two_tables_of_one_name_are_reported(
    mosquitto: Mosquitto, desk: Desk, hall: Hall, tmp_path: Path
) -> None:
    mosquitto.start()
    hall.start()
    desk.broker.start()
    until(lambda: desk.broker._was_connected is True, "connected")
    journal = Journal(tmp_path / "twin.sqlite")
    twin = Broker(desk.broker.address, journal, command=lambda *_: None, say=unsaid)
    twin.start()
    try:
        until(lambda: bool(hall.last("/alert/broker")), "the alert", 40)
    finally:
        twin.stop()
        journal.close()
    assert hall.last("/alert/broker")["text"].endswith("is there another table home/7?")
    assert any("Give each table a name of its own" in line for line in desk.log_lines)
    assert desk.broker._publisher.aside._is_thrown_off, "what is on its way then is hardly to blame"
