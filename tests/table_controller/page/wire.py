"""A wire between the page's server and the broker that loses, holds back or answers single packets of MQTT."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Final

from table_controller.web.broker_door import BrokerDoor

CHUNK: Final = 65_536
Reply = Callable[[bytes], None]
"""Send bytes back to the sender of a packet."""
Passing = Callable[[bytes, Reply], bytes]
"""A function that gets each packet and returns the bytes to pass on instead; none if the packet is lost."""


def unchanged(packet: bytes, _: Reply) -> bytes:
    return packet


def packets(stream: bytes) -> tuple[list[bytes], bytes]:
    """The whole packets at the beginning of a stream (MQTT 5, 1.5.5 and 2.1), and the rest."""
    whole: list[bytes] = []
    while True:
        start = next((place + 1 for place in range(1, min(5, len(stream))) if stream[place] < 0x80), None)
        if start is None:
            return whole, stream
        length = sum((byte & 0x7F) << 7 * place for place, byte in enumerate(stream[1:start]))
        if len(stream) < start + length:
            return whole, stream
        whole.append(stream[: start + length])
        stream = stream[start + length :]


def body(packet: bytes) -> bytes:
    """Return the part of a packet that follows its length."""
    return packet[1 + next(place for place in range(1, 5) if packet[place] < 0x80) :]


@contextlib.contextmanager
def wire(broker_port: int, up: Passing = unchanged, down: Passing = unchanged) -> Iterator[BrokerDoor]:
    """Open a port to the broker behind the wire; ``up`` gets the packets to the broker, ``down`` those from it."""

    with socket.create_server(("127.0.0.1", 0)) as door:
        threading.Thread(target=_accept, args=(door, broker_port, up, down), daemon=True).start()
        yield BrokerDoor("127.0.0.1", door.getsockname()[1])
        door.shutdown(socket.SHUT_RDWR)


def _accept(door: socket.socket, broker_port: int, up: Passing, down: Passing) -> None:
    with contextlib.suppress(OSError):
        while True:
            page, _ = door.accept()
            threading.Thread(target=_line, args=(page, broker_port, up, down), daemon=True).start()


def _line(page: socket.socket, broker_port: int, up: Passing, down: Passing) -> None:
    with page, socket.create_connection(("127.0.0.1", broker_port)) as broker:
        back = threading.Thread(target=_carry, args=(broker, page, down), daemon=True)
        back.start()
        _carry(page, broker, up)
        back.join()


def _carry(source: socket.socket, target: socket.socket, passing: Passing) -> None:
    rest = b""
    with contextlib.suppress(OSError):
        while chunk := source.recv(CHUNK):
            whole, rest = packets(rest + chunk)
            for packet in whole:
                target.sendall(passing(packet, source.sendall))
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
