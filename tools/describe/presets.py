"""The table of the presets in docs/rules.md: the settings of course, scoring and calls in which they differ."""

from collections.abc import Iterator
from typing import Any, Final

from config import read_ruleset, ruleset_names

COMPARED: Final = ("flow", "scoring", "calls")


def presets_table() -> Iterator[str]:
    """Return the lines of the table: a row for each setting, a column for each preset."""
    names = ruleset_names()
    rulesets = [read_ruleset(name) for name in names]
    yield f"| setting | {' | '.join(names)} |"
    yield f"| --- |{' --- |' * len(names)}"
    for group in COMPARED:
        for setting in rulesets[0][group]:
            values = [rules[group][setting] for rules in rulesets]
            if any(value != values[0] for value in values):
                yield f"| `{group}.{setting}` | {' | '.join(map(_shown, values))} |"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return (" / " if value and isinstance(value[0], int) else ", ").join(map(_shown, value)) or "none"
    return str(value).replace("_", " ")
