"""The process of one tree and one piece of work: prepares it, then does it once for each line it is sent.

It answers each line with a line of JSON: processor seconds, or why it cannot. It runs in the folder of the tree whose
modules it measures.
"""

import importlib
import json
import sys
import tempfile
from pathlib import Path

from bench.speed.against.pieces import PIECES


def packages(tree: Path) -> set[str]:
    """Return the packages of a tree that are measured."""
    return {each.parent.name for each in tree.glob("*/__init__.py")}


def main(name: str) -> None:
    """Serve until the input ends."""
    # The output of the work must not reach the caller.
    answers, sys.stdout = sys.stdout, sys.stderr
    try:
        _of_this_tree()
        with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder:
            do = PIECES[name](Path(folder))
            do()
            for _ in sys.stdin:
                answers.write(json.dumps({"s": do()}) + "\n")
                answers.flush()
    except Exception as error:  # noqa: BLE001 - the error names whatever an older tree lacks
        answers.write(json.dumps({"error": f"{type(error).__name__}: {error}"}) + "\n")
        answers.flush()


def _of_this_tree() -> None:
    """Refuse to measure a tree other than that of the current folder."""
    for package in packages(Path.cwd()):
        place = importlib.import_module(package).__path__[0]
        if Path(place).parent != Path.cwd():
            raise ImportError(f"{package} is {place}, not of {Path.cwd()}")


if __name__ == "__main__":
    main(sys.argv[1])
