"""The cells that the rulebooks print, typed in: fu and han to payments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from referee.hands.score import base_value, payments

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.ruleset import Ruleset

# Fu, then 1 to 4 han; "." is not printed. A tsumo of the dealer: from each; of another: from each / from the dealer.
WRC_EAST_RON = """
20     .     .     .     .
25     .  2400  4800  9600
30  1500  2900  5800 12000
40  2000  3900  7700 12000
50  2400  4800  9600 12000
60  2900  5800 12000 12000
70  3400  6800 12000 12000
80  3900  7700 12000 12000
90  4400  8700 12000 12000
100 4800  9600 12000 12000
110 5300 10600 12000 12000
"""
WRC_EAST_TSUMO = """
20     .   700  1300  2600
25     .     .  1600  3200
30   500  1000  2000  4000
40   700  1300  2600  4000
50   800  1600  3200  4000
60  1000  2000  4000  4000
70  1200  2300  4000  4000
80  1300  2600  4000  4000
90  1500  2900  4000  4000
100 1600  3200  4000  4000
110 1800  3600  4000  4000
"""
WRC_OTHER_RON = """
25     .  1600  3200  6400
30  1000  2000  3900  8000
40  1300  2600  5200  8000
50  1600  3200  6400  8000
60  2000  3900  8000  8000
70  2300  4500  8000  8000
80  2600  5200  8000  8000
90  2900  5800  8000  8000
100 3200  6400  8000  8000
110 3600  7100  8000  8000
"""
WRC_OTHER_TSUMO = """
20          .   400/700  700/1300 1300/2600
25          .         .  800/1600 1600/3200
30    300/500  500/1000 1000/2000 2000/4000
40    400/700  700/1300 1300/2600 2000/4000
50    400/800  800/1600 1600/3200 2000/4000
60   500/1000 1000/2000 2000/4000 2000/4000
70   600/1200 1200/2300 2000/4000 2000/4000
80   700/1300 1300/2600 2000/4000 2000/4000
90   800/1500 1500/2900 2000/4000 2000/4000
100  800/1600 1600/3200 2000/4000 2000/4000
110  900/1800 1800/3600 2000/4000 2000/4000
"""
# TAB; its misprints are left out: 1160 for 11600, 1300/4000, 1600/4000 and 2000/4000 below 40 fu, 7700 at 40 fu 4 han.
TAB_EAST_RON = """
25     .  2400  4800  9600
30  1500  2900  5800     .
40  2000  3900  7700 12000
50  2400  4800  9600 12000
60  2900  5800 11600 12000
70  3400  6800 12000 12000
80  3900  7700 12000 12000
"""
TAB_EAST_TSUMO = """
20     .   700  1300  2600
25     .     .  1600  3200
30   500  1000  2000  3900
40   700  1300  2600  4000
50   800  1600  3200  4000
60  1000  2000  3900  4000
70  1200  2300  4000  4000
80  1300  2600  4000  4000
"""
TAB_OTHER_RON = """
25     .  1600  3200  6400
30  1000  2000  3900  7700
40  1300  2600  5200     .
50  1600  3200  6400  8000
60  2000  3900  7700  8000
70  2300  4500  8000  8000
80  2600  5200  8000  8000
"""
TAB_OTHER_TSUMO = """
20          .   400/700  700/1300         .
25          .         .  800/1600         .
30    300/500  500/1000 1000/2000         .
40    400/700  700/1300 1300/2600 2000/4000
50    400/800  800/1600 1600/3200 2000/4000
60   500/1000 1000/2000 2000/3900 2000/4000
70   600/1200 1200/2300 2000/4000 2000/4000
80   700/1300 1300/2600 2000/4000 2000/4000
"""
# REF prints to 70 fu, the first columns without fu of a ron.
REF_EAST_RON = """
25     .  2400  4800  9600
30  1500  2900  5800 11600
40  2000  3900  7700 12000
50  2400  4800  9600 12000
60  2900  5800 11600 12000
70  3400  6800 12000 12000
"""
REF_OTHER_RON = """
25     .  1600  3200  6400
30  1000  2000  3900  7700
40  1300  2600  5200  8000
50  1600  3200  6400  8000
60  2000  3900  7700  8000
70  2300  4500  8000  8000
"""
# SAI 47.1.
SAI_EAST_RON = """
25     .  2400  4800  9600
30  1500  2900  5800 12000
40  2000  3900  7700     .
50  2400  4800  9600     .
60  2900  5800 12000     .
70  3400  6800     .     .
80  3900  7700     .     .
90  4400  8700     .     .
100 4800  9600     .     .
110    . 10600     .     .
"""
SAI_OTHER_TSUMO = """
20          .   400/700  700/1300 1300/2600
25          .         .  800/1600 1600/3200
30    300/500  500/1000 1000/2000 2000/4000
40    400/700  700/1300 1300/2600         .
50    400/800  800/1600 1600/3200         .
60   500/1000 1000/2000 2000/4000         .
70   600/1200 1200/2300         .         .
80   700/1300 1300/2600         .         .
90   800/1500 1500/2900         .         .
100  800/1600 1600/3200         .         .
110         . 1800/3600         .         .
"""
TABLES = [
    ("wrc-2015", True, False, WRC_EAST_RON),
    ("wrc-2015", True, True, WRC_EAST_TSUMO),
    ("wrc-2015", False, False, WRC_OTHER_RON),
    ("wrc-2015", False, True, WRC_OTHER_TSUMO),
    ("scoring-tables", True, False, TAB_EAST_RON),
    ("scoring-tables", True, True, TAB_EAST_TSUMO),
    ("scoring-tables", False, False, TAB_OTHER_RON),
    ("scoring-tables", False, True, TAB_OTHER_TSUMO),
    ("reference-sheet", True, False, REF_EAST_RON),
    ("reference-sheet", False, False, REF_OTHER_RON),
    ("saikouisen-2025", True, False, SAI_EAST_RON),
    ("saikouisen-2025", False, True, SAI_OTHER_TSUMO),
]


def printed(cell: str, *, dealer: bool, tsumo: bool) -> tuple[int, int, int]:
    if not tsumo:
        return int(cell), 0, 0
    if dealer:
        return 0, 0, int(cell)
    other, from_dealer = cell.split("/")
    return 0, int(from_dealer), int(other)


@pytest.mark.parametrize(("name", "dealer", "tsumo", "table"), TABLES)
def test_every_printed_cell(
    ruleset: Callable[..., Ruleset], name: str, dealer: bool, tsumo: bool, table: str
) -> None:
    rules = ruleset(name).scoring
    cells = 0
    for row in table.split("\n"):
        fu, *values = row.split() or ["0"]
        for han, cell in enumerate(values, 1):
            if cell != ".":
                base, _ = base_value(han, int(fu), rules)
                expected = printed(cell, dealer=dealer, tsumo=tsumo)
                assert payments(base, dealer=dealer, tsumo=tsumo) == expected, (fu, han)
                cells += 1
    assert cells > 20


LIMITS = {
    "wrc-2015": {5: 8000, 6: 12000, 7: 12000, 8: 16000, 9: 16000, 10: 16000, 11: 24000, 12: 24000, 13: 24000},
    "saikouisen-2025": {5: 8000, 6: 12000, 7: 12000, 8: 16000, 10: 16000, 11: 24000, 13: 24000, 20: 24000},
    "scoring-tables": {5: 8000, 6: 12000, 7: 12000, 8: 16000, 10: 16000, 11: 24000, 12: 24000, 13: 32000},
    "reference-sheet": {5: 8000, 6: 12000, 7: 12000, 8: 16000, 10: 16000, 11: 24000, 12: 24000, 13: 32000, 26: 32000},
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_limits(ruleset: Callable[..., Ruleset], name: str) -> None:
    """WRC 6.1, SAI 47.1, TAB limit hands, REF point table: ron of a non-dealer; the dealer gets half more."""
    rules = ruleset(name).scoring
    for han, points in LIMITS[name].items():
        base, limit = base_value(han, 30, rules)
        assert payments(base, dealer=False, tsumo=False) == (points, 0, 0)
        assert payments(base, dealer=True, tsumo=False) == (points * 3 // 2, 0, 0)
        assert payments(base, dealer=True, tsumo=True) == (0, 0, points // 2)
        assert payments(base, dealer=False, tsumo=True) == (0, points // 2, points // 4)
        assert (
            limit
            == {8000: "mangan", 12000: "haneman", 16000: "baiman", 24000: "sanbaiman", 32000: "yakuman"}[
                points
            ]
        )
