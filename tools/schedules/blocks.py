"""Blocks of tables, as ``blocks.c`` finds them by annealing over meetings and tables alike.

No two seats meet twice in them. Nobody comes back to a table at 14 tables; at 10 there are 55 returns.
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
            "53 10 40 47, 18 32 25 0",
            "50 20 24 45, 1 36 29 7",
            "51 5 34 48, 9 23 37 14",
            "3 7 17 27, 41 30 46 50",
            "13 14 6 33, 26 39 43 51",
            "19 0 12 38, 31 22 44 53",
            "4 30 26 55, 47 17 38 13",
            "8 39 31 54, 45 6 27 19",
            "16 22 41 52, 48 12 33 3",
            "11 29 46 23, 40 4 54 20",
            "15 37 43 32, 24 8 52 5",
            "2 25 44 36, 34 16 55 10",
        ),
    ),
}
