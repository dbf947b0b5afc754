"""Names the locked libraries without a wheel for a Raspberry Pi: ``python -m tools.release.wheels``.

It asks pip's index, for the exact Python of each supported Debian; a pure Python library has a wheel for all. It downloads
only the lists of wheels. The exit status is 1 if a wheel is missing, 3 if the index cannot be reached.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name

from tools.deb.roots import DEBIANS
from tools.release.locked import locked_versions

MACHINE: Final = "aarch64"
NEWEST_GLIBC: Final = 36
"""Debian 12 has 2.36; a wheel made for an older one runs with it."""
PLATFORMS: Final = tuple(f"manylinux_2_{minor}_{MACHINE}" for minor in range(17, NEWEST_GLIBC + 1))
MISSING: Final = re.compile(r"No matching distribution found for ([\w.-]+)==")
UNREACHED: Final = re.compile(r"\(from versions: none\)")
"""pip's message if it finds no version: the index was not reached, or does not know the name."""


class IndexUnreachedError(Exception):
    """The index did not answer."""


def missing_wheels(locked: dict[str, str], python: str) -> list[str]:
    """Return the libraries without a wheel that such a computer takes.

    Raises:
        IndexUnreachedError: the index does not answer.
    """
    left, missing = dict(locked), list[str]()
    while True:
        error = _ask(left, python)
        if error is None:
            return missing
        name = MISSING.search(error)
        if name is None or (UNREACHED.search(error) and not _is_known(canonicalize_name(name[1]))):
            raise IndexUnreachedError(error.strip().splitlines()[-1])
        missing.append(f"{name[1]} {left.pop(canonicalize_name(name[1]))}")


def _ask(locked: dict[str, str], python: str) -> str | None:
    """Ask for the wheels of all libraries at once; return pip's error, None if all are there."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "locked")
        listed.write_text("".join(f"{name}=={version}\n" for name, version in locked.items()))
        arguments = [
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
            [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments, *system,
             *(f"--platform={platform}" for platform in PLATFORMS), "-r", str(listed)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    return done.stderr if done.returncode else None


def _is_known(name: str) -> bool:
    """Return whether the index has any version of a library, for whatever computer."""
    arguments = ("-m", "pip", "--disable-pip-version-check", "index", "versions", name)
    return subprocess.run([sys.executable, *arguments], capture_output=True, check=False).returncode == 0


def wheels_by_debian(root: Path) -> tuple[list[str], bool]:
    """Return a sentence on the wheels for each Debian, and whether none is missing.

    Raises:
        IndexUnreachedError: the index does not answer.
    """
    lines, all_there = [], True
    for debian in DEBIANS:
        minor = debian.python.rpartition(".")[0]
        wanted = locked_versions(
            root, platform_machine=MACHINE, python_full_version=debian.python, python_version=minor
        )
        missing = missing_wheels(wanted, debian.python)
        all_there = all_there and not missing
        wheels = (
            f"no wheel of {', '.join(missing)}" if missing else f"a wheel for each of {len(wanted)} libraries"
        )
        lines.append(f"Debian {debian.number} (Python {debian.python}) on {MACHINE}: {wheels}")
    return lines, all_there


def main() -> int:
    """Print the missing wheels for each Debian."""
    try:
        lines, all_there = wheels_by_debian(Path.cwd())
    except IndexUnreachedError as why:
        print(f"Not known, the index is not reached: {why}", file=sys.stderr)
        return 3
    print("\n".join(lines))
    return 0 if all_there else 1


if __name__ == "__main__":
    sys.exit(main())
