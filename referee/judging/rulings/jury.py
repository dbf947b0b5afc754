"""Juries: two or three head referees vote on an appealed ruling (SAI 7; a club's own setting of ``fouls.appeal``).

More than half of the jurors must want the same ruling, those who do not vote included. Otherwise the first ruling stands:
no rulebook has a jury, and SAI 7 says that a ruling must be obeyed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.game import observations
from referee.game.events import RulingMade
from referee.game.judge_events import AppealMade, JurorLeft, JuryNamed, JuryRuled, VoteNoted
from referee.game.judge_observations import (
    JurorExcused,
    JuryCalled,
    JuryClosed,
    JuryVote,
    VoteCast,
)
from referee.game.position import GameState
from referee.game.standing import found, standing
from referee.judging.findings.judging import Judging
from referee.judging.rulings.imposing import effect_of, ruling_given, ruling_refused
from referee.texts.message import Message
from referee.texts.refused import Refused

if TYPE_CHECKING:
    Wanted = tuple[observations.Ruling, int | None]


LEAST, MOST = 2, 3


def first_ruling(state: GameState, finding: int) -> RulingMade | None:
    """Return the newest standing ruling on a finding."""
    held = [made for made in standing(state.rulings) if made.finding == finding]
    return held[-1] if held else None


def is_login(judge: str, login: str) -> bool:
    """Return whether a judge, as a table signs commands ("name (login)"), has this login."""
    return judge == login or judge.endswith(f" ({login})")


def _appellant(state: GameState, finding: int) -> int | None:
    """Return the seat of the newest open appeal against the ruling on a finding."""
    newest = {made.seat: made.outcome for made in state.desk.appeals if made.finding == finding}
    return next((seat for seat, outcome in newest.items() if outcome == "open"), None)


def jury_called(judging: Judging, seen: JuryCalled) -> None:
    """Jurors are named; nothing changes until they have voted."""
    seat = _appellant(judging.state, seen.finding)
    assert seat is not None
    judging.put(JuryNamed(seen.finding, seat, seen.jurors, seen.at_ms, seen.judge, seen.text))


def jury_refused(state: GameState, seen: JuryCalled) -> Message | None:
    """Return why a jury cannot be called; None if it can."""
    if state.ruleset.fouls.appeal == "none":
        return Refused.no_appeals()
    if found(state, seen.finding) is None:
        return Refused.no_such_finding(len(state.findings))
    if state.desk.jury is not None:
        return Refused.jury_sits()
    first = first_ruling(state, seen.finding)
    if first is None:
        return Refused.not_ruled_on()
    if _appellant(state, seen.finding) is None:
        return Refused.no_such_appeal()
    if not LEAST <= len(set(seen.jurors)) == len(seen.jurors) <= MOST or "" in seen.jurors:
        return Refused.how_many_jurors(LEAST, MOST)
    own = next((each for each in seen.jurors if is_login(first.judge, each)), None)
    return None if own is None else Refused.own_ruling(own)


def juror_excused(judging: Judging, seen: JurorExcused) -> None:
    """A juror does not vote; a vote that was cast does not count."""
    judging.put(JurorLeft(seen.who, seen.judge, seen.text))


def excuse_refused(state: GameState, seen: JurorExcused) -> Message | None:
    """Return why a juror cannot be excused; None if he can."""
    jury = state.desk.jury
    if jury is None:
        return Refused.no_jury()
    if seen.who not in jury.jurors:
        return Refused.no_juror(seen.who, jury.jurors)
    return Refused.jury_too_small(LEAST) if len(jury.jurors) == LEAST else None


def vote_cast(judging: Judging, seen: VoteCast) -> None:
    """A juror has voted; nobody may know for what."""
    judging.put(VoteNoted(seen.who))


def cast_refused(state: GameState, seen: VoteCast) -> Message | None:
    """Return why a vote cannot be cast; None if it can."""
    jury = state.desk.jury
    if jury is None:
        return Refused.no_jury()
    if seen.who not in jury.jurors:
        return Refused.no_juror(seen.who, jury.jurors)
    return Refused.voted_already(seen.who) if seen.who in jury.voted else None


def jury_closed(judging: Judging, seen: JuryClosed) -> None:
    """Count the votes: the ruling that most jurors want is made, with all that follows from it, or the first one stands."""
    state = judging.state
    jury = state.desk.jury
    assert jury is not None
    first = first_ruling(state, jury.finding)
    wanted = None if first is None else _most(state, jury.finding, jury.jurors, seen.votes)
    given = None
    if first is not None and wanted is not None and wanted != (first.ruling, first.points):
        given = _given(jury.finding, first.seat, wanted, seen)
        if ruling_refused(state, given) is not None:
            given, wanted = (
                None,
                None,
            )  # the game has gone on since the vote: the hand that it would end is over
    judging.put(
        JuryRuled(
            jury.finding,
            jury.seat,
            jury.jurors,
            seen.votes,
            None if wanted is None else wanted[0],
            seen.judge,
            seen.text,
        )
    )
    outcome = AppealMade(
        jury.seat, jury.finding, "rejected" if given is None else "upheld", seen.judge, seen.text
    )
    judging.put(outcome)
    if given is not None:
        ruling_given(judging, given)


def closing_refused(state: GameState, seen: JuryClosed) -> Message | None:
    """Return why a jury cannot be closed with these votes; None if it can."""
    jury = state.desk.jury
    if jury is None:
        return Refused.no_jury()
    stranger = next((each.judge for each in seen.votes if each.judge not in jury.jurors), None)
    return None if stranger is None else Refused.no_juror(stranger, jury.jurors)


def vote_refused(state: GameState, vote: JuryVote) -> Message | None:
    """Return why the ruling of a vote makes no sense now; None if it does."""
    jury = state.desk.jury
    first = None if jury is None else first_ruling(state, jury.finding)
    if jury is None or first is None:
        return Refused.no_jury()
    given = observations.RulingGiven(
        ruling=vote.ruling, seat=first.seat, finding=jury.finding, points=vote.points, force=True
    )
    if (effect_of(state, given), vote.points) == (first.ruling, first.points):
        return None
    return ruling_refused(state, given)


def _most(
    state: GameState, finding: int, jurors: tuple[str, ...], votes: Iterable[JuryVote]
) -> Wanted | None:
    """Return the ruling for which more than half of the jurors have voted; None if there is none."""
    wanted = {each.judge: _wanted(state, finding, each) for each in votes if each.judge in jurors}
    for each, count in Counter(wanted.values()).most_common(1):
        if 2 * count > len(jurors):
            return each
    return None


def _wanted(state: GameState, finding: int, vote: JuryVote) -> Wanted:
    return effect_of(state, observations.RulingGiven(ruling=vote.ruling, finding=finding)), vote.points


def _given(finding: int, seat: int | None, wanted: Wanted, seen: JuryClosed) -> observations.RulingGiven:
    """Return the ruling of a jury, which may depart from the book as any judge may."""
    ruling, points = wanted
    return observations.RulingGiven(
        at_ms=seen.at_ms,
        within_ms=seen.within_ms,
        source=seen.source,
        ruling=ruling,
        seat=seat,
        finding=finding,
        judge=seen.judge,
        text=seen.text,
        force=True,
        points=points,
    )
