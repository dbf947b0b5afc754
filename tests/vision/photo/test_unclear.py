"""Pictures in which most names are guesses are called unreadable, with the reason; the oracle is how they were
spoilt."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.photo.trust_stage import row_of_tiles
from vision.photo.naming.unclear import why_unclear

SPOILT: dict[str, tuple[Callable[[Any], Any], float, str | None]] = {
    "in focus and light": (lambda image: image, 20.0, None),
    "seen from the table's edge": (lambda image: image, 63.0, "63 degrees"),
    "before a window": (lambda image: image // 4, 20.0, "dark"),
    "out of focus": (lambda image: cv2.GaussianBlur(image, (0, 0), 3.0), 20.0, "focus"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_the_reason_is_said(how: str) -> None:
    spoil, tilt_deg, why = SPOILT[how]
    tiles, flat = row_of_tiles(7, 0.5, 0.8)
    unsure = [replace(one, confidence=0.5) for one in tiles]
    image = flat.image.copy()
    image[49:57, 22:118] = 40
    image = np.asarray(spoil(image), np.uint8)
    reason = why_unclear(unsure, replace(flat, image=image), tilt_deg)
    assert reason is None if why is None else reason is not None and why in reason


def test_nothing_is_said_of_what_is_surely_read() -> None:
    tiles, flat = row_of_tiles(7, 0.99, 0.8)
    assert why_unclear([replace(one, confidence=0.99) for one in tiles], flat, 63.0) is None


@pytest.mark.parametrize(("tilt_deg", "unclear"), [(20.0, False), (63.0, True)])
def test_one_unsure_face_in_five_is_too_many_if_seen_from_the_tables_edge(
    tilt_deg: float, unclear: bool
) -> None:
    (one, *others), flat = row_of_tiles(7, 0.99, 0.8)
    known = [replace(one, confidence=0.5), *(replace(other, confidence=0.99) for other in others)]
    assert (why_unclear(known, flat, tilt_deg) is not None) == unclear
