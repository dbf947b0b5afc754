"""The options of ``jantaku hall`` for push messages, and the settings that they make."""

import argparse
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config import ConfigError

CONTACT: Final = re.compile(r"(mailto:[^\s@\"\\]+@|https://)[^\s@\"\\]+\.[^\s@\"\\]+")
LONGEST_CONTACT: Final = 200


@dataclass(frozen=True, slots=True)
class PushChoice:
    """The settings of push messages.

    Attributes:
        file: holds the hall's key and the telephones.
        contact: where the people of a push service reach the club.
        private: whether a push service may be in the club's own network.
        logins: the file with each login's role.
    """

    file: Path
    contact: str
    private: bool
    logins: Path


def add_push(parser: argparse.ArgumentParser) -> None:
    """Add the options of push messages."""
    group = parser.add_argument_group("to judges' telephones")
    group.add_argument(
        "--push",
        type=Path,
        metavar="FILE",
        help="tell judges of calls, findings and faults while the page is closed; FILE holds the hall's key and the telephones",
    )
    group.add_argument(
        "--push-contact",
        metavar="ADDRESS",
        help="of the club, for the people of a push service: mailto:judges@club.example, or an https address",
    )
    group.add_argument(
        "--push-private",
        action="store_true",
        help="a push service may be in the club's own network, and have any port",
    )


def push_choice(options: argparse.Namespace) -> PushChoice | None:
    """Return the settings; None if the options ask for no push messages.

    Raises:
        ConfigError: an option is missing or cannot be used.
    """
    if options.push is None:
        if options.push_contact or options.push_private:
            raise ConfigError("--push-contact and --push-private need --push FILE")
        return None
    if options.logins is None:
        raise ConfigError("--push needs --logins: without roles it is not known what a login may be told")
    contact = options.push_contact or ""
    if len(contact) > LONGEST_CONTACT or not contact.isascii() or not CONTACT.fullmatch(contact):
        raise ConfigError("--push needs --push-contact mailto:NAME@HOST or https://HOST/…")
    return PushChoice(options.push, contact, options.push_private, options.logins)
