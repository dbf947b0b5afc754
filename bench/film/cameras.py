"""Films the same hands by one camera and by two, and compares losses, questions and cost.

``python -m bench.film.cameras [--games N] [--hands N] [--arms-mm MM] [--records FOLDER]``. The commit's hash draws the seed and games
that were never used, once per commit; the run is listed (``bench/film/fresh.py``). One camera hangs straight above the
table; two hang over opposite corners. People, obstacles, light and faults are the same.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2

from bench.film import fresh
from bench.film.filmed import film_game
from bench.film.films import RECORDS, say, scene_of
from bench.film.score import Score, score
from bench.film.tables import by_two
from referee.records.reader import read_record
from vision.model.classifier import Classifier


def compared(paths: Sequence[Path], seed: int, hands: int, arms_mm: float) -> tuple[Score, Score]:
    """The scores by one camera and by two, of all games together, with uninvolved arms at this height."""
    totals = Score(), Score()
    classifier = Classifier()
    for number, path in enumerate(paths):
        record, scene = read_record(path), replace(scene_of(number, seed), arms_mm=arms_mm)
        for total, each, cameras in zip(totals, (scene, by_two(scene)), ("one camera", "two"), strict=True):
            filmed = film_game(record, each, classifier, seed=seed + number, hands=hands)
            one = score(record, filmed, hands, path.stem)
            one.seconds = filmed.seconds["reading"]
            total.add(one)
            say(f"game {number}, {path.stem}, {cameras}: {told(one)}")
            for line in one.differences:
                say(f"  {line}")
    return totals


def told(one: Score) -> str:
    """The figures that two cameras may change."""
    return (
        f"hands without a wrong event {one.clean} of {one.hands}, followed without a question {one.followed}, "
        f"fouls found that nobody committed {one.fouls}, losses told {one.lost}, not told in time {one.silent}, "
        f"discards late by {one.late(0.5)} ms (half) and {one.late(0.95)} ms (95 %), {one.seconds:.1f} s of a core to read"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw, film, compare, list."""
    parser = argparse.ArgumentParser(prog="bench.film.cameras", description=__doc__)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--hands", type=int, default=1)
    parser.add_argument("--arms-mm", type=float, default=60.0, help="how high arms reach that play no part")
    parser.add_argument("--records", type=Path, default=RECORDS)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    runs = fresh.read_runs()
    try:
        names = [path.stem for path in options.records.glob("*.mjlog")]
        run = fresh.draw(fresh.clean_commit(), options.games, options.hands, names, runs)
    except fresh.NotFreshError as error:
        sys.stderr.write(f"bench.film.cameras: {error}\n")
        return 2
    fresh.write_runs([*runs, run])
    say(f"commit {run.commit} draws seed {run.seed} and {' '.join(run.games)}")
    outcome = fresh.BROKEN_OFF
    try:
        paths = [options.records / f"{name}.mjlog" for name in run.games]
        one, two = compared(paths, run.seed, options.hands, options.arms_mm)
        outcome = f"`bench.film.cameras`, other arms at {options.arms_mm:.0f} mm; by one camera: {told(one)}; by two: {told(two)}"
        say(outcome)
    finally:
        fresh.finish(run, outcome)
        fresh.write_page(fresh.read_runs())
    return 0


if __name__ == "__main__":
    sys.exit(main())
