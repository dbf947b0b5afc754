"""The senses of a table with given equipment, named as in ``observations.HanchanBegun``."""

from typing import Final, Literal, TypeAlias, get_args

Sense: TypeAlias = Literal["call_buttons", "curtains", "sticks", "wall_touch"]
SENSES: Final[tuple[Sense, ...]] = get_args(Sense)
