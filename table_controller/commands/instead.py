"""A hanchan is thrown away, and another begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.game import observations


@dataclass(frozen=True, slots=True)
class Instead:
    """The part of a thrown-away hanchan that counts, who throws it away, and why."""

    keeps: observations.Keeps = ""
    judge: str = ""
    text: str = ""
