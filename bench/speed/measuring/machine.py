"""What was measured and where: commit, machine and its load, versions of Python and of the peers."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.speed.measuring.commands import ROOT
from bench.speed.measuring.peers import PEERS


def commit() -> str:
    """The commit of this tree, with ``+`` behind it if tracked files differ from it; empty outside a clone."""
    head = _git("rev-parse", "HEAD")
    return head + "+" * bool(head and _git("status", "--porcelain", "--untracked-files=no"))


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def where() -> dict[str, Any]:
    """What a result says beside its figures."""
    return {
        "version": version("jantaku"),
        "commit": commit(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "processor": _processor(),
            "cores": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
        },
        "peers": {
            name: {"version": peer.found(), "install": peer.install or None} for name, peer in PEERS.items()
        },
    }


def _processor() -> str:
    """The processor's name; its architecture where the system does not say more."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith(("model name", "Model")))
    return next(names, "") or platform.machine()
