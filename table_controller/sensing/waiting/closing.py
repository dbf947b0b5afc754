"""The hands and ura dora that a set button waits for before it closes a hand.

An arm, or anything else, may cover an opened hand or the ura dora. If the set button closed the hand at that moment,
neither would count.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from referee.game.draws import draw_reason
from referee.game.position import GameState
from table_controller.sensing.waiting.policy import AnyInput, InputContext
from table_controller.sensing.waiting.unseen import hidden
from vision.zones import ZoneId

WIN_CALLS: Final = frozenset({"ron", "tsumo"})
OPENED_AT: Final = frozenset({"exhaustive", "nagashi", "four_riichi"})
"""Draws at which players may open their hands, and players in riichi must (WRC 5.7.2, MJ 3.4.2)."""


class Due(NamedTuple):
    """A hand that must be open: its seat, and whether it may lie open unseen."""

    seat: int
    hidden: bool


def due(pending: AnyInput, context: InputContext) -> Due | None:
    """Return the hand that a set button has to wait for; None if there is none.

    A hand that was covered at the press and is gone now counts too: somebody may have pushed it together meanwhile.
    """
    state = context.state
    if not pending.policy.closes(pending.payload, state):
        return None
    owing = tuple(_owing(state))
    for seat in owing:
        zone = ZoneId("hand", state.chairs[seat])
        if hidden(zone, pending, context):
            if context.sources.covered(zone, pending.at_ms):
                pending.covered = seat
            return Due(seat, hidden=True)
    return Due(pending.covered, hidden=False) if pending.covered in owing else None


def owes(state: GameState, seat: int) -> bool:
    """Return whether a seat must open its hand before the current hand can be closed, and is not known to have done so."""
    return seat in _owing(state)


def is_read(seat: int, context: InputContext) -> bool:
    """Return whether a reading of this seat's hand waits for its turn."""
    zone = ZoneId("hand", context.state.chairs[seat])
    return any(other.lane == zone for other in context.waiting)


def hand_unseen(pending: AnyInput, context: InputContext) -> bool:
    """Return whether a set button closes a draw at which somebody may have opened a hand unseen."""
    state = context.state
    if not pending.policy.closes(pending.payload, state) or not _opened(state):
        return False
    return any(
        seat.shown is None and hidden(ZoneId("hand", state.chairs[number]), pending, context)
        for number, seat in enumerate(state.seats)
    )


def ura_unseen(pending: AnyInput, context: InputContext) -> bool:
    """Return whether a set button closes a win in riichi whose ura dora may lie open unseen."""
    state = context.state
    if not pending.policy.closes(pending.payload, state) or state.ura:
        return False
    riichi = any(state.seats[win.seat].riichi for win in state.wins)
    return (
        riichi
        and state.ruleset.scoring.ura_dora
        and any(hidden(ZoneId("ura", chair), pending, context) for chair in range(4))
    )


def ura_missing(pending: AnyInput, state: GameState, seen: int) -> int:
    """Count the missing ura dora indicators if some are open but not all; 0 if the button closes no win with ura dora.

    Args:
        pending: the input, perhaps a set button.
        state: of the game.
        seen: the number that the camera sees open.
    """
    if not pending.policy.closes(pending.payload, state) or not seen or state.ura:
        return 0
    scoring = state.ruleset.scoring
    if not scoring.ura_dora or not any(state.seats[win.seat].riichi for win in state.wins):
        return 0
    return max((len(state.indicators) if scoring.kan_ura_dora else 1) - seen, 0)


def _opened(state: GameState) -> bool:
    """Return whether the hand ended without a win, in a draw at which players open hands."""
    return not state.wins and draw_reason(state) in OPENED_AT


def _owing(state: GameState) -> Iterator[int]:
    """The seats that still have to show a hand: those with a valid call of a win, and at a draw those in riichi.

    A player in riichi whose hand was ruled dead may have to show it too (WRC 7.2).
    """
    riichi = _opened(state) and not state.ruleset.calls.riichi_noten_call
    must_prove = state.ruleset.fouls.dead_riichi == "excused_if_shown"
    for number, seat in enumerate(state.seats):
        if seat.shown is not None or (seat.dead and not must_prove):
            continue
        claimed = any(
            claim.seat == number and claim.call in WIN_CALLS and not claim.void for claim in state.claims
        )
        if (claimed and not _overtaken(number, state)) or (riichi and seat.riichi):
            yield number


def _overtaken(seat: int, state: GameState) -> bool:
    """Return whether only the nearest player may win, and somebody nearer than this seat has shown a win."""
    rules = state.ruleset
    if rules.flow.winners != "nearest":
        return False
    return any(
        rules.calls.head_bump_until == "shown" or (win.seat - win.source) % 4 < (seat - win.source) % 4
        for win in state.wins
    )
