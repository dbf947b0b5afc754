"""Host and unit of different versions: another minor is accepted, another major refused with advice."""

import asyncio
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from firmware_bridge.link import link
from firmware_bridge.link.framing import Decoder, LinkFrame, encode
from firmware_bridge.link.state import LinkState
from firmware_bridge.link.transport import Receiver
from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import (
    MESSAGE_DICTIONARY,
    PROTOCOL_MAJOR,
    PROTOCOL_MINOR,
    Beat,
    Button,
    Hello,
    HelloAsk,
    NoSession,
    Request,
    ResetCause,
    SignalAck,
)
from firmware_bridge.messages.signals import Connected, Lost, UnitEvent, UnknownSignal
from firmware_bridge.unit.table_unit import TableUnit
from tests.firmware_bridge.conftest import Bench, BenchRunner

BOOT = 0x1A2B3C4D


@dataclass
class ScriptedUnit:
    """A unit in a few lines: answers hello as the test says, and notes what the host sends."""

    major: int = PROTOCOL_MAJOR
    minor: int = PROTOCOL_MINOR
    dictionary: int = MESSAGE_DICTIONARY
    more: bytes = b""
    heard: list[LinkFrame] = field(default_factory=list)
    bytes_written: int = 0
    bytes_read: int = 0
    trouble: OSError | None = None

    def __post_init__(self) -> None:
        self._decoder = Decoder()
        self.session = 0

    def start(self, receiver: Receiver) -> None:
        self._receiver = receiver
        receiver.opened()

    async def close(self) -> None: ...

    def write(self, data: bytes) -> None:
        for frame in self._decoder.feed(data):
            self.heard.append(frame)
            if frame.id == HelloAsk.ID:
                _, _, host_nonce = struct.unpack("<BBI", frame.payload)
                hello = Hello(
                    major=self.major, minor=self.minor, host_nonce=host_nonce, dictionary=self.dictionary,
                    firmware=0x0105, reset_cause=ResetCause.POWER_ON, boot_nonce=BOOT, at_ms=5, signals_lost=0,
                )  # fmt: skip
                self.session = link.session_name(BOOT, host_nonce)
                self.say(Hello.ID, hello.to_payload() + self.more, session=0)

    def say(self, kind: int, payload: bytes, session: int | None = None) -> None:
        name = self.session if session is None else session
        bits = encode(LinkFrame(kind, 0, name, payload))
        asyncio.get_running_loop().call_soon(self._receiver.received, bits)

    def acknowledged(self) -> list[int]:
        return [SignalAck.from_payload(f.payload).number for f in self.heard if f.id == SignalAck.ID]


def with_unit(
    scripted: ScriptedUnit, work: Callable[[TableUnit, list[UnitEvent]], Awaitable[None]]
) -> list[UnitEvent]:
    events: list[UnitEvent] = []

    async def main() -> None:
        unit = TableUnit("none", own_thread=False, transport=lambda _: scripted)
        stream = unit.signals()

        async def collect() -> None:
            take = events.append
            async for event in stream:
                take(event)

        collecting = asyncio.create_task(collect())
        await unit.start()
        await asyncio.sleep(0.05)
        await work(unit, events)
        await unit.stop()
        await collecting

    asyncio.run(main())
    return events


def test_a_newer_minor_is_accepted_and_its_signals_are_acknowledged_unread() -> None:
    scripted = ScriptedUnit(minor=PROTOCOL_MINOR + 3, dictionary=MESSAGE_DICTIONARY ^ 0xFFFF)

    async def work(unit: TableUnit, events: list[UnitEvent]) -> None:
        assert unit.state is LinkState.READY
        scripted.say(0x9F, struct.pack("<II", 1, 10) + b"news")
        await asyncio.sleep(0.02)
        scripted.say(
            Button.ID, struct.pack("<IIBBB", 2, 11, 0, 200, 1)
        )  # a button this program does not know
        await asyncio.sleep(0.02)
        scripted.say(Button.ID, struct.pack("<IIBBB", 3, 12, 0, 6, 1))
        await asyncio.sleep(0.02)
        assert scripted.acknowledged() == [1, 2, 3]
        assert unit.counters.signals_unknown == 2

    events = with_unit(scripted, work)
    unknown = [e for e in events if isinstance(e, UnknownSignal)]
    assert [(e.kind, e.number, e.payload, e.nonce) for e in unknown] == [
        (0x9F, 1, b"news", BOOT), (Button.ID, 2, b"\0\xc8\x01", BOOT),
    ]  # fmt: skip
    assert isinstance(events[0], Connected)
    assert [type(e) for e in events[1:4]] == [UnknownSignal, UnknownSignal, Button]


def test_of_the_same_minor_an_unknown_signal_is_damage() -> None:
    scripted = ScriptedUnit()

    async def work(unit: TableUnit, events: list[UnitEvent]) -> None:
        scripted.say(0x9F, struct.pack("<II", 1, 10))
        scripted.say(0x9F, b"\1\0\0\0")
        await asyncio.sleep(0.05)
        assert scripted.acknowledged() == []
        assert unit.counters.foreign_frames == 2

    with_unit(scripted, work)


def test_an_older_minor_is_accepted_and_refuses_what_it_does_not_know(
    bench: BenchRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Newer(Request):
        ID = 0x3E

    async def play(b: Bench) -> None:
        assert await b.unit.roll_dice()
        with pytest.raises(errors.RefusedError) as refused:
            await b.unit._ask(Newer())
        assert "firmware" in refused.value.advice

    monkeypatch.setattr(link, "PROTOCOL_MINOR", PROTOCOL_MINOR + 1)
    monkeypatch.setattr(link, "MESSAGE_DICTIONARY", 0x0BAD)
    bench(play)


@pytest.mark.parametrize("more", [b"", b"seven more bytes"])
def test_a_newer_major_is_refused_with_advice(more: bytes) -> None:
    """Even if its Hello is longer than ours: the first fields are the same in every version."""
    scripted = ScriptedUnit(major=PROTOCOL_MAJOR + 1, minor=4, more=more)

    async def work(unit: TableUnit, events: list[UnitEvent]) -> None:
        assert unit.state is LinkState.INCOMPATIBLE
        with pytest.raises(errors.IncompatibleFirmwareError) as refused:
            await unit.roll_dice()
        assert f"protocol {PROTOCOL_MAJOR + 1}.4" in str(refused.value)
        assert "newer version of this program" in refused.value.advice
        assert all(frame.id == HelloAsk.ID for frame in scripted.heard)

    (lost,) = (event for event in with_unit(scripted, work) if isinstance(event, Lost))
    assert "newer version of this program" in lost.advice


def test_an_older_major_is_refused_by_both(bench: BenchRunner, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real firmware answers a host of another major with its Hello, and opens no session."""

    async def play(b: Bench) -> None:
        await b.until(lambda: b.unit.state is LinkState.INCOMPATIBLE)
        await b.until(lambda: bool(b.of(Lost)))
        assert "too old" in b.of(Lost)[0].advice
        with pytest.raises(errors.IncompatibleFirmwareError):
            await b.unit.roll_dice()
        heard: list[LinkFrame] = []
        assert b.loop.device is not None
        receiver: Any = b.loop.device._receiver
        decoder = Decoder()
        monkeypatch.setattr(receiver, "received", lambda data: heard.extend(decoder.feed(data)))
        session = link.session_name(1, 2)
        b.loop.device.write(encode(LinkFrame(Beat.ID, 0, session, bytes(4))))
        await b.until(lambda: any(frame.id == NoSession.ID for frame in heard), limit_s=2)

    monkeypatch.setattr(link, "PROTOCOL_MAJOR", PROTOCOL_MAJOR + 1)
    bench(play, connect=False)


def test_the_same_version_from_other_definitions_is_refused(
    bench: BenchRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(b: Bench) -> None:
        await b.until(lambda: b.unit.state is LinkState.INCOMPATIBLE)
        await b.until(lambda: bool(b.of(Lost)))
        assert "other message definitions" in b.of(Lost)[0].reason
        assert "jantaku firmware flash" in b.of(Lost)[0].advice

    monkeypatch.setattr(link, "MESSAGE_DICTIONARY", MESSAGE_DICTIONARY ^ 1)
    bench(play, connect=False)
