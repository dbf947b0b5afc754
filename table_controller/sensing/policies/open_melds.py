"""A meld whose own tiles lie open while the called tile still lies in its pond.

A caller may discard before he takes the tile (WRC 5.4, MJ 3.3.3), but sensing gives a meld out only once it is whole. So
if his discard comes first, the meld is given out before it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from referee.game import observations
from referee.game.position import GameState
from referee.melds import Meld, MeldKind, valid_meld
from referee.tiles import KIND
from table_controller.sensing.waiting import zones
from table_controller.sensing.waiting.fitting import MELD_CALLS
from vision.sightings import PlacedTile

UNHEARD: Final = frozenset(("chi", "pon"))
"""The calls that two tiles laid ready may stand for, at a table without call buttons."""


def owed(state: GameState, corners: Mapping[int, Sequence[PlacedTile]]) -> frozenset[int]:
    """The seats of callers who have yet to take the claimed tile, with two tiles ready for it in their corners.

    Args:
        state: of the game.
        corners: the tiles in the corners, by chair.
    """
    return frozenset(
        seat for seat, chair in enumerate(state.chairs) if zones.being_made(corners.get(chair, ()))
    )


def may_have_called(seat: int, state: GameState, ponds: Mapping[int, Sequence[PlacedTile]]) -> bool:
    """Return whether a player may have called: he pressed a button or, without buttons, the open tile has left its pond.

    Args:
        seat: the player.
        state: of the game.
        ponds: the tiles in the ponds, by chair.
    """
    if _hears(state):
        return any(claim.seat == seat and claim.call in MELD_CALLS for claim in state.claims)
    tile = state.open
    if tile is None or tile.kind != "discard" or tile.seat == seat:
        return False
    there = sum(entry.called_by is None for entry in state.seats[tile.seat].pond)
    return len(ponds.get(state.chairs[tile.seat], ())) < there


def _hears(state: GameState) -> bool:
    """Return whether the table has call buttons."""
    return "call_buttons" in state.senses


def meld_to_take(seat: int, state: GameState, corner: Sequence[PlacedTile]) -> observations.MeldShown | None:
    """The meld that a caller has shown, with the open tile that he has yet to take; None if there is none.

    Args:
        seat: the player.
        state: before his discard.
        corner: the tiles in his corner.
    """
    tile = state.open
    if state.holding or tile is None or tile.kind != "discard" or tile.seat == seat:
        return None
    calls = (
        UNHEARD
        if not _hears(state)
        else {
            claim.call
            for claim in state.claims
            if claim.seat == seat and claim.call in MELD_CALLS and not claim.void
        }
    )
    two = zones.being_made(corner) if calls else ()
    lying = zones.melds_in(corner, red_fives=state.ruleset.scoring.red_fives)
    known = state.seats[seat].melds
    if not two or len(lying) != len(known) or zones.new_melds(lying, known):
        return None
    tiles = tuple(sorted((*map(zones.face_of, two), tile.tile), key=lambda each: (KIND[each], each)))
    kind: MeldKind = "pon" if len({KIND[each] for each in tiles}) == 1 else "chi"
    if kind not in calls or not valid_meld(Meld(kind, tiles, tile.tile, tile.seat)):
        return None
    if kind == "chi" and (seat - tile.seat) % 4 != 1:
        return None
    return observations.MeldShown(seat=seat, kind=kind, tiles=tiles, claimed=tile.tile, source_seat=tile.seat)
