"""The open hands from which a judge enters a win: the camera's last readings, else the game's record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.tiles import UNKNOWN, Tile
from table_controller.sensing.waiting.zones import hand_in, melds_in
from vision.zones import ZoneId

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.melds import MeldKind
    from table_controller.commands.commanded_table import Camera


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand that lies open; ``winning`` is the tile kept apart, None if none is."""

    tiles: tuple[Tile, ...]
    winning: Tile | None
    melds: tuple[tuple[MeldKind, tuple[Tile, ...]], ...]


def seen_hands(state: GameState, camera: Camera | None) -> list[SeenHand]:
    """Return each seat's hand. The camera goes first, since it also sees a hand that is no longer followed."""
    return [_seen(state, seat, camera) for seat in range(len(state.seats))]


def _seen(state: GameState, seat: int, camera: Camera | None) -> SeenHand:
    player, chair = state.seats[seat], state.chairs[seat]
    lying = () if camera is None else camera.lying(ZoneId("hand", chair))
    hand = hand_in(lying)
    if camera is None or hand is None:
        won = next((win for win in state.wins if win.seat == seat), None)
        melds = tuple((meld.kind, meld.tiles) for meld in player.melds)
        return SeenHand(player.shown or (), None if won is None else won.tile, melds)
    corner = camera.lying(ZoneId("meld", chair))
    laid = melds_in(corner, red_fives=state.ruleset.scoring.red_fives)
    return SeenHand(hand.tiles, hand.apart, tuple((meld.kind, meld.tiles) for meld in laid))


def last_discard(state: GameState) -> tuple[int, Tile] | None:
    """Return the seat and the tile of the discard that was won on or can be; None if there is none."""
    opened = next((win for win in state.wins if win.source != win.seat), None)
    if opened is not None:
        return opened.source, opened.tile
    if state.open is not None and state.open.tile != UNKNOWN:
        return state.open.seat, state.open.tile
    return None
