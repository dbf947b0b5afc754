"""Draws, seen and implied (WRC 5.1-5.4, SAI 35-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import bets, events
from referee.position import ACCEPTED, IN_PLAY
from referee.tile_set import one_too_many
from referee.tiles import NAMES, UNKNOWN, Tile

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging
    from referee.position import GameState
    from referee.rules.calls import KanDora


def tile_drawn(judging: Judging, seen: observations.TileDrawn) -> None:
    """A tile was taken from the wall."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    told = state.told
    if state.live == 0 and not state.rinshan_due:
        if told:
            judging.foul("out_of_turn_draw", seen.seat, "draws though no tile is left in the wall")
        return
    if seen.seat != state.turn:
        back = state.open is not None and state.open.seat == seen.seat and seen.tile == UNKNOWN
        if told or not back:  # else the hand comes back over the own wall after the discard
            judging.foul("out_of_turn_draw", seen.seat, f"draws in the turn of {state.turn}")
        return
    if state.holding:
        if told or seen.tile != UNKNOWN:
            judging.foul("second_draw", seen.seat, f"draws {NAMES[seen.tile]} with a full hand")
        return
    if state.claims:
        waiting = [claim for claim in state.claims if claim.seat != seen.seat]
        if waiting:
            first = waiting[0]
            judging.foul("early_draw", seen.seat, f"draws although {first.call} was called by {first.seat}")
            return
    if told and state.rinshan_due and indicator_due(state, "before_draw"):
        judging.foul("kan_dora_not_turned", seen.seat, "draws before the indicator for the kan is turned")
    draw(judging, seen.seat, seen.tile)


def draw(judging: Judging, seat: int, tile: Tile) -> None:
    """The seat whose turn it is draws; the riichi before it stands."""
    state, seen = judging.state, judging.observation
    judging.put(events.TileDrawn(seat, tile, state.rinshan_due, seen.at_ms, seen.within_ms))
    bets.accept(judging)
    state = judging.state
    drawer = state.seats[seat]
    unpaid = drawer.riichi == ACCEPTED and not drawer.stick and "sticks" in state.senses
    if unpaid and (drawer.ippatsu or state.told):
        judging.foul("bet_not_placed", seat, "no riichi stick since the declaration", drawer.riichi_evidence)
    if one_too_many(state, tile):
        judging.foul_once("fifth_copy", seat, f"draws one more {NAMES[tile]} than there are")


def implied_draw(judging: Judging, seat: int) -> None:
    """The draw that was not seen but must have been; where every act is told there is none."""
    state = judging.state
    if seat == state.turn and not state.holding and not state.told and may_draw(state):
        draw(judging, seat, UNKNOWN)


def may_draw(state: GameState) -> bool:
    """Whether the next player finds a tile to draw."""
    return state.live > 0 or state.rinshan_due


def indicator_due(state: GameState, until: KanDora) -> bool:
    """Whether an indicator is due that must be turned before then (WRC 5.4.6-8, MJ 3.3.5-7, SAI 43.3)."""
    calls = state.ruleset.calls
    return any(
        (calls.kan_dora_concealed if kind == "ankan" else calls.kan_dora_open) == until
        for kind in state.dora_due
    )
