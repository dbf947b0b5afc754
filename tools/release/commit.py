"""The commit that a release is made from, and why none can be made from it."""

from __future__ import annotations

import re
import subprocess
import tomllib
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

SAID: Final = {
    "CHANGELOG.md": (re.compile(r"^## (\S+?)(?:,.*)?$", re.MULTILINE), "its newest heading (## 0.2.0, …)"),
    "CITATION.cff": (re.compile(r"^version: *(\S+)$", re.MULTILINE), "its version"),
}
"""The places of the version besides pyproject.toml, and what each is called."""
EARLIEST_S: Final = 315_532_800
"""1980-01-01 in seconds since 1970: no archive of the kind of a wheel holds an earlier time."""
SHOWN: Final = 5


class UnreleasableError(Exception):
    """Why no release is made, as a sentence for whoever asked for one."""


class ReleasedCommit(NamedTuple):
    """A commit: its full name, when it was made (seconds since 1970), and the version that it says it is."""

    name: str
    time_s: int
    version: str


def commit_to_release(root: Path) -> ReleasedCommit:
    """The commit of a checkout in which nothing else is.

    Raises:
        UnreleasableError: something was changed since, or the version is not that of the changelog.
    """
    if _git(root, "rev-parse", "--show-toplevel").strip() != str(root.resolve()):
        raise UnreleasableError(f"{root} is no git checkout: a release is made from a commit.")
    changed = _git(root, "status", "--porcelain").splitlines()
    if changed:
        more = f" and {len(changed) - SHOWN} more" if len(changed) > SHOWN else ""
        named = ", ".join(line[3:] for line in changed[:SHOWN])
        raise UnreleasableError(
            f"The tree differs from its commit ({named}{more}): commit or remove that, then make the release."
        )
    version = _agreed_version(root)
    return ReleasedCommit(_git(root, "rev-parse", "HEAD").strip(), time_of(root), version)


def _agreed_version(root: Path) -> str:
    version = str(tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    for name, (pattern, place) in SAID.items():
        newest = pattern.search((root / name).read_text(encoding="utf-8"))
        if newest is None:
            raise UnreleasableError(f"{name} names no version: {place} is not there.")
        if newest[1] != version:
            raise UnreleasableError(
                f"pyproject.toml says version {version}, {name} says {newest[1]} ({place}): make them agree."
            )
    return version


def time_of(root: Path) -> int:
    """When the commit of a checkout was made; 1980 where git knows of none, so that packages are the same there too."""
    said = _git(root, "log", "-1", "--format=%ct").strip()
    return int(said) if said else EARLIEST_S


def _git(root: Path, *words: str) -> str:
    """Return the output of git; nothing where it fails."""
    return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False).stdout
