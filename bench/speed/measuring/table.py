"""A result as a table: for a terminal, and as the rows of a page."""

from typing import Any, Final

HEADINGS: Final = ("figure", "ours", "beside it", "ratio (95 %)", "wanted", "met")


def rows(result: dict[str, Any]) -> list[tuple[str, ...]]:
    """One row of ``HEADINGS`` for each figure."""
    return [_row(figure) for figure in result["figures"]]


def _row(figure: dict[str, Any]) -> tuple[str, ...]:
    unit, to = figure["unit"], figure["to"]
    goal = _goal(figure)
    if "absent" in figure:
        return (figure["name"], "", to, "", goal, figure["absent"])
    theirs, ratio = figure["theirs"], figure["ratio"]
    return (
        figure["name"],
        f"{number(figure['ours']['median'])} {unit}",
        f"{to}: {number(theirs['median'])}" if theirs else to,
        f"{ratio['median']:.2f} ({ratio['low']:.2f} to {ratio['high']:.2f})" if ratio else "",
        goal,
        {None: "", True: "yes", False: "no"}[figure["met"]],
    )


def _goal(figure: dict[str, Any]) -> str:
    goal = figure["goal"]
    if goal is None:
        return ""
    sign = "≥" if figure["better"] == "more" else "≤"
    return f"{sign} {number(goal['bound'])}" + ("" if goal["of"] == "ratio" else f" {figure['unit']}")


def number(value: float) -> str:
    """Three significant digits, with commas between thousands."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def heading(result: dict[str, Any]) -> str:
    """Return a line about a measurement: what was measured, where and beside what."""
    machine = result["machine"]
    peers = [f"{name} {peer['version']}" for name, peer in result["peers"].items() if peer["version"]]
    loads = [figure["load"] for figure in result["figures"]]
    load = f"{min(loads):g} to {max(loads):g}" if loads else "unknown"
    return (
        f"{result['version']}, commit {_commit(result['commit'])}, {result['date']}; {machine['processor']}, "
        f"{machine['cores']} cores, load {load}; Python {machine['python']}"
        f"{', compiled scorer' * (machine.get('scorer') == 'compiled')}; {', '.join(peers)}"
    )


def _commit(name: str) -> str:
    """A commit's short name, with a plus sign if tracked files differ from it."""
    return name[:12] + "+" * name.endswith("+") if name else "unknown"


def printed(result: dict[str, Any]) -> str:
    """The table for a terminal; notes on a figure stand under it."""
    lines = [HEADINGS, *rows(result)]
    widths = [max(len(row[column]) for row in lines) for column in range(len(HEADINGS) - 1)]
    notes = [f"{figure['name']}: {figure['note']}" for figure in result["figures"] if figure.get("note")]
    return "\n".join(
        (
            heading(result),
            *("  ".join((*map(str.ljust, row, widths), row[-1])) for row in lines),
            *notes,
        )
    )
