"""The time that a person waits for the program: for its version, and until a table is ready."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bench.speed.measuring.commands import JANTAKU, ROOT, alternate, own_environment
from bench.speed.measuring.figure import LIMIT, Absent, Bench, Figure, Goal, Rounds
from bench.speed.measuring.mosquitto import mosquitto
from bench.speed.measuring.peers import PEERS

PATIENCE_S: Final = 60.0
VERSION: Final = Figure(
    name="start.version",
    what="jantaku --version, in processor time",
    unit="s",
    more=False,
    to="python -c pass",
    goal=Goal("value", 0.1),
)
READY: Final = Figure(
    name="start.ready",
    what="jantaku run until it is ready, with a broker, without camera and unit, in real time",
    unit="s",
    more=False,
    to=LIMIT,
    goal=Goal("value", 2),
)


def measure(rounds: int) -> dict[str, Rounds | Absent]:
    """Alternate ``--version`` with an interpreter that does nothing, then start a table again and again."""
    ours, bare = alternate([[*JANTAKU, "--version"], [sys.executable, "-c", "pass"]], rounds)
    version = Rounds(tuple(each.cpu_s for each in ours), tuple(each.cpu_s for each in bare))
    if PEERS["mosquitto"].found() is None:
        return {VERSION.name: version, READY.name: Absent(PEERS["mosquitto"].absent)}
    with tempfile.TemporaryDirectory(prefix="jantaku-bench-") as folder, mosquitto(Path(folder)) as port:
        ready_s(Path(folder), port)
        taken = tuple(ready_s(Path(folder), port) for _ in range(rounds))
    return {VERSION.name: version, READY.name: Rounds(taken)}


def ready_s(folder: Path, port: int) -> float:
    """Real seconds until a table reports to systemd that it is ready; it is then stopped.

    Raises:
        TimeoutError: it does not say so.
    """
    with ExitStack() as stack:
        heard = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        place = folder / "notified"
        place.unlink(missing_ok=True)
        heard.bind(str(place))
        heard.settimeout(PATIENCE_S)
        started_s = time.monotonic()
        process = subprocess.Popen(
            [
                *(*JANTAKU, "run", "--state", str(folder / "state"), "--driver", "none"),
                *("--http", "0", "--mqtt", f"127.0.0.1:{port}"),
            ],
            cwd=ROOT,
            env=own_environment() | {"NOTIFY_SOCKET": os.fspath(place)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(process.wait)
        stack.callback(process.send_signal, signal.SIGTERM)
        while b"READY=1" not in heard.recv(4096):
            pass
        return time.monotonic() - started_s


BENCH: Final = Bench(name="start", figures=(VERSION, READY), measure=measure)
