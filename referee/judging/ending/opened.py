"""Facts that an opened hand reveals: its waits, riichi in furiten, a noten riichi, kans that riichi forbade.

They could not be judged while the tiles were hidden; this serves recorded games and tables alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game.furiten import complete, kind_counts
from referee.hands.shape import readings
from referee.hands.waits import completing, waits
from referee.tiles import KIND

if TYPE_CHECKING:
    from referee.game.position import Seat
    from referee.rules.ruleset import Ruleset
    from referee.tiles import Tile


def waits_of(seat: Seat, tiles: tuple[Tile, ...], ruleset: Ruleset) -> tuple[int, ...]:
    """The kinds that opened tiles wait for; empty if noten or if the tiles are no hand at all (WRC 2.2)."""
    if not complete(seat, tiles):
        return ()
    return waits(kind_counts(tiles), seat.melds, ruleset)


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
