"""The steps of a riichi: word, discard, turned tile, stick (WRC 6.5.1, MJ 3.3.14, SAI 39.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.position import DECLARED, IN_PLAY

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging


def riichi_retracted(judging: Judging, seen: observations.RiichiRetracted) -> None:
    """The word is taken back: before the discard there is no riichi then, after it there still is (SAI 39.2)."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY or state.seats[seen.seat].riichi != DECLARED:
        return
    tile = state.open
    discarded = tile is not None and tile.seat == seen.seat and tile.riichi
    when = "after" if discarded else "before"
    judging.foul("riichi_retracted", seen.seat, f"takes the riichi back {when} the discard")
    if not discarded:
        judging.put(events.RiichiTakenBack(seen.seat))
