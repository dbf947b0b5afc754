"""`make check` refuses what Debian 12's Python and Node.js lack; the page's own scripts are checked as its tests are."""

import json
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT

UNPACKS = """import shutil
import tarfile

shutil.unpack_archive("a", filter="data")
with tarfile.open("a") as tar:
    tar.extractall("b", filter="data")
    tar.extraction_filter = tarfile.data_filter
"""


def said_of(file: Path) -> str:
    """Return the output of mypy and ruff for a file, with the project's settings."""
    mypy = ["mypy", "--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", "/dev/null"]
    ruff = ["ruff", "check", "--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    ran = [
        subprocess.run(
            [sys.executable, "-m", *words, str(file)], cwd=ROOT, capture_output=True, text=True, check=False
        )
        for words in (mypy, ruff)
    ]
    return "".join(each.stdout for each in ran)


def test_what_came_with_a_later_python_3_11_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "unpacks.py"
    file.write_text(UNPACKS)
    said = said_of(file)
    for call in ("shutil.unpack_archive", "tarfile.TarFile.extractall"):
        assert f"{call} extracts safely from 3.11.4 on" in said
    assert "`tarfile.data_filter` is banned" in said


def test_the_page_is_checked_with_the_types_of_the_oldest_node() -> None:
    """Its tests and scripts are built for that version too."""
    page = json.loads((ROOT / "referee/dashboard/package.json").read_text(encoding="utf-8"))
    oldest = page["engines"]["node"].removeprefix(">=")
    major = oldest.split(".")[0]
    assert page["devDependencies"]["@types/node"].startswith(f"~{major}.")
    assert f'target: "node{major}"' in (ROOT / "referee/dashboard/build.mjs").read_text()
    assert "--project tsconfig.node.json" in page["scripts"]["check"]
