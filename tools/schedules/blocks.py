"""Blocks of tables, as ``blocks.c`` prints them with the arguments in its comment.

No two seats meet twice in them. Nobody comes back to a table at 14 tables. At 10 there are 55 returns, and we do not know
whether fewer are possible; the rounds are in an order in which nobody stays at a table, with 25 of the returns in the last.
"""

from typing import Final

BLOCKS: Final = {
    # by tables: the group, and the blocks of each round
    10: (
        (5,),
        (
            "24 2 29 18, 13 39 31 5",
            "17 39 26 6, 12 0 34 20",
            "16 31 3 9, 36 11 25 21",
            "8 17 10 21, 1 26 33 35",
            "27 32 12 15, 7 38 21 0",
            "4 25 34 35, 10 5 22 15",
            "23 0 37 14, 6 29 30 19",
            "27 5 20 30, 16 37 10 2",
            "33 38 19 22, 14 8 3 27",
            "16 36 12 29, 20 1 32 9",
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
