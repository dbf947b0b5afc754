"""Counts the fouls that a table without a unit finds, when they are put into real games: only its camera observes.

``python -m bench.docs.camera_fouls [--times N] [--seed N] [--games N] [--records FOLDER] [--processes N] [--kinds KIND …]
[--write]``. Each kind is put N times into random games by each of the three rulebooks that knows it; the first games are
judged undisturbed too. ``--write`` puts the table into the notebook. The camera reports as in ``bench.senses``: no
words, and arms and sticks only as sharply as it sees them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from bench.docs.written import write
from bench.foul_proof import BOOKS, add_games, drawn_games, findings_of, put_in
from bench.fouls import PAGE
from bench.senses import at_table
from referee.records.neutral.record import GameRecord
from referee.records.observed import ObservedGame
from referee.records.reader import read_record
from referee.rules.needs import left_without
from referee.rules.ruleset import Ruleset
from simulation.replay.disturb.disturbing import Truth
from simulation.replay.disturb.game import play_game
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of

COMMAND: Final = "python -m bench.docs.camera_fouls --write"
GAMES: Final = 590


@dataclass(slots=True)
class Seen:
    """The camera's findings about one kind of foul.

    Attributes:
        put: how often it was put into a game.
        found: the first finding was this foul, by the right player.
        as_another: the first finding was another foul by the right player, because his act has two names.
        false: the first finding named another player; its text.
        rules: names of the fouls.
    """

    put: int = 0
    found: int = 0
    as_another: Counter[str] = field(default_factory=Counter)
    false: list[str] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)

    def count(self, truth: Truth, found: list[Truth]) -> None:
        """Count one more foul by its first finding, at which play would stop; the people in a record play on."""
        self.put += 1
        self.rules.add(truth.rule)
        first = found[0] if found else None
        if first is None:
            return
        if first.seat != truth.seat:
            self.false.append(f"put {truth}, found {found}")
        elif first.rule == truth.rule:
            self.found += 1
        else:
            self.as_another[first.rule] += 1


@dataclass(frozen=True, slots=True)
class Made:
    """The measurements under one rulebook: each kind, and the findings in hands that nobody disturbed."""

    kinds: dict[str, Seen]
    hands: int
    false: list[str]


def seen_only(game: ObservedGame) -> ObservedGame:
    """Return a game with only those observations that the camera alone makes."""
    return at_table(game, ())


def of_book(job: tuple[str, list[str], int, int, int], names: Sequence[str] = tuple(FOUL_KINDS)) -> Made:
    """The figures of one rulebook for the kinds with these names."""
    book, paths, seed, times, games = job
    judge = Ruleset.read(book)

    def rules_of(record: GameRecord) -> Ruleset:
        return ruleset_of(record).judged_by(judge)

    hands, false = 0, []
    for number, path in enumerate(paths[:games]):
        record = read_record(Path(path))
        game = play_game(record, rules_of(record).to_mapping(), seed + number)
        played = tuple(tuple(hand) for hand in game.each_hand())
        hands += len(played)
        seen = seen_only(ObservedGame(game.name, game.name, (game.beginning(),), played))
        false += [f"{game.name}: {each}" for each in findings_of(seen, 0)]
    kinds = {name: Seen() for name in names}
    wanted = {name: FOUL_KINDS[name] for name in names}
    for name, truth, found in put_in(map(Path, paths), rules_of, wanted, seed, times, sensed=seen_only):
        if truth is not None:
            kinds[name].count(truth, found)
    return Made(kinds, hands, false)


def lines(made: list[Made]) -> list[str]:
    """The table, a line for each kind, of all rulebooks together: how many were found, and the declared expectation."""
    left = left_without(())
    rows = [
        "| kind | a foul as | found | told as another foul of the same player | left to the judge | told of another player |",
        "| --- | --- | --- | --- | --- | --: |",
    ]
    for name in made[0].kinds:
        mine = [each.kinds[name] for each in made]
        rules = sorted({rule for each in mine for rule in each.rules})
        others = sum((each.as_another for each in mine), Counter[str]())
        cells = (
            f"`{name}`",
            ", ".join(f"`{rule}`" for rule in rules),
            f"{sum(each.found for each in mine)} of {sum(each.put for each in mine)}",
            ", ".join(f"`{rule}` {count}" for rule, count in others.most_common()),
            "yes" if rules and all(rule in left for rule in rules) else "",
            str(sum(len(each.false) for each in mine) or ""),
        )
        rows.append(f"| {' | '.join(cells)} |")
    hands, false = sum(each.hands for each in made), sum(len(each.false) for each in made)
    return [*rows, "", f"In {hands:,} hands in which nobody did anything wrong: {false} findings."]


def main() -> int:
    """Measure, print, and write if asked; returns 1 if a foul was found where there was none."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_games(parser, 20)
    parser.add_argument("--games", type=int, default=GAMES, help="that are judged undisturbed")
    parser.add_argument("--kinds", nargs="+", choices=tuple(FOUL_KINDS), default=tuple(FOUL_KINDS))
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    if args.write and len(args.kinds) < len(FOUL_KINDS):
        parser.error("--write: the table has all kinds")
    paths = drawn_games(parser, args)
    jobs = [(book, paths, args.seed, args.times, args.games) for book in BOOKS]
    with Pool(args.processes) as pool:
        made = pool.map(partial(of_book, names=args.kinds), jobs, 1)
    table = "\n".join(lines(made))
    print(table)
    false = [
        f"{book} {what}"
        for book, each in zip(BOOKS, made, strict=True)
        for what in (
            *each.false,
            *(f"{name}: {one}" for name, kind in each.kinds.items() for one in kind.false),
        )
    ]
    print(*false, sep="\n", file=sys.stderr)
    if args.write:
        run = f"--times {args.times} --seed {args.seed} --games {args.games}"
        write(PAGE, COMMAND, f"`python -m bench.docs.camera_fouls {run} --write`:\n\n{table}", check=False)
    return int(bool(false))


if __name__ == "__main__":
    sys.exit(main())
