"""Pace: a turn that takes overlong is information for the judge (WRC 5.4.1, MJ 3.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.judging.findings.suspicion import earliest, offence
from referee.texts.findings import Finding

if TYPE_CHECKING:
    from referee.game import observations
    from referee.judging.findings.judging import Judging


def judge_turn(judging: Judging, seen: observations.TileDiscarded) -> None:
    """Judge the time from the draw, or from the tiles of a call, to the discard; nobody is slow while the judge is there."""
    state = judging.state
    limit = state.ruleset.timing.pace_ms
    if not state.timed or not limit or not state.draw_at_ms:
        return
    if state.summoned is not None or state.desk.stopped:
        return
    taken = earliest(seen) - state.draw_at_ms - state.draw_within_ms
    if taken > limit and offence(state, "slow_play"):
        judging.foul("slow_play", seen.seat, Finding.takes_long_for_turn(taken // 1000))
