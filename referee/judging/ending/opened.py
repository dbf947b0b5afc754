"""Facts that an opened hand reveals: its waits, riichi in furiten, a noten riichi, kans that riichi forbade.

They could not be judged while the tiles were hidden; this serves recorded games and tables alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from referee.game.furiten import complete, kind_counts
from referee.game.position import Seat
from referee.hands.score import Win, score
from referee.hands.shape import readings
from referee.hands.waits import completing, waits
from referee.melds import Meld
from referee.rules.ruleset import Ruleset
from referee.tiles import COPIES, KIND, Tile

if TYPE_CHECKING:
    WaitingHand: TypeAlias = tuple[list[int], tuple[Meld, ...]]
    """Counts of the concealed tiles of a hand that waits, and its melds."""


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
    counts, melds = kind_counts(tiles), seat.melds
    for at, kind in reversed(list(enumerate(seat.riichi_kans))):
        after, with_kan = list(counts), melds
        counts[kind] += 3
        melds = tuple(meld for meld in with_kan if KIND[meld.tiles[0]] != kind)
        waiting = completing(counts, len(melds))
        if waiting != completing(after, len(with_kan)) or not _rule_holds(counts, kind, waiting, ruleset):
            return at
        if ruleset.calls.riichi_ankan == "same_yaku" and _loses_yaku(
            (counts, melds), (after, with_kan), waiting, ruleset
        ):
            return at
    return None


def _loses_yaku(before: WaitingHand, after: WaitingHand, kinds: tuple[int, ...], ruleset: Ruleset) -> bool:
    """Return whether a hand that waits for these kinds has a yaku before a kan that it no longer has after it."""
    concealed, melds = after
    held = list(concealed)
    for meld in melds:
        for tile in meld.tiles:
            held[KIND[tile]] += 1
    return any(
        _yaku(*before, kind, ruleset) - _yaku(*after, kind, ruleset) for kind in kinds if held[kind] < COPIES
    )


def _yaku(counts: list[int], melds: tuple[Meld, ...], wait: int, ruleset: Ruleset) -> set[str]:
    """The yaku of the hand, won by ron on a tile that it waits for; no kan in riichi takes away what only a tsumo gives."""
    concealed = tuple(kind for kind, count in enumerate(counts) for _ in range(count))
    won = score(Win(concealed=concealed, tile=wait, tsumo=False, melds=melds, riichi=1), ruleset)
    return set() if won is None else {*(name for name, _ in won.yaku), *won.yakuman}


def _rule_holds(counts: list[int], kind: int, waiting: tuple[int, ...], ruleset: Ruleset) -> bool:
    if ruleset.calls.riichi_ankan == "same_waits":
        return True
    for wait in waiting:
        if counts[wait] == COPIES:
            continue
        full = list(counts)
        full[wait] += 1
        for reading in readings(full):
            if kind not in reading.pungs:
                return False
    return True
