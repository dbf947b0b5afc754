"""The work that both trees do, each piece by name: prepared once in a folder, then done again and again.

Only what a release has can be compared: a piece names nothing of a tree at the module's top, so that one which an older tree
cannot do leaves the others alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bench.speed.measuring.commands import JANTAKU, run
from referee.journal.verification import verify

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
    from referee.tiles import NAMES, parse_tile  # noqa: PLC0415 - see the module

    names = [*NAMES] * (TILES // len(NAMES))
    return lambda: _timed(lambda: [parse_tile(name) for name in names])


def score(folder: Path) -> Doing:
    """12,000 hands from file to answers."""
    from bench.speed.samples.records import hands_file  # noqa: PLC0415 - see the module

    return _command("score", "--batch", str(hands_file(folder)))


def replay(folder: Path) -> Doing:
    """Recorded games, judged and compared."""
    from bench.speed.samples.records import game_files  # noqa: PLC0415 - see the module

    return _command("replay", *map(str, game_files(folder, GAMES)))


def version(_folder: Path) -> Doing:
    """The program's start."""
    return _command("--version")


def entry(folder: Path) -> Doing:
    """A hand decided, folded and journalled with full sync."""
    from bench.speed.figures.journals import Played  # noqa: PLC0415 - see the module
    from bench.speed.samples.played import one_hand  # noqa: PLC0415
    from referee.journal.journal import Journal  # noqa: PLC0415

    played, hand = Played(Journal(folder / "entry.sqlite")), one_hand()
    return lambda: played.entry_us(hand) * len(hand) / 1e6


def verified(folder: Path) -> Doing:
    """A journal read, checked and folded from its first entry."""
    from bench.speed.samples.played import fill  # noqa: PLC0415 - see the module
    from referee.journal.journal import Journal  # noqa: PLC0415

    journal = Journal(folder / "verified.sqlite", synced=False)
    fill(journal, entries=ENTRIES)
    return lambda: _timed(lambda: verify(journal))


def frames(_folder: Path) -> Doing:
    """Frames of a table: the first, unchanged ones, and those with one changed zone."""
    from bench.seeing.cost import FrameCosts  # noqa: PLC0415 - see the module

    costs = FrameCosts(SEED)
    return lambda: sum(costs.round_ms()[name] for name in ("cold", "steady", "changed")) / 1000


PIECES: Final[dict[str, Callable[[Path], Doing]]] = {
    piece.__name__: piece for piece in (tiles, score, replay, version, entry, verified, frames)
}
