"""Settings in words: sentences for club owners and judges (``config/words.toml``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from config import read_words
from referee.rules.fouls import CATALOGUE
from referee.texts.language import language

if TYPE_CHECKING:
    from referee.rules.penalties import Grade, Steps
    from referee.texts.language import LanguageName

WORDS: Final = read_words()
"""By group and setting: a sentence, or one for each value."""


def sentence(group: str, setting: str, value: Any) -> str:
    """A setting of a ruleset in words.

    Raises:
        KeyError: no such setting, or no words for this value.
    """
    if group == "fouls" and setting in CATALOGUE:
        words = CATALOGUE[setting].words
        return f"{words[0].upper()}{words[1:]}: {_shown(value)}."
    said = WORDS[group][setting]
    if isinstance(said, dict):
        key = _key(value)
        said = said[key] if key in said else said["else"]
    return said.replace("{}", _shown(value)) if "{}" in said else str(said)


def grade_words(grade: Grade, words: LanguageName = "en") -> str:
    """A grade as a judge calls it."""
    return language(words).word("grade", grade)


def group_title(group: str, words: LanguageName = "en") -> str:
    """The title of a group of settings."""
    return language(words).word("group", group)


def rules_title(title: str, words: LanguageName = "en") -> str:
    """The title of a ruleset; a club's own title is the same in every language."""
    return language(words).word("ruleset", title)


def steps_words(steps: Steps) -> str:
    """Numbers of tiles with their grades: "1 or 2: guidance (shidou); 3 or 4: …; 5 or more: …".

    If the number does not matter, the grade alone.
    """
    if len(steps) == 1 and steps[0][0] == 1:
        return grade_words(steps[0][1])
    said = []
    for (least, grade), following in zip(steps, (*steps[1:], None), strict=True):
        if following is None:
            numbers = f"{least} or more"
        elif following[0] == least + 1:
            numbers = str(least)
        elif following[0] == least + 2:
            numbers = f"{least} or {least + 1}"
        else:
            numbers = f"{least} to {following[0] - 1}"
        said.append(f"{numbers}: {grade_words(grade)}")
    return "; ".join(said)


def _key(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value == () else str(value)


def _shown(value: Any) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, str):
        return language("en").word("grade", value)
    if value and isinstance(value[0], tuple):
        return steps_words(value)
    if value and isinstance(value[0], int):
        return ", ".join(f"{each:+,}" for each in value)
    return ", ".join(each.replace("_", " ") for each in value)
