"""Concealed tiles that became visible, and tiles in disorder (WRC 7.2, SAI 25, 55)."""

from referee.game import observations
from referee.game.position import IN_HAND, IN_PLAY
from referee.judging.findings import vain
from referee.judging.findings.judging import Judging
from referee.judging.findings.windows import wins_called
from referee.texts.findings import Finding


def tiles_exposed(judging: Judging, seen: observations.TilesExposed) -> None:
    """Concealed tiles became visible: they are shown to all and put back, and play goes on (SAI 25)."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY or seen.count < 1:
        return
    if vain.of(state, seen.seat) is not None or any(claim.seat == seen.seat for claim in wins_called(state)):
        return  # the hand is being opened for the win that was called
    judging.foul("tiles_shown", seen.seat, Finding.shows_tiles(seen.count), number=seen.count)


def wall_broken(judging: Judging, seen: observations.WallBroken) -> None:
    """Tiles are thrown into disorder before the win or draw is complete (SAI 55.1(7))."""
    state = judging.state_or_none
    if state is not None and state.phase in IN_HAND:
        judging.foul("tiles_destroyed", seen.seat, Finding.destroys(seen.what))
