"""Laying down the tiles of a call: with or without the word, corrected before the discard (WRC 5.4, 7.2; SAI 41-43)."""

from collections import Counter

from referee.game import events, observations
from referee.game.kuikae import forbidden_kinds
from referee.game.texts import seen_text
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import latest
from referee.judging.findings.suspicion import apply_cue, decided, offence, raise_suspicion, suspect
from referee.judging.play import pace
from referee.melds import Meld
from referee.rules import suspicions
from referee.rules.suspicions import Cue
from referee.texts.findings import Finding
from referee.tiles import KIND, UNKNOWN


def claim_shown(judging: Judging, seen: observations.MeldShown) -> None:
    """Judge the tiles shown for a call: a player who drew despite the call drew too early (SAI 55.3(6))."""
    apply_cue(judging, Cue.TILES_SHOWN, seen.seat)
    pace.judge_showing(judging, seen)


def swapped(judging: Judging, number: int, meld: Meld) -> None:
    """Find swap-calling when the tiles come after the discard, unless that discard has as grave a finding (WRC 5.4, 7.2)."""
    state = judging.state
    tile = state.seats[number].pond[-1].tile
    if tile == UNKNOWN or KIND[tile] not in forbidden_kinds(meld, state.ruleset):
        return
    early = "discard_before_meld", number
    found = [each for each in judging.found_in_hand if (each.rule, each.seat) == early]
    if any(each.grade == judging.proposed("kuikae", number) for each in found):
        return
    acts = [each.act for each in state.suspects if (each.rule, each.seat) == early]
    acts += [each.evidence[0] for each in found if each.evidence]
    judging.foul("kuikae", number, Finding.discards_after_calling_with_it(tile), acts[-1] if acts else "")


def yielded(judging: Judging, seat: int) -> None:
    """A player discards after a chi, so the pon or kan called before it was empty unless its tiles come in time.

    WRC 7.2; MJ 3.4.7; SAI 40.3, 55.3(2).
    """
    if not judging.state.suspects:
        return
    before = judging.state.before
    for each in decided(judging, Cue.YIELDED, seat):
        for claim in before.claims if before is not None else ():
            if claim.seat != each.of or claim.void:
                continue
            text, show_ms = Finding.calls_and_makes_no_meld(claim.call), judging.state.ruleset.timing.show_ms
            if show_ms and judging.state.timed and offence(judging.state, "empty_call"):
                kind, act, until_ms = suspicions.YIELDED, claim.evidence, latest(claim) + show_ms
                raise_suspicion(
                    judging, kind, "empty_call", each.of, text, act=act, until_ms=until_ms, claim=claim
                )
            else:
                judging.foul("empty_call", each.of, text, claim.evidence)


def suspect_unsaid(judging: Judging, seen: observations.MeldShown, *, called: bool) -> None:
    """Suspect a meld for which no call was heard: the word may still come until the discard."""
    state = judging.state
    if not called and state.timed and "call_buttons" in state.senses:
        text = Finding.meld_unsaid(seen.kind)
        suspect(judging, suspicions.WORD, "call_not_said", seen.seat, text)


def correct(judging: Judging, seen: observations.MeldShown) -> None:
    """Other tiles replace those shown before for the same call, before the discard.

    Correcting is free (WRC 7.2, MJ 3.4.7), or the tiles shown in vain are counted (SAI 41.3, 42.3, 43.7 with 25).
    """
    state = judging.state
    melds = state.seats[seen.seat].melds
    same_turn = state.turn == seen.seat and state.before is not None and (state.holding or state.rinshan_due)
    if not same_turn or state.seats[seen.seat].drawn is not None or not melds:
        return
    old = melds[-1]
    if old.claimed is None or sorted(old.tiles) == sorted(seen.tiles) or old.claimed not in seen.tiles:
        return
    act = next(
        (each.act for each in state.suspects if (each.rule, each.seat) == ("invalid_meld", seen.seat)), ""
    )
    in_vain = Counter(old.tiles) - Counter(seen.tiles)
    number = sum(in_vain.values()) or 1
    apply_cue(judging, Cue.CORRECTED, seen.seat)
    judging.put(events.MeldTakenBack(seen.seat))
    call = "kan" if seen.kind == "daiminkan" else seen.kind
    if call in {"chi", "pon", "kan"}:
        judging.put(events.CallMade(seen.seat, call, seen.at_ms, seen.within_ms, act))
    if UNKNOWN in seen.tiles or seen.reread:
        return
    if judging.state.ruleset.calls.call_change == "until_discard":
        text = Finding.changes_tiles_of_call(number)
        judging.foul("tiles_shown", seen.seat, text, act, number=number)
    elif offence(judging.state, "meld_corrected"):
        judging.foul("meld_corrected", seen.seat, Finding.corrects_tiles_of_call(), act)


def goes_back(judging: Judging, seat: int) -> None:
    """Tiles that are no meld are taken back for another player's call, so their call was empty (WRC 7.2; SAI 40.3, 55.3(2))."""
    for each in decided(judging, Cue.GAVE_WAY, seat):
        judging.foul("empty_call", seat, Finding.goes_back(seen_text(each)), each.act)


def put_back_void(judging: Judging, seat: int) -> None:
    """The tiles of a void call were taken back, as the player who had the turn before plays on (WRC 5.4.1)."""
    state = judging.state
    before = state.before
    if before is None or seat == state.turn or state.seats[state.turn].drawn is not None:
        return
    voided = any(each.seat == state.turn and each.void for each in before.claims)
    if voided and (before.turn == seat or (before.put_off is not None and before.put_off.seat == seat)):
        judging.put(events.MeldTakenBack(state.turn))


def discarded(judging: Judging, seen: observations.TileDiscarded) -> None:
    """Close, at the discard, the time to change the tiles of a call or to say a missing word (WRC 7.2).

    The claimed tiles of others have now waited one discard longer (WRC 5.4, 5.4.10; MJ 3.3.8).
    """
    state = judging.state
    if not state.suspects and not state.untaken:
        return
    apply_cue(judging, Cue.DREW_ON, seen.seat)
    apply_cue(judging, Cue.LET_GO, seen.seat, spared=None if state.owed is None else state.owed[0])
    apply_cue(judging, Cue.DISCARDED, seen.seat)
    apply_cue(judging, Cue.OTHER_DISCARDED, seen.seat)
    state = judging.state
    within = state.ruleset.calls.take_within_discards
    for seat, count, act in state.untaken:
        if seat == seen.seat and not count and state.ruleset.calls.take_order == "before_discard":
            text = Finding.discards_before_taking()
            suspect(judging, suspicions.TAKEN_FIRST, "claimed_tile_not_taken", seat, text)
        if within and count == within and seat != seen.seat:
            text = Finding.has_not_taken_tile(within)
            rule, until_ms = "claimed_tile_not_taken", latest(seen)
            suspect(judging, suspicions.TAKEN, rule, seat, text, act=act, until_ms=until_ms)
