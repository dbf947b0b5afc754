"""Results that are kept, and the page and plot made of them."""

from __future__ import annotations

import re
import subprocess
from typing import TYPE_CHECKING, Any

from bench.docs.speed import attained, lines, main, plot
from bench.speed.measuring.machine import commit
from bench.speed.measuring.results import keep, kept, newest, unkeepable

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


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


def test_what_is_kept_of_one_commit_comes_together(tmp_path: Path) -> None:
    keep(result("0.1.0", figure("a.one", 5), figure("b.two", 6)), tmp_path)
    keep(result("0.1.0", figure("b.two", 7)), tmp_path)
    (only,) = kept(tmp_path)
    assert [(each["name"], each["ours"]["median"]) for each in only["figures"]] == [
        ("a.one", 5),
        ("b.two", 7),
    ]


def test_figures_of_another_commit_are_not_mixed_in(tmp_path: Path) -> None:
    keep(result("0.1.0", figure("a.one", 5)), tmp_path)
    keep(result("0.1.0", figure("b.two", 6), commit="b" * 40), tmp_path)
    (only,) = kept(tmp_path)
    assert [each["name"] for each in only["figures"]] == ["b.two"]


def test_the_newest_result_is_that_of_the_latest_day(tmp_path: Path) -> None:
    assert newest(tmp_path) is None
    keep(result("0.10.0", figure("a.one", 5), date="2027-02-01"), tmp_path)
    keep(result("0.9.0", figure("a.one", 5), date="2027-01-01"), tmp_path)
    found = newest(tmp_path)
    assert found is not None
    assert found["version"] == "0.10.0"


def test_a_tree_that_differs_from_its_commit_is_not_kept() -> None:
    assert "commit them first" in unkeepable(result("0.1.0", commit="a" * 40 + "+"))
    assert "no clone" in unkeepable(result("0.1.0", commit=""))
    assert unkeepable(result("0.1.0")) == ""


def test_results_and_what_is_made_of_them_are_no_change_of_what_is_measured(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@b")
        return subprocess.run(
            ["git", *who, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert commit(tmp_path) == ""
    git("init", "-q")
    results, program = tmp_path / "bench" / "results" / "0.1.0.json", tmp_path / "program.py"
    results.parent.mkdir(parents=True)
    for file in (results, program):
        file.write_text("1")
    git("add", "-A")
    git("commit", "-qm", "a program")
    measured = git("rev-parse", "HEAD")
    assert commit(tmp_path) == measured
    results.write_text("2")
    assert commit(tmp_path) == measured
    git("commit", "-qam", "its figures")
    assert commit(tmp_path) == measured
    program.write_text("2")
    assert commit(tmp_path) == measured + "+"


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


def test_the_page_is_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err
