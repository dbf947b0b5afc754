"""Winning calls and opened hands (WRC 5.6, 5.7; SAI 45, 52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.drawing import implied_draw
from referee.draws import draw_reason, terminal_kinds
from referee.position import IN_PLAY
from referee.tiles import UNKNOWN, Tile

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging
    from referee.position import GameState

NINE = 9


def win_called(judging: Judging, seen: observations.CallHeard) -> None:
    """Ron, tsumo or nine terminals was called."""
    state = judging.state
    if seen.call == "ron":
        _ron_called(judging, seen)
        return
    if state.phase == "closing":
        judging.foul("false_win_call", seen.seat, f"calls {seen.call} after the hand is over")
        return
    implied_draw(judging, seen.seat)
    state = judging.state
    seat = state.seats[seen.seat]
    if state.turn != seen.seat or not state.holding or seat.drawn is None:
        rule = "false_win_call" if seen.call == "tsumo" else "nine_terminals_not_there"
        judging.foul(rule, seen.seat, f"calls {seen.call} without a drawn tile")
        return
    if seen.call == "nine_terminals":
        first = state.unbroken and not seat.pond
        enough = seat.unknown > 0 or terminal_kinds(seat.known) >= NINE
        if not (state.ruleset.flow.abort_nine_terminals and first and enough):
            judging.foul(
                "nine_terminals_not_there", seen.seat, "calls nine terminals when the hand cannot be aborted"
            )
            return
    judging.put(events.CallMade(seen.seat, seen.call, seen.at_ms, seen.within_ms))


def _ron_called(judging: Judging, seen: observations.CallHeard) -> None:
    state = judging.state
    tile = state.open
    robs_concealed = tile is not None and tile.kind == "ankan"
    if tile is None or tile.seat == seen.seat or (state.holding and state.turn == seen.seat):
        judging.foul("false_win_call", seen.seat, "calls ron when there is no tile to win on")
        return
    if robs_concealed and state.ruleset.calls.chankan != "added_and_kokushi":
        judging.foul("false_win_call", seen.seat, "calls ron on a concealed kan")
        return
    followed = state.before is not None and state.phase != "closing"
    if followed and _too_late(state, seen):
        judging.foul("late_win_call", seen.seat, "calls ron after the next draw or the tiles of a call")
        return
    if followed:
        take_back(judging)
    judging.put(events.CallMade(seen.seat, "ron", seen.at_ms, seen.within_ms))


def _too_late(state: GameState, seen: observations.CallHeard) -> bool:
    """Whether the time for a ron was certainly over (SAI 45.3); elsewhere it ends with the next discard (WRC 5.4.1)."""
    if state.ruleset.calls.ron_until == "next_discard":
        return False
    drawn = state.holding and state.seats[state.turn].drawn is not None
    return not drawn or seen.at_ms - seen.within_ms > state.draw_at_ms + state.draw_within_ms


def take_back(judging: Judging) -> None:
    """A win on the open tile goes before the draw or meld that followed it."""
    state = judging.state
    drawn = state.holding and state.seats[state.turn].drawn is not None
    judging.put(events.DrawTakenBack(state.turn) if drawn else events.MeldTakenBack(state.turn))


def tiles_shown(judging: Judging, seen: observations.TilesShown) -> None:
    """A hand was opened: a win if one was called or the winning tile is set apart, else for the draw."""
    state = judging.state_or_none
    if state is None or state.phase not in {*IN_PLAY, "closing"}:
        return
    if state.seats[seen.seat].shown is not None:
        return
    calls = {claim.call for claim in state.claims if claim.seat == seen.seat}
    if state.seats[seen.seat].dead:
        judging.put(events.HandShown(seen.seat, seen.tiles))
    elif "tsumo" in calls or (not calls and seen.winning is not None and _may_tsumo(state, seen.seat)):
        _show_tsumo(judging, seen)
    elif "ron" in calls or (not calls and seen.winning is not None and state.open is not None):
        _show_ron(judging, seen)
    else:
        if draw_reason(state) is None and state.phase != "closing":
            judging.foul("tiles_shown", seen.seat, f"opens {len(seen.tiles)} tiles during play")
        tiles = seen.tiles if seen.winning is None else (*seen.tiles, seen.winning)
        judging.put(events.HandShown(seen.seat, tiles))


def _may_tsumo(state: GameState, seat: int) -> bool:
    return state.turn == seat and (state.holding or state.live > 0 or state.rinshan_due) and not state.wins


def _show_tsumo(judging: Judging, seen: observations.TilesShown) -> None:
    implied_draw(judging, seen.seat)
    drawn = judging.state.seats[seen.seat].drawn
    tile: Tile | None = seen.winning
    tiles = seen.tiles
    apart = tile is not None and tile != UNKNOWN
    if not apart:
        tile = drawn if drawn is not None and drawn != UNKNOWN else (tiles[-1] if tiles else UNKNOWN)
        rest = list(tiles)
        if tile in rest:
            rest.remove(tile)
        tiles = tuple(rest)
    assert tile is not None
    judging.put(events.WinShown(seen.seat, seen.seat, tile, tuple(sorted(tiles)), apart))


def _show_ron(judging: Judging, seen: observations.TilesShown) -> None:
    state = judging.state
    tile = state.open
    assert tile is not None
    if not any(claim.call == "ron" for claim in state.claims) and state.before is not None:
        take_back(judging)
    tiles = list(seen.tiles)
    needed = 13 - 3 * len(judging.state.seats[seen.seat].melds)
    if len(tiles) == needed + 1 and tile.tile in tiles:
        tiles.remove(tile.tile)
    judging.put(events.WinShown(seen.seat, tile.seat, tile.tile, tuple(sorted(tiles))))


def ura_seen(judging: Judging, seen: observations.UraSeen) -> None:
    """The ura dora indicators lie open; only a change counts."""
    state = judging.state_or_none
    if state is not None and state.phase in {*IN_PLAY, "closing"} and state.ura != seen.tiles:
        judging.put(events.UraTurned(seen.tiles))


def tenpai_declared(judging: Judging, seen: observations.TenpaiDeclared) -> None:
    """Tenpai or noten at an exhaustive draw; the first word counts (WRC 5.7.2)."""
    state = judging.state_or_none
    if state is None or state.phase not in {*IN_PLAY, "closing"}:
        return
    if state.seats[seen.seat].announced is None and draw_reason(state) in {"exhaustive", "nagashi"}:
        judging.put(events.TenpaiAnnounced(seen.seat, seen.tenpai))
