"""Facts that an opened hand reveals: its waits, furiten, a noten riichi, kans that riichi forbade.

They could not be judged while the tiles were hidden; this serves recorded games and tables alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.hands.shape import readings
from referee.hands.waits import completing, waits
from referee.melds import valid_meld
from referee.tiles import KIND, KINDS, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.position import Seat
    from referee.rules.ruleset import Ruleset
    from referee.tiles import Tile

ORPHANS = frozenset({*(kind for suit in (0, 9, 18) for kind in (suit, suit + 8)), *range(27, 34)})


def kind_counts(tiles: Iterable[Tile]) -> list[int]:
    """Count the tiles of each of the 34 kinds."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[KIND[tile]] += 1
    return counts


def complete(seat: Seat, tiles: tuple[Tile, ...], winning: tuple[Tile, ...] = ()) -> bool:
    """Return whether these are all the concealed tiles of a hand that may wait: all known, no kind more than four times.

    The ``winning`` tile counts among the four. A hand with an invalid meld is never complete.
    """
    if len(tiles) + 3 * len(seat.melds) != 13 or UNKNOWN in tiles or UNKNOWN in winning:
        return False
    if not all(valid_meld(meld) for meld in seat.melds):
        return False
    counts = kind_counts((*tiles, *winning))
    for meld in seat.melds:
        for tile in meld.tiles:
            counts[KIND[tile]] += 1
    return max(counts, default=0) <= 4


def waits_of(seat: Seat, tiles: tuple[Tile, ...], ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds that opened tiles wait for; empty if noten or if the tiles are no hand at all (WRC 2.2)."""
    if not complete(seat, tiles):
        return ()
    return waits(kind_counts(tiles), seat.melds, ruleset)


def thirteen_orphans(seat: Seat, tiles: tuple[Tile, ...], winning: Tile) -> bool:
    """Return whether the tiles and the winning one are Thirteen Orphans, which alone rob a concealed kan (WRC 5.4.8, MJ 3.3.7)."""
    kinds = {KIND[tile] for tile in (*tiles, winning) if tile != UNKNOWN}
    return not seat.melds and len(tiles) == 13 and kinds == ORPHANS


def furiten(seat: Seat, tiles: tuple[Tile, ...]) -> bool:
    """Return whether a hand with these tiles may not win by ron: own discards or tiles let go by forbid it (WRC 5.7.5, SAI 51)."""
    if not complete(seat, tiles):
        return False
    waiting = completing(kind_counts(tiles), len(seat.melds))
    own = {KIND[entry.tile] for entry in seat.pond}
    if any(kind in own or seat.passed >> kind & 1 for kind in waiting):
        return True
    return any(seat.passed_concealed >> kind & 1 and thirteen_orphans(seat, tiles, kind) for kind in waiting)


def furiten_riichi(seat: Seat, tiles: tuple[Tile, ...]) -> bool:
    """Return whether riichi was declared in furiten: a wait, or the riichi tile itself, lay in his pond (WRC 6.5.1)."""
    if not seat.riichi or not complete(seat, tiles):
        return False
    waiting = completing(kind_counts(tiles), len(seat.melds))
    for entry in seat.pond:
        if KIND[entry.tile] in waiting:
            return True
        if entry.sideways:
            break
    return False


def wrong_riichi_kan(seat: Seat, tiles: tuple[Tile, ...], ruleset: Ruleset) -> int | None:
    """The number of a concealed kan that riichi did not allow; None if all were allowed (WRC 6.5.1, SAI 43.11)."""
    if not seat.riichi_kans or not complete(seat, tiles):
        return None
    counts = kind_counts(tiles)
    melds = len(seat.melds)
    for at, kind in reversed(list(enumerate(seat.riichi_kans))):
        after = completing(counts, melds)
        counts[kind] += 3
        melds -= 1
        before = completing(counts, melds)
        if before != after or not _rule_holds(counts, kind, before, ruleset):
            return at
    return None


def _rule_holds(counts: list[int], kind: int, waiting: tuple[int, ...], ruleset: Ruleset) -> bool:
    if ruleset.calls.riichi_ankan == "same_waits":
        return True
    for wait in waiting:
        if counts[wait] == 4:
            continue
        full = list(counts)
        full[wait] += 1
        for reading in readings(full):
            if kind not in reading.pungs:
                return False
    return True
