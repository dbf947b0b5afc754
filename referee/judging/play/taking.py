"""Claimed tiles that are not taken in time (WRC 5.4, 5.4.10; MJ 3.3.8)."""

from referee.game import events, observations
from referee.game.position import IN_PLAY, GameState
from referee.judging.findings.judging import Judging
from referee.judging.findings.suspicion import apply_cue
from referee.judging.findings.windows import MELDS
from referee.rules.suspicions import Cue


def tile_taken(judging: Judging, seen: observations.TileTaken) -> None:
    """A claimed tile now lies in the caller's corner; this may happen before the tiles of the call are seen."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    apply_cue(judging, Cue.TAKEN, seen.seat)
    owed = any(seat == seen.seat for seat, _, _ in state.untaken)
    called = any(claim.seat == seen.seat and claim.call in MELDS and not claim.void for claim in state.claims)
    if owed or called or _shown_now(state, seen.seat):
        apply_cue(judging, Cue.OWED_TAKEN, seen.seat)
        judging.put(events.ClaimedTileTaken(seen.seat))


def _shown_now(state: GameState, seat: int) -> bool:
    """Return whether the tiles of the call have just been shown, at a table that does not sense each claimed tile's taking."""
    melds = state.seats[seat].melds
    return (
        "tile_taken" not in state.senses
        and seat == state.turn
        and state.seats[seat].drawn is None
        and bool(melds)
        and melds[-1].claimed is not None
    )
