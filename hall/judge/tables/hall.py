"""A judge's picture of the tables of a hall: their newest status, state and alerts, and the events since he connected."""

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hall import alerts as hall_alerts
from referee.texts import refused
from referee.texts.language import LanguageName, UnknownTextError, language
from referee.texts.message import Message, MessageError, Person, from_json
from table_controller.client.errors import OrderError
from table_controller.mqtt.topics import ALERT, EVENT, OF_THE_HALL, STATE, STATUS
from wording import declined, unit_texts
from wording.alerts import declared, texts
from wording.events.lines import in_one_line
from wording.frame import FrameTexts
from wording.misordered import Misordered

Json = dict[str, Any]

TEXTS: Final = (declared, texts, declined, hall_alerts, refused, unit_texts)
"""Importing these registers all messages that a table may send."""
KEPT: Final = 2000
"""The number of events kept of each table."""
WIND_NAMES: Final = ("East", "South", "West", "North")
LETTERS: Final = "ESWN"


@dataclass
class Table:
    """A table's last known status, state and alerts."""

    name: str
    status: str = "unknown"
    status_text: str = ""
    state: Json = field(default_factory=dict)
    alerts: dict[str, Json] = field(default_factory=dict)
    events: deque[Json] = field(default_factory=lambda: deque(maxlen=KEPT))
    number: int = 0
    """The number of the newest event received."""
    words: LanguageName | None = None
    """The language of this terminal; None: each table's own."""

    def say(self, message: Message) -> str:
        """Word a message of the terminal's own, in its language."""
        return language(self.words or "en").say(message)

    def word(self, vocabulary: str, value: Any) -> str:
        """Return the word, in the terminal's language, for a value that the table published."""
        return language(self.words or "en").word(vocabulary, str(value))

    def listed(self, values: Sequence[str]) -> str:
        """List several values with "and" before the last."""
        return language(self.words or "en").listed(values, "last")

    def hand(self, name: Any) -> str:
        """Word a hand, given its name such as ``E1``."""
        text = str(name)
        if len(text) == 2 and text[0] in WINDS_BY_LETTER and text[1].isdecimal():
            return self.say(FrameTexts.hand(LETTERS.index(text[0]), int(text[1])))
        return text

    def text_of(
        self, value: Json, code: str = "code", arguments: str = "arguments", written: str = "text"
    ) -> str:
        """Word a table's message in this terminal's language; if the message is unknown, use the text that came with it."""
        sent = str(value.get(written) or "")
        if self.words is None:
            return sent
        try:
            message = from_json({"code": value.get(code), "arguments": value.get(arguments)})
            return language(self.words).say(message)
        except (MessageError, UnknownTextError):
            return sent

    def line_of(self, event: Json) -> str:
        """Return an entry's text, in the language of this terminal."""
        lines = event.get("lines")
        if self.words is None or not isinstance(lines, list):
            return str(event.get("text") or "")
        try:
            return in_one_line([from_json(line) for line in lines], self.words)
        except (MessageError, UnknownTextError):
            return str(event.get("text") or "")

    @property
    def seats(self) -> list[Json]:
        """Return the players, seat 0 first; none before the first hanchan."""
        return [seat for seat in _list(self.state.get("seats")) if isinstance(seat, dict)]

    @property
    def findings(self) -> list[Json]:
        """The findings of the hanchan, in order."""
        return [finding for finding in _list(self.state.get("findings")) if isinstance(finding, dict)]

    def person(self, seat: Any) -> Person | None:
        """Return the player on a seat, for a message; None if the table has not said who sits there."""
        for each in self.seats:
            if each.get("seat") == seat and each.get("wind") in WINDS_BY_LETTER:
                return Person(str(each["wind"]), str(each.get("name") or ""))
        return None

    def who(self, seat: Any) -> str:
        """Word a seat for people: its wind and the player's name."""
        for each in self.seats:
            if each.get("seat") == seat:
                return self._person(str(each.get("wind")), each.get("name"), wind_of(each))
        return self.say(FrameTexts.nobody() if seat is None else FrameTexts.seat(str(seat)))

    def who_then(self, seat: Any, wind: Any, name: Any) -> str:
        """Word a seat in an earlier hand, with its wind and name then, if the table sends them."""
        if not isinstance(wind, str) or wind not in WINDS_BY_LETTER:
            return self.who(seat)
        return self._person(wind, name, WIND_NAMES[LETTERS.index(wind)])

    def _person(self, wind: str, name: Any, otherwise: str) -> str:
        if wind in WINDS_BY_LETTER:
            return language(self.words or "en").person(Person(wind, str(name or "")))
        return f"{otherwise} ({name})" if name else otherwise

    def who_did(self, finding: Json) -> str:
        """Word the player of a finding, with his seat at the time."""
        return self.who_then(finding.get("seat"), finding.get("wind"), finding.get("name"))

    def seat(self, word: str) -> int:
        """Return the seat that a word means: a wind of this hand, a player's name, or the seat's number 0 to 3.

        Raises:
            OrderError: it means no seat, or several.
        """
        if word in {"0", "1", "2", "3"}:
            return int(word)
        wanted = word.casefold()
        for seat in self.seats:
            if wanted in {str(seat.get("wind")).casefold(), wind_of(seat).casefold()}:
                return int(seat["seat"])
        names = {int(seat["seat"]): str(seat.get("name")).casefold() for seat in self.seats}
        meant = [number for number, name in names.items() if name == wanted]
        meant = meant or [number for number, name in names.items() if wanted and name.startswith(wanted)]
        if len(meant) == 1:
            return meant[0]
        players = [self.who(number) for number in names]
        raise OrderError(Misordered.nobody(word, self.name, players, several=bool(meant)))

    def finding(self, number: int) -> Json:
        """Return a finding by its number.

        Raises:
            OrderError: there is none.
        """
        count = len(self.findings)
        if not 0 <= number < count:
            raise OrderError(Misordered.no_finding(number, self.name, count - 1 if count else None))
        return self.findings[number]


@dataclass
class Hall:
    """The tables of a hall by name. The line's thread fills it, the prompt's thread reads it.

    Attributes:
        own: the status and alerts of the hall itself, which are published as those of a table are.
    """

    name: str
    tables: dict[str, Table] = field(default_factory=dict)
    words: LanguageName | None = None
    lock: threading.RLock = field(default_factory=threading.RLock)
    own: Table = field(init=False)

    def __post_init__(self) -> None:
        self.own = Table(OF_THE_HALL, words=self.words)

    def say(self, message: Message) -> str:
        """Word a message of the terminal's own, in its language."""
        return language(self.words or "en").say(message)

    def known(self, name: str) -> Table | None:
        """Return a table that has published something, or the hall itself; None if it has not."""
        return self.own if name == OF_THE_HALL else self.tables.get(name)

    def note_publication(self, table: str, topic: str, value: Any) -> bool:
        """Take a published message; return whether it is news (a repeated event is not)."""
        if value is not None and not isinstance(value, dict):
            return False
        with self.lock:
            if topic == STATUS.end and value:
                return self._status(table, value)
            if topic == STATE.end and value:
                self._table(table).state = value
                return True
            if topic == EVENT.end and value:
                return self._event(self._table(table), value)
            if topic.startswith(ALERT.end):
                return self._alert(self._table(table), topic.removeprefix(ALERT.end), value)
        return False

    def table(self, name: str) -> Table:
        """Return a table of the hall.

        Raises:
            OrderError: no table of that name has published anything.
        """
        found = self.tables.get(name)
        if found is None:
            raise OrderError(Misordered.no_table(self.name, name, sorted(self.tables)))
        return found

    def _table(self, name: str) -> Table:
        if name == OF_THE_HALL:
            return self.own
        return self.tables.setdefault(name, Table(name, words=self.words))

    def _status(self, name: str, value: Json) -> bool:
        table = self._table(name)
        status = str(value.get("status", "unknown")), table.text_of(value)
        news = status != (table.status, table.status_text)
        table.status, table.status_text = status
        return news

    def _event(self, table: Table, value: Json) -> bool:
        number = value.get("number")
        if not isinstance(number, int) or number <= table.number:
            return False
        table.number = number
        table.events.append(value)
        return True

    def _alert(self, table: Table, name: str, value: Json | None) -> bool:
        if table.alerts.get(name) == value:
            return False
        if value is None:
            del table.alerts[name]
        else:
            table.alerts[name] = value
        return True


def wind_of(seat: Json) -> str:
    """Word the seat wind of a player."""
    letter = str(seat.get("wind"))
    return WIND_NAMES[LETTERS.index(letter)] if letter in WINDS_BY_LETTER else f"seat {seat.get('seat')}"


WINDS_BY_LETTER: Final = frozenset(LETTERS)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
