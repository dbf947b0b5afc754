"""Films whole recorded games with hands, shadows, shake, flicker and obstacles, and turns the films into events.

``python -m bench.film.films [--fresh] [--games N] [--hands N] [--seed N] [--unit none] [--tables TABLE …] [--under
CIRCUMSTANCE …] [--jobs N]``. Prints how many events are right, how late they come and whether every loss of sight was
reported. The exit status is 1 if a figure is missed. With ``--fresh``, the commit's hash draws the seed and never-used
games, once per commit; the run is listed (``bench/film/fresh.py``). Only such a run measures how good vision is;
otherwise the games are always the same. ``--unit none`` films tables that have only a camera, ``--tables`` other tables
in turns, ``--laid`` tables of real tiles on photographed cloth (``bench/laid``), ``--under`` an evening with a
circumstance (``bench/film/evening.py``). With ``--enrolled`` the club of a laid film has learned its tiles from one
picture, as ``jantaku setup`` recommends. ``--jobs`` is the number of games filmed at once. ``--keep`` saves a picture
of every frame in which a reading was wrong. ``--write`` puts the list of runs into the notebook and films nothing.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import starmap
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from bench.film import fresh
from bench.film.evening import CIRCUMSTANCES
from bench.film.filmed import Filmed, Scene, film_game
from bench.film.laid import enrolled, laid
from bench.film.score import WITH_UNIT, WITHOUT_UNIT, Score, Wanted, score
from bench.film.tables import at_table, without_unit
from bench.laid.table import UNDER
from bench.stages.imaging import Faults
from referee.records.reader import read_record
from simulation.camera.lens import Light, Mount
from simulation.camera.look import Look, check_art
from simulation.camera.table_names import STANDARD
from simulation.camera.tables import TABLES
from vision.camera.camera import Frame
from vision.model.classifier import Classifier
from vision.sightings import Sighting

ROOT: Final = Path(__file__).resolve().parents[2]
RECORDS: Final = ROOT.parent / "shared" / "records" / "games"
FELTS: Final = ((84.0, 104.0, 30.0), (96.0, 66.0, 30.0), (46.0, 32.0, 104.0), (70.0, 92.0, 22.0))
"""Green, blue, red, a lighter green."""
HALVES: Final = ("working", "apart")
OUR_UNIT, NO_UNIT = UNITS = ("jantaku", "none")
BACKS: Final = (
    ((50, 160, 225), (165, 90, 30)),
    ((60, 120, 40), (40, 150, 220)),
    ((150, 60, 120), (30, 90, 200)),
)


def scene_of(number: int, seed: int, art: Path | None = None, art_top: float = 0.0) -> Scene:
    """The setting of a game: another camera, another light and other chairs each time."""
    rng = np.random.default_rng([seed, number, 15])
    mount = Mount(
        height_mm=float(rng.uniform(1350, 1550)),
        aside_mm=(float(rng.uniform(-50, 50)), float(rng.uniform(-60, 70))),
        roll_deg=float(rng.uniform(-1.5, 1.5)),
        scale=float(rng.uniform(1.66, 1.72)),
        bend=(
            float(rng.uniform(-0.12, 0.02)),
            float(rng.uniform(-0.02, 0.04)),
            *rng.normal(0, 5e-4, 2).tolist(),
            0.0,
        ),
        off_px=(float(rng.uniform(-12, 12)), float(rng.uniform(-12, 12))),
    )
    light = Light(
        x_mm=float(rng.uniform(-400, 400)),
        y_mm=float(rng.uniform(-400, 400)),
        room=float(rng.uniform(0.78, 0.9)),
        lamp=float(rng.uniform(0.08, 0.2)),
    )
    look = Look(
        art=art,
        art_top=art_top,
        backs=BACKS[number % len(BACKS)],
        felt=FELTS[int(rng.integers(len(FELTS)))] if number % 2 else FELTS[0],
    )
    first = int(rng.integers(4))
    a, b, c, d = ((first + seat) % 4 for seat in range(4))
    return Scene(mount, light, look, Faults(mains_hz=(50, 60)[number % 2]), chairs=(a, b, c, d))


def film(options: argparse.Namespace, number: int, path: Path) -> Score:
    """Film and score one game."""
    cv2.setNumThreads(1)
    record = read_record(path)
    scene = scene_of(number, options.seed, options.art, options.art_top)
    place = table_of(options, number)
    scene = laid(scene, place, options.laid) if options.laid else at_table(scene, place)
    if options.unit == NO_UNIT:
        scene = without_unit(scene)
    for name in options.under:
        scene = CIRCUMSTANCES[name](scene)
    keeper = None if options.keep is None else Keeper(options.keep, path.stem)
    looked = None if keeper is None else keeper.look
    seed = options.seed + number
    classifier = Classifier(enrolled=enrolled(seed, options.laid) if options.enrolled else None)
    filmed = film_game(record, scene, classifier, seed=seed, hands=options.hands, looked=looked)
    if keeper is not None:
        keeper.keep(filmed)
    return score(record, filmed, options.hands, path.stem)


def table_of(options: argparse.Namespace, number: int) -> str:
    """The table at which a game is filmed; of a laid film its circumstance."""
    if options.laid:
        return str(options.only[number % len(options.only)])
    return str(options.tables[number % len(options.tables)])


class Keeper:
    """Keeps pictures in which a reading was wrong."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._pictures: dict[int, bytes] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def look(self, frame: Frame, sightings: list[Sighting]) -> None:
        """Take a picture of each frame that settled something; only a few are kept in the end."""
        if len(sightings) > 1:
            good, jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            if good:
                self._pictures[frame.at_ms] = jpeg.tobytes()

    def keep(self, filmed: Filmed) -> None:
        """Write the pictures of wrong readings."""
        for wrong in [] if filmed.losses is None else filmed.losses.misread:
            if wrong.at_ms in self._pictures:
                zone = str(wrong.zone).replace("/", "")
                file = self._folder / f"{self._name}-{wrong.at_ms}-{zone}.jpg"
                file.write_bytes(self._pictures[wrong.at_ms])


def chosen(records: Path, games: int) -> list[Path]:
    """This many games, spread evenly over all."""
    paths = sorted(records.glob("*.mjlog"))
    return paths[:: max(1, len(paths) // games)][:games]


def prove(
    paths: Sequence[Path],
    options: argparse.Namespace,
    say: Callable[[str], None],
    first: int = 0,
) -> dict[str, Score]:
    """Film all games, ``options.jobs`` of them at once; ``first`` is the number of the first one, which chooses its scene.

    Returns:
        The scores by table.
    """
    scores: dict[str, Score] = {}

    def add(number: int, one: Score) -> None:
        scores.setdefault(table_of(options, number), Score()).add(one)
        # An interrupted run has printed what it found so far.
        say(f"game {number}, {paths[number - first].stem}, {table_of(options, number)}")
        for line in [*one.lines(wanted_of(options)), *one.differences]:
            say(f"  {line}")

    games = list(enumerate(paths, first))
    if options.jobs == 1:
        for number, one in enumerate(starmap(partial(film, options), games), first):
            add(number, one)
        return scores
    with ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn")) as pool:
        for number, one in enumerate(pool.map(partial(film, options), *zip(*games, strict=True)), first):
            add(number, one)
    return scores


def wanted_of(options: argparse.Namespace) -> Wanted:
    """Return the required scores."""
    return WITHOUT_UNIT if options.unit == NO_UNIT else WITH_UNIT


def whole(scores: Mapping[str, Score]) -> Score:
    """The scores of all tables together."""
    total = Score()
    for one in scores.values():
        total.add(one)
    return total


def outcome_of(scores: Mapping[str, Score], options: argparse.Namespace) -> str:
    """The figures and missed requirements in words; of several tables, those of each too."""
    total = whole(scores)
    figures = [*total.figures(), *(f"missed: {line}" for line in total.missed(wanted_of(options)))]
    if len(scores) > 1:
        figures += [f"{name}: {one.clean} and {one.followed} of {one.hands}" for name, one in scores.items()]
    what = "only the camera tells: " if options.unit == NO_UNIT else ""
    what += f"{round(total.film_s / 60, 1)} minutes laid from real tiles: " if options.laid else ""
    what += "tiles enrolled: " if options.enrolled else ""
    what += "".join(f"{name}: " for name in options.under)
    at = "" if list(scores) == [STANDARD] or len(scores) > 1 else f"at the table {next(iter(scores), '')}: "
    return what + at + "; ".join(figures)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(prog="bench.film.films", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="games never used, drawn by the commit's hash")
    parser.add_argument("--write", action="store_true", help="put the list of runs into the notebook")
    parser.add_argument("--unit", choices=UNITS, default=OUR_UNIT, help="none: only the camera tells")
    parser.add_argument("--tables", choices=TABLES, nargs="+", default=[STANDARD], metavar="TABLE")
    parser.add_argument("--under", choices=CIRCUMSTANCES, nargs="+", default=[], metavar="CIRCUMSTANCE")
    parser.add_argument("--laid", choices=HALVES, help="real tiles of this half of the photographs")
    parser.add_argument(
        "--enrolled", action="store_true", help="the tiles of laid films were enrolled before"
    )
    parser.add_argument("--only", choices=UNDER, nargs="+", default=list(UNDER), help="of laid films")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--hands", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--records", type=Path, default=RECORDS)
    parser.add_argument("--art", type=Path, help="folder of faces to print on the tiles")
    parser.add_argument("--art-top", type=float, default=0.0, help="share of them that shows the side")
    parser.add_argument("--keep", type=Path, help="folder for pictures of wrong readings")
    options = parser.parse_args(arguments)
    if options.enrolled and not options.laid:
        parser.error("--enrolled needs --laid: rendered tiles are drawn as the network knows them")
    return options


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Film, compare, print."""
    options = parsed(arguments)
    if options.write:
        fresh.write_page(fresh.read_runs())
        return 0
    if options.art is not None:
        check_art(options.art)
    paths = chosen(options.records, options.games)
    if not paths:
        sys.stderr.write(f"bench.film.films: no records in {options.records}\n")
        return 2
    if options.fresh:
        try:
            return film_fresh(options)
        except fresh.NotFreshError as error:
            sys.stderr.write(f"bench.film.films: {error}\n")
            return 2
    return told(prove(paths, options, say), options)


def film_fresh(options: argparse.Namespace) -> int:
    """Draw never-used games, list them, film them, and record the outcome, whatever it is.

    Raises:
        NotFreshError: nothing can be drawn.
    """
    runs = fresh.read_runs()
    records = [path.stem for path in options.records.glob("*.mjlog")]
    run = fresh.draw(fresh.clean_commit(), options.games, options.hands, records, runs)
    fresh.write_runs([*runs, run])
    options.seed = run.seed
    say(f"commit {run.commit} draws seed {run.seed} and {' '.join(run.games)}")
    outcome = fresh.BROKEN_OFF
    try:
        scores = prove([options.records / f"{name}.mjlog" for name in run.games], options, say)
        outcome = outcome_of(scores, options)
        return told(scores, options)
    except BaseException as error:
        outcome = f"{fresh.BROKEN_OFF}: {type(error).__name__}: {error}"
        raise
    finally:
        fresh.finish(run, outcome)
        fresh.write_page(fresh.read_runs())


def told(scores: Mapping[str, Score], options: argparse.Namespace) -> int:
    """Print the figures of a run, table by table and together; return 1 if one is missed."""
    say(f"seed {options.seed}")
    if len(scores) > 1:
        for name, one in scores.items():
            for line in (name, *one.lines(wanted_of(options))):
                say(line)
    total, wanted = whole(scores), wanted_of(options)
    for line in total.lines(wanted):
        say(line)
    for line in total.missed(wanted):
        say(f"MISSED {line}")
    return 1 if total.missed(wanted) else 0


if __name__ == "__main__":
    sys.exit(main())
