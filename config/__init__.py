"""Settings, table geometries and rulesets as TOML, read into plain mappings.

A name is looked up among the files that come with the package (``config/rulesets``, ``config/tables``); anything that
ends in ``.toml`` or contains a slash is a path. Nothing is interpreted here: ``Ruleset.from_mapping`` and its like
validate. A file may say ``extends = "name"``: it then holds only what differs.
"""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    Source = Path | Traversable

EXTENDS = "extends"


class ConfigError(ValueError):
    """A settings file cannot be used: the text names the file, the key and the reason."""


def ruleset_names() -> tuple[str, ...]:
    """The names of the rulesets that come with the package, sorted."""
    return _names("rulesets")


def table_names() -> tuple[str, ...]:
    """The names of the table geometries that come with the package, sorted."""
    return _names("tables")


def read_ruleset(name_or_path: str | Path) -> dict[str, Any]:
    """The mapping of a ruleset, with what it extends filled in; its ``name`` is that of the file.

    Raises:
        ConfigError: no such ruleset, no valid TOML, or a wrong ``extends``.
    """
    return _read("rulesets", name_or_path)


def read_table(name_or_path: str | Path) -> dict[str, Any]:
    """The mapping of a table's geometry (millimetres), with what it extends filled in.

    Raises:
        ConfigError: no such table, no valid TOML, or a wrong ``extends``.
    """
    return _read("tables", name_or_path)


def read_faults() -> dict[str, Any]:
    """The catalogue of faults: by kind and name, text and advice for the person at the table."""
    return tomllib.loads(resources.files(__name__).joinpath("faults.toml").read_text(encoding="utf-8"))


def _names(folder: str) -> tuple[str, ...]:
    files = resources.files(__name__).joinpath(folder).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def _read(folder: str, name_or_path: str | Path, below: tuple[str, ...] = ()) -> dict[str, Any]:
    source = _find(folder, name_or_path)
    label = str(source)
    if label in below:
        raise ConfigError(f"{label}: {EXTENDS}: goes in a circle: {' -> '.join((*below, label))}")
    try:
        mapping = tomllib.loads(source.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{label}: not valid TOML: {error}") from None
    except OSError as error:
        raise ConfigError(f"{label}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{label}: not UTF-8 text") from None
    mapping.setdefault("name", source.name.removesuffix(".toml"))
    base_name = mapping.pop(EXTENDS, None)
    if base_name is None:
        return mapping
    if not isinstance(base_name, str):
        raise ConfigError(f"{label}: {EXTENDS}: must be the name of a file, not {base_name!r}")
    beside = Path(label).parent / base_name
    base = _read(folder, beside if _is_path(base_name) and beside.exists() else base_name, (*below, label))
    return _merge(base, mapping, label, ())


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or name.endswith(".toml") or "/" in name


def _find(folder: str, name: str | Path) -> Source:
    if _is_path(name):
        path = Path(name)
        if not path.is_file():
            raise ConfigError(f"{path}: no such file")
        return path
    source = resources.files(__name__).joinpath(folder).joinpath(f"{name}.toml")
    if not source.is_file():
        raise ConfigError(f"{folder}: {name!r} is not one of {', '.join(_names(folder))}")
    return source


def _merge(base: dict[str, Any], over: dict[str, Any], label: str, where: tuple[str, ...]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        below = base.get(key)
        if key in base and isinstance(below, dict) is not isinstance(value, dict):
            kind = "a table" if isinstance(below, dict) else "a value"
            raise ConfigError(f"{label}: {'.'.join((*where, key))}: is {kind} in what this file extends")
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = _merge(below, value, label, (*where, key))
        else:
            merged[key] = value
    return merged
