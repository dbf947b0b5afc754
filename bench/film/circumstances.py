"""Circumstances of a real evening, each of which can be added to any film by its name; and what each costs.

``python -m bench.film.circumstances [--only NAME] [--acts N] [--seed N] [--keep FOLDER]`` films the same acts
(``bench/film/acts.py``) without and with each circumstance, and prints a line for each: wrong readings, fouls nobody
committed, questions, losses told and losses not told. Without ``--seed`` the checked-out commit's hash draws it.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from bench.film.acts import film_act
from bench.film.films import RECORDS
from bench.film.fresh import clean_commit, seed_of
from table_controller.simulation.world.gestures import Care
from table_controller.simulation.world.world import Thing
from vision.model.classifier import Classifier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bench.film.acts import ActKind
    from bench.film.filmed import Scene

CROOKED_DEG: Final = 12.0
DRIFT_MM: Final = 6.0
DROPPING: Final = 0.25
LEANING: Final = 0.12
WIDE_MM: Final = (2.0, 3.0)
ROLLING_MS: Final = 30.0
PAPERS: Final = (
    Thing(120.0, 388.0, 105.0, 148.0, 0.5, 86.0, (238, 241, 243)),
    Thing(-388.0, -120.0, 105.0, 148.0, 0.5, 3.0, (238, 241, 243)),
    Thing(388.0, 140.0, 74.0, 105.0, 0.5, -5.0, (170, 226, 240)),
    Thing(-130.0, -388.0, 74.0, 105.0, 0.5, 94.0, (238, 241, 243)),
)
"""Score sheets and slips on the rim, each a few centimetres over the felt; no marker is under one."""
CIRCUMSTANCES: Final[dict[str, Callable[[Scene], Scene]]] = {
    "none": lambda scene: scene,
    "small sensor": lambda scene: replace(scene, faults=replace(scene.faults, noise=7.0)),
    "focus hunting": lambda scene: replace(scene, faults=replace(scene.faults, focus_s=3.0)),
    "exposure steps": lambda scene: replace(scene, faults=replace(scene.faults, step_s=3.0)),
    "mirrored lamps": lambda scene: replace(scene, faults=replace(scene.faults, glare=90.0)),
    "patterned felt": lambda scene: replace(scene, look=replace(scene.look, pattern=0.2)),
    "worn tiles": lambda scene: replace(scene, look=replace(scene.look, wear=1.0)),
    "crooked tiles": lambda scene: replace(scene, care=Care(turn_deg=CROOKED_DEG, offset_mm=2.5)),
    "drifting ponds": lambda scene: replace(scene, care=replace(scene.care, drift_mm=DRIFT_MM)),
    "rolling arms": lambda scene: replace(scene, faults=replace(scene.faults, rolling_ms=ROLLING_MS)),
    "watches": lambda scene: replace(scene, look=replace(scene.look, watches=True)),
    "papers on the rim": lambda scene: replace(scene, things=PAPERS),
    "leaning tiles": lambda scene: replace(scene, care=replace(scene.care, leaning=LEANING)),
    "dropped tiles": lambda scene: replace(scene, care=replace(scene.care, dropping=DROPPING)),
    "uneven gaps": lambda scene: replace(scene, care=replace(scene.care, gaps_mm=WIDE_MM, touching=0.5)),
}
"""What is added to a scene, by name."""
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
        told = ", ".join(f"{what} {count}" for what, count in sums.items())
        print(f"{name}: {clean} of {len(acts)} acts without a fault; {told}", flush=True)
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
