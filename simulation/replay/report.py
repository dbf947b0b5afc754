"""A replay's report of a hand: its result, its findings, and the points on which the record disagrees."""

from collections.abc import Iterator
from typing import Any, TypeVar

from msgspec import Struct, field

from referee.encoding.public import public_result
from referee.game import events
from referee.game.position import GameState, hand_name
from referee.records.follow import FollowedHand
from referee.records.neutral.record import DrawnGame, GameRecord, HandRecord, WinClaim
from referee.records.observe import Standing, standing_of

_T = TypeVar("_T", bound=events.Event)


class HandReport(Struct):
    """The referee's findings in one hand, and the points on which the record disagrees.

    ``name`` is the hand with its counters, ``events`` its number of events; ``over`` if the game ended with it.
    """

    line: dict[str, Any]
    disagreements: list[str] = field(default_factory=list)
    name: str = ""
    events: int = 0
    over: bool = False


def stands(state: GameState) -> Standing:
    """Return the position of a state as records write it: round, counters, bets and the four scores."""
    return (state.round, state.honba, state.bets, *state.scores)


def newest(made: list[events.Event], kind: type[_T]) -> _T | None:
    """Return the last event of a kind, None if there is none."""
    for event in reversed(made):
        if type(event) is kind:
            return event
    return None


def _finding(event: events.FoulFound) -> dict[str, Any]:
    """Return a finding for printing; ``event`` is the number of the act in its hand."""
    return {
        "rule": event.rule,
        "section": event.section,
        "seat": event.seat,
        "event": int(event.evidence[0].rpartition(":")[2]),
        "grade": event.grade,
    }


def report_observed(path: str, begun: GameState, course: FollowedHand) -> HandReport:
    """Report on an observed hand, which has no record to compare with, only the rules.

    ``begun`` is the state after the deal.
    """
    line = _line(path, begun, course)
    report = HandReport(line, name=f"{line['hand']}.{line['honba']}")
    report.over = newest(course.events, events.HanchanEnded) is not None
    report.disagreements += _foul_texts(report.name, line, course)
    return report


def report_of(record: GameRecord, hand: HandRecord, before: GameState, course: FollowedHand) -> HandReport:
    """Report on a recorded hand; ``before`` is the state before the deal."""
    ended = newest(course.events, events.HandEnded)
    over = newest(course.events, events.HanchanEnded)
    name = f"{hand_name(hand.round)}.{hand.honba}"
    line = _line(record.path, before, course)
    line |= {"hand": hand_name(hand.round), "honba": hand.honba, "bets": hand.bets}
    report = HandReport(
        line, name=name, events=hand.acts[-1].index if hand.acts else 0, over=over is not None
    )
    wrong = report.disagreements
    if standing_of(hand) != stands(before):
        recorded, ours = standing_of(hand), stands(before)
        wrong.append(
            f"{name}, event 0: starts with round, honba, bets, scores {recorded}, by the rules {ours}"
        )
    wrong += _foul_texts(name, line, course)
    wrong.extend(f"{name}, {text}" for text in differences(hand, ended))
    if over is not None and record.final is not None and over.scores != record.final:
        text = f"final scores {record.final}, by the rules {over.scores}"
        wrong.append(f"{name}, event {report.events}: {text}")
    return report


def _line(path: str, begun: GameState, course: FollowedHand) -> dict[str, Any]:
    after = course.state
    assert after is not None
    ended = newest(course.events, events.HandEnded)
    line: dict[str, Any] = {"game": path, "hand": begun.hand_name, "honba": begun.honba, "bets": begun.bets}
    if ended is None:
        line |= {"result": None, "wins": [], "changes": [0] * 4, "scores": list(after.scores), "tenpai": []}
    else:
        result = public_result(ended)
        line |= {key: result[key] for key in ("result", "wins", "changes", "scores", "tenpai")}
    line["findings"] = [_finding(event) for event in _fouls(course)]
    return line


def _fouls(course: FollowedHand) -> list[events.FoulFound]:
    return [event for event in course.events if type(event) is events.FoulFound]


def _foul_texts(name: str, line: dict[str, Any], course: FollowedHand) -> list[str]:
    if not line["findings"]:
        return []
    return [
        f"{name}, event {each['event']}: {each['rule']} by seat {each['seat']}: {event.text}"
        for each, event in zip(line["findings"], _fouls(course), strict=True)
    ]


def differences(hand: HandRecord, ended: events.HandEnded | None) -> Iterator[str]:
    """Yield each point on which the record and the referee disagree about the end of a hand."""
    claims = [act for act in hand.acts if type(act) is WinClaim]
    drawn = [act for act in hand.acts if type(act) is DrawnGame]
    if not claims and not drawn:
        return
    last = (claims + drawn)[-1].index if not drawn else drawn[0].index
    if ended is None:
        yield f"event {last}: the record ends the hand, by the rules it is not over"
        return
    if claims:
        wins = {win.seat: win for win in ended.wins}
        if [claim.seat for claim in claims] != [win.seat for win in ended.wins]:
            yield f"event {last}: winners {[c.seat for c in claims]}, by the rules {[w.seat for w in ended.wins]}"
        for claim in claims:
            if claim.seat in wins:
                yield from _win_differences(claim, wins[claim.seat])
        return
    act = drawn[0]
    if act.result != ended.result:
        yield f"event {act.index}: {act.result}, by the rules {ended.result}"
    for key, ours in (("changes", list(ended.changes)), ("tenpai", list(ended.tenpai))):
        if key in act.recorded and act.recorded[key] != ours:
            yield f"event {act.index}: {key} {act.recorded[key]}, by the rules {ours}"


def _win_differences(claim: WinClaim, win: events.Win) -> Iterator[str]:
    ours: dict[str, Any] = {
        "yaku": dict(win.yaku),
        "yakuman": sorted(win.yakuman),
        "han": win.han,
        "fu": win.fu,
        "points": win.points,
        "changes": list(win.changes),
        "liable": win.liable,
    }
    for key, value in claim.recorded.items():
        recorded = sorted(value) if key == "yakuman" else value
        if recorded != ours[key]:
            yield f"event {claim.index}: {key} {recorded}, by the rules {ours[key]}"
    if claim.source != win.source:
        yield f"event {claim.index}: from {claim.source}, by the rules {win.source}"
