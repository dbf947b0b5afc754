"""Helpers that the tests of replay jobs share."""

import subprocess
import time
from pathlib import Path

GIVE_UP_S = 60.0


def workers(running: subprocess.Popen[str]) -> list[int]:
    """The processes that judge; one more tracks their shared resources."""
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text(encoding="ascii").split()
    return [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def there(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
        return stat.rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def all_end(pids: list[int]) -> bool:
    until_s = time.monotonic() + GIVE_UP_S
    while any(there(pid) for pid in pids):
        if time.monotonic() > until_s:
            return False
        time.sleep(0.05)
    return True
