"""The commit of a release, and the reasons to refuse one."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

SAID: Final = {
    "CHANGELOG.md": (re.compile(r"^## (\S+?)(?:,.*)?$", re.MULTILINE), "its newest heading (## 0.2.0, …)"),
    "CITATION.cff": (re.compile(r"^version: *(\S+)$", re.MULTILINE), "its version"),
}
"""The places of the version besides pyproject.toml, each with its name."""
EARLIEST_S: Final = 315_532_800
"""1980-01-01 in seconds since 1970: a zip archive, such as a wheel, holds no earlier time."""
SHOWN: Final = 5


class UnreleasableError(Exception):
    """No release can be made; the text is the reason, as a sentence."""


class ReleasedCommit(NamedTuple):
    """A commit: its full name, its time (seconds since 1970), and the version in its files."""

    name: str
    time_s: int
    version: str


def commit_to_release(root: Path) -> ReleasedCommit:
    """Return the commit of a checkout without other changes.

    Raises:
        UnreleasableError: there are other changes, or the version differs from the changelog's.
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
    """Return the time of a checkout's commit; 1980 without git, so that packages are the same there too."""
    time_s = _git(root, "log", "-1", "--format=%ct").strip()
    return int(time_s) if time_s else EARLIEST_S


def _git(root: Path, *arguments: str) -> str:
    """Return the output of git; empty if it fails."""
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False).stdout
