"""Hands across the elevator line (SAI 32, 35)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.position import IN_PLAY
from referee.suspicion import decide_on

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging


def hand_moved(judging: Judging, seen: observations.HandMoved) -> None:
    """A hand crosses the line, or is back behind it; only a change counts."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    before = state.hands_moved[seen.seat]
    if before is None or before.across != seen.across:
        judging.put(events.HandMoved(seen.seat, seen.across, seen.at_ms, seen.within_ms))
    if not seen.across:
        decide_on(judging, "hand", seen.seat)
