"""`make test-fresh` takes a commit as it is in the repository, and says why it cannot."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.install.release_stage import commit_all, git
from tools.deb import fresh_test
from tools.deb.fresh_test import NoCommitError, clone_at, main
from tools.deb.roots import DEBIANS, DebianRoot, NoDebianError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """With two commits, and a change that is not committed."""
    tree = tmp_path / "tree"
    tree.mkdir()
    git(tree, "init", "-q")
    for text in ("first", "second"):
        (tree / "file").write_text(text)
        commit_all(tree)
    (tree / "file").write_text("third")
    return tree


@pytest.fixture
def made(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for the roots, with that repository as the project's."""
    monkeypatch.setattr(fresh_test, "ROOT", repository)
    monkeypatch.setattr(fresh_test, "MADE", tmp_path / "made")
    return tmp_path / "made"


@pytest.mark.parametrize(("commit", "holds"), [("HEAD", "second"), ("HEAD~1", "first")])
def test_a_commit_is_cloned_without_what_is_not_committed(
    repository: Path, tmp_path: Path, commit: str, holds: str
) -> None:
    name = clone_at(commit, repository, tmp_path / "clone")
    assert name == git(repository, "rev-parse", commit).strip()
    assert (tmp_path / "clone" / "file").read_text() == holds


def test_a_commit_that_is_none_is_told(repository: Path, tmp_path: Path) -> None:
    for commit in ("nonesuch", "--version", "HEAD:file"):
        with pytest.raises(NoCommitError, match="fatal"):
            clone_at(commit, repository, tmp_path / "clone")


class Root:
    """A fresh Debian whose tests end in a given way."""

    def __init__(self, suite: str, folder: Path) -> None:
        assert not folder.exists()
        self.suite = suite

    def run(self, script: str, given: Path, **_: object) -> str:
        assert script.rstrip().endswith("make test")
        assert (given / fresh_test.CLONE / "file").read_text() == "second"
        if self.suite == "bookworm":
            raise subprocess.CalledProcessError(2, script)
        return ""


@pytest.mark.parametrize(("suites", "status"), [([], 1), (["bookworm"], 1), (["trixie"], 0)])
def test_every_debian_has_its_turn(
    made: Path,
    suites: list[str],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(fresh_test, "DebianRoot", Root)
    assert main(suites) == status
    told = capsys.readouterr().out
    for suite, ended in (("bookworm", "FAILED (status 2)"), ("trixie", "passed")):
        assert (f"on {suite}: {ended}" in told) == (suites in ([], [suite]))
    assert list(made.iterdir()) == []


def test_where_no_debian_can_be_made_it_is_told(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none(*_: object) -> DebianRoot:
        raise NoDebianError("only root can make a fresh Debian")

    monkeypatch.setattr(fresh_test, "DebianRoot", none)
    assert main([DEBIANS[0].suite]) == 1
    assert list(made.iterdir()) == []
    assert capsys.readouterr().err == "Not tested: only root can make a fresh Debian\n"


@pytest.mark.parametrize("words", [["sid"], ["trixie", "HEAD", "more"], ["HEAD"]])
def test_another_command_line_is_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "bookworm|trixie" in capsys.readouterr().err
