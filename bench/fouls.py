"""Measures how many of the fouls put into real games the referee finds, kind by kind.

``python -m bench.fouls [--times N] [--seed N] [--kinds KIND …] [--records FOLDER] [--write]``. Each kind is put N times into
random games by each of the three rulebooks that knows it; ``--write`` puts the table, and the command that made it, into
the notebook.
"""

import argparse
import sys
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from bench.foul_proof import BOOKS, LEAST, ROOT, Tally, add_games, count, drawn_games, put_in
from referee.records.neutral.record import GameRecord
from referee.rules.ruleset import Ruleset
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of

PAGE: Final = ROOT / "bench" / "results" / "notebook" / "fouls.md"
BEGIN, END = "<!-- python -m bench.fouls --write -->", "<!-- end -->"
SHORT: Final = {"wrc-2015": "WRC", "riichi-mj": "MJ", "saikouisen-2025": "SAI"}

Job = tuple[str, list[str], list[str], int, int]


def of_book(job: Job) -> dict[str, Tally]:
    """The tallies of one rulebook."""
    book, paths, kinds, seed, times = job
    judge = Ruleset.read(book)

    def rules_of(record: GameRecord) -> Ruleset:
        return ruleset_of(record).judged_by(judge)

    return count(put_in(map(Path, paths), rules_of, kinds, seed, times))


def lines(tallies: dict[str, dict[str, Tally]]) -> list[str]:
    """The table, a line a kind: detected of put, by each rulebook that knows the foul."""
    made = [
        f"| kind | found as | {' | '.join(SHORT[book] for book in BOOKS)} | missed | wrong |",
        "| --- | --- | --- | --- | --- | --: | --: |",
    ]
    for name in FOUL_KINDS:
        mine = [tallies[book][name] for book in BOOKS]
        rules = sorted({rule for each in mine for rule in each.rules})
        shares = [f"{each.detected}/{each.put}" if each.foul else "" for each in mine]
        missed, wrong = sum(each.missed for each in mine), sum(each.wrong for each in mine)
        cells = [f"`{name}`", ", ".join(f"`{rule}`" for rule in rules), *shares, str(missed), str(wrong)]
        made.append(f"| {' | '.join(cells)} |")
    put = sum(each.put for book in BOOKS for each in tallies[book].values())
    detected = sum(each.detected for book in BOOKS for each in tallies[book].values())
    return [*made, "", f"{detected:,} of {put:,} in all."]


def main() -> int:
    """Measure, print, and write if asked; returns 1 if a kind is found too rarely."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_games(parser, 20)
    parser.add_argument(
        "--kinds", nargs="+", default=list(FOUL_KINDS), choices=list(FOUL_KINDS), metavar="KIND"
    )
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    paths = drawn_games(parser, args)
    jobs = [(book, paths, args.kinds, args.seed, args.times) for book in BOOKS]
    tallies = {}
    with Pool(args.processes) as pool:
        for book, made in zip(BOOKS, pool.imap(of_book, jobs), strict=True):
            tallies[book] = made
            detected, put = (
                sum(getattr(each, part) for each in made.values()) for part in ("detected", "put")
            )
            print(f"{book}: {detected:,} of {put:,}", file=sys.stderr, flush=True)
    table = "\n".join(lines(tallies))
    print(table)
    rare = 0
    for book in BOOKS:
        for name, each in tallies[book].items():
            rare += each.detected < LEAST * each.put
            for text in each.examples:
                print(f"{book} {name}: {text}", file=sys.stderr)
    if args.write:
        command = f"`python -m bench.fouls --times {args.times} --seed {args.seed} --write`"
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{command}:\n\n{table}\n{END}{after}", encoding="utf-8")
    return 1 if rare else 0


if __name__ == "__main__":
    sys.exit(main())
