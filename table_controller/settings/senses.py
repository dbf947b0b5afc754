"""What a table of this kind can sense, by the names that ``observations.HanchanBegun`` has for it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Sense: TypeAlias = Literal["call_buttons", "curtains", "sticks", "wall_touch"]
SENSES: Final[tuple[Sense, ...]] = get_args(Sense)
