"""The tables a journal has beside the library's own: the inbox of signals, their units, requests that were done, people.

The SQL is written once here: databases differ only in the mark of a parameter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

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
)
FORGET: Final = (
    "UPDATE people SET name = NULL WHERE id = {mark}",
    "UPDATE requests SET answer = ''",
    "DELETE FROM stored_snapshots WHERE topic = 'snapshot/1'",
)
"""Answers, and snapshots older than the separate table of names, may hold the name. Both only save time."""
DROP_SNAPSHOTS: Final = (
    "DELETE FROM stored_snapshots WHERE originator_id = {mark} AND originator_version < {mark}"
)
"""A journal is loaded from its newest snapshot; older ones would be a third of its size."""
UNIT_BOOTS: Final = 1 << 32
"""Boot numbers below are those of units, which have 32 bits; above are those of other sources of signals."""
SELECT_PEOPLE: Final = "SELECT id, name FROM people"
MOST_REQUESTS: Final = 10_000
"""Requests remembered, the newest ones."""


class InboxTables:
    """Reads and writes inbox and units with a cursor of an open transaction.

    Args:
        mark: how this database marks a parameter, ``?`` or ``%s``.
    """

    def __init__(self, mark: str) -> None:
        # S608: only marks and a constant number are formatted into the SQL; every value is passed as a parameter.
        self._next_arrival = "SELECT COALESCE(MAX(arrival), 0) + 1 AS arrival FROM units"
        self._raise_unit = (
            f"INSERT INTO units VALUES ({mark}, {mark}, {mark}) ON CONFLICT (nonce) DO UPDATE "  # noqa: S608
            "SET number = excluded.number, arrival = excluded.arrival WHERE units.number < excluded.number "
            "RETURNING number"
        )
        self._insert = f"INSERT INTO inbox VALUES ({mark}, {mark}, {mark}, {mark})"  # noqa: S608
        self._delete = f"DELETE FROM inbox WHERE nonce = {mark} AND number = {mark}"  # noqa: S608
        self._select = "SELECT arrival, nonce, number, payload FROM inbox ORDER BY arrival"
        self._next_request = "SELECT COALESCE(MAX(arrival), 0) + 1 AS arrival FROM requests"
        self._note = (
            f"INSERT INTO requests VALUES ({mark}, {mark}, {mark}) "  # noqa: S608
            "ON CONFLICT (request) DO UPDATE SET answer = excluded.answer"
        )
        self._forget = f"DELETE FROM requests WHERE arrival <= {mark}"  # noqa: S608
        self._answer = f"SELECT answer FROM requests WHERE request = {mark}"  # noqa: S608
        self._add_person = f"INSERT INTO people VALUES ({mark}, {mark})"  # noqa: S608
        self._last = (
            f"SELECT nonce, number FROM units WHERE nonce < {UNIT_BOOTS} ORDER BY arrival DESC LIMIT 1"  # noqa: S608
        )

    def receive(self, cursor: Any, nonce: int, number: int, payload: str | None) -> bool:
        """Insert a signal unless this one or a later one of the same boot has been inserted before.

        Without a payload only its number is remembered.
        """
        cursor.execute(self._next_arrival)
        arrival = cursor.fetchone()["arrival"]
        cursor.execute(self._raise_unit, (nonce, number, arrival))
        if cursor.fetchone() is None:
            return False
        if payload is not None:
            cursor.execute(self._insert, (arrival, nonce, number, payload))
        return True

    def discard(self, cursor: Any, keys: Sequence[tuple[int, int]]) -> None:
        """Delete signals by nonce and number."""
        for key in keys:
            cursor.execute(self._delete, key)

    def note_request(self, cursor: Any, request: str, answer: str) -> None:
        """Remember a request that was done and its answer; the oldest are forgotten."""
        cursor.execute(self._next_request)
        arrival = cursor.fetchone()["arrival"]
        cursor.execute(self._note, (arrival, request, answer))
        cursor.execute(self._forget, (arrival - MOST_REQUESTS,))

    def answer(self, cursor: Any, request: str) -> str | None:
        """The answer to a request that was done; None if the request is not known."""
        cursor.execute(self._answer, (request,))
        row = cursor.fetchone()
        return None if row is None else str(row["answer"])

    def add_people(self, cursor: Any, people: Sequence[tuple[int, str]]) -> None:
        """Write people with their ids."""
        for person in people:
            cursor.execute(self._add_person, person)

    def people(self, cursor: Any) -> list[tuple[int, str | None]]:
        """Ids and names; None for people who were forgotten."""
        cursor.execute(SELECT_PEOPLE)
        return [(row["id"], row["name"]) for row in cursor.fetchall()]

    def inbox(self, cursor: Any) -> list[tuple[int, int, int, str]]:
        """All rows in the order they came."""
        cursor.execute(self._select)
        return [(row["arrival"], row["nonce"], row["number"], row["payload"]) for row in cursor.fetchall()]

    def last_signal(self, cursor: Any) -> tuple[int, int] | None:
        """Nonce and number of the unit's signal that was inserted last."""
        cursor.execute(self._last)
        row = cursor.fetchone()
        return None if row is None else (row["nonce"], row["number"])
