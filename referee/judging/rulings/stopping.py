"""Play stops when the judge is called or a finding requires him, and goes on when he says so (SAI 31, 53.3-4).

Acts during a stop are followed like any others, and the judge learns that play went on
(``referee.judging.findings.halts``). The table moves nothing and begins no hand.
"""

from typing import Final

from referee.game.events import FoulFound
from referee.game.judge_events import PlayContinued, PlayStopped
from referee.game.judge_observations import PlayHalted, PlayReleased
from referee.game.observations import JudgeCalled
from referee.game.position import GameState
from referee.game.texts import person
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import latest
from referee.texts.message import Message
from referee.texts.refused import Refused

LIGHTER: Final = {"guidance": frozenset({"none"}), "warning": frozenset({"none", "guidance"})}
"""Grades that do not stop play, by ``fouls.play_stops_from``."""


def stop_if_called_for(judging: Judging) -> None:
    """Stop play after an observation that calls for a stop; a record simply goes on."""
    state = judging.state_or_none
    if state is None or state.knowledge.final or state.phase == "ended" or state.desk.stopped:
        return
    seen = judging.observation
    if isinstance(seen, JudgeCalled):
        judging.put(PlayStopped("judge_called", seen.seat, since_ms=latest(seen)))
        return
    if not judging.events:
        return
    lighter = LIGHTER.get(state.ruleset.fouls.play_stops_from)
    for event in judging.events if lighter is not None else ():
        if isinstance(event, FoulFound) and lighter is not None and event.grade not in lighter:
            judging.put(PlayStopped(event.rule, event.seat, since_ms=latest(seen)))
            return


def play_halted(judging: Judging, seen: PlayHalted) -> None:
    """The judge stops play."""
    judging.put(PlayStopped("judge", None, seen.judge, seen.text, latest(seen)))


def halt_refused(state: GameState, _seen: PlayHalted) -> Message | None:
    """Return why play cannot be stopped; None if it can."""
    if state.phase == "ended":
        return Refused.no_hanchan()
    return Refused.stopped_already() if state.desk.stopped else None


def play_released(judging: Judging, seen: PlayReleased) -> None:
    """Play goes on."""
    judging.put(PlayContinued(seen.judge, seen.text))


def release_refused(state: GameState, _seen: PlayReleased) -> Message | None:
    """Return why play cannot go on; None if it can."""
    if not state.desk.stopped and state.summoned is None:
        return Refused.not_stopped()
    if state.desk.disqualified:
        return Refused.disqualified_stay([person(state, seat) for seat in state.desk.disqualified])
    return None
