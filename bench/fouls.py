"""How many of the fouls that are put into real games the referee finds, kind by kind.

``python -m bench.fouls [--games N] [--seed N] [--records FOLDER] [--write]``. Each kind is put once into each of N games by
each of the three rulebooks; ``--write`` puts the table into docs/rules.md.
"""

from __future__ import annotations

import argparse
import sys
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from referee.records.reader import read_record
from referee.ruleset import Ruleset
from table_controller.disturb.catalogue import KINDS
from table_controller.disturb_proof import BOOKS, LEAST, Tally, count, tally
from table_controller.replay import ruleset_of

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "rules.md"
BEGIN, END = "<!-- python -m bench.fouls --write -->", "<!-- end -->"
SHORT: Final = {"wrc-2015": "WRC", "riichi-mj": "MJ", "saikouisen-2025": "SAI"}

Job = tuple[str, list[str], int]


def measured(job: Job) -> dict[str, Tally]:
    """The tallies of one rulebook."""
    book, paths, seed = job
    judge = Ruleset.read(book)
    records = [read_record(Path(path)) for path in paths]
    rules = {record.path: ruleset_of(record).judged_by(judge) for record in records}
    return count(tally(records, rules, KINDS, seed))


def lines(tallies: dict[str, dict[str, Tally]]) -> list[str]:
    """The table, a line a kind."""
    made = [
        "| kind | found as | rulebooks | games | detected | missed | wrong |",
        "| --- | --- | --- | --: | --: | --: | --: |",
    ]
    for name in KINDS:
        mine = {book: tallies[book][name] for book in BOOKS}
        books = " ".join(SHORT[book] for book in BOOKS if mine[book].foul)
        rules = sorted({rule for each in mine.values() for rule in each.rules})
        sums = [
            sum(getattr(each, part) for each in mine.values())
            for part in ("games", "detected", "missed", "wrong")
        ]
        cells = [f"`{name}`", ", ".join(f"`{rule}`" for rule in rules), books, *map(str, sums)]
        made.append(f"| {' | '.join(cells)} |")
    return made


def main() -> int:
    """Measure, print, and write if asked: 1 if a kind is found too rarely."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=Path, default=ROOT.parent / "shared" / "records")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    paths = sorted(str(path) for path in (args.records / "games").glob("*.mjlog"))
    if not paths:
        print(f"no games in {args.records}", file=sys.stderr)
        return 2
    paths = paths[:: max(1, len(paths) // args.games)][: args.games]
    with Pool(len(BOOKS)) as pool:
        made = pool.map(measured, [(book, paths, args.seed) for book in BOOKS])
    tallies = dict(zip(BOOKS, made, strict=True))
    table = "\n".join(lines(tallies))
    print(table)
    rare = 0
    for book in BOOKS:
        for name, each in tallies[book].items():
            rare += each.detected < LEAST * each.games
            for text in each.examples:
                print(f"{book} {name}: {text}", file=sys.stderr)
    if args.write:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        after = rest.partition(END)[2]
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
    return 1 if rare else 0


if __name__ == "__main__":
    sys.exit(main())
