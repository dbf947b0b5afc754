"""Follows how far each player's arm reaches, to recognise tsumogiri.

An arm that takes a tile from the wall and lays one in its pond, without returning to its own tiles in between, has laid
the tile it took. If the arm returned to its own tiles, nothing is known.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

BACK_MM: Final = 18.0
"""An arm that reaches no farther than this outside the elevator line is at its own tiles, or behind them. [mm; derived:
on the standard table 240 mm, between the wall, to 219, and standing tiles, from 250]"""
REACH_REMEMBERED_MS: Final = 20_000
"""A reach is remembered for this long. [ms; judged: longer than a player ponders with a drawn tile in hand, mostly]"""


@dataclass(slots=True)
class _Reach:
    """One stretch of time in which an arm was beyond its own tiles; it goes on while ``until_ms`` is None."""

    chair: int
    since_ms: int
    until_ms: int | None = None

    def meets(self, since_ms: int, until_ms: int) -> bool:
        return self.since_ms <= until_ms and (self.until_ms is None or self.until_ms >= since_ms)


class ArmPaths:
    """The times at which each player's arm was beyond its own tiles, and at which it took a tile from a wall.

    Args:
        line_mm: y of the elevator line, in a chair's frame.
    """

    def __init__(self, line_mm: float) -> None:
        self._back_mm = line_mm + BACK_MM
        self._reaches: list[_Reach] = []
        self._taken: list[tuple[int, int, int]] = []
        self._seen_since_ms: int | None = None

    def blind(self) -> None:
        """Note that the table is out of sight, so that the arms' acts are unknown."""
        self._reaches.clear()
        self._taken.clear()
        self._seen_since_ms = None

    def update(self, reach_mm: Mapping[int, float], at_ms: int) -> None:
        """Take a frame.

        Args:
            reach_mm: for each chair with a visible arm, its nearest point to the middle (y in the chair's frame).
            at_ms: the frame's time.
        """
        if self._seen_since_ms is None:
            self._seen_since_ms = at_ms
        out = {chair for chair, mm in reach_mm.items() if mm < self._back_mm}
        for each in self._reaches:
            if each.until_ms is None and each.chair not in out:
                each.until_ms = at_ms
        going_on = {each.chair for each in self._reaches if each.until_ms is None}
        self._reaches += [_Reach(chair, at_ms) for chair in sorted(out - going_on)]
        self._reaches = [
            each
            for each in self._reaches
            if each.until_ms is None or each.until_ms >= at_ms - REACH_REMEMBERED_MS
        ]
        self._taken = [each for each in self._taken if each[2] >= at_ms - REACH_REMEMBERED_MS]

    def taken(self, chair: int, since_ms: int, until_ms: int) -> None:
        """Note that a tile went from a wall between these times, while only this arm was over it."""
        self._taken.append((chair, since_ms, until_ms))

    def straight_from_wall(self, chair: int, since_ms: int, until_ms: int) -> bool:
        """Return whether the tile that this arm laid between these times must be the one it took from the wall."""
        laid = self._only(chair, since_ms, until_ms)
        return laid is not None and any(
            self._only(chair, since, until) is laid for who, since, until in self._taken if who == chair
        )

    def _only(self, chair: int, since_ms: int, until_ms: int) -> _Reach | None:
        """The one stretch in which the arm can have done something between these times; None if there are more."""
        if self._seen_since_ms is None or since_ms < self._seen_since_ms:
            return None
        met = [each for each in self._reaches if each.chair == chair and each.meets(since_ms, until_ms)]
        return met[0] if len(met) == 1 else None
