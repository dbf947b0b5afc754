"""Announcing tenpai and noten at an exhaustive draw, in the order East, South, West, North (WRC 5.7.2, MJ 3.4.2, SAI 52.2)."""

from referee.game import events, observations
from referee.game.draws import draw_reason
from referee.game.position import IN_HAND
from referee.judging.ending.settlement import judge_dead
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import later
from referee.texts.findings import Finding


def tenpai_declared(judging: Judging, seen: observations.TenpaiDeclared) -> None:
    """Tenpai or noten is announced; if an announcement cannot be changed, the first one counts (WRC 5.7.2)."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_HAND:
        return
    if draw_reason(state) not in {"exhaustive", "nagashi"}:
        return
    former = state.seats[seen.seat].announced
    if former is seen.tenpai:
        return
    if former is not None and not state.ruleset.calls.announce_change:
        text = Finding.announces_contrary(tenpai=seen.tenpai)
        found = ((each.rule, each.seat, each.said) for each in judging.found_in_hand)
        if ("announcement_changed", seen.seat, text) not in found:
            judging.foul("announcement_changed", seen.seat, text)
        return
    if former is None and state.ruleset.calls.announce_order == "strict":
        _judge_order(judging, seen)
    judging.put(events.TenpaiAnnounced(seen.seat, seen.tenpai, seen.at_ms, seen.within_ms, seen.source))
    if seen.tenpai and state.seats[seen.seat].dead:
        judge_dead(judging, seen.seat)


def _judge_order(judging: Judging, seen: observations.TenpaiDeclared) -> None:
    """Find players who certainly announced before this one, although their turn comes after his."""
    state = judging.state
    for word in state.desk.announced:
        after = state.wind(word.seat) > state.wind(seen.seat)
        if after and later(state, word, seen):
            text = Finding.announces_before(state.wind(word.seat), state.wind(seen.seat))
            judging.foul("announce_order", word.seat, text, word.evidence)
