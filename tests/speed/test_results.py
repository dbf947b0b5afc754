"""Results that are kept, and the page and plot made of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bench.docs.speed import attained, lines, plot

if TYPE_CHECKING:
    pass


def figure(name: str, ours: float, **other: Any) -> dict[str, Any]:
    return {
        "name": name, "what": f"what {name} is", "unit": "ms", "better": "less", "to": "its limit", "load": 1.5,
        "goal": {"of": "value", "bound": 10}, "rounds": 1, "theirs": None, "met": ours <= 10, "note": "",
        "ours": {"median": ours, "low": ours, "high": ours},
        "ratio": {"median": ours / 10, "low": ours / 10, "high": ours / 10}, **other,
    }  # fmt: skip


def result(
    version: str, *figures: dict[str, Any], commit: str = "a" * 40, date: str = "2026-11-26"
) -> dict[str, Any]:
    return {
        "version": version, "commit": commit, "date": date, "figures": list(figures),
        "machine": {"processor": "a processor", "cores": 2, "system": "Linux", "python": "3.11.7"},
        "peers": {"mahjong": {"version": "2.1.0", "install": None}, "riichienv": {"version": None, "install": "pip"}},
    }  # fmt: skip


def test_the_page_shows_a_goal_missed_and_a_peer_that_is_absent() -> None:
    missed = figure("a.one", 20)
    absent = {**figure("b.two", 1), "absent": "riichienv is not here: pip"}
    made = "\n".join(lines([result("0.1.0", missed, absent)]))
    assert "| `a.one`: what a.one is | 20 ms | its limit | 2.00 (2.00 to 2.00) | ≤ 10 ms | no |" in made
    assert "riichienv is not here: pip |" in made
    assert "mahjong 2.1.0" in made
    assert "riichienv None" not in made


def test_how_far_a_figure_is_from_its_goal() -> None:
    assert attained(figure("a", 20)) == 0.5
    more = figure("a", 0, better="more", goal={"of": "ratio", "bound": 3})
    more["ratio"]["median"] = 6
    assert attained(more) == 2
    assert attained(figure("a", 20, goal=None)) is None
    assert attained({**figure("a", 1), "absent": "not here"}) is None


def test_the_plot_has_a_row_for_each_figure_and_a_dot_for_each_release() -> None:
    drawn = plot(
        [result("0.1.0", figure("a.one", 20), figure("b.two", 10)), result("0.2.0", figure("a.one", 5))]
    )
    dots = re.findall(r'cx="([\d.]+)" cy="(\d+)".*?<title>(.*?):', drawn)
    assert [version for _, _, version in dots] == ["0.1.0", "0.2.0", "0.1.0"]
    (half, row), (twice, same_row), (goal, next_row) = ((float(x), int(y)) for x, y, _ in dots)
    assert half < goal < twice
    assert goal - half == twice - goal
    assert row == same_row < next_row
