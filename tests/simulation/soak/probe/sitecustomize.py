"""Makes a program report what it holds: for each SIGUSR2 it writes a file, if ``PROBE_FOLDER`` names a place for it.

Python imports a module of this name when it starts, from PYTHONPATH. The program under test knows nothing of it.
"""

import asyncio
import ctypes
import gc
import json
import os
import re
import signal
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import IO

SHOWN = 300


class _Mallinfo2(ctypes.Structure):
    """``struct mallinfo2`` of glibc."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena",
            "ordblks",
            "smblks",
            "hblks",
            "hblkhd",
            "usmblks",
            "fsmblks",
            "uordblks",
            "fordblks",
            "keepcost",
        )
    ]


def _malloced() -> int:
    """Bytes that malloc has handed out, to any library."""
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = _Mallinfo2
    info = ask()
    return int(info.uordblks + info.hblkhd)


def _in_small_objects() -> int:
    """Bytes in Python's own blocks for small objects; the interpreter only writes that to its error stream."""
    kept = os.dup(2)
    stream: IO[bytes]
    with tempfile.TemporaryFile() as stream:
        os.dup2(stream.fileno(), 2)
        try:
            sys._debugmallocstats()
        finally:
            os.dup2(kept, 2)
            os.close(kept)
        stream.seek(0)
        found = re.search(rb"# bytes in allocated blocks\s+=\s+([\d,]+)", stream.read())
    assert found is not None
    return int(found[1].replace(b",", b""))


def _held() -> dict[str, object]:
    gc.collect()
    small = _in_small_objects()
    held = _malloced() + small
    objects = gc.get_objects()
    kinds = Counter(f"{type(each).__module__}.{type(each).__qualname__}" for each in objects)
    loops = [each for each in objects if isinstance(each, asyncio.AbstractEventLoop) and not each.is_closed()]
    tasks = [task for loop in loops for task in asyncio.all_tasks(loop)]
    doing = Counter(getattr(task.get_coro(), "__qualname__", "") for task in tasks)
    del objects
    anonymous = re.search(r"^RssAnon:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    assert anonymous is not None
    return {
        "resident": int(anonymous[1]) * 1024,
        "held": held,
        "small": small,
        "tasks": len(tasks),
        "doing": doing,
        "threads": sum(1 for _ in Path("/proc/self/task").iterdir()),
        # One of them reads the folder.
        "descriptors": sum(1 for _ in Path("/proc/self/fd").iterdir()) - 1,
        "kinds": dict(kinds.most_common(SHOWN)),
    }


def _answer(_number: int, _frame: object) -> None:
    folder = Path(os.environ["PROBE_FOLDER"])
    unfinished = folder / f".{os.getpid()}"
    unfinished.write_text(json.dumps(_held()))
    unfinished.rename(folder / f"{os.getpid()}.json")


if "PROBE_FOLDER" in os.environ:
    signal.signal(signal.SIGUSR2, _answer)
