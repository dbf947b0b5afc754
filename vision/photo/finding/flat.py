"""Draws a part of a table's plane from straight above at a chosen scale, and cuts single tiles out of a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import cv2
import numpy as np

from vision.lens import Floats, Image, View
from vision.model.classifier import CROP_HEIGHT, CROP_WIDTH, TILE_HEIGHT_PX, TILE_WIDTH_PX
from vision.photo.finding.finder import Top

LEAST_COPY_PX: Final = 100
"""Each copy is half the size of the one before; the last has a shorter side of at most this. [px; judged: a tile is no
smaller in it than the finder can see]"""
MOST_FINER: Final = 4
"""Largest factor by which a drawing is made finer and then reduced. [ratio; judged: its cost grows with the square]"""
INNER: Final = 0.8
"""The inner part of a top, whose colours are judged. [half axes; judged: its edge is blurred]"""
INNER_PLACES: Final = np.array(list(product(np.linspace(-INNER, INNER, 11), repeat=2)))
"""The points of that part at which colours are taken. [half axes; judged: a print's strokes are as wide as their
distance]"""
PAPER_PERCENT: Final = 75
"""This percentile of a tile's colours is that of its paper. [percent; judged: most prints cover less]"""
LIKE_PAPER: Final = 0.12
"""A colour no farther from paper than this share of its brightness is paper. [share; judged: light varies over a tile]"""
LIKE_ANY: Final = 10.0
"""In the dark a colour may be this much farther from paper. [grey levels; judged: noise]"""
LEAST_SIZE_PX: Final = 8
"""A drawing is at least this wide and high. [px; judged: nothing is found in so small a picture, but drawing it works]"""
FINENESS: Final = 0.8
"""A drawing is made finer, and reduced again, as soon as this share of the picture's pixels would be skipped. [share;
judged: nearly every pixel counts]"""
MIDDLE_HALF: Final = np.linspace(0.25, 0.75, 3)
"""The middle half of a drawing. [shares; derived: quarters]"""
COPY_PX: Final = 56
"""A cut-out is taken from the smallest copy of the picture in which its short side is at least this long. [px;
derived: 1.4 times the cut-out's width]"""
MARGIN_X: Final = CROP_WIDTH / TILE_WIDTH_PX
"""Width of a cut-out. [tile widths; derived: CROP_WIDTH, TILE_WIDTH_PX]"""
MARGIN_Y: Final = CROP_HEIGHT / TILE_HEIGHT_PX
"""Length of a cut-out. [tile lengths; derived: CROP_HEIGHT, TILE_HEIGHT_PX]"""
CROP_CORNERS: Final = np.array(
    [
        (-0.5, -0.5),
        (CROP_WIDTH - 0.5, -0.5),
        (CROP_WIDTH - 0.5, CROP_HEIGHT - 0.5),
        (-0.5, CROP_HEIGHT - 0.5),
    ]
)
"""Corners of a cut-out. [px; derived: CROP_WIDTH, CROP_HEIGHT]"""


@dataclass(frozen=True, slots=True)
class FlatPicture:
    """A plane drawn from above.

    Attributes:
        left, top: the drawing's left and top, in units of the plane.
        scale: pixels to the unit.
        to_picture: the homography from the drawing's pixels to the picture's.
    """

    image: Image
    left: float
    top: float
    scale: float
    to_picture: Floats

    def on_plane(self, pixels: Floats) -> Floats:
        """Places on the plane (n by 2) of pixels of the drawing."""
        return np.asarray((pixels + 0.5) / self.scale + (self.left, self.top))

    def colours(self, pixels: Floats) -> Floats:
        """Colours of the drawing (n by 3) at pixels (n by 2), those outside as at its edge."""
        rows, columns = self.image.shape[:2]
        x = pixels[:, 0].round().astype(int).clip(0, columns - 1)
        y = pixels[:, 1].round().astype(int).clip(0, rows - 1)
        return np.asarray(self.image[y, x], np.float64)

    def in_picture(self, pixels: Floats) -> Floats:
        """Pixels of the picture (n by 2) for those of the drawing."""
        flat = np.column_stack([pixels, np.ones(len(pixels))]) @ self.to_picture.T
        return np.asarray(flat[:, :2] / flat[:, 2:])


def visible_part(view: View, height: float, size: tuple[int, int], reach: float) -> tuple[Floats, Floats]:
    """The box of the plane that the picture shows (least and greatest corner), within ``reach`` of its origin."""
    plane = view.plane(height)
    steps = np.linspace(-reach, reach, 161)
    x, y = (axis.ravel() for axis in np.meshgrid(steps, steps))
    u, v, w = plane @ np.stack([x, y, np.ones_like(x)])
    with np.errstate(divide="ignore", invalid="ignore"):
        inside = (
            (w * np.sign(plane[2, 2]) > 0)
            & (u / w >= 0)
            & (u / w < size[0])
            & (v / w >= 0)
            & (v / w < size[1])
        )
    if not inside.any():
        raise ValueError("nothing of the table is in the picture")
    edge = steps[1] - steps[0]
    low = np.array([x[inside].min(), y[inside].min()]) - edge
    return low, np.array([x[inside].max(), y[inside].max()]) + edge


def draw_flat(
    picture: Image, view: View, height: float, part: tuple[Floats, Floats], scale: float
) -> FlatPicture:
    """A part of the plane at ``height``, ``scale`` pixels to the unit."""
    (left, top), (right, bottom) = part
    size = (
        max(LEAST_SIZE_PX, round((right - left) * scale)),
        max(LEAST_SIZE_PX, round((bottom - top) * scale)),
    )
    place = np.array([[1 / scale, 0, left + 0.5 / scale], [0, 1 / scale, top + 0.5 / scale], [0, 0, 1]])
    to_picture = view.plane(height) @ place
    fine = int(np.clip(np.ceil(_magnified(to_picture, size) * FINENESS), 1, MOST_FINER))
    shrink = np.array([[1 / fine, 0, 0.5 / fine - 0.5], [0, 1 / fine, 0.5 / fine - 0.5], [0, 0, 1]])
    drawn = cv2.warpPerspective(
        picture,
        to_picture @ shrink,
        (size[0] * fine, size[1] * fine),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(90, 90, 90),
    )
    image = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA) if fine > 1 else drawn
    return FlatPicture(np.asarray(image, np.uint8), float(left), float(top), scale, to_picture)


def scale_at(view: View, height: float) -> float:
    """Pixels of the picture per unit of the table, in the table's middle."""
    u, v, w = view.plane(height)
    across = (u[:2] * w[2] - u[2] * w[:2]) / w[2] ** 2
    down = (v[:2] * w[2] - v[2] * w[:2]) / w[2] ** 2
    return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))


def _magnified(homography: Floats, size: tuple[int, int]) -> float:
    """The most picture pixels that one pixel of the drawing spans, in its middle half."""
    spans = []
    for x in MIDDLE_HALF * size[0]:
        for y in MIDDLE_HALF * size[1]:
            here, right, down = (
                homography @ np.array(p) for p in ((x, y, 1.0), (x + 1, y, 1.0), (x, y + 1, 1.0))
            )
            if min(here[2] * right[2], here[2] * down[2]) <= 0:
                continue
            middle = here[:2] / here[2]
            spans += [
                float(np.hypot(*(right[:2] / right[2] - middle))),
                float(np.hypot(*(down[:2] / down[2] - middle))),
            ]
    return float(np.median(spans)) if spans else 1.0


def places_of(tops: Sequence[Top], view: View, height: float) -> Floats:
    """The places (n by 2) on the plane at ``height`` of tops that were found in the picture."""
    middles = np.array([(top.x, top.y, 1.0) for top in tops]).reshape(-1, 3)
    u, v, w = np.linalg.inv(view.plane(height)) @ middles.T
    return np.column_stack([u / w, v / w])


def top_in_picture(top: Top, flat: FlatPicture) -> Top:
    """Return a top found in the drawing, transferred to the picture."""
    spots = np.array([(top.x, top.y), np.add((top.x, top.y), top.along), np.add((top.x, top.y), top.across)])
    middle, along, across = flat.in_picture(spots)
    (a, b), (c, d) = (along - middle).tolist(), (across - middle).tolist()
    return replace(top, x=float(middle[0]), y=float(middle[1]), along=(a, b), across=(c, d))


def top_in_other(top: Top, flat: FlatPicture, other: FlatPicture) -> Top:
    """Return a top found in one drawing of a picture, transferred to another drawing."""
    spots = np.array([(top.x, top.y), np.add((top.x, top.y), top.along), np.add((top.x, top.y), top.across)])
    seen = np.column_stack([flat.in_picture(spots), np.ones(3)]) @ np.linalg.inv(other.to_picture).T
    middle, along, across = seen[:, :2] / seen[:, 2:]
    (a, b), (c, d) = (along - middle).tolist(), (across - middle).tolist()
    return replace(top, x=float(middle[0]), y=float(middle[1]), along=(a, b), across=(c, d))


def inner_pixels(flat: FlatPicture, top: Top) -> Floats:
    """Colours inside a top (n by 3), without its edge."""
    return flat.colours(np.array([top.x, top.y]) + INNER_PLACES @ np.array([top.along, top.across]))


def paper_colour(flat: FlatPicture, top: Top) -> Floats:
    """The colour of a top's paper."""
    pixels = inner_pixels(flat, top)
    place = len(pixels) * PAPER_PERCENT // 100
    return np.asarray(np.partition(pixels, place, axis=0)[place])


def paper_share(flat: FlatPicture, top: Top, paper: Floats) -> float:
    """The share of a top that has the colour of its paper."""
    off = np.linalg.norm(inner_pixels(flat, top) - paper, axis=1)
    return float((off < LIKE_PAPER * np.linalg.norm(paper) + LIKE_ANY).mean())


class Cutter:
    """Cuts tiles out of one picture; large tiles out of smaller copies of it."""

    def __init__(self, picture: Image) -> None:
        self._copies = [picture]
        while min(self._copies[-1].shape[:2]) > LEAST_COPY_PX:
            self._copies.append(np.asarray(cv2.pyrDown(self._copies[-1]), np.uint8))

    def crop(self, corners: Floats) -> Image:
        """The classifier's input for a quadrilateral (4 by 2: the cut-out's corners, left top first) of the picture."""
        short = min(float(np.hypot(*(corners[1] - corners[0]))), float(np.hypot(*(corners[3] - corners[0]))))
        level = int(np.clip(np.floor(np.log2(max(short, 1.0) / COPY_PX)), 0, len(self._copies) - 1))
        factor = 0.5**level
        source = (corners + 0.5) * factor - 0.5
        fine = CROP_CORNERS * 2 + 0.5
        matrix = cv2.getPerspectiveTransform(fine.astype(np.float32), source.astype(np.float32))
        drawn = cv2.warpPerspective(
            self._copies[level],
            matrix,
            (CROP_WIDTH * 2, CROP_HEIGHT * 2),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(
            cv2.resize(drawn, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8
        )
