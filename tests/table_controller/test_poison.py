"""A message at which a real Mosquitto ends the connection is set aside, and everything else goes on."""

import asyncio
import contextlib
import json
import shutil
import threading
import time
import unicodedata
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, cast

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from referee.game.judge_observations import PlayHalted
from referee.journal.journal import Journal
from referee.texts.findings import Plain
from table_controller.broker.broker import Broker, reason_of
from table_controller.broker.delays import Origin
from table_controller.broker.set_aside import AGAIN_S, OF_NO_MESSAGE, Mark, SetAside
from table_controller.mqtt.address import Address
from table_controller.mqtt.gate import Topic, TopicLevel, is_level
from table_controller.mqtt.home_assistant import device_topic
from table_controller.mqtt.topics import ALERT, STATE
from tests.table_controller.broker_stage import Desk, Hall, Mosquitto, desk, hall, mosquitto, until
from tests.table_controller.silent import said_to
from tests.table_time import real_time

__all__ = ["desk", "hall", "mosquitto"]
pytestmark = pytest.mark.skipif(shutil.which("mosquitto") is None, reason="no mosquitto is installed")
POISON: Final = "hemlock"


@dataclass
class Choosy:
    """A proxy that ends each connection in which a table sends a certain word, as a broker may.

    Attributes:
        most: how often it does so.
        ended: how often it did.
    """

    port: int
    most: int = 1_000
    ended: int = 0
    connections: int = 0
    door: int = 0
    _loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.new_event_loop)
    _opened: threading.Event = field(default_factory=threading.Event)
    _closed: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self) -> None:
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))
        self._thread.start()
        self._opened.wait()

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._closed.set)
        self._thread.join()
        self._loop.close()

    async def _serve(self) -> None:
        passing: set[asyncio.Task[None]] = set()

        async def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            self.connections += 1
            there, back = await asyncio.open_connection("127.0.0.1", self.port)
            both = {asyncio.ensure_future(self._pass(*each)) for each in ((reader, back), (there, writer))}
            passing.update(both)
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for each in both:
                each.cancel()
            for end in (writer, back):
                end.close()

        server = await asyncio.start_server(came, "127.0.0.1", 0)
        self.door = server.sockets[0].getsockname()[1]
        self._opened.set()
        await self._closed.wait()
        server.close()
        for each in passing:
            each.cancel()
        await asyncio.sleep(0.05)

    async def _pass(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(1 << 16):
                outwards = sink.get_extra_info("peername")[1] == self.port
                if outwards and POISON.encode() in data and self.ended < self.most:
                    self.ended += 1
                    return
                sink.write(data)
                await sink.drain()


@pytest.fixture
def choosy(mosquitto: Mosquitto, desk: Desk, hall: Hall) -> Iterator[Choosy]:
    """The table and the hall are connected, the table through the choosy one."""
    mosquitto.start()
    hall.start()
    between = Choosy(mosquitto.port)
    between.open()
    desk.broker.address = replace(desk.broker.address, port=between.door)
    desk.broker.status("ready")
    desk.broker.start()
    until(lambda: hall.connections == 1 and hall.last("/status") is not None, "both are connected")
    yield between
    between.close()


def halts(desk: Desk, text: str) -> int:
    """A judge stops play with these words; returns the number of the entry."""
    entry = desk.journal.append(PlayHalted(at_ms=10, judge="anna", text=text), ())
    desk.broker.entry(entry, (Plain.words("play is stopped"),), Origin("PlayHalted", 10, None, 0.0))
    return entry.number


def retained(desk: Desk, _hall: Hall) -> None:
    desk.broker.show(STATE, {"number": 1, "judge": POISON})


def alerting(desk: Desk, _hall: Hall) -> None:
    desk.broker.alert("lid", {"id": "lid", "text": POISON, "severity": "error"})


def journalled(desk: Desk, _hall: Hall) -> None:
    halts(desk, POISON)


def answered(desk: Desk, hall: Hall) -> None:
    desk.answers["results"] = {"hanchans": POISON}
    hall.command("results", "{}", b"poison")


def announced(desk: Desk, _hall: Hall) -> None:
    desk.broker.announce(device_topic("home", "7"), {"device": POISON})


def misnamed(desk: Desk, _hall: Hall) -> None:
    """Queue a message that only a fault of this program could make."""
    desk.broker._retained.keep(Topic("jantaku/1/home/7/alert/#"), b"{}")


def no_characters(desk: Desk, _hall: Hall) -> None:
    """Mosquitto itself ends the connection (MQTT 5, 1.5.4)."""
    desk.broker._retained.keep(Topic("jantaku/1/home/7/alert/a\uffff"), b"{}")


CASES: list[tuple[Callable[[Desk, Hall], None], str]] = [
    (retained, "home/7/state"),
    (alerting, "home/7/alert/lid"),
    (journalled, "home/7/entry"),
    (answered, "home/answer/anna/1"),
    (announced, device_topic("home", "7")),
    (misnamed, "alert/#"),
    (no_characters, "alert/a"),
]


@pytest.mark.parametrize(("poisons", "topic"), CASES)
def test_one_message_that_the_broker_does_not_take_keeps_nothing_else_back(
    poisons: Callable[[Desk, Hall], None], topic: str, choosy: Choosy, desk: Desk, hall: Hall
) -> None:
    desk.happens(2)
    until(lambda: hall.numbers() == [1, 2], "what was before")
    poisons(desk, hall)
    until(lambda: hall.last("/alert/set-aside") is not None, "it is set aside, and people know")
    until(lambda: desk.broker.sent == desk.journal.number, "nothing is behind it")
    desk.happens(2)
    desk.broker.show(STATE, {"number": 5})
    desk.broker.alert("walls", {"id": "walls", "severity": "error"})
    hall.command("pause", "{}", b"good")
    newest = desk.journal.number
    until(lambda: newest in hall.numbers() and desk.broker.sent == newest, "what came after it")
    until(lambda: hall.last("/7/state") == {"number": 5}, "the state")
    until(lambda: hall.last("/alert/walls") is not None, "the alert")
    until(lambda: b"good" in dict(hall.answers), "the answer")
    alert = hall.last("/alert/set-aside")
    assert topic in alert["arguments"]["text"]
    assert alert["advice_code"] == "advice.see_to_broker"
    assert any(line.startswith("Not sent: ") and topic in line for line in desk.log_lines)
    assert choosy.connections <= 6
    assert choosy.ended <= 5
    assert not any("is there another table" in line for line in desk.log_lines)


def test_an_entry_that_is_set_aside_is_named_and_stays_in_the_journal(
    choosy: Choosy, desk: Desk, hall: Hall
) -> None:
    """The broker refuses both the event and the stored entry: each is set aside, and the alert names the last."""
    desk.happens(1)
    number = halts(desk, POISON)
    desk.happens(1)
    until(lambda: 3 in hall.numbers(), "the next")
    assert hall.numbers() == [1, 3]
    alert = hall.last("/alert/set-aside")
    until(lambda: hall.last("/alert/set-aside")["arguments"]["number"] == number, "it is named")
    assert alert is not None
    aside = [line for line in desk.log_lines if line.startswith(f"Not sent: entry {number}, ")]
    assert [line.split("/7/")[1].split(".")[0] for line in aside] == ["event", "entry"]
    assert POISON.encode() in (desk.journal.text(number) or b"")
    until(lambda: desk.journal.acknowledged("broker") == 3, "the cursor is stored")
    assert choosy.ended == 4, "both at once, the event alone, the stored entry twice"


def test_a_broker_that_is_lost_with_a_message_on_its_way_sets_nothing_aside(
    choosy: Choosy, desk: Desk, hall: Hall
) -> None:
    choosy.most = 1
    desk.happens(1)
    halts(desk, POISON)
    desk.happens(1)
    until(lambda: {1, 2, 3} <= set(hall.numbers()), "all of them")
    assert choosy.ended == 1
    assert desk.broker.standing == []
    assert not any(line.startswith("Not sent") for line in desk.log_lines)


def test_the_reason_that_a_broker_gives_is_read() -> None:
    """Mosquitto 2.0 gives none, others do; aiomqtt wraps it in an error of its own."""
    shuts_down = aiomqtt.MqttCodeError(ReasonCode(PacketTypes.DISCONNECT, identifier=0x8B))
    around = aiomqtt.MqttError("Disconnected during message iteration")
    around.__cause__ = shuts_down
    assert [reason_of(each) for each in (shuts_down, around)] == [0x8B, 0x8B]
    assert 0x8B in OF_NO_MESSAGE
    assert reason_of(OSError("gone")) is None


def test_what_was_set_aside_comes_when_the_broker_takes_it_again(
    choosy: Choosy, desk: Desk, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.broker.set_aside.AGAIN_S", 0.5)
    desk.broker.show(STATE, {"judge": POISON})
    until(lambda: "set-aside" in desk.broker.standing, "it is set aside")
    choosy.most = 0
    until(lambda: hall.last("/7/state") == {"judge": POISON}, "the state")


@dataclass
class Refusing:
    """A connection whose broker refuses whatever goes to some topics in its acknowledgements.

    Attributes:
        refuses: how these topics end.
        sent: the topics, one for each message.
        room: the most bytes that it accepts.
    """

    refuses: tuple[str, ...]
    sent: list[str] = field(default_factory=list)
    room: int = 1 << 20

    async def deliver(self, topic: str, _payload: bytes, **_: Any) -> str | None:
        self.sent.append(topic)
        return "Not authorized" if topic.endswith(self.refuses) else None


@contextlib.asynccontextmanager
async def sending(broker: Broker, client: Refusing) -> AsyncIterator[None]:
    """The broker's thread sends what is due over a connection, in this loop."""
    loop = asyncio.get_running_loop()
    broker._loop, broker._wake = loop, asyncio.Event()
    broker._publisher.begin(cast("Any", client), loop.create_future())
    task = loop.create_task(broker._send(cast("Any", client)))
    yield
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


@pytest.fixture
def log_lines() -> list[str]:
    """Return the lines of the log."""
    return []


@pytest.fixture
def apart(log_lines: list[str]) -> Broker:
    """The table's side of the connection without its thread and without a broker."""
    address = Address("127.0.0.1", 1, "home", "7")
    return Broker(address, Journal(":memory:"), command=lambda *_: None, say=said_to(log_lines.append))


@real_time
async def test_what_was_refused_is_tried_again_on_the_same_connection(
    apart: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table_controller.broker.set_aside.AGAIN_S", 0.05)
    client, state = Refusing(("/state",)), Topic("jantaku/1/home/7/state")
    async with sending(apart, client):
        apart.show(STATE, {"n": 1})
        await asyncio.to_thread(until, lambda: client.sent.count(state) >= 2, "it is tried again")
        client.refuses = ()
        await asyncio.to_thread(until, lambda: not apart._publisher.aside._faults, "it is taken")


@pytest.mark.parametrize("end", ["event", "entry"])
@real_time
async def test_a_backlog_that_is_refused_is_reported_once(
    apart: Broker, log_lines: list[str], end: str
) -> None:
    """It is reported once when it begins and once when it ends: the log and the alert have no line for each entry."""
    alert, topic = "jantaku/1/home/7/alert/set-aside", f"jantaku/1/home/7/{end}"
    client = Refusing((f"/{end}",))
    desk = Desk(apart._journal, apart, log_lines, [], {}, Path())
    async with sending(apart, client):
        desk.happens(300)
        await asyncio.to_thread(until, lambda: apart.sent == 300, "all but these")
        client.refuses = ()
        apart._publisher.aside = SetAside(lambda: time.monotonic() + AGAIN_S)
        desk.happens(1)
        await asyncio.to_thread(until, lambda: apart.sent == 301, "the next")
    (began, ended) = log_lines
    assert began.startswith(f"Not sent: {topic}. The broker refuses it (Not authorized)")
    assert ended == f"the broker takes {topic} again; passed over: 300"
    assert client.sent.count(alert) == 1


@real_time
async def test_a_topic_that_has_to_wait_is_reported_once(apart: Broker, log_lines: list[str]) -> None:
    topic = Topic("jantaku/1/home/7/event")
    for number in (1, 2):
        mark = Mark(topic, number, number)
        for _ in range(2):
            with contextlib.suppress(ConnectionError), apart._publisher.aside.under_way(mark):
                raise ConnectionError
            apart._publisher.aside.ended()
            apart._publisher.aside.begin()
    client = Refusing(())
    desk = Desk(apart._journal, apart, log_lines, [], {}, Path())
    async with sending(apart, client):
        desk.happens(50)
        await asyncio.to_thread(until, lambda: apart.sent == 50, "all but these")
    assert [line.split(". ")[:2] for line in log_lines] == [
        [f"Not sent: {topic}", "The broker has accepted nothing on this topic for a while"]
    ]
    assert topic not in client.sent


@pytest.mark.parametrize(
    ("room", "advice"), [(1 << 20, "advice.see_to_broker"), (200, "advice.raise_packet_size")]
)
@real_time
async def test_people_are_told_what_helps(
    apart: Broker, log_lines: list[str], room: int, advice: str
) -> None:
    """Changing an access list does not make a message shorter, so the advice differs."""
    client = Refusing(("/state",), room=room)
    apart.show(STATE, {"long": "x" * 200})
    async with sending(apart, client):
        await asyncio.to_thread(until, lambda: bool(log_lines), "it is told")
    alert = json.loads(apart._retained.newest(apart.address.topic(ALERT, TopicLevel("set-aside"))) or b"")
    assert alert["advice_code"] == advice


@pytest.mark.parametrize("makes", [False, True])
def test_only_the_message_that_failed_is_to_blame(apart: Broker, log_lines: list[str], makes: bool) -> None:
    """A fault in receiving a command says nothing about the state that is being sent."""
    apart._was_connected = True

    async def fails() -> None:
        raise RuntimeError("a fault of our own")

    async def breaks() -> bool:
        loop = asyncio.get_running_loop()
        apart._loop, apart._wake = loop, asyncio.Event()
        client: Any = Refusing(())
        client.deliver = lambda *_, **__: fails() if makes else loop.create_future()
        apart._publisher.begin(client, loop.create_future() if makes else loop.create_task(fails()))
        apart.show(STATE, {"n": 1})
        with pytest.raises(RuntimeError) as caught:
            await apart._send(client)
        return apart._has_set_aside(caught.value, ours=True)

    assert asyncio.run(breaks()) is makes
    assert any("The message cannot be built" in line for line in log_lines) is makes


def test_an_alert_that_nobody_can_send_makes_no_other(
    choosy: Choosy, desk: Desk, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If even the alert of what was set aside cannot be sent, the log tells it, once."""
    monkeypatch.setattr("tests.table_controller.test_poison.POISON", "set-aside")
    desk.broker._retained.keep(Topic("jantaku/1/home/7/alert/#"), b"{}")
    until(lambda: sum(line.startswith("Not sent") for line in desk.log_lines) == 2, "both are told")
    desk.happens(3)
    until(lambda: hall.numbers() == [1, 2, 3], "the next")
    assert sum(line.startswith("Not sent") for line in desk.log_lines) == 2


def test_an_entry_that_cannot_be_put_in_words_is_set_aside(
    choosy: Choosy, desk: Desk, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hall gets it in its stored form."""
    whole = desk.broker._entries.payload

    def fails(entry: Any, most_bytes: int) -> bytes:
        if entry.number == 2:
            raise KeyError("no such word")
        return whole(entry, most_bytes)

    monkeypatch.setattr(desk.broker._entries, "payload", fails)
    desk.happens(3)
    until(lambda: hall.numbers() == [1, 3], "the others")

    def stored() -> set[int]:
        return {json.loads(value)["number"] for topic, value in list(hall.heard) if topic.endswith("/entry")}

    until(lambda: stored() == {1, 2, 3}, "what is stored of all")
    assert any("Not sent: entry 2, " in line and "no such word" in line for line in desk.log_lines)
    assert choosy.connections <= 3


def levels() -> list[TopicLevel]:
    """Topic levels that contain every allowed character of the basic plane, and some of each other plane."""
    places = [*range(0x10000), *range(0x10000, 0x110000, 251), *range(0x1FFFD, 0x110000, 0x10000)]
    found = [chr(place) for place in places if is_level(f"a{chr(place)}")]
    joined = ["".join(found[start : start + 48]) for start in range(0, len(found), 48)]
    assert all(map(is_level, joined))
    return [level for level in joined if is_level(level)]


@real_time
async def test_mosquitto_takes_every_level_that_the_gate_lets_through(mosquitto: Mosquitto) -> None:
    mosquitto.start()
    named = levels()
    assert {unicodedata.category(each) for level in named for each in level} >= {"Lo", "So", "Mn", "Zs", "Co"}
    async with aiomqtt.Client("127.0.0.1", mosquitto.port, protocol=aiomqtt.ProtocolVersion.V5) as client:
        for level in named:
            await client.publish(f"jantaku/1/home/7/alert/{level}", b"{}", qos=1)
