"""The JSON schema of the daemon's settings file (draft 2020-12), made from its declaration and its defaults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from referee.rules.ruleset import setting_names
from table_controller.settings.file import SettingsFile
from table_controller.settings.in_force import default_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    Schema = dict[str, Any]


def settings_schema() -> str:
    """The text of config/daemon.schema.json."""
    made = msgspec.json.schema(SettingsFile)
    tables: dict[str, Schema] = made["$defs"]
    _defaults(tables, tables["SettingsFile"], default_settings().said)
    tables["SettingsFile"]["properties"]["overrides"]["properties"] = _groups()
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Settings of jantaku run",
        "$comment": "Made by python -m table_controller.cli.describe from table_controller/settings/file.py.",
        **made,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _defaults(tables: Mapping[str, Schema], table: Schema, said: Mapping[str, Any]) -> None:
    """A file may leave anything out: then the default holds."""
    table.pop("required")
    for name, schema in table["properties"].items():
        if isinstance(said[name], dict) and name != "overrides":
            _defaults(tables, tables[schema["$ref"].rpartition("/")[2]], said[name])
        else:
            schema["default"] = said[name]


def _groups() -> dict[str, Schema]:
    """Return the schemas of ``[overrides]``: settings by dotted name, or in tables of their groups."""
    names = setting_names()
    groups: dict[str, Schema] = {}
    for name in names:
        group, _, setting = name.partition(".")
        own = groups.setdefault(group, {"type": "object", "properties": {}, "additionalProperties": False})
        own["properties"][setting] = {}
    return {**groups, **{name: {} for name in names}}
