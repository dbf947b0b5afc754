"""The concealed kan that a player in riichi may declare, by the strictest of the rulebooks (WRC 6.5.1, MJ 3.3.14, SAI 43.11)."""

from __future__ import annotations

from referee.tiles import KIND
from tests.referee.independent.books import Seat
from tests.referee.independent.shapes import splits, waits


def lawful_kan(player: Seat, kind: int) -> bool:
    """With the drawn tile; the waits stay, and the three are a pung in every reading of every win."""
    assert player.drawn is not None
    return KIND[player.drawn] == kind and not changes_waits(player, kind) and always_pung(player, kind)


def changes_waits(player: Seat, kind: int) -> bool:
    before = player.waits_before()
    after = player.counts()
    after[kind] = 0
    return waits(after, len(player.melds) + 1) != before


def always_pung(player: Seat, kind: int) -> bool:
    counts = player.counts()
    counts[kind] -= 1
    for wait in player.waits_before():
        counts[wait] += 1
        readings = splits(counts)
        counts[wait] -= 1
        if any((kind, kind, kind) not in reading for reading in readings):
            return False
    return True
