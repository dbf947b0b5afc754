"""Draws, seen and implied (WRC 5.1-5.4, SAI 35-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import bets, events
from referee.position import ACCEPTED, IN_PLAY
from referee.tiles import NAMES, UNKNOWN, Tile

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging


def tile_drawn(judging: Judging, seen: observations.TileDrawn) -> None:
    """A tile was taken from the wall."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY or (state.live == 0 and not state.rinshan_due):
        return
    if seen.seat != state.turn:
        if state.open is not None and state.open.seat == seen.seat and seen.tile == UNKNOWN:
            return  # the hand comes back over the own wall after the discard
        judging.foul("out_of_turn_draw", seen.seat, f"draws in the turn of {state.turn}")
        return
    if state.holding:
        if seen.tile != UNKNOWN:
            judging.foul("second_draw", seen.seat, f"draws {NAMES[seen.tile]} with a full hand")
        return
    waiting = [claim for claim in state.claims if claim.seat != seen.seat]
    if waiting:
        first = waiting[0]
        judging.foul("early_draw", seen.seat, f"draws although {first.call} was called by {first.seat}")
        return
    draw(judging, seen.seat, seen.tile)


def draw(judging: Judging, seat: int, tile: Tile) -> None:
    """The seat whose turn it is draws; the riichi before it stands."""
    state, seen = judging.state, judging.observation
    judging.put(events.TileDrawn(seat, tile, state.rinshan_due, seen.at_ms, seen.within_ms))
    bets.accept(judging)
    drawer = judging.state.seats[seat]
    if drawer.riichi == ACCEPTED and not drawer.stick and "sticks" in state.senses and drawer.ippatsu:
        judging.foul("bet_not_placed", seat, "no riichi stick since the declaration")


def implied_draw(judging: Judging, seat: int) -> None:
    """The draw that was not seen but must have been."""
    state = judging.state
    if seat == state.turn and not state.holding and (state.live > 0 or state.rinshan_due):
        draw(judging, seat, UNKNOWN)
