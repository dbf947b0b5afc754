"""Hands across the elevator line (SAI 32, 35)."""

from referee.game import events, observations
from referee.game.observations import Observation
from referee.game.position import IN_PLAY, GameState
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import later, newest_draw, stands_still
from referee.judging.findings.suspicion import apply_cue, suspect
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding


def hand_moved(judging: Judging, seen: observations.HandMoved) -> None:
    """A hand crosses the line, or is back behind it; only a change has an effect."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    before = state.hands_moved[seen.seat]
    if before is not None and before.across and seen.across:
        apply_cue(judging, Cue.HAND_MISSED, seen.seat)
    if before is None or before.across != seen.across:
        judging.put(events.HandMoved(seen.seat, seen.across, seen.at_ms, seen.within_ms))
        if seen.across and _nothing_to_do(state, seen):
            text = Finding.reaches_for_nothing()
            suspect(judging, suspicions.BACK, "line_crossed", seen.seat, text)
    if not seen.across:
        apply_cue(judging, Cue.HAND_BACK, seen.seat)


def _nothing_to_do(state: GameState, seen: observations.HandMoved) -> bool:
    """Return whether a player certainly has nothing to do beyond the line: another holds a full hand and thinks (SAI 32).

    Excepted are the next player, whose reaching begins a draw (SAI 35.3), and the last discarder, whose hand may still have
    to come back.
    """
    if not state.ruleset.timing.draw_only_across_line or not state.holding or state.dora_due:
        return False
    if stands_still(state) or not state.draw_at_ms:
        return False
    busy = {state.turn, (state.turn + 1) % 4}
    if state.open is not None:
        busy.add(state.open.seat)
    busy.update(claim.seat for claim in state.claims)
    busy.update(seat for seat, _, _ in state.untaken)
    busy.update(number for number, seat in enumerate(state.seats) if seat.riichi and not seat.stick)
    return seen.seat not in busy and later(state, newest_draw(state), seen)


def acted(judging: Judging, seen: Observation) -> None:
    """Clear the suspicion of a player who acts, since he reached for something. A discard clears all: it may concern anyone."""
    if isinstance(seen, observations.HandMoved | observations.ClockAdvanced):
        return
    seat = getattr(seen, "seat", None)
    if seat is not None:
        played = isinstance(seen, observations.TileDiscarded | observations.MeldShown)
        apply_cue(judging, Cue.PLAYED if played else Cue.ACTED, seat)
