"""Helpers that the tests of imports share."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent


PACKAGES = (
    "config",
    "firmware_bridge",
    "hall",
    "jantaku",
    "referee",
    "simulation",
    "table_controller",
    "vision",
    "wording",
)


WITH_BENCH = (*PACKAGES, "bench")


@cache
def tracked() -> tuple[str, ...]:
    """The tracked files of this tree, and its new ones."""
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n")
    return tuple(name for name in listed if name and (ROOT / name).exists())


@cache
def sources() -> dict[str, str]:
    """The text of each module by its name; a package has the name of its folder."""
    return {
        ".".join(PurePosixPath(name).with_suffix("").parts).removesuffix(".__init__"): (
            ROOT / name
        ).read_text(encoding="utf-8")
        for name in tracked()
        if name.endswith(".py") and name.split("/")[0] in WITH_BENCH
    }


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement of a module at any depth; nodes within expressions, nine in ten, are skipped."""
    nodes: list[ast.AST] = [tree]
    while nodes:
        node = nodes.pop()
        yield node
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, part, ())
            nodes.extend(below if isinstance(below, list) else ())
