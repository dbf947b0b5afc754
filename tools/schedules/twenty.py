"""Eight rounds for 20 players: each two meet once or twice, but not in two rounds running.

Five of the rounds follow from the matrix for five tables. In them two players of one of its rows never meet, and
everybody plays once at each table. In one round before these and one after, four players of each row sit at a table of
their own, and the players left over at the fifth. The two left over of a row meet in the last round. In these three
rounds each group sits at the only table where none of its four players sits in a neighbouring round.
"""

from typing import Final

from hall.tournaments.schedules.further import Foursome, Round
from hall.tournaments.schedules.groups import Group
from hall.tournaments.schedules.schedule import from_matrix
from tools.schedules.matrices import known_matrix

TABLES: Final = 5
LATER: Final = (2, 0, 3, 1)
"""For each table from the second on, the row that sits there in the round after those of the matrix."""


def twenty() -> list[Round]:
    """Return the rounds, at their tables."""
    group = Group((TABLES,))
    matrix = known_matrix(group, TABLES)
    assert matrix is not None
    rows = [[row * TABLES + (row + place) % TABLES for place in range(TABLES)] for row in range(4)]
    before = [(b, c, d, e) for _, b, c, d, e in rows]
    after = [(a, c, d, e) for a, _, c, d, e in (rows[row] for row in LATER)]
    last = [(rows[row - 1][0], rows[row - 1][1], rows[row - 2][3], rows[row - 3][4]) for row in LATER]
    return [
        (*before, _left_over(rows, 0)),
        *from_matrix(matrix, group),
        (_left_over(rows, 1), *after),
        (_left_over(rows, 2), *last),
    ]


def _left_over(rows: list[list[int]], place: int) -> Foursome:
    a, b, c, d = (row[place] for row in rows)
    return a, b, c, d
