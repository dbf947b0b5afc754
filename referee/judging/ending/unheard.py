"""Hands opened at a table that hears no calls: silence proves nothing there, but the whole hand does.

Only a hand that wins counts as opened for a win, and only one with nine terminals as opened for those. Any other counts as
tiles shown, which a judge grades: since no call was heard, no call can be wrong.
"""

from typing import Final

from msgspec.structs import replace

from referee.game import observations
from referee.game.draws import NINE, draw_reason, terminal_kinds
from referee.game.events import WinShown
from referee.game.furiten import complete, furiten
from referee.game.position import GameState
from referee.hands.score import score
from referee.judging.ending import ron
from referee.judging.ending.settlement import HAND_TILES, describe, likeliest, would_win
from referee.judging.findings import vain
from referee.tiles import UNKNOWN

NO_HAND_IS_OPENED: Final = frozenset({None, "four_kans", "four_winds"})
"""Draws at which no hand is opened: if the discard may lead only to these, an opened hand means a win (MJ 3.3.10, 3.4.3)."""
HANDS_ARE_OPENED: Final = frozenset({"exhaustive", "nagashi", "four_riichi"})
"""Draws at which hands are opened. If the first hand opened wins on the last discard, it is a win, since nobody passes up a
win to be tenpai; once a hand that does not win is opened, there is a draw (WRC 5.7.2, MJ 3.4.2)."""


def by_tsumo(state: GameState, seen: observations.TilesShown) -> bool:
    """Return whether the player in turn opens the whole hand, drawn tile included, and wins with it."""
    seat = state.seats[seen.seat]
    if (
        _call_is_heard(state, seen)
        or state.wins
        or state.turn != seen.seat
        or not state.holding
        or seat.drawn is None
    ):
        return False
    drawn = seen.tiles[-1] if seen.tiles and seat.drawn == UNKNOWN else seat.drawn
    if len(seen.tiles) + 3 * len(seat.melds) != HAND_TILES + 1 or drawn not in seen.tiles:
        return False
    rest = list(seen.tiles)
    rest.remove(drawn)
    row = WinShown(seen.seat, seen.seat, drawn, tuple(sorted(rest)), apart=False)
    best = replace(likeliest(state, row), apart=True)
    return (
        complete(seat, best.tiles, (best.tile,)) and score(describe(state, best), state.ruleset) is not None
    )


def by_ron(state: GameState, seen: observations.TilesShown) -> ron.Winnable | None:
    """The open tile on which the opened hand wins in time and without furiten."""
    seat = state.seats[seen.seat]
    if _call_is_heard(state, seen) or len(seen.tiles) + 3 * len(seat.melds) != HAND_TILES or ron.taken(state):
        return None
    if any(win.source == win.seat for win in state.wins):
        return None
    on = ron.meant(state, seen.seat, seen.tiles, None)
    if on is None or ron.ron_too_late(state, seen, on) or furiten(on.state.seats[seen.seat], seen.tiles):
        return None
    return on if would_win(on.state, seen.seat, on.tile, seen.tiles) else None


def nine_terminals(state: GameState, seen: observations.TilesShown) -> bool:
    """Return whether the player in turn opens nine terminals and honours in the first, unbroken go-around (MJ 3.4.3)."""
    seat = state.seats[seen.seat]
    return (
        not _call_is_heard(state, seen)
        and state.ruleset.flow.abort_nine_terminals
        and state.unbroken
        and not seat.pond
        and len(seen.tiles) == HAND_TILES + 1
        and terminal_kinds(seen.tiles) >= NINE
    )


def _call_is_heard(state: GameState, seen: observations.TilesShown) -> bool:
    """Return whether the table would have heard a win being called, or the hand is opened for something else."""
    return (
        "call_buttons" in state.senses
        or state.knowledge.complete
        or seen.winning is not None
        or state.seats[seen.seat].dead
        or _drawn(state)
        or vain.of_win(state, seen.seat) is not None
    )


def _drawn(state: GameState) -> bool:
    """Return whether hands are opened for a draw."""
    reason = draw_reason(state)
    if reason in HANDS_ARE_OPENED:
        return any(seat.shown is not None for seat in state.seats) and not state.wins
    return reason not in NO_HAND_IS_OPENED
