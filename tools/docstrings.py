"""Checks how docstrings open: ``python -m tools.docstrings``, for every Python file that git tracks.

A docstring opens with a verb ("Return …") or with a noun that names the thing ("The time up to which …"). A clause without
a main verb ("Whether …", "What …") has to be read twice.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

CLAUSE: Final = re.compile(r"\s*(What|Whether|How|Where|Whoever|As|Up to when)\b")


def clauses(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the first line of each docstring that opens with a clause, those of attributes included."""
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))) if CLAUSE.match(text):
                    yield statement.lineno, text.partition("\n")[0]


def main() -> int:
    """Print each such docstring; exit with 1 if there is one."""
    tracked = subprocess.check_output(["git", "ls-files", "-z", "*.py"], text=True).split("\0")
    found = [
        f"{file}:{line}: {text}"
        for file in filter(None, tracked)
        for line, text in clauses(Path(file).read_text(encoding="utf-8"))
    ]
    for each in found:
        print(each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
