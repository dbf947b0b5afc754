"""Ends of a hand without a winner: exhaustive draws and abortive draws (WRC 5.7, MJ 3.4.2 and 3.4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from referee.game.events import Result
from referee.game.position import ACCEPTED, DECLARED, GameState
from referee.game.wall import DEALT, LIVE, RINSHAN
from referee.tiles import EAST, KIND, NORTH, UNKNOWN, Tile, is_terminal_or_honour

NINE: Final = 9
"""Kinds of terminals and honours that abort a hand (MJ 3.4.3)."""


def draw_reason(state: GameState) -> Result | None:
    """Return why the hand is over without a winner, or None. The last discard may still be won on."""
    flow = state.ruleset.flow
    if flow.abort_nine_terminals and any(
        claim.call == "nine_terminals" and not claim.void for claim in state.claims
    ):
        return "nine_terminals"
    if state.holding or state.rinshan_due:
        return None
    if flow.abort_four_winds and four_winds(state):
        return "four_winds"
    if flow.abort_four_riichi and all(seat.riichi in {DECLARED, ACCEPTED} for seat in state.seats):
        return "four_riichi"
    if flow.abort_four_kans and four_kans(state):
        return "four_kans"
    if state.live == 0:
        return "nagashi" if flow.nagashi_mangan and nagashi_seats(state) else "exhaustive"
    return None


def is_drawn(state: GameState, place: int) -> bool:
    """Return whether the tile at this place in the wall is among those already drawn, if each was the next in order."""
    replaced = len(state.kans) - state.rinshan_due
    return place < DEALT + LIVE - state.live - replaced or place in RINSHAN[:replaced]


def hand_over(state: GameState) -> bool:
    """Return whether the hand may be closed: a hand was shown, or there is a reason for a draw."""
    return (
        state.phase == "closing"
        or any(seat.shown is not None for seat in state.seats)
        or draw_reason(state) is not None
    )


def four_winds(state: GameState) -> bool:
    """Return whether the first four discards are the same wind and no call interrupted them."""
    if not state.unbroken or any(len(seat.pond) != 1 or seat.melds for seat in state.seats):
        return False
    kinds = {KIND[seat.pond[0].tile] for seat in state.seats}
    return len(kinds) == 1 and EAST <= kinds.pop() <= NORTH


def four_kans(state: GameState) -> bool:
    """Return whether four kans were made by more than one player and a discard has followed."""
    return (
        len(state.kans) >= 4
        and len(set(state.kans)) > 1
        and state.open is not None
        and state.open.kind == "discard"
    )


def nagashi_seats(state: GameState) -> tuple[int, ...]:
    """The seats whose ponds hold only terminals and honours, none of them called if the ruleset asks for that (REF)."""
    uncalled = state.ruleset.flow.nagashi_uncalled
    return tuple(
        number
        for number, seat in enumerate(state.seats)
        if seat.pond
        and all(
            is_terminal_or_honour(KIND[entry.tile]) and not (uncalled and entry.called_by is not None)
            for entry in seat.pond
        )
    )


def terminal_kinds(tiles: Iterable[Tile]) -> int:
    """Count the different kinds of terminals and honours among the tiles."""
    return len({KIND[tile] for tile in tiles if tile != UNKNOWN and is_terminal_or_honour(KIND[tile])})
