"""Whether a claimed tile is taken in time (WRC 5.4, 5.4.10; MJ 3.3.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging


def tile_taken(judging: Judging, seen: observations.TileTaken) -> None:
    """A claimed tile lies in its corner now."""
    state = judging.state_or_none
    if state is not None and any(seat == seen.seat for seat, _, _ in state.untaken):
        judging.put(events.ClaimedTileTaken(seen.seat))
