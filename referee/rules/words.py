"""Settings in words: sentences for club owners and judges, in each language (``config/words``)."""

from functools import cache
from typing import Any

from config import read_words
from referee.rules.flow import Uma
from referee.rules.fouls import CATALOGUE
from referee.rules.penalties import Grade, Steps
from referee.texts.language import LanguageName, language
from referee.texts.rule_texts import GradeStep


@cache
def words_of(words: LanguageName) -> dict[str, Any]:
    """By group and setting, a sentence or one for each value; ``titles`` of groups, reasons (``left``), names (``yaku``)."""
    return read_words(words)


def sentence(group: str, setting: str, value: Any, words: LanguageName = "en") -> str:
    """A setting of a ruleset in words.

    Raises:
        KeyError: no such setting, or no words for this value.
    """
    if group == "fouls" and setting in CATALOGUE:
        name = CATALOGUE[setting].words_in(words)
        return language(words).say(GradeStep.foul(f"{name[0].upper()}{name[1:]}", _shown(value, words)))
    text = words_of(words)[group][setting]
    if isinstance(text, dict):
        key = _key(value)
        text = text[key] if key in text else text["else"]
    return text.replace("{}", _shown(value, words)) if "{}" in text else str(text)


def people_sentence(name: str, words: LanguageName = "en") -> str:
    """A rule that only people can keep, in words.

    Raises:
        KeyError: no such rule.
    """
    return str(words_of(words)["people"][name])


def why_left(group: str, setting: str, words: LanguageName = "en") -> str:
    """Return why a setting is left to the judge.

    Raises:
        KeyError: the table watches it.
    """
    return str(words_of(words)["left"][group][setting])


def grade_words(grade: Grade, words: LanguageName = "en") -> str:
    """A grade as a judge calls it."""
    return language(words).word("grade", grade)


def grade_effect(grade: Grade, words: LanguageName = "en") -> str:
    """Return the effect of a grade on play (WRC 7.1, MJ 3.4.6-7, SAI 53.6, 54)."""
    return language(words).word("effect", grade)


def group_title(group: str, words: LanguageName = "en") -> str:
    """The title of a group of settings."""
    return str(words_of(words)["titles"][group])


def steps_words(steps: Steps, words: LanguageName = "en") -> str:
    """Numbers of tiles with their grades: "1 or 2: guidance (shidou); 3 or 4: …; 5 or more: …".

    If the number does not matter, the grade alone.
    """
    if len(steps) == 1 and steps[0][0] == 1:
        return grade_words(steps[0][1], words)
    lines = []
    for (least, grade), following in zip(steps, (*steps[1:], None), strict=True):
        if following is None:
            lines.append(GradeStep.or_more(least, grade))
        elif following[0] == least + 1:
            lines.append(GradeStep.exactly(least, grade))
        elif following[0] == least + 2:
            lines.append(GradeStep.either(least, least + 1, grade))
        else:
            lines.append(GradeStep.between(least, following[0] - 1, grade))
    spoken = language(words)
    return spoken.listed([spoken.say(step) for step in lines], "lines")


def _key(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "none" if value == () else str(value)


def _uma_table(table: tuple[Uma, ...], words: LanguageName) -> str:
    """The uma for each number of floating players: "0 floating: ±0; 1 floating: +12,000 -1,000 -3,000 -8,000; …"."""
    rows = [" ".join(f"{each:+,}" for each in uma) if any(uma) else "±0" for uma in table]
    spoken = language(words)
    lines = [spoken.say(GradeStep.floating(number, row)) for number, row in enumerate(rows)]
    return spoken.listed(lines, "lines")


def _shown(value: Any, words: LanguageName) -> str:
    spoken = language(words)
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, str):
        return spoken.word("grade", value)
    if value and isinstance(value[0], tuple):
        return _uma_table(value, words) if isinstance(value[0][1], int) else steps_words(value, words)
    if value and isinstance(value[0], int):
        return spoken.listed([f"{each:+,}" for each in value], "list")
    return spoken.listed([words_of(words)["yaku"][each] for each in value], "list")
