"""People of every role who attack a table: random MQTT and HTTP, valid and invalid. Run as a program.

Usage: hostile_crowd.py MQTT HTTP TABLE SECONDS SEED - ports (HTTP 0: none). Logins are ``foe-viewer``,
``foe-technician`` and ``foe-referee``, each password is the role. None gives a sensible order that its role allows,
since it would be carried out. Prints how much was sent, and how much of it reached the broker.
"""

import json
import random
import socket
import sys
import threading
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

ROLES = ("viewer", "technician", "referee")
OTHERS = ("foe-viewer", "foe-technician", "foe-referee", "anna", "judge", "sim", "$x")
READINGS = ("history", "results")
SENSELESS = (  # from any sender: the crowd's arguments never fit
    "rule",
    "accept",
    "correct",
    "insert",
    "enter_hand",
    "adjust_points",
    "replace_player",
    "appeal",
    "foul",
    "nonsense",
)
ORDERS = (
    "stop",
    "resume",
    "void_hand",
    "close_hanchan",
    "begin_hanchan",
    "gong",
    "undo",
    "machine",
    "pause",
    "redeal",
    *SENSELESS,
)
HARMLESS = {
    "viewer": ORDERS,
    # A paused machine brings up no walls for the next hand.
    "technician": tuple(order for order in ORDERS if order not in ("machine", "pause")),
    "referee": SENSELESS,
}
"""The orders that each may really give without changing the game."""
TEXTS = (
    "",
    "x" * 3000,
    "\x1b[2J",
    "\u202eanna",
    "a\nb",
    "\ud800",
    "#",
    "a/+",
    "\0",
    "雀" * 500,
    "__proto__",
    "%u",
)


MOST_WAITING = 1000
"""The most messages that wait in a client, since a crowd faster than the broker would only fill its own memory."""


class Foe:
    """One of them."""

    def __init__(self, role: str, mqtt: int, table: str, seed: int, sent: Counter[str]) -> None:
        self.role, self.port, self.table, self.sent = role, mqtt, table, sent
        self.login = f"foe-{role}"
        self.dice = random.Random(f"{role} {seed}")
        self.connect()

    def connect(self) -> None:
        names = ("", f"jantaku-{self.role}", "hall", "page-1", f"jantaku-home-{self.table}")
        self.client = paho.Client(
            CallbackAPIVersion.VERSION2, client_id=self.dice.choice(names), protocol=paho.MQTTv5
        )
        self.client.username_pw_set(self.login, self.role)
        self.client.reconnect_delay_set(
            1, 1
        )  # paho's own delay grows to two minutes: a client that is thrown off would stay away
        self.client.max_queued_messages_set(MOST_WAITING)
        self.client.on_publish = lambda *_: self.sent.update(("reached the broker",))
        if self.dice.random() < 0.3:
            self.client.will_set(f"jantaku/1/home/{self.table}/status", b'{"status": "lost"}', retain=True)
        with suppress(OSError):
            self.client.connect("127.0.0.1", self.port)
            self.client.loop_start()

    def leave(self) -> None:
        with suppress(OSError):
            self.client.disconnect()
            self.client.loop_stop()

    def value(self, depth: int = 0) -> Any:
        dice = self.dice
        kind = dice.randrange(8 if depth < 4 else 6)
        if kind == 0:
            return dice.choice((0, -1, 4, 99, 2**53, 2**63, 10**400, -(10**9)))
        if kind == 1:
            return dice.choice(TEXTS)
        if kind == 2:
            return dice.choice((None, True, False, 1.5, 1e308))
        if kind in (3, 4, 5):
            return dice.choice(("East", "viewer", "accepted", 3, -3, [10**7, 0, 0, 0]))
        if kind == 6:
            return [self.value(depth + 1) for _ in range(dice.randrange(5))]
        return {
            dice.choice(("seat", "finding", "x", "")): self.value(depth + 1) for _ in range(dice.randrange(4))
        }

    def payload(self) -> bytes:
        dice = self.dice
        kind = dice.randrange(10)
        if kind == 0:
            return dice.randbytes(dice.randrange(400))
        if kind == 1:
            return b"[" * dice.choice((10, 5000, 100_000))
        if kind == 2:
            return b'{"text": "' + b"x" * dice.choice((1000, 70_000, 200_000)) + b'"}'
        if kind == 3:
            return b'{"n": 1' + b"0" * 5000 + b"}"
        names = (
            "seat",
            "finding",
            "entry",
            "changes",
            "wins",
            "names",
            "from",
            "to",
            "newest",
            "by",
            "id",
            "at",
            "text",
            "dry_run",
        )
        value = {dice.choice(names): self.value() for _ in range(dice.randrange(5))}
        return json.dumps(value).encode()

    def topic(self) -> str:
        dice, place = self.dice, f"jantaku/1/home/{self.table}"
        orders = HARMLESS[self.role]
        kind = dice.randrange(12)
        if kind == 0:
            return f"{place}/{dice.choice(('state', 'status', 'event', 'alert/unit', 'telemetry/link'))}"
        if kind == 1:
            whose = dice.choice(OTHERS)
            return f"{place}/command/{whose}/{dice.choice(orders if whose == self.login else ORDERS)}"
        if kind == 2:
            return f"{place}/command/{dice.choice(orders)}"
        if kind == 3:
            return f"jantaku/1/home/answer/{dice.choice(OTHERS)}/1"
        if kind == 4:
            return f"{place}/command/{self.login}/{'x' * dice.randrange(1, 300)}"
        if kind < 9:
            return f"{place}/command/{self.login}/{dice.choice(READINGS)}"
        return f"{place}/command/{self.login}/{dice.choice(orders)}"

    def acts(self) -> None:
        dice = self.dice
        if dice.random() < 0.01:
            self.leave()
            self.connect()
        for _ in range(dice.choice((1, 1, 5, 200))):
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            place = f"jantaku/1/home/answer/{self.login}"
            properties.ResponseTopic = dice.choice((f"{place}/1", f"{place}/{'y' * 100}", place, "a", f"jantaku/1/home/{self.table}/state",
                                                    "jantaku/1/home/answer/anna/1"))  # fmt: skip
            properties.CorrelationData = dice.randbytes(dice.choice((1, 16, 64, 200)))
            if dice.random() < 0.1:
                properties.MessageExpiryInterval = dice.choice((0, 1, 2**32 - 1))
            with suppress(ValueError, OSError):
                sent = self.client.publish(
                    self.topic(),
                    self.payload(),
                    qos=dice.randrange(3),
                    retain=dice.random() < 0.1,
                    properties=properties,
                )
                self.sent["mqtt"] += sent.rc == paho.MQTT_ERR_SUCCESS


def stranger(port: int, dice: random.Random, sent: Counter[str]) -> None:
    """Somebody without a login, and somebody who speaks no MQTT."""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as line:
        line.sendall(
            dice.choice((dice.randbytes(200), b"\x10\xff\xff\xff\x7f", b"GET / HTTP/1.1\r\n\r\n", b""))
        )
        sent["strangers"] += 1


def surfer(port: int, dice: random.Random, idle: list[socket.socket], sent: Counter[str]) -> None:
    """Asks the page's server for nonsense, slowly, or for nothing at all."""
    with suppress(OSError):
        line = socket.create_connection(("127.0.0.1", port), timeout=1)
        idle.append(line)
        line.sendall(
            dice.choice((b"", b"G", b"GET /../../etc/passwd HTTP/1.1\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n",
                         b"GET /settings.json HTTP/1.1\r\nHost: " + b"x" * 30_000, dice.randbytes(300), b"GET / HTTP/1.1\r\nHost: a\r\n\r\n",
                         b"GET /%ff%00 HTTP/1.0\r\n\r\n"))
        )  # fmt: skip
        sent["http"] += 1
    while len(idle) > 200:
        idle.pop(0).close()


def main() -> None:
    mqtt, http, table, seconds, seed = (
        int(sys.argv[1]),
        int(sys.argv[2]),
        sys.argv[3],
        float(sys.argv[4]),
        int(sys.argv[5]),
    )
    end, sent = time.monotonic() + seconds, Counter[str]()

    def role_runs(role: str) -> None:
        foe = Foe(role, mqtt, table, seed, sent)
        while time.monotonic() < end:
            foe.acts()
            time.sleep(0.01)
        foe.leave()

    def others_run() -> None:
        dice, idle = random.Random(seed), list[socket.socket]()
        while time.monotonic() < end:
            stranger(mqtt, dice, sent)
            if http:
                surfer(http, dice, idle, sent)
            time.sleep(0.005)

    threads = [threading.Thread(target=role_runs, args=(role,)) for role in ROLES] + [
        threading.Thread(target=others_run)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(json.dumps(sent) + "\n")


if __name__ == "__main__":
    main()
