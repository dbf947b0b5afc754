"""A hall without hardware: a broker, the hall's page, and tables that play games of the built-in players."""

import contextlib
import json
import random
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion

from config import read_ruleset
from referee.encoding.public import public_state
from referee.folding.state import evolve
from referee.game.events import Event
from referee.game.observations import TileDiscarded
from referee.game.position import GameState
from referee.judging.decide import advance
from simulation.people.bots import play_game
from simulation.processes.mosquitto import broker_command
from simulation.processes.ports import LOCALHOST, free_ports
from table_controller.daemon.listeners.card import Cards
from table_controller.mqtt.topics import CARD, STATE, STATUS, DeclaredTopic
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.build import ensure_built
from table_controller.web.web import DashboardServer, ServedPage

HALL: Final = "home"
RULES: Final = "wrc-2015"
GAMES: Final = 8
"""The number of different games that a hall of any size plays, each table starting at another place in it."""
STARTS_WITHIN_S: Final = 10.0


@contextlib.contextmanager
def broker() -> Iterator[int]:
    """A Mosquitto for everybody on this computer: its port."""
    (port,) = free_ports(1)
    with tempfile.TemporaryDirectory() as folder:
        command = broker_command(Path(folder), port)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
            try:
                _wait_for(port)
                yield port
            finally:
                running.kill()


def _wait_for(port: int) -> None:
    until = time.monotonic() + STARTS_WITHIN_S
    while True:
        try:
            socket.create_connection((LOCALHOST, port)).close()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
        else:
            return


@contextlib.contextmanager
def site(port: int) -> Iterator[str]:
    """The page of the hall whose broker has this port, for everybody: its address."""
    server = DashboardServer(
        0,
        ServedPage(
            broker=BrokerDoor(LOCALHOST, port),
            hall=HALL,
            table=None,
            folder=ensure_built(),
            viewer=BrokerLogin("viewer", ""),
        ),
    )
    try:
        yield f"http://{LOCALHOST}:{server.port}/"
    finally:
        server.close()


@dataclass(frozen=True, slots=True)
class Position:
    """A game after an entry of its journal, and what the entry decided."""

    number: int
    at_ms: int
    state: GameState
    events: tuple[Event, ...]


@cache
def game(seed: int) -> tuple[Position, ...]:
    """The journal of a game of the built-in players, folded entry by entry."""
    state: GameState | None = None
    found = []
    for number, (observation, events) in enumerate(play_game(read_ruleset(RULES), seed), 1):
        for event in events:
            state = evolve(state, event)
        assert state is not None
        found.append(Position(number, observation.at_ms, state, events))
    return tuple(found)


@cache
def places_of_cards(seed: int) -> tuple[int, ...]:
    """The positions of a game at which its card differs from the one before."""
    cards = Cards()
    made = [cards.card(each.state, now_ms=each.at_ms, wall_ms=each.at_ms) for each in game(seed)]
    return tuple(place for place, card in enumerate(made) if place == 0 or card != made[place - 1])


def fouled(position: Position) -> Position:
    """The same, after somebody has discarded out of turn."""
    state = position.state
    seat = (state.turn + 2) % 4
    foul = TileDiscarded(seat=seat, tile=26, at_ms=position.at_ms + 500)
    events, after = advance(state, foul)
    assert after is not None
    return Position(position.number + 1, foul.at_ms, after, tuple(events))


class ReplayedTable:
    """A table whose page is fed from the journal of a game."""

    def __init__(self, client: paho.Client, name: str, seed: int, place: int = 0) -> None:
        self._client = client
        self.name = name
        self.positions = game(seed)
        self._changes = places_of_cards(seed)
        self.place = place
        self._change = sum(each <= place for each in self._changes) - 1
        self._cards = Cards()
        self._began_ms = time.time() * 1000 - self.positions[place].at_ms

    def publish(self, topic: DeclaredTopic, payload: Any) -> None:
        """Send something retained as a table does."""
        self._client.publish(topic.filter(HALL, self.name), json.dumps(payload), topic.qos, topic.retained)

    def ready(self) -> None:
        self.publish(STATUS, {"status": "ready", "text": "the table is ready"})

    def show_card(self, position: Position, **more: Any) -> None:
        """Publish the card of a position, with fields replaced by ``more``."""
        wall_ms = int(self._began_ms) + position.at_ms
        card = self._cards.card(position.state, now_ms=position.at_ms, wall_ms=wall_ms)
        self.publish(CARD, card | more)

    def next_card(self, **more: Any) -> None:
        """Publish the next card of the game that differs from the last; after the last comes the first."""
        self._change = (self._change + 1) % len(self._changes)
        self.show_card(self.positions[self._changes[self._change]], **more)

    def show_state(self, position: Position, number: int) -> None:
        """Publish the whole public state, as of an entry of this number."""
        self.publish(STATE, public_state(position.state, number, position.at_ms, self.name))


class ReplayedHall:
    """Tables that all play, until its ``with`` ends."""

    def __init__(self, port: int, tables: int) -> None:
        self.chance = random.Random(1)
        self.client = paho.Client(CallbackAPIVersion.VERSION2, protocol=paho.MQTTv5)
        self.client.connect(LOCALHOST, port)
        self.client.loop_start()
        self.tables = [self._table(number) for number in range(tables)]

    def _table(self, number: int) -> ReplayedTable:
        seed = 1 + number % GAMES
        return ReplayedTable(
            self.client, f"t{number}", seed, self.chance.randrange(len(game(seed)) * 9 // 10)
        )

    def __enter__(self) -> Self:
        for each in self.tables:
            each.ready()
            each.next_card()
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()
