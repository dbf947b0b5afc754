"""The reasons why a server of tournaments refuses a request, and why a journal gives a table no result."""

from collections.abc import Sequence

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.message import Message
from wording.barred import LoginRole


def _of_length(number: int, most: int) -> None: ...  # the present number, and the most that is allowed
def _of_there(text: str, names: Sequence[str]) -> None: ...  # the unknown name, and the known ones
# A login, its role, and the roles that would do.
def _of_roles(name: str, role: LoginRole | None, needed: Sequence[LoginRole]) -> None: ...
# The number of entries in a book, the number that its reader knows, and whether the book has more.
def _of_known(number: int, known: int, *, more: bool) -> None: ...
def _of_wanted_value(wanted: Message) -> None: ...
def _of_file(name: str, why: Message) -> None: ...  # a file or a table, and what is wrong


class BadRequest:
    """The reasons why a server of tournaments refuses a request."""

    # the address
    no_address = Text(of.nothing)
    no_method = Text(_of_there)
    no_tournament = Text(of.of_name)
    no_sheet = Text(_of_there)
    # the caller
    no_login = Text(of.nothing)
    other_site = Text(of.nothing)
    other_role = Text(_of_roles)
    # the body
    content_type = Text(reasons.of_listed)
    too_long = Text(of.of_number)
    not_in_time = Text(of.nothing)
    # the book and its store
    stale = Text(_of_known)
    away = Text(of.of_text)
    # fields
    missing = Text(of.nothing)
    missing_known = Text(of.nothing)
    no_field = Text(reasons.of_listed)
    twice = Text(of.nothing)
    wrong = Text(_of_wanted_value)
    wrong_name = Text(_of_wanted_value)
    no_number = Text(of.of_text)
    no_ruleset = Text(reasons.of_listed)
    no_day = Text(of.of_text)
    same_id = Text(of.of_name)
    no_hall_table = Text(_of_there)
    # pasted tables
    paste_too_long = Text(_of_length)
    not_utf8 = Text(of.nothing)
    no_csv = Text(of.of_text)
    columns = Text(reasons.of_listed)
    no_column = Text(reasons.of_listed)
    paste_count = Text(_of_length)
    more_values = Text(_of_length)
    # sheets
    sheet = Text(_of_file)


def _of_ended(name: str, session: int) -> None: ...  # a table of the hall, and a session
# A table of the hall, and the settings that differ.
def _of_other_rules(name: str, what: Sequence[Message]) -> None: ...
# A setting, its value at the table, and in the tournament.
def _of_setting(name: str, text: str, other: str) -> None: ...
def _of_session(session: int) -> None: ...


class NoResult:
    """The reasons why a table's result cannot be taken from its journal."""

    not_begun = Text(_of_session)
    unknown_table = Text(of.of_name)
    none_ended = Text(_of_ended)
    other_rules = Text(_of_other_rules)
    setting = Text(_of_setting)
    journal = Text(_of_file)
