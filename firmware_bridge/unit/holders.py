"""The other programs that have a serial device open: two that write to one line disturb each other."""

import contextlib
import os
from pathlib import Path
from typing import Final

PTMX: Final = frozenset({"/dev/ptmx", "/dev/pts/ptmx"})
"""The far end of every pseudo-terminal."""


def holders_of(device: str) -> list[str]:
    """Return the other programs that have a device open, as ``name (process id)``; only root sees those of other users.

    A program that is the far end of the pseudo-terminal itself, as an emulated unit is, is left out.
    """
    found = []
    target = os.path.realpath(device)
    for process in Path("/proc").glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        with contextlib.suppress(OSError):
            opened = {os.path.realpath(each) for each in (process / "fd").iterdir()}
            if target in opened and not opened & PTMX:
                name = (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
                found.append(f"{name} ({process.name})")
    return sorted(found)
