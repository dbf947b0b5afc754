"""A hand that camera or unit could not follow, entered by the judge; the next one is watched again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from referee.game import events
from referee.game.flow import ABORTS
from referee.game.judge_events import ResultEntered
from referee.game.liability import FED, has_liability
from referee.game.position import ACCEPTED, BET, NO_RIICHI
from referee.hands.payments import PaidWin, nagashi_changes, noten_changes, win_changes
from referee.hands.score import YAKUMAN_BASE, base_value, payments
from referee.hands.sections import section_of
from referee.hands.win import Score
from referee.judging.ending.ending import end_entered, settled_wins
from referee.judging.findings.judging import Judging
from referee.judging.rulings.by_the_book import against_the_book, in_riichi
from referee.tiles import UNKNOWN

if TYPE_CHECKING:
    from referee.game.events import Four
    from referee.game.judge_observations import EnteredWin, HandEntered
    from referee.game.position import GameState

SETTINGS: Final = {
    "nine_terminals": "abort_nine_terminals",
    "four_winds": "abort_four_winds",
    "four_riichi": "abort_four_riichi",
    "four_kans": "abort_four_kans",
    "triple_ron": "abort_triple_ron",
    "nagashi": "nagashi_mangan",
}
"""Results that a ruleset must have, with the setting of ``flow``."""
MOST_FU: Final = 170
NOTHING: Final[Four] = (0, 0, 0, 0)
UNNAMED: Final = "yakuman"
"""A yakuman of which nobody has said which it is."""


def hand_entered(judging: Judging, seen: HandEntered) -> None:
    """The hand ends as it was entered, whatever was seen of it; one that was never seen to be dealt is counted all the same."""
    state = judging.state_or_none
    if state is None or entered_refused(state, seen):
        return
    _begun(judging, seen)
    judging.put(ResultEntered(seen.result, seen.judge, seen.text, seen.against or ""))
    state = judging.state
    wins = settled_wins(_paid(state, seen), state)
    changes = _changes(state, seen) if seen.changes is None else seen.changes
    if wins:
        wins = (_told(wins, changes), *wins[1:])
    end_entered(
        judging,
        seen.result,
        wins,
        changes,
        tenpai=tuple(sorted(seen.tenpai)),
        nagashi=tuple(sorted(seen.nagashi)),
    )


def _begun(judging: Judging, seen: HandEntered) -> None:
    """The hand as it stood before its end: dealt, with every riichi that is told."""
    state = judging.state
    if state.phase == "waiting":
        hand = (UNKNOWN,) * 13
        started = events.HandStarted(
            state.round, state.honba, state.bets, state.dealer, (0, 0), (hand, hand, hand, hand)
        )
        judging.put(started)
    for seat in seen.riichi:
        riichi = judging.state.seats[seat].riichi
        if riichi == NO_RIICHI:
            judging.put(events.RiichiDeclared(seat, evidence=seen.source))
        if riichi != ACCEPTED:
            judging.put(events.RiichiAccepted(seat, ippatsu=False))


def entered_refused(state: GameState, seen: HandEntered) -> str:
    """Why a hand cannot have ended so."""
    if state.phase == "ended":
        return "no hanchan is running"
    if state.phase == "waiting" and seen.unseen is False:
        return "no hand is being played: say unseen for a hand that the table never saw dealt"
    if state.phase != "waiting" and seen.unseen:
        return "a hand is being played: it was seen to be dealt"
    seats = (*seen.tenpai, *seen.nagashi, *seen.riichi)
    if any(not 0 <= seat <= 3 for seat in (*seats, *(each for win in seen.wins for each in _seats(win)))):
        return "seats are 0 to 3"
    for named in (seen.tenpai, seen.nagashi, seen.riichi, tuple(win.seat for win in seen.wins)):
        if len(set(named)) != len(named):
            return "a seat is named twice"
    flow = state.ruleset.flow
    if seen.result in SETTINGS and not getattr(flow, SETTINGS[seen.result]):
        return f"these rules know no {seen.result.replace('_', ' ')}"
    wrong = _wrong_seats(state, seen) or _wrong_wins(state, seen) or _wrong_points(state, seen)
    if wrong or seen.against is None or seen.against.strip():
        return wrong
    against = against_the_book(state, seen, _reckoned(state, seen))
    return f"{against}, or say why it is against the rules (against_rules)" if against else ""


def _seats(win: EnteredWin) -> tuple[int, ...]:
    return win.seat, win.source, *(win.liable or ())


def _wrong_seats(state: GameState, seen: HandEntered) -> str:
    won = seen.result in {"ron", "tsumo"}
    if won != bool(seen.wins):
        return "who won?" if won else f"nobody wins a hand that ends by {seen.result.replace('_', ' ')}"
    if (seen.result == "nagashi") != bool(seen.nagashi):
        return "nagashi mangan and the seats that have it go together"
    if seen.tenpai and seen.result not in {"exhaustive", "nagashi"}:
        return "tenpai is declared at an exhaustive draw only"
    if seen.result == "four_riichi" and len({*seen.riichi, *in_riichi(state)}) != 4:
        return "four riichi: not all are in riichi"
    dead = [number for number, seat in enumerate(state.seats) if seat.dead and state.phase != "waiting"]
    if any(win.seat in dead for win in seen.wins):
        return "a dead hand cannot win (WRC 7.1, SAI 54.3)"
    if any(seat in dead for seat in seen.tenpai):
        return "a dead hand is noten (WRC 7.1, SAI 54.3)"
    if any(seat in dead for seat in seen.riichi if seat not in in_riichi(state)):
        return "a dead hand cannot declare riichi (WRC 7.1, SAI 54.3)"
    return ""


def _wrong_wins(state: GameState, seen: HandEntered) -> str:
    if not seen.wins:
        return ""
    flow = state.ruleset.flow
    if seen.result == "tsumo" and (len(seen.wins) > 1 or seen.wins[0].source != seen.wins[0].seat):
        return "a tsumo has one winner, who drew the tile"
    sources = {win.source for win in seen.wins}
    if seen.result == "ron" and (len(sources) > 1 or sources & {win.seat for win in seen.wins}):
        return "a ron has one discarder, who does not win"
    if len(seen.wins) > 1 and flow.winners == "nearest":
        return "one player wins a hand (WRC 5.7.6, SAI 45.4)"
    if len(seen.wins) == 3 and flow.abort_triple_ron:
        return "three wins abort the hand"
    for win in seen.wins:
        wrong = _wrong_worth(win) or _wrong_liable(state, seen, win)
        if wrong:
            return wrong
    return ""


def _wrong_worth(win: EnteredWin) -> str:
    if win.yakuman:
        return "" if win.yakuman > 0 and not win.han else "either yakuman or han"
    if win.han < 1:
        return "a win has at least one han"
    right = win.fu == 25 or (win.fu % 10 == 0 and 20 <= win.fu <= MOST_FU)
    if not right and not (win.han >= 5 and win.fu == 0):
        return f"{win.fu} fu cannot be: 20, 25, 30 to {MOST_FU}"
    if win.han == 1 and win.fu < 30:
        return f"one han with {win.fu} fu cannot be"
    return ""


def _wrong_liable(state: GameState, seen: HandEntered, win: EnteredWin) -> str:
    """Why the seat that the judge names cannot be liable; of what the table saw nothing is wrong."""
    if not win.liable:
        return ""
    rules, section = state.ruleset, section_of("liability", state.ruleset.sources)
    if not any(has_liability(name, rules) for name in FED):
        return f"these rules have no liability ({section})"
    if not win.yakuman:
        return f"nobody is liable for a win without a yakuman ({section})"
    if len(win.liable) > 1:
        return "one seat is liable: say the points (changes) where several are"
    if win.seat in win.liable:
        return "the winner is not liable for the own win"
    if seen.changes is None and _shared_liability(state, win):
        return "say the points (changes): the liable player answers only for the yakuman that was fed"
    return ""


def _wrong_points(state: GameState, seen: HandEntered) -> str:
    if seen.changes is None:
        return ""
    laid = len([seat for seat in seen.riichi if seat not in in_riichi(state)])
    collected = BET * (state.bets + laid) if seen.wins else 0
    if sum(seen.changes) != collected:
        return f"the changes sum to {sum(seen.changes)}, not to the bets that are collected, {collected}"
    if any(change % 100 for change in seen.changes):
        return "there are no sticks of less than 100 points"
    winners = {win.seat for win in seen.wins}
    if any(change < 0 for seat, change in enumerate(seen.changes) if seat in winners):
        return "a winner does not pay"
    if seen.result in ABORTS and any(seen.changes):
        return "nothing is paid for an abortive draw"
    return ""


def _reckoned(state: GameState, seen: HandEntered) -> Four | None:
    """What the result moves by the rulebook; None where that follows from more than is entered."""
    for win in seen.wins:
        if len(win.liable or ()) > 1 or _shared_liability(state, win):
            return None
    judging = Judging(state, seen)
    _begun(judging, seen)
    return _changes(judging.state, seen)


def _shared_liability(state: GameState, win: EnteredWin) -> bool:
    """Whether the liable player answers for some of the yakuman only, and nobody has seen for which."""
    scoring = state.ruleset.scoring
    shared = scoring.yakuman_add and win.yakuman > 1 and not scoring.pao_whole_hand
    return bool(win.liable) and shared and not _recorded(state, win)


def _paid(state: GameState, seen: HandEntered) -> list[PaidWin]:
    """The wins, the nearest to the discarder first."""
    paid = [
        PaidWin(
            winner=win.seat,
            source=win.source,
            score=_worth(state, win),
            liable=_liable(state, win),
            own_bet=state.seats[win.seat].riichi == ACCEPTED,
        )
        for win in seen.wins
    ]
    return sorted(paid, key=lambda win: (win.winner - win.source) % 4)


def _recorded(state: GameState, win: EnteredWin) -> tuple[tuple[str, int], ...]:
    """The liabilities that the table saw arise for this win, but for those the judge overrules."""
    if not win.yakuman or state.phase == "waiting":
        return ()
    found = state.seats[win.seat].liable
    return found if win.liable is None else tuple(each for each in found if each[1] in win.liable)


def _liable(state: GameState, win: EnteredWin) -> tuple[tuple[str, int], ...]:
    """Who is liable for the win, with the name that the yakuman has in ``_worth``."""
    return _recorded(state, win) or tuple((UNNAMED, seat) for seat in win.liable or ())


def _worth(state: GameState, win: EnteredWin) -> Score:
    rules = state.ruleset.scoring
    if win.yakuman:
        counted = win.yakuman if rules.yakuman_add else 1
        base = YAKUMAN_BASE * counted
    else:
        base, limit = base_value(win.han, win.fu, rules)
        counted = 1 if limit == "yakuman" else 0
    named = tuple(name for name, _ in _recorded(state, win))
    unnamed = (UNNAMED,) * (counted - len(named)) if win.yakuman else ()
    ron, from_dealer, from_other = payments(
        base, dealer=win.seat == state.dealer, tsumo=win.seat == win.source
    )
    return Score(
        yaku=(),
        yakuman=named + unnamed,
        yakuman_counted=counted,
        han=win.han,
        fu=win.fu,
        fu_items=(),
        limit="",
        base=base,
        ron=ron,
        from_dealer=from_dealer,
        from_other=from_other,
    )


def _told(wins: tuple[events.Win, ...], changes: Four) -> events.Win:
    """The nearest win, so that what the wins move sums to what the hand moved."""
    others = [sum(win.changes[seat] for win in wins[1:]) for seat in range(4)]
    east, south, west, north = (moved - other for moved, other in zip(changes, others, strict=True))
    return replace(wins[0], changes=(east, south, west, north))


def _changes(state: GameState, seen: HandEntered) -> Four:
    ruleset = state.ruleset
    if seen.wins:
        return win_changes(
            _paid(state, seen), dealer=state.dealer, honba=state.honba, bets=state.bets, ruleset=ruleset
        )
    if seen.result == "nagashi":
        return nagashi_changes(seen.nagashi, state.dealer)
    if seen.result == "exhaustive":
        return noten_changes([number in seen.tenpai for number in range(4)], ruleset)
    return NOTHING
