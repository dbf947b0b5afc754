"""Helpers that the tests of broker share."""

import asyncio
import json
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from referee.game import observations
from referee.journal.journal import Journal
from referee.texts.findings import Plain
from simulation.processes.ports import free_ports
from table_controller.broker.broker import Broker
from table_controller.broker.delays import Origin
from table_controller.broker.requests import CommandRequest, Reply
from table_controller.mqtt.address import Address
from tests.table_controller.silent import said_to

PATIENCE_S = 20.0
MOSQUITTO = shutil.which("mosquitto") or "/usr/sbin/mosquitto"
MOST_BYTES = 262_144
"""Of a packet, as in config/mosquitto/jantaku.conf."""


def free_port() -> int:
    return free_ports(1)[0]


def until(condition: Callable[[], object], what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait for something another process does."""
    end = time.monotonic() + patience_s
    moment = threading.Event()
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"not within {patience_s} s: {what}")
        moment.wait(0.01)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class BrokerProcess:
    """A Mosquitto with a configuration of its own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.config = folder / "mosquitto.conf"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [MOSQUITTO, "-c", str(self.config)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(lambda: listens(self.port), "mosquitto listens")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait()
            self.process = None


class Mosquitto(BrokerProcess):
    """A broker of its own that keeps sessions on disk at once, so that a kill loses nothing it has acknowledged."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        store = folder / "store"
        store.mkdir()
        store.chmod(0o777)
        self.config.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence true\n"
            f"persistence_location {store}/\nautosave_on_changes true\nautosave_interval 1\n"
            f"max_queued_messages 10000\nmax_keepalive 60\nuser root\nmax_packet_size {MOST_BYTES}\n"
        )


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    broker = Mosquitto(tmp_path)
    yield broker
    broker.stop()


@dataclass(frozen=True)
class Asked:
    """A command to be sent."""

    name: str
    payload: str | bytes
    correlation: bytes
    answer_to: str
    retain: bool
    qos: int


@dataclass
class Hall:
    """A subscriber with a session that outlives connections: everything it ever receives, in order."""

    port: int
    heard: list[tuple[str, Any]] = field(default_factory=list)
    answers: list[tuple[bytes, Any]] = field(default_factory=list)
    connections: int = 0
    who: str = "anna"
    _ask: list[Asked] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        self._stop.clear()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join(PATIENCE_S)
            assert not self._thread.is_alive()

    def numbers(self) -> list[int]:
        return [value["number"] for topic, value in list(self.heard) if topic.endswith("/event")]

    def last(self, end: str) -> Any:
        values = [value for topic, value in list(self.heard) if topic.endswith(end)]
        return values[-1] if values else None

    def command(
        self,
        name: str,
        payload: str | bytes,
        correlation: bytes,
        *,
        answer_to: str | None = None,
        retain: bool = False,
        qos: int = 1,
    ) -> None:
        to = answer_to or f"jantaku/1/home/answer/{self.who}/1"
        self._ask.append(Asked(f"{self.who}/{name}", payload, correlation, to, retain, qos))

    async def _serve(self) -> None:
        while not self._stop.is_set():
            try:
                await self._session()
            except aiomqtt.MqttError:
                await asyncio.sleep(0.02)

    async def _session(self) -> None:
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.SessionExpiryInterval = 3600
        async with aiomqtt.Client(
            "127.0.0.1", self.port, identifier="hall", protocol=aiomqtt.ProtocolVersion.V5,
            clean_start=False, properties=properties,
        ) as client:  # fmt: skip
            await client.subscribe("jantaku/1/#", qos=1)
            self.connections += 1
            listening = asyncio.create_task(self._listen(client))
            while not self._stop.is_set() and not listening.done():
                while self._ask:
                    ask = self._ask.pop(0)
                    asked = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
                    asked.ResponseTopic = ask.answer_to
                    asked.CorrelationData = ask.correlation
                    topic = f"jantaku/1/home/7/command/{ask.name}"
                    await client.publish(topic, ask.payload, qos=ask.qos, retain=ask.retain, properties=asked)
                await asyncio.wait({listening}, timeout=0.02)
            if listening.done():
                listening.result()
            listening.cancel()

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            payload = bytes(message.payload or b"") if message.payload else b""
            kept = str(message.topic).endswith("/entry")
            value = payload if kept else json.loads(payload) if payload else None
            correlation = getattr(message.properties, "CorrelationData", None)
            if correlation and "/answer/" in str(message.topic):
                self.answers.append((correlation, value))
            self.heard.append((str(message.topic), value))


@dataclass
class Desk:
    """A table's side of the connection: journal, broker and log."""

    journal: Journal
    broker: Broker
    log_lines: list[str]
    commands: list[tuple[str, dict[str, Any]]]
    answers: dict[str, dict[str, Any]]
    """The answer to a command beside ``ok``."""
    latency: Path

    def happens(self, count: int) -> None:
        for _ in range(count):
            observation = observations.ClockAdvanced(at_ms=self.journal.number * 10)
            entry = self.journal.append(observation, ())
            self.broker.entry(
                entry,
                (Plain.words(f"text {entry.number}"),),
                Origin("ClockAdvanced", entry.at_ms, 5, time.monotonic()),
            )


@pytest.fixture
def desk(tmp_path: Path, mosquitto: Mosquitto) -> Iterator[Desk]:
    journal = Journal(tmp_path / "journal.sqlite")
    lines: list[str] = []
    commands: list[tuple[str, dict[str, Any]]] = []
    answers: dict[str, dict[str, Any]] = {}

    def command(request: CommandRequest, reply: Reply) -> None:
        commands.append((request.name, request.arguments))
        reply({"ok": True, "times": len(commands), **answers.get(request.name, {})})

    latency = tmp_path / "latency.jsonl"
    broker = Broker(
        Address("127.0.0.1", mosquitto.port, "home", "7"),
        journal,
        command=command,
        say=said_to(lines.append),
        latency=latency,
    )
    yield Desk(journal, broker, lines, commands, answers, latency)
    broker.stop()
    journal.close()


@pytest.fixture
def hall(mosquitto: Mosquitto) -> Iterator[Hall]:
    hall = Hall(mosquitto.port)
    yield hall
    hall.stop()
