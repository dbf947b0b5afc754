"""Settings that are left to the judge, because no sense of a table can watch them; ``words`` has the reasons."""

from typing import Final, get_type_hints

from msgspec import Struct

LEFT_TO_JUDGE: Final = "left to the judge"
"""Stands in the type of a setting whose rule holds but only people can watch."""


def left_settings(group: type[Struct]) -> frozenset[str]:
    """The settings of a group that are left to the judge."""
    hints = get_type_hints(group, include_extras=True)
    return frozenset(
        name for name, kind in hints.items() if LEFT_TO_JUDGE in getattr(kind, "__metadata__", ())
    )
