"""The reasons why a terminal refuses: the input makes no sense, a table is not reached, a file cannot be used."""

from collections.abc import Sequence
from typing import Annotated

from referee.texts import reasons
from referee.texts import signatures as of
from referee.texts.declaration import Text
from referee.texts.kinds import ArgumentKind
from referee.texts.message import Message

_Errno = Annotated[str, ArgumentKind(str, "errno", open=True)]


# A finding, the table, and the last finding that there is.
def _of_finding(number: int, name: str, last: int | None) -> None: ...
# The name that was meant, the table, its players, and whether several are meant.
def _of_meant(text: str, name: str, who: Sequence[str], *, several: bool) -> None: ...
def _of_usage(name: str, usage: str, why: Message) -> None: ...  # an order, how it is used, and what is wrong
def _of_broker(name: str, why: Message) -> None: ...  # a broker or a file, and why it cannot be used
# A certificate, its key if that is in another file, and what is wrong with them.
def _of_pair(name: str, key: str | None, why: Message) -> None: ...
def _of_order(name: str, why: Message) -> None: ...  # an order, and why it is not sent
def _of_argument(name: str) -> None: ...
def _of_arguments(name: str, number: int) -> None: ...  # an argument, and how many words it takes
def _of_misspelt(text: str, meant: str | None) -> None: ...  # what was said, and what was probably meant
def _of_said(name: str, text: str) -> None: ...  # an argument and what was said
# An argument, what was said, and what can be said.
def _of_choice(name: str, text: str, names: Sequence[str]) -> None: ...
def _of_whole(text: str, number: int, most: int) -> None: ...  # the text given, and its bounds
def _of_insert(name: str, usage: str) -> None: ...  # an act and the words that it takes
# A table, an alert, and the alerts that there are.
def _of_alert(name: str, text: str, names: Sequence[str]) -> None: ...


class Misordered:
    """Mistakes in a typed order."""

    # words
    no_order = Text(_of_misspelt)
    not_closed = Text(of.nothing)
    no_number = Text(of.of_text)
    no_value = Text(of.of_text)
    not_whole = Text(_of_whole)
    not_above_zero = Text(reasons.of_most_text)
    no_tile = Text(of.of_text)
    no_rule = Text(of.of_text)
    none_of = Text(reasons.of_no_name)
    in_order = Text(_of_order)
    wrong = Text(_of_usage)
    # arguments
    one_word = Text(_of_argument)
    a_word = Text(_of_argument)
    words = Text(_of_arguments)
    no_word = Text(_of_said)
    choice = Text(_of_choice)
    missing = Text(reasons.of_listed)
    missing_one = Text(reasons.of_listed)
    unknown = Text(of.of_text)
    not_with = Text(_of_said)
    # who and what is meant
    no_table = Text(_of_choice)
    which_table = Text(reasons.of_listed)
    nobody = Text(_of_meant)
    no_finding = Text(_of_finding)
    no_alert = Text(_of_alert)
    whose = Text(of.nothing)
    # orders
    both_dice = Text(of.nothing)
    no_win = Text(of.of_text)
    no_meld = Text(of.of_text)
    how_many_han = Text(of.nothing)
    no_points = Text(of.of_text)
    no_field = Text(of.of_text)
    what_instead = Text(of.nothing)
    insert = Text(_of_insert)
    # what is looked up
    how_many_events = Text(of.nothing)
    since_when = Text(of.of_text)
    table_which = Text(of.nothing)
    clip_which = Text(of.nothing)
    clip_to_which = Text(of.nothing)


class Unreached:
    """The reasons why a broker, a table or a film cannot be reached."""

    # the login
    no_address = Text(of.of_text)
    no_topic = Text(reasons.of_value)
    no_password = Text(of.of_text)
    no_password_given = Text(reasons.of_value)
    password_unread = Text(of.of_message)
    wants_login = Text(of.of_text)
    wrong_login = Text(reasons.of_value)
    no_broker = Text(_of_broker)
    certificates = Text(of.of_message)
    # orders
    no_connection = Text(of.nothing)
    only_looks = Text(of.of_text)
    may_not = Text(reasons.of_value)
    nobody_listens = Text(of.of_text)
    no_answer = Text(reasons.of_value)
    broke = Text(of.of_text)
    closed = Text(of.nothing)
    lost = Text(of.of_message)
    back = Text(of.nothing)
    broker_closed = Text(of.nothing)
    # overall scores
    nameless = Text(of.nothing)
    no_standings = Text(of.of_message)
    # films
    no_page = Text(of.of_text)
    page_refuses = Text(of.of_text)
    page_silent = Text(reasons.of_value)
    page_broke_off = Text(of.nothing)
    file_there = Text(of.of_text)
    file_unwritten = Text(reasons.of_value)


def _of_place(names: Sequence[str], text: _Errno) -> None: ...  # files, and what the system says of them
def _of_file(name: str, text: _Errno) -> None: ...  # a file and what the system says of it
def _of_byte(number: int, text: str) -> None: ...  # the place in a text, and the byte there
def _of_name(name: str) -> None: ...
# A kind of file, what was said, and which there are.
def _of_kinds(name: str, text: str, names: Sequence[str]) -> None: ...
def _of_most(name: str, most: int) -> None: ...  # a file and the most characters that it may hold
# A ruleset, two of its mods, and the setting that they set to different values.
def _of_mods(name: str, first: str, other: str, key: str) -> None: ...


class Failed:
    """Errors with which a command ends."""

    system = Text(_of_place)
    no_library = Text(reasons.of_value)
    library = Text(reasons.of_value)
    not_utf8 = Text(_of_byte)
    not_writable = Text(of.of_text)
    memory = Text(of.nothing)
    too_deep = Text(of.nothing)
    no_output = Text(of.nothing)


class BadFile:
    """Faults of a file of settings. ``config`` raises these by their codes."""

    unreadable = Text(_of_file)
    too_long = Text(reasons.of_value)
    not_utf8 = Text(_of_name)
    no_toml = Text(reasons.of_value)
    missing = Text(_of_name)
    no_file = Text(_of_name)
    no_name = Text(_of_name)
    none_of = Text(_of_kinds)
    no_password = Text(_of_most)
    unwritten = Text(_of_file)
    unmade = Text(_of_file)
    second_hand = Text(_of_name)
    circle = Text(reasons.of_value)
    no_base = Text(reasons.of_value)
    table_there = Text(_of_name)
    value_there = Text(_of_name)
    no_mod = Text(_of_kinds)
    mods_contradict = Text(_of_mods)


class Unsecured:
    """The reasons why there is no encrypted line to a host."""

    no_authority = Text(_of_broker)
    unread = Text(_of_broker)
    no_pair = Text(_of_pair)
    other_key = Text(of.nothing)
    no_pem = Text(of.nothing)
    ended = Text(_of_name)
    no_tls = Text(_of_name)
    wants_certificate = Text(_of_name)
    refuses_certificate = Text(reasons.of_value)
    no_line = Text(reasons.of_value)
    expired = Text(_of_name)
    not_yet = Text(_of_name)
    unknown_authority = Text(_of_name)
    wrong_name = Text(_of_name)
    unverified = Text(reasons.of_value)
