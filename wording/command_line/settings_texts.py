"""Faults of a setting of the daemon, in its file or on the command line."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message
from wording.barred import LoginRole


def _of_place(name: str, why: Message) -> None: ...  # a file or a setting, and what is wrong there
# A file, a key in it, and the setting that was probably meant.
def _of_key(name: str, key: str, meant: str | None) -> None: ...
# A file, a key in it, what its value must be, and what it is.
def _of_wanted(name: str, key: str, wanted: Message, text: str) -> None: ...
# A setting, the pin that it names, and what uses that pin too.
def _of_pin(name: str, number: int, other: str) -> None: ...
def _of_role(name: str, text: str, role: LoginRole) -> None: ...  # a setting, a login, and its role
def _of_driven(name: str, text: str, why: str) -> None: ...  # ``name`` is the driver's, ``text`` the place
# A driver, those that are installed, and the one that was probably meant.
def _of_driver(text: str, names: Sequence[str], meant: str | None) -> None: ...
# A variable or a credential, and the one that was probably meant.
def _of_meant(name: str, meant: str | None) -> None: ...


def _of_line(name: str, number: int, most: int) -> None:
    """A file, the number of a line in it, and the most lines that it may have."""


class Misset:
    """Faults of a setting."""

    at = Text(_of_place)
    # a file
    no_setting = Text(_of_key)
    must_be = Text(_of_wanted)
    no_table = Text(reasons.of_value)
    # around the file
    no_variable = Text(_of_meant)
    no_credential = Text(_of_meant)
    # values
    no_call = Text(_of_line)
    no_topic = Text(reasons.of_value)
    invisible = Text(reasons.of_value)
    no_url = Text(reasons.of_value)
    no_camera = Text(reasons.of_value)
    same_camera = Text(reasons.of_value)
    no_address = Text(reasons.of_most_text)
    no_clock = Text(reasons.of_most_text)
    only_with = Text(reasons.of_value)
    no_viewer = Text(_of_role)
    pin_twice = Text(_of_pin)
    pin_of_line = Text(_of_pin)
    # drivers: ``firmware_bridge`` raises these by their codes
    no_driver = Text(_of_driver)
    unloaded = Text(reasons.of_value)
    misplaced = Text(_of_driven)
    incapable = Text(reasons.of_value)
    # options
    no_json = Text(reasons.of_value)
    no_object = Text(of.of_name)
    no_list = Text(of.of_name)
    # the folder
    in_use = Text(of.of_name)
    of_other_user = Text(reasons.of_value)
