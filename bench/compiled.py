"""Compile the scoring of hands with mypyc: the same files, in a copy of the packages beside which nothing is changed.

``python -m bench.compiled FOLDER`` copies the packages to FOLDER and compiles ``referee/hands`` there. Whoever has FOLDER
first on ``PYTHONPATH`` runs the compiled modules. A C compiler is needed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "firmware_bridge", "referee", "table_controller", "vision", "bench")
MODULES = ("referee/tiles.py", "referee/melds.py", "referee/hands/*.py")
LEFT = shutil.ignore_patterns("__pycache__", "*.so", "node_modules", "build", "training")


def build(folder: Path) -> list[Path]:
    """Fill ``folder``; the compiled modules in it.

    Raises:
        FileExistsError: the folder is there and was not made by this program.
        subprocess.CalledProcessError: a module does not compile.
    """
    mark = folder / "compiled.txt"
    if folder.exists() and not mark.exists():
        raise FileExistsError(f"{folder} is there and holds something else")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    mark.write_text("made by bench.compiled\n", encoding="utf-8")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=LEFT)
    modules = [str(path.relative_to(folder)) for pattern in MODULES for path in sorted(folder.glob(pattern))]
    # mypyc has a command but no module of its own to run it by; the one beside this Python is meant.
    subprocess.run(
        [Path(sys.executable).parent / "mypyc", *modules], cwd=folder, check=True, stdout=sys.stderr
    )
    return [next(folder.glob(f"{module.removesuffix('.py')}.*.so")) for module in modules]


if __name__ == "__main__":
    made = build(Path(sys.argv[1]).resolve())
    print(f"{len(made)} modules compiled; PYTHONPATH={Path(sys.argv[1]).resolve()} uses them")
