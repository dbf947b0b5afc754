"""How many lines of ours `jantaku run` loads: python -m bench.loaded [--each].

A table is run in a fresh interpreter, from the command line to the end of its daemon: every module imported on the way
is counted, and so are those of the vision process.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "firmware_bridge", "referee", "table_controller", "vision", "bench", "tests")
PATIENCE_S = 60
RUN = """
import json, sys
from table_controller.cli.main import main
from table_controller.daemon import ending

heed = ending.Ending.heed
ending.Ending.heed = lambda self, clock, came: heed(self, clock, [*came, 15])
status = main(["run", "--state", sys.argv[1], "--http", "0", "--mqtt", "127.0.0.1:1", "--serial", sys.argv[1] + "/none"])
assert status == 0, status
print(json.dumps({name: module.__file__ for name, module in sys.modules.items() if hasattr(module, "__file__")}))
"""
"""Told to end before it begins, a daemon is wired, started and stopped."""


def loaded() -> dict[str, int]:
    """The lines of each module of ours that is loaded, by its name."""
    with tempfile.TemporaryDirectory(prefix="jantaku-loaded-") as folder:
        done = subprocess.run(
            [sys.executable, "-c", RUN, folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
    files = json.loads(done.stdout.splitlines()[-1])
    return {
        name: len(Path(file).read_text(encoding="utf-8").splitlines())
        for name, file in sorted(files.items())
        if name.split(".")[0] in PACKAGES and file
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--each", action="store_true", help="tell each module")
    each, lines = parser.parse_args().each, loaded()
    if each:
        for name, count in lines.items():
            print(f"{count:5} {name}")
    print(f"{sum(lines.values())} lines of {len(lines)} modules")


if __name__ == "__main__":
    main()
