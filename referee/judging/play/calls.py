"""Calls for another player's discard: who may call what and when, and whose call goes first (WRC 5.4, SAI 40-43)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.folding.copies import not_in_hand
from referee.game import events, observations
from referee.game.consequences import with_consequences
from referee.game.position import IN_HAND, IN_PLAY, NO_RIICHI, Claim, GameState, OpenTile
from referee.game.texts import Breach
from referee.judging.findings import suspicion, vain, windows
from referee.judging.findings.judging import Judging
from referee.judging.play import bets, dead_hands, kans, laying, reach, riichi
from referee.melds import Meld, valid_meld
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.tiles import KIND, UNKNOWN

if TYPE_CHECKING:
    WinCalled = Callable[[Judging, observations.CallHeard], None]

CLAIMS: frozenset[str] = windows.MELDS


def call_heard(judging: Judging, seen: observations.CallHeard, win_called: WinCalled) -> None:
    """A call was pressed or entered.

    Args:
        judging: the observation, being judged.
        seen: the observation.
        win_called: judges a call that ends the hand.
    """
    state = judging.state_or_none
    if state is None or state.phase not in IN_HAND:
        return
    if any(claim.seat == seen.seat and claim.call == seen.call for claim in state.claims):
        return
    if state.suspects and _word_comes_late(judging, seen):
        return
    prior = next(
        (claim for claim in reversed(state.claims) if claim.seat == seen.seat and not claim.void), None
    )
    if prior is not None:
        if not windows.corrected(judging, seen, prior):
            return
        state = judging.state
        # The time is that of the first word, the evidence that of the second.
        seen = replace(seen, at_ms=prior.at_ms, within_ms=prior.within_ms)
    else:
        vain.corrected(judging, seen)
        state = judging.state
    own_kan = seen.call == "kan" and _may_be_of_own_hand(state, seen.seat)
    if dead_hands.forbids(state, seen.seat, ankan=own_kan):
        dead_hands.calls(judging, seen.seat, seen.call, own_kan=own_kan)
        return
    if seen.call in {"ron", "tsumo", "nine_terminals"}:
        win_called(judging, seen)
    elif state.phase == "closing":
        judging.foul("void_call", seen.seat, Finding.calls_after_hand(seen.call))
    elif seen.call == "riichi":
        riichi.declare(judging, seen.seat)
    else:
        _claim(judging, seen)


def _claim(judging: Judging, seen: observations.CallHeard) -> None:
    state = judging.state
    if seen.call == "kan" and _may_be_of_own_hand(state, seen.seat):
        _put_call(judging, seen)  # or for the open tile: the meld will show
        return
    wrong = _void(state, seen)
    if wrong is not None:
        if not (wrong[0] == "void_call" and _misled(judging, seen.seat)):
            judging.foul(wrong[0], seen.seat, wrong[1])
            vain.suspect_call(judging, seen, *wrong)
        _put_call(judging, seen, void=True)
        return
    if state.holding:
        after_draw = state.seats[state.turn].drawn is not None
        judging.put(events.DrawTakenBack(state.turn) if after_draw else events.MeldTakenBack(state.turn))
    _put_call(judging, seen)
    if seen.call == "chi":
        windows.suspect_early(judging, "early_chi", seen.seat)


def _may_be_of_own_hand(state: GameState, seat: int) -> bool:
    """Return whether a kan called now may be of the caller's own hand, after a draw that a table may not have seen."""
    drawn = state.holding or (state.put_off is not None and state.put_off.seat == seat)
    return seat == state.turn and (drawn or not reach.draws_are_seen(state))


def _misled(judging: Judging, seat: int, tiles: tuple[int, ...] | None = None) -> bool:
    """Return whether a call is for a tile just discarded out of turn: the discarder is then at fault (WRC 7.2), not the caller."""
    newest = next(reversed(judging.found_in_hand), None)
    if newest is None or newest.rule != "out_of_turn_discard" or newest.seat == seat:
        return False
    if newest.turn != judging.state.turn:
        return False
    return tiles is None or (newest.tile != UNKNOWN and newest.tile in tiles)


def _void(state: GameState, seen: observations.CallHeard) -> Breach | None:
    """Return why this call is void: the rule it breaks, and what was seen. None if it is not."""
    tile = state.open
    acted = state.holding and seen.seat == state.turn
    if (
        tile is None
        or tile.kind != "discard"
        or tile.seat == seen.seat
        or (state.holding and state.before is None)
    ):
        return "void_call", Finding.calls_for_nothing(seen.call)
    if acted and state.seats[seen.seat].drawn is None:
        return "void_call", Finding.calls_after_tiles_of_another(seen.call)
    if state.seats[seen.seat].riichi != NO_RIICHI:
        return "call_in_riichi", Finding.calls_in_riichi(seen.call)
    if tile.last:
        return "call_on_last_tile", Finding.calls_for_last_discard(seen.call)
    if seen.call == "chi" and (seen.seat - tile.seat) % 4 != 1:
        return "void_call", Finding.calls_chi_from_another()
    late = windows.too_late(state, seen)
    return ("late_call", late) if late else None


def _word_comes_late(judging: Judging, seen: observations.CallHeard) -> bool:
    """Return whether this is the word for a meld or riichi tile that was laid before anything was said."""
    if seen.call not in CLAIMS:
        return False
    return bool(list(suspicion.decided(judging, Cue.CALL_SAID, seen.seat)))


def _put_call(judging: Judging, seen: observations.CallHeard, *, void: bool = False) -> None:
    source = judging.observation.source
    judging.put(events.CallMade(seen.seat, seen.call, seen.at_ms, seen.within_ms, source, void))


def meld_shown(judging: Judging, seen: observations.MeldShown) -> None:
    """A meld lies in a player's corner."""
    state = judging.state_or_none
    if state is None or state.phase not in IN_PLAY:
        return
    if not state.knowledge.unrepeated and _lies_already(state, seen):
        return
    if dead_hands.forbids(state, seen.seat, ankan=seen.kind == "ankan"):
        if not windows.voided(state, seen.seat):
            dead_hands.shows_meld(judging, seen.seat, seen.kind)
        return
    if seen.kind in {"ankan", "kakan"}:
        kans.own_kan(judging, seen)
        return
    if not state.knowledge.final:
        laying.correct(judging, seen)
    if _comes_second(judging, seen):
        return
    _overtakes(judging, seen)
    tile = _claimed_tile(judging.state, seen)
    if tile is None:
        _shown_for_nothing(judging, seen)
    else:
        _lay(judging, seen, tile)


def _comes_second(judging: Judging, seen: observations.MeldShown) -> bool:
    """Find tiles that are shown for a call after those of a call that goes before it (WRC 5.4.1, SAI 40.3)."""
    state = judging.state
    before, taker = state.before, state.seats[state.turn]
    if before is None or state.turn == seen.seat or taker.drawn is not None or not taker.melds:
        return False
    claims = {claim.seat: claim for claim in before.claims if claim.call in CLAIMS and not claim.void}
    first, own = claims.get(state.turn), claims.get(seen.seat)
    if own is not None and windows.voided(state, seen.seat):
        return True  # found already
    wrong = any((each.rule, each.seat) == ("invalid_meld", state.turn) for each in state.suspects)
    if first is None or own is None or wrong or not windows.goes_first(state, first, own, seen.kind):
        return False
    text = Finding.meld_called_before(seen.kind, state.wind(first.seat), first.call)
    judging.foul("call_precedence", seen.seat, text)
    windows.make_void(judging, own)
    return True


def _overtakes(judging: Judging, seen: observations.MeldShown) -> None:
    """Take back what was done since the discard, if the meld goes before it."""
    state = judging.state
    before = state.before
    if before is None or state.open is None or state.turn == seen.seat:
        return
    if not (_called(before, seen.seat) or windows.voided(state, seen.seat) or _in_time_unsaid(state, seen)):
        return
    last_meld = (state.holding and state.seats[state.turn].drawn is None) or state.rinshan_due
    claims = [claim for claim in state.claims if claim.seat == seen.seat]
    laying.goes_back(judging, state.turn)
    judging.put(events.MeldTakenBack(state.turn) if last_meld else events.DrawTakenBack(state.turn))
    for claim in claims:  # a call that came too late, after the draw
        judging.put(
            events.CallMade(seen.seat, claim.call, claim.at_ms, claim.within_ms, claim.evidence, claim.void)
        )


def _shown_for_nothing(judging: Judging, seen: observations.MeldShown) -> None:
    """Judge a meld that no discard fits."""
    state = judging.state
    found = windows.voided(state, seen.seat) and not _misled(judging, seen.seat)
    found = vain.call_shown(judging, seen.seat) or found
    if not (found or _misled(judging, seen.seat, seen.tiles)):
        text = Finding.meld_without_tile(seen.kind, seen.tiles)
        judging.foul(_rule_of_no_tile(state, seen), seen.seat, text)
        windows.void_calls(judging, seen.seat)


def _lay(judging: Judging, seen: observations.MeldShown, tile: OpenTile) -> None:
    """Record that the meld takes a discard, legal or not."""
    state = judging.state
    claimed = seen.claimed if seen.claimed is not None and seen.claimed != UNKNOWN else tile.tile
    meld = Meld(seen.kind, sorted_tiles(seen.tiles), claimed, tile.seat)
    owed = state.owed is not None and state.owed[0] == seen.seat
    wrong = None if windows.voided(state, seen.seat) else _wrong_claim(state, seen, meld, tile, owed=owed)
    correctable = wrong is not None and wrong[0] == "invalid_meld" and not owed and not state.knowledge.final
    if wrong is not None and not correctable and not _yields_if_proper(judging, seen, wrong):
        judging.foul(wrong[0], seen.seat, wrong[1])
    if owed and wrong is None:
        laying.swapped(judging, seen.seat, meld)
    laying.claim_shown(judging, seen)
    if wrong is None:
        suspicion.apply_cue(judging, Cue.PROPER_MELD, seen.seat)
    called = _called(state, seen.seat)
    if not owed:
        windows.empty_calls(judging, _lapsed(state, seen), wins=False)
    made = events.MeldMade(seen.seat, meld, seen.source, seen.at_ms, seen.within_ms)
    judging.put(with_consequences(judging.state, made))
    if wrong is not None and seen.kind == "daiminkan":
        kans.must_go_back(judging, seen.seat, wrong)
    if correctable and wrong is not None:
        suspicion.suspect(judging, suspicions.CORRECTION, wrong[0], seen.seat, wrong[1])
    elif not owed:
        laying.suspect_unsaid(judging, seen, called=called)
    if not owed:
        bets.accept(judging, ippatsu=False)


def sorted_tiles(tiles: Iterable[int]) -> tuple[int, ...]:
    """Tiles sorted by kind, a red five after plain fives."""
    return tuple(sorted(tiles, key=lambda tile: (KIND[tile], tile)))


def _called(state: GameState, seat: int) -> bool:
    return any(claim.seat == seat and claim.call in CLAIMS for claim in state.claims)


def _in_time_unsaid(state: GameState, seen: observations.MeldShown) -> bool:
    """Return whether tiles are shown, with no call heard, for a discard after which the next player drew too fast.

    A table that hears no calls cannot tell whether the call came before the draw, or before a chi. So it believes a player
    whose tiles go before both.
    """
    tile = state.open
    fits = tile is not None and tile.tile in seen.tiles and tile.seat != seen.seat
    return (
        fits
        and not state.knowledge.final
        and seen.kind in {"pon", "daiminkan"}
        and ("call_buttons" not in state.senses or windows.drawn_too_fast(state))
    )


def _lies_already(state: GameState, seen: observations.MeldShown) -> bool:
    """Return whether this meld already lies there and cannot be a new one."""
    tiles = sorted_tiles(seen.tiles)
    melds = state.seats[seen.seat].melds
    kinds = {KIND[tile] for tile in tiles if tile != UNKNOWN}
    four_there = {KIND[meld.tiles[0]] for meld in melds if len(meld.tiles) == 4}
    if seen.kind != "chi" and kinds <= four_there:
        return True
    if not any(meld.kind == seen.kind and meld.tiles == tiles for meld in melds):
        return False
    if seen.kind != "chi" or _called(state, seen.seat):
        return seen.kind != "chi"
    if not seen.reread and _takes_the_newest(state, seen):
        return False
    # A second chi of the same tiles may be the correction of the newest meld.
    newest = melds[-1]
    wrong = any((each.rule, each.seat) == ("invalid_meld", seen.seat) for each in state.suspects)
    return not (wrong and newest.tiles != tiles and seen.claimed == newest.claimed)


def _lapsed(state: GameState, seen: observations.MeldShown) -> frozenset[int]:
    """The other players whose calls had lapsed when this meld was called, or when it was shown if nothing was called.

    A record has no times but shows the hands: a pon or kan called without the tiles for it does not count.
    """
    if state.knowledge.final:
        others = [claim for claim in state.claims if claim.seat != seen.seat]
        return frozenset(claim.seat for claim in others if _lacks_tiles(state, claim))
    own = next((claim for claim in state.claims if claim.seat == seen.seat and claim.call in CLAIMS), seen)
    return frozenset(
        claim.seat for claim in state.claims if claim.seat != seen.seat and windows.lapsed(state, claim, own)
    )


def _lacks_tiles(state: GameState, claim: Claim) -> bool:
    """Return whether the caller of a pon or kan is known not to hold the tiles for it."""
    seat, tile = state.seats[claim.seat], state.open
    needed = {"pon": 2, "kan": 3}.get(claim.call, 0)
    if tile is None or seat.unknown:
        return False
    return sum(KIND[each] == KIND[tile.tile] for each in seat.known) < needed


def _takes_the_newest(state: GameState, seen: observations.MeldShown) -> bool:
    """Return whether the sideways tile of a chi matches the newest discard, made by the player to the left."""
    tile = state.open
    if tile is None or tile.kind != "discard" or (seen.seat - tile.seat) % 4 != 1:
        return False
    return seen.claimed == tile.tile and not state.holding and not state.rinshan_due


def _claimed_tile(state: GameState, seen: observations.MeldShown) -> OpenTile | None:
    """The discard that a meld takes, None if none fits."""
    tile = state.open
    if state.owed is not None and state.owed[0] == seen.seat:
        return OpenTile(state.owed[2], state.owed[1], "discard")
    if tile is None or tile.kind != "discard" or tile.seat == seen.seat:
        return None
    if state.holding or state.rinshan_due:
        return None
    if seen.claimed is not None and seen.claimed not in {UNKNOWN, tile.tile}:
        return None
    return tile if tile.tile in seen.tiles else None


def _rule_of_no_tile(state: GameState, seen: observations.MeldShown) -> str:
    """The foul of showing a meld for which there is no tile."""
    tile = state.open
    if not state.knowledge.final:
        return "invalid_meld"
    if tile is None or tile.kind != "discard" or tile.seat == seen.seat:
        return "void_call"
    return "late_call" if state.holding or state.rinshan_due else "invalid_meld"


def _wrong_claim(
    state: GameState, seen: observations.MeldShown, meld: Meld, tile: OpenTile, *, owed: bool
) -> Breach | None:
    """The first rule that a meld with the open tile breaks, and what was seen."""
    if not owed and (wrong := _wrong_claimant(state, seen, tile)) is not None:
        return wrong
    if not valid_meld(meld):
        return "invalid_meld", Finding.no_meld(seen.kind, seen.tiles)
    if not owed:
        own = list(seen.tiles)
        own.remove(tile.tile)
        missing = not_in_hand(state, seen.seat, own)
        if missing is not None:
            return "invalid_meld", Finding.shows_what_is_not_held(missing)
    if seen.source_seat is not None and seen.source_seat != tile.seat:
        rule = "meld_display" if state.knowledge.layout else "invalid_meld"
        return rule, Finding.points_to_another()
    if owed:
        return None
    first = _called_before(state, seen)
    if first is not None:
        text = Finding.meld_called_before(seen.kind, state.wind(first.seat), first.call)
        return "call_precedence", text
    if seen.kind == "daiminkan" and len(state.kans) >= kans.MOST_KANS:
        return "fifth_kan", Finding.fifth_kan()
    return None


def _wrong_claimant(state: GameState, seen: observations.MeldShown, tile: OpenTile) -> Breach | None:
    """Return why this player may not claim the open tile for this kind of meld; None if he may."""
    if not _called(state, seen.seat):
        if state.seats[seen.seat].riichi != NO_RIICHI:
            return "call_in_riichi", Finding.meld_in_riichi(seen.kind)
        if tile.last:
            return "call_on_last_tile", Finding.meld_of_last_discard(seen.kind)
    if seen.kind == "chi" and (seen.seat - tile.seat) % 4 != 1:
        return "invalid_meld", Finding.chi_of_another_player()
    return None


def _yields_if_proper(judging: Judging, seen: observations.MeldShown, wrong: Breach) -> bool:
    """Return whether a chi is wrong only if the pon or kan called for its tile turns out to be proper (SAI 40.3)."""
    state = judging.state
    if wrong[0] != "call_precedence" or state.knowledge.final or not state.ruleset.calls.illegal_pon_yields:
        return False
    first = _called_before(state, seen)
    if seen.kind != "chi" or first is None:
        return False
    suspicion.suspect(judging, suspicions.PROPER, wrong[0], seen.seat, wrong[1], of=first.seat)
    return True


def _called_before(state: GameState, seen: observations.MeldShown) -> Claim | None:
    """Return another player's call with precedence over this one; a call that is not carried out has no precedence."""
    own = next((claim for claim in state.claims if claim.seat == seen.seat), None)
    lapsed = _lapsed(state, seen)
    for claim in state.claims:
        if claim.seat in {seen.seat, *lapsed} or claim.void or claim.call not in CLAIMS:
            continue
        if windows.goes_first(state, claim, own, seen.kind):
            return claim
    return None
