"""``jantaku replay``: referees recorded games and says where the record disagrees."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from config import ConfigError
from referee import events
from referee.decide import advance
from referee.flow import hanchan_result
from referee.position import GameState, hand_name, public_result
from referee.records.errors import RecordError
from referee.records.follow import Course, follow
from referee.records.observe import Standing, View, hand_observations, observations, standing_of
from referee.records.reader import read_record
from referee.records.record import DrawnGame, GameRecord, HandRecord, WinClaim
from referee.ruleset import Ruleset, RulesetError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

_T = TypeVar("_T", bound=events.Event)
AGREES, DISAGREES, UNREADABLE = 0, 1, 2


@dataclass(slots=True)
class HandReport:
    """What the referee found in one hand, and what the record says otherwise.

    ``name`` is the hand with its counters, ``events`` how many it has, ``over`` if the game ended with it.
    """

    line: dict[str, Any]
    disagreements: list[str] = field(default_factory=list)
    name: str = ""
    events: int = 0
    over: bool = False


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``replay`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "replay", help="referee recorded games", description="Referee recorded games (mjlog, mjai, tenhou6)."
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a record, plain or gzip")
    parser.add_argument("--ruleset", help="judge by these rules instead of those of the record")
    parser.add_argument(
        "--view", choices=("full", "public"), default="full", help="all tiles, or what a table sees"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a hand (the default)")
    parser.add_argument("--summary", action="store_true", help="a closing line with counts")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Replay the files: 0 if all hands agree with their records, 1 if not, 2 if a file cannot be read."""
    status = AGREES
    counts: Counter[str] = Counter()
    for path in args.files:
        try:
            record = replace(read_record(Path(path)), path=path)
            reports = list(replay(record, args.view, args.ruleset))
        except (RecordError, ConfigError, RulesetError, OSError) as error:
            print(f"jantaku replay: {error}", file=sys.stderr)
            status = UNREADABLE
            continue
        counts["games"] += 1
        for report in reports:
            counts["hands"] += 1
            counts[f"result {report.line['result']}"] += 1
            counts["wins"] += len(report.line["wins"])
            counts["findings"] += len(report.line["findings"])
            counts["disagreements"] += len(report.disagreements)
            print(json.dumps(report.line, ensure_ascii=False))
            for text in report.disagreements:
                print(f"{record.path}: {text}", file=sys.stderr)
            if (report.disagreements or report.line["findings"]) and status == AGREES:
                status = DISAGREES
    if args.summary:
        print(json.dumps({"summary": dict(sorted(counts.items()))}))
    return status


def ruleset_of(record: GameRecord, name: str | None = None) -> Ruleset:
    """The rules a record was played by, or other ones; what the record says of red fives and the like holds for both."""
    ruleset = _read(name or record.ruleset)
    return ruleset.with_overrides(record.overrides) if record.overrides else ruleset


@lru_cache(maxsize=16)
def _read(name: str) -> Ruleset:
    """A ruleset's file, read once for all the games of a run."""
    return Ruleset.read(name)


def replay(record: GameRecord, view: View = "full", ruleset: str | None = None) -> Iterator[HandReport]:
    """A report for each hand of a record. A hand starts where the record says once the two have come apart."""
    rules = ruleset_of(record, ruleset)
    opening = next(iter(observations(record, rules.to_mapping(), view)))
    state = advance(None, opening)[1]
    at_ms = 0
    last: HandReport | None = None
    for number, hand in enumerate(record.hands):
        assert state is not None
        apart = last is None or bool(last.disagreements) or last.line["result"] is None
        standing = standing_of(hand) if apart and standing_of(hand) != _stands(state) else None
        told = list(hand_observations(hand, view, at_ms, standing))
        at_ms = told[-1].at_ms
        following = record.hands[number + 1] if number + 1 < len(record.hands) else None
        course = follow(state, told, _Doubts(hand, following))
        if last is not None:
            if last.over:
                text = f"{last.name}, event {last.events}: the game is over by the rules, the record goes on"
                last.disagreements.append(text)
            yield last
        last = _report(record, hand, state, course)
        state = course.state
    if last is not None:
        if not last.over and record.final is not None and state is not None:
            closed = hanchan_result(state).scores
            if closed != record.final:
                text = f"final scores {record.final}, by the rules {closed}"
                last.disagreements.append(f"{last.name}, event {last.events}: {text}")
        yield last


def _stands(state: GameState) -> Standing:
    return (state.round, state.honba, state.bets, *state.scores)


@dataclass(frozen=True, slots=True)
class _Doubts:
    """Counts what a record says otherwise of a hand, and of where the next one starts."""

    hand: HandRecord
    following: HandRecord | None

    def __call__(self, course: Course) -> int:
        ended = _last(course.events, events.HandEnded)
        wrong = sum(1 for _ in _differences(self.hand, ended))
        if self.following is not None and course.state is not None:
            wrong += standing_of(self.following) != _stands(course.state)
        return wrong


def _last(made: list[events.Event], kind: type[_T]) -> _T | None:
    return next((event for event in reversed(made) if isinstance(event, kind)), None)


def _finding(event: events.FoulFound) -> dict[str, Any]:
    """A finding as it is printed; the event is the number of the act in its hand."""
    return {
        "rule": event.rule,
        "section": event.section,
        "seat": event.seat,
        "event": int(event.evidence[0].removeprefix("record:")),
        "grade": event.grade,
    }


def _report(record: GameRecord, hand: HandRecord, before: GameState, course: Course) -> HandReport:
    after = course.state
    assert after is not None
    ended = _last(course.events, events.HandEnded)
    over = _last(course.events, events.HanchanEnded)
    fouls = [event for event in course.events if isinstance(event, events.FoulFound)]
    name = f"{hand_name(hand.round)}.{hand.honba}"
    line: dict[str, Any] = {
        "game": record.path,
        "hand": hand_name(hand.round),
        "honba": hand.honba,
        "bets": hand.bets,
    }
    if ended is None:
        line |= {"result": None, "wins": [], "changes": [0] * 4, "scores": list(after.scores), "tenpai": []}
    else:
        result = public_result(ended)
        line |= {key: result[key] for key in ("result", "wins", "changes", "scores", "tenpai")}
    line["findings"] = [_finding(event) for event in fouls]
    report = HandReport(
        line, name=name, events=hand.acts[-1].index if hand.acts else 0, over=over is not None
    )
    wrong = report.disagreements
    if standing_of(hand) != _stands(before):
        said, ours = standing_of(hand), _stands(before)
        wrong.append(f"{name}, event 0: starts with round, honba, bets, scores {said}, by the rules {ours}")
    wrong.extend(
        f"{name}, event {each['event']}: {each['rule']} by seat {each['seat']}: {event.text}"
        for each, event in zip(line["findings"], fouls, strict=True)
    )
    wrong.extend(f"{name}, {text}" for text in _differences(hand, ended))
    if over is not None and record.final is not None and over.scores != record.final:
        text = f"final scores {record.final}, by the rules {over.scores}"
        wrong.append(f"{name}, event {report.events}: {text}")
    return report


def _differences(hand: HandRecord, ended: events.HandEnded | None) -> Iterator[str]:
    """What the record says of the end of a hand and the referee does not."""
    claims = [act for act in hand.acts if isinstance(act, WinClaim)]
    drawn = [act for act in hand.acts if isinstance(act, DrawnGame)]
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
        if key in act.said and act.said[key] != ours:
            yield f"event {act.index}: {key} {act.said[key]}, by the rules {ours}"


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
    for key, value in claim.said.items():
        said = sorted(value) if key == "yakuman" else value
        if said != ours[key]:
            yield f"event {claim.index}: {key} {said}, by the rules {ours[key]}"
    if claim.source != win.source:
        yield f"event {claim.index}: from {claim.source}, by the rules {win.source}"
