"""The cost of each circumstance of a real evening (``bench/film/evening.py``).

``python -m bench.film.circumstances [--only NAME] [--acts N] [--seed N] [--keep FOLDER]`` films the same acts
(``bench/film/acts.py``) without and with each circumstance, and prints a line for each: wrong readings, fouls nobody
committed, questions, losses reported and not reported. Without ``--seed`` it comes from the checked-out commit's hash.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2

from bench.film.acts import ActKind, film_act
from bench.film.evening import CIRCUMSTANCES
from bench.film.films import RECORDS
from bench.film.fresh import clean_commit, seed_of
from vision.model.classifier import Classifier

FILMED: Final[tuple[ActKind, ...]] = ("third row", "added kan")
"""The acts with the most tiles in ponds, and in corners."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Film the acts under each circumstance."""
    parser = argparse.ArgumentParser(prog="bench.film.circumstances", description=__doc__)
    parser.add_argument("--only", choices=CIRCUMSTANCES, action="append")
    parser.add_argument("--acts", type=int, default=3, help="of each kind")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--records", type=Path, default=RECORDS)
    parser.add_argument("--keep", type=Path, help="folder for pictures of wrong readings")
    options = parser.parse_args(arguments)
    seed = seed_of(clean_commit()) if options.seed is None else options.seed
    cv2.setNumThreads(1)
    paths, classifier = sorted(options.records.glob("*.mjlog")), Classifier()
    print(f"seed {seed}, {options.acts} acts of each kind: {', '.join(FILMED)}")
    for name in options.only or CIRCUMSTANCES:
        acts = [
            film_act(paths, kind, number, classifier, seed, under=CIRCUMSTANCES[name])
            for kind in FILMED
            for number in range(options.acts)
        ]
        sums = {
            what: sum(getattr(act, part) for act in acts)
            for what, part in (
                ("wrong readings", "wrong"),
                ("false fouls", "fouls"),
                ("questions", "questions"),
                ("losses told", "lost"),
                ("losses not told", "silent"),
            )
        }
        clean = sum(not act.faults for act in acts)
        text = ", ".join(f"{what} {count}" for what, count in sums.items())
        print(f"{name}: {clean} of {len(acts)} acts without a fault; {text}", flush=True)
        for act in acts:
            for fault in act.faults:
                print(f"  {act.name}: {fault}", flush=True)
            if options.keep is not None:
                options.keep.mkdir(parents=True, exist_ok=True)
                for file, jpeg in act.pictures.items():
                    (options.keep / f"{name.replace(' ', '-')}-{file}").write_bytes(jpeg)
    return 0


if __name__ == "__main__":
    sys.exit(main())
