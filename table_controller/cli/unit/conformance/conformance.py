"""``jantaku unit conformance``: checks that a driver keeps its promises, on a machine connected to this computer."""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from typing import Any, Final

from config import ConfigError
from firmware_bridge.drivers.installed import find_driver
from firmware_bridge.drivers.port import DriverKind
from firmware_bridge.unit.process import UnitProcess
from referee.texts.language import Language, language
from table_controller.cli.unit.conformance.hands import (
    EmulatedHands,
    HelperHands,
    MachineHands,
    NoHands,
    PersonHands,
)
from table_controller.cli.unit.conformance.suite import CHECKS, Checked, checked
from table_controller.cli.unit.conformance.trial import Trial
from wording.command_line.conformance_texts import Done
from wording.command_line.errors import message_of_config
from wording.command_line.settings_texts import (
    Misset,  # noqa: F401 - a text is known once its module is imported
)
from wording.terminal.exit_status import ExitStatus

SHIFT_S: Final = 3_600.0
"""The lead of the suite's clock over the system's, which exposes a driver that reads another clock."""


class ShiftedLoop(asyncio.SelectorEventLoop):
    """An event loop with the suite's clock instead of the system's."""

    def time(self) -> float:
        """Return the suite's time in seconds."""
        return time.monotonic() + SHIFT_S


def add_parser(subparsers: Any) -> None:
    """Add ``conformance`` to the subcommands of ``jantaku unit``."""
    parser = subparsers.add_parser(
        "conformance",
        help="check that a table driver keeps its promises",
        description="Checks an installed table driver at a machine: safety, exactly once, clock, reconnection, displays. The "
        "machine moves. The exit status is 0 only if every check that applies was carried out and passed.",
    )
    parser.add_argument("driver", help="name of the driver's entry point")
    place = parser.add_mutually_exclusive_group()
    place.add_argument(
        "--place", default="", help="where the driver finds its machine, as the setting 'serial'"
    )
    place.add_argument("--emulate", choices=("host", "avr"), help="a unit of ours on this machine")
    parser.add_argument(
        "--helper",
        metavar="COMMAND",
        help="a program that does at the machine what otherwise a person is asked for (docs/tables/adding-a-table.md)",
    )
    names = tuple(check.name for check in CHECKS)
    parser.add_argument(
        "--only", choices=names, action="append", help="carry out this check; may be repeated"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the suite; return 0 only if every applicable check has passed, 2 if there is no such driver."""
    spoken = language(options.lang or "en")
    try:
        kind = find_driver(options.driver)
    except ConfigError as error:
        sys.stderr.write(f"jantaku unit conformance: {spoken.say(message_of_config(error))}\n")
        return ExitStatus.UNUSABLE
    with contextlib.ExitStack() as stack:
        place, hands = options.place, _hands(options.helper, spoken)
        if options.emulate is not None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="unit-"))
            process = stack.enter_context(UnitProcess(folder, clock="real", kind=options.emulate))
            place, hands = str(process.pty), EmulatedHands(process.control)
        found = asyncio.run(_carried_out(kind, place, hands, options, spoken))
    failed = sum(each.verdict == "failed" for each in found)
    undone = sum(each.verdict == "not_done" for each in found)
    passed = sum(each.verdict == "passed" for each in found)
    if options.json:
        checks = [each.as_json(spoken) for each in found]
        numbers = {"passed": passed, "failed": failed, "not_done": undone}
        print(json.dumps({"driver": options.driver, **numbers, "checks": checks}, ensure_ascii=False))
    else:
        print(f"\n{spoken.say(Done.all(passed, failed, undone))}")
    return ExitStatus.NOT_DONE if failed or undone else ExitStatus.DONE


def _hands(helper: str | None, spoken: Language) -> MachineHands:
    if helper is not None:
        return HelperHands(helper)
    return PersonHands(spoken) if sys.stdin.isatty() else NoHands(spoken)


async def _carried_out(
    kind: DriverKind, place: str, hands: MachineHands, options: argparse.Namespace, spoken: Language
) -> list[Checked]:
    trial = Trial(
        make=lambda wires: kind(place, wires),
        capabilities=kind.capabilities,
        hands=hands,
        loop_factory=ShiftedLoop,
        now_ms=lambda: (time.monotonic() + SHIFT_S) * 1000,
    )
    checks = tuple(check for check in CHECKS if not options.only or check.name in options.only)
    found = []
    async for each in checked(trial, checks):
        found.append(each)
        if not options.json:
            print("\n".join(lines_of(each, spoken)), flush=True)
    return found


def lines_of(checked: Checked, spoken: Language) -> list[str]:
    """Return the lines for a terminal: check and verdict; below them action, expectation and result."""
    verdict = spoken.words["verdict"][checked.verdict]
    promise = spoken.words["promise"][checked.check.promise]
    parts = (("did", checked.check.did), ("expected", checked.check.expected), ("came", checked.came))
    return [
        f"{checked.check.name} ({promise}): {verdict}",
        *(f"    {spoken.words['trial'][name]}: {spoken.say(message)}" for name, message in parts),
    ]
