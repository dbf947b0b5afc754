"""A generated part of a page, between the comment that names its command and ``<!-- end -->``."""

import sys
from pathlib import Path
from typing import Final

END: Final = "<!-- end -->"


def with_part(page: str, command: str, part: str) -> str:
    """A page with a new part.

    Raises:
        ValueError: the page has no place for it.
    """
    begin = f"<!-- {command} -->"
    before, found, rest = page.partition(begin)
    _, ended, after = rest.partition(END)
    if not (found and ended):
        raise ValueError(f"the page lacks the lines {begin} and {END}")
    return f"{before}{begin}\n\n{part}\n\n{END}{after}"


def write(file: Path, command: str, part: str, *, check: bool) -> int:
    """Put a part into a page, or only check that it is there; return the exit status, 1 if it is not."""
    page = file.read_text(encoding="utf-8")
    made = with_part(page, command, part)
    if not check:
        file.write_text(made, encoding="utf-8")
        return 0
    if made != page:
        sys.stderr.write(f"{file} is not what is declared: run {command}\n")
        return 1
    return 0
