"""The cases of the long proofs that `make prove` runs, and those that only `make prove-all` runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence


def some(values: Sequence[Any], usual: int) -> list[Any]:
    """The values as parameters of a proof: `make prove` runs the first ``usual`` of them, `make prove-all` the others too."""
    others = (pytest.param(value, marks=pytest.mark.prove(usual=False)) for value in values[usual:])
    return [*values[:usual], *others]
