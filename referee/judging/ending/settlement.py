"""The judging of shown hands once the players are done with the hand (WRC 5.6-5.7, MJ 3.4, SAI 45, 52)."""

from typing import Final

from msgspec.structs import replace

from referee.game import events, observations
from referee.game.draws import draw_reason
from referee.game.events import Result, WinShown
from referee.game.furiten import complete, furiten, missed_wins, thirteen_orphans
from referee.game.position import ACCEPTED, IN_HAND, NO_RIICHI, GameState, OpenTile, Seat
from referee.game.standing import standing
from referee.game.texts import Breach
from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.judging.ending.ending import end_drawn, end_void, end_won
from referee.judging.ending.opened import furiten_riichi, waits_of, wrong_riichi_kan
from referee.judging.ending.yakuless import counting_waits
from referee.judging.findings import suspicion, vain
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import Instant, earliest, later
from referee.judging.findings.windows import MELDS, WINS, lapsed, overtaken, wins_called
from referee.judging.play import bets
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.tiles import UNKNOWN, Tile

HAND_TILES: Final = 13
"""Tiles of a hand that has not drawn; a meld stands for three."""


def hand_closed(judging: Judging, _seen: observations.HandClosed) -> None:
    """Settle the hand if it is over, and end the hanchan if that is over too."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_HAND:
        return
    vain.played_on(judging, None)
    reason = None if state.wins else draw_reason(state)
    if reason is not None or _won_by_tsumo(state):
        _never_shown(judging)
    else:
        _never_shown_beside_a_win(judging)
    if state.wins:
        _settle_wins(judging)
        return
    if reason is None:
        hand_not_over(judging)
        return
    if not state.holding:
        bets.accept(judging)
    if reason in {"exhaustive", "nagashi", "four_riichi"}:
        _settle_opened(judging, reason)
    else:
        offenders = tuple(number for number in range(4) if _kan_determined(judging, number))
        if offenders and judging.state.ruleset.fouls.chombo_voids_draw:
            end_void(judging, offenders)
        else:
            end_drawn(judging, reason, ())


def _won_by_tsumo(state: GameState) -> bool:
    return bool(state.wins) and all(win.source == win.seat and not win.void for win in state.wins)


def _never_shown(judging: Judging) -> None:
    """Find calls of a win whose hand was never shown, and calls before the last draw whose tiles were not (WRC 7.2)."""
    state = judging.state
    winners = {win.seat for win in state.wins}
    for claim in wins_called(state):
        if claim.seat not in winners:
            text = Finding.calls_and_shows_no_hand(claim.call)
            judging.foul("false_win_call", claim.seat, text, claim.evidence)
    for claim in overtaken(state):
        if claim.call not in WINS and claim.call != "nine_terminals":
            judging.foul(
                "empty_call", claim.seat, Finding.calls_and_makes_no_meld(claim.call), claim.evidence
            )


def _never_shown_beside_a_win(judging: Judging) -> None:
    """Find calls that had long lapsed when another player called the tile and won on it (WRC 7.2; MJ 3.4.7; SAI 55.1(1), 55.3(2)).

    If only the nearest winner wins, the players after him need not show their hands (WRC 5.7.6, SAI 45.4). A win on a
    discard goes before a kan after it, even one that is robbed (WRC 5.4.1).
    """
    state = judging.state
    winners = {win.seat for win in state.wins}
    called = [claim for claim in state.claims if claim.seat in winners and claim.call == "ron"]
    if state.open is None or not called:
        return
    first = min(called, key=earliest)
    nearest = min((claim.seat - state.open.seat) % 4 for claim in called)
    behind = nearest if state.ruleset.flow.winners == "nearest" else 4
    for claim in state.claims:
        if claim.seat in winners or claim.void or not lapsed(state, claim, first):
            continue
        if claim.call != "ron" and claim.call not in MELDS:
            continue
        if claim.call == "ron" and (claim.seat - state.open.seat) % 4 < behind:
            text = Finding.calls_and_shows_no_hand(claim.call)
            judging.foul("false_win_call", claim.seat, text, claim.evidence)
        elif claim.call != "ron":
            judging.foul(
                "empty_call", claim.seat, Finding.calls_and_makes_no_meld(claim.call), claim.evidence
            )
    for claim in wins_called(state):
        if claim.seat not in winners and claim not in state.claims:
            text = Finding.calls_and_shows_no_hand(claim.call)
            judging.foul("false_win_call", claim.seat, text, claim.evidence)


def hand_not_over(judging: Judging) -> None:
    """Find that the hand is closed although it is not over, unless a finding just made explains it."""
    source = judging.observation.source
    if not source or all(found.evidence[:1] != (source,) for found in judging.found_in_hand):
        judging.foul("hand_not_over", judging.state.dealer, Finding.closes_early())


def describe(state: GameState, shown: WinShown) -> Win:
    """A shown win as the scorer needs it."""
    seat = state.seats[shown.seat]
    tsumo = shown.source == shown.seat
    robbed = not tsumo and state.open is not None and state.open.kind != "discard"
    counting = state.indicators
    if robbed and state.ruleset.calls.robbed_indicator_back and not state.dora_due and len(counting) > 1:
        counting = counting[:-1]  # it was turned for a kan that was not completed (WRC 6.4)
    return Win(
        concealed=shown.tiles,
        tile=shown.tile,
        tsumo=tsumo,
        melds=seat.melds,
        seat_wind=state.wind(shown.seat),
        round_wind=state.round // 4 % 4,
        riichi=0 if seat.riichi != ACCEPTED else 2 if seat.double_riichi else 1,
        ippatsu=seat.ippatsu and (not tsumo or state.ruleset.scoring.ippatsu_own_draw),
        last_tile=state.live == 0 if tsumo else state.open is not None and state.open.last,
        rinshan=tsumo and state.rinshan,
        chankan=robbed,
        first_turn=not robbed and _first_turn(state, shown.seat, tsumo=tsumo),
        dora_indicators=counting,
        ura_indicators=state.ura[: len(counting)] if seat.riichi == ACCEPTED else (),
        tile_apart=shown.apart,
    )


def _first_turn(state: GameState, number: int, *, tsumo: bool) -> bool:
    """Return whether no call interrupted the first turns and they are not over for this player (WRC 6.5.4, 6.5.6; MJ 4.2.6).

    Renhou (Blessing of Man) is a win "on a discard", so robbing a kan does not qualify.
    """
    if tsumo or state.ruleset.scoring.renhou_until == "own_turn":
        return state.unbroken and not state.seats[number].pond
    return state.unbroken and len(state.seats[state.dealer].pond) <= 1


def worth(judging: Judging, shown: WinShown) -> Score | None:
    """The score of a shown win; None, with a finding, if it does not win."""
    if shown.void:
        return None
    shown = likeliest(judging.state, shown)
    state = judging.state
    seat = state.seats[shown.seat]
    value: Score | None = None
    wrong: Breach | None = None
    if not complete(seat, shown.tiles, (shown.tile,)):
        wrong = "false_win", Finding.shows_no_hand(len(shown.tiles))
    elif not _held(seat, shown):
        wrong = "false_win", Finding.shows_other_tiles()
    elif not _may_rob(state, shown):
        wrong = "false_win", Finding.robs_concealed_kan()
    elif shown.source != shown.seat and not state.ruleset.calls.ron_after_tsumo and tsumo_wins(state):
        wrong = "false_win", Finding.ron_late()
    else:
        value = score(describe(state, shown), state.ruleset)
        if value is None:
            wrong = "false_win", Finding.hand_does_not_win(shown.tile if shown.apart else None)
        elif shown.source != shown.seat and furiten(missed_wins(state, shown.seat, shown.tiles), shown.tiles):
            wrong = "furiten_win", Finding.wins_in_furiten(shown.tile)
    if wrong is not None:
        judging.foul(wrong[0], shown.seat, wrong[1], shown.evidence)
        return None
    _judge_furiten_riichi(judging, shown.seat, shown.tiles)
    if state.ruleset.fouls.riichi_kan_judged == "draw":
        return value
    return None if _kan_changed(judging, shown.seat, shown.tiles) else value


def would_win(state: GameState, number: int, tile: OpenTile, tiles: tuple[Tile, ...]) -> bool:
    """Return whether an opened hand wins on this tile, furiten or not, in the state in which the tile was open."""
    return _wins(state, WinShown(number, tile.seat, tile.tile, tiles))


def tsumo_wins(state: GameState) -> bool:
    """Return whether the player in turn has opened a hand that wins by tsumo."""
    shown = [win for win in state.wins if win.source == win.seat and not win.void]
    return any(_wins(state, likeliest(state, win)) for win in shown)


def _wins(state: GameState, shown: WinShown) -> bool:
    seat = state.seats[shown.seat]
    if not complete(seat, shown.tiles, (shown.tile,)) or not _held(seat, shown) or not _may_rob(state, shown):
        return False
    return score(describe(state, shown), state.ruleset) is not None


def _may_rob(state: GameState, shown: WinShown) -> bool:
    """Return whether a hand may win on the open tile: on a tile of a concealed kan only Thirteen Orphans may (WRC 5.4.8)."""
    if shown.source == shown.seat or state.open is None or state.open.kind != "ankan":
        return True
    return thirteen_orphans(state.seats[shown.seat], shown.tiles, shown.tile)


def likeliest(state: GameState, shown: WinShown) -> WinShown:
    """Return the win with its winning tile; if that was neither kept apart nor seen to be drawn, with the best for the winner.

    A tile with which every kan in riichi was allowed is preferred, since what nobody saw proves no foul; among those, the one
    that scores highest is chosen (MJ 3.4.9, with 3.3.12 "should"). If fu and yaku of a wait are not scored (WRC 5.6), all
    score the same.
    """
    seat = state.seats[shown.seat]
    row = (*shown.tiles, shown.tile)
    if shown.apart or shown.source != shown.seat or seat.drawn != UNKNOWN or UNKNOWN in row:
        return shown
    best, most = shown, (False, 0, 0, 0)
    for tile in dict.fromkeys(row):
        at = row.index(tile)
        other = replace(shown, tile=tile, tiles=tuple(sorted(row[:at] + row[at + 1 :])))
        value = score(describe(state, other), state.ruleset) if complete(seat, other.tiles, (tile,)) else None
        if value is not None:
            kans_right = wrong_riichi_kan(seat, other.tiles, state.ruleset) is None
            merit = (kans_right, value.base, value.han, value.fu)
            if merit > most:
                best, most = other, merit
    return best


def _held(seat: Seat, shown: WinShown) -> bool:
    """Return whether the shown tiles were in the hand; True if the hand is not wholly known, since nothing is proven then."""
    tiles = (*shown.tiles, shown.tile) if shown.source == shown.seat else shown.tiles
    return _may_hold(seat, tiles)


def _may_hold(seat: Seat, tiles: tuple[Tile, ...]) -> bool:
    """Return whether the tiles are in the hand, or may be because it is not wholly known."""
    return seat.unknown > 0 or all(tiles.count(tile) <= seat.known.count(tile) for tile in tiles)


def _judge_furiten_riichi(judging: Judging, number: int, tiles: tuple[Tile, ...]) -> None:
    state = judging.state
    seat = state.seats[number]
    if not state.ruleset.calls.riichi_furiten and furiten_riichi(seat, tiles):
        judging.foul("riichi_furiten", number, Finding.riichi_in_furiten(), seat.riichi_evidence)


def _kan_changed(judging: Judging, number: int, tiles: tuple[Tile, ...]) -> bool:
    """Return whether riichi forbade one of the concealed kans: it was found at once, or the opened hand shows it now."""
    if _kan_determined(judging, number):
        return True
    seat = judging.state.seats[number]
    at = (
        None if _kan_let_pass(judging.state, number) else wrong_riichi_kan(seat, tiles, judging.state.ruleset)
    )
    if at is None:
        return False
    text = Finding.kan_changed_hand(seat.riichi_kans[at])
    judging.foul("riichi_kan", number, text, seat.riichi_kan_evidence[at])
    return True


def _kan_determined(judging: Judging, number: int) -> bool:
    """Return whether a kan in riichi that all saw to be wrong is judged now: at his own win or a draw (WRC 7.2, MJ 3.4.6)."""
    suspicion.apply_cue(judging, Cue.HAND_ENDS, number)
    found = any((each.rule, each.seat) == ("riichi_kan", number) for each in judging.found_in_hand)
    return found and not _kan_let_pass(judging.state, number)


def _kan_let_pass(state: GameState, number: int) -> bool:
    """Return whether a judge has dismissed the finding of that kan."""
    dismissed = {made.finding for made in standing(state.rulings) if made.ruling == "dismissed"}
    return any(
        (state.findings[at].rule, state.findings[at].seat) == ("riichi_kan", number)
        for at in range(state.first_finding, len(state.findings))
        if at in dismissed
    )


def _settle_wins(judging: Judging) -> None:
    rules = judging.state.ruleset
    _undo_false_tsumo(judging)
    if not rules.calls.riichi_void_if_won_on:
        bets.accept(judging, ippatsu=False)
    shown = sorted(judging.state.wins, key=lambda win: (win.seat - win.source) % 4)
    values = [(win, worth(judging, win)) for win in shown]
    valid = [(win, value) for win, value in values if value is not None]
    if _chombo_first(judging.state, values) and not rules.fouls.chombo_voided_by_win:
        valid = []
    if valid:
        end_won(judging, valid)
    else:
        end_void(judging, tuple(win.seat for win, value in values if value is None))


def _chombo_first(state: GameState, values: list[tuple[WinShown, Score | None]]) -> bool:
    """Return whether a chombo comes before every win, in the order of play and then of precedence (SAI 53.7).

    A hand that was opened for no tile at all comes first only if its player sits nearer and his call had stopped play.
    """
    desk, called = state.desk, wins_called(state)
    for win, value in values:
        if not win.void:
            return value is None
        stopped_ms = desk.stopped_ms if desk.stopped in vain.WIN_RULES else None
        if stopped_ms is not None and desk.stopped_seat == win.seat:
            return all(later(state, Instant(stopped_ms, 0), claim) for claim in called)
    return True


def _undo_false_tsumo(judging: Judging) -> None:
    """Take back the draw of a false tsumo, or one never shown, for the rons opened meanwhile (MJ 3.3.1, 3.4.6)."""
    state = judging.state
    rons = [win for win in state.wins if win.source != win.seat and not win.void]
    drawn = state.before is not None and state.holding and state.seats[state.turn].drawn is not None
    if state.ruleset.calls.ron_after_tsumo or not drawn or tsumo_wins(state):
        return
    if not any(_wins(state, win) for win in rons):
        return
    for win in state.wins:
        if win.source == win.seat:
            worth(judging, win)  # still a foul, but the ron voids its cost
    judging.put(events.DrawTakenBack(state.turn))
    for win in rons:
        judging.put(win)
    if state.ura:
        judging.put(events.UraTurned(state.ura))


def _settle_opened(judging: Judging, reason: Result) -> None:
    """Settle a draw at which hands are opened: an exhaustive draw, or four riichi, when all hands must be opened (MJ 3.4.3).

    A noten riichi is judged "in case of a drawn game" (MJ 3.4.6). A record may omit the hands at four riichi.
    """
    tenpai, offenders = [], []
    for number, seat in enumerate(judging.state.seats):
        if seat.dead:
            if not _excused(judging, number):
                offenders.append(number)
            continue
        if seat.shown is None:
            left_out = reason == "four_riichi" and judging.state.knowledge.complete
            if seat.riichi == ACCEPTED and not (left_out or judging.state.ruleset.calls.riichi_noten_call):
                _judge_not_shown(judging, number)
                offenders.append(number)
            elif not judging.state.ruleset.calls.tenpai_optional and _known_tenpai(judging.state, number):
                tenpai.append(number)
            continue
        if _waiting(judging.state, number, seat.shown):
            if not _announced_noten(judging.state, number):
                tenpai.append(number)
        elif seat.riichi == ACCEPTED:
            text = Finding.riichi_waits_for_nothing()
            judging.foul("noten_riichi", number, text, seat.riichi_evidence)
            offenders.append(number)
        else:
            judge_opened(judging, number)
        _judge_furiten_riichi(judging, number, seat.shown)
        if _kan_changed(judging, number, seat.shown):
            offenders.append(number)
    if offenders and judging.state.ruleset.fouls.chombo_voids_draw:
        end_void(judging, tuple(sorted(set(offenders))))
    else:
        end_drawn(judging, reason, () if reason == "four_riichi" else tuple(tenpai))


def _announced_noten(state: GameState, number: int) -> bool:
    """Return whether a hand is noten because that was said and cannot be changed by opening it (WRC 5.7.2, MJ 3.4.2)."""
    seat, calls = state.seats[number], state.ruleset.calls
    free = seat.riichi != ACCEPTED or calls.riichi_noten_call
    return seat.announced is False and free and not calls.announce_change


def _waiting(state: GameState, number: int, tiles: tuple[Tile, ...]) -> bool:
    """Return whether opened tiles are a hand that counts as tenpai."""
    seat = state.seats[number]
    waits = waits_of(seat, tiles, state.ruleset) if _may_hold(seat, tiles) else ()
    return bool(counting_waits(state, number, tiles, waits))


def _known_tenpai(state: GameState, number: int) -> bool:
    """Return whether a closed hand is known to be tenpai and counts, because its player may not call noten (TEN)."""
    seat = state.seats[number]
    return seat.unknown == 0 and _waiting(state, number, seat.known)


def judge_opened(judging: Judging, number: int) -> None:
    """Judge a hand without riichi opened at an exhaustive draw: a wrong number of tiles, or not tenpai as announced."""
    state = judging.state
    seat = state.seats[number]
    known = {"tile_count", "false_tenpai"}
    found = any(each.seat == number and each.rule in known for each in judging.found_in_hand)
    if seat.shown is None or seat.riichi != NO_RIICHI or found:
        return
    tiles = len(seat.shown)
    if tiles + 3 * len(seat.melds) != HAND_TILES:
        judging.foul("tile_count", number, Finding.opens_tiles_beside_melds(tiles, len(seat.melds)))
    elif not _waiting(state, number, seat.shown):
        judging.foul("false_tenpai", number, Finding.opens_noten())


def judge_dead(judging: Judging, number: int) -> None:
    """Find that a dead hand is announced or opened as tenpai at a draw: it counts as noten (WRC 2.2, MJ 3.3.13, SAI 54.3).

    In riichi it is judged when the hand is settled (``_excused``).
    """
    seat = judging.state.seats[number]
    found = any((each.rule, each.seat) == ("false_tenpai", number) for each in judging.found_in_hand)
    if seat.riichi == NO_RIICHI and not found:
        judging.foul("false_tenpai", number, Finding.dead_hand_as_tenpai())


def _excused(judging: Judging, number: int) -> bool:
    """Return whether a hand in riichi that was ruled dead is excused from noten riichi (MJ 3.4.6; SAI 55.1(4): it is not).

    WRC 7.2: "to prove this, the player will have to show his hand", even if it is known to be tenpai. At a table a hand that
    stays closed may merely not have been seen open.
    """
    state = judging.state
    seat = state.seats[number]
    dead_riichi = state.ruleset.fouls.dead_riichi
    if seat.riichi != ACCEPTED or dead_riichi == "excused":
        return True
    if dead_riichi == "excused_if_shown":
        if seat.shown is not None and waits_of(seat, seat.shown, state.ruleset):
            return True
        if seat.shown is None and not state.knowledge.complete and seat.unknown:
            text = Finding.dead_riichi_not_opened()
            judging.foul("riichi_hand_not_shown", number, text)
            return False
    text = Finding.dead_riichi_not_shown()
    judging.foul("noten_riichi", number, text, seat.riichi_evidence)
    return False


def _judge_not_shown(judging: Judging, number: int) -> None:
    """A hand in riichi that stays closed counts as noten riichi (WRC 5.7.2), unless its tiles are known to be tenpai.

    At a table it may merely not have been seen yet.
    """
    state = judging.state
    seat = state.seats[number]
    if seat.unknown == 0 and waits_of(seat, seat.known, state.ruleset):
        noten = False
    else:
        noten = state.knowledge.complete or seat.unknown == 0
    if noten:
        text = Finding.riichi_stays_closed()
        judging.foul("noten_riichi", number, text, seat.riichi_evidence)
    else:
        judging.foul("riichi_hand_not_shown", number, Finding.riichi_not_opened())
