"""The texts of what rulebooks make of numbers: grades that rise with them."""

from referee.texts.declaration import Text
from referee.texts.kinds import Grade


def _of_number(number: int, grade: Grade) -> None:
    """A number and the grade that it has."""


def _of_numbers(number: int, most: int, grade: Grade) -> None:
    """The first and the last number of a grade."""


def _of_foul(name: str, text: str) -> None:
    """A foul in words, and its grades."""


class GradeStep:
    """What a foul costs, and numbers with one grade."""

    TOPIC = "step"

    foul = Text(_of_foul)

    exactly = Text(_of_number)
    either = Text(_of_numbers)
    between = Text(_of_numbers)
    or_more = Text(_of_number)
