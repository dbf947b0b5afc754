"""``jantaku replay``: referees recorded games and reports each point on which the record disagrees."""

import argparse
import gc
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from config import ConfigError
from referee.game import events
from referee.game.flow import hanchan_result
from referee.judging.decide import advance
from referee.records.follow import FollowedHand, follow
from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import GameRecord, HandRecord
from referee.records.observe import View, hand_observations, observations, standing_of
from referee.records.reader import read_game
from referee.rules.ruleset import Ruleset, RulesetError
from simulation.replay.report import HandReport, differences, newest, report_of, stands
from wording.terminal.exit_status import ExitStatus
from wording.terminal.jobs import JobKilledError, each, number_of_jobs
from wording.terminal.progress import progress


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``replay`` to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "replay",
        description="Referee recorded games (mjlog, mjai, tenhou6) and what tables observed.",
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help="a record, plain or gzip")
    parser.add_argument("--ruleset", help="judge by these rules instead of those of the record")
    parser.add_argument(
        "--view", choices=("full", "public"), default="full", help="all tiles, or what a table sees"
    )
    parser.add_argument(
        "--judge",
        metavar="NAME",
        help="take calls, timing, display and fouls from these rules; flow and scoring stay the record's",
    )
    parser.add_argument(
        "--timed",
        action="store_true",
        help="as people play it at a table, each act at its time, tiles unseen",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the people and the foul")
    parser.add_argument(
        "--disturb", metavar="KIND", help="put one foul of this kind into each game; `list` prints the kinds"
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="where --disturb writes its observations and truth.jsonl"
    )
    parser.add_argument(
        "--jobs",
        type=number_of_jobs,
        default=1,
        metavar="N",
        help="how many processes referee (0: one for each processor)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a hand (the default)")
    parser.add_argument("--summary", action="store_true", help="a closing line with counts")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Replay the files; return 0 if all hands agree with their records, 1 if not, 2 if a file cannot be read."""
    if args.disturb is not None:
        # Slow to import, as in _reports, and most replays are of plain records.
        from simulation.replay import timed as replay_timed  # noqa: PLC0415 - see above

        return replay_timed.disturb(args, partial(rules_of, args))
    if not args.files:
        print("jantaku replay: which files?", file=sys.stderr)
        return ExitStatus.UNUSABLE
    status = ExitStatus.DONE
    counts: Counter[str] = Counter()
    gc.freeze()  # keeps imported objects out of the garbage collection after each game
    one = argparse.Namespace(**vars(args) | {"files": ()})  # no process needs all the names
    judged = each(partial(_judged, args=one), args.files, args.jobs)
    try:
        for game in progress("games", judged, len(args.files), printed=True):
            for line in game.lines:
                print(line)
            for text in game.complaints:
                print(text, file=sys.stderr)
            counts.update(game.counts)
            status = max(status, game.status)
    except JobKilledError:
        killed = "a process that refereed was killed, perhaps for want of memory; fewer --jobs need less"
        print(f"jantaku replay: {killed}", file=sys.stderr)
        return ExitStatus.UNUSABLE
    if args.summary:
        print(json.dumps({"summary": dict(sorted(counts.items()))}))
    return status


class _Judged(Struct, frozen=True):
    """The verdict on a file.

    Attributes:
        lines: for standard output.
        complaints: for standard error.
        counts: for the summary.
        status: the exit status if this were the only file.
    """

    lines: list[str]
    complaints: list[str]
    counts: Counter[str]
    status: ExitStatus


def _judged(path: str, args: argparse.Namespace) -> _Judged:
    try:
        reports = list(_reports(path, args))
    except (RecordError, ConfigError, RulesetError, OSError) as error:
        unread = isinstance(error, OSError) and error.strerror
        why = f"jantaku replay: {f'{path}: {unread}' if unread else error}"
        return _Judged([], [why], Counter(), ExitStatus.UNUSABLE)
    counts: Counter[str] = Counter(games=1)
    for report in reports:
        counts["hands"] += 1
        counts[f"result {report.line['result']}"] += 1
        counts["wins"] += len(report.line["wins"])
        counts["findings"] += len(report.line["findings"])
        counts["disagreements"] += len(report.disagreements)
    agrees = not counts["disagreements"] and not counts["findings"]
    return _Judged(
        [json.dumps(report.line, ensure_ascii=False) for report in reports],
        [f"{path}: {text}" for report in reports for text in report.disagreements],
        counts,
        ExitStatus.DONE if agrees else ExitStatus.NOT_DONE,
    )


def _reports(path: str, args: argparse.Namespace) -> Iterator[HandReport]:
    game = read_game(Path(path))
    if isinstance(game, GameRecord) and not args.timed:
        record = replace(game, path=path)
        return replay(record, args.view, rules_of(args, record))
    # As in run.
    from simulation.replay import timed as replay_timed  # noqa: PLC0415 - see above

    if isinstance(game, GameRecord):
        record = replace(game, path=path)
        return replay_timed.timed_reports(record, rules_of(args, record), args.seed)
    return replay_timed.observed_reports(replace(game, path=path))


def rules_of(args: argparse.Namespace, record: GameRecord) -> Ruleset:
    """Return the rules that the options ask for."""
    rules = ruleset_of(record, args.ruleset)
    return rules if args.judge is None else rules.judged_by(_read(args.judge))


def ruleset_of(record: GameRecord, name: str | None = None) -> Ruleset:
    """Return the rules of a record, or other rules by name; the record's own settings (red fives …) override both."""
    ruleset = _read(name or record.ruleset)
    return ruleset.with_overrides(record.overrides) if record.overrides else ruleset


@lru_cache(maxsize=16)
def _read(name: str) -> Ruleset:
    """Read a ruleset's file, only once for all the games of a run."""
    return Ruleset.read(name)


def replay(
    record: GameRecord, view: View = "full", ruleset: str | Ruleset | None = None
) -> Iterator[HandReport]:
    """Yield a report for each hand of a record. After a disagreement, each hand starts from the record."""
    rules = ruleset if isinstance(ruleset, Ruleset) else ruleset_of(record, ruleset)
    opening = next(iter(observations(record, rules.to_mapping(), view)))
    state = advance(None, opening)[1]
    at_ms = 0
    last: HandReport | None = None
    for number, hand in enumerate(record.hands):
        assert state is not None
        apart = last is None or bool(last.disagreements) or last.line["result"] is None
        standing = standing_of(hand) if apart and standing_of(hand) != stands(state) else None
        seen = list(hand_observations(hand, view, at_ms, standing))
        at_ms = seen[-1].at_ms
        following = record.hands[number + 1] if number + 1 < len(record.hands) else None
        course = follow(state, seen, _Doubts(hand, following))
        if last is not None:
            if last.over:
                text = f"{last.name}, event {last.events}: the game is over by the rules, the record goes on"
                last.disagreements.append(text)
            yield last
        last = report_of(record, hand, state, course)
        state = course.state
    if last is not None:
        if not last.over and record.final is not None and state is not None:
            closed = hanchan_result(state).scores
            if closed != record.final:
                text = f"final scores {record.final}, by the rules {closed}"
                last.disagreements.append(f"{last.name}, event {last.events}: {text}")
        yield last


class _Doubts(Struct, frozen=True):
    """Counts a record's disagreements about hands and about the starts of the next ones."""

    hand: HandRecord
    following: HandRecord | None

    def __call__(self, course: FollowedHand) -> int:
        ended = newest(course.events, events.HandEnded)
        wrong = sum(1 for _ in differences(self.hand, ended))
        if self.following is not None and course.state is not None:
            wrong += standing_of(self.following) != stands(course.state)
        return wrong
