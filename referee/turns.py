"""Turns: who draws and who discards (WRC 5.1-5.4, SAI 35-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events, riichi
from referee.position import ACCEPTED, DECLARED
from referee.tiles import KIND, NAMES, UNKNOWN, Tile

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging

IN_PLAY = frozenset({"dealing", "playing"})


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
    riichi.accept(judging)
    drawer = judging.state.seats[seat]
    if drawer.riichi == ACCEPTED and not drawer.stick and "sticks" in state.senses and drawer.ippatsu:
        judging.foul("bet_not_placed", seat, "no riichi stick since the declaration")


def implied_draw(judging: Judging, seat: int) -> None:
    """The draw that was not seen but must have been."""
    state = judging.state
    if seat == state.turn and not state.holding and (state.live > 0 or state.rinshan_due):
        draw(judging, seat, UNKNOWN)


def tile_discarded(judging: Judging, seen: observations.TileDiscarded) -> None:
    """A tile lies in a pond."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    seat = state.seats[seen.seat]
    calls = [
        claim for claim in state.claims if claim.seat == seen.seat and claim.call in {"chi", "pon", "kan"}
    ]
    claiming = bool(calls) and not state.holding and state.open is not None and state.open.seat != seen.seat
    if not claiming and seen.seat != state.turn:
        newest = seat.pond[-1] if seat.pond else None
        if newest is None or newest.tile != seen.tile:
            judging.foul(
                "out_of_turn_discard", seen.seat, f"discards {NAMES[seen.tile]} in the turn of {state.turn}"
            )
        return
    if claiming and seen.seat != state.turn:
        text = f"discards {NAMES[seen.tile]} before showing the tiles of the {calls[0].call}"
        judging.foul("discard_before_meld", seen.seat, text)
    else:
        if not state.holding and state.live == 0 and not state.rinshan_due:
            return
        implied_draw(judging, seen.seat)
        _judge_discard(judging, seen)
    _put_discard(judging, seen)


def _judge_discard(judging: Judging, seen: observations.TileDiscarded) -> None:
    state = judging.state
    seat = state.seats[seen.seat]
    if KIND[seen.tile] in seat.forbidden:
        judging.foul("kuikae", seen.seat, f"discards {NAMES[seen.tile]} right after calling with it")
    changed = seat.drawn is not None and UNKNOWN not in {seat.drawn, seen.tile} and seen.tile != seat.drawn
    if seat.riichi == ACCEPTED and (changed or seen.tsumogiri is False):
        judging.foul(
            "riichi_hand_changed",
            seen.seat,
            f"in riichi, does not discard the drawn tile but {NAMES[seen.tile]}",
        )
    if seat.unknown == 0 and seen.tile not in seat.known:
        judging.foul("tile_not_in_hand", seen.seat, f"discards {NAMES[seen.tile]}, which is not in the hand")
    if state.dora_due and state.rinshan:
        judging.foul("kan_dora_not_turned", seen.seat, "discards before the indicator for the kan is turned")


def _put_discard(judging: Judging, seen: observations.TileDiscarded) -> None:
    seat = judging.state.seats[seen.seat]
    declared = seat.riichi == DECLARED
    turned_due = seat.turned_due
    if seen.sideways and not declared and not turned_due and seat.riichi != ACCEPTED:
        declared = riichi.declare_by_turning(judging, seen.seat)
    if seen.sideways is False and declared:
        judging.foul("riichi_not_turned", seen.seat, "the riichi tile does not lie sideways")
    if seen.sideways and seat.riichi == ACCEPTED and not turned_due:
        judging.foul("turned_without_riichi", seen.seat, "turns a tile that is not the riichi tile")
    sideways = declared or turned_due if seen.sideways is None else seen.sideways
    tsumogiri = seen.tsumogiri
    judging.put(
        events.TileDiscarded(seen.seat, seen.tile, sideways, tsumogiri, declared, seen.at_ms, seen.within_ms)
    )
