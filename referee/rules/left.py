"""Settings that no sense of a table can tell and no code reads: they are the judge's, with the reason why."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

_KEY = "left to the judge"


def left_to_judge(why: str) -> Mapping[str, str]:
    """Metadata of a field whose rule holds but is watched by people only; ``why`` the table cannot."""
    return {_KEY: why}


def why_left(group: type[DataclassInstance] | DataclassInstance) -> dict[str, str]:
    """The settings of a group that are left to the judge, each with the reason."""
    return {each.name: each.metadata[_KEY] for each in fields(group) if _KEY in each.metadata}
