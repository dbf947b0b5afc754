"""``jantaku config``: shows the settings in force and their origins, checks them, and explains each."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from config.nearest import nearest
from referee.texts.language import Language, language
from referee.texts.message import Message, to_json
from table_controller.settings.file import (
    OVERRIDES,
    SettingsFile,
    is_file,
    setting_types,
    settings_tables,
)
from table_controller.settings.in_force import SettingsInForce, default_settings
from table_controller.settings.options import OPTIONS, add_options
from table_controller.settings.origin import SettingOrigin, without_secrets
from table_controller.settings.outside import TABLE_SETTINGS, variable_of
from table_controller.settings.settings import examined
from wording.command_line.configured import Configured
from wording.command_line.errors import config_error, message_of_config
from wording.terminal.columns import padded, wrapped
from wording.terminal.exit_status import ExitStatus
from wording.terminal.spoken import spoken_by
from wording.wanted import help_of, wanted

COLUMN: Final = 48
"""Width of the column with settings and their values. [characters]"""
WIDTH: Final = 110
_FROM: Final = {
    "file": Configured.file,
    "drop_in": Configured.drop_in,
    "credential": Configured.credential,
    "environment": Configured.environment,
    "option": Configured.option,
}


def add_parser(subparsers: Any) -> None:
    """Add ``config`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "config",
        description="The settings of the table that stands here, as its daemon reads them: the defaults, over them the settings "
        f"file ({TABLE_SETTINGS} if there is one), its drop-ins (FILE.d/*.toml), systemd's credentials, the environment and "
        "the options of the command line. Passwords are never shown.",
    )
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    show = what.add_parser("show", help="the settings in force, and where each comes from")
    show.add_argument("keys", nargs="*", metavar="KEY", help="only these settings, or those of these tables")
    check = what.add_parser("check", help="all that is wrong with the settings; the exit status is 1 then")
    explain = what.add_parser("explain", help="what a setting means, what it may be, and its default")
    explain.add_argument("keys", nargs="*", metavar="KEY", help="mqtt.address, or a table: mqtt; all if none")
    for each, run in ((show, _show), (check, _check), (explain, _explain)):
        add_options(each)
        each.add_argument("--json", action="store_true", help="print one JSON object")
        each.set_defaults(run=run)


def _show(options: argparse.Namespace) -> int:
    """Print the valid settings; return 1 if any other is mistaken, else 0."""
    found = _examined(options)
    keys = _chosen(options.keys, found.keys)
    spoken = language(spoken_by(options))
    if options.json:
        settings = [
            {"key": key, "value": found.shown(key), "origin": _as_json(found.origins[key])} for key in keys
        ]
        _print_json({"settings": settings, "mistakes": _mistakes(found.wrong, spoken)})
    else:
        for key in keys:
            value = json.dumps(found.shown(key), ensure_ascii=False)
            print(padded(f"{key} = {value}", COLUMN) + spoken.say(_from(found.origins[key])))
        for why in found.wrong:
            print(f"jantaku config: {without_secrets(spoken.say(why))}", file=sys.stderr)
    return ExitStatus.NOT_DONE if found.wrong else ExitStatus.DONE


def _check(options: argparse.Namespace) -> int:
    """Print every mistake; return 1 if there is one, else 0."""
    found = _examined(options)
    spoken = language(spoken_by(options))
    _check_geometry(found)
    if options.json:
        _print_json({"mistakes": _mistakes(found.wrong, spoken), "files": found.files})
    else:
        for why in found.wrong:
            print(without_secrets(spoken.say(why)))
        end = (
            Configured.mistakes(len(found.wrong))
            if found.wrong
            else Configured.usable(found.files)
            if found.files
            else Configured.usable_defaults()
        )
        print(spoken.say(end))
    return ExitStatus.NOT_DONE if found.wrong else ExitStatus.DONE


def _check_geometry(found: SettingsInForce) -> None:
    """Check the table's measures too: the daemon reads them when it starts, so a mistake there is one of the settings."""
    # Vision is heavy to import, and only this needs it.
    from vision.geometry import load_geometry  # noqa: PLC0415

    try:
        load_geometry(found.values["geometry"])
    except ValueError as error:
        found.wrong.append(found.at("geometry", message_of_config(error)))


def _explain(options: argparse.Namespace) -> int:
    """Print what settings mean."""
    found = _examined(options)
    spoken = language(spoken_by(options))
    explained = [_explanation(key, found, spoken) for key in _chosen(options.keys, setting_types())]
    if options.json:
        _print_json({"settings": explained})
        return ExitStatus.DONE
    for number, each in enumerate(explained):
        if number:
            print()
        print("\n".join(_lines(each, spoken)))
    return ExitStatus.DONE


def _explanation(key: str, found: SettingsInForce, spoken: Language) -> dict[str, Any]:
    """Return the meaning of a setting, for programs."""
    declared: type = settings_tables().get(key.partition(".")[0], SettingsFile)
    name = key.partition(".")[2] or key
    unit = (getattr(setting_types()[key].__metadata__[-1], "extra_json_schema", None) or {}).get("x-unit")
    return {
        "key": key,
        "meaning": spoken.words["daemon_setting"][key] if spoken.name == "ja" else help_of(declared, name),
        "must_be": spoken.say(wanted(SettingsFile, key)),
        "unit": unit,
        "default": default_settings().value(key),
        "now": found.shown(key) if key != OVERRIDES else found.values[OVERRIDES],
        "variable": variable_of(key),
        "credential": key if is_file(key) or key == "journal" else None,
        "option": OPTIONS.get(key),
    }


def _lines(setting: dict[str, Any], spoken: Language) -> list[str]:
    """Return the meaning of a setting, in lines for people."""
    ways = [setting["variable"], *(setting[way] for way in ("credential", "option") if setting[way])]
    messages: list[Message] = [
        Configured.must_be(wanted(SettingsFile, setting["key"])),
        *([Configured.unit(spoken.words["setting_unit"][setting["unit"]])] if setting["unit"] else []),
        Configured.by_default(json.dumps(setting["default"], ensure_ascii=False)),
        *(
            [Configured.now(json.dumps(setting["now"], ensure_ascii=False))]
            if setting["now"] != setting["default"]
            else []
        ),
        Configured.ways(ways),
    ]
    return [
        *wrapped(setting["meaning"], f"{setting['key']}: ", WIDTH),
        *(f"  {spoken.say(each)}" for each in messages),
    ]


def _examined(options: argparse.Namespace) -> SettingsInForce:
    if options.config is None and TABLE_SETTINGS.is_file():
        options.config = TABLE_SETTINGS
    return examined(options)[0]


def _chosen(named: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return the settings with these names and all settings of tables with these names; every setting if none is named.

    Raises:
        ConfigError: a name belongs to neither a setting nor a table.
    """
    keys = list(known)
    chosen: list[str] = []
    for name in named:
        found = [key for key in keys if key == name or key.startswith(f"{name}.")]
        if not found and name != OVERRIDES:
            raise config_error(Configured.unknown(name, nearest(name, [*keys, *settings_tables()]) or None))
        chosen += found
    return chosen if named else keys


def _from(origin: SettingOrigin) -> Message:
    return Configured.default() if origin.kind == "default" else _FROM[origin.kind](origin.place)


def _as_json(origin: SettingOrigin) -> dict[str, Any]:
    return {"kind": origin.kind, "name": origin.name, "line": origin.line or None}


def _mistakes(wrong: Iterable[Message], spoken: Language) -> list[dict[str, Any]]:
    return [without_secrets({**to_json(each), "text": spoken.say(each)}) for each in wrong]


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False))
