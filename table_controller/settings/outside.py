"""Reads the layers from outside the program: a settings file and its drop-ins, credentials, the environment.

The drop-ins of ``/etc/jantaku/table.toml`` are the files ``*.toml`` in ``/etc/jantaku/table.toml.d``, in order of their
names. As with systemd, a link to ``/dev/null`` counts as an empty file.
"""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from config import ConfigError, read_text_file
from config.nearest import nearest
from config.origins import toml_lines
from config.text_file import unreadable
from referee.texts.message import Message
from table_controller.settings.file import is_file, is_text, setting_types
from table_controller.settings.origin import Layer, OriginKind
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.settings_texts import Misset
from wording.misordered import BadFile

TABLE_SETTINGS: Final = Path("/etc/jantaku/table.toml")
"""The settings file of the table at this computer, created as docs/install.md says."""
PREFIX: Final = "JANTAKU_"
"""The prefix of variables that are settings: ``JANTAKU_HALL``, ``JANTAKU_MQTT__ADDRESS``."""
WITHIN: Final = "__"
"""The characters in a variable's name that stand for the dot of a setting."""
OTHER_VARIABLES: Final = ("JANTAKU_PASSWORD",)
"""Variables of this program that are no settings."""
CREDENTIALS: Final = "CREDENTIALS_DIRECTORY"
"""The variable in which systemd passes the folder of a service's credentials."""
SUFFIX: Final = ".d"
TOML_PLACE: Final = re.compile(r" \(at line (\d+), column \d+\)$")


def variable_of(key: str) -> str:
    """Return the variable of a setting: ``JANTAKU_MQTT__ADDRESS`` for ``mqtt.address``."""
    return PREFIX + key.replace(".", WITHIN).upper()


def without_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without settings, for the daemon of a simulated table."""
    variables = {CREDENTIALS, *(variable_of(key) for key in setting_types())}
    return {name: value for name, value in environment.items() if name not in variables}


def drop_ins(config: Path) -> list[Path]:
    """Return the drop-ins of a settings file, in order.

    Raises:
        ConfigError: their folder cannot be read.
    """
    folder = (
        config.parent / f"{config.name}{SUFFIX}"
    )  # "." and "/" have no name, and reading them gives the error that they are no file
    try:
        names = sorted(path.name for path in folder.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        raise unreadable(folder, error) from None
    paths = [folder / name for name in names if name.endswith(".toml") and not name.startswith(".")]
    return [path for path in paths if path.resolve() != Path(os.devnull)]


def file_layers(config: Path, wrong: list[Message]) -> list[Layer]:
    """Return the layers of a settings file and its drop-ins; ``wrong`` gets the unreadable ones."""
    layers: list[Layer] = []
    try:
        below = drop_ins(config)
    except ConfigError as error:
        wrong.append(message_of_config(error))
        below = []
    kinds: list[tuple[OriginKind, Path]] = [("file", config), *(("drop_in", path) for path in below)]
    for kind, path in kinds:
        try:
            layers.append(_file_layer(kind, path))
        except ConfigError as error:
            wrong.append(message_of_config(error))
    return layers


def _file_layer(kind: OriginKind, path: Path) -> Layer:
    text = read_text_file(path, "settings")
    try:
        return Layer(kind, str(path), tomllib.loads(text), toml_lines(text))
    except tomllib.TOMLDecodeError as error:
        found = TOML_PLACE.search(str(error))
        place = f"{path}:{found[1]}" if found else str(path)
        raise config_error(BadFile.no_toml(place, str(error))) from None


def environment_layer(environment: Mapping[str, str], keys: Iterable[str], wrong: list[Message]) -> Layer:
    """Return the layer of the variables that are settings; ``wrong`` gets the misspelt ones."""
    known = {variable_of(key): key for key in keys}
    values: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name in sorted(environment):
        key = known.get(name)
        if key is not None:
            _put(values, key, _value(key, environment[name]))
            names[key] = name
        elif name.startswith(PREFIX) and name not in OTHER_VARIABLES:
            asked = name.removeprefix(PREFIX).replace(WITHIN, ".").lower()
            meant = nearest(asked, [each for each in known.values() if ("." in each) == ("." in asked)])
            # Other variables may have this prefix, but one that resembles a setting's is a mistake.
            if meant or "." in asked:
                wrong.append(Misset.no_variable(name, variable_of(meant) if meant else None))
    return Layer("environment", "", values, names=names)


def credentials_layer(environment: Mapping[str, str], keys: Iterable[str], wrong: list[Message]) -> Layer:
    """Return the layer of the credentials that systemd passes to the service, named like settings: ``mqtt.password_file``.

    If the setting names a file, the credential is that file. For any other setting, its first line is the value.
    """
    values: dict[str, Any] = {}
    names: dict[str, str] = {}
    folder = Path(environment.get(CREDENTIALS, ""))
    known = set(keys)
    tables = {key.partition(".")[0] for key in known if "." in key}
    try:
        there = sorted(path.name for path in folder.iterdir()) if environment.get(CREDENTIALS) else []
    except OSError as error:
        wrong.append(message_of_config(unreadable(folder, error)))
        there = []
    for name in there:
        if name in known:
            try:
                text = str(folder / name) if is_file(name) else _first_line(folder / name)
            except ConfigError as error:
                wrong.append(message_of_config(error))
                continue
            _put(values, name, _value(name, text))
            names[name] = name
        elif name.partition(".")[0] in tables and "." in name:
            wrong.append(Misset.no_credential(name, nearest(name, known) or None))
    return Layer("credential", "", values, names=names)


def _first_line(path: Path) -> str:
    return read_text_file(path, "settings").partition("\n")[0].removesuffix("\r")


def _value(key: str, text: str) -> Any:
    """Return the value of a setting from a text: the text itself, or its value in TOML if the setting is not text."""
    if is_text(key):
        return text
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return parsed["value"] if parsed.keys() == {"value"} else text


def _put(values: dict[str, Any], key: str, value: Any) -> None:
    table, dot, name = key.rpartition(".")
    (values.setdefault(table, {}) if dot else values)[name] = value
