"""Texts of ``jantaku rules`` around the settings of a ruleset."""

from collections.abc import Sequence
from typing import Annotated

from config import ruleset_mods, ruleset_title
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind, Grade
from referee.texts.language import LanguageName, language
from referee.texts.message import Message

_Known = Annotated[str, ArgumentKind(str, "known")]
_Sense = Annotated[str, ArgumentKind(str, "sense")]
_Effect = Annotated[str, ArgumentKind(str, "effect")]


def _of_titled(title: str, name: str) -> None: ...  # a ruleset's title and name
def _of_mod(name: str, title: str) -> None: ...  # a mod's name and title
def _of_mods(title: str, names: Sequence[str]) -> None: ...  # a ruleset's title and those of its mods
def _of_books(names: Sequence[str]) -> None: ...
def _of_two(first: str, other: str, number: int) -> None: ...  # two rulesets and how many settings differ
# A setting in words, where it comes from, why it is left to the judge.
def _of_setting(text: str, section: str, left: str | None) -> None: ...
# The cost of a foul, how it becomes known, and its place in the rulebooks.
def _of_cost(what: Sequence[Message], known: _Known, section: str) -> None: ...
def _of_grade(grade: Grade, cost: Message | None) -> None: ...  # a grade and its points
# A grade, what it means for play, its points.
def _of_effect(grade: Grade, effect: _Effect, cost: Message | None) -> None: ...
def _of_number_from(number: int, first: int) -> None: ...  # points, and from which one on
def _of_late(number: int, most: int) -> None: ...  # points for each minute, and for how many minutes
def _of_senses(names: Sequence[_Sense]) -> None: ...
# A foul in words, its name, and the senses that it needs.
def _of_left(text: str, name: str, names: Sequence[_Sense]) -> None: ...


class RulesShown:
    """A ruleset in words."""

    TOPIC = "rules"
    ruleset = Text(_of_titled)
    books = Text(_of_books)
    setting = Text(_of_setting)
    no_effect = Text(of.of_number)
    differ = Text(_of_two)
    # where a value comes from
    no_file = Text(of.nothing)
    not_in_source = Text(of.of_text)
    second_hand = Text(of.of_text)
    reading = Text(of.of_text)
    without_effect = Text(of.of_text)
    unchecked = Text(of.of_number)
    mod = Text(_of_mod)
    with_mods = Text(_of_mods)
    older = Text(_of_titled)
    # what a table leaves to the judge, and every table to people
    left_to_people = Text(of.nothing)
    left_without = Text(_of_senses)
    left_wholly = Text(_of_left)
    left_partly = Text(_of_left)
    # fouls
    fouls = Text(of.of_text)
    foul = Text(_of_titled)
    cost = Text(_of_cost)
    graded = Text(_of_grade)
    points = Text(of.of_number)
    points_from = Text(_of_number_from)
    late = Text(_of_late)
    reverse_mangan = Text(of.nothing)
    grades = Text(of.nothing)
    effect = Text(_of_effect)
    changes = Text(of.nothing)


def offered_title(ruleset: str, newer: str, name: LanguageName) -> str:
    """Return a ruleset's title in a language as a list offers it: mods are named, an older edition says that it is one."""
    title, (plain, *mods) = ruleset_title(ruleset, name), ruleset.split("+")
    if mods:
        titles = ruleset_mods(plain, name)
        title = language(name).say(RulesShown.with_mods(title, tuple(titles[mod] for mod in mods)))
    return language(name).say(RulesShown.older(title, newer)) if newer else title
