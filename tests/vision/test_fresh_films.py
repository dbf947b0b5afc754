"""Games for claims about vision: drawn by the commit, never used before, all listed."""

from __future__ import annotations

import argparse
import subprocess
from typing import TYPE_CHECKING

import pytest

from bench.film import films, fresh
from bench.film.films import chosen
from bench.film.fresh import (
    NotFreshError,
    Run,
    clean_commit,
    draw,
    lines,
    read_runs,
    used,
    write_page,
    write_runs,
)
from bench.film.score import Score

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [f"game{number:02}" for number in range(40)]
USED = Run("", 1, 3, ("game00", "game07"), "chosen by somebody")


def test_a_commit_draws_the_same_unused_games_wherever_it_is_asked() -> None:
    run = draw("abc1", 10, 2, NAMES, [USED])
    assert run == draw("abc1", 10, 2, NAMES[::-1], [USED])
    assert len(set(run.games)) == 10
    assert not set(run.games) & used([USED])
    other = draw("abc2", 10, 2, NAMES, [USED])
    assert (other.seed, other.games) != (run.seed, run.games)


def test_a_commit_draws_once_and_only_what_is_left() -> None:
    run = draw("abc1", 30, 2, NAMES, [USED])
    with pytest.raises(NotFreshError, match="draws once"):
        draw("abc1", 1, 2, NAMES, [USED, run])
    with pytest.raises(NotFreshError, match="8 games were never used, 9 are asked for"):
        draw("abc2", 9, 2, NAMES, [USED, run])


def test_nothing_is_drawn_while_files_differ_from_the_commit(tmp_path: Path) -> None:
    def git(*words: str) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        command = ["git", *who, *words]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    git("init", "-q")
    (tmp_path / "file").write_text("1")
    git("add", "file")
    git("commit", "-qm", "first")
    assert clean_commit(tmp_path) == git("rev-parse", "HEAD").strip()
    (tmp_path / "file").write_text("2")
    with pytest.raises(NotFreshError, match="commit or remove first"):
        clean_commit(tmp_path)
    git("commit", "-qam", "second")
    (tmp_path / "new").write_text("")
    with pytest.raises(NotFreshError, match="new"):
        clean_commit(tmp_path)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> argparse.Namespace:
    """Records, an empty list and an empty page of their own; two games are asked for."""
    for name in NAMES:
        (tmp_path / f"{name}.mjlog").touch()
    (tmp_path / "page.md").write_text(f"before\n{fresh.BEGIN}\nold\n{fresh.END}\nafter\n")

    def listed(file: Path = tmp_path / "runs.jsonl") -> list[Run]:
        return read_runs(file)

    def write(runs: list[Run], file: Path = tmp_path / "runs.jsonl") -> None:
        write_runs(runs, file)

    def finish(run: Run, outcome: str) -> None:
        fresh_finish(run, outcome, tmp_path / "runs.jsonl")

    fresh_finish = fresh.finish
    monkeypatch.setattr(fresh, "read_runs", listed)
    monkeypatch.setattr(fresh, "write_runs", write)
    monkeypatch.setattr(fresh, "finish", finish)
    monkeypatch.setattr(fresh, "write_page", lambda runs: write_page(runs, tmp_path / "page.md"))
    monkeypatch.setattr(fresh, "clean_commit", lambda: "c" * 40)
    return films.parsed(["--records", str(tmp_path), "--games", "2", "--hands", "2"])


def test_a_run_is_listed_with_its_figures(
    desk: argparse.Namespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(films, "prove", lambda *_: {"standard": Score(games=2, hands=4, clean=4, followed=3)})
    assert films.film_fresh(desk) == 1
    write_runs(read_runs(tmp_path / "runs.jsonl"), tmp_path / "runs.jsonl")
    [run] = read_runs(tmp_path / "runs.jsonl")
    assert (run.commit, run.seed, run.hands, len(run.games)) == ("c" * 40, desk.seed, 2, 2)
    assert run.outcome == (
        "hands without a wrong event 4 of 4; hands followed without a question 3 of 4; "
        "fouls found that nobody committed: 0; missed: only 3 of 4 hands followed without a question"
    )
    page = (tmp_path / "page.md").read_text()
    assert page.startswith("before\n")
    assert page.endswith("\nafter\n")
    assert "old" not in page
    assert f"2 games are used: {' '.join(sorted(run.games))}." in page


def test_a_run_that_breaks_off_is_listed_and_its_games_are_used(
    desk: argparse.Namespace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fails(*_: object) -> dict[str, Score]:
        assert len(read_runs(tmp_path / "runs.jsonl")) == 1, "listed before the first frame"
        raise KeyError("felt")

    monkeypatch.setattr(films, "prove", fails)
    with pytest.raises(KeyError):
        films.film_fresh(desk)
    [run] = read_runs(tmp_path / "runs.jsonl")
    assert run.outcome == "broken off: KeyError: 'felt'"
    assert run.games[0] in (tmp_path / "page.md").read_text()


def test_the_page_lists_every_run() -> None:
    text = fresh.PAGE.read_text(encoding="utf-8")
    shown = text.partition(fresh.BEGIN)[2].partition(fresh.END)[0].strip()
    assert shown == "\n".join(lines(read_runs())), "python -m bench.film.films --write"


@pytest.mark.shared
def test_games_that_are_filmed_again_and_again_count_as_used(shared: Path) -> None:
    paths = chosen(shared / "records" / "games", 20)
    assert {path.stem for path in paths} <= used(read_runs())
