"""Settings that are left to the judge, because no sense of a table can watch them, each with the reason."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from _typeshed import DataclassInstance

_KEY = "left to the judge"


def left_to_judge(why: str) -> Mapping[str, str]:
    """Metadata of a field whose rule holds but only people can watch; ``why`` says why the table cannot."""
    return {_KEY: why}


def why_left(group: type[DataclassInstance] | DataclassInstance) -> dict[str, str]:
    """The settings of a group that are left to the judge, each with the reason."""
    return {each.name: each.metadata[_KEY] for each in fields(group) if _KEY in each.metadata}
