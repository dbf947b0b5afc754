"""Paints things that are no tiles: things on the table, covers over tiles, printed cloth."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.training.shots import FINE_SIZE
from vision.lens import Image
from vision.prints.chance import happens


def direction(random: np.random.Generator) -> NDArray[np.float64]:
    """A direction of length 1."""
    angle = random.uniform(0, 2 * np.pi)
    return np.array((np.cos(angle), np.sin(angle)))


def point(place: Sequence[float] | NDArray[np.float64]) -> tuple[int, int]:
    """A place as OpenCV takes it."""
    return round(float(place[0])), round(float(place[1]))


def paint_things(canvas: Image, random: np.random.Generator) -> None:
    """A stick with its dots, a die, a cup's rim, a sheet of paper."""
    middle = np.array(FINE_SIZE) * random.uniform(0.3, 0.7, 2)
    pale = [float(v) for v in random.uniform(170, 255, 3)]
    kind = int(random.integers(4))
    along = direction(random)
    if kind == 0:
        cv2.line(
            canvas,
            point(middle - 120 * along),
            point(middle + 120 * along),
            pale,
            int(random.integers(14, 32)),
        )
        for step in range(int(random.integers(1, 6))):
            dot = [20.0, 20.0, float(random.choice((20, 200)))]
            cv2.circle(canvas, point(middle + (step - 2) * 9 * along), 3, dot, -1, cv2.LINE_AA)
    elif kind == 1:
        box = cv2.boxPoints(
            ((float(middle[0]), float(middle[1])), (48.0, 48.0), float(random.uniform(0, 90)))
        )
        cv2.fillPoly(canvas, [np.asarray(box.round(), np.int32)], pale, cv2.LINE_AA)
        for _ in range(int(random.integers(1, 7))):
            cv2.circle(
                canvas,
                point(middle + random.uniform(-16, 16, 2)),
                5,
                [30.0, 30.0, 30.0],
                -1,
                cv2.LINE_AA,
            )
    elif kind == 2:
        cv2.circle(
            canvas,
            point(middle * 1.5),
            int(random.integers(40, 110)),
            pale,
            int(random.integers(4, 60)),
            cv2.LINE_AA,
        )
    else:
        edge = middle + 300 * direction(random)
        cv2.line(canvas, point(middle), point(edge), pale, int(random.integers(60, 400)))


def paint_cover(canvas: Image, random: np.random.Generator) -> None:
    """Fingers or a sleeve over at least a quarter of the cut-out."""
    width, height = FINE_SIZE
    skin = np.array((random.uniform(60, 175), random.uniform(90, 195), random.uniform(120, 240)))
    colour = np.sort(skin) if happens(random, 0.7) else random.uniform(10, 245, 3)
    cover = np.zeros((height, width), np.uint8)
    for _ in range(8):
        for _finger in range(int(random.integers(1, 4))):
            start = random.uniform(-0.3, 1.3, 2) * (width, height)
            end = random.uniform(0.0, 1.0, 2) * (width, height)
            cv2.line(cover, point(start), point(end), 255, int(random.uniform(18, 60)), cv2.LINE_AA)
        if cover[12:-12, 8:-8].mean() > 66:
            break
        cover[:] = 0
    else:
        cover[: height // 2] = 255
    alpha = cover[..., None].astype(np.float32) / 255
    light = 1 + random.uniform(-0.25, 0.25) * np.linspace(-0.5, 0.5, width)[None, :, None]
    canvas[:] = alpha * (colour * light).clip(0, 255) + canvas * (1 - alpha)


def paint_pattern(canvas: Image, random: np.random.Generator) -> None:
    """Cloth with a print: stripes, checks, rings, letters; the lines of a console."""
    width, height = FINE_SIZE
    cloth = np.median(canvas[::8, ::8].reshape(-1, 3), axis=0)
    for _ in range(int(random.integers(1, 4))):
        ink = [float(v) for v in (cloth + random.normal(0, 70, 3)).clip(0, 255)]
        kind, thick = int(random.integers(4)), int(random.integers(1, 14))
        if kind == 0:
            run, pitch = direction(random), random.uniform(12, 60)
            aside = np.array((-run[1], run[0]))
            for step in range(-12, 13):
                middle = np.array(FINE_SIZE) / 2 + aside * step * pitch
                ends = point(middle - 200 * run), point(middle + 200 * run)
                cv2.line(canvas, *ends, ink, min(thick, round(pitch / 2)), cv2.LINE_AA)
        elif kind == 1:
            middle = random.uniform(-0.2, 1.2, 2) * FINE_SIZE
            for ring in range(int(random.integers(1, 4))):
                radius = int(random.uniform(8, 70)) + 12 * ring
                cv2.circle(canvas, point(middle), radius, ink, min(thick, 6), cv2.LINE_AA)
        elif kind == 2:
            text = "".join(chr(65 + int(letter)) for letter in random.integers(0, 26, 4))
            start = random.uniform((-0.4, 0.2), (0.6, 1.0)) * FINE_SIZE
            lettering = cv2.FONT_HERSHEY_COMPLEX
            cv2.putText(
                canvas, text, point(start), lettering, random.uniform(0.6, 3), ink, min(thick, 6), cv2.LINE_AA
            )
        else:
            corner, other = random.uniform(-0.3, 1.3, (2, 2)) * (width, height)
            filled = -1 if happens(random, 0.4) else min(thick, 8)
            cv2.rectangle(canvas, point(corner), point(other), ink, filled, cv2.LINE_AA)
