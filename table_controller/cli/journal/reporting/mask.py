"""Takes people out of what is reported: numbers instead of names, and no word that a person wrote."""

from functools import cache
from typing import Any, Final

from config import ruleset_names
from referee.journal.people import People
from referee.rules.ruleset import Ruleset
from table_controller.settings.origin import HIDDEN

WRITTEN: Final = frozenset({"text", "against", "stopped_text"})
"""Fields that hold a reason as a judge wrote it, wherever they occur."""
RULESET: Final = "ruleset"
OWN: Final = "own"
"""The name of a ruleset that does not come with the program: a club named it."""


class Mask:
    """Masks encoded observations, events and positions of one report.

    People are called ``p1``, ``p2`` … in the order in which the report names them, whatever their number in the journal.
    """

    def __init__(self) -> None:
        self._people = People(())

    def masked(self, value: Any) -> Any:
        """Return the same value; a person who was masked before keeps his number."""
        return self._people.hidden(without_words(value))


def without_words(value: Any) -> Any:
    """The same with ``HIDDEN`` for what people wrote: reasons, and the words of a club's own ruleset."""
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
    """A ruleset's mapping with a name, a title and sources of the program alone."""
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
