"""Printed cloth has more pieces that pass for tiles than a set has tiles."""

import numpy as np

from vision.photo.finding.finder import OF_A_SET, SUREST, Top, likely_tops
from vision.photo.naming.naming import FACES_WITH_PAPER, usual_paper

CREAM, LILAC = np.array([172.0, 180.0, 182.0]), np.array([200.0, 156.0, 202.0])


def tops(count: int) -> list[Top]:
    return [
        Top(20.0 * n, 0.0, (0.0, 13.0), (10.0, 0.0), back=False, chance=0.51 + 0.001 * n)
        for n in range(count)
    ]


def test_of_more_finds_than_a_set_has_only_the_surest_count() -> None:
    assert likely_tops(tops(OF_A_SET)) == tops(OF_A_SET)
    found = likely_tops(tops(OF_A_SET + 1))
    assert found == tops(OF_A_SET + 1)[: -SUREST - 1 : -1]


def test_a_hundred_pieces_of_one_name_do_not_show_the_paper() -> None:
    faces = [(name, CREAM) for name in range(FACES_WITH_PAPER)]
    paper = usual_paper([*faces, *((14, LILAC) for _ in range(100))])
    assert paper is not None
    assert np.allclose(paper, CREAM)
    assert usual_paper(faces[1:]) is None
