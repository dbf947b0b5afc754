"""Wins called in time whose hands are opened after the next discard: what counts is the time of the call.

A discard can be claimed for a win until the next player discards (WRC 5.4.1, MJ 3.3.1; SAI 45.3: until the wall is touched).
The others may play on before the caller has opened his hand. As long as he has time for that (``timing.show_ms``) there is
no finding. If his hand wins on the tile, everything after the tile is taken back; otherwise the win was called in vain.
"""

from referee.game import events, observations
from referee.judging.ending import ron
from referee.judging.ending.settlement import would_win
from referee.judging.findings.judging import Judging
from referee.judging.findings.suspicion import awaited
from referee.judging.findings.windows import wins_called
from referee.rules.suspicions import WIN_IN_VAIN


def opened(judging: Judging, seen: observations.TilesShown) -> None:
    """A hand is opened: if it wins on the tile for which ron was called in time, everything since is taken back."""
    state, seat = judging.state, seen.seat
    then = state.awaited
    if then is None or not awaited(state, seat, WIN_IN_VAIN):
        return
    if not any((claim.seat, claim.call) == (seat, "ron") for claim in wins_called(then)):
        return
    on = ron.meant(then, seat, seen.tiles, seen.winning)
    if on is None:
        return
    tiles = ron.without_winning(then, seat, seen.tiles, on.tile.tile)
    if would_win(on.state, seat, on.tile, tiles):
        judging.put(events.PlayTakenBack(seat))
