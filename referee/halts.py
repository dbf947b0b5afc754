"""The judge is called: all stop until he has ruled (SAI 53.3, 53.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee import events, observations
from referee.judge_events import PlayedOn
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
BY_PEOPLE: Final = frozenset({"judge_called", "judge", "disqualified"})
"""Reasons of a stop that everybody at the table has heard."""


def judge_called(judging: Judging, seen: observations.JudgeCalled) -> None:
    """A player calls the judge; one call is enough."""
    state = judging.state_or_none
    if state is not None and state.phase not in {"waiting", "ended"} and state.summoned is None:
        judging.put(events.JudgeSummoned(seen.seat, seen.at_ms, seen.within_ms))


def plays_on(state: GameState, seen: Observation) -> bool:
    """Whether this is an act of play that certainly came after play had stopped, by more than a moment."""
    since_ms = state.desk.stopped_ms if state.summoned is None else state.summoned_ms
    if since_ms is None or state.told or not isinstance(seen, ACTS) or state.phase not in IN_PLAY:
        return False
    return earliest(seen) > since_ms + state.ruleset.timing.simultaneous_ms


def judge_act(judging: Judging, seen: Observation) -> None:
    """Play went on although the judge was called or had stopped it (SAI 53.4), unless the act is another foul.

    Where no rulebook says that all stop, and where play stopped for a finding of which the players may not know yet, it is
    marked for the judge. What is done is followed all the same. Once is enough until the judge has ruled.
    """
    assert isinstance(seen, ACTS)
    if any(isinstance(each, events.FoulFound) and each.seat == seen.seat for each in judging.events):
        return
    state = judging.state
    by_people = state.summoned is not None or state.desk.stopped in BY_PEOPLE
    if state.ruleset.fouls.judge_call_stops and by_people:
        if all(found.rule != "play_while_stopped" for found in judging.found_in_hand):
            what = "the judge is called" if state.summoned is not None else "play is stopped"
            judging.foul("play_while_stopped", seen.seat, f"plays on although {what}")
    elif state.desk.stopped and state.desk.played_on is None:
        judging.put(PlayedOn(seen.seat))
