"""The circumstances of a measurement: commit, machine and its load, versions of Python and of the peers."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from bench.speed.measuring.commands import ROOT
from bench.speed.measuring.peers import PEERS
from referee.hands import score

MEASURED: Final = (".", *(f":(exclude){made}" for made in ("bench/results", "docs/guides/performance.md")))
"""The tree without files made from results, since the program is the same before and after they are stored."""


def commit(root: Path = ROOT) -> str:
    """The newest commit that changed what is measured, with ``+`` if tracked files differ from it; empty outside a clone."""
    newest = _git(root, "log", "-1", "--format=%H", "--", *MEASURED)
    changed = newest and _git(root, "status", "--porcelain", "--untracked-files=no", "--", *MEASURED)
    return newest + "+" * bool(changed)


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def where() -> dict[str, Any]:
    """Return the fields that a result has besides its figures."""
    return {
        "version": version("jantaku"),
        "commit": commit(),
        "date": datetime.now(UTC).date().isoformat(),
        "machine": {
            "processor": _processor(),
            "cores": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
            "scorer": "plain" if score.__file__.endswith(".py") else "compiled",
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
