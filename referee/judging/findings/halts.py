"""The judge is called: all stop until he has ruled (SAI 53.3, 53.4)."""

from typing import Final, TypeAlias

from referee.game import events, observations
from referee.game.judge_events import PlayedOn
from referee.game.observations import Observation
from referee.game.position import IN_HAND, IN_PLAY, GameState
from referee.game.standing import ruled
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import since_stop_ms
from referee.rules.fouls import CATALOGUE
from referee.texts.findings import Finding

ACTS: Final = (
    observations.TileDrawn,
    observations.TileDiscarded,
    observations.CallHeard,
    observations.MeldShown,
)
"""Acts of play."""
Acts: TypeAlias = (
    observations.TileDrawn | observations.TileDiscarded | observations.CallHeard | observations.MeldShown
)
BY_PEOPLE: Final = frozenset({"judge_called", "judge", "disqualified"})
"""Reasons for a stop that everybody at the table has heard."""


def judge_called(judging: Judging, seen: observations.JudgeCalled) -> None:
    """A player calls the judge; further calls change nothing."""
    state = judging.state_or_none
    if state is not None and state.phase in IN_HAND and state.summoned is None:
        judging.put(events.JudgeSummoned(seen.seat, seen.at_ms, seen.within_ms))


def plays_on(state: GameState, seen: Observation) -> bool:
    """Return whether this is an act of play that certainly came more than a moment after play had stopped."""
    since_ms = state.desk.stopped_ms if state.summoned is None else state.summoned_ms
    if since_ms is None or state.knowledge.final or not isinstance(seen, ACTS) or state.phase not in IN_PLAY:
        return False
    heard = state.summoned is not None or state.desk.stopped in BY_PEOPLE
    return since_stop_ms(state, since_ms, seen, heard=heard) > state.ruleset.timing.simultaneous_ms


def judge_act(judging: Judging, seen: Observation) -> None:
    """Find, once in a hand, that play went on although it is stopped (SAI 53.3, 53.4), unless the act is another foul.

    The players may not know at once of a stop for a finding, so within ``timing.show_ms`` the act is only marked for the
    judge. The same goes for any act if no rulebook in force says that all stop. The act itself is followed as usual.
    """
    assert isinstance(seen, ACTS)
    if any(isinstance(each, events.FoulFound) and each.seat == seen.seat for each in judging.events):
        return
    state = judging.state
    if state.summoned is not None or state.desk.stopped in BY_PEOPLE:
        if state.ruleset.fouls.judge_call_stops:
            text = Finding.plays_on(called=state.summoned is not None)
            judging.foul_once("play_while_stopped", seen.seat, text)
        else:
            _mark(judging, seen)
        return
    _mark(judging, seen)
    if _all_know(state, seen):
        text = Finding.plays_on_after(state.desk.stopped)
        judging.foul_once("play_while_stopped", seen.seat, text)


def _mark(judging: Judging, seen: Acts) -> None:
    desk = judging.state.desk
    if desk.stopped and desk.played_on is None:
        judging.put(PlayedOn(seen.seat))


def _all_know(state: GameState, seen: Observation) -> bool:
    """Return whether play is stopped for a finding that awaits its ruling, and all have had time to see that (SAI 53.3)."""
    desk = state.desk
    if desk.stopped not in CATALOGUE or desk.stopped_ms is None or not state.timed:
        return False
    waits = any(
        (each.rule, each.seat) == (desk.stopped, desk.stopped_seat) and not ruled(state, number)
        for number, each in enumerate(state.findings)
    )
    return waits and since_stop_ms(state, desk.stopped_ms, seen, heard=False) > state.ruleset.timing.show_ms
