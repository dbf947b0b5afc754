"""The options of ``jantaku run``, which are the top layer of the settings."""

import argparse
import json
from pathlib import Path
from typing import Any, Final

from config import ConfigError
from referee.texts.message import Message
from table_controller.settings.file import OVERRIDES
from table_controller.settings.in_force import SettingsInForce, settings_in_force
from table_controller.settings.origin import Layer
from wording.command_line.errors import config_error, message_of_config
from wording.command_line.settings_texts import Misset

GONGS: Final = ("table", "hall")
OPTIONS: Final = {
    "unit.driver": "--driver",
    "serial": "--serial",
    "camera": "--camera",
    "second_camera": "--second-camera",
    "clock": "--clock",
    "state": "--state",
    "journal": "--journal",
    "geometry": "--geometry",
    "ruleset": "--ruleset",
    "names": "--names",
    "gong": "--gong",
    "hall": "--hall",
    "table": "--table",
    "mqtt.address": "--mqtt",
    "http.port": "--http",
    "http.listen": "--listen",
    "language": "--lang",
    OVERRIDES: "--overrides",
}
"""The option of each setting that has one."""
WHOLE_RULESET: Final = "--ruleset-json"
_JSON: Final[dict[str, type]] = {"--names": list, "--overrides": dict, WHOLE_RULESET: dict}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``jantaku run``."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="TOML file with settings that differ")
    parser.add_argument(
        "--driver", metavar="NAME", help="of the table's own machine: jantaku, none or another"
    )
    parser.add_argument("--serial", metavar="PATH", help="serial device of the table unit")
    parser.add_argument(
        "--camera", metavar="URL", help="v4l2:N, picamera2:N, shm:PATH, folder:DIR or file:VIDEO"
    )
    parser.add_argument("--second-camera", metavar="URL", help="another camera over the same table")
    parser.add_argument("--clock", metavar="CLOCK", help="real:SPEED or unix:PATH of a conductor")
    parser.add_argument("--state", metavar="DIR", help="folder for the journal and the machine's state")
    parser.add_argument(
        "--journal", metavar="FILE", help="another file than journal.sqlite in the state folder"
    )
    parser.add_argument("--geometry", metavar="NAME", help="measures of the table")
    parser.add_argument(
        "--ruleset", metavar="NAME", help="ruleset of the next hanchan: a name or a TOML file"
    )
    parser.add_argument("--ruleset-json", metavar="JSON", help="a whole ruleset instead of a name")
    parser.add_argument(
        "--overrides", metavar="JSON", help='settings that differ: {"scoring.red_fives": false}'
    )
    parser.add_argument("--names", metavar="JSON", help="names of the four players by chair")
    parser.add_argument("--gong", choices=GONGS, help="whose clock ends the time of a hanchan")
    parser.add_argument("--hall", metavar="NAME", help="name of the hall in MQTT topics")
    parser.add_argument("--table", metavar="NAME", help="name of the table in MQTT topics")
    parser.add_argument("--mqtt", metavar="HOST:PORT", help="the broker")
    parser.add_argument("--http", type=int, metavar="PORT", help="port of the dashboard, 0 for none")
    parser.add_argument("--listen", metavar="ADDRESS", help="address at which the dashboard is served")
    parser.add_argument(
        "--auto-begin", action="store_true", help="begin a hanchan at once if none is running"
    )


def settings_of(options: argparse.Namespace) -> SettingsInForce:
    """Return the settings in force with these options on top."""
    found = settings_in_force(options.config)
    if options.ruleset is not None or options.ruleset_json is not None:
        found.without_overrides()
    found.lay(_layer(options, found.wrong))
    return found


def given(options: argparse.Namespace, option: str) -> Any:
    """Return the value of an option, parsed if it is JSON; None if it was not given.

    Raises:
        ConfigError: the text is no JSON of the right kind.
    """
    value_text = getattr(options, option.removeprefix("--").replace("-", "_"), None)
    kind = _JSON.get(option)
    if value_text is None or kind is None:
        return value_text
    try:
        value = json.loads(value_text)
    except ValueError as error:
        raise config_error(Misset.no_json(option, str(error))) from None
    if not isinstance(value, kind):
        raise config_error(Misset.no_object(option) if kind is dict else Misset.no_list(option))
    return value


def _layer(options: argparse.Namespace, wrong: list[Message]) -> Layer:
    values: dict[str, Any] = {}
    for key, option in OPTIONS.items():
        try:
            value = given(options, option)
        except ConfigError as error:
            wrong.append(message_of_config(error))
            continue
        if value is not None:
            table, dot, name = key.rpartition(".")
            (values.setdefault(table, {}) if dot else values)[name] = value
    return Layer("option", "", values, names=OPTIONS)
