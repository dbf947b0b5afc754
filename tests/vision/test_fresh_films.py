"""Games for claims about vision: drawn by the commit, never used before, all listed."""

from pathlib import Path

import pytest

from bench.film import fresh
from bench.film.films import chosen
from bench.film.fresh import (
    NotFreshError,
    Run,
    draw,
    lines,
    read_runs,
    used,
)

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


def test_the_page_lists_every_run() -> None:
    text = fresh.PAGE.read_text(encoding="utf-8")
    shown = text.partition(fresh.BEGIN)[2].partition(fresh.END)[0].strip()
    assert shown == "\n".join(lines(read_runs())), "python -m bench.film.films --write"


@pytest.mark.shared
def test_games_that_are_filmed_again_and_again_count_as_used(shared: Path) -> None:
    paths = chosen(shared / "records" / "games", 20)
    assert {path.stem for path in paths} <= used(read_runs())
