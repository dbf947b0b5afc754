"""The cases of the long proofs that `make prove` runs, and those that only `make prove-all` runs."""

from collections.abc import Sequence
from typing import Any

import pytest


def some(values: Sequence[Any], usual: int) -> list[Any]:
    """The values as parameters of a proof: `make prove` runs the first ``usual`` of them, `make prove-all` the others too."""
    others = (pytest.param(value, marks=pytest.mark.prove(usual=False)) for value in values[usual:])
    return [*values[:usual], *others]
