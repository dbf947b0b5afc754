"""Which locked libraries have no wheel for a Raspberry Pi: ``python -m tools.release.wheels``.

Asked of pip's index, for the exact Python of each Debian that is supported; what is pure Python has a wheel for all. Nothing is
downloaded but what says which wheels there are. The exit status is 1 if one is missing, 3 if the index is not reached.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name

from tools.deb.roots import DEBIANS
from tools.release.locked import asked_for, locked_versions

MACHINE: Final = "aarch64"
NEWEST_GLIBC: Final = 36
"""2.36 is that of Debian 12; a wheel that is made for an older one runs with it."""
PLATFORMS: Final = tuple(f"manylinux_2_{minor}_{MACHINE}" for minor in range(17, NEWEST_GLIBC + 1))
MISSING: Final = re.compile(r"No matching distribution found for ([\w.-]+)==")
UNREACHED: Final = re.compile(r"\(from versions: none\)")
"""pip finds no version at all: the index was not reached, or has never heard of the name."""


class IndexUnreachedError(Exception):
    """The index did not answer."""


def missing_wheels(locked: dict[str, str], python: str) -> list[str]:
    """The libraries without a wheel that such a computer takes.

    Raises:
        IndexUnreachedError: nobody can say.
    """
    left, missing = dict(locked), list[str]()
    while True:
        said = _ask(left, python)
        if said is None:
            return missing
        name = MISSING.search(said)
        if name is None or (UNREACHED.search(said) and not _is_known(canonicalize_name(name[1]))):
            raise IndexUnreachedError(said.strip().splitlines()[-1])
        missing.append(f"{name[1]} {left.pop(canonicalize_name(name[1]))}")


def _ask(locked: dict[str, str], python: str) -> str | None:
    """Ask for all of them at once: nothing if all are there, else what pip says."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "locked")
        listed.write_text("".join(f"{name}=={version}\n" for name, version in locked.items()))
        words = [
            "install",
            "--dry-run",
            "--quiet",
            "--ignore-installed",
            "--no-deps",
            "--only-binary",
            ":all:",
        ]
        system = ["--implementation", "cp", "--python-version", python, "--target", folder]
        done = subprocess.run(
            [sys.executable, "-m", "pip", "--disable-pip-version-check", *words, *system,
             *(f"--platform={platform}" for platform in PLATFORMS), "-r", str(listed)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    return done.stderr if done.returncode else None


def _is_known(name: str) -> bool:
    """Return whether the index has any version of a library, for whatever computer."""
    words = ("-m", "pip", "--disable-pip-version-check", "index", "versions", name)
    return subprocess.run([sys.executable, *words], capture_output=True, check=False).returncode == 0


def wanted_there(root: Path, python: str) -> dict[str, str]:
    """Return the locked versions, less those that pyproject.toml asks for on other computers only."""
    there = {
        "platform_machine": MACHINE,
        "python_full_version": python,
        "python_version": python.rpartition(".")[0],
    }
    elsewhere = {
        canonicalize_name(needed.name)
        for needed in asked_for(root)
        if needed.marker and not needed.marker.evaluate({"extra": "", **there})
    }
    return {name: version for name, version in locked_versions(root).items() if name not in elsewhere}


def wheels_by_debian(root: Path) -> tuple[list[str], bool]:
    """Return the wheels that are there and that are missing for each Debian, in words, and whether none is missing.

    Raises:
        IndexUnreachedError: nobody can say.
    """
    lines, all_there = [], True
    for debian in DEBIANS:
        wanted = wanted_there(root, debian.python)
        missing = missing_wheels(wanted, debian.python)
        all_there = all_there and not missing
        said = (
            f"no wheel of {', '.join(missing)}" if missing else f"a wheel for each of {len(wanted)} libraries"
        )
        lines.append(f"Debian {debian.number} (Python {debian.python}) on {MACHINE}: {said}")
    return lines, all_there


def main() -> int:
    """Say what is missing on each Debian."""
    try:
        lines, all_there = wheels_by_debian(Path.cwd())
    except IndexUnreachedError as why:
        print(f"Not known, the index is not reached: {why}", file=sys.stderr)
        return 3
    print("\n".join(lines))
    return 0 if all_there else 1


if __name__ == "__main__":
    sys.exit(main())
