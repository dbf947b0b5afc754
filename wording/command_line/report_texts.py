"""Texts of the command ``jantaku report``."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text


# The arguments of a refused hand: the one or the number asked for, and the number that there is.
def _of_missing(number: int, counted: int) -> None: ...
def _of_archive(name: str, number: int) -> None: ...  # an archive, and a number in it
# An archive, its entries, the numbers of its hands in their hanchan, and its size in kilobytes.
def _of_written(name: str, number: int, names: Sequence[str], text: str) -> None: ...


class Unreported:
    """The reasons why there is no report."""

    no_state = Text(of.of_name)
    no_hand = Text(of.nothing)
    no_such_hand = Text(_of_missing)
    no_folder = Text(of.of_name)
    exists = Text(of.of_name)
    nobody_asked = Text(of.nothing)
    differs = Text(of.nothing)
    no_report = Text(reasons.of_value)
    other_version = Text(_of_archive)
    broken = Text(_of_archive)


class Reported:
    """The contents of a report, and what to do with it."""

    written = Text(_of_written)
    # files
    manifest = Text(of.nothing)
    start = Text(of.nothing)
    entries = Text(of.of_number)
    settings = Text(of.nothing)
    calibration = Text(of.nothing)
    second_calibration = Text(of.nothing)
    geometry = Text(of.nothing)
    machine = Text(of.nothing)
    latency = Text(of.nothing)
    line = Text(of.nothing)
    film = Text(of.nothing)
    second_film = Text(of.nothing)
    film_read = Text(of.nothing)
    # what is not in it
    absent = Text(of.of_name)
    unusable = Text(of.of_name)
    no_line = Text(of.nothing)
    no_pictures = Text(of.nothing)
    no_clips = Text(of.nothing)
    # what to do
    hands_seen = Text(of.nothing)
    not_written = Text(of.nothing)
    folded = Text(of.nothing)
    look = Text(of.of_name)
    send = Text(of.nothing)
