"""Blocks of tables, found once by annealing over differences and tables alike, in minutes of compiled code.

No two seats meet twice in them. Nobody comes back to a table at 14 tables; elsewhere as few as that search found do.
"""

from typing import Final

BLOCKS: Final = {
    # by tables: the group, and the blocks of each round
    10: (
        (5,),
        (
            "28 37 11 4, 8 23 16 32",
            "31 5 25 16, 20 14 37 0",
            "39 34 3 24, 9 26 19 13",
            "1 9 35 18, 25 10 22 33",
            "21 25 17 37, 32 3 7 13",
            "0 15 13 33, 21 5 26 39",
            "26 12 37 7, 31 24 19 1",
            "29 6 1 23, 36 12 34 15",
            "10 19 20 7, 28 38 30 3",
            "22 36 8 30, 29 13 18 2",
        ),
    ),
    14: (
        (7,),
        (
            "9 52 27 15, 41 32 3 43",
            "37 55 2 44, 29 20 22 13",
            "53 3 12 33, 47 26 16 37",
            "21 35 13 47, 2 49 17 34",
            "6 19 39 45, 55 30 24 10",
            "46 54 7 24, 28 40 4 14",
            "23 49 40 32, 45 7 15 1",
            "30 42 51 17, 0 39 27 8",
            "0 41 25 28, 53 18 9 46",
            "8 50 38 1, 23 31 19 48",
            "29 10 36 14, 54 6 25 42",
            "31 4 26 20, 11 50 44 36",
        ),
    ),
}
