"""The judge is called: all stop until he has ruled (SAI 53.3, 53.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging


def judge_called(judging: Judging, seen: observations.JudgeCalled) -> None:
    """A player calls the judge; one call is enough."""
    state = judging.state_or_none
    if state is not None and state.phase not in {"waiting", "ended"} and state.summoned is None:
        judging.put(events.JudgeSummoned(seen.seat, seen.at_ms, seen.within_ms))
