"""Riichi: who may declare it, when it stands, its stick (WRC 6.5.1, MJ 3.3.14, SAI 39)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import events, turns
from referee.position import DECLARED, NO_RIICHI

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging

BET = 1000


def declare(judging: Judging, number: int) -> None:
    """The word was heard: in the own turn before the discard, or right after the discard it belongs to."""
    state = judging.state
    seat = state.seats[number]
    if seat.riichi != NO_RIICHI:
        return
    turns.implied_draw(judging, number)
    state = judging.state
    own_open = state.open is not None and state.open.kind == "discard" and state.open.seat == number
    if not (state.holding and state.turn == number) and not (own_open and not state.holding):
        judging.foul("riichi_out_of_turn", number, "calls riichi out of turn")
        return
    if _may(judging, number):
        first = state.unbroken and len(seat.pond) == (1 if own_open and not state.holding else 0)
        judging.put(events.RiichiDeclared(number, double=first))


def declare_by_turning(judging: Judging, number: int) -> bool:
    """A tile was turned sideways without the word: a riichi all the same if there can be one (WRC 7.2)."""
    if not judging.state.seats[number].closed:
        judging.foul("turned_without_riichi", number, "turns a tile sideways with an open hand")
        return False
    if "call_buttons" in judging.state.senses:
        judging.foul("riichi_not_said", number, "turns a tile sideways without calling riichi")
    if not _may(judging, number):
        return False
    state = judging.state
    judging.put(events.RiichiDeclared(number, double=state.unbroken and not state.seats[number].pond))
    return True


def _may(judging: Judging, number: int) -> bool:
    """Whether a riichi is possible by what lies on the table; a finding where it is not."""
    state = judging.state
    seat, calls = state.seats[number], state.ruleset.calls
    if not seat.closed:
        judging.foul("riichi_open_hand", number, "calls riichi with an open hand")
        return False
    if seat.score < BET and not calls.riichi_below_1000:
        judging.foul("riichi_below_1000", number, f"calls riichi with {seat.score} points")
        return False
    if state.live < calls.riichi_least_tiles:
        judging.foul("riichi_late", number, f"calls riichi with {state.live} tiles left in the wall")
        return False
    return True


def accept(judging: Judging, *, ippatsu: bool = True) -> None:
    """The open tile is not won on any more: a riichi declared with it stands and the bet is paid."""
    tile = judging.state.open
    if tile is not None and tile.riichi and judging.state.seats[tile.seat].riichi == DECLARED:
        judging.put(events.RiichiAccepted(tile.seat, ippatsu))


def stick_laid(judging: Judging, seen: observations.StickLaid) -> None:
    """A stick lies in the slot; it may come before or after the discard."""
    state = judging.state_or_none
    if state is not None and state.phase in turns.IN_PLAY and not state.seats[seen.seat].stick:
        judging.put(events.StickPlaced(seen.seat))
