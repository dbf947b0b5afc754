"""The judge who attends to a table that needs one, players replaced, and appeals (WRC 7.1-7.2, SAI 7)."""

from referee.game.judge_events import AppealMade, AttendantChanged, PlayerChanged
from referee.game.judge_observations import AppealNoted, PlayerReplaced, TableAttended
from referee.game.position import GameState
from referee.game.standing import found, standing
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


def player_replaced(judging: Judging, seen: PlayerReplaced) -> None:
    """Another person plays on from here, with the same points."""
    state = judging.state
    former = state.names[seen.seat]
    judging.put(PlayerChanged(seen.seat, seen.name, former, seen.judge, seen.text))


def replacement_refused(state: GameState, seen: PlayerReplaced) -> Message | None:
    """Return why a player cannot be replaced like that; None if he can."""
    if state.phase == "ended":
        return Refused.no_hanchan()
    if not 0 <= seen.seat <= 3:
        return Refused.seats()
    if not seen.name:
        return Refused.who_plays_on()
    if seen.name in state.names:
        return Refused.sits_here(seen.name)
    return None


def appeal_noted(judging: Judging, seen: AppealNoted) -> None:
    """An appeal is recorded, which changes nothing by itself: if it is upheld, the judge rules again."""
    judging.put(AppealMade(seen.seat, seen.finding, seen.outcome, seen.judge, seen.text))


def appeal_refused(state: GameState, seen: AppealNoted) -> Message | None:
    """Return why an appeal cannot be noted; None if it can."""
    if not 0 <= seen.seat <= 3:
        return Refused.seats()
    if state.ruleset.fouls.appeal == "none":
        return Refused.no_appeals()
    if seen.finding is not None and found(state, seen.finding) is None:
        return Refused.no_such_finding(len(state.findings))
    against = [made for made in standing(state.rulings) if made.finding == seen.finding]
    if not against:
        return Refused.not_ruled_on()
    same = [made for made in state.desk.appeals if (made.seat, made.finding) == (seen.seat, seen.finding)]
    if same and same[-1].outcome == seen.outcome:
        return Refused.appeal_is_so(seen.outcome)
    if not same and seen.outcome != "open":
        return Refused.no_such_appeal()
    return None
