"""People of a journal: its entries carry opaque ids, and a table beside them holds the names.

So a person can be forgotten while the chain of entries, their hashes and all points stay intact. Ids count people in the
order in which they appeared, ``p1``, ``p2``; none is given twice. A reason that somebody wrote is text and is kept as it
is.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

PERSONS: Final = frozenset(
    {"names", "name", "former", "judge", "who", "attendant", "paused", "jurors", "voted", "stopped_by", "by"}
)
"""Fields of observations, events, positions and messages, and of what a table publishes, that hold the names of people."""
OTHERS: Final = frozenset({"ruleset", "text", "stopped_text"})
"""Fields that never hold a person's name."""
_ID: Final = re.compile(r"p[1-9][0-9]*")
BY: Final = "judge:"
"""The prefix of the source of a judge's act."""
_ID_IN_TEXT: Final = re.compile(rf'p(?:(?<="p)|(?<="{BY}p))[1-9][0-9]*"'.encode())
"""An id in quotes. It begins with a letter that is rare in an entry, so that the search is quick: each entry is searched."""


def may_hold_ids(text: bytes) -> bool:
    """Return whether an entry's text may hold the id of a person. Most entries hold none and need no search for names.

    A row that somebody has changed by hand may hold something other than bytes.
    """
    return not isinstance(text, bytes) or _ID_IN_TEXT.search(text) is not None


class People:
    """Names by id and back.

    Args:
        rows: ids with their names; None for a person who was forgotten.
        again: reads the rows again when an id turns up that was given later.
        nameless: what to call a person without a name, by his number.
    """

    def __init__(
        self,
        rows: Iterable[tuple[int, str | None]],
        again: Callable[[], Iterable[tuple[int, str | None]]] | None = None,
        nameless: Callable[[int], str] = "forgotten {}".format,
    ) -> None:
        self._again = again
        self._nameless = nameless
        self._names: dict[int, str | None] = {}
        self._ids: dict[str, int] = {}
        self._new: list[tuple[int, str]] = []
        self._pattern: tuple[int, re.Pattern[str]] | None = None
        self._take(rows)

    def _take(self, rows: Iterable[tuple[int, str | None]]) -> None:
        for number, name in rows:
            self._names[number] = name
            if name is not None:
                self._ids[name] = number

    @property
    def known(self) -> dict[str, int]:
        """The names that are known, with their numbers."""
        return dict(self._ids)

    def hidden(self, value: Any) -> Any:
        """An encoded observation, event or position with ids instead of names; new people get one."""
        return _exchanged(value, self._id_of)

    def shown(self, value: Any) -> Any:
        """The same with names again; a forgotten person is shown as ``forgotten`` and a number."""
        return _exchanged(value, self._name_of)

    def masked(self, value: Any) -> Any:
        """The same with ids instead of names, in texts too, for readers who need not know the names."""
        return _masked(value, self._mask(), self._number_of)

    def _mask(self) -> re.Pattern[str]:
        names = sorted(self._ids, key=len, reverse=True)
        if self._pattern is None or self._pattern[0] != len(names):
            either = "|".join(map(re.escape, names)) or r"(?!)"
            self._pattern = len(names), re.compile(rf"(?<!\w)(?:{either})(?!\w)")
        return self._pattern[1]

    def _number_of(self, name: str) -> str:
        return f"p{self._ids[name]}" if name in self._ids else name and "somebody"

    def new(self) -> tuple[tuple[int, str], ...]:
        """The people who got an id since the last call; they must be written with the entry that names them."""
        found, self._new = tuple(self._new), []
        return found

    def drop(self, people: Iterable[tuple[int, str]]) -> None:
        """Free the ids of people who could not be written."""
        for number, name in people:
            self._names.pop(number, None)
            self._ids.pop(name, None)

    def _id_of(self, name: str) -> str:
        number = self._ids.get(name)
        if number is None:
            number = max(self._names, default=0) + 1
            self._names[number], self._ids[name] = name, number
            self._new.append((number, name))
        return f"p{number}"

    def _name_of(self, person: str) -> str:
        if _ID.fullmatch(person) is None:
            return person  # a plain name, written by an older program
        number = int(person.removeprefix("p"))
        if number not in self._names and self._again is not None:
            self._take(self._again())
        return self._names.get(number) or self._nameless(number)


def _exchanged(value: Any, exchange: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {
            key: each
            if key in OTHERS
            else _persons(each, exchange, lambda within: _exchanged(within, exchange))
            if _holds_names(key, each)
            else _exchanged(each, exchange)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_exchanged(each, exchange) for each in value]
    if isinstance(value, str) and value.startswith(BY) and value != BY:
        return BY + exchange(value.removeprefix(BY))
    return value


def _holds_names(key: str, value: Any) -> bool:
    """Return whether a field holds a name or names itself, unlike a mapping about a person (``attendant``)."""
    return key in PERSONS and not isinstance(value, dict)


def _persons(value: Any, exchange: Callable[[str], str], mapping: Callable[[Any], Any]) -> Any:
    """Exchange the names in a field of names; ``mapping`` is applied to each mapping about a person."""
    if isinstance(value, list | tuple):
        return [_persons(each, exchange, mapping) for each in value]
    if isinstance(value, dict):
        return mapping(value)
    return exchange(value) if isinstance(value, str) and value else value


def _masked(value: Any, names: re.Pattern[str], number_of: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {
            key: each
            if key == "ruleset"
            else _persons(each, number_of, lambda within: _masked(within, names, number_of))
            if _holds_names(key, each)
            else _masked(each, names, number_of)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_masked(each, names, number_of) for each in value]
    if isinstance(value, str):
        return names.sub(lambda found: number_of(found.group()), value)
    return value
