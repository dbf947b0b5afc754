"""The judge is called: all stop until he has ruled (SAI 53.3, 53.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee import events, observations
from referee.position import IN_PLAY
from referee.suspicion import earliest

if TYPE_CHECKING:
    from referee.judging import Judging
    from referee.observations import Observation
    from referee.position import GameState

ACTS: Final = (
    observations.TileDrawn,
    observations.TileDiscarded,
    observations.CallHeard,
    observations.MeldShown,
)
"""What play is made of."""


def judge_called(judging: Judging, seen: observations.JudgeCalled) -> None:
    """A player calls the judge; one call is enough."""
    state = judging.state_or_none
    if state is not None and state.phase not in {"waiting", "ended"} and state.summoned is None:
        judging.put(events.JudgeSummoned(seen.seat, seen.at_ms, seen.within_ms))


def plays_on(state: GameState, seen: Observation) -> bool:
    """Whether this is an act of play that certainly came after a player had called the judge, by more than a moment."""
    if state.summoned is None or not state.ruleset.fouls.judge_call_stops or state.told:
        return False
    if not isinstance(seen, ACTS) or state.phase not in IN_PLAY:
        return False
    return earliest(seen) > state.summoned_ms + state.ruleset.timing.simultaneous_ms


def judge_act(judging: Judging, seen: Observation) -> None:
    """Play went on although the judge was called (SAI 53.4), unless the act has been found to be another foul.

    What is done is followed all the same. One finding is enough until the judge has ruled.
    """
    assert isinstance(seen, ACTS)
    if any(isinstance(each, events.FoulFound) and each.seat == seen.seat for each in judging.events):
        return
    if all(found.rule != "play_while_stopped" for found in judging.found_in_hand):
        judging.foul("play_while_stopped", seen.seat, "plays on although the judge is called")
