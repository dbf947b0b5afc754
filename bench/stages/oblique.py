"""Whole tables drawn from any side, with the truth of every tile: the oracle for single pictures.

Everything is a box in millimetres under a pinhole camera, drawn at twice the size from far to near; a buffer of object
numbers records what is visible. Frame: x to the right of chair 0, y from the centre to chair 0, z up.
"""

from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from referee.tiles import FACES, NAMES
from vision.geometry import to_table
from vision.prints.faces import Style, face_image

Image = Any
"""Rows by columns, or by columns by 3; OpenCV's own types exclude arrays that it takes."""
FINE = 2
PRINT = (90, 120)
INKS = Style(ivory=(214, 230, 236), black=(45, 40, 44), red=(52, 40, 170), green=(48, 88, 26), weight=0.9)
BACK = 38
EDGE_MM = 0.5
"""The width of the darker edges of tiles, which the smallest pictures show a pixel wide."""


@dataclass(frozen=True)
class Placed:
    """A tile: its name, the group it belongs to, and where it lies."""

    tile: int
    x: float
    y: float
    turn_deg: float
    zone: str = "other"
    row: int = 0
    column: int = 0
    sideways: bool = False
    z: float = 0.0
    standing: bool = False


@dataclass(frozen=True)
class Truth:
    """The expected reading of a tile: ``x``, ``y`` in picture pixels; ``seen`` the share of its top that is not
    covered."""

    tile: str
    zone: str
    row: int
    column: int
    sideways: bool
    x: float
    y: float
    length_px: float
    seen: float


@dataclass(frozen=True)
class Photograph:
    picture: Image
    truths: list[Truth]
    pond: Any
    felt: Any


@dataclass
class Setting:
    """A table, its tiles' measures in millimetres, its colours, and the camera."""

    width: float = 26.0
    length: float = 35.0
    thick: float = 20.0
    tilt_deg: float = 30.0
    azimuth_deg: float = 0.0
    length_px: float = 36.0
    felt: tuple[int, int, int] = (70, 95, 40)
    back: tuple[int, int, int] = (60, 60, 190)
    focal: float = 0.85
    noise: float = 3.0
    blur: float = 0.5
    layer: float = 0.3
    console_widths: float = 3.0
    light: float = 0.95
    prints: dict[int, Image] = field(default_factory=dict)
    cloth: tuple[Image, float] | None = None
    """The cloth that lies on the table instead of felt, centred, and its pixels per millimetre."""
    bare: bool = False
    """True if there is no console and nothing is drawn on the cloth."""

    @property
    def console(self) -> float:
        return self.console_widths * self.width

    @property
    def pond_half(self) -> float:
        return self.console + 3.35 * self.length

    @property
    def felt_half(self) -> float:
        return self.pond_half + 6.2 * self.length


def place(chair: int, x: float, y: float) -> tuple[float, float]:
    return to_table(chair, x, y)


def full_table(setting: Setting, random: np.random.Generator, discards: int = 13) -> list[Placed]:
    """Ponds with riichi and called tiles, walls with an indicator, melds, one opened hand, standing hands."""
    deck = [tile for tile in range(FACES) for _ in range(1 if tile >= 34 else 4)]
    random.shuffle(deck)
    w, length, placed = setting.width, setting.length, []
    for chair in range(4):
        angle = -90.0 * chair
        count = int(np.clip(discards + random.integers(-4, 9), 1, 22))
        riichi = int(random.integers(0, count)) if random.random() < 0.6 else -1
        gone = set(random.choice(count, int(random.integers(0, 2)), replace=False).tolist())
        x, row, column = -3.05 * w, 0, 0
        for index in range(count):
            if index in (6, 12):
                x, row, column = -3.05 * w, row + 1, 0
            across = index == riichi
            wide = length if across else w
            jitter = random.normal(0, 0.5, 2)
            y = setting.console + length * (0.62 + row * 1.04) + jitter[1]
            if index not in gone:
                turn = angle + (90.0 if across else 0.0) + random.normal(0, 1.2) + 180.0 * random.integers(2)
                where = place(chair, x + wide / 2 + jitter[0], y)
                placed.append(Placed(deck.pop(), *where, turn, f"pond/{chair}", row, column, across))
            x += wide + random.uniform(0.2, 1.0)
            column += 1
        wall = setting.pond_half + 1.3 * length
        for stack in range(17):
            dead = chair == 2 and 3 <= stack <= 13
            if not dead and random.random() < 0.45:
                continue
            where = place(chair, (stack - 8) * (w + 0.2), wall)
            placed.append(Placed(BACK, *where, angle))
            up = deck.pop() if dead and stack in (6, 7, 9) and random.random() < 0.7 else BACK
            placed.append(Placed(up, *where, angle, "indicator" if up != BACK else "other", z=setting.thick))
        far = setting.pond_half + 3.6 * length
        if chair == int(random.integers(4)) or chair == 0:
            for column in range(10):
                where = place(chair, (column - 8) * (w + 0.3), far)
                placed.append(
                    Placed(deck.pop(), *where, angle + random.normal(0, 0.7), f"hand/{chair}", 0, column)
                )
        else:
            for column in range(10):
                where = place(chair, (column - 8) * (w + 0.3), far)
                placed.append(Placed(31, *where, angle, standing=True))
        if random.random() < 0.7:
            x, claimed = 5.5 * w, int(random.integers(3))
            for column in range(3):
                wide = length if column == claimed else w
                low = far + (length - w) / 2 if column == claimed else far
                where = place(chair, x + wide / 2, low)
                lies = angle + (90.0 if column == claimed else 0.0)
                placed.append(Placed(deck.pop(), *where, lies, f"meld/{chair}", 0, column, column == claimed))
                x += wide + 0.3
    return placed


def camera(setting: Setting, size: tuple[int, int]) -> Any:
    """The projection (3 by 4) of a camera that looks at the centre, tilted, from an azimuth (0: from chair 0)."""
    width, height = size
    focal = setting.focal * max(size)
    far = focal * setting.length / setting.length_px
    tilt, azimuth = np.deg2rad(setting.tilt_deg), np.deg2rad(setting.azimuth_deg)
    out = np.array([np.sin(azimuth), np.cos(azimuth), 0.0])
    eye = far * (out * np.sin(tilt) + np.array([0, 0, 1.0]) * np.cos(tilt))
    forward = -eye / far
    right = np.array([np.cos(azimuth), -np.sin(azimuth), 0.0])
    down = out * np.cos(tilt) - np.array([0, 0, 1.0]) * np.sin(tilt)
    turn = np.stack([right, down, forward])
    inner = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
    return inner @ np.column_stack([turn, -turn @ eye])


def project(view: Any, points: Any) -> Any:
    flat = np.asarray(points, float) @ view[:, :3].T + view[:, 3]
    return flat[:, :2] / flat[:, 2:]


def photograph(
    setting: Setting, placed: list[Placed], size: tuple[int, int] = (1000, 800), seed: int = 0
) -> Photograph:
    """The picture, its true tiles, and the corners of the drawn square and of the felt (as seen: top left first)."""
    random = np.random.default_rng(seed)
    fine = np.diag([FINE, FINE, 1.0])
    fine[:2, 2] = (FINE - 1) / 2
    view = camera(setting, size)
    big = fine @ view
    shape = (size[1] * FINE, size[0] * FINE)
    image = np.full((*shape, 3), 60, np.uint8)
    ids = np.zeros(shape, np.int32)
    _table(image, big, setting)
    eye = -np.linalg.solve(view[:, :3], view[:, 3])
    _shadows(image, big, setting, placed)
    order = sorted(
        range(len(placed)),
        key=lambda i: -np.hypot(placed[i].x - eye[0], placed[i].y - eye[1]) + 1e-3 * placed[i].z,
    )
    for index in order:
        _box((image, ids), (big, eye), setting, placed[index], index + 1)
    corners = [_square(view, half) for half in (setting.pond_half, setting.felt_half)]
    seats = _seats(view, setting, corners[0])
    # Counting the pixels of each tile by itself took more than half the time of a picture.
    shown = np.bincount(ids[ids > 0], minlength=len(placed) + 1)[1:]
    truths = [
        one
        for tile, pixels in zip(placed, shown.tolist(), strict=True)
        if (one := _truth(view, seats, setting, tile, pixels))
    ]
    small: Any = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    if setting.blur > 0:
        small = cv2.GaussianBlur(small, (0, 0), setting.blur)
    ramp = np.linspace(0.9, 1.08, size[0], dtype=np.float32)[None, :, None]
    small = small * ramp * setting.light + random.normal(0, setting.noise, small.shape)
    picture = small.clip(0, 255).astype(np.uint8)
    return Photograph(picture, truths, *corners)


def _seats(view: Any, setting: Setting, pond: Any) -> list[int]:
    """For each chair its number as seen: 0 where the square's lower side is, counter-clockwise."""
    sides = np.array([pond[2] + pond[3], pond[1] + pond[2], pond[0] + pond[1], pond[3] + pond[0]]) / 2
    middles = project(view, [(*place(chair, 0, setting.pond_half), 0) for chair in range(4)])
    return [int(np.hypot(*(sides - middle).T).argmin()) for middle in middles]


def _square(view: Any, half: float) -> Any:
    points = project(view, [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    middle = points.mean(axis=0)
    around = sorted(points.tolist(), key=lambda p: np.arctan2(p[1] - middle[1], p[0] - middle[0]))
    first = int(np.argmin([p[0] - middle[0] + p[1] - middle[1] for p in around]))
    return np.array([*around[first:], *around[:first]])


def _fill(image: Image, corners: Any, colour: Any) -> None:
    points = (np.asarray(corners) * 16).clip(-1e7, 1e7).round().astype(np.int32)
    cv2.fillConvexPoly(image, points, colour, 8, 4)


def _table(image: Image, view: Any, setting: Setting) -> None:
    random = np.random.default_rng(5)
    for half, colour in (
        (setting.felt_half + 60, (190, 175, 200)),
        (setting.felt_half, setting.felt),
    ):
        _fill(
            image,
            project(view, [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]),
            colour,
        )
    if setting.cloth is not None:
        _lay(image, view, *setting.cloth)
    grain: Any = random.normal(0, 5, (image.shape[0] // 4, image.shape[1] // 4, 1)).astype(np.float32)
    grain = cv2.resize(grain, (image.shape[1], image.shape[0]))[..., None]
    image[:] = (image + grain).clip(0, 255)
    if setting.bare:
        return
    dark = tuple(int(v * 0.45) for v in setting.felt)
    for half in (setting.pond_half, setting.pond_half + 0.8 * setting.length):
        ring = project(view, [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
        cv2.polylines(image, [(ring * 16).astype(np.int32)], True, dark, 3, cv2.LINE_AA, 4)
    half = setting.console - 4
    _fill(
        image,
        project(view, [(-half, -half, 4), (half, -half, 4), (half, half, 4), (-half, half, 4)]),
        (45, 42, 40),
    )
    half *= 0.45
    _fill(
        image,
        project(view, [(-half, -half, 4), (half, -half, 4), (half, half, 4), (-half, half, 4)]),
        (120, 90, 60),
    )
    for chair in range(0, 4, 2):
        ends = [place(chair, x, setting.console + 4 + y) for x, y in ((-33, -3), (33, -3), (33, 3), (-33, 3))]
        _fill(image, project(view, [(x, y, 4.0) for x, y in ends]), (226, 232, 236))
        dot = project(view, [(*place(chair, 0, setting.console + 4), 4.0)])[0]
        cv2.circle(image, tuple(int(v) for v in dot), 3, (30, 30, 200), -1, cv2.LINE_AA)


def _lay(image: Image, view: Any, cloth: Image, scale: float) -> None:
    rows, columns = cloth.shape[:2]
    on_table = np.array([[1 / scale, 0, -columns / 2 / scale], [0, 1 / scale, -rows / 2 / scale], [0, 0, 1]])
    matrix = view[:, [0, 1, 3]] @ on_table
    drawn = cv2.warpPerspective(cloth, matrix, image.shape[1::-1], borderMode=cv2.BORDER_CONSTANT)
    covered = cv2.warpPerspective(np.ones((rows, columns), np.uint8), matrix, image.shape[1::-1])
    image[covered > 0] = drawn[covered > 0]


def _outline(setting: Setting, tile: Placed) -> Any:
    length = setting.thick if tile.standing else setting.length
    half = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (setting.width, length)
    angle = np.deg2rad(tile.turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    return half @ np.array([[cos, sin], [-sin, cos]]) + (tile.x, tile.y)


def _shadows(image: Image, view: Any, setting: Setting, placed: list[Placed]) -> None:
    dark = np.zeros(image.shape[:2], np.uint8)
    for tile in placed:
        ground = np.add(_outline(setting, tile), (5 + tile.z / 4, 4 + tile.z / 4))
        _fill(dark, project(view, np.column_stack([ground, np.zeros(4)])), 255)
    soft = cv2.GaussianBlur(dark, (0, 0), 6)[..., None].astype(np.float32) / 255
    image[:] = image * (1 - 0.4 * soft)


def _box(sheet: Any, camera: Any, setting: Setting, tile: Placed, number: int) -> None:
    (image, ids), (view, eye) = sheet, camera
    ground = _outline(setting, tile)
    high = setting.length if tile.standing else setting.thick
    edge_px = max(1, round(EDGE_MM * FINE * setting.length_px / setting.length))
    ivory, back = np.array(INKS.ivory, float), np.array(setting.back, float)
    if tile.standing:
        up, layer, colours = "standing", 0.0, (ivory, ivory)
    elif tile.tile == BACK:
        up, layer, colours = "back", 1 - setting.layer, (ivory, back)
    else:
        up, layer, colours = "face", setting.layer, (back, ivory)
    rings = [
        project(view, np.column_stack([ground, np.full(4, tile.z + share * high)])) for share in (0, layer, 1)
    ]
    for a in range(4):
        b = (a + 1) % 4
        edge, middle = ground[b] - ground[a], (ground[a] + ground[b]) / 2
        outward = np.array([edge[1], -edge[0]]) / np.hypot(*edge)
        if outward @ (eye[:2] - middle) <= 0:
            continue
        lit = 0.86 + 0.1 * outward[0]
        for low, high_ring, colour in ((0, 1, colours[0]), (1, 2, colours[1])):
            side = np.array([rings[low][a], rings[low][b], rings[high_ring][b], rings[high_ring][a]])
            shade = back if tile.standing and a == 0 else colour
            _fill(image, side, (shade * lit).tolist())
            _fill(ids, side, -number)
        seam = (np.array([rings[0][a], rings[2][a]]) * 16).astype(np.int32)
        cv2.line(image, seam[0].tolist(), seam[1].tolist(), (ivory * 0.6).tolist(), edge_px, cv2.LINE_AA, 4)
    top = rings[2]
    _fill(ids, top, number)
    if up == "face":
        print_ = setting.prints.get(tile.tile)
        if print_ is None:
            print_ = face_image(tile.tile, *PRINT, INKS)
        _paste(image, print_, top)
    else:
        _fill(image, top, ((back if up == "back" else (ivory + back) / 2) * 0.98).tolist())
    ring = (top * 16).round().astype(np.int32)
    cv2.polylines(image, [ring], True, (ivory * 0.72).tolist(), edge_px, cv2.LINE_AA, 4)


def _paste(image: Image, print_: Image, corners: Any) -> None:
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 3, image.shape[1::-1])
    if (high - low < 2).any():
        return
    rows, columns = print_.shape[:2]
    frame = np.array([(-0.5, -0.5), (columns - 0.5, -0.5), (columns - 0.5, rows - 0.5), (-0.5, rows - 0.5)])
    matrix = cv2.getPerspectiveTransform(frame.astype(np.float32), (corners - low).astype(np.float32))
    narrow = np.sqrt(cv2.contourArea(corners.astype(np.float32)) / (rows * columns))
    soft = cv2.GaussianBlur(print_, (0, 0), max(0.3, 0.4 / narrow))
    drawn = cv2.warpPerspective(soft, matrix, tuple((high - low).tolist()), borderMode=cv2.BORDER_REPLICATE)
    mask = np.zeros(drawn.shape[:2], np.uint8)
    _fill(mask, corners - low, 255)
    part = image[low[1] : high[1], low[0] : high[0]]
    part[mask > 0] = drawn[mask > 0]


def _truth(view: Any, seats: list[int], setting: Setting, tile: Placed, pixels: int) -> Truth | None:
    if tile.standing:
        return None
    high = tile.z + setting.thick
    corners = project(view, np.column_stack([_outline(setting, tile), np.full(4, high)]))
    x, y = project(view, [(tile.x, tile.y, high)])[0]
    area = max(cv2.contourArea((corners * FINE).astype(np.float32)), 1.0)
    seen = pixels / area
    if seen < 0.02:
        return None
    name = "x" if tile.tile == BACK else NAMES[tile.tile]
    length = float(np.hypot(*(corners[2] - corners[1])))
    zone, slash, chair = tile.zone.partition("/")
    zone = f"{zone}/{seats[int(chair)]}" if slash else zone
    return Truth(name, zone, tile.row, tile.column, tile.sideways, float(x), float(y), length, seen)
