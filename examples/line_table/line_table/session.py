"""The table's lines: greetings, pings, commands and events, as the session sends and reads them."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

from firmware_bridge.drivers.machine_session import MachineSession
from firmware_bridge.link.transport import SerialDevice, Transport
from firmware_bridge.messages.messages import ResetCause, Result
from line_table.lines import CAUSES, REASONS, LineReader, signal_of, to_line

if TYPE_CHECKING:
    import asyncio

    from firmware_bridge.drivers.wires import Wires
    from firmware_bridge.messages.signals import UnitEvent


class Session(MachineSession[tuple[str, ...]]):
    """The host's end of the line; a command is its words."""

    stop_command = leave_command = ("STOP",)
    report_command = ("REPORT",)

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        place: str,
        wires: Wires,
        on_event: Callable[[UnitEvent], None],
    ) -> None:
        super().__init__(loop, place, wires, on_event)
        self.transport: Transport = SerialDevice(loop, place)
        self._host = str(secrets.randbits(32))
        self._lines = LineReader(self.counters.frames)

    def open(self) -> None:
        """Open the device; it reopens by itself."""
        self.transport.start(self)

    async def shut(self) -> None:
        """Close the device."""
        await self.transport.close()

    def send_ping(self, token: int) -> None:
        """Send ``PING``, or ``HELLO`` until the table has answered one."""
        if self.is_connected:
            self._send("PING", str(token))
        else:
            self._send("HELLO", str(token), self._host)

    def send_command(self, number: int, boot: int, command: tuple[str, ...]) -> None:
        """Send ``DO``; the table knows by itself that it was restarted."""
        del boot
        self._send("DO", str(number), *command)

    def send_stored(self, boot: int, number: int) -> None:
        """Send ``ACK``."""
        del boot
        self._send("ACK", str(number))

    @property
    def bytes_written(self) -> int:
        """Bytes given to the device since it was last opened."""
        return self.transport.bytes_written

    @property
    def bytes_read(self) -> int:
        """Bytes taken from the device since it was last opened."""
        return self.transport.bytes_read

    # Receiver of the transport

    def opened(self) -> None:
        """Greet the table: the device is open."""
        self._lines.clear()
        self.ping()

    def received(self, data: bytes) -> None:
        """Read the lines in these bytes."""
        for words in self._lines.feed(data):
            with self.reading(words):
                self._line(words)

    def closed(self, reason: str) -> None:
        """Report that the device is gone."""
        self.lose(f"the serial device is gone ({reason})")

    # Lines

    def _send(self, *words: str) -> None:
        self.transport.write(to_line(*words))

    def _line(self, words: list[str]) -> None:
        match words:
            case ["HI", token, host, boot, ms, cause, firmware] if host == self._host:
                known = CAUSES.get(cause, ResetCause.POWER_ON)
                self.greeted(int(token), int(ms), boot=int(boot), cause=known, firmware=firmware)
            case ["WHO"]:
                self.lose("the table was restarted")
                self.ping()
            case ["PONG", token, ms] if self.is_connected:
                self.clock_read(int(token), int(ms))
            case ["OK", number] if self.is_connected:
                self.answered(int(number))
            case ["GO", number, motion] if self.is_connected:
                self.answered(int(number), int(motion))
            case ["NO", number, reason] if self.is_connected:
                if known_reason := REASONS.get(reason):
                    self.refused(int(number), known_reason)
                else:
                    own = f"the table refuses with {reason}"
                    self.refused(
                        int(number), Result.UNKNOWN_REQUEST, own, "Look it up in the table's manual."
                    )
            case ["EV", number, ms, *event] if self.is_connected:
                self.event_came(int(number), int(ms), signal_of(event))
            case _:
                self.counters.foreign_frames += 1
