"""Traces the light of a laid table with Mitsuba (extra ``traced``), and takes its picture as a camera does."""

from __future__ import annotations

from math import atan, degrees, hypot
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import cv2
import mitsuba
import numpy as np
from numpy.typing import NDArray

from bench.photos.traced import surfaces
from bench.photos.traced.bodies import Body, rectangle, rounded_box, together
from bench.photos.traced.circumstances import Circumstances
from simulation.camera.lens import Mount
from simulation.camera.sprites import FACE_SHARE
from simulation.world.places import Lie
from simulation.world.world import TileObject, World
from vision.geometry import to_table
from vision.lens import Floats
from vision.zones import CHAIRS

if TYPE_CHECKING:
    Picture: TypeAlias = NDArray[np.uint8]

EDGE_MM: Final = 1.9
"""Radius of a tile's edges."""
SAMPLES: Final = 9
"""Samples of each pixel, spread evenly over it and over the lamps, so that few are enough."""
BOUNCES: Final = 3
MARGIN_PX: Final = 64
"""Pixels traced beyond the picture on each side, since a bent lens shows more than a straight one."""
SMOOTHED: Final = (5, 28.0, 1.7)
"""A camera's smoothing against noise: its width in pixels, the largest difference in level, the rate at which its
weight falls."""
LENS_STEP_PX: Final = 8
JOINT_MM: Final = 1.5
FLOOR_MM: Final = -700.0
STICK_MM: Final = (82.0, 5.0, 3.0)
STICK_Y_MM: Final = 57.0
"""The place of a stick in its slot of a console of 64 mm, from the table's middle."""
CONSOLE_TOP_MM: Final = 2.0
CEILING_MM: Final = (3400.0, 2500.0, 2500.0)
"""The ceiling, which throws the lamps' light back down: its height, and half its width and depth."""
UPRIGHT: Final = np.eye(3)
OVER: Final = np.diag([1.0, -1.0, -1.0])
STANDS: Final = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
"""A tile on its lower edge, its face to its player."""
TURNED: Final = {Lie.FACE_UP: UPRIGHT, Lie.FACE_DOWN: OVER, Lie.STANDING: STANDS}

mitsuba.set_variant("llvm_ad_rgb")


def traced(world: World, given: Circumstances, seed: int) -> Picture:
    """The picture of a table (blue first)."""
    random = np.random.default_rng([seed, 5])
    scene = mitsuba.load_dict(_scene(world, given, random))
    light = np.array(mitsuba.render(scene, seed=seed))
    return _photographed(np.asarray(light[..., :3], np.float32), given)


def _scene(world: World, given: Circumstances, random: np.random.Generator) -> dict[str, Any]:
    geometry = world.geometry
    ivory = _glossy(given, _image(surfaces.face_sheet(given.ivory)))
    colour, lean = surfaces.cloth(geometry, given, random)
    faces, backs = _tiles(world)
    felt = rectangle(geometry.felt_half - JOINT_MM, geometry.felt_half - JOINT_MM)
    rim = 2 * geometry.rim_half
    body, _ = rounded_box((rim, rim, 40.0), 6.0)
    things: dict[str, Any] = {
        "type": "scene",
        "sensor": _camera(given.mount),
        "integrator": {"type": "path", "max_depth": BOUNCES, "hide_emitters": True},
        "lamp": _lamp((0.0, 0.0, CEILING_MM[0]), CEILING_MM[1:], given.room, (1.0, 1.0, 1.0)),
        "faces": _shape(faces, ivory),
        "backs": _shape(backs, _glossy(given, _rgb_reflected(given.back))),
        "felt": _shape(felt, _woven(_image(colour), lean)),
        "joint": _shape(rectangle(geometry.felt_half, geometry.felt_half, -0.1), _dull(0.01)),
        "rim": _shape(_lowered(body, -20.2), _varnished(_image(surfaces.boards(given, random)))),
        "floor": _shape(rectangle(4000.0, 4000.0, FLOOR_MM), _dull(float(random.uniform(0.05, 0.4)))),
        **_markers(world),
        **_console(world, given),
    }
    total = sum(lamp.power for lamp in given.lamps)
    for number, lamp in enumerate(given.lamps):
        things[f"lamp{number}"] = _lamp(lamp.at_mm, lamp.half_mm, lamp.power / total, lamp.colour)
    return things


def _lamp(
    at_mm: tuple[float, float, float],
    half_mm: tuple[float, float],
    power: float,
    colour: tuple[float, float, float],
) -> dict[str, Any]:
    """A lamp that shines down; its power alone decides how bright the table is, not its size or place."""
    x, y, z = at_mm
    far = hypot(x, y, z)
    bright = power * far**4 / (z**2 * 4 * half_mm[0] * half_mm[1])
    down = mitsuba.ScalarTransform4f().look_at(origin=[x, -y, z], target=[x, -y, 0.0], up=[0.0, 1.0, 0.0])
    return {
        "type": "rectangle",
        "to_world": down @ mitsuba.ScalarTransform4f().scale([*half_mm, 1.0]),
        "emitter": {"type": "area", "radiance": _rgb(tuple(bright * each for each in colour))},
    }


# -- what lies on the table -----------------------------------------------------------------------------------------


def _tiles(world: World) -> tuple[Body, Body]:
    """The ivory of all tiles, and their backs."""
    size = world.geometry.tile
    cut = size.thickness * (0.5 - FACE_SHARE)
    ivory, back = rounded_box((size.width, size.length, size.thickness), EDGE_MM, cut)
    lying = [_lying(tile, size.thickness, size.length) for tile in world.on_table()]
    tiles = list(zip(world.on_table(), lying, strict=True))
    faces = [ivory.printed(surfaces.box_of_face(tile.face)).placed(*where) for tile, where in tiles]
    return together(faces), together([back.placed(*where) for _, where in tiles])


def _lying(tile: TileObject, thickness: float, length: float) -> tuple[Floats, tuple[float, float, float]]:
    """Return the rotation of a tile, and the place of its middle."""
    place = tile.place
    if place is None:
        raise ValueError(f"tile {tile.number} is in a hand")
    angle = np.radians(place.angle_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    round_z = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    high = length if place.lie is Lie.STANDING else thickness
    return round_z @ TURNED[place.lie], (place.x_mm, -place.y_mm, place.z_mm + high / 2)


def _markers(world: World) -> dict[str, Any]:
    shapes = {}
    for marker in world.geometry.markers:
        half = marker.size / 2 + surfaces.STICKER_MM
        body = rectangle(half, half, at=(marker.x, -marker.y))
        paper = _image(surfaces.sticker(world.geometry, marker))
        shapes[f"marker{marker.id}"] = _shape(body, {"type": "diffuse", "reflectance": paper})
    return shapes


def _console(world: World, given: Circumstances) -> dict[str, Any]:
    """Its body, its printed top, and the sticks in their slots."""
    half, mm = world.geometry.centre_half, world.geometry.centre_half / 64
    body, _ = rounded_box((2 * half, 2 * half, 12.0), 2.5)
    plastic = {"type": "roughplastic", "alpha": 0.2, "diffuse_reflectance": _rgb((0.02, 0.02, 0.02))}
    plate = rectangle(half - 3.0, half - 3.0, CONSOLE_TOP_MM + 0.05)
    inset = 3.0 / (2 * half)
    plate = plate.printed((inset, inset, 1 - inset, 1 - inset))
    printed = {**plastic, "diffuse_reflectance": _image(surfaces.console_plate(world))}
    shapes = {
        "console": _shape(_lowered(body, CONSOLE_TOP_MM - 6.0), plastic),
        "plate": _shape(plate, printed),
    }
    stick, _ = rounded_box((STICK_MM[0] * mm, STICK_MM[1] * mm, STICK_MM[2]), 1.0)
    paint = {**plastic, "diffuse_reflectance": _image(surfaces.stick_print(given.ivory))}
    for chair in range(CHAIRS):
        if world.sticks[chair]:
            x, y = to_table(chair, 0.0, STICK_Y_MM * mm)
            cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[chair]
            turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
            shapes[f"stick{chair}"] = _shape(stick.placed(turn, (x, -y, CONSOLE_TOP_MM + 0.5)), paint)
    return shapes


def _lowered(body: Body, middle_mm: float) -> Body:
    return body.placed(UPRIGHT, (0.0, 0.0, middle_mm))


# -- Mitsuba's scene ------------------------------------------------------------------------------------------------


def _shape(body: Body, surface: dict[str, Any]) -> Any:
    """A mesh with its material."""
    given = mitsuba.Properties()
    given["bsdf"] = mitsuba.load_dict(surface)
    mesh = mitsuba.Mesh(
        "body",
        len(body.points),
        len(body.triangles),
        has_vertex_normals=True,
        has_vertex_texcoords=True,
        props=given,
    )
    fields = mitsuba.traverse(mesh)
    fields["vertex_positions"] = body.points.ravel().astype(np.float32)
    fields["vertex_normals"] = body.normals.ravel().astype(np.float32)
    fields["vertex_texcoords"] = body.texture.ravel().astype(np.float32)
    fields["faces"] = body.triangles.ravel().astype(np.uint32)
    fields.update()
    return mesh


def _image(picture: Picture, *, raw: bool = False) -> dict[str, Any]:
    """A texture; ``raw``: numbers, not colours."""
    flipped = np.ascontiguousarray(picture if raw else picture[..., ::-1])
    return {"type": "bitmap", "bitmap": mitsuba.Bitmap(flipped), "raw": raw, "wrap_mode": "clamp"}


def _rgb(value: tuple[float, ...]) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(each) for each in value]}


def _rgb_reflected(shade: tuple[float, float, float]) -> dict[str, Any]:
    """A shade as a screen has it, as shares of light."""
    return _rgb(tuple(_light_of(np.array(shade)).tolist()))


def _dull(share: float) -> dict[str, Any]:
    return {"type": "diffuse", "reflectance": _rgb((share,) * 3)}


def _glossy(given: Circumstances, colour: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "roughplastic",
        "distribution": "ggx",
        "alpha": given.gloss,
        "int_ior": 1.5,
        "diffuse_reflectance": colour,
    }


def _varnished(colour: dict[str, Any]) -> dict[str, Any]:
    return {"type": "roughplastic", "distribution": "ggx", "alpha": 0.25, "diffuse_reflectance": colour}


def _woven(colour: dict[str, Any], lean: Picture) -> dict[str, Any]:
    fibres = {"type": "principled", "base_color": colour, "roughness": 0.9, "specular": 0.15, "sheen": 0.5}
    return {"type": "normalmap", "normalmap": _image(lean[..., ::-1], raw=True), "bsdf": fibres}


def _camera(mount: Mount) -> dict[str, Any]:
    """A straight camera where the mount hangs, that sees a margin more on each side."""
    width, height = mount.width + 2 * MARGIN_PX, mount.height + 2 * MARGIN_PX
    rotation, place = _pose(mount)
    # Its picture's x grows against its own first axis, and y against its second.
    axes = np.diag([-1.0, -1.0, 1.0]) @ rotation @ np.diag([1.0, -1.0, -1.0])
    to_world = np.eye(4)
    to_world[:3, :3], to_world[:3, 3] = axes.T, place
    return {
        "type": "perspective",
        "fov_axis": "x",
        "fov": 2 * degrees(atan(width / 2 / mount.lens().focal[0])),
        "near_clip": 10.0,
        "far_clip": 10000.0,
        "to_world": mitsuba.ScalarTransform4f(to_world),
        "film": {
            "type": "hdrfilm",
            "width": width,
            "height": height,
            "rfilter": {"type": "gaussian", "stddev": 0.45},
        },
        "sampler": {"type": "multijitter", "sample_count": SAMPLES},
    }


def _pose(mount: Mount) -> tuple[Floats, Floats]:
    """Rows: right, down and forward in the table's frame (z into the table); and where the camera is, z up."""
    view, lens = mount.view(), mount.lens()
    x, y, height = view.camera()
    seen = np.linalg.inv(lens.matrix()) @ view.matrix[:, :3]
    seen[:, 2] *= -1
    seen /= np.linalg.norm(seen[0])
    return seen, np.array([x, -y, height])


# -- the camera's picture -------------------------------------------------------------------------------------------


def _photographed(light: NDArray[np.float32], given: Circumstances) -> Picture:
    """Return a camera's picture of the light: through its lens, its white balance, its exposure."""
    mount = given.mount
    middle = np.array(light.shape[1::-1]) / 2 - 0.5
    source = _straight(mount) + (middle - mount.lens().centre).astype(np.float32)
    seen = cv2.remap(light, source[..., 0], source[..., 1], cv2.INTER_CUBIC).clip(0, None)
    # A twentieth of the picture is ivory and the markers' paper.
    lightest = np.percentile(seen[::4, ::4].reshape(-1, 3), 97.5, axis=0)
    tint = (lightest / lightest.mean()) ** given.balance
    even = seen / tint / lightest.mean() * _light_of(np.array(given.white))
    levels = np.asarray((255 * _screen_of(even.clip(0, 1))).round()[..., ::-1], np.uint8)
    return np.asarray(cv2.bilateralFilter(levels, *SMOOTHED), np.uint8)


def _straight(mount: Mount) -> NDArray[np.float32]:
    """The pixel of a straight camera for each pixel of the picture; between points this near, the lens is straight."""
    step = LENS_STEP_PX
    columns, rows = (np.arange(side // step + 2) * step - step / 2 - 0.5 for side in mount.size)
    points = np.column_stack([grid.ravel() for grid in np.meshgrid(columns, rows)])
    coarse = mount.lens().undistort(points).astype(np.float32).reshape(len(rows), len(columns), 2)
    size = (len(columns) * step, len(rows) * step)
    fine = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[step : step + mount.height, step : step + mount.width], np.float32)


def _light_of(shade: Floats) -> Floats:
    """Light for a screen's values (sRGB)."""
    return np.where(shade <= 0.04045, shade / 12.92, ((shade + 0.055) / 1.055) ** 2.4)


def _screen_of(light: NDArray[Any]) -> NDArray[Any]:
    """A screen's values for light (sRGB)."""
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
