"""Discards: turn order, kuikae, the hand in riichi, the sideways tile (WRC 5.1-5.4, SAI 36-39)."""

from referee.folding.copies import not_in_hand
from referee.game import events, observations
from referee.game.position import ACCEPTED, DECLARED, IN_PLAY, NO_RIICHI, GameState
from referee.game.texts import Breach
from referee.judging.findings import suspicion, vain, windows
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import later, latest
from referee.judging.play import kans, laying, pace, reach, riichi, steps
from referee.judging.play.drawing import draw, implied_draw, indicator_due, may_draw, put_off
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.tiles import KIND, UNKNOWN

EVERYBODY = frozenset(range(4))


def tile_discarded(judging: Judging, seen: observations.TileDiscarded) -> None:
    """A tile lies in a pond."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    if not state.knowledge.final:
        laying.put_back_void(judging, seen.seat)
        state = judging.state
    if state.claims and not state.holding and _before_meld(judging, seen):
        return
    if seen.seat != state.turn:
        if state.knowledge.unrepeated or not _reported_again(judging, seen):
            text = Finding.discards_in_turn_of(seen.tile, state.wind(state.turn))
            judging.foul("out_of_turn_discard", seen.seat, text, tile=seen.tile)
        return
    carried_out = state.holding and state.rinshan
    opening = windows.await_wins(judging, seen)
    if not state.holding:
        if not _has_drawn(judging, state, seen):
            return
        reach.not_seen(judging, seen)
        drawn = EVERYBODY if reach.draws_are_seen(state) else EVERYBODY - {seen.seat}
        windows.empty_calls(judging, drawn, opening=opening)
        implied_draw(judging, seen.seat)
    elif state.claims or windows.overtaken(state):
        windows.empty_calls(judging, EVERYBODY, opening=opening)
    wrong = _wrong(judging.state, seen)
    if wrong is not None:
        judging.foul(wrong[0], seen.seat, wrong[1])
    pace.judge_turn(judging, seen)
    laying.yielded(judging, seen.seat)
    kans.lies_at_discard(judging, seen.seat, carried_out=carried_out)
    _put_discard(judging, seen)
    laying.discarded(judging, seen)
    if judging.state.owed is not None:
        _judge_owed(judging, judging.state.owed[0])


def _has_drawn(judging: Judging, state: GameState, seen: observations.TileDiscarded) -> bool:
    """Return whether a player who holds no drawn tile may have drawn one unseen; otherwise judge a discard without a draw."""
    if not may_draw(state):
        if state.knowledge.complete:
            judging.foul("tile_count", seen.seat, Finding.discards_with_nothing_to_draw(seen.tile))
        return False
    if state.knowledge.complete and put_off(state, seen.seat) is None:
        judging.foul("tile_count", seen.seat, Finding.discards_without_drawing(seen.tile))
        draw(judging, seen.seat, UNKNOWN)
        _put_discard(judging, seen)
        return False
    return True


def _judge_owed(judging: Judging, number: int) -> None:
    """A caller who discards before taking the claimed tile must take it within so many more discards (WRC 5.4, MJ 3.3.8)."""
    within = judging.state.ruleset.calls.take_within_discards
    if within and judging.state.owed_discards >= within:
        judging.foul("claimed_tile_not_taken", number, Finding.has_not_taken_tile(within))


def _before_meld(judging: Judging, seen: observations.TileDiscarded) -> bool:
    """Accept a discard outside the usual turn by a player who called the open tile and has not shown the meld yet."""
    state = judging.state
    if state.open is None or state.open.seat == seen.seat:
        return False
    if put_off(state, seen.seat) is not None:
        return False
    for claim in state.claims:
        if claim.call == "kan" and windows.of_own_hand(state, claim):
            continue  # not for the open tile
        if seen.seat == state.turn and reach.may_have_drawn_unseen(state, seen, claim):
            continue
        if claim.seat == seen.seat and claim.call in {"chi", "pon", "kan"} and not claim.void:
            text = Finding.discards_before_showing(seen.tile, claim.call)
            if state.knowledge.final:
                judging.foul("discard_before_meld", seen.seat, text)
            else:
                rule, until_ms = "discard_before_meld", latest(seen)
                suspicion.suspect(judging, suspicions.OWED, rule, seen.seat, text, until_ms=until_ms)
            windows.empty_calls(judging, windows.lapsed_before(state, seen))
            windows.await_wins(judging, seen)
            _put_discard(judging, seen)
            return True
    return False


def _reported_again(judging: Judging, seen: observations.TileDiscarded) -> bool:
    """Return whether the newest tile of a pond, or one found out of turn that still lies there, is reported again.

    To add an equal tile, a hand must have been there since.
    """
    state = judging.state
    pond, moved, tile = state.seats[seen.seat].pond, state.hands_moved[seen.seat], state.open
    stray = ("out_of_turn_discard", seen.seat, seen.tile)
    found = any((each.rule, each.seat, each.tile) == stray for each in judging.unruled)
    if not found and (not pond or pond[-1].tile != seen.tile):
        return False
    if moved is None or not moved.across or tile is None:
        return True
    return not later(state, tile, moved)


def _wrong(state: GameState, seen: observations.TileDiscarded) -> Breach | None:
    """The first rule that a discard in the player's own turn breaks, and what was seen."""
    seat, tile = state.seats[seen.seat], seen.tile
    if tile not in seat.known and tile != UNKNOWN and not_in_hand(state, seen.seat, (tile,)) is not None:
        return "tile_not_in_hand", Finding.discards_what_is_not_held(tile)
    if seat.forbidden and KIND[tile] in seat.forbidden:
        return "kuikae", Finding.discards_after_calling_with_it(tile)
    if seat.riichi == ACCEPTED:
        unknown = UNKNOWN in {seat.drawn, tile} or seat.drawn is None
        if seen.tsumogiri is False if unknown else tile != seat.drawn:
            return "riichi_hand_changed", Finding.discards_another_in_riichi(tile)
    if kans.indicator_owed(state) and (not state.knowledge.final or indicator_due(state, "before_discard")):
        return "kan_dora_not_turned", Finding.discards_before_indicator()
    return None


def _put_discard(judging: Judging, seen: observations.TileDiscarded) -> None:
    state = judging.state
    seat = state.seats[seen.seat]
    declared = seat.riichi == DECLARED
    turned_due = seat.turned_due
    steps.judge_order_of_stick(judging, seen.seat)
    turned = seen.sideways and not turned_due and seat.riichi == NO_RIICHI
    if turned and not riichi.refused(state, seen.seat):
        declared = riichi.declare_by_turning(judging, seen.seat)
    if seen.sideways is False and (declared or (turned_due and seat.riichi == ACCEPTED)):
        judging.foul("riichi_not_turned", seen.seat, Finding.riichi_tile_not_turned())
    if seen.sideways and seat.riichi == ACCEPTED and not turned_due:
        judging.foul("turned_without_riichi", seen.seat, Finding.turns_another_tile())
    sideways = declared or turned_due if seen.sideways is None else seen.sideways
    judging.put(
        events.TileDiscarded(
            seen.seat,
            seen.tile,
            sideways,
            seen.tsumogiri,
            declared,
            seen.at_ms,
            seen.within_ms,
            seen.confidence_pm,
        )
    )
    if seat.shown is not None:
        judging.put(
            events.PlayResumed()
        )  # whose hand was opened in play has closed it again (WRC 7.2, SAI 25)
    if judging.state.suspects:
        suspicion.apply_cue(judging, Cue.DISCARDED_RIICHI if declared else Cue.DISCARDED_PLAIN, seen.seat)
        vain.played_on(judging, seen.seat)
    if declared:
        steps.suspect_unpaid(judging, seen.seat)
