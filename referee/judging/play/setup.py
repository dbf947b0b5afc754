"""The beginning and the end of hands and hanchans."""

from referee.folding.copies import copies_of, in_set, seen_of, too_many
from referee.game import events, observations
from referee.game.flow import hanchan_result
from referee.game.judge_events import HanchanCut, HanchanVoided
from referee.game.position import IN_HAND, GameState
from referee.judging.findings.judging import Judging
from referee.texts.findings import Finding
from referee.tiles import UNKNOWN


def hanchan_begun(judging: Judging, seen: observations.HanchanBegun) -> None:
    """A hanchan starts; one that is still going on is ended first."""
    state = judging.state_or_none
    started = events.HanchanStarted(
        seen.ruleset,
        seen.names,
        seen.chairs,
        seen.senses,
        seen.at_ms,
        seen.awaits_signal,
        seen.awaits_signature,
    )
    if state is not None and state.phase != "ended":
        if state.hands == 0 and _same(state, seen):
            return
        if seen.keeps:
            judging.put(HanchanVoided(seen.keeps, seen.judge, seen.text))
        else:
            judging.put(hanchan_result(state))
    judging.put(started)


def _same(state: GameState, seen: observations.HanchanBegun) -> bool:
    desk = state.desk
    return (state.ruleset.to_mapping(), state.names, state.chairs) == (
        seen.ruleset,
        seen.names,
        seen.chairs,
    ) and (desk.signal_awaited, bool(desk.signature)) == (seen.awaits_signal, seen.awaits_signature)


def hanchan_closed(judging: Judging, seen: observations.HanchanClosed) -> None:
    """The hanchan ends here, if it has not ended by the rules."""
    state = judging.state_or_none
    if state is None or state.phase == "ended":
        return
    if seen.keeps:
        judging.put(HanchanVoided(seen.keeps, seen.judge, seen.text))
        return
    if seen.judge or seen.text:
        judging.put(HanchanCut(seen.judge, seen.text))
    judging.put(hanchan_result(state))


def gong_heard(judging: Judging, seen: observations.GongHeard) -> None:
    """The time is over: a hand whose dice are thrown is finished, otherwise the hanchan ends here (WRC 8.2).

    It goes on if one more hand was granted. A gong means nothing if the rules have no time limit, before the start signal,
    or while a judge has paused the clock.
    """
    state = judging.state_or_none
    if state is None or state.phase == "ended" or state.time_called:
        return
    stands = state.desk.signal_awaited or state.desk.clock_paused_at_ms is not None
    if stands or not state.ruleset.flow.time_limit_minutes:
        return
    judging.put(events.TimeCalled(seen.at_ms, seen.within_ms))
    if state.phase == "waiting" and not state.desk.hand_granted:
        judging.put(hanchan_result(judging.state))


def hand_dealt(judging: Judging, seen: observations.HandDealt) -> None:
    """The next hand starts. Before the first draw it may be dealt once more (WRC 4.9); later a deal changes nothing.

    Dice thrown before the start signal or after the gong change nothing either; they are put before the judge (WRC 8.2). A
    record that gives another standing has gone on to a new hand, whatever the rules say of the hand before.
    """
    state = judging.state_or_none
    if state is None:
        return
    if seen.standing is None and state.dice_locked:
        judging.foul_once("dice_out_of_time", state.dealer, Finding.dice_before_signal())
        return
    too_late = state.time_called and not (state.phase == "waiting" and state.desk.hand_granted)
    if seen.standing is None and (state.phase not in {"waiting", "dealing"} or too_late):
        if state.time_called and state.phase not in IN_HAND and not state.knowledge.final:
            judging.foul_once("dice_out_of_time", state.dealer, Finding.dice_after_gong())
        return
    if seen.standing is not None:
        number, honba, bets, *scores = seen.standing
        east, south, west, north = scores
        judging.put(
            events.HandStarted(
                number, honba, bets, number % 4, seen.dice, seen.hands, (east, south, west, north)
            )
        )
    elif not _dealt_already(state, seen):
        judging.put(
            events.HandStarted(state.round, state.honba, state.bets, state.dealer, seen.dice, seen.hands)
        )
    if state.knowledge.faces:
        _judge_deal(judging, seen)


def _dealt_already(state: GameState, seen: observations.HandDealt) -> bool:
    if state.phase != "dealing" or state.dice != seen.dice:
        return False
    known = [tuple(sorted(tile for tile in hand if tile != UNKNOWN)) for hand in seen.hands]
    return all(seat.known == tiles for seat, tiles in zip(state.seats, known, strict=True))


def _judge_deal(judging: Judging, seen: observations.HandDealt) -> None:
    """Check that no tile was dealt more often than the set has it; the finding names the first hand that holds one too many."""
    extra = too_many(judging.state)
    if not extra:
        return
    copies = 0
    for number, hand in enumerate(seen.hands):
        copies += copies_of(hand)
        for tile in extra:
            if seen_of(copies, tile) > in_set(tile, red_fives=judging.state.ruleset.scoring.red_fives):
                judging.foul_once("fifth_copy", number, Finding.is_dealt_one_more(tile))
