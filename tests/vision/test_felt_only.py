"""A clip cut to the felt: only what is certainly felt is shown; ``tests/table_controller/test_report_command.py``
checks a film."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.clips.avi import mjpeg_avi
from vision.clips.clips import ClipError
from vision.clips.felt_only import felt_only

FELT = [[8, 8], [56, 8], [56, 40], [8, 40]]


def clip(folder: Path, **more: Any) -> Path:
    """A clip of one bright picture."""
    jpeg = cv2.imencode(".jpg", np.full((48, 64, 3), 220, np.uint8))[1].tobytes()
    (folder / "000001.avi").write_bytes(mjpeg_avi([jpeg], 64, 48, [0]))
    contents = {
        "version": 1,
        "journal": 1,
        "film": "000001.avi",
        "shown": [0],
        "zones": {"felt": FELT},
        "why": "Ada called the judge",
        "frames": [{"frame": 1, "at_ms": 0, "readings": {}, "lost": {}}],
    }
    (folder / "000001.json").write_text(json.dumps(contents | more))
    return folder / "000001.json"


def test_words_for_people_are_not_in_it(tmp_path: Path) -> None:
    contents, film = felt_only(clip(tmp_path))
    assert contents["why"] == ""
    assert contents["zones"] == {"felt": FELT}
    assert film.startswith(b"RIFF")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"zones": {}}, "where the felt is"),
        ({"zones": {"felt": FELT[:2]}}, "where the felt is"),
        ({"zones": {"felt": [[8, 8, 8]] * 4}}, "where the felt is"),
        ({"zones": {"felt": [[8, None]] * 4}}, "where the felt is"),
        ({"zones": {"felt": "everything"}}, "not a clip"),
        ({"shown": [0, 0]}, "shorter than its JSON says"),
        ({"shown": [3]}, "not a clip"),
        ({"frames": [{}]}, "not a clip"),
    ],
)
def test_a_clip_that_does_not_say_what_it_shows_is_refused(
    more: dict[str, Any], why: str, tmp_path: Path
) -> None:
    with pytest.raises(ClipError, match=why):
        felt_only(clip(tmp_path, **more))
