"""The start signal of a hanchan, and its time limit: pausing, resuming and extending it (WRC 8.2)."""

from referee.game.flow import hanchan_result
from referee.game.judge_events import ClockChanged, ExtraHandChanged, PlayBegun
from referee.game.judge_observations import ClockExtended, ClockPaused, HandGranted, SignalGiven
from referee.game.position import GameState
from referee.judging.findings.judging import Judging
from referee.texts.message import Message
from referee.texts.refused import Refused

MINUTE_MS = 60_000


def signal_given(judging: Judging, seen: SignalGiven) -> None:
    """Dice may be rolled from here on, and the time runs."""
    judging.put(PlayBegun(seen.at_ms - max(0, seen.ago_ms), seen.judge, seen.text))


def signal_refused(state: GameState, _seen: SignalGiven) -> Message | None:
    """Return why no start signal can be given; None if it can."""
    if state.phase == "ended":
        return Refused.no_hanchan()
    return None if state.desk.signal_awaited else Refused.no_signal_awaited()


def clock_paused(judging: Judging, seen: ClockPaused) -> None:
    """The clock stops, or runs again without counting the pause."""
    state = judging.state
    since, added = state.desk.clock_paused_at_ms, state.desk.clock_added_ms
    if since is None:
        judging.put(ClockChanged(seen.at_ms, added, seen.judge, seen.text))
    else:
        judging.put(ClockChanged(None, added + max(0, seen.at_ms - since), seen.judge, seen.text))


def pause_refused(state: GameState, seen: ClockPaused) -> Message | None:
    """Return why the clock cannot be paused or resumed; None if it can."""
    paused = state.desk.clock_paused_at_ms is not None
    if seen.on == paused:
        return Refused.paused_already() if paused else Refused.not_paused()
    if state.desk.signal_awaited:
        return Refused.signal_awaited()
    return _no_clock(state)


def clock_extended(judging: Judging, seen: ClockExtended) -> None:
    """The time limit is extended by so many minutes."""
    state = judging.state
    added = state.desk.clock_added_ms + seen.minutes * MINUTE_MS
    judging.put(ClockChanged(state.desk.clock_paused_at_ms, added, seen.judge, seen.text))


def extension_refused(state: GameState, seen: ClockExtended) -> Message | None:
    """Return why the time limit cannot be changed like that; None if it can."""
    limit = state.ruleset.flow.time_limit_minutes * MINUTE_MS
    if not seen.minutes:
        return Refused.how_many_minutes()
    if limit and limit + state.desk.clock_added_ms + seen.minutes * MINUTE_MS <= 0:
        return Refused.no_time_left()
    return _no_clock(state)


def hand_granted(judging: Judging, seen: HandGranted) -> None:
    """One more hand may be dealt once the time is up. Without it, a hanchan that waits for that hand ends."""
    judging.put(ExtraHandChanged(seen.on, seen.judge, seen.text))
    if not seen.on and judging.state.time_called and judging.state.phase == "waiting":
        judging.put(hanchan_result(judging.state))


def grant_refused(state: GameState, seen: HandGranted) -> Message | None:
    """Return why no hand can be granted or taken back; None if it can. A hand that was dealt stays."""
    if seen.on == state.desk.hand_granted:
        return Refused.granted_already() if seen.on else Refused.no_hand_granted()
    return _not_timed(state)


def _no_clock(state: GameState) -> Message | None:
    return _not_timed(state) or (Refused.gong_sounded() if state.time_called else None)


def _not_timed(state: GameState) -> Message | None:
    if not state.ruleset.flow.time_limit_minutes:
        return Refused.no_time_limit()
    return Refused.no_hanchan() if state.phase == "ended" else None
