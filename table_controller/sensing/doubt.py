"""What does not fit the game while somebody may have acted where nobody saw it: it is held back, not judged.

A discard, a meld or an indicator that was not seen makes whatever follows it look like a foul. So what would be found against
a player waits while a zone in which it may be explained is not seen. What comes into sight then goes first, at its time; if it
explains nothing, because the zone lies as it did, the finding stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee.game.events import FoulFound
from referee.judging.decide import advance
from table_controller.sensing.waiting.awaiting import CHAIRS, WALLS
from table_controller.sensing.waiting.closing import owes
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.observations import Observation
    from referee.game.position import GameState
    from table_controller.sensing.waiting.policy import AnyItem
    from table_controller.sensing.waiting.sources import Sources

WIDE_MS: Final = 2000
"""A reading that is no sharper was hidden for longer than arms usually hide a zone."""
MOST_HELD: Final = 200
"""So many things wait for an explanation; a hand in which more have come is not followed any more."""
PLAYED: Final = tuple(ZoneId(kind, chair) for kind in ("pond", "meld") for chair in CHAIRS)


def unseen_play(item: AnyItem, state: GameState, sources: Sources) -> bool:
    """Whether somebody may have played, before an item, where that was not seen."""
    if any(sources.missed(zone, item.at_ms) for zone in PLAYED):
        return True
    if state.dora_due and any(sources.unseen(zone, item.at_ms) for zone in WALLS):
        return True
    return any(
        owes(state, seat) and sources.unseen(ZoneId("hand", chair), item.at_ms)
        for seat, chair in enumerate(state.chairs)
    )


def is_wide(item: AnyItem) -> bool:
    """Whether it is a reading of play that was hidden for long: nobody knows what else came before it.

    Hands are opened under arms that have lain there for long; what is wrong with one does not hang on when it was.
    """
    return item.policy.play and item.latest - item.earliest > WIDE_MS


def is_late(item: AnyItem, last_ms: int) -> bool:
    """Whether it may be of before something that is out already: a reading that was hidden, a signal that was held up."""
    return (is_wide(item) or item.late) and item.earliest < last_ms


def would_find(observations: Iterable[Observation], state: GameState) -> bool:
    """Whether the referee would find a foul in what is observed."""
    after: GameState | None = state
    for seen in observations:
        events, after = advance(after, seen)
        if any(isinstance(event, FoulFound) for event in events):
            return True
    return False
