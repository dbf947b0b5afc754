"""Settings, table geometries and rulesets as TOML, read into plain mappings.

A name is looked up among the files that come with the package (``config/rulesets``, ``config/tables``); anything that
ends in ``.toml`` or contains a slash is a path. This package does not interpret the values; ``Ruleset.from_mapping``
and its like validate them. A file with ``extends = "name"`` holds only the differences.

In a ruleset the comment behind a value names its source; ``ruleset_sources`` returns it, with the file it is in.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path, PurePath
from typing import Any, Final

from config.origins import Source, origins
from config.text_file import (
    LONGEST_PASSWORD,
    ConfigError,
    not_utf8,
    read_password,
    read_text_file,
    unreadable,
)

__all__ = [
    "LONGEST_PASSWORD",
    "ConfigError",
    "Source",
    "people_rules",
    "read_password",
    "read_ruleset",
    "read_schedules",
    "read_sheet",
    "read_table",
    "read_text_file",
    "read_texts",
    "read_words",
    "ruleset_names",
    "ruleset_place",
    "ruleset_sources",
    "ruleset_title",
    "table_names",
]

_HERE: Final = Path(__file__).parent
"""A wheel is always unpacked, so these are plain files; ``importlib.resources`` is slow to import."""
EXTENDS = "extends"
TITLE = "title"
TITLES = ("title_ja",)
"""The titles of a ruleset in languages other than English: for people, and no part of a game's rules."""
PEOPLE = "people"
"""The table of the rules that only people can keep: for people too, and no part of a game's rules."""
FAULTS = ("request", "outcome", "refusal", "fault", "reset", "link")
"""The kinds of entries in the English catalogue of faults; other languages word them in their own file of texts."""


def ruleset_names() -> tuple[str, ...]:
    """Return the names of the rulesets that come with the package, sorted."""
    return _names("rulesets")


def table_names() -> tuple[str, ...]:
    """Return the names of the table geometries that come with the package, sorted."""
    return _names("tables")


def read_ruleset(name_or_path: str | Path) -> dict[str, Any]:
    """Return the mapping of a ruleset, merged with those it extends; its ``name`` is that of the file.

    Raises:
        ConfigError: no such ruleset, no valid TOML, or a wrong ``extends``.
    """
    mapping = _read("rulesets", name_or_path)
    mapping.pop(PEOPLE, None)
    return mapping


def people_rules(name_or_path: str | Path) -> Any:
    """Return the texts of a ruleset, with those it extends, on rules that only people can keep, by name.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    return _read("rulesets", name_or_path).get(PEOPLE, {})


def ruleset_sources(name_or_path: str | Path) -> dict[str, Source]:
    """Return the source of each setting of a ruleset by dotted key (``scoring.renhou``), through what it extends.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    found: dict[str, Source] = {}
    for label, text, mapping in reversed(_chain("rulesets", name_or_path)):
        found.update(origins(text, mapping, label))
    return found


def ruleset_place(name_or_path: str | Path, key: str) -> str:
    """Return ``FILE:LINE`` of a ruleset's setting; ``FILE`` alone if its line is not known.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    source = ruleset_sources(name_or_path).get(key)
    if source is None:
        return str(_find("rulesets", name_or_path))
    return f"{source.file}:{source.line}" if source.line else source.file


def read_table(name_or_path: str | Path) -> dict[str, Any]:
    """Return the mapping of a table's geometry (millimetres), merged with those it extends.

    Raises:
        ConfigError: no such table, no valid TOML, or a wrong ``extends``.
    """
    return _read("tables", name_or_path)


def read_faults() -> dict[str, Any]:
    """Return the catalogue of faults: text and advice for the people at the table, by kind and name."""
    return tomllib.loads((_HERE / "faults.toml").read_text(encoding="utf-8"))


def read_schedules() -> dict[str, Any]:
    """Return the schedules of tournaments by number of tables (``hall.tournaments.schedules`` expands them)."""
    return tomllib.loads((_HERE / "schedules.toml").read_text(encoding="utf-8"))


def read_sheet(name: str) -> str:
    """Return a tournament sheet's layout in the language of Typst (``sheets/scores.typ``), with the part that all sheets share."""
    folder = _HERE / "sheets"
    return "\n".join((folder / f"{each}.typ").read_text(encoding="utf-8") for each in ("common", name))


def read_words(language: str) -> dict[str, Any]:
    """Return the meaning of each setting of a ruleset in words, by group and setting (``words/en.toml``).

    Raises:
        ConfigError: there is no such language.
    """
    return _parse(_find("words", language))[1]


def ruleset_title(name_or_path: str | Path, language: str) -> str:
    """Return a ruleset's title in a language: ``title_ja``, else ``title``, else its name; never that of what it extends.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    label, _, own = _chain("rulesets", name_or_path)[0]
    name = own.get("name", PurePath(label).name.removesuffix(".toml"))
    return str(own.get(f"{TITLE}_{language}", own.get(TITLE, name)))


def read_texts(language: str) -> dict[str, Any]:
    """Return the texts for people in one language (``texts/en.toml``), by group and code, with its ``words`` and ``join``.

    The titles of the rulesets that come with the package are taken from the rulesets' own files.

    Raises:
        ConfigError: there is no such language.
    """
    texts = _parse(_find("texts", language))[1]
    if language == "en":
        faults = read_faults()
        texts |= {kind: faults[kind] for kind in FAULTS}
    texts["words"]["ruleset"] = {
        ruleset_title(name, "en"): ruleset_title(name, language) for name in ruleset_names()
    }
    return texts


def _names(folder: str) -> tuple[str, ...]:
    files = (_HERE / folder).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def _read(folder: str, name_or_path: str | Path) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for label, _, mapping in reversed(_chain(folder, name_or_path)):
        own = {key: value for key, value in mapping.items() if key not in {EXTENDS, *TITLES}}
        own.setdefault("name", PurePath(label).name.removesuffix(".toml"))
        whole.pop(TITLE, None)  # another ruleset's title
        whole = _merge(whole, own, label, ())
    return whole


def _chain(folder: str, name_or_path: str | Path) -> list[tuple[str, str, dict[str, Any]]]:
    """Return a file and those it extends, in this order: each path, text and own mapping."""
    chain: list[tuple[str, str, dict[str, Any]]] = []
    following: str | Path | None = name_or_path
    while following is not None:
        try:
            source = _find(folder, following)
        except ConfigError as error:
            if not chain:
                raise
            place = f"{chain[-1][0]}: {EXTENDS}"
            raise ConfigError(f"{place}: {error}", "misset.at", name=place, why=error) from None
        label = str(source)
        labels = [each for each, _, _ in chain]
        if label in labels:
            text = f"{label}: {EXTENDS}: goes in a circle: {' -> '.join((*labels, label))}"
            raise ConfigError(text, "badfile.circle", name=label, text=" -> ".join((*labels, label)))
        text, mapping = _parse(source)
        chain.append((label, text, mapping))
        base = mapping.get(EXTENDS)
        if base is not None and not isinstance(base, str):
            text = f"{label}: {EXTENDS}: must be the name of a file, not {base!r}"
            raise ConfigError(text, "badfile.no_base", name=label, text=repr(base))
        beside = Path(label).parent / (base or "")
        following = beside if base and _is_path(base) and beside.exists() else base
    return chain


def _parse(source: Path) -> tuple[str, dict[str, Any]]:
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


def _find(folder: str, name: str | Path) -> Path:
    if _is_path(name):
        path = Path(name)
        if not path.is_file():
            if path.exists():
                raise ConfigError(f"{path}: is no file", "badfile.no_file", name=str(path))
            raise ConfigError(f"{path}: no such file", "badfile.missing", name=str(path))
        return path
    source = _HERE / folder / f"{name}.toml"
    if not source.is_file():
        there = _names(folder)
        text = f"{folder}: {name!r} is not one of {', '.join(there)}"
        raise ConfigError(text, "badfile.none_of", name=folder, text=repr(name), names=there)
    return source


def _merge(base: dict[str, Any], over: dict[str, Any], label: str, where: tuple[str, ...]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        below = base.get(key)
        if key in base and isinstance(below, dict) is not isinstance(value, dict):
            table = isinstance(below, dict)
            place = f"{label}: {'.'.join((*where, key))}"
            text = f"{place}: is {'a table' if table else 'a value'} in what this file extends"
            raise ConfigError(text, "badfile.table_there" if table else "badfile.value_there", name=place)
        if isinstance(below, dict) and isinstance(value, dict):
            merged[key] = _merge(below, value, label, (*where, key))
        else:
            merged[key] = value
    return merged
