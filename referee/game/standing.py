"""The rulings that still hold."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.events import FoulFound, RulingMade
from referee.game.position import GameState


def standing(rulings: Sequence[RulingMade]) -> tuple[RulingMade, ...]:
    """The rulings that hold: the newest for each finding and seat, and those without a finding that were not taken back."""
    kept: list[RulingMade] = []
    for made in rulings:
        if made.finding is not None:
            kept = [each for each in kept if (each.finding, each.seat) != (made.finding, made.seat)]
            kept.append(made)
        elif made.ruling != "dismissed":
            kept.append(made)
        else:
            last = [at for at, each in enumerate(kept) if each.finding is None and each.seat == made.seat]
            if last:
                del kept[last[-1]]
    return tuple(kept)


def dead_seats(rulings: Sequence[RulingMade]) -> frozenset[int]:
    """The seats whose hands are dead by the rulings of a hand."""
    return frozenset(
        made.seat for made in standing(rulings) if made.ruling == "dead_hand" and made.seat is not None
    )


def disqualified_seats(rulings: Sequence[RulingMade], replaced: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Seats whose players are disqualified by a ruling that holds and have not been replaced since.

    Args:
        rulings: of the hanchan.
        replaced: seats taken over by somebody else, each with the number of rulings made before.
    """
    since = dict(replaced)
    held = [made for made in standing(rulings) if made.ruling == "disqualified" and made.seat is not None]
    found: list[int] = []
    for made in held:
        seat = made.seat
        late = any(made is each for each in rulings[since.get(seat or 0, 0) :])
        if seat is not None and late and seat not in found:
            found.append(seat)
    return tuple(found)


def ruled(state: GameState, finding: int) -> bool:
    """Return whether a judge has ruled on a finding."""
    return any(made.finding == finding for made in state.rulings)


def found(state: GameState, finding: int | None) -> FoulFound | None:
    """The finding with this number, None if there is none."""
    if finding is None or not 0 <= finding < len(state.findings):
        return None
    return state.findings[finding]
