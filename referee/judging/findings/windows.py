"""Claim windows: when chi, pon, kan and ron of a discard may be called (WRC 5.4.1, MJ 3.3.1, SAI 35, 41-43, 45.3)."""

from typing import Final

from referee.game import events, observations
from referee.game.position import Claim, GameState, OpenTile, bygone
from referee.judging.findings import vain
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import (
    Timed,
    apart_ms,
    between_ms,
    later,
    latest_ms,
    newest_draw,
    soonest_ms,
    stands_still,
)
from referee.judging.findings.suspicion import apply_cue, suspect
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.texts.message import Message

WINS: Final[frozenset[str]] = frozenset({"ron", "tsumo"})
MELDS: Final[frozenset[str]] = frozenset({"chi", "pon", "kan"})
NEVER_MS: Final = 1 << 62


def too_late(state: GameState, seen: observations.CallHeard) -> Message | None:
    """Return why a call of the open tile certainly came too late; None if it may have been in time.

    By SAI a pon or kan is called "the moment the discard is completed", or somewhat later if the player to the left discarded
    (SAI 42.2, 43.15). By other rulebooks it is in time until the next draw or until the tiles of a call are shown, unless the
    draw was too fast for the others to call before it (WRC 5.4.1).
    """
    tile, timing = state.open, state.ruleset.timing
    assert tile is not None
    since = soonest_ms(state, seen) - _complete_ms(state, tile)
    until = timing.chi_until if seen.call == "chi" else timing.pon_until
    if until == "discard_completed":
        pause = timing.pon_pause_ms if (seen.seat - tile.seat) % 4 == 1 else 0
        if timing.pon_window_ms and since > timing.pon_window_ms + pause:
            return Finding.calls_ms_after_discard(seen.call, since)
        if state.holding and state.seats[state.turn].drawn is None:
            return _after(state, seen, shown=True)
        return None
    if not state.holding:
        return None
    if state.seats[state.turn].drawn is None:
        if state.ruleset.calls.precedence == "kind" and seen.call != "chi" and _newest_is_chi(state):
            return None
        return _after(state, seen, shown=True)
    if seen.seat != state.turn and drawn_too_fast(state):
        return None
    return _after(state, seen, shown=False)


def drawn_too_fast(state: GameState) -> bool:
    """Return whether the newest draw may have come too fast after the discard for others to call (WRC 5.4.1, MJ 3.3.1).

    If so, a call is valid until the next discard, however long that takes.
    """
    tile, timing = state.open, state.ruleset.timing
    drawn = state.holding and state.seats[state.turn].drawn is not None and not state.rinshan
    if tile is None or tile.kind != "discard" or not drawn or not state.timed:
        return False
    if timing.pon_until == "discard_completed" or not timing.reaction_ms:
        return False
    return soonest_ms(state, newest_draw(state)) - _complete_ms(state, tile) <= timing.reaction_ms


def _complete_ms(state: GameState, tile: OpenTile) -> int:
    """The playing time by which the discard was certainly complete: on the mat (SAI 36.4), or with the hand withdrawn."""
    laid = latest_ms(state, tile)
    if state.ruleset.timing.discard_complete == "mat_touched" or "curtains" not in state.senses:
        return laid
    moved = state.hands_moved[tile.seat]
    if moved is None:
        return laid
    return NEVER_MS if moved.across else max(laid, latest_ms(state, moved))


def _after(state: GameState, seen: observations.CallHeard, *, shown: bool) -> Message | None:
    late = later(state, newest_draw(state), seen)
    return Finding.calls_late(seen.call, shown=shown) if late else None


def _newest_is_chi(state: GameState) -> bool:
    melds = state.seats[state.turn].melds
    return bool(melds) and melds[-1].kind == "chi"


def goes_first(state: GameState, claim: Claim, own: Claim | None, kind: str) -> bool:
    """Return whether another player's call has precedence over the one for which tiles are shown.

    By MJ 3.3.1, pon and kan always go before chi. By WRC 5.4.1 and SAI 40.3 the first call goes first; where it is uncertain
    which was first, pon and kan go before chi. A call is first only if it is certainly earlier, by more than counts as
    simultaneous.
    """
    rules = state.ruleset
    higher = claim.call in {"pon", "kan"}
    if higher and kind == "chi" and (own is None or rules.calls.precedence == "kind"):
        return True
    if own is None or rules.calls.precedence == "kind":
        return False
    sooner = apart_ms(state, claim, own)
    blurred = own.within_ms + claim.within_ms + rules.timing.simultaneous_ms
    if higher and kind == "chi":
        return sooner >= -blurred
    return claim.call == "chi" and kind != "chi" and sooner > blurred


def suspect_early(judging: Judging, rule: str, seat: int) -> None:
    """Suspect a draw or chi: it is too early if the discarder's hand is back, or his riichi stick lies, certainly later.

    Until that is seen there is no finding, because the hand may never have been across (SAI 35.2, 41.2).
    """
    state, timing = judging.state, judging.state.ruleset.timing
    tile = state.open
    since = timing.draw_from if rule == "early_draw" else timing.chi_from
    withdrawn = since == "line_clear" or timing.discard_complete == "hand_withdrawn"
    if not withdrawn or tile is None or tile.kind != "discard" or tile.seat == seat:
        return
    discarder, moved = state.seats[tile.seat], state.hands_moved[tile.seat]
    if moved is not None and moved.across:
        text = Finding.acts_before_hand_is_back(chi=rule == "early_chi")
        suspect(judging, suspicions.HAND, rule, seat, text, of=tile.seat)
    waits = timing.riichi_bet_first and tile.riichi and "sticks" in state.senses and not discarder.stick
    due = not timing.bet_ms or between_ms(state, tile, judging.observation) <= timing.bet_ms
    if waits and due:
        text = Finding.acts_before_stick(chi=rule == "early_chi")
        suspect(judging, suspicions.STICK, rule, seat, text, of=tile.seat)


def corrected(judging: Judging, seen: observations.CallHeard, prior: Claim) -> bool:
    """Return whether a player's second call may replace the first; a finding if it may not.

    Some rules let a wrong word be replaced at once (WRC 7.2, "chii, no! I mean pon"), others any call but a claimed win (MJ 3.3.1; SAI
    41.3, 42.3, 43.7, where calling a win by mistake is a foul of its own). Where the first word counts (WRC 2022), that call
    stands and the second is void.
    """
    rules = judging.state.ruleset
    win = prior.call in WINS
    first_counts = rules.calls.call_change == "first_word"
    at_once = between_ms(judging.state, prior, seen) <= rules.timing.call_correction_ms
    if not first_counts and (at_once if rules.calls.call_change == "word" else not win):
        judging.put(events.CallWithdrawn(prior.seat, prior.call))
        return True
    rule = "win_call_changed" if win else "call_changed"
    judging.foul(rule, seen.seat, Finding.calls_then(prior.call, seen.call))
    if not first_counts:
        make_void(judging, prior)
    judging.put(events.CallMade(seen.seat, seen.call, seen.at_ms, seen.within_ms, seen.source, void=True))
    return False


def voided(state: GameState, seat: int) -> bool:
    """Return whether this seat's call was found to be void, so that showing tiles for it is no second foul."""
    return any(claim.seat == seat and claim.call in MELDS and claim.void for claim in state.claims)


def make_void(judging: Judging, claim: Claim) -> None:
    """Make a call void, so that it blocks nobody and its tiles are no second foul."""
    judging.put(
        events.CallMade(claim.seat, claim.call, claim.at_ms, claim.within_ms, claim.evidence, void=True)
    )


def void_calls(judging: Judging, seat: int) -> None:
    """Make this seat's calls void: what was shown for them was found wrong, so leaving them empty is no second foul."""
    for claim in judging.state.claims:
        if claim.seat == seat and claim.call in MELDS and not claim.void:
            make_void(judging, claim)
    apply_cue(judging, Cue.NO_MELD, seat)


def overtaken(state: GameState) -> tuple[Claim, ...]:
    """Calls for an open tile that the player in turn ignored: he drew and then said riichi, tsumo or kan."""
    before = state.before
    if state.earlier is None and (before is None or not before.claims):
        return ()
    drawn = before is not None and state.holding and state.seats[state.turn].drawn is not None
    claims = before.claims if drawn and before is not None else ()
    wins = tuple(claim for then in bygone(state) for claim in then.claims if claim.call == "ron")
    return tuple(claim for claim in (*wins, *claims) if claim.seat != state.turn and not claim.void)


def wins_called(state: GameState) -> list[Claim]:
    """The possible wins that were called, for open tiles or in the caller's own turn; each call once."""
    before = () if state.before is None or not state.before.claims else (state.before,)
    if state.earlier is None and not before and not state.claims:
        return []
    called: dict[tuple[int, str], Claim] = {}
    for then in (*bygone(state), *before, state):
        for claim in then.claims:
            if claim.call in WINS:
                called[claim.seat, claim.call] = claim
    return [claim for claim in called.values() if not claim.void]


def lapsed(state: GameState, claim: Claim, then: Timed) -> bool:
    """Return whether the time to show tiles for a call has passed without any; the call then blocks nobody (MJ 3.4.7).

    Before that, late tiles are merely slow. ``then`` is the other act.
    """
    limit = state.ruleset.timing.show_ms
    if not limit or not state.timed or stands_still(state):
        return False
    return between_ms(state, claim, then) > limit


def lapsed_before(state: GameState, seen: observations.Observation) -> frozenset[int]:
    """The other players whose calls had lapsed when this was seen."""
    seats = {claim.seat for claim in state.claims if lapsed(state, claim, seen)}
    return frozenset(seats - {getattr(seen, "seat", None)})


def of_own_hand(state: GameState, claim: Claim) -> bool:
    """Return whether a kan was called in the caller's own turn: with a drawn tile, even if its draw was put off earlier."""
    off = state.put_off
    drawn = off is not None and off.seat == claim.seat and off.at_ms < claim.at_ms
    return state.turn == claim.seat and (state.holding or drawn)


def _if_empty(state: GameState, claim: Claim) -> str:
    """The foul that a call becomes if nothing is shown for it."""
    if claim.call in WINS:
        return "false_win_call"
    return "empty_kan" if claim.call == "kan" and of_own_hand(state, claim) else "empty_call"


def act_in_doubt(state: GameState, rule: str, seat: int) -> str:
    """Source of this seat's newest act that may still become this foul; empty if there is none."""
    claims = [claim for claim in (*overtaken(state), *state.claims) if claim.seat == seat and not claim.void]
    acts = [claim.evidence for claim in claims if _if_empty(state, claim) == rule]
    acts += [each.act for each in state.suspects if (each.rule, each.seat) == (rule, seat)]
    return acts[-1] if acts else ""


def empty_calls(
    judging: Judging, seats: frozenset[int], *, wins: bool = True, opening: frozenset[int] = frozenset()
) -> None:
    """Find the calls of these seats empty, since play goes on without their tiles (WRC 7.2, SAI 55.1(1), 55.3(2)).

    ``wins`` is False if a hand may still be opened for any called win; ``opening`` are the seats that may still open for ron.
    """
    state = judging.state
    for claim in (*overtaken(state), *state.claims):
        if claim.seat not in seats or claim.void or claim.call == "nine_terminals":
            continue
        if claim.call in WINS and (not wins or (claim.call == "ron" and claim.seat in opening)):
            continue
        rule = _if_empty(state, claim)
        text = Finding.calls_and_shows_no_hand if claim.call in WINS else Finding.calls_and_makes_no_meld
        make_void(judging, claim)
        apply_cue(judging, Cue.NO_MELD, claim.seat)
        judging.foul(rule, claim.seat, text(claim.call), claim.evidence)
        if claim.call in WINS:
            vain.suspect_win(judging, rule, claim.seat, Finding.calls(claim.call), claim, found=True)


def await_wins(judging: Judging, seen: observations.TileDiscarded) -> frozenset[int]:
    """Return, at a discard, the other seats that have called ron and still have time to open their hands; remember them.

    A call made before the meld of this turn, with nothing shown in time, is found now; ``empty_calls`` finds the others.
    """
    state = judging.state
    rons = [claim for claim in wins_called(state) if claim.call == "ron" and claim.seat != seen.seat]
    if not rons:
        return frozenset()
    timed = state.timed and state.ruleset.timing.show_ms > 0
    waiting = [claim for claim in rons if timed and not lapsed(state, claim, seen)]
    for claim in rons:
        if claim not in waiting and claim not in overtaken(state) + state.claims:
            text = Finding.calls_and_shows_no_hand("ron")
            judging.foul("false_win_call", claim.seat, text, claim.evidence)
    if waiting:
        judging.put(events.WinAwaited(tuple(claim.seat for claim in waiting)))
    for claim in waiting:
        text = Finding.calls_and_shows_no_hand("ron")
        vain.suspect_win(judging, "false_win_call", claim.seat, text, claim, found=False)
    return frozenset(claim.seat for claim in waiting)
