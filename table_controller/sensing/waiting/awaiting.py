"""What something seen or felt has to wait for: the zones in which something could have come before it that would matter.

An arm over a zone hides what happens in it. Whatever may be judged otherwise for something hidden there waits; the rest
goes on. Turns keep the order as well: a draw or a discard out of turn waits for what explains it wherever that happens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.position import GameState

WIN_CALLS: Final = frozenset({"ron", "tsumo", "nine_terminals"})
CHAIRS: Final = range(4)
WALLS: Final = frozenset(ZoneId("wall", chair) for chair in CHAIRS)


@dataclass(frozen=True, slots=True)
class Awaited:
    """Zones that something waits for.

    Attributes:
        surely: those that are waited for in any case.
        if_reached: those only if their player's hand was over the line since they were seen last: nobody else's belongs there.
    """

    surely: frozenset[ZoneId] = frozenset()
    if_reached: frozenset[ZoneId] = frozenset()


def in_turns(state: GameState | None) -> bool:
    """Whether players act in turns, which keeps an order: around a win, in the deal and while play is stopped none does."""
    if state is None or state.phase != "playing" or state.wins or state.desk.stopped:
        return False
    return not any(claim.call in WIN_CALLS for claim in state.claims)


def surely(state: GameState) -> frozenset[ZoneId]:
    """What everything waits for: the corners of who has called, and the walls while an indicator is due."""
    callers = corners(state.chairs[claim.seat] for claim in state.claims)
    return callers | (WALLS if state.dora_due else frozenset())


def due_pond(state: GameState) -> frozenset[ZoneId]:
    """The pond of who is to discard."""
    return frozenset({ZoneId("pond", state.chairs[state.turn])} if state.holding else ())


def corners(chairs: Iterable[int] = CHAIRS) -> frozenset[ZoneId]:
    """The corners of these chairs."""
    return frozenset(ZoneId("meld", chair) for chair in chairs)
