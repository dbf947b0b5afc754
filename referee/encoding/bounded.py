"""Bounded types of values that cross the program's border: seats, chairs, tiles by name."""

from typing import Annotated, TypeAlias

from msgspec import Meta

Seat: TypeAlias = Annotated[int, Meta(title="seat", ge=0, le=3)]
"""Counted from the first dealer, for the whole hanchan."""
Chair: TypeAlias = Annotated[int, Meta(title="chair", ge=0, le=3)]
"""A chair of the table, counted counter-clockwise."""
TileName: TypeAlias = Annotated[str, Meta(title="tile", pattern=r"^(0[mps]|[1-9][mps]|[1-7]z|\?)$")]
"""``1m``-``9m``, p, s, ``1z``-``7z``, red fives ``0m``, ``0p``, ``0s``, unknown ``?``."""
HandName: TypeAlias = Annotated[str, Meta(title="hand", pattern="^[ESWN][1-4]$")]
