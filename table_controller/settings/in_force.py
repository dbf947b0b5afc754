"""The settings in force: the layers on top of each other, with each value checked against its declaration."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

from config import ConfigError
from config.nearest import nearest
from config.origins import toml_lines
from referee.texts.language import english
from referee.texts.message import Message
from table_controller.settings.file import (
    DEFAULTS,
    OVERRIDES,
    SettingsFile,
    defaults_text,
    is_file,
    setting_types,
    settings_tables,
)
from table_controller.settings.origin import HIDDEN, Layer, SettingOrigin, without_secrets
from table_controller.settings.outside import credentials_layer, environment_layer, file_layers
from wording.command_line.settings_texts import Misset
from wording.wanted import wanted

NAMED: Final = "name"
"""The argument in which a message names its setting."""


class SettingsError(ConfigError):
    """The settings have mistakes.

    Attributes:
        wrong: all mistakes; the text of the error is the first.
    """

    def __init__(self, wrong: tuple[Message, ...]) -> None:
        first = wrong[0]
        super().__init__(english(first), first.code, **dict(first.arguments))
        self.wrong = wrong


@dataclass(slots=True)
class SettingsInForce:
    """The settings in force, their origins, and their mistakes.

    Attributes:
        values: the settings by table and name, as in ``config/daemon.toml``.
        origins: the origin of each by dotted key; each override has a key of its own (``overrides.flow.renchan``).
        wrong: their mistakes. A mistaken value is not in force.
        files: the settings file and its drop-ins, in the order in which they were read.
    """

    values: dict[str, Any] = field(default_factory=dict)
    origins: dict[str, SettingOrigin] = field(default_factory=dict)
    wrong: list[Message] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def keys(self) -> list[str]:
        """Return the dotted keys of all settings, and of the overrides that are set."""
        keys = [key for key in setting_types() if key != OVERRIDES]
        return [*keys, *(f"{OVERRIDES}.{name}" for name in self.values[OVERRIDES])]

    def value(self, key: str) -> Any:
        """Return the value of a setting or an override."""
        table, dot, name = key.partition(".")
        return self.values[table][name] if dot else self.values[key]

    def shown(self, key: str) -> Any:
        """Return the value for people, with secrets hidden."""
        return _shown(key, self.value(key), self.origins[key])

    def sound(self) -> SettingsInForce:
        """Return these settings if they have no mistake.

        Raises:
            SettingsError: they have mistakes.
        """
        if self.wrong:
            raise SettingsError(tuple(self.wrong))
        return self

    def at(self, key: str, why: Message) -> Message:
        """Add a setting's place to its mistake; a message that names another setting gets the place of that one."""
        named = dict(why.arguments).get(NAMED)
        origin = self.origins.get(named if isinstance(named, str) and named in self.origins else key)
        if origin is None or origin.kind == "default":
            return why
        return Misset.at(origin.place, why)

    def lay(self, layer: Layer) -> None:
        """Lay a layer over the settings, but leave mistaken values out and note them in ``wrong``."""
        known = [*setting_types(), *settings_tables()]
        for key, value in _values(layer.values):
            origin = layer.origin(key)
            if key in settings_tables():
                self.wrong.append(Misset.no_table(f"{origin.place}: {key}", _repr(key, value, origin)))
            elif key not in setting_types():
                self.wrong.append(Misset.no_setting(origin.place, key, nearest(key, known) or None))
            elif key == OVERRIDES and isinstance(value, dict):
                for name, each in dotted(value).items():
                    self.values[OVERRIDES][name] = each
                    self.origins[f"{OVERRIDES}.{name}"] = layer.origin(f"{OVERRIDES}.{name}")
            elif _fits(key, value):
                table, dot, name = key.partition(".")
                (self.values[table] if dot else self.values)[name if dot else key] = value
                self.origins[key] = origin
            else:
                must = wanted(SettingsFile, key)
                self.wrong.append(Misset.must_be(origin.place, key, must, _repr(key, value, origin)))

    def without_overrides(self) -> None:
        """Drop the overrides of all layers so far, because they belong to another ruleset."""
        for name in self.values[OVERRIDES]:
            del self.origins[f"{OVERRIDES}.{name}"]
        self.values[OVERRIDES] = {}


def default_settings() -> SettingsInForce:
    """Return the defaults, with their lines in ``config/daemon.toml``."""
    text, values = defaults_text()
    found = SettingsInForce({table: {} for table in (*settings_tables(), OVERRIDES)})
    found.lay(Layer("default", DEFAULTS, values, toml_lines(text)))
    # People read them in the order of declaration.
    found.values = {key: found.values[key] for key in SettingsFile.__struct_fields__}
    return found


def settings_in_force(config: Path | None, environment: Mapping[str, str] | None = None) -> SettingsInForce:
    """Return the defaults with, on top of them, a settings file, its drop-ins, credentials and the environment.

    Args:
        config: the settings file; None for none.
        environment: of the process.
    """
    environment = os.environ if environment is None else environment
    found = default_settings()
    for layer in (
        *([] if config is None else file_layers(config, found.wrong)),
        credentials_layer(environment, setting_types(), found.wrong),
        environment_layer(environment, setting_types(), found.wrong),
    ):
        if layer.kind in {"file", "drop_in"}:
            found.files.append(layer.name)
        found.lay(layer)
    return found


def dotted(values: Mapping[str, Any]) -> dict[str, Any]:
    """Flatten a nested mapping to dotted names, as TOML reads ``flow.red_fives = false`` as a mapping in a mapping."""
    return {
        dotted: value
        for name, under in values.items()
        for dotted, value in (
            {f"{name}.{each}": value for each, value in under.items()}
            if isinstance(under, dict)
            else {name: under}
        ).items()
    }


def _values(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the values of a layer by dotted key; an unknown table stays whole."""
    for key, value in values.items():
        if isinstance(value, dict) and key in settings_tables():
            yield from ((f"{key}.{each}", within) for each, within in value.items())
        else:
            yield key, value


def _fits(key: str, value: Any) -> bool:
    try:
        msgspec.convert(value, setting_types()[key])
    except msgspec.ValidationError:
        return False
    return True


def _shown(key: str, value: Any, origin: SettingOrigin) -> Any:
    if origin.kind == "credential" and not is_file(key):
        return HIDDEN
    return without_secrets(value)


def _repr(key: str, value: Any, origin: SettingOrigin) -> str:
    return repr(_shown(key, value, origin))
