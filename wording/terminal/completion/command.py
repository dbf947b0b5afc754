"""``jantaku completion``: prints the script with which a shell completes words after ``jantaku``."""

import argparse
from typing import Any, Final

from argcomplete.shell_integration import shellcode

from wording.terminal.exit_status import ExitStatus

SHELLS: Final = ("bash", "zsh", "fish")


def add_parser(subparsers: Any) -> None:
    """Add ``completion`` to the command line."""
    parser = subparsers.add_parser(
        "completion",
        description="Prints what a shell must run so that the tab key completes commands, options and their values. "
        'For bash, add the line  eval "$(jantaku completion bash)"  to ~/.bashrc.',
    )
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print it."""
    print(shellcode(["jantaku"], use_defaults=False, shell=options.shell))
    return ExitStatus.DONE
