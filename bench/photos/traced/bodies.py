"""Solid bodies as triangles: boxes with rounded edges, and flat rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats

if TYPE_CHECKING:
    Whole = NDArray[np.int64]

ARC_STEPS: Final = 4
"""Facets of a rounded edge, from one side to halfway round."""


@dataclass(frozen=True)
class Body:
    """Triangles with a normal and a place in a texture at each corner.

    Attributes:
        points: n by 3; x to the right and y up as seen from above, z towards the viewer.
        normals: n by 3, outward, of length 1.
        texture: n by 2: across and down, 0 to 1.
        triangles: m by 3, counter-clockwise from outside.
    """

    points: Floats
    normals: Floats
    texture: Floats
    triangles: Whole

    def placed(self, turn: Floats, at: Sequence[float]) -> Body:
        """Turned (3 by 3), then moved."""
        return Body(
            self.points @ turn.T + np.asarray(at), self.normals @ turn.T, self.texture, self.triangles
        )

    def printed(self, box: tuple[float, float, float, float]) -> Body:
        """The same body with its texture in a part of a larger one: left, top, right, bottom."""
        left, top, right, bottom = box
        texture = self.texture * (right - left, bottom - top) + (left, top)
        return Body(self.points, self.normals, texture, self.triangles)

    def part(self, chosen: NDArray[np.bool_]) -> Body:
        """Some of its triangles."""
        return Body(self.points, self.normals, self.texture, self.triangles[chosen])


def together(bodies: Sequence[Body]) -> Body:
    """Many bodies as one."""
    starts = np.cumsum([0, *(len(body.points) for body in bodies[:-1])])
    return Body(
        np.concatenate([body.points for body in bodies]),
        np.concatenate([body.normals for body in bodies]),
        np.concatenate([body.texture for body in bodies]),
        np.concatenate([body.triangles + start for body, start in zip(bodies, starts, strict=True)]),
    )


def rectangle(
    half_x: float, half_y: float, height: float = 0.0, at: tuple[float, float] = (0.0, 0.0)
) -> Body:
    """A flat one, seen from above; its texture's first row is at the far side."""
    corners = np.array([(-half_x, half_y), (half_x, half_y), (half_x, -half_y), (-half_x, -half_y)]) + at
    points = np.column_stack([corners, np.full(4, height)])
    texture = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    return Body(points, np.tile([0.0, 0.0, 1.0], (4, 1)), texture, np.array([(0, 2, 1), (0, 3, 2)]))


def rounded_box(
    size: tuple[float, float, float], radius: float, cut: float | None = None
) -> tuple[Body, Body]:
    """A box about the origin whose edges and corners are rounded: the part above a height, and the part below it.

    Its texture is laid on from above. Without a ``cut`` all of it is above.
    """
    half = np.array(size) / 2
    inner = half - radius
    arc = radius * np.tan(np.linspace(0.0, np.pi / 4, ARC_STEPS + 1))
    lines = []
    for axis in range(3):
        cuts = [cut] if cut is not None and axis == 2 else []
        lines.append(np.unique(np.concatenate([-inner[axis] - arc, inner[axis] + arc, cuts])))
    sides = [_side(lines, half, axis, sign) for axis in range(3) for sign in (-1, 1)]
    cube = together(sides)
    core = np.clip(cube.points, -inner, inner)
    normals = cube.points - core
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = core + radius * normals
    texture = np.column_stack([0.5 + points[:, 0] / size[0], 0.5 - points[:, 1] / size[1]])
    whole = Body(points, normals, texture, cube.triangles)
    middles = points[whole.triangles][:, :, 2].mean(axis=1)
    above = middles > (-half[2] if cut is None else cut)
    return whole.part(above), whole.part(~above)


def _side(lines: Sequence[Floats], half: Floats, axis: int, sign: int) -> Body:
    """One side of a cube with sharp edges, as a grid; normals and texture are given later."""
    first, second = lines[(axis + 1) % 3], lines[(axis + 2) % 3]
    a, b = (grid.ravel() for grid in np.meshgrid(first, second, indexing="ij"))
    points = np.empty((len(a), 3))
    points[:, axis] = sign * half[axis]
    points[:, (axis + 1) % 3], points[:, (axis + 2) % 3] = a, b
    at = np.arange(len(a)).reshape(len(first), len(second))
    corner, right, up, far = at[:-1, :-1], at[1:, :-1], at[:-1, 1:], at[1:, 1:]
    pairs = [(corner, right, far), (corner, far, up)]
    triangles = np.concatenate([np.stack(pair, axis=-1).reshape(-1, 3) for pair in pairs])
    none = np.zeros((len(a), 2))
    return Body(points, np.zeros_like(points), none, triangles if sign > 0 else triangles[:, ::-1])
