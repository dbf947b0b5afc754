"""Errors from outside the program, reported as one sentence and an exit status."""

import errno
import os
import sys
from importlib.util import find_spec
from shlex import quote
from typing import Final

from config import ConfigError
from referee.texts.findings import Plain
from referee.texts.language import LanguageName, language
from referee.texts.message import Message
from wording.command_line.errors import message_of_config
from wording.misordered import Failed
from wording.terminal.streams import NoOutputError

LIBRARIES: Final = {
    "duckdb": "duckdb",
    "gpiozero": "gpiozero",
    "nats": "nats-py",
    "psycopg": "psycopg[binary,pool]",
    "psycopg_pool": "psycopg[binary,pool]",
    "textual": "textual",
    "typst": "typst",
    "xlsxwriter": "xlsxwriter",
}
"""By the module that is missing: the library to install, for libraries that only some tables need."""
SYSTEMS: Final = {"lgpio": "python3-lgpio", "picamera2": "python3-picamera2"}
"""By the module that is missing: the system's package to install."""
OF_DEBIAN: Final = "/usr/lib/jantaku"
"""The environment of the Debian package, which brings all libraries except those of ``PACKAGES`` and no pip."""
PACKAGES: Final = {"typst": "jantaku-sheets"}
"""By library: the further Debian package of this program that brings it."""
OUTSIDE: Final = (OSError, ImportError, MemoryError, RecursionError, UnicodeError)
"""Errors that the machine, its files and their contents can cause anywhere in the program."""
OURS: Final = (
    "config",
    "firmware_bridge",
    "hall",
    "referee",
    "simulation",
    "table_controller",
    "vision",
    "wording",
)
"""Packages whose errors are sentences for people: what is wrong, and where."""


def install_command(library: str) -> str:
    """Return the command that installs a library beside this program."""
    if sys.prefix == OF_DEBIAN:
        return f"sudo apt install --reinstall ./{PACKAGES.get(library, 'jantaku')}_*.deb"
    pip = f"{sys.executable} -m pip" if find_spec("pip") else f"python3 -m pip --python {sys.executable}"
    return f"{'' if os.access(sys.prefix, os.W_OK) else 'sudo '}{pip} install {quote(library)}"


def how_to_bring(module: str) -> str:
    """Return what to type if a module is missing."""
    if module in SYSTEMS:
        own = (
            ""
            if sys.prefix == OF_DEBIAN
            else (", and make a virtual environment of your own with --system-site-packages")
        )
        return f"sudo apt install {SYSTEMS[module]}{own}"
    if module == "duckdb" and sys.prefix == OF_DEBIAN:
        return "the Debian package is without it; take a copy of the journal or store to a clone, and export there"
    if module in LIBRARIES or sys.prefix == OF_DEBIAN:
        return install_command(LIBRARIES.get(module, module))
    return "run `make setup-sim` in the folder of jantaku"


def is_host(text: str) -> bool:
    """Return whether a text can be the name or the address of a computer."""
    try:
        return bool(text.encode("idna")) and text.isprintable() and " " not in text
    except UnicodeError:
        return False


def is_from_outside(error: BaseException) -> bool:
    """Return whether an error is reported in a sentence; any other is a bug and needs its traceback."""
    return isinstance(error, OUTSIDE) or type(error).__module__.partition(".")[0] in OURS


def sentence(error: BaseException, words: LanguageName = "en") -> str:
    """Say what happened, where, and if known what to do about it."""
    return language(words).say(message_of(error))


def message_of(error: BaseException) -> Message:
    """Return an error's sentence as a message; those of the system and of other libraries keep their own words."""
    if isinstance(error, ConfigError):
        return message_of_config(error)
    if isinstance(error, NoOutputError):
        return Failed.no_output()
    why = getattr(error, "why", None)
    if isinstance(why, Message):
        return why
    if isinstance(error, ModuleNotFoundError):
        library = (error.name or "").partition(".")[0]
        return Failed.no_library(library, how_to_bring(library))
    if isinstance(error, ImportError):
        return Failed.library(str(error), how_to_bring(""))
    if isinstance(error, OSError) and error.strerror:
        where = [str(name) for name in (error.filename, error.filename2) if name is not None]
        number = error.errno or 0
        # An error that was raised with a sentence of its own keeps it.
        known = error.strerror == os.strerror(number)
        return Failed.system(where, errno.errorcode.get(number, error.strerror) if known else error.strerror)
    if isinstance(error, UnicodeDecodeError):
        return Failed.not_utf8(error.start, f"{error.object[error.start]:#04x}")
    if isinstance(error, UnicodeError):
        return Failed.not_writable(str(error))
    if isinstance(error, MemoryError):
        return Failed.memory()
    if isinstance(error, RecursionError):
        return Failed.too_deep()
    return Plain.words(str(error) or type(error).__name__)
