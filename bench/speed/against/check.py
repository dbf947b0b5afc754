"""Fails if this tree is slower than the last release: ``python -m bench.speed.against.check [--only PIECE] [--release COMMIT]``.

Both trees do each piece of work in turn, ten times, each time in new processes of one hash seed. A piece fails if this tree
takes more than 15 % longer than the release even at the lower end of the confidence interval of the ratio; the machine's
noise alone does not make it fail.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from bench.speed.against.pieces import PIECES
from bench.speed.against.trees import NoReleaseError, last_release, tree_of
from bench.speed.measuring.commands import ROOT, own_environment
from bench.speed.measuring.interval import Interval, interval

ALTERNATIONS: Final = 10
MOST_SLOWER: Final = 0.15


class NotDoneError(Exception):
    """A tree cannot do a piece of work; the text says why."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A piece of work in both trees: the time of this one in units of the other's."""

    piece: str
    ratio: Interval

    @property
    def slower(self) -> bool:
        """True if this tree is slower by more than is allowed, beyond the noise."""
        return self.ratio.low > 1 + MOST_SLOWER

    def __str__(self) -> str:
        text = f"{self.piece:10} {self.ratio.median:.3f} times the release ({self.ratio.low:.3f} to {self.ratio.high:.3f})"
        return text + "  SLOWER" * self.slower


class _Worker:
    """The process of a tree and a piece of work.

    Args:
        hash_seed: of the process and of what it starts.
        errors: takes its error stream; a file, because nobody empties a pipe while the piece is done.
    """

    def __init__(self, tree: Path, piece: str, hash_seed: int, errors: IO[bytes]) -> None:
        self._said = f"{piece} in {tree}"
        self._errors = errors
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.speed.against.worker", piece],
            cwd=tree,
            env=own_environment() | {"PYTHONHASHSEED": str(hash_seed)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )

    def seconds(self) -> float:
        """Have the piece of work done once.

        Raises:
            NotDoneError: it cannot be done.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.write("\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            pass  # it has printed the reason before ending
        answer = self._process.stdout.readline()
        if not answer:
            raise NotDoneError(f"{self._said}: {self._last_error()}")
        data = json.loads(answer)
        if "error" in data:
            raise NotDoneError(f"{self._said}: {data['error']}")
        return float(data["s"])

    def _last_error(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").splitlines()
        return lines[-1] if lines else "it ended"

    def close(self) -> None:
        self._process.communicate()


def compare(this: Path, other: Path, piece: str, alternations: int = ALTERNATIONS) -> Compared:
    """Alternate a piece of work in two trees.

    Raises:
        NotDoneError: one of them cannot do it.
    """
    return Compared(piece, interval([_ratio(this, other, piece, at) for at in range(alternations)]))


def _ratio(this: Path, other: Path, piece: str, at: int) -> float:
    """One alternation: the time of this tree in units of the other's.

    Rounds of one process are not independent. The seed of its hashes decides which keys collide in its dictionaries, which
    alone made one of two equal trees 1.8 times as slow in each round. So each alternation has new processes, and both trees
    have the same seed in it.
    """
    with ExitStack() as stack:
        workers = [
            _Worker(tree, piece, at, stack.enter_context(tempfile.TemporaryFile())) for tree in (this, other)
        ]
        for worker in workers:
            stack.callback(worker.close)
        # The second tree finds the processor's caches as left by the first, so they alternate in that too.
        order = workers if at % 2 == 0 else workers[::-1]
        taken = {id(worker): worker.seconds() for worker in order}
        return taken[id(workers[0])] / taken[id(workers[1])]


def compared(other: Path, pieces: Iterable[str]) -> Iterator[Compared | NotDoneError]:
    """Compare this tree with another one, piece by piece."""
    for piece in pieces:
        try:
            yield compare(ROOT, other, piece)
        except NotDoneError as error:
            yield error


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare and print; the exit status is 1 if a piece is slower, 2 if nothing can be compared."""
    parser = argparse.ArgumentParser(prog="python -m bench.speed.against.check", description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(PIECES), help="a piece; may be repeated")
    parser.add_argument(
        "--release", metavar="COMMIT", help="what to compare with, instead of the last release"
    )
    options = parser.parse_args(arguments)
    slower = done = 0
    with tempfile.TemporaryDirectory(prefix="jantaku-release-") as folder:
        try:
            release = options.release or last_release()
            with tree_of(release, Path(folder)) as tree:
                print(f"this tree beside {release}, {ALTERNATIONS} alternations", flush=True)
                for each in compared(tree, options.only or PIECES):
                    print(f"not compared: {each}" if isinstance(each, NotDoneError) else each, flush=True)
                    done += isinstance(each, Compared)
                    slower += isinstance(each, Compared) and each.slower
        except NoReleaseError as error:
            print(f"bench-check: {error}", file=sys.stderr)
            return 2
    if not done:
        print("bench-check: nothing could be compared", file=sys.stderr)
        return 2
    return int(slower > 0)


if __name__ == "__main__":
    sys.exit(main())
