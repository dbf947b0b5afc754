"""Zones that an input has to wait for, because something earlier that matters may have happened there.

An arm over a zone hides what happens in it. An input waits only if something hidden there could change how the referee
judges it. Turns keep order as well: a draw or a discard out of turn waits for its explanation, whichever zone shows that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from referee.game.position import GameState
from vision.zones import EACH_CHAIR, ZoneId

ENDING_CALLS: Final = frozenset({"ron", "tsumo", "nine_terminals"})
WALLS: Final = frozenset(ZoneId("wall", chair) for chair in EACH_CHAIR)


@dataclass(frozen=True, slots=True)
class Awaited:
    """The zones that an input waits for.

    Attributes:
        always: zones that it always waits for.
        if_touched: zones that it waits for only if their player's hand was over the line since they were last seen:
            nobody else reaches there.
    """

    always: frozenset[ZoneId] = frozenset()
    if_touched: frozenset[ZoneId] = frozenset()


def in_turns(state: GameState | None) -> bool:
    """Return whether turns keep the acts in order: not in the deal, around a win or while play is stopped."""
    if state is None or state.phase != "playing" or state.wins or state.desk.stopped:
        return False
    return not any(claim.call in ENDING_CALLS for claim in state.claims)


def always(state: GameState) -> frozenset[ZoneId]:
    """The zones that every input waits for: corners of players who have called, and walls while an indicator is due."""
    callers = corners(state.chairs[claim.seat] for claim in state.claims)
    return callers | (WALLS if state.dora_due else frozenset())


def due_pond(state: GameState) -> frozenset[ZoneId]:
    """The pond of the player who is to discard."""
    return frozenset({ZoneId("pond", state.chairs[state.turn])} if state.holding else ())


def corners(chairs: Iterable[int] = EACH_CHAIR) -> frozenset[ZoneId]:
    """The corners of these chairs."""
    return frozenset(ZoneId("meld", chair) for chair in chairs)
