"""Cuts a clip to the table's felt: everything beyond is black, so that the film shows no person."""

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.clips.avi import mjpeg_avi
from vision.clips.clips import ClipError, read_clip
from vision.clips.evidence import QUALITY
from vision.lens import Image
from vision.zones import FELT, TABLE

CORNERS: Final = 4
"""An outline has at least as many points. [count; defined]"""
XY: Final = 2
"""Numbers of a point. [count; defined]"""
KEPT: Final = (
    *("version", "journal", "entries", "at_ms", "made", "film", "shown"),
    *("width", "height", "zones", "frames"),
)
"""The fields that the new clip's JSON takes from the old one: numbers, zones and readings, no words for people."""


def felt_only(file: Path) -> tuple[dict[str, Any], bytes]:
    """The JSON and the film of a clip that shows the felt alone; frames in which the table was lost are black.

    Args:
        file: the clip's film or its JSON.

    Raises:
        ClipError: the file is no clip, does not give the felt's place, or its film cannot be read.
    """
    clip = read_clip(file)
    film = cv2.VideoCapture(str(file.with_name(clip["film"])))
    jpegs: list[bytes] = []
    shown: list[int] = []
    size = (0, 0)
    try:
        felt = _outline(clip, file)
        lost = _times_without_table(clip)
        for index in clip["shown"]:
            good, picture = film.read()
            if not good:
                raise ClipError(f"{file.with_name(clip['film'])}: the film is shorter than its JSON says")
            if shown and shown[-1] == index:
                continue  # earlier versions repeated pictures
            shown.append(index)
            cut = _cut(np.asarray(picture, np.uint8), None if lost[index] else felt)
            size = (cut.shape[1], cut.shape[0])
            written, jpeg = cv2.imencode(".jpg", cut, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            assert written
            jpegs.append(jpeg.tobytes())
        readings = {name: clip[name] for name in KEPT if name in clip} | {"shown": shown, "why": ""}
        return readings, mjpeg_avi(jpegs, *size, [clip["frames"][index]["at_ms"] for index in shown])
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, ClipError):
            raise
        raise ClipError(f"{file}: not a clip: {error}") from error
    finally:
        film.release()


def _outline(clip: dict[str, Any], file: Path) -> NDArray[np.int32]:
    """Points around the felt (n by 2) in the picture, whole pixels."""
    points = np.asarray(clip["zones"].get(str(FELT), ()), np.float64)
    if points.shape != (max(len(points), CORNERS), XY) or not np.isfinite(points).all():
        raise ClipError(f"{file}: does not say where the felt is")
    return np.asarray(points.round(), np.int32)


def _times_without_table(clip: dict[str, Any]) -> list[bool]:
    """Return, for each frame, True if the table's place was unknown."""
    lost, found = False, []
    for frame in clip["frames"]:
        if str(TABLE) in frame["lost"]:
            lost = frame["lost"][str(TABLE)] is not None
        found.append(lost)
    return found


def _cut(picture: Image, felt: NDArray[np.int32] | None) -> Image:
    cut = np.zeros_like(picture)
    if felt is not None:
        inside = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillPoly(inside, [felt], (255,))
        cut[inside > 0] = picture[inside > 0]
    return cut
