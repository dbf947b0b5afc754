"""What follows a kan: once kan is called, its meld must be there, seen or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.game.position import GameState


def kan_called(state: GameState, seat: int | None = None) -> bool:
    """Whether a kan was called, by this seat if one is given, and still counts."""
    return any(
        claim.call == "kan" and not claim.void and seat in {claim.seat, None} for claim in state.claims
    )
