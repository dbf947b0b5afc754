"""The end of a hand: what was shown is settled once the players are done with it (WRC 5.6-5.7, MJ 3.4, SAI 45, 52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import bets, events
from referee.draws import draw_reason, nagashi_seats
from referee.events import Four, HandEnded, Result, WinShown
from referee.flow import hanchan_result, is_over, next_hand
from referee.hands.payments import PaidWin, liable_seat, nagashi_changes, noten_changes, win_changes
from referee.hands.score import score
from referee.hands.win import Win
from referee.opened import complete, furiten, furiten_riichi, waits_of, wrong_riichi_kan
from referee.position import ACCEPTED, BET, GameState
from referee.tiles import NAMES

if TYPE_CHECKING:
    from referee import observations
    from referee.hands.win import Score
    from referee.judging import Judging
    from referee.tiles import Tile

NOTHING: Four = (0, 0, 0, 0)


def hand_closed(judging: Judging, _seen: observations.HandClosed) -> None:
    """Settle the hand, and end the hanchan if it is over. A hand that is not over is not ended by this."""
    state = judging.state_or_none
    if state is None or state.phase not in {"dealing", "playing", "closing"}:
        return
    if state.wins:
        _settle_wins(judging)
        return
    reason = draw_reason(state)
    if reason is None:
        judging.foul("hand_not_over", state.dealer, "closes the hand although it is not over")
        return
    if not state.holding:
        bets.accept(judging)
    if reason in {"exhaustive", "nagashi"}:
        _settle_exhaustive(judging, reason)
    else:
        end_hand(judging, reason, (), NOTHING, ())


def describe(state: GameState, shown: WinShown) -> Win:
    """A shown win as the scorer needs it."""
    seat = state.seats[shown.seat]
    tsumo = shown.source == shown.seat
    robbed = not tsumo and state.open is not None and state.open.kind != "discard"
    return Win(
        concealed=shown.tiles,
        tile=shown.tile,
        tsumo=tsumo,
        melds=seat.melds,
        seat_wind=state.wind(shown.seat),
        round_wind=state.round // 4 % 4,
        riichi=0 if seat.riichi != ACCEPTED else 2 if seat.double_riichi else 1,
        ippatsu=seat.ippatsu,
        last_tile=state.live == 0 if tsumo else state.open is not None and state.open.last,
        rinshan=tsumo and state.rinshan,
        chankan=robbed,
        first_turn=_first_turn(state, shown.seat, tsumo=tsumo),
        dora_indicators=state.indicators,
        ura_indicators=state.ura if seat.riichi == ACCEPTED else (),
        tile_apart=shown.apart,
    )


def _first_turn(state: GameState, number: int, *, tsumo: bool) -> bool:
    """Whether no call broke the first turns and they are not over for this player (WRC 6.5.4, 6.5.6; MJ 4.2.6)."""
    if tsumo or state.ruleset.scoring.renhou_until == "own_turn":
        return state.unbroken and not state.seats[number].pond
    return state.unbroken and len(state.seats[state.dealer].pond) <= 1


def _worth(judging: Judging, shown: WinShown) -> Score | None:
    """The score of a shown win, None with a finding if it is none."""
    state = judging.state
    seat = state.seats[shown.seat]
    if not complete(seat, shown.tiles):
        judging.foul("false_win", shown.seat, f"shows {len(shown.tiles)} tiles that are no hand")
        return None
    missing = _not_in_hand(state, shown)
    if missing is not None:
        judging.foul("tile_not_in_hand", shown.seat, f"shows {NAMES[missing]}, which was not in the hand")
    worth = score(describe(state, shown), state.ruleset)
    if worth is None:
        judging.foul("false_win", shown.seat, f"shows a hand that does not win with {NAMES[shown.tile]}")
        return None
    if shown.source != shown.seat and furiten(seat, shown.tiles):
        judging.foul("furiten_win", shown.seat, f"wins on {NAMES[shown.tile]} in furiten")
        return None
    _judge_furiten_riichi(judging, shown.seat, shown.tiles)
    kind = wrong_riichi_kan(seat, shown.tiles, state.ruleset)
    if kind is not None:
        judging.foul("riichi_kan", shown.seat, f"the kan of {NAMES[kind]} in riichi changed the hand")
        return None
    return worth


def _judge_furiten_riichi(judging: Judging, number: int, tiles: tuple[Tile, ...]) -> None:
    state = judging.state
    if not state.ruleset.calls.riichi_furiten and furiten_riichi(state.seats[number], tiles):
        judging.foul("riichi_furiten", number, "declared riichi in furiten")


def _not_in_hand(state: GameState, shown: WinShown) -> int | None:
    """A shown tile that a wholly known hand does not hold."""
    seat = state.seats[shown.seat]
    if seat.unknown:
        return None
    held = list(seat.known)
    for tile in (*shown.tiles, shown.tile) if shown.source == shown.seat else shown.tiles:
        if tile not in held:
            return tile
        held.remove(tile)
    return None


def _settle_wins(judging: Judging) -> None:
    state = judging.state
    flow = state.ruleset.flow
    shown = sorted(state.wins, key=lambda win: (win.seat - win.source) % 4)
    worths = [(win, _worth(judging, win)) for win in shown]
    valid = [(win, worth) for win, worth in worths if worth is not None]
    if not valid:
        end_hand(judging, "chombo", (), NOTHING, ())
        return
    if len(valid) >= 3 and flow.abort_triple_ron:
        end_hand(judging, "triple_ron", (), NOTHING, ())
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
    wins = tuple(_settled(win, _changes(win, paid, state), state) for win in paid)
    changes = win_changes(
        paid, dealer=state.dealer, honba=state.honba, bets=state.bets, ruleset=state.ruleset
    )
    result: Result = "tsumo" if paid[0].source == paid[0].winner else "ron"
    end_hand(judging, result, wins, changes, ())


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
    """What one of the wins moves: counters and bets go to the nearest but for what the ruleset gives to each."""
    flow = state.ruleset.flow
    nearest = win is paid[0]
    owned = [other for other in paid if other.own_bet] if flow.bets_to_owner else []
    if nearest:
        bets = state.bets - len([other for other in owned if other is not win])
    else:
        bets = 1 if win in owned else 0
    honba = state.honba if nearest or flow.honba_each_winner else 0
    return win_changes([win], dealer=state.dealer, honba=honba, bets=bets, ruleset=state.ruleset)


def _settle_exhaustive(judging: Judging, reason: Result) -> None:
    state = judging.state
    tenpai, void = [], False
    for number, seat in enumerate(state.seats):
        waiting = seat.shown is not None and not seat.dead and bool(waits_of(seat, seat.shown, state.ruleset))
        if waiting:
            tenpai.append(number)
        if seat.dead:
            continue  # noten by a ruling is no noten riichi (WRC 7.2)
        if seat.shown is None:
            if seat.riichi == ACCEPTED:
                judging.foul("riichi_hand_not_shown", number, "in riichi, does not open the hand at the draw")
                void = True
            continue
        if seat.riichi == ACCEPTED and not waiting:
            judging.foul("noten_riichi", number, "the hand in riichi waits for nothing")
            void = True
        elif not waiting:
            judging.foul("false_tenpai", number, "opens a hand as tenpai that waits for nothing")
        _judge_furiten_riichi(judging, number, seat.shown)
        kind = wrong_riichi_kan(seat, seat.shown, state.ruleset)
        if kind is not None:
            judging.foul("riichi_kan", number, f"the kan of {NAMES[kind]} in riichi changed the hand")
            void = True
    if void:
        end_hand(judging, "chombo", (), NOTHING, ())
        return
    if reason == "nagashi":
        changes = nagashi_changes(nagashi_seats(state), state.dealer)
    else:
        changes = noten_changes([number in tenpai for number in range(4)], state.ruleset)
    end_hand(judging, reason, (), changes, tuple(tenpai))


def end_hand(
    judging: Judging, result: Result, wins: tuple[events.Win, ...], changes: Four, tenpai: tuple[int, ...]
) -> None:
    """The hand ends with this result; void hands give the bets laid in them back. Ends the hanchan if it is over."""
    state = judging.state
    following, honba = next_hand(state, result, tuple(win.seat for win in wins), tenpai)
    scores, bets = list(state.scores), state.bets
    if result == "chombo":
        for number, seat in enumerate(state.seats):
            if seat.riichi == ACCEPTED:
                scores[number] += BET
                bets -= 1
    if wins:
        bets = 0
    for number, change in enumerate(changes):
        scores[number] += change
    after = (scores[0], scores[1], scores[2], scores[3])
    ended = HandEnded(result, wins, changes, tenpai, after, bets, honba, following)
    judging.put(ended)
    if is_over(state, ended):
        judging.put(hanchan_result(judging.state))
