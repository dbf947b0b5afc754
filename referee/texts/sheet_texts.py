"""Texts on a tournament's sheets, and reasons why none can be made."""

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind, Wind

TableSource: TypeAlias = Annotated[str, ArgumentKind(str, "table_source", open=True)]
"""The source of a table's result, or the reason why it has none."""

TieBreakName: TypeAlias = Annotated[str, ArgumentKind(str, "tie_break")]
"""A criterion that breaks a tie in the standings."""


def _of_source(source: TableSource) -> None: ...
def _of_place(place: str, text: str) -> None: ...  # the place of a fault, and the fault
def _of_missing(number: int, numbers: Sequence[int]) -> None: ...  # a number, and those that there are
def _of_letters(letters: Sequence[str]) -> None: ...
def _of_ties(ties: Sequence[TieBreakName]) -> None: ...  # what breaks ties, one after the other
# The first session of a final, how many play it, and per cent of their points that they keep.
def _of_cut(session: int, number: int, carried: int) -> None: ...
def _of_film(name: str, number: int) -> None: ...  # a table of the hall, and an entry of its journal
def _of_first(wind: Wind) -> None: ...


class OnSheet:
    """Heads, labels and lines of sheets."""

    TOPIC = "sheet"
    standings = Text(of.nothing)
    seating = Text(of.nothing)
    results = Text(of.nothing)
    score_sheet = Text(of.nothing)
    by_table = Text(of.nothing)
    by_player = Text(of.nothing)
    # heads of columns
    tournament = Text(of.nothing)
    session = Text(of.nothing)
    table = Text(of.nothing)
    wind = Text(of.nothing)
    player = Text(of.nothing)
    number = Text(of.nothing)
    country = Text(of.nothing)
    club = Text(of.nothing)
    start = Text(of.nothing)
    final = Text(of.nothing)
    uma = Text(of.nothing)
    uma_and_oka = Text(of.nothing)
    unchecked = Text(of.of_number)
    penalties = Text(of.nothing)
    total = Text(of.nothing)
    place = Text(of.nothing)
    signature = Text(of.nothing)
    source = Text(of.nothing)
    signed = Text(of.nothing)
    yes = Text(of.nothing)
    no = Text(of.nothing)
    # lines
    the_session = Text(of.of_number)
    the_table = Text(of.of_number)
    extra_time = Text(of.of_number)
    extra_hand = Text(of.nothing)
    result_from = Text(_of_source)
    referee = Text(of.nothing)
    bets_left = Text(of.nothing)
    version = Text(of.of_number)
    nothing_counts = Text(of.nothing)
    bye = Text(of.nothing)
    report = Text(of.nothing)
    winners = Text(of.nothing)
    biggest_hands = Text(of.nothing)
    points = Text(of.nothing)
    yaku = Text(of.nothing)
    film = Text(of.nothing)
    film_at = Text(_of_film)
    statistics = Text(of.nothing)
    highest = Text(of.nothing)
    lowest = Text(of.nothing)
    below_zero = Text(of.nothing)
    mean_place = Text(_of_first)
    federation = Text(of.nothing)
    place_points = Text(of.nothing)
    all_penalties = Text(of.nothing)
    grade = Text(of.nothing)
    reason = Text(of.nothing)
    judge = Text(of.nothing)
    games = Text(of.nothing)
    day = Text(of.nothing)
    timetable = Text(of.nothing)
    begins = Text(of.nothing)
    teams = Text(of.nothing)
    team = Text(of.nothing)
    tie_breaks = Text(_of_ties)
    cut = Text(_of_cut)


class NoSheet:
    """Reasons that there are no sheets."""

    TOPIC = "nosheet"
    no_json = Text(of.of_text)
    wrong_value = Text(_of_place)
    no_session = Text(_of_missing)
    no_letters = Text(_of_letters)
    no_library = Text(of.of_text)
    too_long = Text(of.of_number)
