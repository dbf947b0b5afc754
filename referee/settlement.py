"""What was shown is judged once the players are done with the hand (WRC 5.6-5.7, MJ 3.4, SAI 45, 52)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee import bets
from referee.draws import draw_reason
from referee.ending import end_drawn, end_void, end_won
from referee.hands.score import score
from referee.hands.win import Win
from referee.opened import complete, furiten, furiten_riichi, waits_of, wrong_riichi_kan
from referee.position import ACCEPTED
from referee.tiles import NAMES

if TYPE_CHECKING:
    from referee import observations
    from referee.events import Result, WinShown
    from referee.hands.win import Score
    from referee.judging import Judging
    from referee.position import GameState
    from referee.tiles import Tile


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
        end_drawn(judging, reason, ())


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
    shown = sorted(state.wins, key=lambda win: (win.seat - win.source) % 4)
    worths = [(win, _worth(judging, win)) for win in shown]
    valid = [(win, worth) for win, worth in worths if worth is not None]
    if valid:
        end_won(judging, valid)
    else:
        end_void(judging, tuple(win.seat for win in shown))


def _settle_exhaustive(judging: Judging, reason: Result) -> None:
    state = judging.state
    tenpai, offenders = [], []
    for number, seat in enumerate(state.seats):
        waiting = seat.shown is not None and not seat.dead and bool(waits_of(seat, seat.shown, state.ruleset))
        if waiting:
            tenpai.append(number)
        if seat.dead:
            continue  # noten by a ruling is no noten riichi (WRC 7.2)
        if seat.shown is None:
            if seat.riichi == ACCEPTED:
                judging.foul("riichi_hand_not_shown", number, "in riichi, does not open the hand at the draw")
                offenders.append(number)
            continue
        if seat.riichi == ACCEPTED and not waiting:
            judging.foul("noten_riichi", number, "the hand in riichi waits for nothing")
            offenders.append(number)
        elif not waiting:
            judging.foul("false_tenpai", number, "opens a hand as tenpai that waits for nothing")
        _judge_furiten_riichi(judging, number, seat.shown)
        kind = wrong_riichi_kan(seat, seat.shown, state.ruleset)
        if kind is not None:
            judging.foul("riichi_kan", number, f"the kan of {NAMES[kind]} in riichi changed the hand")
            offenders.append(number)
    if offenders:
        end_void(judging, tuple(sorted(set(offenders))))
    else:
        end_drawn(judging, reason, tuple(tenpai))
