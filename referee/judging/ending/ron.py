"""Ron: the tile it is for, the time for it, and what it takes back (WRC 5.4.1, 5.4.7; MJ 3.3.1, 3.3.6; SAI 45.3).

A kan of the next player's own hand does not end the time for a ron on the discard before it. So until the next discard
two or more tiles may be open to a ron, and only the opened hand shows which is meant.
"""

from typing import NamedTuple

from referee.game import events, observations
from referee.game.position import Claim, GameState, OpenTile, bygone
from referee.judging.ending.settlement import tsumo_wins, worth, would_win
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import between_ms, later, newest_draw
from referee.tiles import Tile


class Winnable(NamedTuple):
    """A tile open to a ron, the number of later kans a win on it takes back, and the state after that."""

    tile: OpenTile
    kans: int
    state: GameState


def winnable(state: GameState, seat: int) -> list[Winnable]:
    """The tiles open to this player's ron, in time or not, the newest first."""
    newest = state if state.before is None else state.before
    found: list[Winnable] = []
    for kans, then in enumerate((newest, *bygone(newest))):
        tile = then.open
        acted = state.turn == seat and (kans or state.holding)
        if tile is None or tile.seat == seat or acted:
            continue
        if tile.kind == "ankan" and state.ruleset.calls.chankan != "added_and_kokushi":
            continue
        if found and found[-1].tile == tile:
            found.pop()  # a called kan: the tile was there before it
        found.append(Winnable(tile, kans, then))
    return found


def meant(state: GameState, seat: int, tiles: tuple[Tile, ...], shown: Tile | None) -> Winnable | None:
    """Return the newest tile that an opened hand wins on; if it wins on none, the one that was most likely meant.

    Args:
        state: before the hand is opened.
        seat: whose hand.
        tiles: without the winning tile, or all fourteen.
        shown: the tile that was set apart, if any.
    """
    there = winnable(state, seat)
    named = [each for each in there if each.tile.tile == shown]
    for each in named or there:
        if would_win(each.state, seat, each.tile, without_winning(state, seat, tiles, each.tile.tile)):
            return each
    likely = [each for each in named or there if each.tile.kind != "ankan"]
    return next(iter(likely or named or there), None)


def without_winning(state: GameState, seat: int, tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """The concealed tiles of an opened hand, less the winning tile if it is among them."""
    rest = list(tiles)
    if len(rest) == 14 - 3 * len(state.seats[seat].melds) and tile in rest:
        rest.remove(tile)
    return tuple(rest)


def go_back(judging: Judging, to: Winnable) -> None:
    """Take back what followed the tile that is won on: draws, melds, kans and the indicators turned for them.

    A false tsumo after that tile remains a foul, though the win may void its cost (WRC 7.1, SAI 55.1(1)).
    """
    for win in judging.state.wins:
        if win.source == win.seat:
            worth(judging, win)
    if judging.state.before is not None:
        take_back(judging)
    for _ in range(to.kans):
        judging.put(events.MeldTakenBack(judging.state.turn))


def take_back(judging: Judging) -> None:
    """Take back the draw or meld that followed the open tile: a win on it has precedence."""
    turn = judging.state.turn
    judging.put(events.DrawTakenBack(turn) if drawn(judging.state) else events.MeldTakenBack(turn))


def drawn(state: GameState) -> bool:
    """Return whether the player in turn has drawn."""
    return state.holding and state.seats[state.turn].drawn is not None


def ron_too_late(state: GameState, seen: observations.Observation, on: Winnable) -> bool:
    """Return whether the time for a ron was certainly over (SAI 45.3); elsewhere the next discard ends it (WRC 5.4.1).

    An added tile can be robbed until its indicator is turned (SAI 43.4, 43.8) or until the next discard. An indicator turned
    before anybody had a reasonable time to call (WRC 5.4.7) excludes nobody.
    """
    if not state.ruleset.calls.ron_after_tsumo and state.before is not None and _tsumo_bars(state):
        return True
    return late_without_tsumo(state, seen, on)


def late_without_tsumo(state: GameState, seen: observations.Observation, on: Winnable) -> bool:
    """Return whether the time for a ron was certainly over, even if nobody had called tsumo after the tile."""
    calls, tile = state.ruleset.calls, on.tile
    if tile.kind == "kakan" and calls.chankan_until == "indicator":
        waited = not state.timed or between_ms(state, tile, seen) > state.ruleset.timing.chankan_ms
        return state.ruleset.scoring.kan_dora and (on.kans > 0 or not state.dora_due) and waited
    if on.kans or state.before is None or state.phase == "closing" or calls.ron_until != "next_draw":
        return False
    return later(state, newest_draw(state), seen)


def taken(state: GameState) -> bool:
    """Return whether a winner of this tile has already shown his hand: another ron then has no effect, but is no foul (SAI 45.4)."""
    rules, tile = state.ruleset, state.open
    shown = tile is not None and any(win.source == tile.seat and not win.void for win in state.wins)
    return shown and rules.calls.head_bump_until == "shown" and rules.flow.winners == "nearest"


def outrun(state: GameState, call: observations.CallHeard | Claim) -> bool:
    """Return whether this ron certainly came after the wall was touched, for a draw that another player's ron stopped.

    Such a ron has no effect (SAI 45.3): it does not beat the earlier one (45.4), and is no foul.
    """
    off = state.put_off
    if off is None or state.ruleset.calls.ron_until != "next_draw":
        return False
    stopped = any(
        claim.call == "ron" and claim.seat != call.seat and not claim.void for claim in state.claims
    )
    return stopped and later(state, off, call)


def tsumo_unproven(state: GameState) -> bool:
    """Return whether the player who drew after the open tile has called tsumo and not opened his hand yet."""
    shown = any(win.source == win.seat for win in state.wins)
    return not shown and any(claim.call == "tsumo" and not claim.void for claim in state.claims)


def _tsumo_bars(state: GameState) -> bool:
    """Return whether a tsumo after the open tile ends the time for a ron: it wins, or may still win (MJ 3.3.1, 3.3.12).

    Where the draw has already ended that time (SAI 45.3), a tsumo that does not win gives nobody new time.
    """
    if state.ruleset.calls.ron_until == "next_draw" and any(win.source == win.seat for win in state.wins):
        return True
    return tsumo_unproven(state) or tsumo_wins(state)
