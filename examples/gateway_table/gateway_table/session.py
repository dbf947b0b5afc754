"""The gateway's messages: pings, orders and events at the broker, as the session sends and reads them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

import aiomqtt
import msgspec

from firmware_bridge.drivers.machine_session import MachineSession
from firmware_bridge.messages.messages import ResetCause, Result
from gateway_table.address import address_of
from gateway_table.messages import (
    CAUSES,
    REASONS,
    Deed,
    Happened,
    Order,
    Ping,
    Pong,
    Reply,
    Status,
    Stored,
    signal_of,
)

if TYPE_CHECKING:
    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.messages.signals import UnitEvent

BROKER_S: Final = 3.0
"""The time that the broker may take to answer."""
AGAIN_S: Final = 0.5
"""The time between two attempts to reach the broker."""
HEARD: Final = ("pong", "answer", "event", "status")


class Session(MachineSession[Deed]):
    """The host's end at the broker."""

    machine: ClassVar[str] = "the gateway"
    ping_s: ClassVar[float] = 0.25
    silence_ms: ClassVar[float] = 1_500.0
    repeat_s: ClassVar[float] = 0.4
    stop_command = Deed("stop")
    leave_command = Deed("leave")
    report_command = Deed("report")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        place: str,
        wires: Wires,
        on_event: Callable[[UnitEvent], None],
    ) -> None:
        super().__init__(loop, place, wires, on_event)
        self._address = address_of(place)
        self._host = secrets.randbits(31)
        self._outbox: asyncio.Queue[tuple[str, msgspec.Struct]] | None = None
        self._serving: asyncio.Task[None] | None = None

    @classmethod
    def check_place(cls, place: str) -> None:
        """Raise ``ValueError`` if a place is not the address of a gateway."""
        address_of(place)

    def open(self) -> None:
        """Keep looking for the broker."""
        self._serving = self._loop.create_task(self._serve())

    async def shut(self) -> None:
        """Leave the broker."""
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait({self._serving})

    def send_ping(self, token: int) -> None:
        """Send a ping, which also greets."""
        self._send("ping", Ping(self._host, token))

    def send_command(self, number: int, boot: int, command: Deed) -> None:
        """Send an order."""
        order = Order(self._host, boot, number, command.do, value=command.value, chair=command.chair)
        self._send("command", order)

    def send_stored(self, boot: int, number: int) -> None:
        """Acknowledge the events."""
        self._send("ack", Stored(boot, number))

    # The broker

    async def _serve(self) -> None:
        address = self._address
        while True:
            try:
                async with aiomqtt.Client(
                    address.host,
                    address.port,
                    username=address.user,
                    password=address.password,
                    identifier=f"jantaku-driver-{self._host:08x}",
                    timeout=BROKER_S,
                ) as client:
                    await client.subscribe([(address.topic(rest), 1) for rest in HEARD])
                    await self._talk(client)
            except (aiomqtt.MqttError, OSError) as error:
                self.lose(f"the broker is gone ({error})")
            await asyncio.sleep(AGAIN_S)

    async def _talk(self, client: aiomqtt.Client) -> None:
        """Send and receive until the connection breaks."""
        self._outbox = asyncio.Queue()
        posting = asyncio.ensure_future(self._post(client, self._outbox))
        try:
            self.ping()
            async for message in client.messages:
                rest = str(message.topic).removeprefix(self._address.prefix + "/")
                payload = message.payload if isinstance(message.payload, bytes) else b""
                with self.reading(payload):
                    self._received(rest, payload)
        finally:
            self._outbox = None
            posting.cancel()
            await asyncio.wait({posting})

    async def _post(self, client: aiomqtt.Client, outbox: asyncio.Queue[tuple[str, msgspec.Struct]]) -> None:
        with contextlib.suppress(aiomqtt.MqttError):  # the loop over the messages ends too, with the reason
            while True:
                rest, message = await outbox.get()
                payload = msgspec.json.encode(message)
                await client.publish(self._address.topic(rest), payload, qos=0 if rest == "ping" else 1)

    def _send(self, rest: str, message: msgspec.Struct) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait((rest, message))

    # Messages of the gateway

    def _received(self, rest: str, payload: bytes) -> None:
        self.counters.frames.frames += 1
        if rest == "status":
            if not msgspec.json.decode(payload, type=Status).online:
                self.lose("the gateway has lost its broker")
        elif rest == "pong":
            pong = msgspec.json.decode(payload, type=Pong)
            cause = CAUSES.get(pong.cause, ResetCause.POWER_ON)
            if pong.to == self._host:
                self.greeted(pong.n, pong.ms, boot=pong.boot, cause=cause, firmware=pong.firmware)
        elif rest == "answer":
            self._replied(msgspec.json.decode(payload, type=Reply))
        elif rest == "event" and self.is_connected:
            self._happened(payload)

    def _replied(self, reply: Reply) -> None:
        if reply.to != self._host:
            return
        if not reply.why:
            self.answered(reply.id, reply.motion)
        elif reason := REASONS.get(reply.why):
            self.refused(reply.id, reason)
        else:
            own = f"the gateway refuses with {reply.why!r}"
            self.refused(reply.id, Result.UNKNOWN_REQUEST, own, "Look it up in the gateway's manual.")

    def _happened(self, payload: bytes) -> None:
        happened = msgspec.json.decode(payload, type=Happened)
        # After a restart, which the next pong reports, the event comes again.
        if happened.boot == self._boot:
            self.event_came(happened.number, happened.ms, signal_of(payload))
