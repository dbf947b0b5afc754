"""Counts the right results of a reading against the truth of a drawn table."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from bench.stages.oblique import Truth


def score(
    truths: Sequence[Truth], found_tiles: Sequence[dict[str, Any]], *, clear: float = 0.75
) -> dict[str, int]:
    """Counts: face-up tiles to be found, found, named rightly, with the right place in the game; false faces and backs.

    A tile covered by more than a quarter need not be reported, and reporting it is not an error.
    """
    left = dict(enumerate(found_tiles))
    counts = dict.fromkeys(
        (
            "tiles",
            "found",
            "named",
            "placed",
            "pond",
            "pond_right",
            "false",
            "false_backs",
            "backs",
            "backs_found",
        ),
        0,
    )
    reach = [max(one.length_px * 0.33, 3.0) for one in truths]
    for number, truth in sorted(enumerate(truths), key=lambda pair: -pair[1].seen):
        near = [
            (np.hypot(one["x"] - truth.x, one["y"] - truth.y), index)
            for index, one in left.items()
            if np.hypot(one["x"] - truth.x, one["y"] - truth.y) < reach[number]
            and (one["tile"] == "x") == (truth.tile == "x")
        ]
        hit = left.pop(min(near)[1]) if near else None
        if truth.seen < clear:
            continue
        if truth.tile == "x":
            counts["backs"] += 1
            counts["backs_found"] += hit is not None
            continue
        in_pond = truth.zone.startswith("pond")
        counts["tiles"] += 1
        counts["pond"] += in_pond
        if hit is None:
            continue
        counts["found"] += 1
        named = hit["tile"] == truth.tile
        counts["named"] += named
        where = ("zone", "row", "column", "sideways") if in_pond else ("zone",)
        right = all(hit[key] == getattr(truth, key) for key in where)
        counts["placed"] += right
        counts["pond_right"] += named and right and in_pond
    counts["false_backs"] = sum(one["tile"] == "x" for one in left.values())
    counts["false"] = len(left) - counts["false_backs"]
    return counts
