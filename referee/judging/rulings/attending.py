"""The judge who attends to a table that needs one, and the time that the table waited for him."""

from referee.game.judge_events import AttendantChanged
from referee.game.judge_observations import TableAttended
from referee.game.position import GameState
from referee.judging.findings.judging import Judging
from referee.texts.message import Message
from referee.texts.refused import Refused


def table_attended(judging: Judging, seen: TableAttended) -> None:
    """A judge takes the call, another one is sent, or nobody attends any more."""
    state = judging.state
    judging.put(AttendantChanged(seen.who, seen.at_ms, _waited_ms(state, seen), seen.judge, seen.text))


def attendance_refused(state: GameState, seen: TableAttended) -> Message | None:
    """Return why the attendant does not change; None if he does."""
    if seen.who == state.desk.attendant:
        return Refused.attends_already(seen.who) if seen.who else Refused.nobody_attends()
    return None


def _waited_ms(state: GameState, seen: TableAttended) -> int | None:
    desk = state.desk
    since_ms = desk.stopped_ms if desk.stopped else state.summoned_ms if state.summoned is not None else None
    if not seen.who or since_ms is None or desk.attended_ms is not None:
        return None
    return max(seen.at_ms - since_ms, 0)
