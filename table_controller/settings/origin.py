"""The origin of a setting's value, and a layer of such values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

OriginKind: TypeAlias = Literal["default", "file", "drop_in", "credential", "environment", "option"]
HIDDEN: Final = "…"
"""The sign that people see instead of a secret."""
_URL_PASSWORD: Final = re.compile(r"(\b[\w+.-]+:/{1,2}[^:/@\s]*):.*@")
_WORD_PASSWORD: Final = re.compile(r"(password\s*=\s*)(?:'[^']*'|[^&\s']*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SettingOrigin:
    """The origin of a value.

    Attributes:
        name: the path of a file, or the name of a variable, a credential or an option.
        line: the line in the file, from 1; 0 if there is none.
    """

    kind: OriginKind
    name: str
    line: int = 0

    @property
    def place(self) -> str:
        """The origin for people: ``/etc/jantaku/table.toml:7``, ``JANTAKU_HALL``, ``--hall``."""
        return f"{self.name}:{self.line}" if self.line else self.name


@dataclass(frozen=True, slots=True)
class Layer:
    """The values from one origin.

    Attributes:
        values: the values, in tables as in a settings file.
        lines: the line of each value by dotted key.
        names: the variable or option of each value by dotted key, if that is not ``name``.
    """

    kind: OriginKind
    name: str
    values: Mapping[str, Any]
    lines: Mapping[str, int] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def origin(self, key: str) -> SettingOrigin:
        """Return the origin of the value with a dotted key, or else of a value within it."""
        within = key
        while within and within not in self.lines and within not in self.names:
            within = within.rpartition(".")[0]
        return SettingOrigin(self.kind, self.names.get(within, self.name), self.lines.get(within, 0))


def without_secrets(value: Any) -> Any:
    """Return a value for people, without the password of a URL or one behind ``password=``."""
    if isinstance(value, str):
        return _WORD_PASSWORD.sub(rf"\1{HIDDEN}", _URL_PASSWORD.sub(rf"\1:{HIDDEN}@", value))
    if isinstance(value, list | tuple):
        return [without_secrets(each) for each in value]
    if isinstance(value, dict):
        return {key: without_secrets(each) for key, each in value.items()}
    return value
