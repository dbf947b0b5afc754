"""The answers for setting a table up: from a file, and from settings that exist already."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from config import LONGEST_PASSWORD, read_text_file, ruleset_choices
from config.nearest import nearest
from table_controller.commands.declared_request import MisfitError, converted
from table_controller.health.calls.addresses import CallAddress, addresses_in
from table_controller.settings.file import LAST_PORT
from wording.command_line.errors import config_error
from wording.command_line.settings_texts import Misset
from wording.command_line.setup_texts import BadAnswer
from wording.misordered import BadFile
from wording.wanted import is_named, wanted

TABLE: Final = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,30}$"
"""The name of a table, which is part of a login."""
HALL: Final = r"^[^/+#\\=,\x00-\x1f\x7f]{1,40}$"
"""The name of a hall, which is part of topics and of its authority's certificate."""
NO_UNIT: Final = "none"
KEEP: Final = "keep"
"""The firmware stays as it is."""
NO_CAMERA: Final = "none"
"""The answer for the second camera if one is enough."""
LEARN: Final = "learn"
"""The answer if the table's measures are unknown, so that it must be measured."""
NO_CALLS: Final = "none"
"""The answer to the question for addresses if nobody is to be called."""
OWN_BROKER: Final = "127.0.0.1"

PRINTED: Final = r"^[^\x00-\x1f\x7f]*$"
CALLS_LENGTH: Final = 2000
Line = Annotated[str, Meta(pattern=PRINTED, max_length=LONGEST_PASSWORD)]


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to all questions.

    Attributes:
        unit: the serial device of the table's unit; ``none`` for a table without one.
        firmware: the chip of the unit's board, into which this program's firmware is written; ``keep`` for none.
        camera: as in the settings: ``v4l2:0``.
        second_camera: another camera over the same table; ``none`` if one is enough, empty if not answered.
        geometry: the table's measures: a name of ``config/tables``, or a file of ``jantaku table learn``.
        broker: ``here``, or HOST:PORT of one elsewhere.
        encrypted: True to encrypt the page and the lines to a broker that runs here.
        host: the name by which others reach this computer.
        password: the password of the login ``referee`` at a broker that runs here, or of the table's login at a broker
            elsewhere; if empty, one is generated.
        ca: file of the authority of a broker elsewhere, which then has an encrypted line.
        user: the table's login at a broker elsewhere; empty: ``table`` and its name.
        calls: the Apprise addresses at which people are called, separated by spaces; ``none`` for nobody, empty if not
            answered.
    """

    hall: Annotated[str, Meta(pattern=HALL)] = "home"
    table: Annotated[str, Meta(pattern=TABLE)] = "1"
    language: Literal["en", "ja"] = "en"
    unit: Line = NO_UNIT
    firmware: Literal["keep", "atmega328p", "atmega2560"] = KEEP
    camera: Line = "v4l2:0"
    second_camera: Line = ""
    geometry: Line = "standard"
    ruleset: Line = "wrc-2025"
    broker: Line = "here"
    encrypted: bool = False
    host: Line = ""
    password: Line = ""
    ca: Line = ""
    user: Line = ""
    calls: Annotated[str, Meta(pattern=PRINTED, max_length=CALLS_LENGTH)] = ""

    @property
    def own_broker(self) -> bool:
        """True if the broker runs on this computer."""
        return self.broker == "here"

    @property
    def login(self) -> str:
        return self.user or f"table{self.table}"


def read_answers(path: Path, before: Answers) -> Answers:
    """Read answers from a file, keeping the present ones that it leaves out.

    Raises:
        ConfigError: it cannot be read, or has a wrong key or value; the text says which.
    """
    try:
        given = tomllib.loads(read_text_file(path, "answers"))
    except tomllib.TOMLDecodeError as error:
        raise config_error(BadFile.no_toml(str(path), str(error))) from None
    return changed(before, given, str(path))


def _converted(given: Mapping[str, Any], where: str) -> Answers:
    """Return answers with these values.

    Raises:
        ConfigError: a key or value is wrong.
    """
    known = Answers.__struct_fields__
    for key in given:
        if key not in known:
            raise config_error(Misset.no_setting(where, key, nearest(key, known) or None))
    try:
        return converted(given, Answers)
    except MisfitError as error:
        key = error.place
    value = "…" if key == "password" else repr(given[key])
    if isinstance(given[key], type(getattr(Answers(), key))) and not is_named(Answers, key):
        raise config_error(BadAnswer.unusable(where, key, value))
    raise config_error(Misset.must_be(where, key, wanted(Answers, key), value))


def changed(before: Answers, given: Mapping[str, Any], where: str) -> Answers:
    """Return answers with some of them changed.

    Raises:
        ConfigError: a key or value is wrong.
    """
    after = _converted({**msgspec.to_builtins(before), **given}, where)
    if after.ruleset not in ruleset_choices() and "/" not in after.ruleset:
        raise config_error(BadAnswer.no_ruleset(where, repr(after.ruleset), tuple(ruleset_choices())))
    called_at(after, where)
    host, colon, port = after.broker.rpartition(":")
    number = int(port[:6]) if port.isascii() and port.isdecimal() else 0
    if not after.own_broker and not (host and colon and 0 < number <= LAST_PORT):
        raise config_error(BadAnswer.no_broker(where, repr(after.broker)))
    return after


def called_at(answers: Answers, where: str = "-") -> tuple[CallAddress, ...]:
    """Return the addresses at which people are to be called.

    Raises:
        ConfigError: one of them is no address.
    """
    addresses = "" if answers.calls == NO_CALLS else answers.calls
    return addresses_in("\n".join(addresses.split()), where)


def answers_from(settings: Mapping[str, Any], start: Answers, where: str) -> Answers:
    """Return the answers that the usable settings already give, with defaults for the others.

    Raises:
        ConfigError: a name in them is not valid in a login or a certificate.
    """
    mqtt, http = settings.get("mqtt", {}), settings.get("http", {})
    names = ("hall", "table", "language", "camera", "geometry", "ruleset")
    given = {name: settings[name] for name in names if name in settings}
    if "second_camera" in settings:
        given["second_camera"] = settings["second_camera"] or NO_CAMERA
    if "serial" in settings:
        given["unit"] = settings["serial"]
    if settings.get("unit", {}).get("driver") == NO_UNIT:
        given["unit"] = NO_UNIT
    if "address" in mqtt:
        here = mqtt["address"].rpartition(":")[0] in {OWN_BROKER, "localhost"}
        given["broker"] = "here" if here else mqtt["address"]
        given["ca"] = "" if here else mqtt.get("ca", "")
        given["encrypted"] = bool(here and mqtt.get("tls", False) and http.get("certificate"))
    # The usual login contains the table's name, so leave it out: it changes with the name.
    if mqtt.get("user", "") != f"table{settings.get('table', start.table)}":
        given["user"] = mqtt.get("user", "")
    return changed(start, given, where)
