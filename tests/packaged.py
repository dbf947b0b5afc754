"""The program packed for other computers, from a copy of the tree."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.conftest import ROOT
from tools.deb.roots import DebianRoot
from tools.release.packing import pack
from tools.release.trying import SHIPPED
from tools.site.outside import FENCED, LINK

DIST: Final = Path("referee", "dashboard", "dist")


def copy_tree(into: Path) -> None:
    """Copy the files that git tracks, except the tests, and those that make has made for packages."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    for name in [*names, *SHIPPED]:
        if name and not name.startswith("tests/") and (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)
    shutil.copytree(ROOT / DIST, into / DIST)


def make_deb(tree: Path, debian: DebianRoot | None = None) -> Path:
    """The package of a copied tree, for this machine's Debian or a fresh one; the package for sheets is beside it."""
    before = set((tree / "dist").glob("jantaku_*.deb"))
    if not list((tree / "dist").glob("*.whl")):
        pack(tree, tree / "dist")
    firmware = tree / "firmware_bridge" / "firmware"
    subprocess.run(["make", "-s", "-C", str(firmware), "host", "avr"], check=True)
    if debian is None:
        ran("env", f"PIP={sys.executable} -m pip", "sh", str(tree / "tools" / "deb" / "build.sh"))
    else:
        debian.build_package(tree)
    (package,) = set((tree / "dist").glob("jantaku_*.deb")) - before
    return package


def dead_links(docs: Path) -> list[str]:
    """The links between pages of installed docs that lead to no file."""
    return [
        f"{page.relative_to(docs)}: {link}"
        for page in sorted(docs.rglob("*.md"))
        for part in FENCED.split(page.read_text(encoding="utf-8"))[::2]
        for link in LINK.findall(part)
        if not (page.parent / link).is_file()
    ]


def ran(*words: str, patience_s: float = 250) -> str:
    """Run a command outside the tree and return its output; if it fails, fail with that output."""
    away = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(
        words, cwd="/", capture_output=True, text=True, check=False, env=away, timeout=patience_s
    )
    assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}{done.stderr}"
    return done.stdout
