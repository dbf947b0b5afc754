"""Consequences of a meld: the tiles its player may not discard now (kuikae), and who is liable for a yakuman (pao).

Both are worked out when the meld is made and kept in the event; folding works them out only for a journal of schema 1, whose
events lack them. ``referee/judging/play/discards.py`` judges kuikae; where the tiles were shown after the discard,
``laying.py`` beside it does.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.game.events import MeldMade
from referee.game.kuikae import forbidden_kinds
from referee.game.liability import fed_by
from referee.game.position import GameState


def with_consequences(state: GameState, event: MeldMade) -> MeldMade:
    """The event with its consequences; unchanged if it has them already, as in every journal of schema 2.

    ``state`` is the one before the meld. Kuikae no longer applies if the caller discarded before showing the tiles.
    """
    if event.forbidden is not None and event.fed is not None:
        return event
    late = state.owed is not None and state.owed[0] == event.seat
    return replace(
        event,
        forbidden=() if late else forbidden_kinds(event.meld, state.ruleset),
        fed=fed_by(event.meld, state.seats[event.seat].melds, state.ruleset),
    )
