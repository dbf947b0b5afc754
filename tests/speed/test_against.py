"""The comparison of a tree with a release: one made slower on purpose is reported, an equal one is not."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from bench.speed.against import check
from bench.speed.against.check import Compared, NotDoneError, compare
from bench.speed.against.trees import NoReleaseError, beside_bench, last_release, tree_of
from bench.speed.measuring.commands import ROOT
from bench.speed.measuring.interval import Interval

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CALLS_FOR_SECONDS = """
import time

_parse_tile = parse_tile
_calls = 0


def parse_tile(text: str) -> Tile:
    global _calls
    _calls += 1
    return _parse_tile(text)


time.process_time = lambda: _calls
"""
"""A processor's time that counts calls: what is told must not depend on who else uses this machine."""
SLOWED = """
_once = parse_tile


def parse_tile(text: str) -> Tile:
    return [_once(text) for _ in range(3)][0]
"""
PIECE = "tiles"
TWICE = 2
"""Alternations, one in each order: with a clock that counts, more of them say nothing else."""


def changed_tree(folder: Path, change: Callable[[str], str]) -> Path:
    """A tree like this one but for the text of ``referee/tiles.py``, whose clock counts calls."""
    folder.mkdir(exist_ok=True)
    tree = beside_bench(ROOT, folder / "tree")
    (tree / "referee").unlink()
    shutil.copytree(
        ROOT / "referee", tree / "referee", ignore=shutil.ignore_patterns("dashboard", "__pycache__")
    )
    tiles = tree / "referee" / "tiles.py"
    tiles.write_text(change(tiles.read_text(encoding="utf-8") + CALLS_FOR_SECONDS), encoding="utf-8")
    return tree


def test_a_tree_made_slower_on_purpose_is_told(tmp_path: Path, equal: Path) -> None:
    found = compare(changed_tree(tmp_path, lambda text: text + SLOWED), equal, PIECE, TWICE)
    assert found.ratio == Interval(3, 3, 3)
    assert found.slower
    assert "SLOWER" in str(found)


def test_an_equal_tree_is_not(tmp_path: Path, equal: Path) -> None:
    found = compare(changed_tree(tmp_path, lambda text: text), equal, PIECE, TWICE)
    assert found.ratio == Interval(1, 1, 1)
    assert not found.slower


def test_both_trees_have_one_hash_and_each_alternation_another(tmp_path: Path, equal: Path) -> None:
    """Colliding keys made one of two equal trees 1.8 times as slow in each of ten rounds of its process."""
    by_hash = CALLS_FOR_SECONDS.replace("lambda: _calls", "lambda: _calls * (hash('1m') % 997 + 1)")
    hashed = changed_tree(tmp_path, lambda text: text.replace(CALLS_FOR_SECONDS, by_hash))
    again = changed_tree(tmp_path / "again", lambda text: text.replace(CALLS_FOR_SECONDS, by_hash))
    assert compare(hashed, again, PIECE, TWICE).ratio == Interval(1, 1, 1)
    drawn = compare(hashed, equal, PIECE, TWICE).ratio
    assert drawn.low < drawn.high


@pytest.fixture(scope="module")
def equal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree like this one, with the same clock."""
    return changed_tree(tmp_path_factory.mktemp("equal"), lambda text: text)


def test_noise_alone_does_not_fail() -> None:
    assert not Compared(PIECE, Interval(median=1.3, low=1.1, high=1.5)).slower
    assert Compared(PIECE, Interval(median=1.3, low=1.2, high=1.5)).slower


def test_a_piece_that_a_release_cannot_do_says_why(tmp_path: Path) -> None:
    tree = changed_tree(tmp_path, lambda text: text.replace("parse_tile", "read_tile"))
    with pytest.raises(NotDoneError, match="cannot import name 'parse_tile"):
        compare(ROOT, tree, PIECE)


def test_a_worker_that_does_not_begin_says_why(tmp_path: Path) -> None:
    tree = changed_tree(tmp_path, lambda text: text)
    (tree / "bench").unlink()
    shutil.copytree(ROOT / "bench" / "film", tree / "bench" / "film")
    with pytest.raises(NotDoneError, match=r"No module named 'bench\.speed'"):
        compare(ROOT, tree, PIECE)


def test_it_fails_where_a_commit_made_the_tree_slower(
    clone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way: the release is the clone's tag, this tree is the slower one."""
    slower = changed_tree(tmp_path, lambda text: text + SLOWED)
    monkeypatch.setattr(check, "ROOT", slower)
    monkeypatch.setattr(check, "last_release", lambda: last_release(clone, tmp_path))
    monkeypatch.setattr(check, "tree_of", lambda commit, folder: tree_of(commit, folder, clone))
    assert check.main(["--only", PIECE]) == 1
    said = capsys.readouterr().out
    assert "this tree beside v0.1.0, 10 alternations" in said
    assert "SLOWER" in said


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A repository whose only commit is what is here of the packages, tagged as a release."""
    folder = tmp_path / "clone"
    names = subprocess.run(
        [
            "git",
            "ls-files",
            "-z",
            "bench",
            "config",
            "firmware_bridge",
            "hall",
            "referee",
            "simulation",
            "table_controller",
            "vision",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    with (folder / "referee" / "tiles.py").open("a", encoding="utf-8") as tiles:
        tiles.write(CALLS_FOR_SECONDS)
    for arguments in (
        ["init", "-q"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one"],
        ["tag", "v0.1.0"],
        ["tag", "not-a-release"],
    ):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True)
    return folder


def test_the_last_release_is_the_newest_tag_else_the_newest_result(clone: Path, tmp_path: Path) -> None:
    assert last_release(clone, tmp_path) == "v0.1.0"
    subprocess.run(["git", "-C", str(clone), "tag", "-d", "v0.1.0"], check=True, capture_output=True)
    with pytest.raises(NoReleaseError, match=r"no tag v\[0-9\]\* and no result"):
        last_release(clone, tmp_path)
    head = subprocess.run(
        ["git", "-C", str(clone), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    for version, date, commit in (("0.1.0", "2026-11-01", "0" * 40), ("0.2.0", "2026-12-01", head)):
        (tmp_path / f"{version}.json").write_text(json.dumps({"date": date, "commit": commit}))
    assert last_release(clone, tmp_path) == head
    (tmp_path / "0.2.0.json").unlink()
    with pytest.raises(NoReleaseError, match="is not in this clone"):
        last_release(clone, tmp_path)


def test_what_git_does_not_know_is_refused(clone: Path, tmp_path: Path) -> None:
    with pytest.raises(NoReleaseError, match="git worktree add nowhere"), tree_of("nowhere", tmp_path, clone):
        pass
