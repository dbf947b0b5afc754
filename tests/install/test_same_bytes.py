"""The same commit gives the same packages, byte for byte, no matter where, when and by whom they are made."""

import filecmp
import os
import shutil
import tarfile
from pathlib import Path

import pytest

from tests.packaged import copy_tree, make_deb
from tools.release.packing import pack

MADE_S = 1_700_000_000
YEARS_LATER_S = 2_000_000_000


@pytest.fixture
def trees(tmp_path: Path) -> tuple[Path, Path]:
    """Two copies: the second has another path, other times and permissions, and leftovers of an earlier build."""
    first, second = tmp_path / "first", tmp_path / "further" / "below" / "second"
    copy_tree(first)
    second.parent.mkdir(parents=True)
    shutil.copytree(first, second)
    for path in second.rglob("*"):
        os.utime(path, (YEARS_LATER_S, YEARS_LATER_S))
        path.chmod(path.stat().st_mode & 0o700)
    leftover = second / "vision" / "model" / "leftover.txt"
    leftover.write_text("no file of the project")
    (second / "jantaku.egg-info").mkdir()
    (second / "jantaku.egg-info" / "SOURCES.txt").write_text("vision/model/leftover.txt\n")
    return first, second


@pytest.mark.prove
def test_sources_and_wheels_are_the_same(trees: tuple[Path, Path], tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        made = [
            pack(tree, tmp_path / f"made-{number}", time_s=MADE_S, compiled=True)
            for number, tree in enumerate(trees)
        ]
    finally:
        os.umask(before)
    first, second = made
    wheels = sorted(each.name for each in first.wheel.parent.glob("*.whl"))
    assert len(wheels) == 2
    assert filecmp.cmpfiles(first.wheel.parent, second.wheel.parent, wheels, shallow=False) == (
        wheels,
        [],
        [],
    )
    assert _members(first.sources) == _members(second.sources)
    assert filecmp.cmp(first.sources, second.sources, shallow=False)


@pytest.mark.prove(short=False, usual=False)
@pytest.mark.timeout(600)
@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="no dpkg-deb")
def test_the_debian_package_is_the_same(trees: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(MADE_S))
    first = make_deb(trees[0])
    before = os.umask(0o077)
    try:
        second = make_deb(trees[1])
    finally:
        os.umask(before)
    assert first.name == second.name
    assert filecmp.cmp(first, second, shallow=False)


def _members(archive: Path) -> list[str]:
    with tarfile.open(archive) as packed:
        return packed.getnames()
