"""Measures how sensitive vision is to its thresholds: kept films are read again with each a quarter smaller and larger.

``python -m bench.film.sensitivity [--fresh] [--hands N] [--minutes N] [--records NAME …] [--only NAME …] [--write]
[--go-on FILE]``. First hands of recorded games are filmed once. The unit's signals, the frames and the results of the
costly stages are kept (``bench/film/kept.py``), so that reading a hand again takes some six seconds. It prints the
changes: wrong events, findings, questions to the judge, losses reported, delays of discards. A threshold that has
changed nothing so far is also tried at a quarter and at four times its value, then in the next hand. ``--fresh``: the
commit's hash draws a dozen games that were never used; the ``--hands`` shortest of their first hands are taken. The run
is listed with the mistakes in each hand (``bench/film/fresh.py``), even if it is broken off. ``--minutes`` stops it
after this time. ``--go-on FILE`` keeps its progress in a file, from which a stopped run goes on; without the file a run
begins. A hand that was not finished is filmed again, which takes a minute. ``--write`` puts the table into the
notebook.
"""

from __future__ import annotations

import argparse
import importlib
import json
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import cv2
import numpy as np

from bench.film import fresh
from bench.film.films import RECORDS, ROOT, scene_of
from bench.film.kept import AgainTable, kept_hand, remembering
from bench.film.score import score
from bench.stages.jump_loop import in_table_time
from referee.records.reader import read_record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bench.film.kept import Kept

PAGE: Final = ROOT / "bench" / "results" / "notebook" / "thresholds.md"
BEGIN: Final = "<!-- python -m bench.film.sensitivity --write -->"
END: Final = "<!-- end of the thresholds -->"
HANDS: Final = ("1a97ef748e42", "be93ecf60534")
"""Short ones, with calls and a riichi between them."""
DRAWN: Final = 12
QUARTERS: Final = (0.75, 1.25)
MUCH: Final = (0.25, 4.0)
THRESHOLDS: Final[dict[str, tuple[str, ...]]] = {
    "vision.reading.reading": ("UNSURE", "ALIKE", "KNOWN_MM"),
    "vision.reading.walls": ("COVERED", "LEAST_LEAN_MM"),
    "vision.tracking.votes": ("SURE", "MOST_FRAMES"),
    "vision.tracking.counting": ("CLEAR",),
    "vision.tracking.zone_watch": ("LOST_AFTER_MS", "REFUSED_MS", "UNEXPLAINED_MM2"),
    "vision.tracking.next_tile": ("ARRIVED", "AS_IT_WAS"),
    "vision.tracking.moves": ("STAYED_MM", "SAME_PLACE_MM"),
    "vision.tracking.dating": ("OTHER_SHARE",),
    "vision.change.occlusion": (
        "DIFFERENT",
        "MOVING_PX",
        "CHANGED_PX",
        "COVERED_PX",
        "EDGE_MM",
        "RESTING_MS",
    ),
    "vision.change.exposure": ("SAME_GAIN", "AGREEING", "AGREEING_SHARE"),
    "vision.change.drift": ("LEAST_LIKENESS", "DRIFT_PX"),
    "vision.reading.felt": ("HUE_SHARE", "NOISE", "ZONE_HUE_SHARE"),
    "vision.reading.rows": ("TILE_COST", "SEAM_WORTH", "SIDE_COST", "STEEP", "EDGE", "LEAST_COVER"),
    "vision.melds": ("APART", "TORN"),
    "vision.reading.tiles": ("HAND_BREAK_MM", "LEAST_LIKE"),
}
"""The thresholds that decide whether an event is reported, or when."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of the hands.

    Attributes:
        wrong: events that are wrong or missed.
        lost: losses of sight that vision reported.
        late_ms: delays within which half of the discards, and 95 %, were reported.
    """

    wrong: int
    fouls: int
    asked: int
    lost: int
    late_ms: tuple[int, int]

    def in_words(self) -> str:
        """Return the mistakes in words."""
        return (
            f"{self.wrong} wrong, {self.fouls} false findings, {self.asked} questions, {self.lost} losses; "
            f"discards late by {self.late_ms[0]} and {self.late_ms[1]} ms"
        )

    def against(self, usual: Outcome) -> str:
        """The differences from the usual outcome, in words; empty if there are none."""
        said = [
            f"{now - then:+d} {what}"
            for now, then, what in (
                (self.wrong, usual.wrong, "wrong"),
                (self.fouls, usual.fouls, "false findings"),
                (self.asked, usual.asked, "questions"),
                (self.lost, usual.lost, "losses"),
            )
            if now != then
        ]
        half, most = (now - then for now, then in zip(self.late_ms, usual.late_ms, strict=True))
        if (half, most) != (0, 0):
            said.append(f"{half:+d}/{most:+d} ms")
        return ", ".join(said)


def read_again(kept: Kept) -> Outcome:
    """The outcome of a hand with the current thresholds."""
    table = AgainTable(kept)
    in_table_time(table.play)
    made = score(kept.record, table.filmed, 1, kept.name)
    half, most = (int(each) for each in np.percentile(made.late_ms or [0], (50, 95)))
    return Outcome(made.corrections, made.fouls, len(table.filmed.asked), table.lost, (half, most))


def shown(value: Any) -> str:
    """A value as the table has it."""
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def scaled(value: Any, by: float) -> Any:
    """A threshold, or each of several, times a factor; a whole number changes by at least one."""
    if isinstance(value, tuple):
        return tuple(scaled(each, by) for each in value)
    if isinstance(value, int):
        return max(0, value + (1 if by > 1 else -1) * max(1, round(abs(by - 1) * value)))
    return value * by


@contextmanager
def threshold(module: str, name: str, value: Any) -> Iterator[None]:
    """Temporarily give a threshold another value in every module that imported it."""
    home = importlib.import_module(module)
    usual = getattr(home, name)
    holders = [
        each
        for path, each in list(sys.modules.items())
        if path.startswith("vision.") and getattr(each, name, None) is usual
    ]
    for each in holders:
        setattr(each, name, value)
    try:
        yield
    finally:
        for each in holders:
            setattr(each, name, usual)


@dataclass(slots=True)
class Trial:
    """A threshold, and the effects of other values of it.

    Attributes:
        changes: the changes for each factor; empty if there are none.
        tried: for each factor the newest hand that was read with it.
    """

    module: str
    name: str
    changes: dict[float, str] = field(default_factory=dict)
    tried: dict[float, int] = field(default_factory=dict)

    @property
    def value(self) -> Any:
        return getattr(importlib.import_module(self.module), self.name)

    def on(self, number: int, kept: Kept, usual: Outcome, factors: Sequence[float]) -> None:
        """Read a hand again with the factors that changed nothing so far."""
        for by in factors:
            if self.changes.get(by) or self.tried.get(by, 0) >= number:
                continue
            with threshold(self.module, self.name, scaled(self.value, by)):
                try:
                    change = read_again(kept).against(usual)
                except Exception as error:  # noqa: BLE001 - a value that cannot be is an outcome like another
                    change = type(error).__name__
            self.changes[by] = f"hand {number}: {change}" if change else ""
            self.tried[by] = number

    def row(self) -> str:
        """Its row of the table."""
        cells = ((self.changes[by] or "nothing") if by in self.changes else "" for by in (*QUARTERS, *MUCH))
        return f"| `{self.module.removeprefix('vision.')}.{self.name}` | {shown(self.value)} | {' | '.join(cells)} |"


class AnotherRunError(ValueError):
    """An error: the stored progress is of another run than the one to be continued; the text says why."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A run that can go on later.

    Attributes:
        run: the commit under test, the seed and the games; its outcome counts only in the list of fresh games.
        finished: the number of hands in which everything was tried.
        hands: the mistakes in each hand that was read.
        trials: of each threshold.
    """

    run: fresh.Run
    finished: int
    hands: tuple[str, ...]
    trials: tuple[Trial, ...]

    def keep(self, file: Path) -> None:
        """Write it whole or not at all."""
        new = file.with_name(file.name + ".new")
        new.write_text(json.dumps(asdict(self)), encoding="utf-8")
        new.replace(file)

    @classmethod
    def kept(cls, file: Path) -> Progress:
        """Return the stored progress of a run."""
        told = json.loads(file.read_text(encoding="utf-8"))
        run = fresh.Run(**{**told["run"], "games": tuple(told["run"]["games"])})
        trials = tuple(
            Trial(
                one["module"],
                one["name"],
                {float(by): change for by, change in one["changes"].items()},
                {float(by): number for by, number in one["tried"].items()},
            )
            for one in told["trials"]
        )
        return cls(run, told["finished"], tuple(told["hands"]), trials)


class Table:
    """The table so far: hands and their usual outcomes, and a row for each threshold.

    Attributes:
        hands: the hands read with the usual thresholds, and the mistakes in each.
        finished: the number of them in which everything was tried.
    """

    def __init__(
        self,
        run: fresh.Run,
        trials: Sequence[Trial],
        *,
        write: bool,
        keep: Path | None = None,
        begun: Progress | None = None,
    ) -> None:
        self.hands: list[str] = list(begun.hands) if begun else []
        self.finished = begun.finished if begun else 0
        self._run = run
        self._trials = trials
        self._write = write
        self._keep = keep

    def hand(self, number: int, kept: Kept, usual: Outcome) -> None:
        """Record a hand that was read with the usual thresholds.

        Raises:
            AnotherRunError: it was read before, with another outcome.
        """
        line = f"hand {number}, {kept.name}: {usual.in_words()}"
        if len(self.hands) < number:
            self.hands.append(line)
        elif self.hands[number - 1] != line:
            raise AnotherRunError(f"now {line}; before {self.hands[number - 1]}")
        self.show(line)

    def finish_hand(self) -> None:
        """Record that everything was tried in one more hand."""
        self.finished += 1
        self._keep_progress()

    def _keep_progress(self) -> None:
        if self._keep:
            Progress(self._run, self.finished, tuple(self.hands), tuple(self._trials)).keep(self._keep)

    def outcome(self) -> str:
        """Return the summary of the run: the number of trials, and the mistakes in each hand."""
        tried = sum(set(QUARTERS) <= one.changes.keys() for one in self._trials)
        what = f"{tried} of {len(self._trials)} thresholds tried at ± 25 % (`bench.film.sensitivity`)"
        return "; ".join([what, *self.hands])

    def show(self, news: str) -> None:
        """Print what is new, and write the table."""
        sys.stdout.write(news + "\n")
        sys.stdout.flush()
        self._keep_progress()
        if self._write:
            head = ["| threshold | value | 25 % smaller | 25 % larger | a quarter | four times |"]
            write(
                [
                    heading(self._run),
                    *(f"* {line}" for line in self.hands),
                    "",
                    *head,
                    "| --- | --- | --- | --- | --- | --- |",
                    *(one.row() for one in self._trials),
                ]
            )


def try_all(
    hands: Iterable[Kept], trials: Sequence[Trial], table: Table, until_s: float = float("inf")
) -> bool:
    """Fill the table: each hand is read with the values that changed nothing in the hands before it.

    Args:
        hands: the unfinished ones; each is filmed when it is needed.
        trials: the thresholds.
        table: shows what is found.
        until_s: of ``time.monotonic``: nothing more is tried after it.

    Returns:
        Whether everything was tried.
    """
    for number, kept in enumerate(hands, table.finished + 1):
        usual = read_again(kept)
        table.hand(number, kept, usual)
        for factors in (QUARTERS, MUCH):
            for one in trials:
                if factors == MUCH and any(one.changes.values()):
                    continue
                if time.monotonic() >= until_s:
                    return False
                one.on(number, kept, usual, factors)
                table.show(one.row())
        table.finish_hand()
    return True


def drawn_hands(count: int) -> fresh.Run:
    """The games with the shortest first hands, of a dozen never-used ones that the commit draws."""
    runs = fresh.read_runs()
    records = [path.stem for path in sorted(RECORDS.glob("*.mjlog"))]
    run = fresh.draw(fresh.clean_commit(), DRAWN, 1, records, runs)
    acts = {name: len(read_record(RECORDS / f"{name}.mjlog").hands[0].acts) for name in run.games}
    run = replace(run, games=tuple(sorted(run.games, key=acts.__getitem__)[:count]))
    fresh.write_runs([*runs, run])
    return run


def main(arguments: Sequence[str] | None = None) -> int:
    """Film, try, print."""
    parser = argparse.ArgumentParser(prog="bench.film.sensitivity", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="hands never used, drawn by the commit's hash")
    parser.add_argument("--hands", type=int, default=3, help="this many of them")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so many")
    parser.add_argument("--records", nargs="*", default=list(HANDS), help="names of records")
    parser.add_argument("--only", nargs="*", help="names of thresholds")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", help="for the pictures while it runs; default: that for temporary files")
    parser.add_argument("--write", action="store_true", help="put the table into the notebook")
    parser.add_argument("--go-on", type=Path, help="file of a run that goes on, or of one that begins")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    begun = Progress.kept(options.go_on) if options.go_on and options.go_on.exists() else None
    if begun:
        if begun.run.commit != commit():
            raise AnotherRunError(f"{options.go_on} is of commit {begun.run.commit[:12]}: check that one out")
        run, trials = begun.run, list(begun.trials)
    else:
        chosen = fresh.Run(commit(), options.seed, 1, tuple(options.records), fresh.BROKEN_OFF)
        run = drawn_hands(options.hands) if options.fresh else chosen
        trials = [
            Trial(module, name)
            for module, every in THRESHOLDS.items()
            for name in every
            if options.only is None or name in options.only
        ]
    table = Table(run, trials, write=options.write, keep=options.go_on, begun=begun)
    began, until_s = time.process_time(), time.monotonic() + 60 * options.minutes
    outcome = fresh.BROKEN_OFF
    try:
        # Pictures of a hand take about 1.5 GB.
        with tempfile.TemporaryFile(dir=options.folder) as file, remembering():
            hands = (
                kept_hand(RECORDS / f"{name}.mjlog", scene_of(number, run.seed), run.seed + number, file)
                for number, name in enumerate(run.games)
                if number >= table.finished
            )
            whole = try_all(hands, trials, table, until_s)
        outcome = table.outcome() if whole else f"stopped by the clock: {table.outcome()}"
    except BaseException as error:
        outcome = f"{fresh.BROKEN_OFF}: {type(error).__name__}: {error}; {table.outcome()}"
        raise
    finally:
        if any(replace(each, outcome=run.outcome) == run for each in fresh.read_runs()):
            fresh.finish(run, outcome)
            fresh.write_page(fresh.read_runs())
    sys.stdout.write(f"{(time.process_time() - began) / 60:.0f} minutes of a core\n{outcome}\n")
    return 0


def heading(run: fresh.Run) -> str:
    """The table's first line: the commit under test, which also drew the games, if any were drawn."""
    return f"On {datetime.now(UTC):%Y-%m-%d}, commit `{run.commit[:12]}`, seed {run.seed}:"


def commit() -> str:
    """The hash of the commit that is checked out."""
    words = ["git", "rev-parse", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()


def write(lines: Sequence[str]) -> None:
    """Put the results so far into the page."""
    page = PAGE.read_text()
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text("\n".join((before + BEGIN, *lines, END + after)))


if __name__ == "__main__":
    sys.exit(main())
