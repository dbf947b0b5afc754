"""The last release, checked out beside this tree."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from bench.speed.measuring.commands import ROOT
from bench.speed.measuring.results import RESULTS, newest

RELEASE_TAGS: Final = "v[0-9]*"


class NoReleaseError(Exception):
    """There is nothing to compare with; the text says what to do."""


def last_release(root: Path = ROOT, results: Path = RESULTS) -> str:
    """The newest tag of a release before this commit, else the commit of the newest result.

    Raises:
        NoReleaseError: there is neither, or the commit is not in this clone.
    """
    tag = _git(root, "describe", "--tags", "--abbrev=0", "--match", RELEASE_TAGS)
    if tag.returncode == 0:
        return tag.stdout.strip()
    kept = newest(results)
    if kept is None:
        raise NoReleaseError(f"no tag {RELEASE_TAGS} and no result in {results}: python -m bench.all --keep")
    commit = str(kept["commit"])
    if _git(root, "cat-file", "-e", f"{commit}^{{commit}}").returncode:
        raise NoReleaseError(
            f"commit {commit} of the newest result is not in this clone: git fetch --unshallow"
        )
    return commit


@contextmanager
def tree_of(commit: str, folder: Path, root: Path = ROOT) -> Iterator[Path]:
    """Check a commit out into ``folder``; gives its tree.

    Raises:
        NoReleaseError: git cannot check it out.
    """
    tree = folder / "release"
    done = _git(root, "worktree", "add", "--detach", "--quiet", str(tree), commit)
    if done.returncode:
        raise NoReleaseError(f"git worktree add {commit}: {done.stderr.strip()}")
    try:
        yield tree
    finally:
        _git(root, "worktree", "remove", "--force", str(tree))


def _git(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
