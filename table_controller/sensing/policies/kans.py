"""What follows a kan: the word is enough to know that its meld has to lie there, seen or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.game.position import GameState


def kan_called(state: GameState, seat: int | None = None) -> bool:
    """Whether a kan was called and still counts; by this seat if one is given."""
    return any(
        claim.call == "kan" and not claim.void and seat in {claim.seat, None} for claim in state.claims
    )
