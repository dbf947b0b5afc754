"""Draws, seen and implied (WRC 5.1-5.4, SAI 35-37)."""

from referee.folding.copies import one_too_many
from referee.game import events, observations
from referee.game.position import ACCEPTED, IN_PLAY, GameState
from referee.judging.findings import suspicion, windows
from referee.judging.findings.judging import Judging
from referee.judging.play import bets, reach
from referee.rules.calls import KanDora
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.tiles import UNKNOWN, Tile


def tile_drawn(judging: Judging, seen: observations.TileDrawn) -> None:
    """A tile was taken from the wall."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    known = state.knowledge
    if not known.unrepeated and reach.seen_before(state, seen):
        return
    if state.live == 0 and not state.rinshan_due:
        if known.unrepeated and state.holding and seen.seat == state.turn:
            reach.with_full_hand(judging, seen)
        elif known.unrepeated:
            judging.foul("out_of_turn_draw", seen.seat, Finding.draws_from_empty_wall())
        return
    if seen.seat != state.turn:
        reach.out_of_turn(judging, seen)
        return
    if state.holding or (known.unrepeated and put_off(state, seen.seat) is not None):
        if not reach.replaces_wrong(judging, seen):
            reach.with_full_hand(judging, seen)
            return
        state = judging.state
    if state.claims and reach.though_called(judging, seen):
        return
    if known.complete and state.rinshan_due and indicator_due(state, "before_draw"):
        judging.foul("kan_dora_not_turned", seen.seat, Finding.draws_before_indicator())
    reach.judge_place(judging, seen)
    windows.suspect_early(judging, "early_draw", seen.seat)
    draw(judging, seen.seat, seen.tile, seen.place)


def draw(judging: Judging, seat: int, tile: Tile, place: int | None = None) -> None:
    """Record the draw of the seat in turn; a riichi declared just before stands."""
    state, seen = judging.state, judging.observation
    judging.put(events.TileDrawn(seat, tile, state.rinshan_due, seen.at_ms, seen.within_ms, place))
    bets.accept(judging)
    state = judging.state
    drawer = state.seats[seat]
    unpaid = drawer.riichi == ACCEPTED and not drawer.stick and "sticks" in state.senses
    if unpaid and (drawer.ippatsu or state.knowledge.complete):
        suspicion.apply_cue(judging, Cue.UNPAID, seat)
        judging.foul("bet_not_placed", seat, Finding.no_stick(), drawer.riichi_evidence)
    if one_too_many(state, tile):
        judging.foul_once("fifth_copy", seat, Finding.draws_one_more(tile))


def implied_draw(judging: Judging, seat: int) -> None:
    """Add the draw that was put off, or that must have happened unseen; a record that tells every act has neither."""
    state = judging.state
    before = put_off(state, seat)
    if (
        seat == state.turn
        and not state.holding
        and may_draw(state)
        and (before is not None or not state.knowledge.complete)
    ):
        if before is not None:
            draw(judging, seat, before.tile, before.place)
        else:
            draw(judging, seat, UNKNOWN)


def put_off(state: GameState, seat: int) -> events.DrawPutOff | None:
    """Return this player's draw that was put off, or None; it counts if nothing comes of the calls before it."""
    return state.put_off if state.put_off is not None and state.put_off.seat == seat else None


def may_draw(state: GameState) -> bool:
    """Return whether there is a tile left for the next player to draw."""
    return state.live > 0 or state.rinshan_due


def indicator_due(state: GameState, until: KanDora) -> bool:
    """Return whether an indicator is due that must be turned before ``until`` (WRC 5.4.6-8, MJ 3.3.5-7, SAI 43.3)."""
    calls = state.ruleset.calls
    return any(
        (calls.kan_dora_concealed if kind == "ankan" else calls.kan_dora_open) == until
        for kind in state.dora_due
    )
