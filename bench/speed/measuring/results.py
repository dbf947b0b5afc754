"""Results that are kept, one file a version, in ``bench/results``."""

import json
from pathlib import Path
from typing import Any, Final

from bench.speed.measuring.commands import ROOT

RESULTS: Final = ROOT / "bench" / "results"


def unkeepable(result: dict[str, Any]) -> str:
    """Return the reason why a result cannot be kept; empty if it can."""
    if not result["commit"]:
        return "this tree is no clone, so nobody could tell what was measured"
    if result["commit"].endswith("+"):
        return "tracked files differ from their commit: commit them first, so that it names what was measured"
    return ""


def keep(result: dict[str, Any], folder: Path = RESULTS) -> Path:
    """Write a result as that of its version; figures kept before stay if they are of the same commit and machine."""
    file = folder / f"{result['version']}.json"
    former = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    figures = list(result["figures"])
    if all(former.get(key) == result[key] for key in ("commit", "machine")):
        measured = {figure["name"] for figure in figures}
        figures += [figure for figure in former["figures"] if figure["name"] not in measured]
    folder.mkdir(exist_ok=True)
    whole = {**result, "figures": sorted(figures, key=lambda figure: str(figure["name"]))}
    file.write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return file


def kept(folder: Path = RESULTS) -> list[dict[str, Any]]:
    """All results that are kept, the oldest first."""
    found = [json.loads(file.read_text(encoding="utf-8")) for file in folder.glob("*.json")]
    return sorted(found, key=lambda result: str(result["date"]))


def newest(folder: Path = RESULTS) -> dict[str, Any] | None:
    """The newest result; None if none is kept."""
    every = kept(folder)
    return every[-1] if every else None
