"""The steps of a riichi: word, discard, turned tile, stick (WRC 6.5.1, MJ 3.3.14, SAI 39.13)."""

from referee.game import events, observations
from referee.game.position import DECLARED, IN_PLAY
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import later, latest
from referee.judging.findings.suspicion import apply_cue, decided, offence, raise_suspicion, suspect
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding


def riichi_retracted(judging: Judging, seen: observations.RiichiRetracted) -> None:
    """Riichi is taken back: this cancels it before the discard; after the discard it still stands (SAI 39.2)."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY or state.seats[seen.seat].riichi != DECLARED:
        return
    tile = state.open
    discarded = tile is not None and tile.seat == seen.seat and tile.riichi
    judging.foul("riichi_retracted", seen.seat, Finding.riichi_taken_back(late=discarded))
    if not discarded:
        judging.put(events.RiichiTakenBack(seen.seat))


def suspect_unsaid(judging: Judging, number: int) -> None:
    """Suspect a tile turned without the word, which may still come at once."""
    text = Finding.turns_tile_unsaid()
    seen, timing = judging.observation, judging.state.ruleset.timing
    if judging.state.knowledge.final:
        judging.foul("riichi_not_said", number, text)
        return
    until_ms = latest(seen) + timing.call_correction_ms
    suspect(judging, suspicions.RIICHI_WORD, "riichi_not_said", number, text, until_ms=until_ms)


def suspect_turned(judging: Judging, number: int) -> None:
    """Suspect a tile turned with an open hand; if riichi is called at once, it is a forbidden riichi instead (SAI 39.3)."""
    text = Finding.turns_tile_with_open_hand()
    seen, timing = judging.observation, judging.state.ruleset.timing
    if judging.state.knowledge.final or "call_buttons" not in judging.state.senses:
        judging.foul("turned_without_riichi", number, text)
        return
    until_ms = latest(seen) + timing.call_correction_ms
    raise_suspicion(judging, suspicions.RIICHI_WORD, "turned_without_riichi", number, text, until_ms=until_ms)


def judge_late_word(judging: Judging, number: int) -> None:
    """Judge a word said after the tile was turned: the order is wrong if it certainly came later (SAI 39.13)."""
    state, seen = judging.state, judging.observation
    for each in decided(judging, Cue.RIICHI_SAID, number):
        strict = state.ruleset.timing.riichi_order == "say_discard_turn_bet"
        if strict and offence(state, "riichi_order") and later(state, each, seen):
            judging.foul("riichi_order", number, Finding.riichi_after_discard())


def judge_early_stick(judging: Judging, number: int) -> None:
    """Judge a stick laid after the word: the order is wrong if it certainly came before the discard (SAI 39.13)."""
    state = judging.state
    seat, tile = state.seats[number], state.open
    discarded = tile is not None and tile.seat == number and tile.riichi
    strict = state.ruleset.timing.riichi_order == "say_discard_turn_bet"
    if strict and not state.knowledge.final and seat.riichi == DECLARED and not discarded:
        text = Finding.stick_before_discard()
        suspect(judging, suspicions.RIICHI_TILE, "riichi_order", number, text)


def suspect_stick(judging: Judging, number: int) -> None:
    """Suspect a stick without a riichi, unless the next discard is the riichi tile (SAI 39.13)."""
    text = Finding.stick_without_riichi()
    suspect(judging, suspicions.NO_RIICHI, "bet_without_riichi", number, text)


def judge_order_of_stick(judging: Judging, number: int) -> None:
    """At the discard: a stick that was certainly there before it was early."""
    if judging.state.suspects:
        apply_cue(judging, Cue.RIICHI_TILE, number)


def suspect_unpaid(judging: Judging, number: int) -> None:
    """The riichi tile was discarded, so the stick is due."""
    state = judging.state
    seat, limit = state.seats[number], state.ruleset.timing.bet_ms
    if state.knowledge.final or not limit or seat.stick or "sticks" not in state.senses:
        return
    until_ms = latest(judging.observation) + limit
    text, act = Finding.no_stick(), seat.riichi_evidence
    suspect(judging, suspicions.BET_OWED, "bet_not_placed", number, text, act=act, until_ms=until_ms)
