"""The Apprise addresses at which people are called: a file with one a line. They hold passwords: none is shown."""

import hashlib
import re
from pathlib import Path
from typing import Final, NamedTuple

from config import read_text_file
from wording.command_line.errors import config_error
from wording.command_line.settings_texts import Misset

ADDRESS: Final = re.compile(r"(?P<service>[A-Za-z][A-Za-z0-9+.-]{0,30})://[^\s\x00-\x1f\x7f]+")
MOST: Final = 20
LONGEST: Final = 1000


class CallAddress(NamedTuple):
    """An address of Apprise.

    Attributes:
        url: the address itself, which is secret.
        name: the name for people: its service, and its number among the addresses.
    """

    url: str
    name: str

    @property
    def key(self) -> str:
        """Identify the address in a file that holds no secret."""
        return hashlib.sha256(self.url.encode()).hexdigest()[:16]


def addresses_in(text: str, where: str) -> tuple[CallAddress, ...]:
    """Return the addresses of a text, one a line; lines that begin with ``#`` are comments.

    Raises:
        ConfigError: a line is no address, or there are too many; the error names the line only by its number.
    """
    found: list[CallAddress] = []
    for number, line in enumerate(text.splitlines(), 1):
        url = line.strip()
        if not url or url.startswith("#"):
            continue
        matched = ADDRESS.fullmatch(url)
        if matched is None or len(url) > LONGEST or len(found) == MOST:
            raise config_error(Misset.no_call(where, number, MOST))
        found.append(CallAddress(url, f"{matched['service']} ({len(found) + 1})"))
    return tuple(found)


def read_addresses(path: Path) -> tuple[CallAddress, ...]:
    """Read a file of addresses.

    Raises:
        ConfigError: the file cannot be read, or a line is no address.
    """
    return addresses_in(read_text_file(path, "addresses"), str(path))
