"""Removes people from a report: numbers replace names, and no text written by a person remains."""

from functools import cache
from typing import Any, Final

from config import ruleset_names
from referee.journal.people import People
from referee.rules.ruleset import Ruleset
from table_controller.settings.origin import HIDDEN

WRITTEN: Final = frozenset({"text", "against", "stopped_text"})
"""Fields that hold a reason in a judge's own words, wherever they occur."""
RULESET: Final = "ruleset"
OWN: Final = "own"
"""The name of a ruleset that does not come with the program: a club named it."""


class Mask:
    """Masks encoded observations, events and positions of one report.

    People become ``p1``, ``p2`` … in the order in which the report first names them, not by their number in the
    journal.
    """

    def __init__(self) -> None:
        self._people = People(())

    def masked(self, value: Any) -> Any:
        """Return the value with names masked; a person keeps the same number throughout."""
        return self._people.hidden(without_words(value))


def without_words(value: Any) -> Any:
    """Return the value with ``HIDDEN`` in place of texts that people wrote: reasons, and a club's own ruleset."""
    if isinstance(value, dict):
        return {
            key: HIDDEN
            if key in WRITTEN and isinstance(each, str) and each
            else ruleset_without_words(each)
            if key == RULESET and isinstance(each, dict)
            else without_words(each)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        return [without_words(each) for each in value]
    return value


def ruleset_without_words(mapping: dict[str, Any]) -> dict[str, Any]:
    """Return a ruleset's mapping with only the program's own name, title and sources."""
    titles, sources = _shipped()
    names = str(mapping.get("name", "")).split("+")
    return {
        **mapping,
        "name": "+".join(name if name in ruleset_names() else OWN for name in names),
        "title": mapping["title"] if mapping.get("title") in titles else OWN,
        "sources": [each if each in sources else HIDDEN for each in mapping.get("sources", ())],
    }


@cache
def _shipped() -> tuple[frozenset[str], frozenset[str]]:
    """Titles and sources of the rulesets that come with the program."""
    rulesets = [Ruleset.read(name) for name in ruleset_names()]
    return (
        frozenset(each.title for each in rulesets),
        frozenset(source for each in rulesets for source in each.sources),
    )
