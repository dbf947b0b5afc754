"""Furiten of a hand whose tiles are known, and what that rests on (WRC 5.7.5, SAI 51, MJ 3.3.13)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.game.position import ACCEPTED, GameState, Seat
from referee.hands.score import score
from referee.hands.waits import completing
from referee.hands.win import Win
from referee.melds import valid_meld
from referee.tiles import KIND, KINDS, UNKNOWN, Tile

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


def has_yaku(state: GameState, number: int, tiles: tuple[Tile, ...], kind: int, *, tsumo: bool) -> bool:
    """Return whether a hand would win on a tile of this kind without a yaku of the moment, such as ippatsu or haitei."""
    seat = state.seats[number]
    win = Win(
        concealed=tiles,
        tile=kind,
        tsumo=tsumo,
        melds=seat.melds,
        seat_wind=state.wind(number),
        round_wind=state.round // 4 % 4,
        riichi=int(seat.riichi == ACCEPTED),
    )
    return score(win, state.ruleset) is not None


def missed_wins(state: GameState, number: int, tiles: tuple[Tile, ...]) -> Seat:
    """The player with only those passed tiles that count for furiten.

    These are all of them, or those that would have won with a yaku.
    """
    seat = state.seats[number]
    if not state.ruleset.calls.furiten_needs_yaku:
        return seat
    passed = 0
    for kind in range(34):
        if seat.passed >> kind & 1 and has_yaku(state, number, tiles, kind, tsumo=False):
            passed |= 1 << kind
    return replace(seat, passed=passed)


def shown_furiten(state: GameState, number: int) -> bool:
    """Return whether everybody can see that a player may not win by ron: his hand lies open, and is in furiten.

    While a hand is concealed nobody but its player knows, whatever he has discarded or let go by. A hand that has won by
    tsumo is not asked.
    """
    tiles = state.seats[number].shown
    if tiles is None or any(win.seat == win.source == number for win in state.wins):
        return False
    return furiten(missed_wins(state, number, tiles), tiles)
