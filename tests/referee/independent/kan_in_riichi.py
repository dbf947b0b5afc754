"""The concealed kan that a player in riichi may declare, by the strictest rules (WRC 6.5.1, MJ 3.3.14, SAI 43.11, JPMLA)."""

from referee.tiles import KIND
from tests.referee.independent.books import Seat
from tests.referee.independent.shapes import splits, waits

GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
SOU_9 = 26


def lawful_kan(player: Seat, kind: int) -> bool:
    """Return whether a kan with the drawn tile keeps the waits, its three tiles are a pung in every reading of every
    win, and no yaku is lost."""
    assert player.drawn is not None
    if KIND[player.drawn] != kind or changes_waits(player, kind) or not always_pung(player, kind):
        return False
    return not nine_gates(player, kind)


def nine_gates(player: Seat, kind: int) -> bool:
    """True if a win could be nine gates: the one yaku that is lost when a pung in every reading becomes a kan."""
    counts = player.counts()
    counts[kind] -= 1
    first = kind - kind % 9
    suit = counts[first : first + 9]
    if kind > SOU_9 or sum(suit) != sum(GATES):
        return False
    return any(
        all(
            count + (number == wait - first) >= least
            for number, (count, least) in enumerate(zip(suit, GATES, strict=True))
        )
        for wait in player.waits_before()
    )


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
