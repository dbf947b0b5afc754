"""``jantaku unit``: a panel in the terminal to try every part of a table unit by hand."""

import argparse
import asyncio
import contextlib
import os
import sys
import tempfile
import threading
from typing import Final

from firmware_bridge.messages.errors import UnitError
from firmware_bridge.messages.signals import (
    ButtonName,
    Connected,
    FaultName,
    Levels,
    Lost,
    Motion,
    Position,
    UnitEvent,
)
from firmware_bridge.messages.wire import WireError
from firmware_bridge.unit.process import UnitProcess, UnitProcessError
from firmware_bridge.unit.table_unit import TableUnit
from table_controller.cli.firmware import line_of
from table_controller.cli.unit.unit_orders import UnitOrderError, obey, orders
from vision.zones import EACH_CHAIR
from wording.terminal.exit_status import ExitStatus

HEAD: Final = 8
"""Rows of the panel above the lines that scroll."""
REFRESH_S: Final = 0.5
ANSWERS_S: Final = 10
"""The time for which piped orders wait for the unit. [s]"""


def run(options: argparse.Namespace) -> int:
    """Run the panel until ``quit``, the end of the input or Ctrl-C."""
    try:
        with contextlib.ExitStack() as stack:
            device = options.device
            if device is None:
                folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="unit-"))
                device = str(stack.enter_context(UnitProcess(folder, clock="real", kind=options.emulate)).pty)
            with contextlib.suppress(KeyboardInterrupt):
                return asyncio.run(_on(device))
    except UnitProcessError as error:
        sys.stderr.write(f"jantaku unit: {error}\n")
        return ExitStatus.NOT_DONE
    return ExitStatus.DONE


async def _on(device: str) -> int:
    """Return the panel of a unit, for this terminal."""
    return await UnitPanel(TableUnit(device), device, on_screen=sys.stdout.isatty()).run(_typed())


class UnitPanel:
    """The unit's levels above, what happens below, orders at the prompt.

    Args:
        unit: the unit to try, started and stopped here.
        device: the unit's serial device.
        on_screen: True keeps the levels at the top of a terminal; False only prints lines.
    """

    def __init__(self, unit: TableUnit, device: str, *, on_screen: bool) -> None:
        self._device = device
        self._on_screen = on_screen
        self._unit = unit
        self._levels: Levels | None = None
        self._connected = False
        self._failed = 0
        self._orders: set[asyncio.Task[None]] = set()

    async def run(self, lines: asyncio.Queue[str | None]) -> int:
        """Carry out lines until None comes; return 1 if an order has failed and nobody was at a terminal to see it."""
        listening = asyncio.create_task(self._listen())
        await self._unit.start()
        drawing = asyncio.create_task(self._draw()) if self._on_screen else None
        try:
            await self._obey(lines)
            if self._orders:
                await asyncio.wait(self._orders)
        finally:
            for task in (listening, drawing):
                if task is not None:
                    task.cancel()
            await self._unit.stop()
            if self._on_screen:
                sys.stdout.write("\x1b[r\n")
        return ExitStatus.NOT_DONE if self._failed and not sys.stdin.isatty() else ExitStatus.DONE

    async def _listen(self) -> None:
        async for event in self._unit.signals():
            self._take(event)

    def _take(self, event: UnitEvent) -> None:
        if isinstance(event, Levels):
            self._levels = event
            return
        if isinstance(event, Connected | Lost):
            self._connected = isinstance(event, Connected)
        self._say(line_of(event))

    def _say(self, text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    async def _obey(self, lines: asyncio.Queue[str | None]) -> None:
        """Take orders; the next may be typed while one is being done, since the table does several things at a time."""
        if not sys.stdin.isatty():
            await self._reached()
        while (typed := await lines.get()) is not None:
            line = typed.strip()
            if line in ("quit", "q", "exit"):
                return
            if line in ("help", "?"):
                self._help()
            elif line:
                task = asyncio.create_task(self._do(line))
                self._orders.add(task)
                task.add_done_callback(self._orders.discard)
                if not sys.stdin.isatty():
                    await task

    async def _reached(self) -> None:
        """Wait for the unit.

        Raises:
            UnitProcessError: the unit does not answer.
        """
        try:
            await asyncio.wait_for(self._unit.connected(), ANSWERS_S)
        except TimeoutError:
            raise UnitProcessError(f"nothing answers on {self._device} within {ANSWERS_S} s") from None

    async def _do(self, line: str) -> None:
        try:
            answer = await obey(self._unit, line)
        except (UnitOrderError, WireError) as error:
            self._failed += 1
            self._say(f"? {error}")
        except UnitError as error:
            self._failed += 1
            self._say(f"! {error}. {error.advice}".rstrip())
        else:
            self._say(f"  {line}: {'done' if answer is None else answer}")

    def _help(self) -> None:
        for order in orders(self._unit).values():
            self._say(f"  {order.word + ' ' + order.arguments:20} {order.meaning}")
        self._say("  quit")

    async def _draw(self) -> None:
        """Periodically query the unit's levels and redraw them above the scrolling lines."""
        rows = os.get_terminal_size().lines
        sys.stdout.write(f"\x1b[2J\x1b[{HEAD + 1};{rows}r\x1b[{rows};1H")
        while True:
            if self._connected:
                with contextlib.suppress(UnitError):
                    self._levels = await self._unit.report_levels()
            head = panel_rows(self._device, self._unit, self._levels)
            drawn = "".join(f"\x1b[{row};1H\x1b[2K{text}" for row, text in enumerate(head, 1))
            sys.stdout.write(f"\x1b7{drawn}\x1b8")
            sys.stdout.flush()
            await asyncio.sleep(REFRESH_S)


def _typed() -> asyncio.Queue[str | None]:
    """The lines of standard input (a terminal, a pipe or a file) as they come; None at its end."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        # The loop may have ended while this waited.
        with contextlib.suppress(RuntimeError):
            with os.fdopen(os.dup(0), encoding="utf-8", errors="replace") as source:
                for line in source:
                    loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, name="orders", daemon=True).start()
    return lines


def panel_rows(device: str, unit: TableUnit, levels: Levels | None) -> list[str]:
    """Return the panel's rows: the link, the machine and each chair's sensors."""
    link = unit.telemetry
    first = (
        f"{device}: {link.state}, firmware {link.firmware or '-'}, round trip {link.round_trip_ms:.1f} ms, "
        f"{link.retries} retries, {link.bad_crc} bad CRC, {link.resets} resets, {link.signals_lost} signals lost"
    )
    rows = [first]
    if levels is None:
        rows.append("nothing is known of the machine yet")
        return rows + [""] * (HEAD - len(rows))
    lid = {Position.DOWN: "closed", Position.UP: "open", Position.BETWEEN: "between"}[levels.lid]
    stacked = [str(tile_set) for tile_set in (1, 2) if levels.stacked >> (tile_set - 1) & 1]
    rows.append(
        f"lid {lid}   stacked {', '.join(stacked) or 'none'}   moving {_names(levels.moving, Motion)}   "
        f"faults {_names(levels.faults, FaultName)}"
    )
    for chair in EACH_CHAIR:
        bit = 1 << chair
        lift = "up" if levels.lifts_up & bit else "down" if levels.lifts_down & bit else "between"
        feels = [
            name
            for name, mask in (
                ("hand", levels.curtains),
                ("wall touched", levels.touches),
                ("stick", levels.sticks),
                ("tiles on the lift", levels.walls),
            )
            if mask & bit
        ]
        buttons = _names(levels.buttons[chair], ButtonName)
        rows.append(f"chair {chair}  lift {lift:8} buttons {buttons:20} {', '.join(feels)}")
    rows.append("orders: help lists them, quit ends")
    return rows + [""] * (HEAD - len(rows))


def _names(mask: int, names: type[Motion | FaultName | ButtonName]) -> str:
    named = [name.name.lower().replace("_", " ") for name in names if mask >> name & 1]
    return ", ".join(named) or "none"
