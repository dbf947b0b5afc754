"""People of a journal: its entries carry opaque ids, their names stand in a table beside them.

So a person can be forgotten while the chain of entries, their hashes and all points stay whole. Ids are numbers in the order
in which people came, ``p1``, ``p2``; none is given twice. What somebody wrote as a reason is text, which is kept as it is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PERSONS: Final = frozenset({"names", "name", "former", "judge"})
"""Fields of observations, events and positions that hold the names of people."""
OTHERS: Final = frozenset({"ruleset", "text"})
"""Fields in which nothing is a person's name."""
BY: Final = "judge:"
"""How the source of what a judge did begins."""


class People:
    """Names by id and back.

    Args:
        rows: ids with the names that are known, None where a person was forgotten.
        again: reads the rows anew, once an id is met that was given since.
    """

    def __init__(
        self,
        rows: Iterable[tuple[int, str | None]],
        again: Callable[[], Iterable[tuple[int, str | None]]] | None = None,
    ) -> None:
        self._again = again
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
        """The same with names again; who was forgotten is ``forgotten`` and a number."""
        return _exchanged(value, self._name_of)

    def masked(self, value: Any) -> Any:
        """The same with ids instead of names for people who need not know them, in what is written about it too."""
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
        """Who got an id since it was asked last: they must be written with the entry that names them."""
        found, self._new = tuple(self._new), []
        return found

    def drop(self, people: Iterable[tuple[int, str]]) -> None:
        """These could not be written: their ids are free again."""
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
        number = int(person.removeprefix("p"))
        if number not in self._names and self._again is not None:
            self._take(self._again())
        return self._names.get(number) or f"forgotten {number}"


def _exchanged(value: Any, exchange: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {
            key: each
            if key in OTHERS
            else _persons(each, exchange)
            if key in PERSONS
            else _exchanged(each, exchange)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_exchanged(each, exchange) for each in value]
    if isinstance(value, str) and value.startswith(BY) and value != BY:
        return BY + exchange(value.removeprefix(BY))
    return value


def _persons(value: Any, exchange: Callable[[str], str]) -> Any:
    if isinstance(value, list | tuple):
        return [_persons(each, exchange) for each in value]
    return exchange(value) if isinstance(value, str) and value else value


def _masked(value: Any, names: re.Pattern[str], number_of: Callable[[str], str]) -> Any:
    if isinstance(value, dict):
        return {
            key: each
            if key == "ruleset"
            else _persons(each, number_of)
            if key in PERSONS
            else _masked(each, names, number_of)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [_masked(each, names, number_of) for each in value]
    if isinstance(value, str):
        return names.sub(lambda found: number_of(found.group()), value)
    return value
