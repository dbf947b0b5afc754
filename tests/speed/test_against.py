"""Whether a tree is slower than a release: a tree made slower on purpose is told, an equal one is not."""

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

SLOWED = """
_parse_tile = parse_tile


def parse_tile(text: str) -> Tile:
    return [_parse_tile(text) for _ in range(3)][0]
"""
PIECE = "tiles"


def changed_tree(folder: Path, change: Callable[[str], str]) -> Path:
    """A tree like this one but for the text of ``referee/tiles.py``."""
    tree = beside_bench(ROOT, folder / "tree")
    (tree / "referee").unlink()
    shutil.copytree(
        ROOT / "referee", tree / "referee", ignore=shutil.ignore_patterns("dashboard", "__pycache__")
    )
    tiles = tree / "referee" / "tiles.py"
    tiles.write_text(change(tiles.read_text(encoding="utf-8")), encoding="utf-8")
    return tree


def test_a_tree_made_slower_on_purpose_is_told(tmp_path: Path) -> None:
    found = compare(changed_tree(tmp_path, lambda text: text + SLOWED), ROOT, PIECE)
    assert found.slower
    assert found.ratio.median > 2
    assert "SLOWER" in str(found)


def test_an_equal_tree_is_not(tmp_path: Path) -> None:
    found = compare(changed_tree(tmp_path, lambda text: text), ROOT, PIECE)
    assert not found.slower, found


def test_noise_alone_does_not_fail() -> None:
    assert not Compared(PIECE, Interval(median=1.3, low=1.1, high=1.5)).slower
    assert Compared(PIECE, Interval(median=1.3, low=1.2, high=1.5)).slower


def test_a_piece_that_a_release_cannot_do_says_why(tmp_path: Path) -> None:
    tree = changed_tree(tmp_path, lambda text: text.replace("def parse_tile(", "def read_tile("))
    with pytest.raises(NotDoneError, match="cannot import name 'parse_tile'"):
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
            "referee",
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
