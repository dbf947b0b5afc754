"""``jantaku vision read`` from the command line; the oracle is what was laid in the drawn picture."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.stages.oblique import Photograph, Setting, full_table, photograph
from jantaku.main import main
from tests.conftest import ROOT
from tests.vision.tabletop import photograph as marked_photograph
from tests.vision.tabletop import pond

KEYS = {"tile", "zone", "row", "column", "sideways", "x", "y", "confidence"}


@pytest.fixture(scope="module")
def askew() -> Photograph:
    setting = Setting(tilt_deg=38, azimuth_deg=12, length_px=28)
    return photograph(setting, full_table(setting, np.random.default_rng(4)), (480, 400))


def corner_arguments(picture: Photograph) -> list[str]:
    return ["--plane", "pond", "--corners", *(f"{x:.1f},{y:.1f}" for x, y in picture.pond)]


def test_json_and_drawing(askew: Photograph, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image, out = tmp_path / "table.png", tmp_path / "read.png"
    cv2.imwrite(str(image), askew.picture)
    arguments = ["vision", "read", str(image), *corner_arguments(askew), "--json", "--draw", str(out)]
    assert main(arguments) == 0
    report = json.loads(capsys.readouterr().out)
    assert set(report) == {"tiles", "lost"}
    assert all(set(tile) == KEYS for tile in report["tiles"])
    clear = [one for one in askew.truths if one.zone.startswith("pond") and one.seen > 0.9]
    right = sum(
        any(
            (tile["tile"], tile["zone"], tile["row"], tile["column"], tile["sideways"])
            == (one.tile, one.zone, one.row, one.column, one.sideways)
            and np.hypot(tile["x"] - one.x, tile["y"] - one.y) < 5
            for tile in report["tiles"]
        )
        for one in clear
    )
    assert right >= 0.97 * len(clear)
    assert np.asarray(cv2.imread(str(out))).shape == askew.picture.shape


def test_a_table_with_markers_needs_no_corners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = tmp_path / "marked.png"
    cv2.imwrite(str(image), marked_photograph(pond(1, [0, 10, 35, 27], sideways=2)))
    assert main(["vision", "read", str(image)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:6] for line in lines] == [
        [name, "pond/1", "row", "0", "column", str(column)]
        for column, name in enumerate(("1m", "2p", "0p", "1z"))
    ]
    assert main(["vision", "read", str(image), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)["tiles"]
    assert [(tile["tile"], tile["zone"], tile["column"], tile["sideways"]) for tile in report] == [
        ("1m", "pond/1", 0, False),
        ("2p", "pond/1", 1, False),
        ("0p", "pond/1", 2, True),
        ("1z", "pond/1", 3, False),
    ]


def test_a_whole_table_is_reported_zone_by_zone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vision", "read", str(ROOT / "docs" / "images" / "overhead.jpg")]) == 0
    zones = [line.split()[1] for line in capsys.readouterr().out.splitlines() if not line.startswith("lost")]
    assert zones == sorted(zones)
    # The picture is made again with the docs' others; it has these zones, whatever is played in it.
    assert {"indicator", "pond/0", "pond/1", "pond/2", "pond/3"} <= set(zones)


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        (["0,0", "100,100", "100,0", "0,100"], "convex"),
        (["0,0", "0,100", "100,100", "100,0"], "counter-clockwise"),
    ],
)
def test_corners_that_are_no_square(
    askew: Photograph, tmp_path: Path, capsys: pytest.CaptureFixture[str], corners: list[str], says: str
) -> None:
    image = tmp_path / "table.png"
    cv2.imwrite(str(image), askew.picture)
    assert main(["vision", "read", str(image), "--corners", *corners]) == 2
    assert says in capsys.readouterr().err


def test_three_corners_or_words_are_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["vision", "read", "x.png", "--corners", "0,0", "1,0", "1,1"])
    with pytest.raises(SystemExit):
        main(["vision", "read", "x.png", "--corners", "left", "1,0", "1,1", "0,1"])
    assert "not a corner: 'left'" in capsys.readouterr().err


def test_what_is_no_picture_or_shows_no_tile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, plain = tmp_path / "text.jpg", tmp_path / "plain.png"
    text.write_text("no picture")
    cv2.imwrite(str(plain), np.full((300, 400, 3), (60, 90, 40), np.uint8))
    assert main(["vision", "read", str(text)]) == 2
    assert "not a picture" in capsys.readouterr().err
    assert main(["vision", "read", str(tmp_path / "missing.png")]) == 2
    assert "missing.png" in capsys.readouterr().err
    assert main(["vision", "read", str(plain)]) == 3
    assert "no tile" in capsys.readouterr().err


def test_corners_left_of_and_above_the_picture(
    askew: Photograph, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cut-off part of the picture moves corners below 0; the same tiles are read."""
    image = tmp_path / "table.png"
    left, top = (int(least) + 10 for least in np.asarray(askew.pond).min(axis=0))
    cv2.imwrite(str(image), askew.picture[top:, left:])
    corners = [f"{x - left:.1f},{y - top:.1f}" for x, y in askew.pond]
    assert sum(one.startswith("-") for one in corners) > 0
    assert sum(",-" in one for one in corners) > 0
    assert main(["vision", "read", str(image), "--json", "--corners", *corners]) == 0
    assert len(json.loads(capsys.readouterr().out)["tiles"]) > 10
    with pytest.raises(SystemExit):
        main(["vision", "read", str(image), "-5"])
    assert "-5" in capsys.readouterr().err


def test_nothing_found_is_json_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = tmp_path / "plain.png"
    cv2.imwrite(str(plain), np.full((240, 320, 3), 90, np.uint8))
    assert main(["vision", "read", str(plain), "--json"]) == 3
    output = capsys.readouterr()
    assert json.loads(output.out) == {"tiles": [], "lost": [{"reason": "no tile is seen in the picture"}]}
    assert "plain.png: no tile" in output.err


def test_a_plane_without_its_corners_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["vision", "read", str(tmp_path / "x.png"), "--plane", "felt"]) == 2
    assert "--plane" in capsys.readouterr().err
