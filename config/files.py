"""Finds TOML files by name or path and reads them with what they extend, and rulesets with their mods."""

import tomllib
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, Final, NamedTuple

from config.text_file import ConfigError, not_utf8, unreadable

EXTENDS: Final = "extends"
TITLE: Final = "title"
NEWER: Final = "newer"
"""The name of the newer edition of a ruleset's book."""
MODS: Final = "mods"
"""The table of the mods of a ruleset: by name, the settings that each changes."""
SECOND_HAND: Final = "second_hand"
"""True in the file of a ruleset whose book nobody here has read: its values are second hand until a file confirms them."""
HERE: Final = Path(__file__).parent
"""A wheel is always unpacked, so these are plain files; ``importlib.resources`` is slow to import."""


class File(NamedTuple):
    """A file, or the part of it that is a mod: its path for people, its text, what it sets itself."""

    label: str
    text: str
    own: dict[str, Any]


def names_in(folder: str) -> tuple[str, ...]:
    """Return the names of the TOML files in a folder of the package, sorted."""
    files = (HERE / folder).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def chain(folder: str, name_or_path: str | Path, extended_by: tuple[str, ...] = ()) -> list[File]:
    """Return a file and those it extends, in this order; the settings of mods come before their ruleset."""
    plain, mods = parted(name_or_path) if folder == "rulesets" else (name_or_path, ())
    try:
        source = find(folder, plain)
    except ConfigError as error:
        if not extended_by:
            raise
        place = f"{extended_by[-1]}: {EXTENDS}"
        raise ConfigError(f"{place}: {error}", "misset.at", name=place, why=error) from None
    label = str(source)
    if label in extended_by:
        circle = " -> ".join((*extended_by, label))
        text = f"{label}: {EXTENDS}: is circular: {circle}"
        raise ConfigError(text, "badfile.circle", name=label, text=circle)
    file = File(label, *parse(source))
    if folder == "rulesets":
        _refuse_wrong_heads(file)
    base = file.own.get(EXTENDS)
    if base is not None and not isinstance(base, str):
        text = f"{label}: {EXTENDS}: must be the name of a file, not {base!r}"
        raise ConfigError(text, "badfile.no_base", name=label, text=repr(base))
    files = [file]
    if base:
        beside = source.parent / base
        there = _is_path(parted(base)[0]) and Path(parted(beside)[0]).exists()
        files += chain(folder, beside if there else base, (*extended_by, label))
    return _modded(files, mods) if mods else files


def parted(name_or_path: str | Path) -> tuple[str | Path, tuple[str, ...]]:
    """Part ``wrc-2025+2.1`` or ``club.toml+2.1`` into the ruleset and its mods; a plus in a folder's name is part of the path."""
    whole = str(name_or_path)
    at = whole.rfind(".toml") + len(".toml") if ".toml" in whole else 0
    base, *mods = whole[at:].split("+")
    return (whole[:at] + base, tuple(mods)) if mods else (name_or_path, ())


def _modded(whole: list[File], mods: tuple[str, ...]) -> list[File]:
    """Put the settings of mods before the files of their ruleset.

    Raises:
        ConfigError: there is no such mod, or two of them contradict each other.
    """
    first = whole[0]
    there = {name: file for file in reversed(whole) for name in _mods_in(file)}
    head = {"name": "+".join((name_of(first), *mods)), TITLE: " +".join((title_of(first, TITLE), *mods))}
    set_by: dict[str, tuple[str, Any]] = {}
    files = []
    for mod in mods:
        if mod not in there:
            text = f"{first.label}: {mod!r} is no mod of it ({', '.join(there) or 'it has none'})"
            raise ConfigError(text, "badfile.no_mod", name=first.label, text=repr(mod), names=tuple(there))
        file = there[mod]
        groups = {key: each for key, each in _mods_in(file)[mod].items() if isinstance(each, dict)}
        for key, value in (
            (f"{group}.{key}", each) for group in groups for key, each in groups[group].items()
        ):
            other, before = set_by.setdefault(key, (mod, value))
            if before != value:
                text = f"{first.label}: mods {other} and {mod} contradict each other in {key}"
                names = {"name": first.label, "first": other, "other": mod, "key": key}
                raise ConfigError(text, "badfile.mods_contradict", **names)
        kept = {key: file.own[key] for key in (SECOND_HAND, "sources") if key in file.own}
        files.append(File(file.label, _text_of_mod(file.text, mod), head | kept | groups))
    return [*files, *whole]


def _refuse_wrong_heads(file: File) -> None:
    """Check what a ruleset's file says of itself, before anything is made of it.

    Raises:
        ConfigError: a mod is no table, or a ruleset at second hand does not name its book.
    """
    _mods_in(file)
    second_hand, sources = file.own.get(SECOND_HAND, False), file.own.get("sources")
    if not isinstance(second_hand, bool) or (second_hand and not (isinstance(sources, list) and sources)):
        text = (
            f"{file.label}: {SECOND_HAND}: must be true or false; if true, sources must name the book first"
        )
        raise ConfigError(text, "badfile.second_hand", name=file.label)


def _mods_in(file: File) -> dict[str, dict[str, Any]]:
    """Return the mods that a file defines, by name.

    Raises:
        ConfigError: one is no table.
    """
    mods = file.own.get(MODS, {})
    tables = mods if isinstance(mods, dict) else {"": mods}
    for name, mod in tables.items():
        if not isinstance(mod, dict):
            place = f"{file.label}: {MODS}.{name}".removesuffix(".")
            raise ConfigError(f"{place}: must be a table", "misset.no_table", name=place, text=repr(mod))
    return tables


def _text_of_mod(text: str, mod: str) -> str:
    """Return the tables of a mod under the names of the groups that they change, each line where it stands in the file."""
    prefix, inside, lines = f'{MODS}."{mod}".', False, []
    for line in text.splitlines():
        if line.lstrip().startswith("["):
            inside = prefix in line
        lines.append(line.replace(prefix, "") if inside else "")
    return "\n".join(lines)


def name_of(file: File) -> str:
    """Return the name that a file gives itself, or its own without ``.toml``."""
    return str(file.own.get("name", PurePath(file.label).name.removesuffix(".toml")))


def title_of(file: File, key: str) -> str:
    """Return a file's title under a key (``title_ja``), else its ``title``, else its name."""
    return str(file.own.get(key, file.own.get(TITLE, name_of(file))))


def parse(source: Path) -> tuple[str, dict[str, Any]]:
    """Return a file's text and mapping.

    Raises:
        ConfigError: it cannot be read, or is no valid TOML.
    """
    try:
        text = source.read_text(encoding="utf-8")
        return text, _own_copy(_loads(text))
    except tomllib.TOMLDecodeError as error:
        text = f"{source}: not valid TOML: {error}"
        raise ConfigError(text, "badfile.no_toml", name=str(source), text=str(error)) from None
    except OSError as error:
        raise unreadable(source, error) from None
    except UnicodeDecodeError:
        raise not_utf8(source) from None


@lru_cache(maxsize=16)
def _loads(text: str) -> dict[str, Any]:
    """Parse a file's text; kept, because every record and every hand asks for its ruleset again."""
    return tomllib.loads(text)


def _own_copy(value: Any) -> Any:
    """Return a deep copy, which the caller may change."""
    if isinstance(value, dict):
        return {key: _own_copy(each) for key, each in value.items()}
    return [_own_copy(each) for each in value] if isinstance(value, list) else value


def _is_path(name: str | Path) -> bool:
    return isinstance(name, Path) or name.endswith(".toml") or "/" in name


def find(folder: str, name: str | Path) -> Path:
    """Return the path of a file, given by a name among those of the package or by a path.

    Raises:
        ConfigError: there is no such file.
    """
    if _is_path(name):
        path = Path(name)
        if not path.is_file():
            if path.exists():
                raise ConfigError(f"{path}: is not a file", "badfile.no_file", name=str(path))
            raise ConfigError(f"{path}: no such file", "badfile.missing", name=str(path))
        return path
    source = HERE / folder / f"{name}.toml"
    if not source.is_file():
        there = names_in(folder)
        text = f"{folder}: {name!r} is not one of {', '.join(there)}"
        raise ConfigError(text, "badfile.none_of", name=folder, text=repr(name), names=there)
    return source


def merge(base: dict[str, Any], over: dict[str, Any], label: str, where: tuple[str, ...]) -> dict[str, Any]:
    """Return a mapping with the values of another over it, table by table.

    Raises:
        ConfigError: a table stands over a value, or a value over a table.
    """
    merged = dict(base)
    for key, value in over.items():
        below = base.get(key)
        if key in base and isinstance(below, dict) is not isinstance(value, dict):
            table = isinstance(below, dict)
            place = f"{label}: {'.'.join((*where, key))}"
            text = f"{place}: is {'a table' if table else 'a value'} in what this file extends"
            raise ConfigError(text, "badfile.table_there" if table else "badfile.value_there", name=place)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = merge(below, value, label, (*where, key))
        else:
            merged[key] = value
    return merged
