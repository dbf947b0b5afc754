"""The comparison of a tree with a release: a tree made slower on purpose is reported, an equal one is not."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.speed.against.check import Compared, compare
from bench.speed.against.worker import packages
from bench.speed.measuring.commands import ROOT
from bench.speed.measuring.interval import Interval

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
"""A processor clock that counts calls, so that the result does not depend on other users of this machine."""
SLOWED = """
_once = parse_tile


def parse_tile(text: str) -> Tile:
    return [_once(text) for _ in range(3)][0]
"""
PIECE = "tiles"
TWICE = 2
"""Alternations, one in each order; with a clock that counts, more would show nothing new."""


def changed_tree(folder: Path, change: Callable[[str], str]) -> Path:
    """A tree like this one except for the text of ``referee/tiles.py``; its clock counts calls."""
    tree = folder / "tree"
    tree.mkdir(parents=True)
    for each in ROOT.iterdir():
        if each.name not in {"referee", ".git"}:
            (tree / each.name).symlink_to(each)
    shutil.copytree(
        ROOT / "referee", tree / "referee", ignore=shutil.ignore_patterns("dashboard", "__pycache__")
    )
    tiles = tree / "referee" / "tiles.py"
    tiles.write_text(change(tiles.read_text(encoding="utf-8") + CALLS_FOR_SECONDS), encoding="utf-8")
    return tree


def test_a_tree_made_slower_on_purpose_is_reported(tmp_path: Path, equal: Path) -> None:
    found = compare(changed_tree(tmp_path, lambda text: text + SLOWED), equal, PIECE, TWICE)
    assert found.ratio == Interval(3, 3, 3)
    assert found.slower
    assert "SLOWER" in str(found)


def test_an_equal_tree_is_not(tmp_path: Path, equal: Path) -> None:
    found = compare(changed_tree(tmp_path, lambda text: text), equal, PIECE, TWICE)
    assert found.ratio == Interval(1, 1, 1)
    assert not found.slower


@pytest.fixture(scope="module")
def equal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree like this one, with the same clock."""
    return changed_tree(tmp_path_factory.mktemp("equal"), lambda text: text)


def test_the_pieces_load_without_the_packages_of_a_tree() -> None:
    program = (
        "import sys, bench.speed.against.pieces as _; print(*{m.partition('.')[0] for m in sys.modules})"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {*loaded.stdout.split()} & packages(ROOT), "a piece that needs it takes the others along"


def test_noise_alone_does_not_fail() -> None:
    assert not Compared(PIECE, Interval(median=1.3, low=1.1, high=1.5)).slower
    assert Compared(PIECE, Interval(median=1.3, low=1.2, high=1.5)).slower
