"""Every bench with its figures, in the order of the table."""

from typing import Final

from bench.speed.figures import (
    filing,
    journals,
    million,
    publishing,
    released,
    replaying,
    scoring,
    seeing,
    starting,
)
from bench.speed.measuring.figure import Bench

BENCHES: Final[tuple[Bench, ...]] = (
    scoring.BENCH,
    replaying.BENCH,
    publishing.BENCH,
    released.BENCH,
    seeing.BENCH,
    starting.BENCH,
    journals.BENCH,
    filing.BENCH,
    million.BENCH,
)


def chosen(names: list[str], *, slow: bool) -> list[Bench]:
    """The benches to run: all but the slow ones, or those that are named or have a figure that is.

    Raises:
        ValueError: nothing has this name.
    """
    known = {
        name: bench for bench in BENCHES for name in (bench.name, *(each.name for each in bench.figures))
    }
    if wrong := [name for name in names if name not in known]:
        raise ValueError(f"no figure {wrong[0]!r}; there are {', '.join(known)}")
    asked = {known[name].name for name in names}
    return [bench for bench in BENCHES if (bench.name in asked if names else slow or not bench.slow)]


def wanted(bench: Bench, names: list[str]) -> set[str]:
    """The names of a bench's figures that are asked for."""
    every = {figure.name for figure in bench.figures}
    return every if not names or bench.name in names else every & set(names)
