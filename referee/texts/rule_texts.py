"""Texts of rulesets: what a foul costs, and what is wrong with a ruleset."""

from collections.abc import Sequence

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import Grade
from referee.texts.message import Message


def _of_number(number: int, grade: Grade) -> None: ...  # a number and the grade that it has
def _of_numbers(number: int, most: int, grade: Grade) -> None: ...  # the first and the last number of a grade
def _of_floating(number: int, text: str) -> None: ...  # the number of floating players, and the uma then
def _of_foul(name: str, text: str) -> None: ...  # a foul in words, and its grades


class GradeStep:
    """The cost of a foul, and numbers with one grade."""

    TOPIC = "step"

    foul = Text(_of_foul)

    exactly = Text(_of_number)
    either = Text(_of_numbers)
    between = Text(_of_numbers)
    or_more = Text(_of_number)
    floating = Text(_of_floating)


# A ruleset or a place in a file, a setting, and what is wrong with it.
def _of_place(name: str, key: str, why: Message) -> None: ...
def _of_meant(name: str | None) -> None: ...
def _of_names(names: Sequence[str]) -> None: ...
def _of_choice(names: Sequence[str], text: str) -> None: ...  # the names that there are, and the text given
# The number that there must be, and the number that there are.
def _of_counts(number: int, there: int) -> None: ...
def _of_numbers_only(numbers: Sequence[int]) -> None: ...


class Misruled:
    """Faults of a ruleset."""

    in_file = Text(_of_place)
    in_ruleset = Text(_of_place)
    # the form
    missing = Text(of.nothing)
    no_table = Text(of.nothing)
    no_group = Text(_of_names)
    no_setting = Text(_of_meant)
    no_pair = Text(of.nothing)
    none_of = Text(_of_choice)
    no_list = Text(of.of_text)
    other_count = Text(_of_counts)
    true_or_false = Text(of.of_text)
    whole_number = Text(of.of_text)
    text = Text(of.of_text)
    # numbers that make no sense, and settings that contradict each other
    needs = Text(of.of_text)
    only = Text(_of_numbers_only)
    negative = Text(of.nothing)
    negative_limit = Text(of.nothing)
    not_above_zero = Text(of.nothing)
    hundreds = Text(of.nothing)
    too_many_points = Text(of.of_number)
    sum_not_zero = Text(of.nothing)
    must_fall = Text(of.nothing)
    must_rise = Text(of.nothing)
    four_winds = Text(of.nothing)
    not_shared = Text(of.nothing)
    twice = Text(of.nothing)
