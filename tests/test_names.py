"""A name means one thing: no two public classes of the product have the same."""

from __future__ import annotations

import ast
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("config", "firmware_bridge", "referee", "table_controller", "vision")
MEANT = {
    # A command is named as what it asks for; what is observed or answered has the same name.
    "HanchanBegun": "what a person observes, and a command's answer",
    "HandClosed": "what a person observes, and a command's answer",
    "History": "a command, and what dating keeps of the past",
    "Refolded": "an event, and a command's answer",
    "ResetFaults": "a command, and the request to the unit that it makes",
    # An observation and the event that follows from it; journals hold both names.
    "HandMoved": "observed and held to be so",
    "TileDiscarded": "observed and held to be so",
    "TileDrawn": "observed and held to be so",
    # What is published describes what is held; asyncapi.yaml names both.
    "Alert": "a text, and what is published of it",
    "Hanchan": "a result, and what is published of it",
    "MeldShown": "an observation, and what is published of a meld",
    # A group of texts gives its name to their codes.
    "Frame": "a picture with its time, and a group of texts",
    "Ordered": "a command's answer, and a group of texts",
    "Place": "a place in a wall, and a group of texts",
    "Penalty": "points off, and what is published of them",
    "Win": "a hand's win, its event, and an argument of a command",
    "WinShown": "an event, and what is published of it",
    "Health": "what the unit measures of itself, and the alerts of a table",
    "Desk": "the part of the state that judges see to, which snapshots name, and what a command acts at",
}
"""Those of one name, each with what they are."""


def classes_of_one_name(texts: dict[str, str]) -> dict[str, list[str]]:
    """Public classes of modules that are declared in more than one file, with the files."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, text in texts.items():
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(name)
    return {name: files for name, files in found.items() if len(files) > 1}


def sources() -> dict[str, str]:
    listed = ["git", "ls-files", "--", *(f"{package}/*.py" for package in PACKAGES)]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return {name: (ROOT / name).read_text(encoding="utf-8") for name in names if (ROOT / name).exists()}


def test_no_two_classes_have_one_name() -> None:
    assert {name: files for name, files in classes_of_one_name(sources()).items() if name not in MEANT} == {}


def test_what_is_meant_is_still_so() -> None:
    assert set(MEANT) - classes_of_one_name(sources()).keys() == set()


def test_the_check_sees_two_classes_of_one_name() -> None:
    texts = {
        "a.py": "class Sight:\n    pass\n",
        "b.py": "class Sight:\n    pass\nclass _Own: ...\n",
        "c.py": "class _Own: ...",
    }
    assert classes_of_one_name(texts) == {"Sight": ["a.py", "b.py"]}
