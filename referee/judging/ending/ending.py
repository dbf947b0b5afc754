"""The end of a hand: payments, what stays on the table, who deals next (WRC 5.7, 7.1; MJ 3.4; SAI 45, 50, 52, 53)."""

from collections.abc import Sequence
from typing import Final

from referee.game import events
from referee.game.draws import nagashi_seats
from referee.game.events import Four, Result, WinShown
from referee.game.flow import hanchan_result, is_over, next_hand
from referee.game.position import ACCEPTED, GameState
from referee.hands.payments import (
    BET,
    PaidWin,
    chombo_changes,
    liable_seat,
    nagashi_changes,
    noten_changes,
    win_changes,
)
from referee.hands.win import Score
from referee.judging.findings.judging import Judging

NOTHING: Final[Four] = (0, 0, 0, 0)


def end_won(judging: Judging, valid: Sequence[tuple[WinShown, Score]]) -> None:
    """The hand ends with these wins, in order from the discarder; three may be an abortive draw instead."""
    state = judging.state
    flow = state.ruleset.flow
    if len(valid) >= 3 and flow.abort_triple_ron:
        end_drawn(judging, "triple_ron", ())
        return
    if flow.winners == "nearest":
        valid = valid[:1]
    paid = [
        PaidWin(
            winner=win.seat,
            source=win.source,
            score=worth,
            liable=state.seats[win.seat].liable,
            own_bet=state.seats[win.seat].riichi == ACCEPTED,
        )
        for win, worth in valid
    ]
    wins = settled_wins(paid, state)
    changes = win_changes(
        paid, dealer=state.dealer, honba=state.honba, bets=state.bets, ruleset=state.ruleset
    )
    result: Result = "tsumo" if paid[0].source == paid[0].winner else "ron"
    _end(judging, result, wins, changes, (), voided=_of_that_time(state, {win.winner for win in paid}))


def _of_that_time(state: GameState, winners: set[int]) -> tuple[int, ...]:
    """The findings against other players since the winning tile lay there, if a win makes their chombo void."""
    if not state.ruleset.fouls.chombo_voided_by_win:
        return ()
    return tuple(
        number
        for number in range(state.tile_finding, len(state.findings))
        if state.findings[number].seat not in winners
    )


def settled_wins(paid: list[PaidWin], state: GameState) -> tuple[events.Win, ...]:
    """The wins as the result lists them, the nearest to the discarder first, each with the points it moves."""
    return tuple(_settled(win, _changes(win, paid, state), state) for win in paid)


def _settled(win: PaidWin, changes: Four, state: GameState) -> events.Win:
    worth = win.score
    return events.Win(
        seat=win.winner,
        source=win.source,
        yaku=worth.yaku,
        yakuman=worth.yakuman,
        han=worth.han,
        fu=worth.fu,
        points=worth.points,
        liable=liable_seat(win, state.ruleset),
        changes=changes,
    )


def _changes(win: PaidWin, paid: list[PaidWin], state: GameState) -> Four:
    """The points one of the wins moves: counters and bets go to the nearest winner unless the ruleset gives each a share."""
    flow = state.ruleset.flow
    nearest = win is paid[0]
    owned = [other for other in paid if other.own_bet] if flow.bets_to_owner else []
    if nearest:
        bets = state.bets - len([other for other in owned if other is not win])
    else:
        bets = 1 if win in owned else 0
    honba = state.honba if nearest or flow.honba_each_winner else 0
    return win_changes([win], dealer=state.dealer, honba=honba, bets=bets, ruleset=state.ruleset)


def end_drawn(judging: Judging, reason: Result, tenpai: tuple[int, ...]) -> None:
    """The hand ends without a winner for this reason; ``tenpai`` lists the tenpai seats, ascending."""
    state = judging.state
    changes = NOTHING
    nagashi: tuple[int, ...] = ()
    if reason == "nagashi":
        nagashi = nagashi_seats(state)
        changes = nagashi_changes(nagashi, state.dealer)
    elif reason == "exhaustive":
        changes = noten_changes([number in tenpai for number in range(4)], state.ruleset)
    _end(judging, reason, (), changes, tenpai, nagashi=nagashi)


def end_entered(
    judging: Judging,
    result: Result,
    wins: tuple[events.Win, ...],
    changes: Four,
    *,
    tenpai: tuple[int, ...],
    nagashi: tuple[int, ...],
) -> None:
    """The hand ends as entered by a person, who could see what the table could not; seats ascending."""
    _end(judging, result, wins, changes, tenpai, nagashi=nagashi)


def end_void(judging: Judging, offenders: tuple[int, ...]) -> None:
    """Void the hand, to be played again, for a chombo of these seats or for a ruling under which nobody pays.

    Each offender pays a reverse mangan if the ruleset says so (MJ 3.4.6), otherwise points of the overall score
    (``referee.tournament.tournament``).
    """
    state = judging.state
    seats = tuple(sorted(set(offenders)))
    at_once = state.ruleset.flow.chombo_payment == "reverse_mangan"
    changes = chombo_changes(seats, state.dealer) if at_once else NOTHING
    _end(judging, "chombo", (), changes, (), offenders=seats)


def _end(
    judging: Judging,
    result: Result,
    wins: tuple[events.Win, ...],
    changes: Four,
    tenpai: tuple[int, ...],
    *,
    offenders: tuple[int, ...] = (),
    nagashi: tuple[int, ...] = (),
    voided: tuple[int, ...] = (),
) -> None:
    """The hand ends with this result, and the hanchan too if it is over. A void hand may return the bets laid in it."""
    state, flow = judging.state, judging.state.ruleset.flow
    winners = tuple(win.seat for win in wins)
    if result == "nagashi" and not flow.nagashi_is_draw:
        winners = nagashi
    following, honba = next_hand(state, result, winners, tenpai)
    scores, bets = list(state.scores), state.bets
    if result == "chombo" and flow.chombo_bets_returned:
        for number, seat in enumerate(state.seats):
            if seat.riichi == ACCEPTED:
                scores[number] += BET
                bets -= 1
    if wins:
        bets = 0
    for number, change in enumerate(changes):
        scores[number] += change
    after = (scores[0], scores[1], scores[2], scores[3])
    ended = events.HandEnded(
        result, wins, changes, tenpai, after, bets, honba, following, offenders, voided, state.names
    )
    judging.put(ended)
    if is_over(state, ended):
        judging.put(hanchan_result(judging.state))
