"""Rulings: only the judge imposes (WRC 7.1, SAI 53-54)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee import events
from referee.ending import end_void

if TYPE_CHECKING:
    from referee import observations
    from referee.judging import Judging

VOID: Final = frozenset({"end", "chombo", "void"})
"""Rulings that make the hand void: it is played again, no counter, bets returned (WRC 7.1, MJ 3.4.6, SAI 53.6)."""


def ruling_given(judging: Judging, seen: observations.RulingGiven) -> None:
    """A judge ruled. On a finding that does not exist nothing is ruled; the newest ruling on a finding holds."""
    state = judging.state_or_none
    if state is None:
        return
    seat = seen.seat
    if seen.finding is not None:
        if not 0 <= seen.finding < len(state.findings):
            return
        seat = state.findings[seen.finding].seat if seat is None else seat
    made = events.RulingMade(seen.ruling, seat, seen.finding, seen.judge, seen.text)
    if made in state.rulings[-1:]:
        return
    judging.put(made)
    if seen.ruling in VOID and state.phase in {"dealing", "playing", "closing"}:
        end_void(judging, () if seat is None or seen.ruling != "chombo" else (seat,))
