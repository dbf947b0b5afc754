"""Every setting of a ruleset in words, from which the page makes the form for the beginning of a hanchan."""

import json
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from config import ruleset_choices, ruleset_title
from referee.rules.flow import Uma
from referee.rules.fouls import CATALOGUE
from referee.rules.penalties import Grade, Steps
from referee.rules.ruleset import DOUBLE_YAKUMAN, GROUPS
from referee.rules.words import group_title, words_of
from referee.texts.language import LanguageName
from wording.rules_shown import offered_title

AFTER_FOUL: Final[dict[LanguageName, str]] = {"en": ": {}.", "ja": "：{}。"}
"""The text between the name of a foul and its grade."""


def rules_in_words(name: LanguageName) -> str:
    """Return the JSON text: presets with titles, and groups of settings, each with its kind and words."""
    described = {
        "presets": [
            {"name": each, "title": ruleset_title(each, name), "offered": offered_title(each, newer, name)}
            for each, newer in ruleset_choices().items()
        ],
        "groups": [
            {"group": group, "title": group_title(group, name), "settings": _settings(group, name)}
            for group in GROUPS
        ],
    }
    return json.dumps(described, ensure_ascii=False, indent=1) + "\n"


def _settings(group: str, name: LanguageName) -> list[dict[str, Any]]:
    words = words_of(name)[group]
    return [
        {
            "name": setting,
            **_kind(kind),
            "says": words[setting] if setting in words else _foul(setting, name),
        }
        for setting, kind in get_type_hints(GROUPS[group]).items()
    ]


def _foul(rule: str, name: LanguageName) -> str:
    word = CATALOGUE[rule].words_in(name)
    return f"{word[0].upper()}{word[1:]}{AFTER_FOUL[name]}"


def _kind(kind: Any) -> dict[str, Any]:
    """Return the choice that an input must offer a person."""
    if kind is bool:
        return {"kind": "switch"}
    if kind is int:
        return {"kind": "whole"}
    if kind == Grade:
        return {"kind": "grade"}
    if kind == Steps:
        return {"kind": "steps"}
    if get_origin(kind) is Literal:
        return {"kind": "choice", "choices": list(get_args(kind))}
    if kind == tuple[str, ...]:
        return {"kind": "some", "choices": list(DOUBLE_YAKUMAN)}
    if kind == tuple[Uma, ...]:
        return {"kind": "places_table"}
    assert kind == Uma
    return {"kind": "places"}
