"""The figures to measure: the peer of each, its goal, and the rounds in which it was measured."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bench.speed.measuring.interval import Interval, interval


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal: at least the bound where more is better, else at most.

    Attributes:
        of: what is compared with the bound: the ratio to the peer, or our own value in the figure's unit.
    """

    of: Literal["ratio", "value"]
    bound: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table.

    Attributes:
        name: what ``--only`` takes; begins with the name of its bench and a dot.
        what: what is measured, for people.
        unit: of both values.
        more: whether more is better.
        to: what its ratio is to: a peer (``peers.PEERS``), other work of the same rounds, or ``LIMIT``.
        goal: None if a peer only stands beside it.
    """

    name: str
    what: str
    unit: str
    more: bool
    to: str
    goal: Goal | None


LIMIT = "its limit"
"""The name used without a peer: the figure is then a ratio to the bound of its goal."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """The measurements of a figure: our value and the peer's in each round, in the figure's unit.

    Attributes:
        theirs: of the same length as ``ours``; empty without a peer.
        note: what a reader of the figure must know.
    """

    ours: tuple[float, ...]
    theirs: tuple[float, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """The reason why a figure was not measured, and the command to type."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """Figures that are measured together.

    Attributes:
        measure: given the number of rounds, returns the rounds or the absence of each figure, by its name.
        slow: takes minutes, so it runs only where it is asked for by name or with ``--slow``.
    """

    name: str
    figures: tuple[Figure, ...]
    measure: Callable[[int], Mapping[str, Rounds | Absent]]
    slow: bool = False


def result_of(figure: Figure, found: Rounds | Absent) -> dict[str, Any]:
    """A figure and what was measured of it, for JSON."""
    goal = figure.goal
    result: dict[str, Any] = {
        "name": figure.name,
        "what": figure.what,
        "unit": figure.unit,
        "better": "more" if figure.more else "less",
        "to": figure.to,
        "goal": None if goal is None else {"of": goal.of, "bound": goal.bound},
    }
    if isinstance(found, Absent):
        return {**result, "absent": found.why}
    ratios = _ratios(figure, found)
    ratio = None if ratios is None else interval(ratios)
    ours = interval(found.ours)
    return {
        **result,
        "rounds": len(found.ours),
        "ours": _rounded(ours),
        "theirs": _rounded(interval(found.theirs)) if found.theirs else None,
        "ratio": None if ratio is None else _rounded(ratio),
        "met": None if goal is None else _met(figure, ours if goal.of == "value" else ratio, goal.bound),
        "note": found.note,
    }


def _ratios(figure: Figure, found: Rounds) -> list[float] | None:
    """Our value in units of the peer's of the same round, or of the limit."""
    if found.theirs:
        return [ours / theirs for ours, theirs in zip(found.ours, found.theirs, strict=True)]
    if figure.to == LIMIT and figure.goal is not None:
        return [ours / figure.goal.bound for ours in found.ours]
    return None


def _met(figure: Figure, measured: Interval | None, bound: float) -> bool | None:
    if measured is None:
        return None
    return measured.median >= bound if figure.more else measured.median <= bound


def _rounded(found: Interval) -> dict[str, float]:
    """Four digits: the noise of a shared machine is larger."""
    return {
        name: float(f"{value:.4g}")
        for name, value in (
            ("median", found.median),
            ("low", found.low),
            ("high", found.high),
        )
    }
