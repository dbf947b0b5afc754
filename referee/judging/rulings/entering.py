"""A judge enters points moved by hand, or the result of a hand that camera or unit could not follow.

The next hand is followed again.
"""

from typing import Final

from msgspec.structs import replace

from referee.game import events
from referee.game.events import Four
from referee.game.flow import ABORTS, hanchan_result
from referee.game.judge_events import ResultEntered, ScoresAdjusted
from referee.game.judge_observations import EnteredWin, HandEntered, PointsAdjusted
from referee.game.liability import FED, has_liability
from referee.game.position import ACCEPTED, NO_RIICHI, GameState
from referee.hands.payments import BET, PaidWin, nagashi_changes, noten_changes, win_changes
from referee.hands.score import YAKUMAN_BASE, base_value, payments
from referee.hands.sections import section_of
from referee.hands.win import Score
from referee.judging.ending.ending import end_entered, settled_wins
from referee.judging.findings.judging import Judging
from referee.judging.rulings.by_the_book import against_the_book, in_riichi
from referee.texts.message import Message
from referee.texts.refused import Refused
from referee.tiles import UNKNOWN


def points_adjusted(judging: Judging, seen: PointsAdjusted) -> None:
    """The judge moves points; after the end of the hanchan, its result is computed again."""
    state = judging.state
    judging.put(ScoresAdjusted(seen.changes, seen.bets, seen.judge, seen.text))
    if state.phase == "ended":
        judging.put(hanchan_result(judging.state))


def points_refused(state: GameState, seen: PointsAdjusted) -> Message | None:
    """Return why points cannot be moved like that; None if they can."""
    moved = sum(seen.changes) + BET * seen.bets
    if not any(seen.changes) and not seen.bets:
        return Refused.moves_nothing()
    if any(change % 100 for change in seen.changes):
        return Refused.no_small_sticks()
    if state.bets + seen.bets < 0:
        return Refused.fewer_bets(state.bets)
    if state.phase == "ended" and seen.bets:
        return Refused.bets_after_hanchan()
    if seen.balanced and moved:
        return Refused.from_nowhere(moved)
    return None


SETTINGS: Final = {
    "nine_terminals": "abort_nine_terminals",
    "four_winds": "abort_four_winds",
    "four_riichi": "abort_four_riichi",
    "four_kans": "abort_four_kans",
    "triple_ron": "abort_triple_ron",
    "nagashi": "nagashi_mangan",
}
"""Results that exist only under some rulesets, each with its setting in ``flow``."""
MOST_FU: Final = 170
NOTHING: Final[Four] = (0, 0, 0, 0)
UNNAMED: Final = "yakuman"
"""A yakuman whose name was not entered."""


def hand_entered(judging: Judging, seen: HandEntered) -> None:
    """End the hand as entered, whatever was seen of it, even if nobody saw it dealt."""
    state = judging.state
    _begun(judging, seen)
    judging.put(ResultEntered(seen.result, seen.judge, seen.text, seen.against or ""))
    state = judging.state
    wins = settled_wins(_paid(state, seen), state)
    changes = _changes(state, seen) if seen.changes is None else seen.changes
    if wins:
        wins = (_with_total(wins, changes), *wins[1:])
    end_entered(
        judging,
        seen.result,
        wins,
        changes,
        tenpai=tuple(sorted(seen.tenpai)),
        nagashi=tuple(sorted(seen.nagashi)),
    )


def _begun(judging: Judging, seen: HandEntered) -> None:
    """Bring the hand to the point just before its end: dealt, with every riichi that was entered."""
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


def entered_refused(state: GameState, seen: HandEntered) -> Message | None:
    """Return why a hand cannot have ended like this; None if it can."""
    if state.phase == "ended":
        return Refused.no_hanchan()
    if state.phase == "waiting" and seen.unseen is False:
        return Refused.say_unseen()
    if state.phase != "waiting" and seen.unseen:
        return Refused.was_seen()
    seats = (*seen.tenpai, *seen.nagashi, *seen.riichi)
    if any(not 0 <= seat <= 3 for seat in (*seats, *(each for win in seen.wins for each in _seats(win)))):
        return Refused.seats()
    for named in (seen.tenpai, seen.nagashi, seen.riichi, tuple(win.seat for win in seen.wins)):
        if len(set(named)) != len(named):
            return Refused.seat_twice()
    flow = state.ruleset.flow
    if seen.result in SETTINGS and not getattr(flow, SETTINGS[seen.result]):
        return Refused.rules_have_no(seen.result)
    wrong = _wrong_seats(state, seen) or _wrong_wins(state, seen) or _wrong_points(state, seen)
    if wrong or seen.against is None or seen.against.strip():
        return wrong
    against = against_the_book(state, seen, _reckoned(state, seen))
    return None if against is None else Refused.against_rules(against)


def _seats(win: EnteredWin) -> tuple[int, ...]:
    return win.seat, win.source, *(win.liable or ())


def _wrong_seats(state: GameState, seen: HandEntered) -> Message | None:
    won = seen.result in {"ron", "tsumo"}
    if won != bool(seen.wins):
        return Refused.who_won() if won else Refused.nobody_wins(seen.result)
    if (seen.result == "nagashi") != bool(seen.nagashi):
        return Refused.nagashi_and_seats()
    if seen.tenpai and seen.result not in {"exhaustive", "nagashi"}:
        return Refused.tenpai_at_draw_only()
    if seen.result == "four_riichi" and len({*seen.riichi, *in_riichi(state)}) != 4:
        return Refused.not_four_riichi()
    dead = [number for number, seat in enumerate(state.seats) if seat.dead and state.phase != "waiting"]
    if any(win.seat in dead for win in seen.wins):
        return Refused.dead_hand_wins()
    if any(seat in dead for seat in seen.tenpai):
        return Refused.dead_hand_tenpai()
    if any(seat in dead for seat in seen.riichi if seat not in in_riichi(state)):
        return Refused.dead_hand_riichi()
    return None


def _wrong_wins(state: GameState, seen: HandEntered) -> Message | None:
    if not seen.wins:
        return None
    flow = state.ruleset.flow
    if seen.result == "tsumo" and (len(seen.wins) > 1 or seen.wins[0].source != seen.wins[0].seat):
        return Refused.tsumo_one_winner()
    sources = {win.source for win in seen.wins}
    if seen.result == "ron" and (len(sources) > 1 or sources & {win.seat for win in seen.wins}):
        return Refused.ron_one_discarder()
    if len(seen.wins) > 1 and flow.winners == "nearest":
        return Refused.one_winner()
    if len(seen.wins) == 3 and flow.abort_triple_ron:
        return Refused.three_wins()
    for win in seen.wins:
        wrong = _wrong_worth(win) or _wrong_liable(state, seen, win)
        if wrong:
            return wrong
    return None


def _wrong_worth(win: EnteredWin) -> Message | None:
    if win.yakuman:
        return None if win.yakuman > 0 and not win.han else Refused.yakuman_or_han()
    if win.han < 1:
        return Refused.least_one_han()
    right = win.fu == 25 or (win.fu % 10 == 0 and 20 <= win.fu <= MOST_FU)
    if not right and not (win.han >= 5 and win.fu == 0):
        return Refused.no_such_fu(win.fu, MOST_FU)
    if win.han == 1 and win.fu < 30:
        return Refused.one_han_needs_fu(win.fu)
    return None


def _wrong_liable(state: GameState, seen: HandEntered, win: EnteredWin) -> Message | None:
    """Return why the seat that the judge names cannot be liable; what the table saw is never wrong."""
    if not win.liable:
        return None
    rules = state.ruleset
    section = section_of("liability", rules.sources, rules.unread)
    if not any(has_liability(name, rules) for name in FED):
        return Refused.no_liability(section)
    if not win.yakuman:
        return Refused.liable_without_yakuman(section)
    if len(win.liable) > 1:
        return Refused.one_liable()
    if win.seat in win.liable:
        return Refused.winner_liable()
    if seen.changes is None and _shared_liability(state, win):
        return Refused.say_the_points()
    return None


def _wrong_points(state: GameState, seen: HandEntered) -> Message | None:
    if seen.changes is None:
        return None
    laid = len([seat for seat in seen.riichi if seat not in in_riichi(state)])
    collected = BET * (state.bets + laid) if seen.wins else 0
    if sum(seen.changes) != collected:
        return Refused.changes_sum(sum(seen.changes), collected)
    if any(change % 100 for change in seen.changes):
        return Refused.no_small_sticks()
    winners = {win.seat for win in seen.wins}
    if any(change < 0 for seat, change in enumerate(seen.changes) if seat in winners):
        return Refused.winner_pays()
    if seen.result in ABORTS and any(seen.changes):
        return Refused.abort_pays()
    return None


def _reckoned(state: GameState, seen: HandEntered) -> Four | None:
    """The points the result moves by the rulebook; None if more than was entered is needed to tell."""
    for win in seen.wins:
        if len(win.liable or ()) > 1 or _shared_liability(state, win):
            return None
    judging = Judging(state, seen)
    _begun(judging, seen)
    return _changes(judging.state, seen)


def _shared_liability(state: GameState, win: EnteredWin) -> bool:
    """Return whether the player is liable for only some of the yakuman, and nobody saw which."""
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
    """The liabilities for this win that the table saw arise, without those the judge overrules."""
    if not win.yakuman or state.phase == "waiting":
        return ()
    found = state.seats[win.seat].liable
    return found if win.liable is None else tuple(each for each in found if each[1] in win.liable)


def _liable(state: GameState, win: EnteredWin) -> tuple[tuple[str, int], ...]:
    """The liable seats for the win, each with the name that its yakuman has in ``_worth``."""
    return _recorded(state, win) or tuple((UNNAMED, seat) for seat in win.liable or ())


def _worth(state: GameState, win: EnteredWin) -> Score:
    rules = state.ruleset.scoring
    if win.yakuman:
        counted = win.yakuman if rules.yakuman_add else 1
        base = YAKUMAN_BASE * counted
    else:
        base, limit = base_value(win.han, win.fu, rules)
        counted = 1 if limit == "yakuman" else 0
    weights = {name: 2 if name in rules.double_yakuman else 1 for name, _ in _recorded(state, win)}
    named = tuple(name for name, weight in weights.items() for _ in range(weight))[:counted]
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


def _with_total(wins: tuple[events.Win, ...], changes: Four) -> events.Win:
    """The nearest win, adjusted so that the changes of all wins sum to those of the hand."""
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
