"""``jantaku replay`` with observations of tables: records with physical times, observation files, games with a foul."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from config import ConfigError
from referee.game.flow import hanchan_result
from referee.game.observations import HandDealt, Observation
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.records.follow import FollowedHand
from referee.records.neutral.errors import RecordError
from referee.records.neutral.record import GameRecord
from referee.records.observed import ObservedGame
from referee.records.reader import read_record
from referee.rules.ruleset import Ruleset, RulesetError
from simulation.replay.disturb.disturbing import disturbed
from simulation.replay.disturb.game import file_lines, play_game, standing_of
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.report import HandReport, report_observed, report_of, stands
from wording.terminal.exit_status import ExitStatus
from wording.terminal.outside import sentence
from wording.terminal.spoken import spoken_by

TRUTH = "truth.jsonl"


def timed_reports(record: GameRecord, rules: Ruleset, seed: int) -> Iterator[HandReport]:
    """Yield a report for each hand of a record as people play it at a table that sees only open tiles."""
    game = play_game(record, rules.to_mapping(), seed)
    state = advance(None, game.beginning())[1]
    last: HandReport | None = None
    for played, observations in zip(game.hands, game.each_hand(), strict=True):
        assert state is not None
        apart = last is None or bool(last.disagreements) or last.line["result"] is None
        if apart and standing_of(played.hand) != stands(state) and isinstance(observations[0], HandDealt):
            observations[0] = replace(observations[0], standing=standing_of(played.hand))
        course = _course(state, observations)
        if last is not None:
            if last.over:
                last.disagreements.append(f"{last.name}: the game is over by the rules, the record goes on")
            yield last
        last = report_of(record, played.hand, state, course)
        state = course.state
    if last is not None:
        if not last.over and record.final is not None and state is not None:
            closed = hanchan_result(state).scores
            if closed != record.final:
                last.disagreements.append(f"{last.name}: final scores {record.final}, by the rules {closed}")
        yield last


def observed_reports(game: ObservedGame) -> Iterator[HandReport]:
    """Yield a report for each hand of an observation file."""
    state = _course(None, game.beginning).state
    for observations in game.hands:
        begun = advance(state, observations[0])[1]
        assert begun is not None
        course = _course(state, observations)
        yield report_observed(game.path, begun, course)
        state = course.state


def _course(state: GameState | None, observations: Sequence[Observation]) -> FollowedHand:
    course = FollowedHand(state)
    for each in observations:
        made, course.state = advance(course.state, each)
        course.events += made
    return course


def disturb(args: argparse.Namespace, rules_of: Callable[[GameRecord], Ruleset]) -> int:
    """Write a game with one foul for each record; return 0, or 2 if the kind or a file cannot be used."""
    if args.disturb == "list":
        print("\n".join(FOUL_KINDS))
        return ExitStatus.DONE
    kind = FOUL_KINDS.get(args.disturb)
    if kind is None:
        return _refuse(f"no kind of foul: {args.disturb!r}; `--disturb list` prints them")
    if args.out is None or not args.files:
        return _refuse("--disturb needs --out DIR and files")
    status = ExitStatus.DONE
    truths: list[str] = []
    args.out.mkdir(parents=True, exist_ok=True)
    for path in args.files:
        try:
            record = read_record(Path(path))
            rules = rules_of(record).to_mapping()
        except (RecordError, ConfigError, RulesetError, OSError) as error:
            status = _refuse(sentence(error, spoken_by(args)))
            continue
        game = play_game(record, rules, args.seed)
        truth = disturbed(game, kind, args.seed)
        if truth is None:
            print(f"jantaku replay: {path}: no place for {kind.name} by these rules", file=sys.stderr)
            continue
        name = f"{game.name}.observations.jsonl"
        (args.out / name).write_text("".join(file_lines(game)), encoding="utf-8")
        truths.append(json.dumps({"file": name, **truth.mapping()}) + "\n")
    (args.out / TRUTH).write_text("".join(truths), encoding="utf-8")
    return status


def _refuse(text: str) -> ExitStatus:
    print(f"jantaku replay: {text}", file=sys.stderr)
    return ExitStatus.UNUSABLE
