"""Checks docstrings and comments: ``python -m tools.docstrings``, for every Python file that git tracks.

A docstring opens with a verb ("Return …") or with a noun that names the thing ("The time up to which …"). A clause without
a main verb ("Whether …", "What …") has to be read twice, and so has a sentence with one of ``UNCLEAR``, the house style's
list of phrases that are hardly ever said aloud. Each has a plain word: "whoever asks" is "the caller", "as far as is known"
is "if known".
"""

import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CLAUSE: Final = re.compile(r"\s*(What|Whether|How|Where|Whoever|As|Up to when|Why|Who|Which|When)\b")
UNCLEAR: Final = re.compile(
    r"\b(whoever|whomever|to whom|as\s+far\s+as|up\s+to\s+when|what\s+cannot\s+be|shall)\b",
    re.IGNORECASE,
)

COMMENT_BREAK: Final = re.compile(r"\n\s*#")


def docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the text of each docstring, those of attributes included."""
    for node in ast.walk(ast.parse(source)):
        for statement in getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str(text))):
                    yield statement.lineno, text


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the text of each run of comment lines, or of one comment behind code."""
    lines = source.splitlines()
    first, run = 0, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        line, column = token.start
        if run and line == first + run.count("\n") + 1 and not lines[line - 1][:column].strip():
            run += "\n" + token.string.lstrip("# ")
            continue
        if run:
            yield first, run
        first, run = line, token.string.lstrip("# ")
    if run:
        yield first, run


def clauses(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the first line of each docstring that opens with a clause."""
    for line, text in docstrings(source):
        if CLAUSE.match(text):
            yield line, text.partition("\n")[0]


def unclear(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line number and the phrase of each place in docstrings and comments with a phrase of ``UNCLEAR``."""
    if not UNCLEAR.search(COMMENT_BREAK.sub(" ", source)):
        return  # most files have none, and reading the comments of all takes seconds
    for line, text in (*docstrings(source), *comments(source)):
        for found in UNCLEAR.finditer(text):
            yield line + text.count("\n", 0, found.start()), " ".join(found[0].split())


def main() -> int:
    """Print each such place; exit with 1 if there is one."""
    tracked = subprocess.check_output(["git", "ls-files", "-z", "*.py"], text=True).split("\0")
    found = [
        f"{file}:{line}: {text}"
        for file in filter(None, tracked)
        if file != "tools/docstrings.py"
        for source in (Path(file).read_text(encoding="utf-8"),)
        for line, text in (*clauses(source), *unclear(source))
    ]
    for each in found:
        print(each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
