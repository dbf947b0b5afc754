"""The processes of a table, each run in a fresh interpreter from its command line to its end, and the modules they
load.

A table has two: the daemon (``jantaku run``), and the vision process, which alone reads pictures. In addition, the
command line answers ``--version``, ``--help`` and the tab key while a person waits.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from tests.imports_stage import ROOT, WITH_BENCH

PATIENCE_S = 60
DAEMON = """
from jantaku.main import main
from table_controller.daemon import ending

heed = ending.Ending.heed
ending.Ending.heed = lambda self, clock, came: heed(self, clock, [*came, 15])
state = sys.argv[1]
assert main(["run", "--state", state, "--http", "0", "--mqtt", "127.0.0.1:1", "--serial", state + "/none"]) == 0
"""
"""A daemon that is stopped at once: it is wired, started and ended."""
VISION = """
import socket, threading
import cv2, numpy
from vision.worker.child import main
from vision.worker.wire import FrameTaken, decode_report, encode

cv2.imwrite(sys.argv[1] + "/00000000.png", numpy.zeros((480, 480, 3), numpy.uint8))
ours, theirs = socket.socketpair()

def acknowledge():
    for line in ours.makefile("rb"):
        ours.sendall(encode(FrameTaken(decode_report(line).frame)))

threading.Thread(target=acknowledge, daemon=True).start()
assert main(["--fd", str(theirs.detach()), "--camera", "folder:" + sys.argv[1], "--table", "standard"]) == 0
"""
"""The process of vision, up to the report of one picture; the picture is black, so it is refused before a zone is read."""
ANSWER = """
from jantaku.main import main

try:
    main([OPTION])
except SystemExit as ended:
    assert ended.code == 0
"""
"""A script that runs what the command line answers by itself, without one of its commands."""
TAB_KEY = """
import os
from jantaku import main
from wording.terminal.completion.complete import complete

line = "jantaku sim --h"
told = sys.argv[1] + "/told"
os.environ.update(_ARGCOMPLETE="1", COMP_LINE=line, COMP_POINT=str(len(line)), _ARGCOMPLETE_STDOUT_FILENAME=told)
try:
    complete(sys.exit)
except SystemExit as ended:
    assert ended.code == 0
assert "--headless" in open(told).read()
"""
"""A shell's completion request for an option that has been begun."""
LISTED = """
print(json.dumps({name: module.__file__ for name, module in sys.modules.items() if getattr(module, "__file__", "")}))
"""
PROCESSES: Final = {"daemon": DAEMON, "vision": VISION}
COMPLETION: Final = "completion"
ANSWERS: Final = {
    **{option: ANSWER.replace("OPTION", repr(option)) for option in ("--version", "--help")},
    COMPLETION: TAB_KEY,
}


def loaded_files(process: str) -> dict[str, Path]:
    """The file of each module that this process (one of ``PROCESSES`` or ``ANSWERS``) loads, by the module's name."""
    with tempfile.TemporaryDirectory(prefix="jantaku-loaded-") as folder:
        done = subprocess.run(
            [sys.executable, "-c", "import json, sys\n" + (PROCESSES | ANSWERS)[process] + LISTED, folder],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE_S,
        )
    return {name: Path(file) for name, file in json.loads(done.stdout.splitlines()[-1]).items()}


def ours(files: dict[str, Path]) -> set[str]:
    """The names of the modules that are this program's."""
    return {name for name in files if name.split(".")[0] in (*WITH_BENCH, "tests", "tools")}
