"""Settings that are left to the judge, because no sense of a table can watch them; ``words`` has the reasons."""

from __future__ import annotations

from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

_KEY: Final = "left to the judge"
LEFT_TO_JUDGE: Final[Mapping[str, bool]] = MappingProxyType({_KEY: True})
"""Metadata of a field whose rule holds but only people can watch."""


def left_settings(group: type[DataclassInstance] | DataclassInstance) -> frozenset[str]:
    """The settings of a group that are left to the judge."""
    return frozenset(each.name for each in fields(group) if _KEY in each.metadata)
