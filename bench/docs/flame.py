"""Draws where vision's time goes, as a flame graph for the docs: ``python -m bench.docs.flame``.

``py-spy`` (``pip install -e '.[peers]'``) looks at a process a thousand times a second while it reads a drawn table: in each
round its two first frames, twelve in which nothing changes, and four that see one changed zone. What compiled code does is
counted to the function that called it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2

from bench.seeing.cost import FrameCosts

if TYPE_CHECKING:
    from collections.abc import Iterator

FLAME: Final = Path(__file__).resolve().parents[2] / "docs" / "images" / "vision-flame.svg"
OURS, OTHERS = "#8fd0c4", "#ddd"
WORK: Final = "--work"
SEED: Final = 21
ROUNDS: Final = 15
A_SECOND: Final = 1000


UNDER: Final = "_Watched.ms"
"""The function under which the reading for a measurement begins; drawing the table lies elsewhere."""
IMPORTS: Final = "importlib"
"""Modules are loaded once in a process' life, not with each frame."""
WIDTH_PX, BAR_PX, LETTER_PX = 1000, 18, 6.2
LEAST_SHARE: Final = 0.002
"""Bars narrower than this share of the whole are left out, and what lies on them."""
FRAME: Final = re.compile(r"(?P<name>.+) \((?P<file>.+?)(?::\d+)?\)")


@dataclass
class Bar:
    """A function as it was called on one way, with the samples in it and in what it called."""

    samples: int = 0
    called: dict[str, Bar] = field(default_factory=dict)


def bars(stacks: str) -> Bar:
    """The calls in raw stacks of py-spy, a line each: functions from the outermost, divided by ``;``, and samples."""
    whole = Bar()
    for line in stacks.splitlines():
        way, _, count = line.rpartition(" ")
        names = [_named(frame) for frame in way.split(";")]
        begins = next((at for at, name in enumerate(names) if name.startswith(f"{UNDER} ")), None)
        if begins is None or IMPORTS in way:
            continue
        whole.samples += int(count)
        bar = whole
        for name in names[begins + 1 :]:
            bar = bar.called.setdefault(name, Bar())
            bar.samples += int(count)
    return whole


def _named(frame: str) -> str:
    """A function and its file, without the line."""
    found = FRAME.fullmatch(frame)
    return f"{found['name']} ({found['file']})" if found else frame


def drawn(whole: Bar) -> str:
    """The graph as SVG: the outermost calls below, each bar as wide as its share of the time.

    Raises:
        ValueError: nothing was sampled.
    """
    if not whole.samples:
        raise ValueError(f"no sample under {UNDER}")
    placed = list(_placed(whole, 0.0, 0, whole.samples))
    height = BAR_PX * (1 + max(depth for _, _, depth, _ in placed))
    parts = []
    for name, left, depth, samples in placed:
        share = samples / whole.samples
        x, y, wide = left * WIDTH_PX, height - BAR_PX * (depth + 1), share * WIDTH_PX
        function, _, file = name.partition(" (")
        letters = int((wide - 6) / LETTER_PX)
        said = function if len(function) <= letters else function[: letters - 1] + "…" if letters > 3 else ""
        parts.append(
            f'<g><title>{escape(name)}: {share:.1%}</title><rect x="{x:.1f}" y="{y}" width="{wide:.1f}" '
            f'height="{BAR_PX - 1}" fill="{OURS if file.startswith("vision/") else OTHERS}"/>'
            + (f'<text x="{x + 3:.1f}" y="{y + 12}">{escape(said)}</text>' if said else "")
            + "</g>"
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX} {height}" font-family="sans-serif" '
        f'font-size="11" fill="#222">\n<rect width="{WIDTH_PX}" height="{height}" fill="#fff"/>\n'
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _placed(bar: Bar, left: float, depth: int, all_samples: int) -> Iterator[tuple[str, float, int, int]]:
    """Name, left edge as a share, depth and samples of each bar that is drawn."""
    for name, called in sorted(bar.called.items()):
        share = called.samples / all_samples
        if share >= LEAST_SHARE:
            yield name, left, depth, called.samples
            yield from _placed(called, left, depth + 1, all_samples)
        left += share


def work() -> None:
    """Read the frames of a drawn table, again and again."""
    cv2.setNumThreads(1)
    costs = FrameCosts(SEED)
    for _ in range(ROUNDS):
        costs.round_ms()


def main(arguments: list[str]) -> int:
    """Watch a process that reads frames, and write the graph; the exit status is 2 without py-spy."""
    if WORK in arguments:
        work()
        return 0
    spy = shutil.which("py-spy", path=f"{Path(sys.executable).parent}:/usr/bin:/usr/local/bin")
    if spy is None:
        print("py-spy is not here: pip install -e '.[peers]'", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="jantaku-flame-") as folder:
        stacks = Path(folder) / "stacks"
        subprocess.run(
            [
                *(
                    spy,
                    "record",
                    "--rate",
                    str(A_SECOND),
                    "--format",
                    "raw",
                    "--function",
                    "--output",
                    str(stacks),
                ),
                *("--", sys.executable, "-m", "bench.docs.flame", WORK),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        FLAME.write_text(drawn(bars(stacks.read_text(encoding="utf-8"))), encoding="utf-8")
    return 0
