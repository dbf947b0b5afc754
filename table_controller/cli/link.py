"""``jantaku link bench``: measures how fast and how reliable the link to a unit is."""

import argparse
import asyncio
import json
import sys
import tempfile
from dataclasses import asdict
from typing import Any, Final

from firmware_bridge.link.transport import BAUD
from firmware_bridge.measuring.bench import BenchError, Measured, measure
from firmware_bridge.measuring.priority import undisturbed
from firmware_bridge.messages.messages import MAX_PAYLOAD
from firmware_bridge.unit.process import UnitProcess, UnitProcessError
from wording.terminal.exit_status import ExitStatus

BITS_A_BYTE: Final = 10
"""Bits per byte on the line: eight data bits, start and stop."""


def add_parser(subparsers: Any) -> None:
    """Add ``link`` to the command line."""
    parser = subparsers.add_parser("link", description="The link to the table unit.")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    bench = actions.add_parser(
        "bench",
        help="send commands one after the other and measure each",
        description="Sends commands one after the other and measures each until it is answered. Without --device a unit is "
        "started for it: the firmware as a program (host), or its image in a simulated ATmega (avr).",
    )
    bench.add_argument("--unit", choices=("host", "avr"), default="host", help="which unit is started (host)")
    bench.add_argument("--device", help="measure the unit at this serial device instead")
    bench.add_argument("--count", type=_count, default=1000, help="commands (1000)")
    bench.add_argument("--bytes", type=_size, default=20, help=f"payload of each, 0 to {MAX_PAYLOAD} (20)")
    bench.add_argument(
        "--noise", type=_chance, default=0.0, help="chance that a byte is corrupted, both ways (0)"
    )
    bench.add_argument("--seed", type=int, default=1, help="of the noise (1)")
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    bench.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure and print; return 1 if there is no unit to measure or a command was not done exactly once."""
    try:
        measured = _run(options)
    except (BenchError, UnitProcessError) as error:
        sys.stderr.write(f"jantaku link bench: {error}\n")
        return ExitStatus.NOT_DONE
    if options.json:
        print(json.dumps(asdict(measured)))
    else:
        _tell(measured)
    return ExitStatus.DONE if measured.exactly_once else ExitStatus.NOT_DONE


def _run(options: argparse.Namespace) -> Measured:
    def measured(device: str) -> Measured:
        with undisturbed():
            return asyncio.run(
                measure(
                    device, count=options.count, size=options.bytes, noise=options.noise, seed=options.seed
                )
            )

    if options.device is not None:
        return measured(options.device)
    with (
        tempfile.TemporaryDirectory(prefix="link-") as folder,
        UnitProcess(folder, clock="real", kind=options.unit) as process,
    ):
        return measured(str(process.pty))


def _tell(measured: Measured) -> None:
    wire_ms = (measured.wire_out + measured.wire_in) * BITS_A_BYTE / BAUD * 1000
    once = "each exactly once" if measured.exactly_once else "NOT each exactly once"
    print(f"{measured.commands} commands, {once}, {measured.retries} sent again")
    print(f"{measured.wire_out} bytes out, {measured.wire_in} in: {wire_ms:.2f} ms at {BAUD} baud")
    print(
        f"p50 {measured.p50_ms:.2f} ms, p99 {measured.p99_ms:.2f} ms, {measured.commands_per_s:.0f} a second"
    )


def _count(text: str) -> int:
    if (value := int(text)) < 1:
        raise ValueError(text)
    return value


def _size(text: str) -> int:
    if not 0 <= (value := int(text)) <= MAX_PAYLOAD:
        raise ValueError(text)
    return value


def _chance(text: str) -> float:
    if not 0 <= (value := float(text)) < 1:
        raise ValueError(text)
    return value


_count.__name__, _size.__name__, _chance.__name__ = "count", f"size (0 to {MAX_PAYLOAD})", "chance (0 to 1)"
"""The name by which argparse calls such a number in error messages."""
