"""Winning calls and opened hands (WRC 5.6, 5.7; SAI 45, 52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events
from referee.drawing import implied_draw, may_draw
from referee.draws import NINE, draw_reason, terminal_kinds
from referee.position import IN_PLAY
from referee.settlement import hand_not_over, judge_opened, likeliest, worth
from referee.tiles import NAMES, UNKNOWN, Tile

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging
    from referee.position import GameState


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
    judging.put(events.CallMade(seen.seat, seen.call, seen.at_ms, seen.within_ms, seen.source))


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
    if taken(state):
        return
    calls = state.ruleset.calls
    even_tsumo = calls.ron_after_tsumo and calls.ron_until == "next_discard"
    followed = state.before is not None and (even_tsumo or state.phase != "closing")
    if too_late(state, seen):
        judging.foul("late_win_call", seen.seat, "calls ron after the next draw or the tiles of a call")
        return
    if followed:
        take_back(judging)
    judging.put(events.CallMade(seen.seat, "ron", seen.at_ms, seen.within_ms, seen.source))


def too_late(state: GameState, seen: observations.Observation) -> bool:
    """Whether the time for a ron was certainly over (SAI 45.3); elsewhere it ends with the next discard (WRC 5.4.1).

    An added tile can be robbed until its indicator is turned (SAI 43.4, 43.8) or until the next discard; an indicator turned
    before anybody had a reasonable time to say so (WRC 5.4.7) shuts nobody out.
    """
    calls, tile = state.ruleset.calls, state.open
    if not calls.ron_after_tsumo and state.before is not None and _tsumo_said(state):
        return True
    if tile is not None and tile.kind == "kakan" and calls.chankan_until == "indicator":
        waited = not state.timed or seen.at_ms - seen.within_ms > (
            tile.at_ms + tile.within_ms + state.ruleset.timing.chankan_ms
        )
        return state.ruleset.scoring.kan_dora and not state.dora_due and waited
    if state.before is None or state.phase == "closing" or calls.ron_until == "next_discard":
        return False
    return seen.at_ms - seen.within_ms > state.draw_at_ms + state.draw_within_ms


def taken(state: GameState) -> bool:
    """Whether the tile is that of a winner who has shown his hand: another ron comes to nothing, but is no foul (SAI 45.4)."""
    rules, tile = state.ruleset, state.open
    shown = tile is not None and any(win.source == tile.seat for win in state.wins)
    return shown and rules.calls.head_bump_until == "shown" and rules.flow.winners == "nearest"


def _tsumo_said(state: GameState) -> bool:
    """Whether the player who drew after the open tile has called or shown a tsumo (MJ 3.3.1)."""
    return any(claim.call == "tsumo" for claim in state.claims) or any(
        win.source == win.seat for win in state.wins
    )


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
    if seen.source_seat is not None:
        _show_told_win(judging, seen, seen.source_seat)
        return
    calls = {claim.call for claim in state.claims if claim.seat == seen.seat and claim.call != "riichi"}
    if state.seats[seen.seat].dead:
        judging.put(events.HandShown(seen.seat, seen.tiles))
    elif "tsumo" in calls or (not calls and seen.winning is not None and _may_tsumo(state, seen.seat)):
        _show_tsumo(judging, seen)
    elif "ron" in calls or (not calls and seen.winning is not None and state.open is not None):
        _show_ron(judging, seen)
    else:
        if draw_reason(state) is None and state.phase != "closing" and not state.told:
            text = f"opens {len(seen.tiles)} tiles during play"
            judging.foul("tiles_shown", seen.seat, text, number=len(seen.tiles))
        tiles = seen.tiles if seen.winning is None else (*seen.tiles, seen.winning)
        over = not state.told and draw_reason(state) in {"exhaustive", "nagashi"}
        judging.put(events.HandShown(seen.seat, tiles))
        if over:
            judge_opened(judging, seen.seat)


def _may_tsumo(state: GameState, seat: int) -> bool:
    return state.turn == seat and (state.holding or may_draw(state)) and not state.wins


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
    void = not apart and _must_be_apart(judging.state, seen.seat)
    if void:
        judging.foul("tsumo_tile_in_hand", seen.seat, "opens a tsumo with the drawn tile among the others")
    _put_win(judging, seen, seen.seat, tile, tiles, apart=apart, void=void)


def _must_be_apart(state: GameState, number: int) -> bool:
    """Whether the drawn tile must have stayed out of the hand: not with the hand that was dealt (SAI 37.2, 45.5)."""
    dealt = number == state.dealer and state.unbroken and not state.seats[number].pond
    return state.ruleset.display.drawn_tile == "must_be_apart" and not state.told and not dealt


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
    _put_win(judging, seen, tile.seat, tile.tile, tuple(tiles))


def _put_win(
    judging: Judging,
    seen: observations.TilesShown,
    source: int,
    tile: Tile,
    tiles: tuple[Tile, ...],
    *,
    apart: bool = True,
    void: bool = False,
) -> None:
    evidence = judging.observation.source
    shown = events.WinShown(seen.seat, source, tile, tuple(sorted(tiles)), apart, void, evidence)
    judging.put(likeliest(judging.state, shown))


def _show_told_win(judging: Judging, seen: observations.TilesShown, source: int) -> None:
    """A win as a record tells it: with whose tile, so that a wrong one is found."""
    state = judging.state
    if source != seen.seat and taken(state):
        judging.put(events.HandShown(seen.seat, seen.tiles))
        return
    tile = seen.winning if seen.winning is not None else UNKNOWN
    wrong = _no_tsumo(state, seen.seat, tile) if source == seen.seat else _no_ron(state, seen, source, tile)
    if wrong is not None:
        judging.foul(wrong[0], seen.seat, wrong[1])
    elif source != seen.seat and state.before is not None and state.phase != "closing":
        take_back(judging)
    _put_win(judging, seen, source, tile, seen.tiles, void=wrong is not None)


def _no_tsumo(state: GameState, number: int, tile: Tile) -> tuple[str, str] | None:
    """Why there is nothing to win on by tsumo."""
    seat = state.seats[number]
    if state.turn != number or not state.holding or seat.drawn is None or state.phase == "closing":
        return "false_win", "wins by tsumo without a drawn tile"
    if seat.drawn not in {UNKNOWN, tile}:
        return "false_win", f"wins by tsumo on {NAMES[tile]} but drew {NAMES[seat.drawn]}"
    return None


def _no_ron(
    state: GameState, seen: observations.TilesShown, source: int, tile: Tile
) -> tuple[str, str] | None:
    """Why there is nothing to win on by ron."""
    taken = state.open
    if taken is None or taken.seat == seen.seat or (state.holding and state.turn == seen.seat):
        return "false_win", "wins by ron when there is no tile to win on"
    if taken.tile != tile or taken.seat != source:
        return "false_win", f"wins by ron on {NAMES[tile]} of {source}, which does not lie open"
    if taken.kind == "ankan" and state.ruleset.calls.chankan != "added_and_kokushi":
        return "false_win", "wins by ron on a concealed kan"
    if too_late(state, seen):
        return "false_win", "wins by ron after the time for it was over"
    return None


def play_went_on(judging: Judging, _seen: observations.PlayWentOn) -> None:
    """Hands were opened and the record goes on: what was shown as a win is judged, and play is resumed."""
    state = judging.state_or_none
    if state is None or state.phase in {"waiting", "ended"}:
        return
    for shown in state.wins:
        worth(judging, shown)
    if not state.wins and draw_reason(state) is None:
        hand_not_over(judging)
    judging.put(events.PlayResumed())


def ura_seen(judging: Judging, seen: observations.UraSeen) -> None:
    """The ura dora indicators lie open; only a change counts."""
    state = judging.state_or_none
    if state is not None and state.phase in {*IN_PLAY, "closing"} and state.ura != seen.tiles:
        judging.put(events.UraTurned(seen.tiles))
