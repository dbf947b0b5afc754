"""Pace: the judge is told who takes too long over a turn or the tiles of a call (WRC 5.4.1, 5.4.10; MJ 3.3.1, 3.3.8).

The rulebooks set no time, and penalise only players who take too long repeatedly. So the judge sees each such turn, with
their number from the second on.
"""

from referee.game import observations
from referee.game.standing import standing
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import between_ms, newest_draw
from referee.judging.findings.suspicion import offence
from referee.texts.findings import Finding
from referee.texts.message import Message


def judge_turn(judging: Judging, seen: observations.TileDiscarded) -> None:
    """Judge the playing time from the draw, or from the tiles of a call, to the discard."""
    state = judging.state
    limit = state.ruleset.timing.pace_ms
    if not limit or not state.timed or not state.draw_at_ms:
        return
    taken = between_ms(state, newest_draw(state), seen)
    if taken > limit:
        _slow(judging, seen.seat, Finding.takes_long_for_turn(taken // 1000))


def judge_showing(judging: Judging, seen: observations.MeldShown) -> None:
    """Judge the playing time from a call to its tiles."""
    state = judging.state
    limit = state.ruleset.timing.show_ms
    if not limit or not state.timed:
        return
    for claim in state.claims:
        if claim.seat == seen.seat and claim.call in {"chi", "pon", "kan"} and not claim.void:
            taken = between_ms(state, claim, seen)
            if taken > limit:
                _slow(judging, seen.seat, Finding.takes_long_to_show(claim.call, taken // 1000))


def _slow(judging: Judging, seat: int, text: Message) -> None:
    state = judging.state
    if not offence(state, "slow_play"):
        return
    dismissed = {made.finding for made in standing(state.rulings) if made.ruling == "dismissed"}
    before = sum(
        (each.rule, each.seat, each.name) == ("slow_play", seat, state.names[seat])
        for number, each in enumerate(state.findings)
        if number not in dismissed
    )
    judging.foul("slow_play", seat, Finding.takes_long_again(text, before + 1) if before else text)
