"""Other people's faces on the simulated tiles: files by either naming, margins, and messages about missing files."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.tiles import FACES
from simulation.camera.look import PRINT_PX, ArtError, Look, check_art, names_of, print_of


def test_both_namings() -> None:
    assert names_of(34) == ("0m", "f0m", "Man5-Dora")
    assert names_of(27) == ("1z", "f1z", "Ton")
    assert names_of(22) == ("5s", "f5s", "Sou5")
    assert len({name for face in range(FACES) for name in names_of(face)}) == 3 * FACES


def test_a_print_is_put_on_ivory_and_a_whole_tile_fills_the_face(tmp_path: Path) -> None:
    ink = np.zeros((80, 60, 4), np.uint8)
    ink[30:50, 20:40] = (0, 0, 200, 255)
    cv2.imwrite(str(tmp_path / "1m.png"), ink)
    side = np.full((100, 75, 3), (0, 255, 0), np.uint8)
    side[20:] = (10, 20, 30)
    cv2.imwrite(str(tmp_path / "f2m.png"), side)
    look = Look(art=tmp_path)
    sheet = print_of(look, 0, 0)
    assert sheet.shape == (PRINT_PX[1], PRINT_PX[0], 3)
    assert sheet[PRINT_PX[1] // 2, PRINT_PX[0] // 2].tolist() == [0, 0, 200]
    assert sheet[3, 3].tolist() == list(look.style.ivory)
    whole = print_of(Look(art=tmp_path, art_top=0.2), 1, 0)
    assert np.abs(whole.astype(int) - (10, 20, 30)).max() <= 1
    with pytest.raises(ArtError, match=r"no face 3m\.png or f3m\.png or Man3\.png"):
        check_art(tmp_path)
