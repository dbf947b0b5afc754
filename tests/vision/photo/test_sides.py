"""Lines on and around tops; the oracle is the camera that the rectangles were drawn with."""

import cv2
import numpy as np

from vision.lens import Image, View
from vision.photo.finding.finder import Top
from vision.photo.finding.level import UPRIGHT, fitted_view
from vision.photo.finding.sides import sides_of
from vision.photo.finding.size import THICKNESS

SIZE = (800, 600)


def seen_from(tilt_deg: float) -> View:
    turn = cv2.Rodrigues(np.array([np.deg2rad(tilt_deg), 0.0, 0.3]))[0]
    inner = np.array([[640.0, 0, 399.5], [0, 640.0, 299.5], [0, 0, 1]])
    return View.from_pose(inner, turn, np.array([0.0, 0.0, 20.0]))


def loose_tiles(view: View) -> tuple[Image, list[Top]]:
    """The picture of sixteen tiles in no row, and their tops with axes at right angles."""
    random = np.random.default_rng(4)
    picture = np.full((SIZE[1], SIZE[0], 3), (60, 95, 50), np.uint8)
    tops = []
    for x in (-4.5, -1.5, 1.5, 4.5):
        for y in (-4.5, -1.5, 1.5, 4.5):
            angle = random.uniform(0, np.pi)
            axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            corners = np.array([(0.5, 0.67), (-0.5, 0.67), (-0.5, -0.67), (0.5, -0.67)]) @ axes + (x, y)
            quad = view.points(np.column_stack([corners, np.zeros(4)]))
            cv2.fillPoly(picture, [np.round(quad * 16).astype(np.int32)], (214, 230, 236), cv2.LINE_AA, 4)
            middle, along = quad.mean(axis=0), (quad[0] + quad[1] - quad[2] - quad[3]) / 4
            a, b = (float(value) for value in along)
            tops.append(Top(float(middle[0]), float(middle[1]), (a, b), (-b / 1.34, a / 1.34), False, 0.9))
    return picture, tops


def test_a_tiles_edges_are_at_right_angles_in_its_own_plane_only() -> None:
    view = seen_from(45.0)
    picture, tops = loose_tiles(view)
    sides = sides_of(picture, tops)

    def askew(other: View) -> float:
        back = np.linalg.inv(other.plane(0.0))
        ends = []
        for way in (-0.5, 0.5):
            points = sides.middles + way * sides.ways
            u, v, w = back @ np.column_stack([points, np.ones(len(points))]).T
            ends.append(np.column_stack([u / w, v / w]))
        return sides.askew(ends[1] - ends[0])

    assert len(np.unique(sides.tops)) == len(tops)
    assert min((askew(seen_from(45.0 + off)), off) for off in (-30.0, -15.0, -5.0, 0.0, 5.0, 15.0))[1] == 0.0


def test_lines_that_a_plane_makes_parallel_speak_against_it() -> None:
    sides = sides_of(*loose_tiles(seen_from(45.0)))
    assert sides.askew(sides.ways * (1.0, 1e-3)) > 0.9


def test_tiles_that_do_not_touch_have_their_own_width_in_an_oblique_view() -> None:
    """Touching tiles twice as wide seemed to fit where every second tile was overlooked."""
    turn = cv2.Rodrigues(np.array([-np.deg2rad(63.0), 0.0, 0.0]))[0]
    inner = np.array([[640.0, 0, 399.5], [0, 640.0, 299.5], [0, 0, 1]])
    view = View.from_pose(inner, turn, np.array([0.0, 0.0, 30.0]))
    tops = []
    for x, y in np.mgrid[-8:9:2, -8:9:2.7].reshape(2, -1).T:
        middle, long, wide = view.points([(x, y, 0), (x, y + 0.67, 0), (x + 0.5, y, 0)])
        (a, b), (c, d) = (long - middle).tolist(), (wide - middle).tolist()
        tops.append(Top(float(middle[0]), float(middle[1]), (a, b), (c, d), False, 0.9))
    found, guess = fitted_view(tops, SIZE, THICKNESS, near=UPRIGHT, upright=True)
    assert guess[1] == 0.0
    ends = found.to_plane(view.points([(-0.5, 0, 0), (0.5, 0, 0)]), THICKNESS)
    assert np.hypot(*(ends[1] - ends[0])) > 0.75
