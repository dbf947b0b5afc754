"""Measures a link: sends commands one after the other, times each, and checks that each was done exactly once."""

import asyncio
import statistics
from dataclasses import dataclass
from typing import Final

from firmware_bridge.link.transport import SerialDevice, Transport
from firmware_bridge.measuring.line_noise import NoisyLine
from firmware_bridge.messages.errors import UnitError
from firmware_bridge.messages.messages import Answer, Probe
from firmware_bridge.messages.signals import Connected
from firmware_bridge.unit.table_unit import TableUnit

COUNT_RANGE: Final = 1 << 16
"""The unit counts probes in 16 bits."""
CONNECT_S: Final = 20.0
SETTLE_S: Final = 0.3
"""Wait before the first command, until the levels that follow a connection have come."""


class BenchError(RuntimeError):
    """The unit could not be measured."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a run.

    ``wire_out`` and ``wire_in`` are the bytes of one exchange on the wire, delimiters included and repetitions not;
    ``exactly_once``: every command was answered, and the unit has done each of them once and in order.
    """

    commands: int
    retries: int
    wire_out: int
    wire_in: int
    p50_ms: float
    p99_ms: float
    commands_per_s: float
    exactly_once: bool


async def measure(device: str, *, count: int, size: int, noise: float, seed: int = 1) -> Measured:
    """Send ``count`` probes with ``size`` bytes each to the unit at ``device``, in real time.

    Args:
        device: path of the serial device.
        count: number of commands.
        size: bytes of payload of each, 0 to 40.
        noise: chance that a byte is replaced, both ways.
        seed: the seed of the noise.

    Raises:
        BenchError: the unit does not answer.
    """
    lines: list[NoisyLine] = []

    def transport(loop: asyncio.AbstractEventLoop) -> Transport:
        lines.append(NoisyLine(SerialDevice(loop, device), noise, seed))
        return lines[0]

    unit = TableUnit(device, own_thread=False, transport=transport)
    stream = unit.signals()
    await unit.start()
    try:
        return await _measure(unit, lines[0], count, size)
    except TimeoutError:
        raise BenchError(f"no unit answers at {device}") from None
    except UnitError as error:
        raise BenchError(f"{error}. {error.advice}".rstrip()) from error
    finally:
        await unit.stop()
        stream.close()


async def _measure(unit: TableUnit, line: NoisyLine, count: int, size: int) -> Measured:
    loop = asyncio.get_running_loop()
    boot = await asyncio.wait_for(unit.connected(), CONNECT_S)
    await asyncio.sleep(SETTLE_S)
    done_before = await unit.probe()
    resent_before = unit.counters.requests_resent
    took_ms: list[float] = []
    numbers: list[int] = []
    began = loop.time()
    for number in range(count):
        data = bytes((number * 7 + place) % 256 for place in range(size))
        sent = loop.time()
        numbers.append(await unit.probe(data))
        took_ms.append((loop.time() - sent) * 1000)
    lasted = loop.time() - began
    retries = unit.counters.requests_resent - resent_before
    sizes = line.sizes
    wire_out, wire_in = sizes["out", Probe.ID], sizes["in", Answer.ID]
    last = await unit.probe()  # if the last command was done twice, the next one's number shows it
    boot_now: Connected = await unit.connected()
    expected = [(done_before + 1 + number) % COUNT_RANGE for number in range(count + 1)]
    return Measured(
        commands=count,
        retries=retries,
        wire_out=wire_out,
        wire_in=wire_in,
        p50_ms=round(statistics.median(took_ms), 3),
        p99_ms=round(sorted(took_ms)[min(count - 1, int(count * 0.99))], 3),
        commands_per_s=round(count / lasted, 1),
        exactly_once=[*numbers, last] == expected and boot_now.nonce == boot.nonce,
    )
