"""Writes the newest kept result into the docs, as a table: ``python -m bench.docs.speed [--check]``."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from bench.docs.written import write
from bench.speed.measuring.results import kept
from bench.speed.measuring.table import heading, rows

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "guides" / "performance.md"
COMMAND: Final = "python -m bench.docs.speed"


def lines(results: Sequence[dict[str, Any]]) -> list[str]:
    """The part of the page: the newest result as a table, then notes on its figures."""
    if not results:
        return ["Nothing has been kept yet: `python -m bench.all --slow --keep`."]
    newest = results[-1]
    what = {figure["name"]: figure["what"] for figure in newest["figures"]}
    made = [f"{heading(newest)}.", "", "| figure | ours | beside | ratio (95 %) | wanted | reached |"]
    made.append("| --- | --- | --- | --- | --- | --- |")
    made += [
        f"| `{name}`: {what[name]} | {' | '.join(each.replace('|', '/') for each in others)} |"
        for name, *others in rows(newest)
    ]
    notes = [f"* `{figure['name']}`: {figure['note']}." for figure in newest["figures"] if figure.get("note")]
    return [*made, *([""] if notes else []), *notes]


def main(arguments: list[str]) -> int:
    """Write the page; with ``--check`` only say whether it differs (exit status 1)."""
    return write(PAGE, COMMAND, "\n".join(lines(kept())), check="--check" in arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
