"""The moment at which a riichi stands and its bet is paid (WRC 6.5.1, MJ 3.3.14, SAI 39)."""

from referee.game import events, observations
from referee.game.position import DECLARED, IN_PLAY, NO_RIICHI
from referee.judging.findings import suspicion
from referee.judging.findings.judging import Judging
from referee.judging.play import steps
from referee.rules.suspicions import FOUND_RIICHI, Cue
from referee.texts.findings import Finding


def accept(judging: Judging, *, ippatsu: bool = True) -> None:
    """Let a riichi declared with the open tile stand and its bet be paid, since the tile can no longer be won on."""
    tile = judging.state.open
    if tile is not None and tile.riichi and judging.state.seats[tile.seat].riichi == DECLARED:
        judging.put(events.RiichiAccepted(tile.seat, ippatsu))


def stick_laid(judging: Judging, seen: observations.StickLaid) -> None:
    """A stick lies in the slot; it may come before or after the discard."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    seat = state.seats[seen.seat]
    if seat.riichi == NO_RIICHI and suspicion.awaited(state, seen.seat, FOUND_RIICHI):
        suspicion.apply_cue(judging, Cue.STICK_LAID, seen.seat)
        return
    if state.knowledge.unrepeated and (seat.stick or seat.riichi == NO_RIICHI):
        judging.foul("bet_without_riichi", seen.seat, Finding.stick_without_riichi())
        return
    if not seat.stick:
        if seat.riichi == NO_RIICHI:
            steps.suspect_stick(judging, seen.seat)
        judging.put(events.StickPlaced(seen.seat))
        steps.judge_early_stick(judging, seen.seat)
        suspicion.apply_cue(judging, Cue.STICK_LAID, seen.seat)
