"""A simulated table behind a pty: ``python -m line_table.simulated FOLDER`` makes ``FOLDER/table`` and ``FOLDER/control``.

``table`` is the serial device for the driver, ``control`` a socket for ``line_table.hands``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import time
import tty
from pathlib import Path
from typing import Final

from firmware_bridge.link.framing import FrameCounters
from firmware_bridge.messages.messages import ButtonName
from line_table.lines import LineReader, to_line
from line_table.machine import DARK, Machine, NoError

FIRMWARE: Final = "1.4"
LOOK_S: Final = 0.05
REPEAT_S: Final = 0.2
"""The time after which an event that was not acknowledged is sent again."""
SILENCE_S: Final = 1.0
"""The silence of the host after which the motors stop."""
APART_S: Final = 0.03
"""The time between two presses of a button by the helper."""
SENSED: Final = ButtonName.JUDGE


class SimulatedTable:
    """The table's controller.

    Args:
        folder: where device and control socket are made.
        deaf: True loses the first answer to each new command, as a noisy line may.
    """

    def __init__(self, folder: Path, *, deaf: bool = False) -> None:
        self.machine = Machine()
        self._device = folder / "table"
        self._deaf = deaf
        self._ends: tuple[int, int] | None = None
        self._lines = LineReader(FrameCounters())
        self._host: str | None = None
        self._known_host: str | None = None
        self._heard_s = 0.0
        self._done: tuple[int, tuple[str, ...]] = (0, ())
        self._last_command: list[str] = []
        self._sent: tuple[int, float] = (0, 0.0)

    # The line

    def plug(self) -> None:
        """Plug the line in."""
        if self._ends is not None:
            return
        self._ends = main, other = os.openpty()
        tty.setraw(other)
        os.set_blocking(main, False)
        asyncio.get_running_loop().add_reader(main, self._readable, main)
        self._device.unlink(missing_ok=True)
        self._device.symlink_to(os.ttyname(other))

    def unplug(self) -> None:
        """Pull the line out."""
        if self._ends is None:
            return
        asyncio.get_running_loop().remove_reader(self._ends[0])
        self._device.unlink(missing_ok=True)
        for end in self._ends:
            os.close(end)
        self._ends = None

    def _readable(self, main: int) -> None:
        with contextlib.suppress(BlockingIOError):
            for words in self._lines.feed(os.read(main, 4096)):
                self._line(words)

    def _send(self, *words: str) -> None:
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):  # nobody reads: the line is full
                os.write(self._ends[0], to_line(*words))

    async def serve(self) -> None:
        """Send events when they are due, and stop the motors when the host is silent."""
        while True:
            if self._host is not None and time.monotonic() - self._heard_s > SILENCE_S:
                self._host = None
                self.machine.stop("SILENCE")
            self._send_event()
            await asyncio.sleep(LOOK_S)

    def _send_event(self) -> None:
        """Send the oldest event alone, so that none can overtake another."""
        if self._host is None or not self.machine.events:
            return
        event, now_s = self.machine.events[0], time.monotonic()
        if self._sent[0] != event.number or now_s - self._sent[1] >= REPEAT_S:
            self._sent = (event.number, now_s)
            self._send("EV", str(event.number), str(event.ms), *event.words)

    # Commands

    def _line(self, words: list[str]) -> None:
        match words:
            case ["HELLO", token, host]:
                self._greeted(token, host)
            case _ if self._host is None:
                self._send("WHO")
            case ["PING", token]:
                self._send("PONG", token, str(self.machine.ms))
            case ["ACK", number]:
                while self.machine.events and self.machine.events[0].number <= int(number):
                    self.machine.events.popleft()
                self._send_event()
            case ["DO", number, *command]:
                self._asked(int(number), command)
            case _:
                return
        self._heard_s = time.monotonic()

    def _greeted(self, token: str, host: str) -> None:
        if host != self._known_host:
            # Another program, or the same one restarted: it counts its commands from 1.
            self.machine.stop("STOPPED")
            self._done = (0, ())
        self._host = self._known_host = host
        self._sent = (0, 0.0)
        machine = self.machine
        self._send("HI", token, host, str(machine.boot), str(machine.ms), machine.cause, FIRMWARE)

    def _asked(self, number: int, command: list[str]) -> None:
        if number < self._done[0]:
            return  # the host gave up on it long ago
        if number > self._done[0]:
            self._done = (number, self._answer(number, command))
        is_swallowed = self._deaf and command != self._last_command
        self._last_command = command
        if not is_swallowed:
            self._send(*self._done[1])

    def _answer(self, number: int, command: list[str]) -> tuple[str, ...]:
        try:
            return self._carried_out(str(number), command)
        except NoError as error:
            return ("NO", str(number), str(error))
        except ValueError:
            return ("NO", str(number), "VALUE")

    def _carried_out(self, number: str, command: list[str]) -> tuple[str, ...]:
        match command:
            case ["LID", ("OPEN" | "CLOSE") as way]:
                return ("GO", number, str(self.machine.move(f"LID-{way}")))
            case [("WALLS" | "SHUFFLE" | "DICE") as name, argument]:
                return ("GO", number, str(self.machine.move(name, int(argument))))
            case ["SHOW", display, value]:
                self.machine.show(display, value)
            case ["REPORT"]:
                self.machine.levels()
            case ["STOP"]:
                self.machine.stop("STOPPED")
            case _:
                raise NoError("UNKNOWN")
        return ("OK", number)

    # Hands

    async def hands(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Do one deed of the helper: its words come on a line, the reply goes on another."""
        words = (await reader.readline()).decode().split()
        try:
            reply = f"ok {await self.deed(words)}"
        except (ValueError, IndexError):
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
                self._done = (0, ())
            case ["sense", "buttons", times]:
                for press in range(2 * int(times)):
                    machine.press(0, SENSED, SENSED.name, down=press % 2 == 0)
                    await asyncio.sleep(APART_S)
            case ["count", ("lid" | "walls" | "shuffle" | "dice") as part]:
                return str(machine.counts[part])
            case ["shown", display]:
                return machine.shown.get("POINTS-0" if display == "points" else display.upper(), DARK)
            case ["moving"]:
                return "yes" if machine.motions else "no"
            case _:
                raise ValueError(" ".join(words))
        return ""


async def simulated(folder: Path, *, deaf: bool = False) -> None:
    """Run a table until this is cancelled."""
    table = SimulatedTable(folder, deaf=deaf)
    table.plug()
    control = await asyncio.start_unix_server(table.hands, folder / "control")
    print("ready", flush=True)
    async with control:
        await table.serve()


def main() -> None:
    """Run a table until Ctrl-C."""
    parser = argparse.ArgumentParser(
        prog="line_table.simulated", description="A simulated table behind a pty."
    )
    parser.add_argument("folder", type=Path, help="where the device and the control socket are made")
    parser.add_argument("--deaf", action="store_true", help="lose the first answer to each command")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(simulated(options.folder, deaf=options.deaf))


if __name__ == "__main__":
    main()
