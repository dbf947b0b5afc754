"""Random choices."""

from typing import overload

import numpy as np
from numpy.typing import NDArray


@overload
def happens(random: np.random.Generator, share: float) -> bool: ...
@overload
def happens(random: np.random.Generator, share: float, size: int | tuple[int, ...]) -> NDArray[np.bool_]: ...
def happens(
    random: np.random.Generator, share: float, size: int | tuple[int, ...] | None = None
) -> bool | NDArray[np.bool_]:
    """Return true in this share of cases; with a size, an array of such answers."""
    return random.random(size) < share
