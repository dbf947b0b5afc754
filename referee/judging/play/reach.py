"""Reaching for the wall: out of turn, too early, with a full hand, for a wrong tile (WRC 5.4.1, 7.2; SAI 30, 35, 55)."""

from referee.folding.timed_folds import expected_place
from referee.game import events, observations
from referee.game.draws import is_drawn
from referee.game.position import Claim, GameState
from referee.game.wall import TILES, dead_wall
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import between_ms
from referee.judging.findings.suspicion import suspect
from referee.judging.findings.windows import empty_calls
from referee.rules import suspicions
from referee.texts.findings import Finding
from referee.tiles import UNKNOWN


def draws_are_seen(state: GameState) -> bool:
    """Return whether every draw from the wall is sensed."""
    return state.knowledge.complete or "wall_place" in state.senses


def may_have_drawn_unseen(state: GameState, seen: observations.TileDiscarded, claim: Claim) -> bool:
    """Return whether a caller who discards in his own turn may have drawn instead: long after the call, at an unwatched wall.

    Otherwise a call counts as carried out until something shows that it is not, and a discard before its tiles is pointed out
    (WRC 5.4).
    """
    if state.knowledge.complete or state.senses & {"wall_touch", "wall_place"}:
        return False
    limit = state.ruleset.timing.show_ms
    return not limit or between_ms(state, claim, seen) > limit


def seen_before(state: GameState, seen: observations.TileDrawn) -> bool:
    """Return whether this is an earlier draw, or the one put off, reported once more."""
    put_off, due = state.put_off, seen.seat == state.turn and not state.holding
    if put_off is not None and (put_off.seat, put_off.place) == (seen.seat, seen.place):
        same_time = (put_off.at_ms, put_off.within_ms) == (seen.at_ms, seen.within_ms)
        if same_time or (seen.place is not None and not due):
            return True
    if seen.place is None:
        return False
    if "wall_place" not in state.senses:
        return not due and is_drawn(state, seen.place)
    drawn = state.seats[seen.seat].drawn is not None
    return drawn and state.places[1] == seen.place


def out_of_turn(judging: Judging, seen: observations.TileDrawn) -> None:
    """A draw in another player's turn is taken back; one before the player to the left has discarded is early (SAI 55.3(6)).

    At a table the early tile may stay out until the turn comes; a record tells when it is drawn.
    """
    state = judging.state
    next_one = state.holding and seen.seat == (state.turn + 1) % 4
    if next_one and state.ruleset.timing.draw_from == "line_clear":
        judging.foul("early_draw", seen.seat, Finding.draws_before_discard())
        if not state.knowledge.final:
            judging.put(_put_off(seen))
        return
    back = state.open is not None and state.open.seat == seen.seat and seen.tile == UNKNOWN
    if state.knowledge.unrepeated or seen.place is not None or not back:
        # otherwise the player's hand is only coming back over his own wall after the discard
        judging.foul("out_of_turn_draw", seen.seat, Finding.draws_in_turn_of(state.wind(state.turn)))


def _put_off(seen: observations.TileDrawn) -> events.DrawPutOff:
    return events.DrawPutOff(seen.seat, seen.tile, seen.place, seen.at_ms, seen.within_ms)


def with_full_hand(judging: Judging, seen: observations.TileDrawn) -> None:
    """A second tile is drawn; drawing the right tile in place of a wrong one is no second draw (WRC 7.2)."""
    state = judging.state
    if not (state.knowledge.unrepeated or seen.tile != UNKNOWN or seen.place is not None):
        return
    if _drew_wrong(judging, seen.seat):
        return
    tile = None if seen.tile == UNKNOWN else seen.tile
    judging.foul("second_draw", seen.seat, Finding.draws_with_full_hand(tile))


def replaces_wrong(judging: Judging, seen: observations.TileDrawn) -> bool:
    """Take back a tile drawn from a wrong place for the one that is drawn instead, so that its place counts (WRC 7.2)."""
    state = judging.state
    off = state.before is None or seen.place is None or not _drew_wrong(judging, seen.seat)
    if off or state.seats[seen.seat].drawn is None:
        return False
    judging.put(events.DrawTakenBack(seen.seat))
    return True


def _drew_wrong(judging: Judging, number: int) -> bool:
    """Return whether this seat's newest draw was from a wrong place, found just before it counted as drawn."""
    state = judging.state
    since = state.findings[max(state.first_finding, state.tile_finding - 1) :]
    return any((each.rule, each.seat) == ("wrong_tile_drawn", number) for each in since)


def though_called(judging: Judging, seen: observations.TileDrawn) -> bool:
    """Return whether the tile goes back because somebody has called; the drawing player's own call, if any, was empty.

    The draw is a foul if it began certainly after the call, by more than counts as simultaneous, and the tiles of the call
    are shown. Otherwise play goes on, the draw counts and the call was empty.
    """
    state = judging.state
    waiting = [claim for claim in state.claims if claim.seat != seen.seat and not claim.void]
    if not waiting:
        empty_calls(judging, frozenset({seen.seat}))
        return False
    first = waiting[0]
    text = Finding.draws_though_called(first.call, state.wind(first.seat))
    moved = state.hands_moved[seen.seat]
    after_ms = between_ms(state, first, seen)
    if moved is not None and moved.across and state.ruleset.timing.draw_begins == "hand_moves":
        after_ms = min(after_ms, between_ms(state, first, moved))
    if state.knowledge.final or after_ms > state.ruleset.timing.simultaneous_ms:
        suspect(judging, suspicions.TILES, "early_draw", seen.seat, text, of=first.seat)
    judging.put(_put_off(seen))
    return True


def judge_place(judging: Judging, seen: observations.TileDrawn) -> None:
    """The tile must be the next of the wall or, after a kan, the next replacement tile (WRC 4.9, 5.4.6; SAI 12, 55.3(4))."""
    state = judging.state
    if seen.place is None:
        return
    expected = expected_place(state)
    if expected is None or seen.place == expected or not 0 <= seen.place < TILES:
        return
    if state.rinshan_due:
        text = Finding.draws_other_replacement()
    elif seen.place in dead_wall(min(len(state.kans), 4)):
        text = Finding.draws_from_dead_wall()
    else:
        text = Finding.draws_other_tile()
    judging.foul("wrong_tile_drawn", seen.seat, text)


def not_seen(judging: Judging, seen: observations.TileDiscarded) -> None:
    """A discard without a draw at a table that senses every draw: the hand is a tile short (WRC 7.2, SAI 55.3(5))."""
    state = judging.state
    put_off = state.put_off is not None and state.put_off.seat == seen.seat
    if "wall_place" in state.senses and not put_off:
        judging.foul("tile_count", seen.seat, Finding.discards_without_drawing(seen.tile))
