"""Passwords for a command, from a file or the environment, since everybody can read its options in the process list."""

import argparse
import os
from pathlib import Path
from typing import Any

from config import read_password


def add_password_file(parser: Any, of: str, what: str) -> None:
    """Add the option of a file that holds a password.

    Args:
        parser: gets it.
        of: the option that the password belongs to; empty for the command's own login.
        what: whose password it is, in words.
    """
    parser.add_argument(
        f"--{_joined(of, '-')}password-file",
        type=Path,
        metavar="FILE",
        help=f"file that holds {what}; without it the variable {variable_of(of)} is looked at",
    )


def password_for(options: argparse.Namespace, of: str) -> str | None:
    """Return the password of an option; None if there is none.

    Raises:
        ConfigError: its file cannot be used.
    """
    file: Path | None = getattr(options, f"{_joined(of, '_')}password_file")
    return os.environ.get(variable_of(of)) if file is None else read_password(file)


def handed_on(**passwords: str | None) -> dict[str, str]:
    """Return the environment that passes the passwords of these options to a process of the command."""
    return {variable_of(of): password for of, password in passwords.items() if password is not None}


def variable_of(of: str) -> str:
    """Return the environment variable that may hold the password of an option."""
    return f"JANTAKU_{_joined(of.upper(), '_')}PASSWORD"


def _joined(of: str, mark: str) -> str:
    return f"{of}{mark}" if of else ""
