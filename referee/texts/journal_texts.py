"""Faults of a journal, or of an entry of it."""

from referee.texts import reasons, signatures
from referee.texts.declaration import Text
from referee.texts.message import Message


def _of_entry(number: int, why: Message) -> None: ...  # an entry and what is wrong with it
def _of_entry_said(number: int, text: str) -> None: ...  # an entry or a signal, and what the database says
# A journal, where it was to be copied to, and what the database says.
def _of_copy(name: str, to: str, text: str) -> None: ...
# A journal, somebody's name, and what the database says.
def _of_person(name: str, person: str, text: str) -> None: ...


class DamagedEntry:
    """Faults of an entry."""

    at = Text(_of_entry)
    missing = Text(signatures.of_number)
    schema = Text(reasons.of_value)
    unreadable = Text(signatures.of_text)
    other_number = Text(signatures.of_number)
    other_hash = Text(signatures.nothing)
    other_entry = Text(signatures.nothing)
    cut_off = Text(signatures.of_number)
    log_missing = Text(signatures.nothing)
    snapshot = Text(signatures.nothing)
    no_entry = Text(signatures.nothing)
    changed = Text(signatures.nothing)
    database = Text(signatures.of_text)


class BadJournal:
    """Reasons that a journal cannot be opened, read, written or copied."""

    # a file
    not_there = Text(signatures.of_name)
    no_journal = Text(signatures.of_name)
    no_database = Text(reasons.of_value)
    unreadable = Text(reasons.of_value)
    unopened = Text(reasons.of_value)
    no_log = Text(signatures.of_name)
    uncopied = Text(_of_copy)
    busy = Text(signatures.of_name)
    copy_unread = Text(reasons.of_value)
    # people
    nobody = Text(reasons.of_value)
    not_forgotten = Text(_of_person)
    # reading and writing
    entries_unread = Text(signatures.of_text)
    another_process = Text(signatures.of_number)
    unwritten = Text(_of_entry_said)
    signal_unstored = Text(_of_entry_said)
    signal_unnoted = Text(_of_entry_said)
    done_unnoted = Text(signatures.of_text)
    nothing_written = Text(signatures.of_text)
    unknown_before = Text(signatures.of_text)
    answer_unnoted = Text(signatures.of_text)
    vote_unkept = Text(signatures.of_text)
    cursor_unnoted = Text(reasons.of_value)
