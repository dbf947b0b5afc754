"""``jantaku firmware``: build, emulate, flash and watch the table unit's firmware."""

import argparse
import asyncio
import contextlib
import glob
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, fields
from enum import Enum
from pathlib import Path
from typing import Any, Final

from firmware_bridge.messages.signals import UnitEvent
from firmware_bridge.unit.holders import holders_of
from firmware_bridge.unit.process import UnitProcess, UnitProcessError
from firmware_bridge.unit.table_unit import TableUnit
from firmware_bridge.unit.workshop import built, image, is_brought, make
from wording.terminal.exit_status import ExitStatus

BOARDS: Final = {"atmega328p": ("m328p", "arduino", 115_200), "atmega2560": ("m2560", "wiring", 115_200)}
"""For each chip, avrdude's name for it, and the programmer and speed of the usual board's boot loader."""
NEEDS: Final = {
    "make": "install make (Debian: apt install make)",
    "cc": "install a C compiler (Debian: apt install gcc)",
    "avr-gcc": "install the AVR compiler and its library (Debian: apt install gcc-avr avr-libc)",
    "avr-objcopy": "install the AVR binutils (Debian: apt install binutils-avr)",
    "avrdude": "install avrdude, which writes the image into the chip (Debian: apt install avrdude)",
}
AVRDUDE: Final = "avrdude"
BUILD_NEEDS: Final = {"host": ("make", "cc"), "avr": ("make", "avr-gcc", "avr-objcopy")}


class FirmwareError(RuntimeError):
    """The command failed; the text says what to do."""


def add_parser(subparsers: Any) -> None:
    """Add ``firmware`` to the command line."""
    parser = subparsers.add_parser(
        "firmware",
        description="The firmware of the table unit.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    build = actions.add_parser("build", help="compile it")
    build.add_argument(
        "--target",
        choices=("host", "avr", "all"),
        default="all",
        help="a program for this machine, images for the ATmega, or both (all)",
    )
    build.set_defaults(run=guarded(run_build))
    emulate = actions.add_parser(
        "emulate",
        help="run it on this machine, with a model of the table's machine, on its own serial device",
    )
    emulate.add_argument(
        "--unit", choices=("host", "avr"), default="host", help="as a program, or in a simulated ATmega"
    )
    emulate.add_argument(
        "--folder", type=Path, help="where device and control socket are made (a new one in /tmp)"
    )
    emulate.add_argument("--speed", type=float, default=1.0, help="times real time (1)")
    emulate.set_defaults(run=guarded(run_emulate))
    flash = actions.add_parser("flash", help="write it into a microcontroller, with avrdude")
    flash.add_argument(
        "--port", required=True, help="serial device of the board or programmer, for example /dev/ttyUSB0"
    )
    flash.add_argument("--chip", choices=tuple(BOARDS), default="atmega328p")
    flash.add_argument("--programmer", help="avrdude's name for it (the usual board's boot loader)")
    flash.add_argument("--baud", type=int, help="its speed (the boot loader's)")
    flash.set_defaults(run=guarded(run_flash))
    monitor = actions.add_parser("monitor", help="print the events of a unit until Ctrl-C")
    monitor.add_argument("device", help="its serial device, or a pattern like '/dev/ttyUSB*'")
    monitor.add_argument("--count", type=int, default=0, help="end after this many events (0: never)")
    monitor.set_defaults(run=guarded(run_monitor))


def guarded(work: Any) -> Any:
    """Wrap a command so that an error is printed in one line, with exit status 1."""

    def guard(options: argparse.Namespace) -> int:
        try:
            return int(work(options))
        except (FirmwareError, UnitProcessError) as error:
            sys.stderr.write(f"jantaku firmware {options.action}: {error}\n")
            return ExitStatus.NOT_DONE

    return guard


def need(*programs: str) -> None:
    """Raise ``FirmwareError`` with installation advice if a program is missing."""
    for program in programs:
        if shutil.which(program) is None:
            raise FirmwareError(f"there is no {program} on this machine: {NEEDS[program]}")


def run_build(options: argparse.Namespace) -> int:
    """Compile for this machine, for the ATmega, or both."""
    targets = ("host", "avr") if options.target == "all" else (options.target,)
    for target in targets if not is_brought() else ():
        need(*BUILD_NEEDS[target])
    for target in targets:
        make(target)
    for path in sorted(built().glob("jantaku-*")):
        if path.suffix in {"", ".hex"} and not path.name.endswith(".new"):
            print(path)
    return ExitStatus.DONE


def run_emulate(options: argparse.Namespace) -> int:
    """Run an emulated unit until Ctrl-C or SIGTERM."""
    if not is_brought():
        need(*BUILD_NEEDS["host"], *(BUILD_NEEDS["avr"] if options.unit == "avr" else ()))
    ended = [False]

    def end(*_: object) -> None:
        ended[0] = True

    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="unit-")))
        unit = UnitProcess(folder, clock="real", speed=options.speed, kind=options.unit, resume=True)
        stack.enter_context(unit)
        for number in (signal.SIGINT, signal.SIGTERM):
            stack.callback(signal.signal, number, signal.signal(number, end))
        print(f"serial device   {unit.pty}\ncontrol socket  {unit.control_path}", flush=True)
        while not ended[0]:
            if unit.pid is None:
                raise FirmwareError("the unit has ended")
            time.sleep(0.1)
    return ExitStatus.DONE


def run_flash(options: argparse.Namespace) -> int:
    """Build the image and write it."""
    write_image(options.port, options.chip, options.programmer, options.baud)
    return ExitStatus.DONE


def write_image(port: str, chip: str, programmer: str | None = None, baud: int | None = None) -> None:
    """Build the image of a chip and write it with avrdude, unless a table is using the unit.

    Args:
        port: serial device of the board or programmer.
        chip: a key of ``BOARDS``.
        programmer: avrdude's name for it; None for the boot loader of the usual board.
        baud: the programmer's speed; None for the usual board's.

    Raises:
        FirmwareError: something is missing, another program uses the device, or avrdude fails.
    """
    need(AVRDUDE, *(() if is_brought() else BUILD_NEEDS["avr"]))
    if not Path(port).exists():
        raise FirmwareError(f"there is no {port}: plug the board in and look which device appears in /dev")
    if others := holders_of(port):
        raise FirmwareError(
            f"{port} is used by {', '.join(others)}: end that first, a table with `sudo systemctl stop jantaku`"
        )
    make("avr")
    part, usual, speed = BOARDS[chip]
    hex_file = image(chip).with_suffix(".hex")
    command = [
        "avrdude", "-p", part, "-c", programmer or usual, "-P", port,
        "-b", str(baud or speed), "-D", "-U", f"flash:w:{hex_file}:i",
    ]  # fmt: skip
    print(" ".join(command), flush=True)
    status = subprocess.run(command, check=False).returncode
    if status:
        raise FirmwareError(
            f"avrdude ended with status {status}: is {port} the {chip}, and does nothing else use it?"
        )


def run_monitor(options: argparse.Namespace) -> int:
    """Print the events of a unit, one per line."""
    # The pattern may be absolute, which pathlib's glob does not take.
    if not glob.glob(options.device):  # noqa: PTH207
        raise FirmwareError(
            f"{options.device}: there is no such device; plug the unit in, and see ls /dev/tty*"
        )
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_monitor(options.device, options.count))
    return ExitStatus.DONE


async def _monitor(device: str, count: int) -> None:
    unit = TableUnit(device)
    stream = unit.signals()
    await unit.start()
    seen = 0
    try:
        async for event in stream:
            print(line_of(event), flush=True)
            seen += 1
            if seen == count:
                break
    finally:
        for name, value in asdict(unit.telemetry).items():
            print(f"{name.replace('_', ' '):18} {value}")
        await unit.stop()


def line_of(event: UnitEvent) -> str:
    """Return the line of an event: ``12.345 s  Button 17: chair 2, button RON, pressed yes``."""
    values = []
    for field in fields(event):
        if field.name in ("number", "at_ms", "nonce"):
            continue
        value = getattr(event, field.name)
        if isinstance(value, Enum):
            value = value.name
        elif isinstance(value, bool):
            value = "yes" if value else "no"
        elif isinstance(value, tuple):
            value = "/".join(str(each) for each in value)
        values.append(f"{field.name.replace('_', ' ')} {value}")
    number = f" {event.number}" if event.number else ""
    return f"{event.at_ms / 1000:12.3f} s  {type(event).__name__}{number}: {', '.join(values)}"
