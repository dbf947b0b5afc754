"""The telephones to notify, and the messages each got: a small database shared by the hall's page and its push process.

It also holds the hall's own key, by which push services know it. Only its owner can read the file. It is not part of
a backup: judges add their telephones again.
"""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple, TypeAlias, cast

from config import ConfigError
from hall.push.message import Recipient
from hall.push.openssl import CryptoError, KeyPair
from referee.texts.language import LanguageName

KEPT_S: Final = 14 * 24 * 3600
"""The time after which a telephone that has not opened the page is forgotten. [s]"""
MOST: Final = 200
MOST_OF_LOGIN: Final = 5
"""The most telephones of all logins, and of one."""
LOCKED_S: Final = 10.0
TABLES: Final = """
CREATE TABLE IF NOT EXISTS own (one INTEGER PRIMARY KEY CHECK (one = 1), key BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS telephone (
    endpoint TEXT PRIMARY KEY, login TEXT NOT NULL, point BLOB NOT NULL, secret BLOB NOT NULL, language TEXT NOT NULL,
    renewed_s INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS told (
    endpoint TEXT NOT NULL REFERENCES telephone ON DELETE CASCADE, hall_table TEXT NOT NULL, occasion TEXT NOT NULL,
    state TEXT NOT NULL, PRIMARY KEY (endpoint, hall_table, occasion)
);
"""
BEYOND_OWN: Final = (
    "DELETE FROM telephone WHERE endpoint IN "
    "(SELECT endpoint FROM telephone WHERE login = ? ORDER BY renewed_s DESC, rowid DESC LIMIT -1 OFFSET ?)"
)
BEYOND_ALL: Final = (
    "DELETE FROM telephone WHERE endpoint IN "
    "(SELECT endpoint FROM telephone ORDER BY renewed_s DESC, rowid DESC LIMIT -1 OFFSET ?)"
)


class TelephonesError(ConfigError):
    """The file of telephones cannot be used."""


ToldState: TypeAlias = Literal["shown", "left", "over", "seen"]
"""The state of a message on a telephone: shown; to be removed because somebody goes (``left``) or because it is over;
or removed while its reason may still stand (``seen``)."""


class Occasion(NamedTuple):
    """An occasion that a telephone is notified of, at most once.

    Attributes:
        table: its name.
        name: ``call``, ``finding-2``, or the name of an alert.
    """

    table: str
    name: str


@dataclass(frozen=True, slots=True)
class Telephone:
    """A browser that wants messages.

    Attributes:
        endpoint: the address of its subscription at its push service.
        login: that asked for it.
    """

    endpoint: str
    login: str
    recipient: Recipient
    language: LanguageName


class Telephones:
    """The file with the telephones, which is made if there is none.

    Args:
        path: of the file.
        now_s: wall time, seconds since 1970.

    Raises:
        TelephonesError: it cannot be used.
    """

    def __init__(self, path: Path, now_s: Callable[[], float] = time.time) -> None:
        self._path = path
        self._now_s = now_s
        try:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
            path.chmod(0o600)
        except OSError as error:
            raise TelephonesError(f"{path}: {error.strerror or error}") from error
        with self._changing() as database:
            database.executescript(TABLES)
        with self._changing() as database:
            if database.execute("SELECT 1 FROM own").fetchone() is None:
                database.execute("INSERT INTO own VALUES (1, ?)", (_new_key(),))

    @property
    def key(self) -> KeyPair:
        """The hall's key.

        Raises:
            TelephonesError: the file is damaged.
        """
        with self._changing() as database:
            (text,) = database.execute("SELECT key FROM own").fetchone()
        try:
            return KeyPair.of_der(text)
        except CryptoError as error:
            raise TelephonesError(f"{self._path}: {error}") from error

    def add(self, telephone: Telephone) -> None:
        """Add a telephone, or renew it; the longest unrenewed ones beyond the bounds are forgotten."""
        with self._changing() as database:
            database.execute(
                "INSERT INTO telephone VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (endpoint) DO UPDATE SET login = excluded.login, "
                "point = excluded.point, secret = excluded.secret, language = excluded.language, renewed_s = excluded.renewed_s",
                (
                    telephone.endpoint, telephone.login, telephone.recipient.point, telephone.recipient.secret,
                    telephone.language, int(self._now_s()),
                ),
            )  # fmt: skip
            database.execute(BEYOND_OWN, (telephone.login, MOST_OF_LOGIN))
            database.execute(BEYOND_ALL, (MOST,))

    def forget(self, endpoint: str) -> None:
        """Forget a telephone and the messages it got."""
        with self._changing() as database:
            database.execute("DELETE FROM telephone WHERE endpoint = ?", (endpoint,))

    def all(self) -> list[Telephone]:
        """Return the telephones, without those that have not opened the page for long."""
        with self._changing() as database:
            database.execute("DELETE FROM telephone WHERE renewed_s < ?", (int(self._now_s()) - KEPT_S,))
            found = database.execute(
                "SELECT endpoint, login, point, secret, language FROM telephone"
            ).fetchall()
        return [
            Telephone(endpoint, login, Recipient(point, secret), cast("LanguageName", language))
            for endpoint, login, point, secret, language in found
        ]

    def states(self) -> Mapping[str, Mapping[Occasion, ToldState]]:
        """Return the notified occasions, by endpoint."""
        with self._changing() as database:
            found = database.execute("SELECT endpoint, hall_table, occasion, state FROM told").fetchall()
        states: dict[str, dict[Occasion, ToldState]] = {}
        for endpoint, table, name, state in found:
            states.setdefault(endpoint, {})[Occasion(table, name)] = state
        return states

    def claim(self, telephone: Telephone, occasion: Occasion) -> bool:
        """Note that a telephone is notified of an occasion; return False if it was already, or is forgotten."""
        with self._changing() as database:
            claimed = database.execute(
                "INSERT INTO told SELECT endpoint, ?, ?, 'shown' FROM telephone WHERE endpoint = ? ON CONFLICT DO NOTHING",
                (*occasion, telephone.endpoint),
            )
            return claimed.rowcount == 1

    def note(self, telephone: Telephone, occasion: Occasion, state: ToldState) -> None:
        """Note the present state of an occasion that a telephone has been notified of."""
        with self._changing() as database:
            database.execute(
                "UPDATE told SET state = ? WHERE endpoint = ? AND hall_table = ? AND occasion = ?",
                (state, telephone.endpoint, *occasion),
            )

    def withdrawn(self, telephone: Telephone, occasion: Occasion) -> None:
        """Note that a telephone no longer shows an occasion; it may be notified again of one that is over."""
        with self._changing() as database:
            place = (telephone.endpoint, *occasion)
            database.execute(
                "DELETE FROM told WHERE endpoint = ? AND hall_table = ? AND occasion = ? AND state = 'over'",
                place,
            )
            database.execute(
                "UPDATE told SET state = 'seen' WHERE endpoint = ? AND hall_table = ? AND occasion = ?", place
            )

    def take_back(self, telephone: Telephone, occasion: Occasion) -> None:
        """Note that a telephone may be notified of an occasion again."""
        with self._changing() as database:
            database.execute(
                "DELETE FROM told WHERE endpoint = ? AND hall_table = ? AND occasion = ?",
                (telephone.endpoint, *occasion),
            )

    @contextmanager
    def _changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, in a connection of its own, since page and push process share the file."""
        try:
            with closing(sqlite3.connect(self._path, timeout=LOCKED_S)) as database, database:
                database.execute("PRAGMA foreign_keys = ON")
                database.execute("BEGIN IMMEDIATE")
                yield database
        except sqlite3.Error as error:
            raise TelephonesError(f"{self._path}: cannot be used for push messages: {error}") from error


def _new_key() -> bytes:
    try:
        return KeyPair.new().der
    except CryptoError as error:
        raise TelephonesError(str(error)) from error
