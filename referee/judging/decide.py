"""``decide(state, observation) -> events``: what an observation means by the rules. Pure; one file per topic.

The same code judges records and tables; a record only knows more tiles. An illegal move gives a finding, and the game goes
on with what lies on the table. Reporting what is already known changes nothing, so after a restart everything may be
reported once more.
"""

from referee.game.events import Event
from referee.game.observations import Observation, TableHindered
from referee.game.position import GameState
from referee.judging.findings.halts import judge_act, plays_on
from referee.judging.findings.hands_across import acted
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import note_stops
from referee.judging.findings.suspicion import time_passes
from referee.judging.rulings.stopping import stop_if_called_for
from referee.judging.topics import HANDLERS

__all__ = ["advance", "decide"]


def decide(state: GameState | None, observation: Observation) -> tuple[Event, ...]:
    """The events that follow from an observation; none if it changes nothing."""
    return advance(state, observation)[0]


def advance(state: GameState | None, observation: Observation) -> tuple[tuple[Event, ...], GameState | None]:
    """The events that follow from an observation, and the state after them; saves folding them a second time."""
    judging = Judging(state, observation)
    handler = HANDLERS.get(type(observation))
    if handler is None:
        raise ValueError(f"not an observation: {type(observation).__name__}")
    final = state is not None and state.knowledge.final
    if not final:
        note_stops(judging, before=True)
    if state is not None and state.suspects and not isinstance(observation, TableHindered):
        time_passes(judging, observation)
        acted(judging, observation)
    before = len(judging.events)
    handler(judging, observation)
    if not final:
        acts = len(judging.events) > before  # a report of what is known already is no act
        if acts and state is not None and plays_on(state, observation):
            judge_act(judging, observation)
        stop_if_called_for(judging)
        note_stops(judging)
    return tuple(judging.events), judging.state_or_none
