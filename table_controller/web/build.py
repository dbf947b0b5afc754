"""Builds the judge's page when its sources are newer than the last build.

``python -m table_controller.web.build`` builds it and prints its folder.
"""

import fcntl
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import referee

DASHBOARD: Final = Path(referee.__file__).parent / "dashboard"
"""The page's folder: the sources in a checkout, only ``dist/`` in an installation."""
_SOURCES: Final = (
    "src",
    "static",
    "browsers/targets.mjs",
    "build.mjs",
    "bundle.mjs",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
)
_MADE_BEFORE: Final = "src/declared/commands.ts"
"""One of the sources that ``make`` generates from the declarations of the commands."""


class DashboardNotBuiltError(Exception):
    """The page is missing or out of date and cannot be built here; the text says what to do."""


def ensure_built(dashboard: Path = DASHBOARD) -> Path:
    """Return the folder with the built page (``index.html``, ``page.js`` …), built first if necessary.

    Safe to call from several processes at once. Takes some seconds when it builds, and needs npm only then.

    Raises:
        DashboardNotBuiltError: npm is missing or has failed, or ``make`` has not generated the sources.
    """
    dist = dashboard / "dist"
    if not (dashboard / "package.json").exists():
        if (dist / "index.html").exists():
            return dist
        raise DashboardNotBuiltError(f"there is neither a built page nor its sources in {dashboard}")
    if is_current(dashboard):
        return dist
    if not (dashboard / _MADE_BEFORE).exists():
        raise DashboardNotBuiltError(f"{dashboard / _MADE_BEFORE} is not made yet: run `make dashboard`")
    with _alone(dashboard):
        if not is_current(dashboard):
            npm = _npm(dashboard)
            _install(npm, dashboard)
            _run(npm, dashboard, "run", "build")
    return dist


def run_unit_tests(dashboard: Path = DASHBOARD) -> str:
    """Run the page's own unit tests; return their report.

    Raises:
        DashboardNotBuiltError: npm is missing, or a test fails; the text has the report.
    """
    with _alone(dashboard):
        npm = _npm(dashboard)
        _install(npm, dashboard)
        return _run(npm, dashboard, "test")


def is_current(dashboard: Path = DASHBOARD) -> bool:
    """Return whether the built page is newer than all its sources and the list of sources."""
    built = dashboard / "dist" / "index.html"
    return built.exists() and _newest(dashboard) <= built.stat().st_mtime_ns


def _newest(dashboard: Path) -> int:
    named = [dashboard / name for name in _SOURCES]
    return max(path.stat().st_mtime_ns for top in named for path in (top, *top.rglob("*")))


@contextmanager
def _alone(dashboard: Path) -> Iterator[None]:
    """Keep other processes from building the same page at the same time."""
    lock = dashboard / "build" / "lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _npm(dashboard: Path) -> str:
    npm = shutil.which("npm")
    if npm is None:
        raise DashboardNotBuiltError(
            "the judge's page must be built and npm is not installed: install Node.js 20 or later "
            f"(Debian: apt install nodejs npm), or copy a built dist/ into {dashboard}"
        )
    return npm


def _install(npm: str, dashboard: Path) -> None:
    installed = dashboard / "node_modules" / ".package-lock.json"
    wanted = dashboard / "package-lock.json"
    if not installed.exists() or installed.stat().st_mtime_ns < wanted.stat().st_mtime_ns:
        _run(npm, dashboard, "ci", "--no-audit", "--no-fund")


def _run(npm: str, dashboard: Path, *arguments: str) -> str:
    done = subprocess.run([npm, *arguments], cwd=dashboard, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise DashboardNotBuiltError(
            f"`npm {' '.join(arguments)}` failed in {dashboard}:\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def main() -> int:
    """Build the page and print its folder; return 1, after the reason, if that fails."""
    try:
        sys.stdout.write(f"{ensure_built()}\n")
    except DashboardNotBuiltError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
