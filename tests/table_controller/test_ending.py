"""The daemon's end, which nothing can delay for ever."""

import subprocess
import sys
from pathlib import Path

STUCK = r"""
import sys, threading
from jantaku.main import main
from table_controller.daemon import ending, start
from table_controller.broker.broker import Broker

def never_ends(self):
    sys.stdout.write("ending\n")  # at once: print writes the end of a line by itself, and others write too
    sys.stdout.flush()
    threading.Event().wait()

start.ENDS_WITHIN_S = 0.5
if "stuck" in sys.argv:
    Broker.stop = never_ends
heed = ending.Ending.heed
ending.Ending.heed = lambda self, clock, came: heed(self, clock, [*came, 15])
state = sys.argv[1]
main(["run", "--state", state, "--driver", "none", "--http", "0", "--mqtt", "127.0.0.1:1"])
print("ended", flush=True)
threading.Event().wait(1.0)
"""
"""A daemon that receives the signal to end before it begins."""


def ended(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", STUCK, str(folder), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_an_end_that_is_held_up_says_where_and_ends(tmp_path: Path) -> None:
    done = ended(tmp_path, "stuck")
    assert "ending\n" in done.stdout
    assert done.returncode == 1
    assert "Timeout (0:00:00.5" in done.stderr
    assert "in never_ends" in done.stderr


def test_who_outlives_the_daemon_is_left_alone(tmp_path: Path) -> None:
    done = ended(tmp_path)
    assert done.returncode == 0
    assert done.stdout.endswith("stopped\nended\n")
    assert "Timeout" not in done.stderr
