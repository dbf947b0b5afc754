"""``jantaku vision enrol``: the files that it writes, and its messages if it cannot."""

import re
from pathlib import Path

import cv2
import pytest

from bench.stages.club_tiles import laid_out
from jantaku.main import main
from referee.tiles import FACES
from tests.vision.enrol_stage import club_face
from tools.training.prints.pool import own_prints
from vision.model.classifier import Classifier
from vision.model.enrolled import read_enrolled


@pytest.mark.prove
def test_a_picture_becomes_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture, corners = laid_out({tile: prints[0] for tile, prints in enumerate(own_prints().faces)})
    photo, out = tmp_path / "club.png", tmp_path / "tiles.npz"
    cv2.imwrite(str(photo), picture)
    places = [f"{x:.1f},{y:.1f}" for x, y in corners]
    arguments = ["vision", "enrol", str(photo), "--name", "Club", "--out", str(out), "--corners"]
    assert main([*arguments, *places]) == 0
    assert "37 faces of Club learned" in capsys.readouterr().out
    kept = read_enrolled(out)
    assert kept.name == "Club"
    Classifier(enrolled=kept)
    jade, jade_corners = laid_out({tile: club_face(tile) for tile in range(FACES)})
    cv2.imwrite(str(photo), jade)
    assert main([*arguments, *(f"{x:.1f},{y:.1f}" for x, y in jade_corners)]) == 0
    output = capsys.readouterr().out
    assert "37 faces of Club learned" in output
    assert re.search("[01] of them still read otherwise", output)
    assert "this set is strange" in output
    cv2.imwrite(str(photo), picture)
    out.unlink()
    nowhere = tmp_path / "none" / "tiles.npz"
    assert main([*arguments, *places, "--out", str(nowhere)]) == 2
    assert capsys.readouterr().err.endswith(f"{nowhere}: cannot be written: No such file or directory\n")
    assert main([*arguments, "-5,10", *places[1:]]) == 2
    assert "club.png: " in capsys.readouterr().err
    assert main([*arguments, *places[::-1]]) == 2
    assert "counter-clockwise" in capsys.readouterr().err
    assert not out.exists()
    photo.write_bytes(b"no picture")
    assert main([*arguments, *places]) == 2
    assert "club.png: not a picture" in capsys.readouterr().err
