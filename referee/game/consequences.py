"""What follows from a meld for its player: what he may not discard now (kuikae), and who answers for a yakuman (liability).

It is judged when the meld is made and stands in the event, so that folding a journal decides nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from referee.game.kuikae import forbidden_kinds
from referee.game.liability import fed_by

if TYPE_CHECKING:
    from referee.game.events import MeldMade
    from referee.game.position import GameState


def with_consequences(state: GameState, event: MeldMade) -> MeldMade:
    """The event with what follows from it; one that says so already, as every one of schema 2, as it is.

    ``state`` is that before the meld. Who has discarded before he showed the tiles may not change that any more.
    """
    if event.forbidden is not None and event.fed is not None:
        return event
    late = state.owed is not None and state.owed[0] == event.seat
    return replace(
        event,
        forbidden=() if late else forbidden_kinds(event.meld, state.ruleset),
        fed=fed_by(event.meld, state.seats[event.seat].melds, state.ruleset),
    )
