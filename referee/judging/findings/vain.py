"""A win called in vain: one foul, whose grade may depend on whether the hand is opened (WRC 7.2, MJ 3.4.6).

If an opened hand makes the foul graver, the call is first kept as a suspicion. It becomes a finding together with the hand
when that is opened, or alone once time or play shows that the hand stays closed. If both have the same grade (SAI 55.1(1))
the finding is made at once, and a hand opened afterwards belongs to it.
"""

from typing import Final

from referee.game import events, observations
from referee.game.events import FoulSuspected
from referee.game.position import Claim, GameState
from referee.game.texts import seen_text
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import between_ms, latest
from referee.judging.findings.suspicion import (
    apply_cue,
    awaited,
    decided,
    end_by_cue,
    raise_suspicion,
)
from referee.rules.suspicions import FOUND_CALL, FOUND_WIN, IN_VAIN, WIN_IN_VAIN, Cue
from referee.texts.findings import Finding
from referee.texts.message import Message
from referee.tiles import UNKNOWN

NAMES: Final = frozenset(kind.name for kind in IN_VAIN)
WIN_RULES: Final = frozenset(WIN_IN_VAIN.fouls)
ENDING_CALLS: Final = frozenset({"ron", "tsumo", "nine_terminals"})


def of(state: GameState, seat: int) -> FoulSuspected | None:
    """This player's newest win called in vain for which the hand may still be opened."""
    vain = awaited(state, seat, WIN_IN_VAIN, FOUND_WIN)
    return vain[-1] if vain else None


def of_win(state: GameState, seat: int) -> FoulSuspected | None:
    """The same, except nine terminals: a hand that wins is not opened for them (MJ 3.4.3)."""
    call = of(state, seat)
    return None if call is not None and call.rule == "nine_terminals_not_there" else call


def called(judging: Judging, rule: str, seat: int, text: Message) -> None:
    """Judge the call of an impossible win; pressing the same button again is no second call."""
    before = of(judging.state, seat)
    if before is not None and _call_of(before) == getattr(judging.observation, "call", None):
        return
    found = not _graver_when_opened(judging, rule, seat)
    if found:
        judging.foul(rule, seat, text)
    suspect_win(judging, rule, seat, text, found=found)


def _call_of(each: FoulSuspected) -> str:
    """Return the word of a win called in vain; a text that names no word is about a ron."""
    if each.rule == "nine_terminals_not_there":
        return "nine_terminals"
    return str(dict(seen_text(each).arguments).get("call", "ron"))


def suspect_win(
    judging: Judging, rule: str, seat: int, text: Message, claim: Claim | None = None, *, found: bool
) -> None:
    """Suspect a call of a win: the hand may still be opened for it, within the time in which any call may show its tiles.

    ``claim`` is the call, if it was made earlier. A hand opened after that time is opened for something else.
    """
    seen, show_ms = judging.observation, judging.state.ruleset.timing.show_ms
    when = seen if claim is None else claim
    until_ms = latest(when) + show_ms if show_ms and judging.state.timed else None
    if until_ms is not None and between_ms(judging.state, when, seen) > show_ms:
        return
    act = None if claim is None else claim.evidence or None
    raise_suspicion(
        judging,
        FOUND_WIN if found else WIN_IN_VAIN,
        rule,
        seat,
        text,
        act=act,
        until_ms=until_ms,
        claim=claim,
    )


def suspect_call(judging: Judging, seen: observations.CallHeard, rule: str, text: Message) -> None:
    """Suspect a call already found to be void: its tiles may still be shown, even after the next discard."""
    show_ms = judging.state.ruleset.timing.show_ms
    if show_ms and judging.state.timed:
        raise_suspicion(judging, FOUND_CALL, rule, seen.seat, text, until_ms=latest(seen) + show_ms)


def call_shown(judging: Judging, seat: int) -> bool:
    """Return whether tiles are shown for a call made before the newest discard that already has its finding."""
    return bool(list(decided(judging, Cue.SHOWN_FOR_IT, seat)))


def opened(judging: Judging, seen: observations.TilesShown) -> bool:
    """Return whether a hand is opened for a win called in vain: a false win, which ends the hand (WRC 7.1, 7.2).

    No rule has a penalty for calling nine terminals in vain, so a hand opened for them is one that is opened in play.
    """
    each = of(judging.state, seen.seat)
    if each is None:
        return False
    graver = _graver_when_opened(judging, each.rule, seen.seat)
    over(judging, seen.seat, graver=graver)
    if each.rule == "nine_terminals_not_there":
        return False
    if graver:
        judging.foul("false_win", seen.seat, Finding.opens_for_it(seen_text(each)))
    tile = judging.state.open
    source = seen.seat if tile is None else tile.seat
    winning = UNKNOWN if seen.winning is None else seen.winning
    judging.put(
        events.WinShown(
            seen.seat, source, winning, tuple(sorted(seen.tiles)), void=True, evidence=seen.source
        )
    )
    return True


def over(judging: Judging, seat: int, *, graver: bool = False) -> None:
    """Decide this player's wins called in vain: each is a foul of its own, or part of a graver one."""
    apply_cue(judging, Cue.OPENED_GRAVER if graver else Cue.OPENED, seat)


def corrected(judging: Judging, seen: observations.CallHeard) -> None:
    """Another call replaces the win at once: a wrong word, if that may be corrected (WRC 7.2)."""
    each, rules = of(judging.state, seen.seat), judging.state.ruleset
    if (
        each is None
        or each.awaits != WIN_IN_VAIN.name
        or seen.call in ENDING_CALLS
        or rules.calls.call_change != "word"
    ):
        return
    if between_ms(judging.state, each, seen) <= rules.timing.call_correction_ms:
        apply_cue(judging, Cue.OTHER_WORD, seen.seat)


def played_on(judging: Judging, seat: int | None) -> None:
    """Judge wins called in vain at a discard, or at the end of the hand (seat None).

    The hand stays closed if its player plays on, or if no time is measured.
    """
    for each in judging.state.suspects:
        if each.awaits in NAMES and (seat in {each.seat, None} or each.until_ms is None):
            end_by_cue(judging, each, Cue.PLAYED_ON)


def _graver_when_opened(judging: Judging, rule: str, seat: int) -> bool:
    return rule != "nine_terminals_not_there" and judging.proposed(rule, seat) != judging.proposed(
        "false_win", seat
    )
