"""The subcommands of ``jantaku unit``: a panel for our own unit, or the suite for any driver."""

import argparse
from typing import Any

from table_controller.cli.unit import panel
from table_controller.cli.unit.conformance import conformance


def add_parser(subparsers: Any) -> None:
    """Add ``unit`` to the command line."""
    parser = subparsers.add_parser(
        "unit",
        description="Shows the state of a table unit and carries out what is typed: motions, displays, dice. The table's "
        "program must not run meanwhile. Orders may also be piped in, one a line. 'conformance' checks a table driver.",
    )
    device = parser.add_mutually_exclusive_group()
    device.add_argument("--device", help="its serial device, or a pattern like '/dev/ttyUSB*'")
    device.add_argument(
        "--emulate", choices=("host", "avr"), help="start a unit on this machine and try that one"
    )

    def run(options: argparse.Namespace) -> int:
        if options.device is None and options.emulate is None:
            parser.error("one of the arguments --device --emulate is required")
        return panel.run(options)

    parser.set_defaults(run=run)
    conformance.add_parser(parser.add_subparsers(metavar="conformance"))
