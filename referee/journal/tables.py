"""The tables of a journal: the library's own, and beside them signals, their units, requests that were done, people, votes."""

from typing import Final, NamedTuple

SEQUENCE: Final = "table"
"""Name of the one sequence of entries in a journal, which the statements below ask for."""


class Snapshot(NamedTuple):
    """A snapshot of the state after entry ``number`` as it is stored; its topic ends with its schema."""

    number: int
    topic: str
    text: bytes


SELECT_TEXTS: Final = (
    "SELECT originator_version, state FROM stored_events WHERE originator_id = 'table' "
    "AND originator_version > ? ORDER BY originator_version LIMIT ?"
)
SELECT_NEWEST_TEXT: Final = (
    "SELECT originator_version, state FROM stored_events WHERE originator_id = 'table' "
    "ORDER BY originator_version DESC LIMIT 1"
)
SELECT_SNAPSHOT: Final = (
    "SELECT originator_version, topic, state FROM stored_snapshots WHERE originator_id = 'table' "
    "ORDER BY originator_version DESC LIMIT 1"
)
CREATE: Final = (
    (
        "CREATE TABLE IF NOT EXISTS inbox (arrival BIGINT NOT NULL, nonce BIGINT NOT NULL, "
        "number BIGINT NOT NULL, payload TEXT NOT NULL, PRIMARY KEY (nonce, number))"
    ),
    (
        "CREATE TABLE IF NOT EXISTS units (nonce BIGINT PRIMARY KEY, number BIGINT NOT NULL, "
        "arrival BIGINT NOT NULL)"
    ),
    (
        "CREATE TABLE IF NOT EXISTS requests (arrival BIGINT NOT NULL, request TEXT PRIMARY KEY, "
        "answer TEXT NOT NULL)"
    ),
    "CREATE TABLE IF NOT EXISTS people (id BIGINT PRIMARY KEY, name TEXT)",
    (
        "CREATE TABLE IF NOT EXISTS votes (jury BIGINT NOT NULL, juror TEXT NOT NULL, "
        "vote TEXT NOT NULL, PRIMARY KEY (jury, juror))"
    ),
)
FORGET: Final = (
    "UPDATE people SET name = NULL WHERE id = ?",
    "UPDATE requests SET answer = ''",
    "DELETE FROM stored_snapshots WHERE topic = 'snapshot/1'",
    "DELETE FROM votes",
)
"""Removes a name, with all answers and old snapshots, which may hold it and only save time, and with votes not counted yet."""
DROP_SNAPSHOTS: Final = "DELETE FROM stored_snapshots WHERE originator_id = ? AND originator_version < ?"
"""A journal is loaded from its newest snapshot; older ones would be a third of its size."""
UNIT_BOOTS: Final = 1 << 32
"""Boot numbers below this are those of units, which have 32 bits; from here on they are those of other sources."""
SELECT_PEOPLE: Final = "SELECT id, name FROM people"
MOST_REQUESTS: Final = 10_000
"""Requests remembered, the newest ones."""
