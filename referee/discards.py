"""Discards: whose turn, kuikae, the hand in riichi, the sideways tile (WRC 5.1-5.4, SAI 36-39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events, riichi
from referee.drawing import implied_draw
from referee.position import ACCEPTED, DECLARED, IN_PLAY
from referee.tiles import KIND, NAMES, UNKNOWN

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging


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
