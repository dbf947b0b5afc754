"""Writes the kept results into the docs, as a table and a plot: ``python -m bench.docs.speed [--check]``.

The plot has a row for each figure with a goal and a dot for each release: how far the figure is from its goal, on a
logarithmic scale. Right of the line the goal is reached.
"""

import sys
from collections.abc import Sequence
from html import escape
from math import log2
from pathlib import Path
from typing import Any, Final

from bench.docs.written import write
from bench.speed.measuring.results import kept
from bench.speed.measuring.table import heading, number, rows

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
PAGE: Final = DOCS / "guides" / "performance.md"
PLOT: Final = DOCS / "images" / "performance.svg"
COMMAND: Final = "python -m bench.docs.speed"
INK, LINE, OLD, NEW = "#333", "#bbb", "#9ab", "#00796b"
NAMES_PX, ROW_PX, DOUBLING_PX, TOP_PX = 150, 22, 70, 34
MOST_DOUBLINGS: Final = 4
"""A dot beyond a sixteenth or sixteen times the goal is drawn at the plot's edge."""


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


def attained(figure: dict[str, Any]) -> float | None:
    """Return the share of its goal that a figure reaches: 1 just reaches it, 2 is twice as good; None without goal or
    measurement."""
    goal = figure["goal"]
    if goal is None or "absent" in figure:
        return None
    measured = float(figure["ours" if goal["of"] == "value" else "ratio"]["median"])
    bound = float(goal["bound"])
    return measured / bound if figure["better"] == "more" else bound / measured


def plot(results: Sequence[dict[str, Any]]) -> str:
    """All results as SVG."""
    shares: dict[str, list[tuple[str, float]]] = {}
    for result in results:
        for figure in result["figures"]:
            share = attained(figure)
            if share is not None:
                shares.setdefault(figure["name"], []).append((result["version"], share))
    width = NAMES_PX + 2 * MOST_DOUBLINGS * DOUBLING_PX + 30
    bottom = TOP_PX + ROW_PX * len(shares)
    parts = [f'<rect width="{width}" height="{bottom + 16}" fill="#fff"/>']
    for doubling in range(-MOST_DOUBLINGS, MOST_DOUBLINGS + 1):
        x = _x(2.0**doubling)
        label = "goal" if doubling == 0 else f"{'×' if doubling > 0 else '÷'}{2 ** abs(doubling)}"  # noqa: RUF001 - a sign
        parts.append(
            f'<path d="M{x:.0f} {TOP_PX - 10}V{bottom}" stroke="{INK if doubling == 0 else LINE}" fill="none"/>'
            f'<text x="{x:.0f}" y="{TOP_PX - 16}" text-anchor="middle">{label}</text>'
        )
    for row, (name, dots) in enumerate(shares.items()):
        y = TOP_PX + ROW_PX * row + ROW_PX // 2
        parts.append(f'<text x="{NAMES_PX - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts += [
            f'<circle cx="{_x(share):.1f}" cy="{y}" r="5" fill="{NEW if at == len(dots) - 1 else OLD}">'
            f"<title>{escape(version)}: {number(share)} of its goal</title></circle>"
            for at, (version, share) in enumerate(dots)
        ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {bottom + 16}" font-family="sans-serif" '
        f'font-size="12" fill="{INK}">\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _x(share: float) -> float:
    """Return the x at which a share of a goal stands."""
    doublings = max(-MOST_DOUBLINGS, min(MOST_DOUBLINGS, log2(share)))
    return NAMES_PX + (MOST_DOUBLINGS + doublings) * DOUBLING_PX


def main(arguments: list[str]) -> int:
    """Write page and plot; with ``--check`` only say whether they differ (exit status 1)."""
    check, results = "--check" in arguments, kept()
    drawn = plot(results)
    if not check:
        PLOT.write_text(drawn, encoding="utf-8")
    elif not PLOT.exists() or PLOT.read_text(encoding="utf-8") != drawn:
        sys.stderr.write(f"{PLOT} is not what was measured: run {COMMAND}\n")
        return 1
    return write(PAGE, COMMAND, "\n".join(lines(results)), check=check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
