"""Settings, table geometries and rulesets as TOML, read into plain mappings.

A name is looked up among the files that come with the package (``config/rulesets``, ``config/tables``); anything that
ends in ``.toml`` or contains a slash is a path. This package does not interpret the values; ``Ruleset.from_mapping``
and its like validate them. A file with ``extends = "name"`` holds only the differences.

In a ruleset the comment behind a value names its source; ``ruleset_sources`` returns it, with the file it is in. A
ruleset may define mods, named sets of settings that a tournament switches on: ``wrc-2025+2.1+3.2``.
"""

import tomllib
from itertools import combinations
from pathlib import Path, PurePath
from typing import Any

from config.files import (
    EXTENDS,
    HERE,
    MODS,
    NEWER,
    SECOND_HAND,
    TITLE,
    chain,
    find,
    merge,
    name_of,
    names_in,
    parse,
    parted,
    title_of,
)
from config.origins import Source, origins
from config.text_file import LONGEST_PASSWORD, ConfigError, read_password, read_text_file

__all__ = [
    "LONGEST_PASSWORD",
    "ConfigError",
    "Source",
    "people_rules",
    "read_password",
    "read_results_style",
    "read_ruleset",
    "read_schedules",
    "read_sheet",
    "read_table",
    "read_text_file",
    "read_texts",
    "read_words",
    "ruleset_choices",
    "ruleset_mods",
    "ruleset_names",
    "ruleset_place",
    "ruleset_sources",
    "ruleset_title",
    "table_names",
    "unchecked_settings",
]

TITLES = ("title_ja",)
"""The titles of a ruleset in languages other than English: for people, and no part of a game's rules."""
UNREAD = "unread"
"""In a ruleset's mapping, its book if that could not be had; left out if it was read."""
UNCHECKED = "unchecked"
"""In a ruleset's mapping, the number of values that were not checked against its book; 0 is left out."""
NO_EFFECT = "without effect"
"""The beginning of the comment on a setting that has no effect with the other settings."""
PEOPLE = "people"
"""The table of the rules that only people can keep: for people too, and no part of a game's rules."""
FAULTS = ("request", "outcome", "refusal", "fault", "reset", "link")
"""The kinds of entries in the English catalogue of faults; other languages word them in their own file of texts."""


def ruleset_names() -> tuple[str, ...]:
    """Return the names of the rulesets that come with the package, sorted."""
    return names_in("rulesets")


def ruleset_choices() -> dict[str, str]:
    """Return every ruleset that comes with the package, with its mods or without, and the newer edition of each, "" if none.

    What has a newer edition comes last.
    """
    found: dict[str, str] = {}
    for name in ruleset_names():
        newer = str(parse(find("rulesets", name))[1].get(NEWER, ""))
        mods = tuple(ruleset_mods(name, "en"))
        for number in range(len(mods) + 1):
            found |= {"+".join((name, *some)): newer for some in combinations(mods, number)}
    return dict(sorted(found.items(), key=lambda each: (each[1] != "", each[0])))


def table_names() -> tuple[str, ...]:
    """Return the names of the table geometries that come with the package, sorted."""
    return names_in("tables")


def read_ruleset(name_or_path: str | Path) -> dict[str, Any]:
    """Return the mapping of a ruleset, merged with those it extends and its mods; its ``name`` is that of the file.

    Raises:
        ConfigError: no such ruleset or mod, no valid TOML, a wrong ``extends``, or mods that contradict each other.
    """
    mapping = _read("rulesets", name_or_path)
    for key in (PEOPLE, MODS):
        mapping.pop(key, None)
    if mapping.pop(SECOND_HAND, False):
        number = len(unchecked_settings(name_or_path))
        mapping |= {UNREAD: _unread(name_or_path)} | ({UNCHECKED: number} if number else {})
    return mapping


def _unread(name_or_path: str | Path) -> str:
    """Return the first book of the ruleset at second hand, which may be extended by a club's."""
    files = (each.own for each in chain("rulesets", name_or_path) if each.own.get(SECOND_HAND))
    sources = next(files).get("sources")
    return str(sources[0]) if isinstance(sources, list) and sources else ""


def unchecked_settings(name_or_path: str | Path) -> tuple[str, ...]:
    """Return the settings with an effect whose values were not checked against the ruleset's book, by dotted key.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    found: dict[str, bool] = {}
    second_hand = False
    for label, text, mapping in chain("rulesets", name_or_path):
        second_hand = second_hand or bool(mapping.get(SECOND_HAND))
        for key, source in origins(text, mapping, label).items():
            if "." in key and key.partition(".")[0] not in {PEOPLE, MODS}:
                found.setdefault(key, second_hand and not source.text.startswith(NO_EFFECT))
    return tuple(key for key, unchecked in found.items() if unchecked)


def ruleset_mods(name_or_path: str | Path, language: str) -> dict[str, str]:
    """Return the titles of a ruleset's mods in a language, by name.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    mods = _read("rulesets", name_or_path).get(MODS, {})
    return {name: str(mod.get(f"{TITLE}_{language}", mod.get(TITLE, name))) for name, mod in mods.items()}


def people_rules(name_or_path: str | Path) -> Any:
    """Return the texts of a ruleset, with those it extends, on rules that only people can keep, by name.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    return _read("rulesets", name_or_path).get(PEOPLE, {})


def ruleset_sources(name_or_path: str | Path) -> dict[str, Source]:
    """Return the source of each setting of a ruleset by dotted key (``scoring.renhou``), through what it extends.

    A value that a ruleset at second hand takes from another is known from nowhere: its source says so.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    found: dict[str, Source] = {}
    taken_by, its_label = "", ""
    for label, text, mapping in chain("rulesets", name_or_path):
        base = PurePath(label).name.removesuffix(".toml")
        for key, source in origins(text, mapping, label).items():
            if key.startswith(MODS):
                continue
            if label != its_label and taken_by and not source.text.startswith(NO_EFFECT):
                found.setdefault(key, source._replace(text=f"not in source: as {base}", book=taken_by))
            found.setdefault(key, source)
        if mapping.get(SECOND_HAND):
            taken_by, its_label = taken_by or str(mapping["sources"][0]), its_label or label
    return found


def ruleset_place(name_or_path: str | Path, key: str) -> str:
    """Return ``FILE:LINE`` of a ruleset's setting; ``FILE`` alone if no file sets it.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    source = ruleset_sources(name_or_path).get(key)
    if source is None:
        return str(find("rulesets", name_or_path))
    return f"{source.file}:{source.line}"


def read_table(name_or_path: str | Path) -> dict[str, Any]:
    """Return the mapping of a table's geometry (millimetres), merged with those it extends.

    Raises:
        ConfigError: no such table, no valid TOML, or a wrong ``extends``.
    """
    return _read("tables", name_or_path)


def read_faults() -> dict[str, Any]:
    """Return the catalogue of faults: text and advice for the people at the table, by kind and name."""
    return tomllib.loads((HERE / "faults.toml").read_text(encoding="utf-8"))


def read_schedules() -> dict[str, Any]:
    """Return the schedules of tournaments by number of tables (``hall.tournaments.schedules`` expands them)."""
    return tomllib.loads((HERE / "tournaments" / "schedules.toml").read_text(encoding="utf-8"))


def read_results_style() -> bytes:
    """Return the style of the results for everybody."""
    return (HERE / "tournaments" / "results.css").read_bytes()


def read_sheet(name: str) -> str:
    """Return a tournament sheet's layout in the language of Typst (``tournaments/scores.typ``), with the part that all sheets share."""
    folder = HERE / "tournaments"
    return "\n".join((folder / f"{each}.typ").read_text(encoding="utf-8") for each in ("common", name))


def read_words(language: str) -> dict[str, Any]:
    """Return the meaning of each setting of a ruleset in words, by group and setting (``words/en.toml``).

    Raises:
        ConfigError: there is no such language.
    """
    return parse(find("words", language))[1]


def ruleset_title(name_or_path: str | Path, language: str) -> str:
    """Return a ruleset's title in a language: ``title_ja``, else ``title``, else its name; never that of what it extends.

    Raises:
        ConfigError: as ``read_ruleset``.
    """
    plain, mods = parted(name_or_path)
    return " +".join((title_of(chain("rulesets", plain)[0], f"{TITLE}_{language}"), *mods))


def read_texts(language: str) -> dict[str, Any]:
    """Return the texts for people in one language (``texts/en.toml``), by group and code, with its ``words`` and ``join``.

    The titles of the rulesets that come with the package are taken from the rulesets' own files.

    Raises:
        ConfigError: there is no such language.
    """
    texts = parse(find("texts", language))[1]
    if language == "en":
        faults = read_faults()
        texts |= {kind: faults[kind] for kind in FAULTS}
    texts["words"]["ruleset"] = {
        ruleset_title(name, "en"): ruleset_title(name, language) for name in ruleset_names()
    }
    return texts


def _read(folder: str, name_or_path: str | Path) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for file in reversed(chain(folder, name_or_path)):
        own = {key: value for key, value in file.own.items() if key not in {EXTENDS, NEWER, *TITLES}}
        own.setdefault("name", name_of(file))
        whole.pop(TITLE, None)  # another ruleset's title
        whole = merge(whole, own, file.label, ())
    return whole
