"""Draws by lot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


def happens(random: np.random.Generator, share: float, size: int | tuple[int, ...] | None = None) -> Any:
    """Whether something happens that does in this share of cases; with a size, an array of answers."""
    return random.random(size) < share
