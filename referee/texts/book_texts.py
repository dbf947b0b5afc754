"""Reasons for refusing an entry in a tournament's book or a plan of seats, and faults of a book."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message
from referee.texts.sheet_texts import TableSource


def _of_session(session: int) -> None: ...
# A session, and its tables without a result.
def _of_results(session: int, what: Sequence[Message]) -> None: ...
def _of_source(source: TableSource) -> None: ...  # the reason that a table has no result
def _of_lacking(table: int, source: TableSource) -> None: ...  # a table, and the reason that it has no result
def _of_player(name: str, session: int) -> None: ...  # somebody, and a session
# A substitute, the absent player, and a session.
def _of_stand_in(name: str, absent: str, session: int) -> None: ...
def _of_seat(name: str, absent: str) -> None: ...  # a substitute, and the absent player
def _in_session(session: int, why: Message) -> None: ...  # a session, and what is wrong with its seats
# A table of a session, and what is wrong with its result.
def _at_table(session: int, table: int, why: Message) -> None: ...
# Riichi sticks left, the points that there are, those that there must be, and the difference.
def _of_sum(bets: int, there: int, whole: int, more: int) -> None: ...
def _of_named(name: str, table: int) -> None: ...  # a name in the hall, and the table that has it
def _of_table_of(session: int, table: int) -> None: ...  # a session, and a table of it


def _of_member(name: str, team: str) -> None: ...  # somebody, and the team that he is in


def _of_builder(number: int, why: Message) -> None:
    """An entry, and the reason that it would make no sense."""


class BadEntry:
    """Reasons that an entry makes no sense in a tournament's book as it stands."""

    opened_already = Text(of.nothing)
    not_opened = Text(of.nothing)
    cannot_hold = Text(of.of_text)
    # players
    nobody = Text(of.of_name)
    name_of_substitutes = Text(of.of_name)
    # penalties
    no_penalty = Text(of.of_number)
    cancelled_already = Text(of.of_number)
    penalty_there = Text(reasons.of_right)
    no_points = Text(of.nothing)
    # sessions
    no_seats = Text(_of_session)
    no_results = Text(_of_results)
    no_result = Text(_of_lacking)
    begun_already = Text(_of_session)
    still_runs = Text(_of_session)
    closed_too_long = Text(_of_session)
    not_in_plan = Text(_of_player)
    plays_already = Text(_of_player)
    sits_nowhere = Text(_of_player)
    here_already = Text(_of_player)
    not_here = Text(_of_player)
    loses_nothing = Text(_of_player)
    is_closed = Text(_of_session)
    # the timetable
    starts_earlier = Text(_of_session)
    no_timetable = Text(of.nothing)
    held_already = Text(of.nothing)
    not_held = Text(of.nothing)
    # tables and their time
    not_signed = Text(reasons.of_several)
    unsigned = Text(_of_table_of)
    named_already = Text(_of_named)
    no_time_limit = Text(of.nothing)
    granted_already = Text(of.of_number)
    no_time_left = Text(of.of_number)
    # seats
    seats = Text(_in_session)
    sits_twice = Text(of.of_name)
    plays_not = Text(_of_player)
    of_one_team = Text(of.of_name)
    of_other_team = Text(_of_member)
    stands_in = Text(_of_stand_in)
    has_results = Text(_of_session)
    has_begun = Text(_of_session)
    not_last = Text(_of_session)
    swaps_alone = Text(of.of_name)
    has_seat_of = Text(_of_seat)
    # undoing
    no_entry = Text(of.of_number)
    undone_already = Text(of.of_number)
    was_played = Text(_of_session)
    builds_on = Text(_of_builder)
    # results
    result = Text(_at_table)
    no_table = Text(of.nothing)
    no_jantaku = Text(of.nothing)
    not_settled = Text(_of_source)
    signed = Text(of.nothing)
    only_corrected = Text(of.nothing)
    player_twice = Text(of.nothing)
    wrong_sum = Text(_of_sum)
    no_hundreds = Text(of.of_number)


def _of_place(name: str, table: int) -> None: ...  # a player, and the table that he needs
# A player, the table that he needs, and how many there are.
def _of_tables(name: str, table: int, most: int) -> None: ...
def _of_two(name: str, other: str, table: int) -> None: ...  # two players, and the table that both need
# The least and the most that there may be, and how many there are.
def _of_range(least: int, most: int, number: int) -> None: ...
def _of_fewest(least: int, number: int) -> None: ...  # the least that there may be, and how many there are


class BadSeating:
    """Reasons that seats cannot be planned as asked."""

    twice = Text(of.of_name)
    plays_not = Text(_of_place)
    no_table = Text(_of_tables)
    both = Text(_of_two)
    players = Text(_of_range)
    rounds = Text(_of_range)
    fewest = Text(_of_fewest)
    most_sessions = Text(of.of_number)
    begun = Text(of.nothing)
    no_plan = Text(_of_session)
    not_closed = Text(_of_session)
    tied = Text(reasons.of_listed)


def _of_entry(name: str, number: int) -> None: ...  # a tournament, and an entry of its book
# A tournament, an entry of its book, and what is wrong with it.
def _of_unread(name: str, number: int, text: str) -> None: ...
# A tournament, an entry of its book, the schema that it has, and the one that is known.
def _of_schema(name: str, number: int, schema: int, known: int) -> None: ...
# A tournament, an entry of its book, and those that stand in its place.
def _of_other(name: str, number: int, other: str, there: int) -> None: ...


class DamagedBook:
    """Faults of a tournament's book."""

    missing = Text(_of_entry)
    unreadable = Text(_of_unread)
    schema = Text(_of_schema)
    other_entry = Text(_of_other)
    changed = Text(_of_entry)
    other_hash = Text(_of_entry)
