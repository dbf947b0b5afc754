"""Rulings on findings and on what only people saw: only the judge imposes (WRC 7.1, SAI 53-54)."""

from typing import Final, cast, get_args

from referee.game import events, observations
from referee.game.judge_events import PlayStopped
from referee.game.judge_observations import FoulEntered
from referee.game.position import ACCEPTED, IN_HAND, GameState, round_of
from referee.game.standing import found, ruled, standing
from referee.judging.ending.ending import end_void
from referee.judging.ending.settlement import worth
from referee.judging.findings.judging import Judging
from referee.judging.findings.playing_time import latest
from referee.judging.findings.windows import act_in_doubt
from referee.rules.fouls import CATALOGUE, points_of
from referee.rules.penalties import GRADES, Graded
from referee.texts.findings import Finding
from referee.texts.language import english
from referee.texts.message import Message
from referee.texts.refused import Refused

VOIDING: Final = frozenset({"end", "chombo", "void"})
"""Rulings that void the hand: it is replayed without an added counter, and bets are returned (WRC 7.1, MJ 3.4.6, SAI 53.6)."""
OF_A_PLAYER: Final = frozenset(get_args(Graded))
WITHOUT_PENALTY: Final = frozenset({"none", "guidance", "judge"})


def ruling_given(judging: Judging, seen: observations.RulingGiven) -> None:
    """A judge ruled. The newest ruling on a finding and a seat holds."""
    state = judging.state
    seat, ruling = _seat(state, seen), effect_of(state, seen)
    before = _instead_of(state, seen.finding, seat)
    instead, former = (None, "") if before is None else (before.ruling, before.judge)
    judging.put(
        events.RulingMade(ruling, seat, seen.finding, seen.judge, seen.text, instead, former, seen.points)
    )
    if ruling in VOIDING and _of_this_hand(state, seen.finding):
        end_void(judging, (seat,) if seat is not None and ruling == "chombo" else ())
    if ruling == "disqualified" and state.phase != "ended":
        judging.put(PlayStopped("disqualified", seat, seen.judge, seen.text, latest(seen)))


def _instead_of(state: GameState, finding: int | None, seat: int | None) -> events.RulingMade | None:
    """The ruling that a new one on this finding and seat would replace."""
    if finding is None:
        return None
    held = [made for made in standing(state.rulings) if (made.finding, made.seat) == (finding, seat)]
    return held[-1] if held else None


def replaced_by(state: GameState, seen: observations.RulingGiven) -> events.RulingMade | None:
    """The standing ruling that this one replaces; None if there is none."""
    seat = _seat(state, seen)
    if seen.finding is not None or seen.ruling != "dismissed":
        return _instead_of(state, seen.finding, seat)
    held = [made for made in standing(state.rulings) if made.finding is None and made.seat == seat]
    return held[-1] if held else None


def ruling_refused(state: GameState, seen: observations.RulingGiven) -> Message | None:
    """Return why a ruling makes no sense; None if it does."""
    finding = found(state, seen.finding)
    if seen.finding is not None and finding is None:
        return Refused.no_such_finding(len(state.findings))
    if seen.seat is not None and not 0 <= seen.seat <= 3:
        return Refused.seats()
    if seen.ruling == "accepted":
        if finding is None:
            return Refused.only_finding_accepted()
        if finding.grade == "judge":
            return Refused.grade_is_open()
    seat, ruling = _seat(state, seen), effect_of(state, seen)
    if seat is None and (ruling in OF_A_PLAYER or ruling == "dismissed"):
        return Refused.whose_ruling(ruling)
    return (
        _repeated(state, seen, ruling, seat)
        or _without_hand(state, seen, ruling, seat)
        or _points_refused(state, seen, ruling)
        or (None if seen.force else _against_the_book(state, seen, ruling, seat))
    )


def _seat(state: GameState, seen: observations.RulingGiven) -> int | None:
    finding = found(state, seen.finding)
    return finding.seat if seen.seat is None and finding is not None else seen.seat


def effect_of(state: GameState, seen: observations.RulingGiven) -> observations.Ruling:
    """Return the grade of a ruling; of one that accepts a finding, the proposed grade."""
    finding = found(state, seen.finding)
    if seen.ruling != "accepted" or finding is None:
        return seen.ruling
    if finding.grade == "chombo" and seen.finding in state.voided:
        return "none"
    return cast("observations.Ruling", finding.grade) if finding.grade in OF_A_PLAYER else "none"


def _of_this_hand(state: GameState, finding: int | None) -> bool:
    """Return whether a ruling on this finding bears on the hand being played; one on an earlier hand only costs points."""
    return state.phase in IN_HAND and (finding is None or finding >= state.first_finding)


def _repeated(
    state: GameState, seen: observations.RulingGiven, ruling: str, seat: int | None
) -> Message | None:
    held = standing(state.rulings)
    if seen.finding is not None:
        wanted = seen.finding, seat, ruling, seen.points
        same = any((made.finding, made.seat, made.ruling, made.points) == wanted for made in held)
        return Refused.ruled_so_already(seen.finding) if same else None
    if ruling == "dismissed" and all(made.finding is not None or made.seat != seat for made in held):
        return Refused.nothing_to_take_back()
    if ruling == "disqualified" and seat in state.desk.disqualified:
        return Refused.disqualified_already()
    return None


def _without_hand(
    state: GameState, seen: observations.RulingGiven, ruling: str, seat: int | None
) -> Message | None:
    """Return why a ruling that affects the hand makes no sense as the game stands; None if it does."""
    if ruling not in VOIDING and ruling != "dead_hand":
        return None
    if not _of_this_hand(state, seen.finding):
        if seen.finding is None:
            return _no_hand(state)
        return Refused.hand_is_over() if ruling == "void" else None
    if ruling == "dead_hand" and seat is not None and seen.finding is None and state.seats[seat].dead:
        return Refused.dead_already()
    return None


def _points_refused(
    state: GameState, seen: observations.RulingGiven, ruling: observations.Ruling
) -> Message | None:
    """Return why the points of a ruling make no sense, or are missing where the judge must choose them (WRC 7.2)."""
    most = state.ruleset.fouls.points_chosen_most
    finding = found(state, seen.finding)
    chosen = most > 0 and ruling == "continue" and (finding is None or finding.grade == "judge")
    if seen.points is None:
        missing = chosen and finding is not None
        return Refused.how_many_points(most) if missing else None
    if not chosen:
        own = points_of(ruling, state.ruleset.fouls) if ruling in GRADES else 0
        return Refused.points_not_chosen(own)
    return None if 1 <= seen.points <= most else Refused.points_out_of_range(most)


def _no_hand(state: GameState) -> Message:
    """The refusal that no hand is being played; names the judge who voided the last one, if one did."""
    made = next((made for made in reversed(state.rulings) if made.ruling in VOIDING), None)
    if made is None or state.last is None or state.last.result != "chombo":
        return Refused.no_hand()
    last = round_of(state.last_hand)
    return Refused.no_hand_voided(last // 4, last % 4 + 1, made.judge, made.ruling)


def _against_the_book(
    state: GameState, seen: observations.RulingGiven, ruling: str, seat: int | None
) -> Message | None:
    """The rulebook's objection to a ruling; a judge may override it."""
    fouls, here = state.ruleset.fouls, _of_this_hand(state, seen.finding)
    if fouls.ruled_in_order and seen.finding is not None and ruling != "dismissed":
        first = _open_before(state, seen.finding)
        if first is not None:
            return Refused.finding_before(first)
    if ruling == "chombo" and seen.finding in state.voided:
        return Refused.chombo_voided()
    if not here or seat is None:
        return None
    if (
        ruling == "dead_hand"
        and state.seats[seat].riichi == ACCEPTED
        and fouls.dead_hand_in_riichi == "chombo"
    ):
        return Refused.chombo_in_riichi()
    same_time = seen.finding is None or seen.finding >= state.tile_finding
    if ruling == "chombo" and fouls.chombo_voided_by_win and same_time and _won_by_another(state, seen, seat):
        return Refused.chombo_voided()
    return None


def _open_before(state: GameState, finding: int) -> int | None:
    """The first earlier finding of the same hand that may cost something and has no ruling yet."""
    if finding < state.first_finding:
        return None
    for number in range(state.first_finding, finding):
        if state.findings[number].grade not in WITHOUT_PENALTY and not ruled(state, number):
            return number
    return None


def _won_by_another(state: GameState, seen: observations.RulingGiven, seat: int) -> bool:
    """Return whether another player's valid win is shown; a copy is judged, so that asking makes no findings."""
    return any(win.seat != seat and worth(Judging(state, seen), win) is not None for win in state.wins)


def foul_entered(judging: Judging, seen: FoulEntered) -> None:
    """The judge enters what only people saw; it becomes a finding like any other.

    An act that is suspected of the same foul becomes its first evidence and gives no second finding.
    """
    state = judging.state
    grade = judging.proposed(seen.rule, seen.seat, number=seen.number)
    text = Finding.entered(seen.rule, seen.text)
    act = act_in_doubt(state, seen.rule, seen.seat)
    evidence = tuple(dict.fromkeys(each for each in (act, seen.source) if each))
    section = judging.section(seen.rule, seen.seat, number=seen.number)
    judging.found(events.FoulFound(seen.rule, section, seen.seat, grade, english(text), evidence, said=text))


def foul_refused(_state: GameState, seen: FoulEntered) -> Message | None:
    """Return why a foul cannot be entered; None if it can."""
    if seen.rule not in CATALOGUE:
        return Refused.no_such_foul(seen.rule)
    if not 0 <= seen.seat <= 3:
        return Refused.seats()
    if seen.number < 1:
        return Refused.least_one_tile()
    return None
