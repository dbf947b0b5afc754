"""Bytes to the unit and back: the transport's protocol, and a serial device that may vanish and come back."""

import asyncio
import errno
import glob
import os
import termios
from typing import Final, Protocol, cast

import serial
import serial_asyncio_fast

BAUD: Final = 115_200
REOPEN_MS: Final = 100
"""Time between attempts to open a device that is not there."""
SELECTABLE: Final = 1024
"""pyserial reads with select(), which takes only file numbers below this (FD_SETSIZE)."""


class Receiver(Protocol):
    """The listener of a transport; called in the transport's loop."""

    def opened(self) -> None: ...

    def received(self, data: bytes) -> None:
        """Bytes came in, in pieces of any size."""

    def closed(self, reason: str) -> None:
        """The device is gone; the transport tries to open it again."""


class Transport(Protocol):
    """A line to the unit that may be noisy and may break; this is all the link needs of it."""

    @property
    def bytes_written(self) -> int:
        """Bytes written since the line was last opened."""

    @property
    def bytes_read(self) -> int:
        """Bytes received since the line was last opened."""

    @property
    def trouble(self) -> OSError | None:
        """The error of the last attempt to open the line; None if it succeeded."""

    def start(self, receiver: Receiver) -> None:
        """Open, and open again whenever the line is lost, until ``close``."""

    def write(self, data: bytes) -> None:
        """Send; while the line is not open, do nothing."""

    async def close(self) -> None: ...


class SerialDevice(asyncio.Protocol):
    """A serial device by its path (a real port, a USB adapter, a pty), 115200 baud, 8N1.

    The path may be a pattern (``/dev/ttyUSB*``): a unit plugged in again often comes back under another name. The first
    device that matches and can be opened is taken.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, path: str) -> None:
        self.path = path
        self._loop = loop
        self._receiver: Receiver | None = None
        self._line: asyncio.Transport | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._gone: asyncio.Event | None = None
        self._written = 0
        self._read = 0
        self._trouble: OSError | None = None

    @property
    def bytes_written(self) -> int:
        """Bytes written since the device was last opened."""
        return self._written

    @property
    def bytes_read(self) -> int:
        """Bytes received since the device was last opened."""
        return self._read

    @property
    def trouble(self) -> OSError | None:
        """The error of the last attempt to open the device; None if it succeeded."""
        return self._trouble

    @property
    def is_open(self) -> bool:
        """True while bytes can be written."""
        return self._line is not None and not self._line.is_closing()

    def start(self, receiver: Receiver) -> None:
        """Open the device; try until it is there."""
        self._receiver = receiver
        self._open()

    def write(self, data: bytes) -> None:
        """Send; while the device is not open, do nothing."""
        if self._line is not None and self.is_open:
            self._written += len(data)
            self._line.write(data)

    async def close(self) -> None:
        """Close the device and stop trying to open it."""
        self._receiver = None
        if self._retry is not None:
            self._retry.cancel()
        if self._line is not None:
            self._gone = asyncio.Event()
            self._line.abort()
            await self._gone.wait()

    def _open(self) -> None:
        # Opened here and not in an executor: it takes only a millisecond, and a loop with a virtual clock would not
        # notice work in an executor.
        self._retry = None
        # pathlib's glob takes no absolute pattern.
        for path in sorted(glob.glob(self.path)) or [self.path]:  # noqa: PTH207
            try:
                port = serial.Serial(path, BAUD, timeout=0, write_timeout=0)
            except (OSError, ValueError, termios.error) as error:  # not there, not ours, or not a terminal
                self._trouble = _cause(path, error)
                continue
            if max(port.fileno(), port.pipe_abort_read_r) >= SELECTABLE:
                port.close()
                self._trouble = OSError(errno.EMFILE, os.strerror(errno.EMFILE), path)
                continue
            self._trouble = None
            self._opened(port)
            return
        self._again()

    def _opened(self, port: serial.Serial) -> None:
        self._written = self._read = 0
        self._line = cast("asyncio.Transport", serial_asyncio_fast.SerialTransport(self._loop, self, port))

    def _again(self) -> None:
        if self._receiver is not None:
            self._retry = self._loop.call_later(REOPEN_MS / 1000, self._open)

    # asyncio.Protocol

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note that the event loop now reads the device."""
        self._line = cast("asyncio.Transport", transport)
        if self._receiver is not None:
            self._receiver.opened()

    def data_received(self, data: bytes) -> None:
        """Pass on the bytes that came."""
        self._read += len(data)
        if self._receiver is not None:
            self._receiver.received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Open the device again, unless we closed it."""
        self._line = None
        if self._gone is not None:
            self._gone.set()
        if self._receiver is not None:
            self._receiver.closed(str(exc) if exc is not None else "closed")
            self._again()


def _cause(path: str, error: Exception) -> OSError:
    """Return the operating system's own error, without the text that libraries put around it."""
    number = error.errno if isinstance(error, OSError) and error.errno else errno.ENOTTY
    return OSError(number, os.strerror(number), path)
