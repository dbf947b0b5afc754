"""The worth of a win: the best of all readings of the hand under a ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.hands.win import Limit, Score, Win

if TYPE_CHECKING:
    from referee.ruleset import Ruleset

__all__ = ["Limit", "Score", "Win", "score"]


def score(win: Win, ruleset: Ruleset) -> Score | None:
    """The highest score of the win (WRC 6: "the highest-scoring possibility must always be chosen").

    None if the tiles have no winning shape or the hand has no yaku.

    Raises:
        ValueError: the number of tiles is wrong, a tile is unknown or there are more than four of a kind.
    """
    raise NotImplementedError
