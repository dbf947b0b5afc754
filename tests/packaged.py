"""The program packed as it is for other computers, from a copy of the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.conftest import ROOT

DIST: Final = Path("referee", "dashboard", "dist")
BUILD_SDIST: Final = "import os, sys; os.chdir(sys.argv[1]); from setuptools.build_meta import build_sdist; build_sdist(sys.argv[2])"


def copy_tree(into: Path) -> None:
    """What git knows, without the tests, and the page."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in names:
        if name and not name.startswith("tests/") and (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)
    shutil.copytree(ROOT / DIST, into / DIST)


def make_wheel(tree: Path, into: Path) -> Path:
    """The wheel, made from the sources' archive as ``make wheel`` does; both are put into a folder."""
    ran(sys.executable, "-c", BUILD_SDIST, str(tree), str(into))
    (sources,) = into.glob("*.tar.gz")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps")
    ran(*pip, "--no-build-isolation", "--wheel-dir", str(into), str(sources))
    (wheel,) = into.glob("*.whl")
    return wheel


def ran(*words: str, patience_s: float = 250) -> str:
    """What a command printed, run away from the tree; what it said is the failure if it fails."""
    away = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        words, cwd="/", capture_output=True, text=True, check=False, env=away, timeout=patience_s
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout
