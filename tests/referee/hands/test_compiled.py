"""The modules compiled as they are pass the same tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.prove(short=False)
@pytest.mark.timeout(1800)
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_compiled_modules_pass_the_tests_of_hands(tmp_path: Path) -> None:
    folder = tmp_path / "compiled"
    subprocess.run([sys.executable, "-m", "bench.compiled", folder], cwd=ROOT, check=True)
    paths = {**os.environ, "PYTHONPATH": str(folder)}
    names = ("fu", "hand", "payments", "score", "shanten", "shape", "suit_table", "waits", "yaku", "yakuman")
    asked = "".join(f"import referee.hands.{name} as {name}; print({name}.__file__)\n" for name in names)
    files = subprocess.run(
        [sys.executable, "-c", asked], cwd=folder, env=paths, check=True, capture_output=True, text=True
    ).stdout.split()
    assert [Path(file).name.split(".")[0] for file in files] == list(names)
    assert all(Path(file).is_relative_to(folder) and file.endswith(".so") for file in files)
    told = ["-q", "-p", "no:cacheprovider", "-m", "not prove", "--rootdir", str(ROOT)]
    tests = ["-c", str(ROOT / "pyproject.toml"), *told, str(ROOT / "tests/referee/hands")]
    ran = subprocess.run([sys.executable, "-m", "pytest", *tests], cwd=folder, env=paths, check=False)
    assert ran.returncode == 0
