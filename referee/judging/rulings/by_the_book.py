"""The rulebook's objections to a result that a judge enters. He may override them with a reason, which is journalled."""

from typing import Final

from referee.game.events import Four
from referee.game.judge_observations import HandEntered
from referee.game.position import ACCEPTED, GameState
from referee.game.texts import person
from referee.hands.fu_items import BASE, CHIITOITSU
from referee.rules.fouls import section_of
from referee.rules.scoring import Scoring
from referee.texts.lines import JournalText
from referee.texts.message import Message
from referee.texts.refused import Refused

MANGAN_HAN: Final = 5
"""From so many han on, the fu do not matter."""
MOST_HAN: Final = 59
"""The most han a hand can have: 16 of yaku, ten indicators with four tiles each, three red fives."""


def against_the_book(state: GameState, seen: HandEntered, reckoned: Four | None) -> Message | None:
    """The rulebook's objection to a result and the right result instead; None if there is no objection.

    Args:
        state: before the result.
        seen: the result, its seats checked.
        reckoned: the points it moves by the rulebook, None if that cannot be known.
    """
    return (
        _noten_riichi(state, seen)
        or _too_many_han(seen)
        or _no_such_worth(state, seen)
        or _other_points(state, seen, reckoned)
    )


def in_riichi(state: GameState) -> tuple[int, ...]:
    """The seats whose riichi stands in the hand that is played."""
    if state.phase == "waiting":
        return ()
    return tuple(number for number, seat in enumerate(state.seats) if seat.riichi == ACCEPTED)


def _noten_riichi(state: GameState, seen: HandEntered) -> Message | None:
    """The objection to a player in riichi who is not tenpai at an exhaustive draw (WRC 7.2, MJ 3.4.6, SAI 55.1(2)).

    A hand ruled dead after its riichi is excused if the rulebook says so (WRC 7.2, MJ 3.4.6).
    """
    if seen.result not in {"exhaustive", "nagashi"} or state.ruleset.calls.riichi_noten_call:
        return None
    fouls = state.ruleset.fouls
    noten = [
        seat
        for seat in sorted({*seen.riichi, *in_riichi(state)})
        if seat not in seen.tenpai
        and (not state.seats[seat].dead or fouls.dead_riichi == "not_excused" or state.phase == "waiting")
    ]
    if not noten:
        return None
    section = section_of("noten_riichi", state.ruleset.sources, state.ruleset.unread)
    names = [person(state, seat) for seat in noten]
    return Refused.noten_riichi(names, fouls.noten_riichi, section, void=fouls.chombo_voids_draw)


def _too_many_han(seen: HandEntered) -> Message | None:
    most = max((win.han for win in seen.wins), default=0)
    return Refused.too_many_han(most) if most > MOST_HAN else None


def _no_such_worth(state: GameState, seen: HandEntered) -> Message | None:
    """The objection to fu that a hand with so few han cannot have; from a mangan on, fu no longer matter."""
    tsumo = seen.result == "tsumo"
    for win in seen.wins:
        if not win.yakuman and win.han < _least_han(win.fu, state.ruleset.scoring, tsumo=tsumo):
            return Refused.no_such_worth(win.han, win.fu, tsumo=tsumo)
    return None


def _least_han(fu: int, rules: Scoring, *, tsumo: bool) -> int:
    """Return the fewest han of a hand with these fu.

    25 fu are seven pairs, two han and a third by tsumo (WRC 6.3, SAI 49.2(2)). 20 fu are pinfu by tsumo, where the rules
    combine the two, or an open hand by ron, where they no longer give it.
    """
    if fu == CHIITOITSU:
        return 3 if tsumo else 2
    if fu == BASE and tsumo:
        return 2 if rules.pinfu_tsumo else MANGAN_HAN
    if fu == BASE:
        return 1 if rules.open_least_fu == BASE else MANGAN_HAN
    return 1


def _other_points(state: GameState, seen: HandEntered, reckoned: Four | None) -> Message | None:
    if seen.changes is None or reckoned is None or seen.changes == reckoned:
        return None
    right = [JournalText.points(person(state, seat), change) for seat, change in enumerate(reckoned)]
    return Refused.other_points(right)
