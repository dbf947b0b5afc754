"""From an observation over the disk to a subscriber, compared with the bare minimum: a row and a message.

Ours decides, journals with full sync, and publishes an entry; a subscriber of the table hears it. The bare way writes the
same text as a row with SQLite (write-ahead log, full sync) and publishes it with paho at QoS 1; the same subscriber hears
it. Both take turns, observation by observation, at one broker and on one disk, in real milliseconds.
"""

from __future__ import annotations

import queue
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from typing import Final

from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.subscribeoptions import SubscribeOptions

from bench.speed.measuring.figure import Absent, Bench, Figure, Goal, Rounds
from bench.speed.measuring.mosquitto import mosquitto
from bench.speed.measuring.peers import PEERS
from bench.speed.samples.played import endless
from config.log_line import unsaid
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.texts.findings import Plain
from table_controller.broker.broker import Broker
from table_controller.broker.delays import Origin
from table_controller.mqtt.address import Address
from table_controller.mqtt.topics import EVENT

A_ROUND: Final = 100
"""Observations of a round, so that its 99th percentile is one of them."""
PAUSE_S: Final = 0.005
PATIENCE_S: Final = 10.0
BARE: Final = "bare/event"
TO: Final = "SQLite and Mosquitto, bare"


def _figure(share: int, bound_ms: float) -> Figure:
    return Figure(
        name=f"publish.p{share}",
        what=f"from an observation over the disk, full sync, to a subscriber, {share} % below",
        unit="ms",
        more=False,
        to=TO,
        goal=Goal("value", bound_ms),
    )


SHARES: Final = (50, 99)
FIGURES: Final = (_figure(50, 5), _figure(99, 20))


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Let both ways take turns."""
    peer = PEERS["mosquitto"]
    if peer.found() is None:
        return {figure.name: Absent(peer.absent) for figure in FIGURES}
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as name:
        folder = Path(name)
        with (
            mosquitto(folder) as port,
            closing(Journal(folder / "journal.sqlite")) as journal,
            closing(_Subscriber(port)) as subscriber,
            closing(_Ours(port, journal, subscriber)) as ours,
            closing(_Bare(port, folder / "bare.sqlite", subscriber)) as bare,
        ):
            observations = (observation for observation, _ in endless())
            _round(observations, ours, bare)
            taken = [_round(observations, ours, bare) for _ in range(rounds)]
    return {
        figure.name: Rounds(
            tuple(_share(mine, share) for mine, _ in taken), tuple(_share(other, share) for _, other in taken)
        )
        for figure, share in zip(FIGURES, SHARES, strict=True)
    }


def _round(observations: Iterator[Observation], ours: _Ours, bare: _Bare) -> tuple[list[float], list[float]]:
    """Milliseconds of each observation, our way and the bare way."""
    mine, others = [], []
    for _ in range(A_ROUND):
        time.sleep(PAUSE_S)
        mine.append(ours.ms(next(observations)))
        time.sleep(PAUSE_S)
        others.append(bare.ms(ours.newest_text()))
    return mine, others


def _share(taken: list[float], share: int) -> float:
    return quantiles(taken, n=100, method="inclusive")[share - 1]


class _Subscriber:
    """Hears both ways, in a thread of its own."""

    def __init__(self, port: int) -> None:
        self._heard: queue.Queue[float] = queue.Queue()
        self._subscribed: queue.Queue[None] = queue.Queue()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.on_message = lambda *_: self._heard.put(time.perf_counter())
        self._client.on_subscribe = lambda *_: self._subscribed.put(None)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        self._client.subscribe(
            [
                (_address(port).topic(EVENT), SubscribeOptions(qos=1)),
                (BARE, SubscribeOptions(qos=1)),
            ]
        )
        self._subscribed.get(timeout=PATIENCE_S)

    def heard_s(self) -> float:
        """Return the time at which the next message came."""
        return self._heard.get(timeout=PATIENCE_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def _address(port: int) -> Address:
    return Address("127.0.0.1", port, "bench", "1")


class _Ours:
    """Referee, journal and broker's line, as the daemon has them."""

    def __init__(self, port: int, journal: Journal, subscriber: _Subscriber) -> None:
        self._journal = journal
        self._subscriber = subscriber
        self._state: GameState | None = None
        self._broker = Broker(_address(port), journal, command=lambda _request, _reply: None, say=unsaid)
        self._broker.start()

    def ms(self, observation: Observation) -> float:
        started = time.perf_counter()
        events, self._state = advance(self._state, observation)
        entry = self._journal.append(observation, events, state=self._state)
        origin = Origin(type(observation).__name__, observation.at_ms, None, time.monotonic())
        self._broker.entry(entry, (Plain.words(""),), origin)
        return (self._subscriber.heard_s() - started) * 1000

    def newest_text(self) -> bytes:
        return self._journal.text(self._journal.number) or b""

    def close(self) -> None:
        self._broker.stop()


class _Bare:
    """A row and a message, and nothing else."""

    def __init__(self, port: int, file: Path, subscriber: _Subscriber) -> None:
        self._subscriber = subscriber
        self._database = sqlite3.connect(file, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("CREATE TABLE entries (number INTEGER PRIMARY KEY, text BLOB)")
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv5)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def ms(self, text: bytes) -> float:
        started = time.perf_counter()
        self._database.execute("INSERT INTO entries (text) VALUES (?)", (text,))
        self._client.publish(BARE, text, qos=1)
        return (self._subscriber.heard_s() - started) * 1000

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
        self._database.close()


BENCH: Final = Bench(name="publish", figures=FIGURES, measure=measure)
