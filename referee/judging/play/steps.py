"""The steps of a riichi: word, discard, turned tile, stick (WRC 6.5.1, MJ 3.3.14, SAI 39.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game import events
from referee.game.position import DECLARED, IN_PLAY
from referee.judging.findings.suspicion import decide_on, earliest, end, latest, offence, suspect
from referee.texts.findings import Finding
from referee.texts.language import english

if TYPE_CHECKING:
    from referee.game import observations
    from referee.judging.findings.judging import Judging


def riichi_retracted(judging: Judging, seen: observations.RiichiRetracted) -> None:
    """The word is taken back: before the discard there is no riichi then, after it there still is (SAI 39.2)."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY or state.seats[seen.seat].riichi != DECLARED:
        return
    tile = state.open
    discarded = tile is not None and tile.seat == seen.seat and tile.riichi
    judging.foul("riichi_retracted", seen.seat, Finding.riichi_taken_back(late=discarded))
    if not discarded:
        judging.put(events.RiichiTakenBack(seen.seat))


def suspect_unsaid(judging: Judging, number: int) -> None:
    """A tile was turned without the word, which may still come at once."""
    text = Finding.turns_tile_unsaid()
    seen, timing = judging.observation, judging.state.ruleset.timing
    if judging.state.told:
        judging.foul("riichi_not_said", number, text)
        return
    until_ms = latest(seen) + timing.call_correction_ms
    suspect(judging, "riichi_not_said", number, text, ("riichi", number), until_ms=until_ms)


def suspect_turned(judging: Judging, number: int) -> None:
    """A tile was turned with an open hand; a word that comes at once makes it a riichi that may not be said (SAI 39.3)."""
    text = Finding.turns_tile_with_open_hand()
    seen, timing = judging.observation, judging.state.ruleset.timing
    if judging.state.told or "call_buttons" not in judging.state.senses:
        judging.foul("turned_without_riichi", number, text)
        return
    until_ms = latest(seen) + timing.call_correction_ms
    judging.put(
        events.FoulSuspected(
            "turned_without_riichi",
            number,
            seen.source,
            english(text),
            "riichi",
            number,
            seen.at_ms,
            seen.within_ms,
            until_ms,
            said=text,
        )
    )


def said_after(judging: Judging, number: int) -> None:
    """The word comes after the turned tile: in the wrong order if that is certain (SAI 39.13)."""
    state, seen = judging.state, judging.observation
    for each in state.suspects:
        if (each.awaits, each.of) != ("riichi", number):
            continue
        end(judging, each, foul=False)
        strict = state.ruleset.timing.riichi_order == "say_discard_turn_bet"
        if strict and offence(state, "riichi_order") and earliest(seen) > latest(each):
            judging.foul("riichi_order", number, Finding.riichi_after_discard())


def stick_early(judging: Judging, number: int) -> None:
    """A stick laid after the word and before the discard: in the wrong order if that is certain (SAI 39.13)."""
    state = judging.state
    seat, tile = state.seats[number], state.open
    discarded = tile is not None and tile.seat == number and tile.riichi
    strict = state.ruleset.timing.riichi_order == "say_discard_turn_bet"
    if strict and not state.told and seat.riichi == DECLARED and not discarded:
        text = Finding.stick_before_discard()
        suspect(judging, "riichi_order", number, text, ("riichi tile", number))


def suspect_stick(judging: Judging, number: int) -> None:
    """A stick without a riichi, unless the next discard is the riichi tile (SAI 39.13)."""
    suspect(judging, "bet_without_riichi", number, Finding.stick_without_riichi(), ("no riichi", number))


def order_of_stick(judging: Judging, number: int) -> None:
    """The discard comes: a stick that was there certainly before it was early."""
    if judging.state.suspects:
        decide_on(judging, "riichi tile", number)


def suspect_unpaid(judging: Judging, number: int) -> None:
    """The riichi tile lies there: the stick is due."""
    state = judging.state
    seat, limit = state.seats[number], state.ruleset.timing.bet_ms
    if state.told or not limit or seat.stick or "sticks" not in state.senses:
        return
    until_ms = latest(judging.observation) + limit
    text, act = Finding.no_stick(), seat.riichi_evidence
    suspect(judging, "bet_not_placed", number, text, ("bet", number), act=act, until_ms=until_ms)
