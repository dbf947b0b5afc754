"""The session with the gateway: who is there, its clock, orders that are done once, events that are stored once."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING, Final

import aiomqtt
import msgspec

from firmware_bridge.link.clock import UnitClock
from firmware_bridge.link.counters import Counters
from firmware_bridge.link.inbox import SignalInbox
from firmware_bridge.messages.errors import (
    ADVICE_LOST,
    RESETS,
    LinkLostError,
    RefusedError,
    UnitError,
    UnitResetError,
    UnitStoppedError,
    failed_text,
)
from firmware_bridge.messages.messages import ResetCause, Result
from firmware_bridge.messages.signals import Connected, Lost
from gateway_table.messages import (
    CAUSES,
    REASONS,
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
    from collections.abc import Callable

    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.messages.signals import UnitEvent
    from gateway_table.address import GatewayAddress

BEAT_S: Final = 0.25
"""Between two pings. The gateway stops its motors after a second and a half of silence."""
SILENCE_MS: Final = 1_500.0
"""A gateway that was not heard for so long is lost."""
REPEAT_S: Final = 0.4
"""An order that was not answered is sent again."""
ANSWER_S: Final = 8.0
"""A call that was not answered for so long ends with an error; the port allows 30."""
BROKER_S: Final = 3.0
"""The time that the broker may take to answer."""
AGAIN_S: Final = 0.5
"""Between two attempts to reach the broker."""
FAREWELL_S: Final = 1.0
"""The time that calls have to end, and the gateway to stop its motors, when the driver stops."""
REMEMBERED: Final = 16
"""Pings whose answers are still waited for."""
HEARD: Final = ("pong", "answer", "event", "status")


class Session:
    """The host's end; everything is called in one loop, whose time it is.

    Args:
        address: of the broker, and the table's topic.
        on_event: gets each stored signal, ``Connected`` and ``Lost``.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        address: GatewayAddress,
        wires: Wires,
        on_event: Callable[[UnitEvent], None],
    ) -> None:
        self.clock = UnitClock()
        self.counters = Counters()
        self.firmware = ""
        self.heard: tuple[int, int] | None = None
        self._address = address
        self._loop = loop
        self._on_event = on_event
        # A gateway that has restarted since the last signal was stored has another boot number.
        self._boot = wires.last_signal[0] if wires.last_signal else None
        self._host = secrets.randbits(31)
        self._inbox = SignalInbox(
            loop,
            counters=self.counters,
            on_signal=wires.on_signal,
            on_event=on_event,
            acknowledge=self._acknowledge,
            last_signal=wires.last_signal,
        )
        self._connected: Connected | None = None
        self._woken = asyncio.Event()
        self._ended = False
        self._lost_ms: float | None = None
        self._token = 0
        self._asked_ms: dict[int, float] = {}
        self._sequence = 0
        self._turn = asyncio.Lock()
        self._answer: tuple[int, asyncio.Future[Reply]] | None = None
        self._outbox: asyncio.Queue[tuple[str, msgspec.Struct]] | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def is_connected(self) -> bool:
        """True while the gateway answers."""
        return self._connected is not None

    def start(self) -> None:
        """Look for the broker and the gateway, until ``close``."""
        self._serving = self._loop.create_task(self._serve())

    async def close(self) -> None:
        """Have the gateway stop whatever moves and let this host go, and leave the broker."""
        if self.is_connected:
            with contextlib.suppress(
                TimeoutError, UnitError
            ):  # the gateway stops by itself when it hears nothing
                async with asyncio.timeout(FAREWELL_S):
                    await self.ask("StopMotion", "leave")
        self._ended = True
        self._woken.set()
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait({self._serving})
        await self._inbox.settle()

    async def connected(self) -> Connected:
        """Wait until the gateway answers."""
        while self._connected is None:
            if self._ended:
                raise UnitStoppedError("the driver was ended")
            self._woken.clear()
            await self._woken.wait()
        return self._connected

    async def ask(self, request: str, do: str, *, value: int = 0, chair: int = 0) -> int:
        """Have the gateway carry out an order, once; the number of the motion that began, 0 if none did.

        The order is sent with the same number until it is answered: the gateway carries out a number once.

        Args:
            request: what errors call it.
            do: the order.
            value: its argument, a set of tiles or points.
            chair: whose points.

        Raises:
            RefusedError: the gateway refuses.
            LinkLostError: it did not answer in time.
            UnitResetError: it was restarted before it answered.
            UnitStoppedError: the session was closed.
        """
        try:
            # The wait for other orders counts too: no call is to last longer because others wait as well.
            async with asyncio.timeout(ANSWER_S), self._turn:
                reply = await self._answered(request, do, value, chair)
        except TimeoutError:
            text = f"{failed_text(request)}: the gateway did not answer"
            raise LinkLostError(text, ADVICE_LOST, request=request, waited_s=round(ANSWER_S)) from None
        if reply.why:
            raise RefusedError(request, REASONS.get(reply.why, Result.UNKNOWN_REQUEST))
        return reply.motion

    async def _answered(self, request: str, do: str, value: int, chair: int) -> Reply:
        self._sequence += 1
        self.counters.requests += 1
        future: asyncio.Future[Reply] = self._loop.create_future()
        self._answer = (self._sequence, future)
        order: Order | None = None
        while not future.done():
            if self._ended:
                raise UnitStoppedError("the driver was ended")
            if self._connected is not None:
                boot = self._connected.nonce
                if order is not None and order.boot != boot:
                    cause = self._connected.reset_cause
                    text, advice = RESETS[cause]
                    text = f"{failed_text(request)}: {text}"
                    raise UnitResetError(text, advice, request=request, cause=cause)
                self.counters.requests_resent += order is not None
                order = Order(host=self._host, boot=boot, id=self._sequence, do=do, value=value, chair=chair)
                self._send("command", order)
            await asyncio.wait({future}, timeout=REPEAT_S)
        return future.result()

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
                self._lose(f"the broker is gone ({error})")
            await asyncio.sleep(AGAIN_S)

    async def _talk(self, client: aiomqtt.Client) -> None:
        """Send and receive until the connection breaks."""
        self._outbox = asyncio.Queue()
        tasks = [asyncio.ensure_future(work) for work in (self._beat(), self._post(client, self._outbox))]
        try:
            async for message in client.messages:
                rest = str(message.topic).removeprefix(self._address.prefix + "/")
                payload = message.payload if isinstance(message.payload, bytes) else b""
                try:
                    self._received(rest, payload)
                except msgspec.DecodeError:
                    self.counters.foreign_frames += 1
        finally:
            self._outbox = None
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _post(self, client: aiomqtt.Client, outbox: asyncio.Queue[tuple[str, msgspec.Struct]]) -> None:
        with contextlib.suppress(aiomqtt.MqttError):  # the messages end too, and tell why
            while True:
                rest, said = await outbox.get()
                payload = msgspec.json.encode(said)
                await client.publish(self._address.topic(rest), payload, qos=0 if rest == "ping" else 1)

    async def _beat(self) -> None:
        while True:
            self._token += 1
            self._asked_ms[self._token] = self._now_ms()
            while len(self._asked_ms) > REMEMBERED:
                del self._asked_ms[next(iter(self._asked_ms))]
            self._send("ping", Ping(self._host, self._token))
            await asyncio.sleep(BEAT_S)
            if self.heard is not None and self._now_ms() - self.heard[1] > SILENCE_MS:
                self._lose("the gateway does not answer")

    def _send(self, rest: str, said: msgspec.Struct) -> None:
        if self._outbox is not None:
            self._outbox.put_nowait((rest, said))

    # What comes

    def _now_ms(self) -> float:
        return self._loop.time() * 1000

    def _received(self, rest: str, payload: bytes) -> None:
        self.counters.frames.frames += 1
        if rest == "status":
            if not msgspec.json.decode(payload, type=Status).online:
                self._lose("the gateway has lost its broker")
        elif rest == "pong":
            self._ponged(msgspec.json.decode(payload, type=Pong))
        elif rest == "answer":
            reply = msgspec.json.decode(payload, type=Reply)
            number, future = self._answer or (0, None)
            if reply.to == self._host and number == reply.id and future is not None and not future.done():
                future.set_result(reply)
        elif rest == "event" and self.is_connected:
            self._happened(payload)

    def _ponged(self, pong: Pong) -> None:
        asked_ms = self._asked_ms.pop(pong.n, None)
        if pong.to != self._host or asked_ms is None:
            return  # another host's, or one too late to tell the time
        now_ms = round(self._now_ms())
        if self._connected is not None and pong.boot != self._connected.nonce:
            self._lose("the gateway was restarted")
        was_reset = self._boot not in {None, pong.boot}
        if pong.boot != self._boot:
            self.clock = UnitClock()
            self._inbox.new_boot(pong.boot, was_reset=was_reset)
        self._boot, self.firmware = pong.boot, pong.firmware
        self.counters.round_trip_ms = now_ms - asked_ms
        self.clock.add(asked_ms, self._now_ms(), pong.ms)
        if self._connected is not None:
            self.heard = (self.heard or (now_ms, now_ms))[0], now_ms
            return
        self.heard = (now_ms, now_ms)
        self.counters.resets += was_reset
        self._connected = Connected(
            at_ms=now_ms,
            nonce=pong.boot,
            reset_cause=CAUSES.get(pong.cause, ResetCause.POWER_ON),
            firmware=pong.firmware,
            was_reset=was_reset,
            away_ms=0 if self._lost_ms is None else round(now_ms - self._lost_ms),
        )
        self._woken.set()
        self._on_event(self._connected)

    def _happened(self, payload: bytes) -> None:
        happened = msgspec.json.decode(payload, type=Happened)
        if happened.boot != self._boot:
            return  # the gateway was restarted, which its next pong tells; the event comes again
        # The estimate of the gateway's clock gets better meanwhile: no signal is dated before the last, or in the future.
        at_ms = round(min(self.clock.to_host_ms(happened.ms), self._now_ms()))
        at_ms = max(self._inbox.last_at_ms, at_ms)
        self._inbox.receive_signal(
            signal_of(payload, number=happened.number, at_ms=at_ms, nonce=happened.boot)
        )

    def _acknowledge(self, number: int) -> None:
        if self._boot is not None:
            self._send("ack", Stored(self._boot, number))

    def _lose(self, reason: str) -> None:
        if self._connected is None:
            return
        self._connected, self._lost_ms = None, self._now_ms()
        self.counters.losses += 1
        self._on_event(Lost(at_ms=round(self._lost_ms), reason=reason, advice=ADVICE_LOST))
