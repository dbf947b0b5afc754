"""Riichi: who may declare it and how (WRC 6.5.1, MJ 3.3.14, SAI 39)."""

from referee.game import events
from referee.game.position import NO_RIICHI, GameState
from referee.hands.payments import BET
from referee.judging.findings import suspicion
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import latest
from referee.judging.play import steps
from referee.judging.play.drawing import implied_draw
from referee.rules.suspicions import FOUND_RIICHI, Cue
from referee.texts.findings import Finding
from referee.texts.message import Message


def declare(judging: Judging, number: int) -> None:
    """Riichi was called: in the player's own turn before the discard, or right after the discard it belongs to."""
    state = judging.state
    if state.seats[number].riichi != NO_RIICHI:
        if state.knowledge.final:
            judging.foul("void_call", number, Finding.riichi_again())
        else:
            steps.judge_late_word(judging, number)
        return
    implied_draw(judging, number)
    state = judging.state
    seat = state.seats[number]
    own_turn = state.holding and state.turn == number
    tile = state.open
    after_discard = (
        not state.knowledge.final
        and not state.holding
        and tile is not None
        and tile.kind == "discard"
        and tile.seat == number
    )
    if not own_turn and not after_discard:
        _refuse(judging, "riichi_out_of_turn", number, Finding.riichi_out_of_turn())
        return
    if after_discard:
        suspicion.apply_cue(judging, Cue.RIICHI_SAID, number)
    if after_discard and seat.closed and seat.pond and seat.pond[-1].sideways:
        return  # the turned tile was judged already and made no riichi, so the word changes nothing
    if _may(judging, number):
        first = state.unbroken and len(seat.pond) == (1 if after_discard else 0)
        judging.put(events.RiichiDeclared(number, first, judging.observation.source))
    elif own_turn:
        seen = judging.observation
        judging.put(events.CallMade(number, "riichi", seen.at_ms, seen.within_ms, seen.source, void=True))


def refused(state: GameState, number: int) -> bool:
    """Return whether riichi was called in this turn and was a foul, so that turning the tile is no second foul."""
    return any((each.seat, each.call, each.void) == (number, "riichi", True) for each in state.claims)


def declare_by_turning(judging: Judging, number: int) -> bool:
    """A tile was turned sideways without the word: it still declares riichi, if one is possible (WRC 7.2)."""
    state = judging.state
    if not state.seats[number].closed:
        steps.suspect_turned(judging, number)
        return False
    if not _may(judging, number):
        return False
    if "call_buttons" in state.senses:
        steps.suspect_unsaid(judging, number)
    first = state.unbroken and not state.seats[number].pond
    judging.put(events.RiichiDeclared(number, first, judging.observation.source))
    return True


def _refuse(judging: Judging, rule: str, number: int, text: Message) -> None:
    """Find a riichi that cannot be declared; a stick laid for it, or the button pressed again, is no second foul."""
    if any(each.rule == rule for each in suspicion.awaited(judging.state, number, FOUND_RIICHI)):
        return
    judging.foul(rule, number, text)
    pace_ms = judging.state.ruleset.timing.pace_ms
    until_ms = latest(judging.observation) + pace_ms if pace_ms and judging.state.timed else None
    suspicion.raise_suspicion(judging, FOUND_RIICHI, rule, number, text, until_ms=until_ms)


def _may(judging: Judging, number: int) -> bool:
    """Return whether riichi is possible by what the table shows; a finding if it is not."""
    state = judging.state
    seat, calls = state.seats[number], state.ruleset.calls
    if not seat.closed:
        _refuse(judging, "riichi_open_hand", number, Finding.riichi_with_open_hand())
        return False
    if seat.score < BET and not calls.riichi_below_1000:
        _refuse(judging, "riichi_below_1000", number, Finding.riichi_with_points(seat.score))
        return False
    if state.live < calls.riichi_least_tiles:
        _refuse(judging, "riichi_late", number, Finding.riichi_with_tiles_left(state.live))
        return False
    return True
