"""Winning calls and opened hands (WRC 5.6, 5.7; SAI 45, 52)."""

from referee.game import events, observations
from referee.game.draws import NINE, draw_reason, terminal_kinds
from referee.game.furiten import furiten
from referee.game.position import IN_HAND, GameState
from referee.game.texts import Breach
from referee.judging.ending import awaited, ron, unheard
from referee.judging.ending.opened import waits_of
from referee.judging.ending.settlement import (
    hand_not_over,
    judge_dead,
    judge_opened,
    likeliest,
    tsumo_wins,
    worth,
    would_win,
)
from referee.judging.findings import vain
from referee.judging.findings.judging import Judging
from referee.judging.findings.suspicion import apply_cue
from referee.judging.findings.windows import WINS, empty_calls, lapsed_before, make_void, overtaken
from referee.judging.play import dead_hands
from referee.judging.play.drawing import implied_draw, may_draw
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.texts.message import Message
from referee.tiles import KIND, UNKNOWN, Tile


def win_called(judging: Judging, seen: observations.CallHeard) -> None:
    """Ron, tsumo or nine terminals was called."""
    state = judging.state
    if seen.call == "ron":
        _ron_called(judging, seen)
        return
    if state.phase == "closing":
        _in_vain(judging, seen, "false_win_call", Finding.calls_after_hand(seen.call))
        return
    implied_draw(judging, seen.seat)
    state = judging.state
    seat = state.seats[seen.seat]
    if state.turn != seen.seat or not state.holding or seat.drawn is None:
        rule = "false_win_call" if seen.call == "tsumo" else "nine_terminals_not_there"
        _in_vain(judging, seen, rule, Finding.calls_without_drawn_tile(seen.call))
        return
    if seen.call == "nine_terminals":
        first = state.unbroken and not seat.pond
        enough = seat.unknown > 0 or terminal_kinds(seat.known) >= NINE
        if not (state.ruleset.flow.abort_nine_terminals and first and enough):
            text = Finding.nine_terminals_now()
            _in_vain(judging, seen, "nine_terminals_not_there", text)
            return
    judging.put(events.CallMade(seen.seat, seen.call, seen.at_ms, seen.within_ms, seen.source))


def _ron_called(judging: Judging, seen: observations.CallHeard) -> None:
    state = judging.state
    there = ron.winnable(state, seen.seat)
    if not there:
        tile = state.open
        robs = tile is not None and tile.kind == "ankan" and seen.seat not in {tile.seat, state.turn}
        _in_vain(judging, seen, "false_win_call", Finding.ron_for_nothing(concealed=robs))
        return
    if ron.taken(state):
        return
    if ron.outrun(state, seen):
        judging.put(events.CallMade(seen.seat, "ron", seen.at_ms, seen.within_ms, seen.source, void=True))
        return
    if all(ron.ron_too_late(state, seen, on) for on in there):
        text = Finding.ron_called_late()
        _in_vain(judging, seen, "late_win_call", text)
        return
    if state.before is not None and state.phase != "closing" and ron.drawn(state):
        ron.take_back(judging)  # what was laid down or opened goes back only once this hand is opened
    judging.put(events.CallMade(seen.seat, "ron", seen.at_ms, seen.within_ms, seen.source))


def _in_vain(judging: Judging, seen: observations.CallHeard, rule: str, text: Message) -> None:
    """Judge a win called in vain; one that lapsed before it is a separate, earlier foul (SAI 53.7, 55.1(1))."""
    empty_calls(judging, lapsed_before(judging.state, seen))
    vain.called(judging, rule, seen.seat, text)


def tiles_shown(judging: Judging, seen: observations.TilesShown) -> None:
    """Judge an opened hand.

    It was opened for a win if one was called, if the winning tile is set apart, or if the table hears no calls; otherwise
    for a draw.
    """
    state = judging.state_or_none
    if state is None or state.phase not in IN_HAND:
        return
    if state.seats[seen.seat].shown is not None and not _opened_for_win(state, seen):
        return
    if state.seats[seen.seat].dead:
        _show_dead(judging, seen)
        return
    if seen.source_seat is not None:
        _show_recorded_win(judging, seen, seen.source_seat)
        return
    awaited.opened(judging, seen)
    state = judging.state
    claims = (*state.claims, *(claim for claim in overtaken(state) if claim.call == "ron"))
    calls = {claim.call for claim in claims if claim.seat == seen.seat and claim.call != "riichi"}
    unsaid = not calls and seen.winning is not None and not _for_vain_call(state, seen, seen.winning)
    on = None
    if "ron" in calls or (unsaid and not _may_tsumo(state, seen.seat)):
        on = ron.meant(state, seen.seat, seen.tiles, seen.winning)
    elif not calls & vain.ENDING_CALLS:
        # A player who called pon and opens a whole hand that wins on the tile has changed his mind.
        on = unheard.by_ron(state, seen)
    forestalled = on is not None and "ron" not in calls and _forestalled(state, seen, on)
    if forestalled or _outrun(state, seen.seat):
        judging.put(events.HandShown(seen.seat, seen.tiles))
    elif (
        "tsumo" in calls
        or (unsaid and _may_tsumo(state, seen.seat))
        or (not calls and unheard.by_tsumo(state, seen))
    ):
        vain.over(judging, seen.seat)
        _show_tsumo(judging, seen)
    elif on is not None:
        vain.over(judging, seen.seat)
        _show_ron(judging, seen, on)
    elif _shows_beside_tsumo(judging, seen):
        pass
    elif not vain.opened(judging, seen):
        _show_without_win(judging, seen, called=bool(calls))


def _opened_for_win(state: GameState, seen: observations.TilesShown) -> bool:
    """Return whether a hand that lay open in play is now opened for a win, and not merely seen once more."""
    claims = (*state.claims, *overtaken(state))
    called = any(each.seat == seen.seat and each.call in WINS and not each.void for each in claims)
    vain_win = vain.of_win(state, seen.seat) is not None
    won = any(win.seat == seen.seat for win in state.wins)
    apart = seen.winning is not None and not state.seats[seen.seat].dead
    return not won and (called or vain_win or apart)


def _show_dead(judging: Judging, seen: observations.TilesShown) -> None:
    """Judge a dead hand that is opened, for a win called in vain or in play; a record tells wins without the word."""
    seat = seen.seat
    call: observations.Call = "tsumo" if seen.source_seat == seat else "ron"
    called = any(claim.seat == seat and claim.call in WINS for claim in judging.state.claims)
    if seen.source_seat is not None and not called and vain.of(judging.state, seat) is None:
        dead_hands.calls(judging, seat, call)
    if not vain.opened(judging, seen):
        _show_without_win(judging, seen, called=True)


def _outrun(state: GameState, seat: int) -> bool:
    """Return whether this player's ron gave way to another that stands: it came before the wall was touched (SAI 45.3)."""
    return any(
        (claim.seat, claim.call, claim.void) == (seat, "ron", True) and ron.outrun(state, claim)
        for claim in state.claims
    )


def _forestalled(state: GameState, seen: observations.TilesShown, on: ron.Winnable) -> bool:
    """Return whether a hand wins with the drawn tile that another's ron took back, but not on the discard (WRC 5.4.1)."""
    seat, off, tile = state.seats[seen.seat], state.put_off, seen.winning
    if off is None or off.seat != seen.seat or tile is None:
        return False
    won = any(win.source not in {win.seat, seen.seat} and not win.void for win in state.wins)
    tiles = ron.without_winning(state, seen.seat, seen.tiles, on.tile.tile)
    return (
        won
        and KIND[tile] in waits_of(seat, seen.tiles, state.ruleset)
        and not would_win(on.state, seen.seat, on.tile, tiles)
    )


def _show_without_win(judging: Judging, seen: observations.TilesShown, *, called: bool) -> None:
    """The hand is opened for a draw, for nine terminals whose call was not heard, or for nothing."""
    if not called and _may_tsumo(judging.state, seen.seat) and unheard.nine_terminals(judging.state, seen):
        implied_draw(judging, seen.seat)
        judging.put(events.CallMade(seen.seat, "nine_terminals", seen.at_ms, seen.within_ms, seen.source))
    tiles = seen.tiles if seen.winning is None else (*seen.tiles, seen.winning)
    _judge_nine_terminals(judging, seen.seat, tiles)
    state = judging.state
    if draw_reason(state) is None and state.phase != "closing" and not state.knowledge.final:
        text = Finding.opens_during_play(len(tiles))
        judging.foul("tiles_shown", seen.seat, text, number=len(tiles))
    over = not state.knowledge.final and draw_reason(state) in {"exhaustive", "nagashi"}
    judging.put(events.HandShown(seen.seat, tiles))
    if over and state.seats[seen.seat].dead:
        if state.seats[seen.seat].announced is not False:
            judge_dead(judging, seen.seat)
    elif over:
        judge_opened(judging, seen.seat)


def _judge_nine_terminals(judging: Judging, number: int, tiles: tuple[Tile, ...]) -> None:
    """Find that the hand opened for nine terminals does not hold them; the word then has no effect (MJ 3.4.3)."""
    for claim in judging.state.claims:
        if (claim.seat, claim.call, claim.void) != (number, "nine_terminals", False):
            continue
        if terminal_kinds(tiles) + tiles.count(UNKNOWN) < NINE:
            judging.foul("nine_terminals_not_there", number, Finding.opens_kinds(terminal_kinds(tiles)))
            make_void(judging, claim)


def _for_vain_call(state: GameState, seen: observations.TilesShown, winning: Tile) -> bool:
    """Return whether this hand is opened for a win called in vain; nine terminals open no winning hand (MJ 3.4.3)."""
    call, seat = vain.of(state, seen.seat), state.seats[seen.seat]
    if call is None or call.rule != "nine_terminals_not_there":
        return call is not None
    return KIND[winning] not in waits_of(seat, seen.tiles, state.ruleset)


def _may_tsumo(state: GameState, seat: int) -> bool:
    return state.turn == seat and (state.holding or may_draw(state)) and not state.wins


def _show_tsumo(judging: Judging, seen: observations.TilesShown) -> None:
    implied_draw(judging, seen.seat)
    drawn = judging.state.seats[seen.seat].drawn
    tile: Tile | None = seen.winning
    tiles = seen.tiles
    apart = tile is not None and tile != UNKNOWN
    if not apart:
        tile = drawn if drawn is not None and drawn != UNKNOWN else (tiles[-1] if tiles else UNKNOWN)
        rest = list(tiles)
        if tile in rest:
            rest.remove(tile)
        tiles = tuple(rest)
    assert tile is not None
    void = not apart and _must_be_apart(judging.state, seen.seat)
    if void:
        judging.foul("tsumo_tile_in_hand", seen.seat, Finding.tsumo_among_others())
    _put_win(judging, seen, seen.seat, tile, tiles, apart=apart, void=void)


def _must_be_apart(state: GameState, number: int) -> bool:
    """Return whether the drawn tile must have stayed out of the hand; not required of the hand as dealt (SAI 37.2, 45.5)."""
    dealt = number == state.dealer and state.unbroken and not state.seats[number].pond
    return state.ruleset.display.drawn_tile == "must_be_apart" and state.knowledge.layout and not dealt


def _show_ron(judging: Judging, seen: observations.TilesShown, on: ron.Winnable) -> None:
    if not _leaves_tsumo(judging.state, seen, on):
        ron.go_back(judging, on)
    tiles = ron.without_winning(judging.state, seen.seat, seen.tiles, on.tile.tile)
    _put_win(judging, seen, on.tile.seat, on.tile.tile, tiles)


def _leaves_tsumo(state: GameState, seen: observations.TilesShown, on: ron.Winnable) -> bool:
    """Return whether a false ron leaves an opened tsumo in place: it is a foul too, or its win voids the chombo.

    WRC 7.1, 7.2; MJ 3.4.6; SAI 53.7, 55.1(1).
    """
    if not any(win.source == win.seat and not win.void for win in state.wins):
        return False
    tiles = ron.without_winning(state, seen.seat, seen.tiles, on.tile.tile)
    right = would_win(on.state, seen.seat, on.tile, tiles) and not furiten(on.state.seats[seen.seat], tiles)
    return not right and (state.ruleset.fouls.chombo_voided_by_win or not tsumo_wins(state))


def _shows_beside_tsumo(judging: Judging, seen: observations.TilesShown) -> bool:
    """Show a ron called after a false tsumo; if nobody knows yet that it is false, both are judged together (MJ 3.3.1)."""
    state = judging.state
    if state.ruleset.calls.ron_until == "next_draw":
        return False
    call = vain.of(state, seen.seat)
    on = ron.meant(state, seen.seat, seen.tiles, seen.winning)
    if call is None or call.rule != "late_win_call" or on is None or ron.late_without_tsumo(state, seen, on):
        return False
    tiles = ron.without_winning(state, seen.seat, seen.tiles, on.tile.tile)
    unproven = ron.tsumo_unproven(state)
    barred = not unproven and ron.ron_too_late(state, seen, on)
    if barred or not would_win(on.state, seen.seat, on.tile, tiles):
        return False
    apply_cue(judging, Cue.OPENED_RIGHT, seen.seat)
    _put_win(
        judging, seen, on.tile.seat, on.tile.tile, tiles
    )  # the tsumo is taken back as the hand is settled
    return True


def _put_win(
    judging: Judging,
    seen: observations.TilesShown,
    source: int,
    tile: Tile,
    tiles: tuple[Tile, ...],
    *,
    apart: bool = True,
    void: bool = False,
) -> None:
    evidence = judging.observation.source
    shown = events.WinShown(seen.seat, source, tile, tuple(sorted(tiles)), apart, void, evidence)
    judging.put(likeliest(judging.state, shown))


def _show_recorded_win(judging: Judging, seen: observations.TilesShown, source: int) -> None:
    """Show a win as a record gives it, with the owner of the tile, so that a wrong claim is found."""
    state = judging.state
    called = any((claim.seat, claim.call, claim.void) == (seen.seat, "ron", False) for claim in state.claims)
    if source != seen.seat and ron.taken(state) and not called:
        judging.put(events.HandShown(seen.seat, seen.tiles))
        return
    if source == seen.seat:
        implied_draw(judging, seen.seat)
        state = judging.state
    tile = seen.winning if seen.winning is not None else UNKNOWN
    there = ron.winnable(state, seen.seat)
    on = next((each for each in there if (each.tile.seat, each.tile.tile) == (source, tile)), None)
    wrong = (
        _no_tsumo(state, seen.seat, tile) if source == seen.seat else _no_ron(state, seen, source, tile, on)
    )
    if wrong is not None and vain.opened(judging, seen):
        return
    vain.over(judging, seen.seat)
    if wrong is not None:
        judging.foul(wrong[0], seen.seat, wrong[1])
    elif on is not None and source != seen.seat and (state.phase != "closing" or state.before is not None):
        ron.go_back(judging, on)
    _put_win(judging, seen, source, tile, seen.tiles, void=wrong is not None)


def _no_tsumo(state: GameState, number: int, tile: Tile) -> Breach | None:
    """Return why there is nothing to win on by tsumo; None if there is."""
    seat = state.seats[number]
    if state.turn != number or not state.holding or seat.drawn is None or state.phase == "closing":
        return "false_win", Finding.tsumo_without_drawn_tile()
    if seat.drawn not in {UNKNOWN, tile}:
        return "false_win", Finding.tsumo_on_another(tile, seat.drawn)
    return None


def _no_ron(
    state: GameState, seen: observations.TilesShown, source: int, tile: Tile, on: ron.Winnable | None
) -> Breach | None:
    """Return why there is nothing to win on by ron, or None; ``on`` is the tile that the record names, if it is open."""
    if on is not None:
        claims = (*state.claims, *overtaken(state))
        called = any((claim.seat, claim.call, claim.void) == (seen.seat, "ron", False) for claim in claims)
        late = not called and ron.ron_too_late(state, seen, on)
        return ("false_win", Finding.ron_late()) if late else None
    newest = state.open
    if newest is None or newest.seat == seen.seat or (state.holding and state.turn == seen.seat):
        return "false_win", Finding.ron_on_nothing()
    if newest.tile != tile or newest.seat != source:
        return "false_win", Finding.ron_on_what_is_not_open(tile, state.wind(source))
    return "false_win", Finding.ron_on_concealed_kan()


def play_went_on(judging: Judging, _seen: observations.PlayWentOn) -> None:
    """The record goes on after hands were opened: what was shown as a win is judged, and play resumes."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_HAND:
        return
    for shown in state.wins:
        worth(judging, shown)
    if not state.wins and draw_reason(state) is None:
        hand_not_over(judging)
    judging.put(events.PlayResumed())


def ura_seen(judging: Judging, seen: observations.UraSeen) -> None:
    """The ura dora indicators lie open; reporting the same ones again changes nothing."""
    state = judging.state_or_none
    if state is not None and state.phase in IN_HAND and state.ura != seen.tiles:
        judging.put(events.UraTurned(seen.tiles))
