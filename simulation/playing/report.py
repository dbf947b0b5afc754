"""The report at the end of a simulated game: the reconstruction, its latency, and the time it took."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from simulation.playing.compare import Comparison
from simulation.staged.foul import FoulVerdict
from simulation.world.seats import TableMoment

LATENCY_FILE: Final = "latency.jsonl"
SHOWN_DIFFERENCES: Final = 20
PERCENTILES: Final = (50, 95, 99)


@dataclass(frozen=True, slots=True)
class Report:
    """The end of a simulated game.

    Attributes:
        latency_ms: percentiles of the time from a tile's release to the broker's acknowledgement; None without
            measurements.
        wall_s: real seconds from start to end.
        ended_by_judge: names of the hands that a judge ended differently from the plan.
        begun_by_judge: the number of hanchans that began because a judge threw away the current one.
        verdicts: the outcome of each foul that was acted out; the hands with fouls are not compared.
    """

    comparison: Comparison
    latency_ms: dict[str, float | None]
    wall_s: float
    ended_by_judge: Sequence[str] = ()
    begun_by_judge: int = 0
    verdicts: Sequence[FoulVerdict] = ()

    @property
    def equal(self) -> bool:
        """True if everything compared is equal, or nothing was left to compare."""
        excused = bool(self.ended_by_judge or self.verdicts)
        nothing = excused and not self.comparison.hands and not self.comparison.differences
        return self.comparison.equal or nothing

    @property
    def as_wanted(self) -> bool:
        """True if everything compared is equal, and each foul that was acted out was found."""
        return self.equal and all(each.found for each in self.verdicts)

    def as_json(self) -> dict[str, Any]:
        return {
            "equal": self.equal,
            "hands": self.comparison.hands,
            "ended_by_judge": list(self.ended_by_judge),
            "begun_by_judge": self.begun_by_judge,
            "discards": self.comparison.discards.as_json(),
            "calls": self.comparison.calls.as_json(),
            "wins": self.comparison.wins.as_json(),
            "latency_ms": self.latency_ms,
            "wall_s": round(self.wall_s, 1),
            "fouls": [each.as_json() for each in self.verdicts],
            "differences": self.comparison.differences,
        }

    def in_words(self) -> str:
        comparison = self.comparison
        lines = [
            f"{comparison.hands} hands played in {self.wall_s:.1f} s; reconstructed from pixels and signals:",
            *(
                f"  {name:9}{tally.right} right, {tally.wrong} wrong, {tally.missed} missed"
                for name, tally in (
                    ("discards", comparison.discards),
                    ("calls", comparison.calls),
                    ("wins", comparison.wins),
                )
            ),
            "  latency  "
            + ", ".join(
                f"{name} {'-' if value is None else f'{value:.0f} ms'}"
                for name, value in self.latency_ms.items()
            ),
            *(f"  {line}" for line in comparison.differences[:SHOWN_DIFFERENCES]),
        ]
        left = len(comparison.differences) - SHOWN_DIFFERENCES
        if left > 0:
            lines.append(f"  and {left} more differences")
        if self.ended_by_judge:
            ended = ", ".join(self.ended_by_judge)
            compared = f"{comparison.hands} hand{'' if comparison.hands == 1 else 's'} compared"
            lines.append(f"The judge ended {ended} differently from the record; {compared}.")
        if self.begun_by_judge:
            others = (
                "another hanchan" if self.begun_by_judge == 1 else f"{self.begun_by_judge} other hanchans"
            )
            lines.append(
                f"The judge began {others}: the record was left, and each hanchan is compared with what was played in it."
            )
        lines += [each.in_words() for each in self.verdicts]
        if (self.ended_by_judge or self.verdicts) and self.equal and not comparison.hands:
            lines.append("Nothing was left to compare.")
        else:
            judged = self.ended_by_judge or self.begun_by_judge or self.verdicts
            played = "what was played" if judged else "the record"
            lines.append(f"{'Equal' if self.equal else 'NOT equal'} to {played}.")
        return "\n".join(lines)


def percentiles(values: Sequence[float]) -> dict[str, float | None]:
    """Return p50, p95 and p99; each is the smallest value that so many percent of the values do not exceed."""
    ordered = sorted(values)
    if not ordered:
        return {f"p{share}": None for share in PERCENTILES}
    return {f"p{share}": round(ordered[-(-len(ordered) * share // 100) - 1], 1) for share in PERCENTILES}


def latencies(moments: Sequence[TableMoment], state: Path, *, real_only: bool) -> dict[str, float | None]:
    """Return percentiles of the time from a released discard to the broker's acknowledgement, in milliseconds.

    Args:
        moments: what the players did, with the table time of each release.
        state: the daemon's folder; its latency file has a line for each entry that a frame settled.
        real_only: count only the real time from the settling frame to the acknowledgement, when table time jumps.
    """
    file = state / LATENCY_FILE
    if not file.exists():
        return percentiles([])
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    measured = [
        line for line in lines if line.get("settled_ms") is not None and line.get("ack_real_ms") is not None
    ]
    if real_only:
        return percentiles([line["ack_real_ms"] for line in measured])
    releases = [moment.at_ms for moment in moments if moment.did == "discard"]
    discards = [line for line in measured if line["observation"] == "TileDiscarded"]
    # Each discard is settled after its own release and before the turn of the next player but one.
    found: list[float] = []
    at = 0
    for line in discards:
        while at + 1 < len(releases) and releases[at + 1] <= line["at_ms"] + PAIRING_MS:
            at += 1
        if releases and abs(releases[at] - line["at_ms"]) <= PAIRING_MS:
            found.append(line["settled_ms"] - releases[at] + line["ack_real_ms"])
    return percentiles(found)


PAIRING_MS: Final = 700
"""The most by which a release and vision's time of the discard differ: an arm covers the tile for so long. [ms]"""
