"""A clip's film as MP4, when decoded, shows the same pictures at the same times."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.clips.avi import mjpeg_avi
from vision.clips.clips import ClipError
from vision.clips.mp4 import can_encode, mp4

WIDTH, HEIGHT = 320, 240
LEVELS = (0, 40, 90, 140, 200, 255, 20)
"""Grey levels of the pictures; black and white show whether the range of brightness is kept."""
TIMES_MS = (1000, 1033, 1067, 1100, 1140, 1400, 1433)
"""Their times, from a camera that misses some."""


def film(folder: Path) -> Path:
    file = folder / "000012.avi"
    jpegs = []
    for level in LEVELS:
        good, jpeg = cv2.imencode(".jpg", np.full((HEIGHT, WIDTH, 3), level, np.uint8))
        assert good
        jpegs.append(jpeg.tobytes())
    file.write_bytes(mjpeg_avi(jpegs, WIDTH, HEIGHT, TIMES_MS))
    return file


def test_the_pictures_come_back_in_their_time(tmp_path: Path) -> None:
    made = tmp_path / "film.mp4"
    made.write_bytes(mp4(film(tmp_path)))
    assert made.read_bytes().index(b"moov") < made.read_bytes().index(b"mdat")  # it plays while it arrives
    decoded = cv2.VideoCapture(str(made))
    assert int(decoded.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little") == b"h264"
    levels, times_ms = [], []
    while True:
        good, picture = decoded.read()
        if not good:
            break
        assert picture.shape == (HEIGHT, WIDTH, 3)
        levels.append(float(picture.mean()))
        times_ms.append(1000 + round(decoded.get(cv2.CAP_PROP_POS_MSEC)))
    decoded.release()
    assert levels == pytest.approx(LEVELS, abs=4)
    assert times_ms == list(TIMES_MS)


def test_what_is_no_film_is_said(tmp_path: Path) -> None:
    file = tmp_path / "000012.avi"
    file.write_bytes(b"RIFF of nothing")
    with pytest.raises(ClipError, match="000012"):
        mp4(file)
    with pytest.raises(ClipError, match="No such file"):
        mp4(tmp_path / "000013.avi")


def test_without_an_encoder_there_is_no_mp4(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_encode()
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not can_encode()
    with pytest.raises(ClipError, match="not installed"):
        mp4(film(tmp_path))
