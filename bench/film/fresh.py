"""Draws games that never served to find a fault, once per commit and by its hash, and lists them with their outcome.

``film_runs.jsonl`` has a line for each run, failures included; a game listed there is no longer fresh. The notebook
shows the same list.
"""

import hashlib
import json
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
RUNS: Final = ROOT / "bench" / "film" / "film_runs.jsonl"
PAGE: Final = ROOT / "bench" / "results" / "notebook" / "films.md"
BEGIN, END = "<!-- python -m bench.film.films --write -->", "<!-- end of the runs -->"
BROKEN_OFF: Final = "broken off"


class NotFreshError(ValueError):
    """Such a run would prove nothing; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run: games that were filmed, or used in another way to find faults.

    Attributes:
        commit: the commit whose hash drew them; empty if somebody chose them.
        seed: of scenes and people.
        hands: of each game.
        games: names of their records.
        outcome: the result in words.
    """

    commit: str
    seed: int
    hands: int
    games: tuple[str, ...]
    outcome: str


def read_runs(file: Path = RUNS) -> list[Run]:
    """All runs so far, the oldest first."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    runs = []
    for line in lines:
        data = json.loads(line)
        runs.append(Run(**{**data, "games": tuple(data["games"])}))
    return runs


def write_runs(runs: Iterable[Run], file: Path = RUNS) -> None:
    """Write the list anew."""
    file.write_text("".join(json.dumps(asdict(run)) + "\n" for run in runs), encoding="utf-8")


def used(runs: Iterable[Run]) -> frozenset[str]:
    """The games that are no longer fresh."""
    return frozenset(name for run in runs for name in run.games)


def clean_commit(folder: Path = ROOT) -> str:
    """The hash of the commit that is checked out.

    Raises:
        NotFreshError: the working tree differs from it.
    """

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout

    if changed := git("status", "--porcelain"):
        raise NotFreshError(f"fresh games are drawn by a commit; commit or remove first:\n{changed}")
    return git("rev-parse", "HEAD").strip()


def draw(commit: str, games: int, hands: int, records: Sequence[str], runs: Sequence[Run]) -> Run:
    """The games that a commit's hash draws from those never used, and the seed.

    Raises:
        NotFreshError: this commit has drawn before, or too few games are left.
    """
    if any(run.commit == commit for run in runs):
        raise NotFreshError(f"{commit[:12]} has drawn its games; each commit draws once")
    left = sorted(frozenset(records) - used(runs))
    if len(left) < games:
        raise NotFreshError(f"{len(left)} games were never used, {games} are asked for")
    drawn = tuple(Random(_number(commit)).sample(left, games))
    return Run(commit, seed_of(commit), hands, drawn, BROKEN_OFF)


def seed_of(commit: str) -> int:
    """The seed that a commit's hash draws."""
    return _number(commit) % 1_000_000


def _number(commit: str) -> int:
    return int.from_bytes(hashlib.sha256(commit.encode()).digest())


def finish(run: Run, outcome: str, file: Path = RUNS) -> None:
    """Record the outcome of a run in the list."""
    write_runs(
        (replace(each, outcome=outcome) if each.commit == run.commit else each for each in read_runs(file)),
        file,
    )


def lines(runs: Sequence[Run]) -> list[str]:
    """The list as a table, and the names of all games in it."""
    made = ["| drawn by commit | seed | games, hands each | outcome |", "| --- | --: | --- | --- |"]
    for run in runs:
        commit = f"`{run.commit[:12]}`" if run.commit else "chosen"
        size = f"{len(run.games)}, {run.hands}" if run.hands else f"{len(run.games)}"
        made.append(
            f"| {commit} | {run.seed or ''} | {size} | {' '.join(run.outcome.split()).replace('|', '/')} |"
        )
    names = sorted(used(runs))
    return [*made, "", f"{len(names)} games are used: {' '.join(names)}."]


def write_page(runs: Sequence[Run], page: Path = PAGE) -> None:
    """Put the list into the page."""
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    made = "\n".join(lines(runs))
    page.write_text(f"{before}{BEGIN}\n{made}\n{END}{after}", encoding="utf-8")
