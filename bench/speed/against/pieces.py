"""The work that both trees do, each piece by name: prepared once in a folder, then done again and again.

Each tree has its own code for the pieces, which may change from release to release, but the work behind a piece's name
may not. A piece imports what it needs, so one that a tree cannot do does not affect the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.speed.measuring.commands import JANTAKU, run

if TYPE_CHECKING:
    Doing = Callable[[], float]
    """Does the work and returns its processor seconds."""

GAMES: Final = 6
ENTRIES: Final = 3_000
TILES: Final = 20_000
SEED: Final = 21


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _command(*arguments: str) -> Doing:
    """A command of the tree in which this process runs."""
    return lambda: run([*JANTAKU, *arguments], Path.cwd()).cpu_s


def tiles(_folder: Path) -> Doing:
    """Tiles read from their names."""
    from referee.tiles import NAMES, parse_tile

    names = [*NAMES] * (TILES // len(NAMES))
    return lambda: _timed(lambda: [parse_tile(name) for name in names])


def score(folder: Path) -> Doing:
    """12,000 hands from file to answers."""
    from bench.speed.samples.records import hands_file

    return _command("score", "--batch", str(hands_file(folder)))


def replay(folder: Path) -> Doing:
    """Recorded games, judged and compared."""
    from bench.speed.samples.records import game_files

    return _command("replay", *map(str, game_files(folder, GAMES)))


def version(_folder: Path) -> Doing:
    """The program's start."""
    return _command("--version")


def entry(folder: Path) -> Doing:
    """A hand decided, folded and journalled with full sync."""
    from bench.speed.figures.journals import Played
    from bench.speed.samples.played import one_hand
    from referee.journal.journal import Journal

    played, hand = Played(Journal(folder / "entry.sqlite")), one_hand()
    return lambda: played.entry_us(hand) * len(hand) / 1e6


def verified(folder: Path) -> Doing:
    """A journal read, checked and folded from its first entry."""
    from bench.speed.samples.played import fill
    from referee.journal.journal import Journal
    from referee.journal.verification import verify

    journal = Journal(folder / "verified.sqlite", synced=False)
    fill(journal, entries=ENTRIES)
    return lambda: _timed(lambda: verify(journal))


def frames(_folder: Path) -> Doing:
    """Frames of a table: the first, unchanged ones, and those with one changed zone."""
    from bench.seeing.cost import FrameCosts

    costs = FrameCosts(SEED)
    return lambda: sum(costs.round_ms()[name] for name in ("cold", "steady", "changed")) / 1000


PIECES: Final[dict[str, Callable[[Path], Doing]]] = {
    piece.__name__: piece for piece in (tiles, score, replay, version, entry, verified, frames)
}
