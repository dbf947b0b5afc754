"""Helpers that the tests of page door share."""

import threading
from typing import Any

import pytest
from paho.mqtt import client as paho
from paho.mqtt.enums import CallbackAPIVersion
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from table_controller.web.web import DashboardServer

STATE = "jantaku/1/home/7/state"


class Page:
    """A page's side of the connection."""

    def __init__(self, server: DashboardServer, cookie: str = "") -> None:
        self.heard: dict[str, Any] = {}
        self.refused = threading.Event()
        self.client = paho.Client(
            CallbackAPIVersion.VERSION2, "page-1", protocol=paho.MQTTv5, transport="websockets"
        )
        self.client.ws_set_options("/mqtt", {"Cookie": cookie} if cookie else None)
        self.client.on_message = lambda _c, _u, message: self.heard.__setitem__(
            message.topic, message.payload
        )
        self.client.on_disconnect = lambda *_: self.refused.set()
        self.client.on_connect = self._listen
        self.client.on_connect_fail = lambda *_: self.refused.set()
        self.client.connect_async("127.0.0.1", server.port)
        self.client.loop_start()

    def _listen(self, *_: Any) -> None:
        self.client.subscribe(STATE, 1)

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


def ends_with(server: DashboardServer, cookie: str, first: bytes | str = b"", **headers: str) -> int:
    """Return the code with which the connection ends after these first bytes."""
    more = {"Cookie": cookie, **headers} if cookie else headers
    address = f"ws://127.0.0.1:{server.port}/mqtt"
    with connect(address, additional_headers=more, subprotocols=[Subprotocol("mqtt")], proxy=None) as line:
        try:
            if first:
                line.send(first)
            line.recv(timeout=20)
        except ConnectionClosed as ended:
            return 0 if ended.rcvd is None else ended.rcvd.code
    pytest.fail("the line was carried")


def connect_packet(
    client: bytes = b"page-1",
    flags: int = 2,
    more: bytes = b"",
    keep_alive: int = 10,
    properties: bytes = b"",
) -> bytes:
    body = (
        b"\x00\x04MQTT\x05"
        + bytes([flags])
        + keep_alive.to_bytes(2, "big")
        + bytes([len(properties)])
        + properties
        + len(client).to_bytes(2, "big")
        + client
        + more
    )
    return bytes([0x10, len(body)]) + body
