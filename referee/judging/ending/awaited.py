"""A win called in time whose hand is opened after the next discard: the call counts, not how fast a hand is opened.

A discard can be claimed for a win until the next player discards (WRC 5.4.1, MJ 3.3.1; SAI 45.3: until the wall is touched).
Who did so may find the others playing on before his hand lies open. While he has time for it (``timing.show_ms``) nothing is
found; a hand that wins on the tile takes back all that followed it, any other is judged as a win that was called in vain.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.game import events
from referee.judging.ending import ron
from referee.judging.ending.settlement import would_win
from referee.judging.findings.suspicion import awaited
from referee.judging.findings.windows import wins_called
from referee.rules.suspicions import WIN

if TYPE_CHECKING:
    from referee.game import observations
    from referee.judging.findings.judging import Judging


def opened(judging: Judging, seen: observations.TilesShown) -> None:
    """A hand is opened: if it wins on the tile that it was called for in time, what followed is taken back."""
    state, seat = judging.state, seen.seat
    then = state.awaited
    if then is None or not awaited(state, seat, WIN):
        return
    if not any((claim.seat, claim.call) == (seat, "ron") for claim in wins_called(then)):
        return
    on = ron.meant(then, seat, seen.tiles, seen.winning)
    if on is None:
        return
    tiles = ron.without_winning(then, seat, seen.tiles, on.tile.tile)
    if would_win(on.state, seat, on.tile, tiles):
        judging.put(events.PlayTakenBack(seat))
