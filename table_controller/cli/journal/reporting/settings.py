"""The settings in force as a report shows them: numbers, switches and the program's own words, and nothing else.

A free text may be a name, an address, a password or a folder named after somebody, so the report only says that it is
set.
"""

from typing import Any, Final, Literal, get_args, get_origin

from config import ruleset_names, table_names
from firmware_bridge.drivers.installed import driver_names
from referee.rules.ruleset import Ruleset
from table_controller.settings.file import OVERRIDES, setting_types
from table_controller.settings.in_force import SettingsInForce
from table_controller.settings.origin import HIDDEN

SOURCES: Final = frozenset({"v4l2", "picamera2", "shm", "folder", "file"})
"""The words with which the source of a camera may begin."""
SCHEMES: Final = {
    "camera": SOURCES,
    "second_camera": SOURCES,
    "clock": frozenset({"real", "unix"}),
}
"""Settings whose text begins with a word of the program and a colon, and these words."""


def shown_settings(force: SettingsInForce) -> dict[str, dict[str, Any]]:
    """Return each setting by its dotted key: its value, and the kind of place that it comes from."""
    return {
        key: {"value": _shown(key, force.value(key), kind), "from": kind}
        for key in force.keys
        if not key.startswith(f"{OVERRIDES}.")
        for kind in (force.origins[key].kind,)
    }


def overrides(played: Ruleset) -> dict[str, Any]:
    """Return the rules that differ from the ruleset of the same name, by dotted key; all rules of a club's own ruleset."""
    named = type(played).read(played.name).to_mapping() if played.name in ruleset_names() else {}
    return {
        f"{group}.{name}": value
        for group, rules in played.to_mapping().items()
        if isinstance(rules, dict)
        for name, value in rules.items()
        if name not in named.get(group, {}) or named[group][name] != value
    }


def shipped(name: str, names: tuple[str, ...]) -> str:
    """Return the name if it comes with the program, otherwise a mark that hides it."""
    return name if name in names or not name else HIDDEN


def _shown(key: str, value: Any, kind: str) -> Any:
    if kind == "default" or not isinstance(value, str | list | tuple):
        return value
    if isinstance(value, list | tuple):
        return [_shown(key, each, kind) for each in value]
    if not value or value in _words(setting_types()[key]):
        return value
    if key in SCHEMES:
        scheme = value.partition(":")[0]
        return f"{scheme}:{HIDDEN}" if scheme in SCHEMES[key] else HIDDEN
    known = {"ruleset": ruleset_names, "geometry": table_names, "unit.driver": driver_names}
    return shipped(value, known[key]()) if key in known else HIDDEN


def _words(kind: Any) -> set[str]:
    """Return the words that a setting can take."""
    if get_origin(kind) is Literal:
        return {each for each in get_args(kind) if isinstance(each, str)}
    return set().union(*(_words(each) for each in get_args(kind)))
