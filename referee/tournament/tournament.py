"""Overall scores: the sum of hanchan scores, less penalties (WRC 2.3, 5.9.2, 7.1, 7.2; MJ 3.4.6; SAI 54).

Everything is in points of the table, so nothing is rounded: with a ``point_value`` of 1,000 a total of 24,700 is an overall
score of 24.7. Penalties are in points of the overall score, as the rulebooks give them.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from referee.game import events
from referee.game.events import Four
from referee.game.judge_events import PlayerChanged
from referee.rules.penalties import Penalties
from referee.rules.ruleset import Ruleset
from referee.texts.language import WordedError
from referee.texts.refused import Refused

ARRIVAL: Final = frozenset({"late", "absent"})
"""Fouls whose points depend on minutes rather than on a grade."""


class StandingsError(WordedError, ValueError):
    """The hanchans and penalties give no standings."""


@dataclass(frozen=True, slots=True)
class FinishedHanchan:
    """One finished hanchan of a tournament.

    Attributes:
        players: who sat on each seat.
        totals: of each seat with uma and oka, as ``events.HanchanEnded`` has them.
        stand_ins: by name, each substitute with the player for whom he stood in: one of the four who began, never another
            substitute. Who was replaced may be back by the end.
    """

    players: tuple[str, str, str, str]
    totals: Four
    stand_ins: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerPenalty:
    """Points taken off a player's overall score, and given to nobody (WRC 7.1).

    Attributes:
        points: of the overall score; 0 where the grade costs nothing but is recorded (SAI 54.6).
        hanchan: number from 0 of the hanchan it belongs to.
        ruling: the grade; empty where the points follow from minutes.
        judge: who ruled; empty if the hand ended that way by itself.
        seat: at which the player sat then; None if it is given away from a table.
        minutes: how late the player came, where the points follow from that.
        finding: the number of the finding that says the player came late or never.
    """

    player: str
    points: int
    reason: str
    hanchan: int = 0
    ruling: str = ""
    judge: str = ""
    seat: int | None = None
    minutes: int | None = None
    finding: int | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking.

    Attributes:
        place: from 1; players with the same total share it; None if the player is not ranked.
        total: of all hanchans less penalties, in points of the table.
        hanchans: the total of each hanchan, None for one he did not play.
        penalties: points of the overall score lost in all.
    """

    player: str
    place: int | None
    total: int
    hanchans: tuple[int | None, ...]
    penalties: int


def standings(
    hanchans: Sequence[FinishedHanchan],
    penalties: Iterable[PlayerPenalty] = (),
    *,
    ruleset: Ruleset,
    disqualified: Collection[str] = (),
) -> tuple[Standing, ...]:
    """All players, the best first, those who are not ranked last.

    The points of a hanchan that a player missed go to the substitute, who is not ranked (WRC 7.2). Nor is a player who was
    disqualified (WRC 7.1). A player who stands in for another and has hanchans of his own is ranked by these alone.

    Raises:
        StandingsError: a name stands twice in a hanchan, or nobody of the name plays.
    """
    regulars = set() if ruleset.fouls.substitute_ranked else _regulars(hanchans)
    scores, lost = _scores(hanchans, regulars), Counter[str]()
    for penalty in penalties:
        _refuse_unknown(penalty.player, scores)
        lost[penalty.player] += penalty.points
    for name in disqualified:
        _refuse_unknown(name, scores)
    unranked = set(disqualified)
    if not ruleset.fouls.substitute_ranked:
        unranked |= scores.keys() - regulars
    value = ruleset.flow.point_value
    totals = {
        name: sum(score for score in own if score is not None) - value * lost[name]
        for name, own in scores.items()
    }
    ranked = [total for name, total in totals.items() if name not in unranked]
    found = [
        Standing(
            name,
            None if name in unranked else 1 + sum(other > total for other in ranked),
            total,
            tuple(scores[name]),
            lost[name],
        )
        for name, total in totals.items()
    ]
    return tuple(sorted(found, key=lambda each: (each.place is None, -each.total, each.player)))


def _scores(hanchans: Sequence[FinishedHanchan], regulars: Collection[str]) -> dict[str, list[int | None]]:
    """The total of each hanchan by name; those of ``regulars`` without what they won in another's place."""
    scores: dict[str, list[int | None]] = {}
    for number, hanchan in enumerate(hanchans):
        _refuse_contradiction(number + 1, hanchan)
        for name in present(hanchan):
            scores.setdefault(name, [None] * len(hanchans))
        substitutes = _substitutes(hanchan)
        for name, total in zip(hanchan.players, hanchan.totals, strict=True):
            if name not in substitutes or name not in regulars:
                scores[name][number] = total
    return scores


def present(hanchan: FinishedHanchan) -> tuple[str, ...]:
    """Everybody who has to do with a hanchan: who sat there at the end, who was replaced, and all substitutes."""
    return tuple(dict.fromkeys((*hanchan.players, *(name for pair in hanchan.stand_ins for name in pair))))


def _refuse_contradiction(number: int, hanchan: FinishedHanchan) -> None:
    """Refuse names that no course of play leaves: four people began, each on one seat."""
    for name, times in Counter(hanchan.players).items():
        if times > 1:
            raise StandingsError(Refused.named_twice(number, name, times))
    sitting = set(hanchan.players)
    for substitute, absent in hanchan.stand_ins:
        held = {each for each, player in hanchan.stand_ins if player == absent} | {absent}
        if not held & sitting:
            raise StandingsError(Refused.stands_in_elsewhere(number, substitute, absent))
    substitutes = _substitutes(hanchan)
    absents = {absent for _, absent in hanchan.stand_ins}
    if substitutes & absents or len((sitting - substitutes) | absents) != len(hanchan.players):
        raise StandingsError(Refused.substitutes_unclear(number))


def _substitutes(hanchan: FinishedHanchan) -> set[str]:
    return {substitute for substitute, _ in hanchan.stand_ins}


def _regulars(hanchans: Iterable[FinishedHanchan]) -> set[str]:
    """Everybody who began a hanchan, or missed one that was his own."""
    return {name for hanchan in hanchans for name in {*present(hanchan)} - _substitutes(hanchan)}


def _refuse_unknown(name: str, scores: dict[str, list[int | None]]) -> None:
    if name not in scores:
        raise StandingsError(Refused.plays_nowhere(name))


def written(total: int, ruleset: Ruleset) -> str:
    """A total as an overall score, not rounded: ``"24.7"`` for 24,700 where a point is worth 1,000 (WRC 2.3)."""
    value = ruleset.flow.point_value
    whole, rest = divmod(abs(total), value)
    digits = value.bit_length()  # enough for every value that has only twos and fives
    fraction = f"{rest * 10**digits // value:0{digits}}".rstrip("0")
    return f"{'-' if total < 0 else ''}{whole}{'.' if fraction else ''}{fraction}"


def arrival_penalty(
    player: str, minutes_late: int | None, fouls: Penalties, hanchan: int = 0
) -> PlayerPenalty | None:
    """The penalty of a player who was late or absent, None if he was in time (WRC 7.2).

    Args:
        player: by name.
        minutes_late: whole minutes; None if the player never came. After ``late_minutes`` a substitute plays, and the points
            for missing the hanchan replace those for being late.
        fouls: the rules about it.
        hanchan: number of the hanchan.
    """
    limit = fouls.late_minutes
    if limit == 0 or minutes_late == 0:
        return None
    if minutes_late is None or minutes_late > limit:
        return PlayerPenalty(player, fouls.absent_points, "absent", hanchan)
    points = fouls.late_points * minutes_late
    return PlayerPenalty(player, points, f"{minutes_late} min late", hanchan, minutes=minutes_late)


@dataclass(slots=True)
class _Entry:
    """The outcome so far of one finding or ruling; ``grade`` is empty until somebody rules on what was ``proposed``.

    ``hand`` counts from 1, 0 before the first; ``player`` sat there at the time; ``by_itself``: a ruling without a finding;
    ``points`` are those the judge chose.
    """

    hand: int
    seat: int
    player: str
    grade: str
    reason: str
    proposed: str = ""
    by_itself: bool = False
    judge: str = ""
    points: int | None = None


def penalties_of(
    game: Iterable[events.Event], ruleset: Ruleset, hanchan: int = 0
) -> tuple[PlayerPenalty, ...]:
    """The penalties of one hanchan: the judge's rulings, and chombos that ended a hand, in their order.

    The newest ruling on a finding holds, so a chombo that was proven at the end of a hand costs nothing once the judge has
    dismissed it. Warnings are counted from the beginning of the hanchan (SAI 54.5). A chombo paid at the table costs no
    points (MJ 3.4.6). ``arrival_penalty`` covers being late or absent.

    Args:
        game: the events of the hanchan, ``HanchanStarted`` first.
        ruleset: what each grade costs.
        hanchan: its number.
    """
    names = ["", "", "", ""]
    entries: list[_Entry] = []
    findings: list[_Entry] = []
    others: dict[tuple[int, int], _Entry] = {}
    hand = 0
    for event in game:
        if isinstance(event, events.HanchanStarted):
            names = list(event.names)
        elif isinstance(event, PlayerChanged):
            names[event.seat] = event.name
        elif isinstance(event, events.HandStarted):
            hand += 1
        elif isinstance(event, events.FoulFound):
            findings.append(_Entry(hand, event.seat, names[event.seat], "", event.rule, event.grade))
            if event.rule not in ARRIVAL:
                entries.append(findings[-1])
        elif isinstance(event, events.RulingMade) and event.finding is not None and event.seat is not None:
            ruled = findings[event.finding]
            if event.seat != ruled.seat:  # the fault of both
                key = event.finding, event.seat
                if key not in others:
                    others[key] = _Entry(hand, event.seat, names[event.seat], "", ruled.reason)
                    entries.append(others[key])
                ruled = others[key]
            ruled.grade, ruled.judge, ruled.points = event.ruling, event.judge, event.points
        elif isinstance(event, events.RulingMade) and event.seat is not None:
            _rule_on_seat(entries, hand, event, event.seat, names[event.seat])
        elif isinstance(event, events.HandEnded):
            _settle(entries, hand, event.offenders, names)
    return _costed(entries, ruleset, hanchan)


def _rule_on_seat(entries: list[_Entry], hand: int, event: events.RulingMade, seat: int, name: str) -> None:
    """Enter a ruling that names no finding."""
    if event.ruling == "dismissed":
        _taken_back(entries, seat)
        return
    made = _Entry(hand, seat, name, event.ruling, event.text or event.ruling, by_itself=True)
    made.judge, made.points = event.judge, event.points
    entries.append(made)


def _taken_back(entries: list[_Entry], seat: int) -> None:
    """Take back the newest ruling on this seat that has no finding."""
    own = [entry for entry in entries if entry.seat == seat and entry.by_itself]
    if own:
        entries.remove(own[-1])


def _settle(entries: list[_Entry], hand: int, offenders: Iterable[int], names: Sequence[str]) -> None:
    for seat in offenders:
        _settled(entries, hand, seat, names[seat])


def _settled(entries: list[_Entry], hand: int, seat: int, player: str) -> None:
    """The hand ended with a chombo of this seat: by a ruling, or by its last finding of that grade."""
    own = [entry for entry in entries if (entry.hand, entry.seat) == (hand, seat)]
    if any(entry.grade == "chombo" for entry in own):
        return
    proven = [entry for entry in own if not entry.grade and entry.proposed == "chombo"]
    if not proven:
        proven = [_Entry(hand, seat, player, "", "chombo")]
        entries += proven
    proven[-1].grade = "chombo"


def _costed(entries: Sequence[_Entry], ruleset: Ruleset, hanchan: int) -> tuple[PlayerPenalty, ...]:
    fouls = ruleset.fouls
    at_the_table = ruleset.flow.chombo_payment == "reverse_mangan"
    points = {
        "chombo": 0 if at_the_table else fouls.points_chombo,
        "end": fouls.points_end,
        "dead_hand": fouls.points_dead_hand,
        "continue": fouls.points_continue,
        "guidance": 0,
    }
    warnings = Counter[tuple[int, str]]()
    found = []
    for entry in entries:
        if entry.grade == "warning":
            who = entry.seat, entry.player
            warnings[who] += 1
            cost = fouls.points_warning if warnings[who] > fouls.warning_free else 0
        elif entry.grade in points:
            cost = points[entry.grade]
        else:
            continue
        cost = cost if entry.points is None else entry.points
        found.append(
            PlayerPenalty(entry.player, cost, entry.reason, hanchan, entry.grade, entry.judge, entry.seat)
        )
    return tuple(found)
