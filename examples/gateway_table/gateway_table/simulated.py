"""A simulated gateway with its table: ``python -m gateway_table.simulated mqtt://HOST:PORT/TOPIC FOLDER``.

It connects to that broker and makes the socket ``FOLDER/control`` for ``gateway_table.hands``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import socket
import time
from pathlib import Path
from typing import Any, Final

import aiomqtt
import msgspec

from firmware_bridge.messages.messages import ButtonName
from gateway_table.address import GatewayAddress, address_of
from gateway_table.machine import PARTS, Machine, NoError
from gateway_table.messages import Order, Ping, Pong, Reply, Status, Stored

FIRMWARE: Final = "2.0"
LOOK_S: Final = 0.05
REPEAT_S: Final = 0.4
"""The time after which an event that was not acknowledged is sent again."""
SILENCE_S: Final = 1.5
"""The silence of the host after which the motors stop."""
AGAIN_S: Final = 0.3
"""The time between two attempts to reach the broker."""
APART_S: Final = 0.03
"""The time between two changes of a sense by the helper."""
SENSED: Final = ButtonName.JUDGE


class SimulatedGateway:
    """The gateway and its table.

    Args:
        address: the broker's address, with the table's topic.
        twice: True sends each event twice, as a broker may deliver it (QoS 1: at least once).
    """

    def __init__(self, address: GatewayAddress, *, twice: bool = False) -> None:
        self.machine = Machine()
        self._address = address
        self._times = 2 if twice else 1
        self._plugged = asyncio.Event()
        self._plugged.set()
        self._client: aiomqtt.Client | None = None
        self._host: int | None = None
        self._known_host: int | None = None
        self._heard_s = 0.0
        self._done = Reply(0, 0)
        self._sent: tuple[int, float] = (0, 0.0)

    # The broker

    async def serve(self) -> None:
        """Connect to the broker, again and again, until this is cancelled."""
        address = self._address
        while True:
            await self._plugged.wait()
            will = aiomqtt.Will(address.topic("status"), msgspec.json.encode(Status(False)), 1, retain=True)
            with contextlib.suppress(aiomqtt.MqttError, OSError):
                async with aiomqtt.Client(
                    address.host,
                    address.port,
                    username=address.user,
                    password=address.password,
                    will=will,
                    timeout=2,
                ) as client:
                    await self._talk(client)
            self._client = None
            await asyncio.sleep(AGAIN_S)

    async def _talk(self, client: aiomqtt.Client) -> None:
        # A clean session: an order that came while the gateway was away is not carried out later.
        await client.subscribe([(self._address.topic(rest), 1) for rest in ("ping", "command", "ack")])
        self._client = client
        await self._send("status", msgspec.json.encode(Status(True)), retain=True)
        async for message in client.messages:
            rest = str(message.topic).removeprefix(self._address.prefix + "/")
            # A retained order was meant for another time.
            if isinstance(message.payload, bytes) and not message.retain:
                with contextlib.suppress(msgspec.DecodeError):
                    await self._received(rest, message.payload)

    async def _send(self, rest: str, payload: bytes, *, retain: bool = False) -> None:
        if self._client is not None:
            with contextlib.suppress(aiomqtt.MqttError):
                qos = 0 if rest == "pong" else 1
                await self._client.publish(self._address.topic(rest), payload, qos=qos, retain=retain)

    def unplug(self) -> None:
        """Pull the cable to the broker out."""
        self._plugged.clear()
        if self._client is not None:
            line: Any = self._client._client.socket()  # noqa: SLF001 - a cable says no farewell, so the will is sent
            if line is not None:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)

    def plug(self) -> None:
        """Plug the cable in."""
        self._plugged.set()

    async def watch(self) -> None:
        """Send events when they are due, and stop the motors when the host is silent."""
        while True:
            if self._host is not None and time.monotonic() - self._heard_s > SILENCE_S:
                self._host = None
                self.machine.stop("silence")
            await self._send_event()
            await asyncio.sleep(LOOK_S)

    async def _send_event(self) -> None:
        """Send the oldest event alone, so that none can overtake another."""
        if self._host is None or not self.machine.events:
            return
        event, now_s = self.machine.events[0], time.monotonic()
        if self._sent[0] != event["number"] or now_s - self._sent[1] >= REPEAT_S:
            self._sent = (event["number"], now_s)
            for _ in range(self._times):
                await self._send("event", json.dumps(event).encode())

    # Messages of the host

    async def _received(self, rest: str, payload: bytes) -> None:
        if rest == "ping":
            await self._pinged(msgspec.json.decode(payload, type=Ping))
        elif rest == "command":
            await self._ordered(msgspec.json.decode(payload, type=Order))
        elif rest == "ack":
            stored = msgspec.json.decode(payload, type=Stored)
            events = self.machine.events
            while stored.boot == self.machine.boot and events and events[0]["number"] <= stored.number:
                events.popleft()
            await self._send_event()

    async def _pinged(self, ping: Ping) -> None:
        if self._host is None:
            self._host = ping.host
            self._sent = (0, 0.0)
            if self._known_host != ping.host:  # it counts its orders from 1
                self._known_host, self._done = ping.host, Reply(ping.host, 0)
        if ping.host != self._host:
            return  # one host at a time
        self._heard_s = time.monotonic()
        machine = self.machine
        pong = Pong(ping.host, ping.n, machine.boot, machine.ms, machine.cause, FIRMWARE)
        await self._send("pong", msgspec.json.encode(pong))

    async def _ordered(self, order: Order) -> None:
        if order.host != self._host or order.boot != self.machine.boot or order.id < self._done.id:
            return  # its host gave up on it, or it was meant for the machine before a reset
        if order.id > self._done.id:
            self._done = self._carried_out(order)
        await self._send("answer", msgspec.json.encode(self._done))
        if order.do == "leave":
            self._host = None

    def _carried_out(self, order: Order) -> Reply:
        try:
            return Reply(order.host, order.id, motion=self._begun(order))
        except NoError as error:
            return Reply(order.host, order.id, why=str(error))

    def _begun(self, order: Order) -> int:
        """Begin what is ordered; return the motion's number, 0 if nothing moves."""
        if order.do in PARTS:
            return self.machine.move(order.do, order.value)
        if order.do == "points":
            self.machine.show(order.chair, order.value)
        elif order.do == "report":
            self.machine.levels()
        elif order.do in {"stop", "leave"}:
            self.machine.stop("stopped")
        else:
            raise NoError("unknown")
        return 0

    # Hands

    async def hands(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Do one deed of the helper: its words come on a line, the reply goes on another."""
        words = (await reader.readline()).decode().split()
        try:
            reply = f"ok {await self.deed(words)}"
        except ValueError:
            reply = f"no {' '.join(words)}: nobody can do that here"
        writer.write(f"{reply}\n".encode())
        await writer.drain()
        writer.close()

    async def deed(self, words: list[str]) -> str:
        """Do a deed, or answer what somebody at the machine would see."""
        machine = self.machine
        match words:
            case ["break-line"]:
                self.unplug()
            case ["mend-line"]:
                self.plug()
            case ["reset"]:
                machine.reset()
                self._host = self._known_host = None
            case ["sense", ("buttons" | "curtains") as organ, times]:
                for change in range(2 * int(times)):
                    begins = change % 2 == 0
                    if organ == "buttons":
                        machine.press(0, SENSED, SENSED.name.lower(), down=begins)
                    else:
                        machine.cross(0, broken=begins)
                    await asyncio.sleep(APART_S)
            case ["count", ("lid" | "walls" | "shuffle") as part]:
                return str(machine.counts[part])
            case ["shown", "points"]:
                return str(machine.points.get(0, "none"))
            case ["moving"]:
                return "yes" if machine.motions else "no"
            case _:
                raise ValueError(" ".join(words))
        return ""


async def simulated(place: str, folder: Path, *, twice: bool = False) -> None:
    """Run a gateway until this is cancelled."""
    gateway = SimulatedGateway(address_of(place), twice=twice)
    control = await asyncio.start_unix_server(gateway.hands, folder / "control")
    print("ready", flush=True)
    async with control:
        await asyncio.gather(gateway.serve(), gateway.watch())


def main() -> None:
    """Run a gateway until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="gateway_table.simulated", description="A simulated gateway with its table."
    )
    parser.add_argument("place", help="mqtt://host:port/topic")
    parser.add_argument("folder", type=Path, help="where the control socket is made")
    parser.add_argument("--twice", action="store_true", help="send each event twice, as a broker may")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(simulated(options.place, options.folder, twice=options.twice))


if __name__ == "__main__":
    main()
