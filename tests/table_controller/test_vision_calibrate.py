"""``jantaku vision calibrate`` and ``markers`` from the command line; the oracle is the camera that took the pictures."""

import json
import re
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from jantaku.main import main
from simulation.camera.lens import Mount
from tests.vision.board_stage import BEND, HOLDS, SIZE, photographed
from tests.vision.felt_edges_stage import WORST_MM, off_mm, table
from tests.vision.tabletop import GEOMETRY, camera, photograph
from vision.calibration.calibration import find_markers
from vision.calibration.camera_file import CameraFileError, read_camera_file, write_camera_file

HEIGHT_MM = 1300.0


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return photograph([], camera(HEIGHT_MM))


@pytest.fixture
def file(tmp_path: Path, picture: np.ndarray) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), picture)
    return path


def calibrate(file: Path, *more: str) -> int:
    return main(["vision", "calibrate", "--picture", str(file), "--state", str(file.parent), *more])


def test_a_measured_height_gives_the_camera(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate(file, "--height", str(HEIGHT_MM)) == 0
    output = capsys.readouterr().out
    assert "8 of 8 markers" in output
    kept = read_camera_file(file.parent / "camera.json")
    assert (kept.width, kept.height, kept.lens_from, kept.table) == (1920, 1440, "markers", "standard")
    assert kept.pose is not None
    assert kept.pose.error_px < 0.5
    view, true = kept.view(), camera(HEIGHT_MM)
    assert view is not None
    points = np.array([(x, y, 33.0) for x in (-300, 0, 300) for y in (-300, 0, 300)])
    assert np.linalg.norm(view.points(points) - true.points(points), axis=1).max() < 0.8


@pytest.mark.sampled(2)
@pytest.mark.parametrize("off_mm", [-200, 200])
@pytest.mark.parametrize("tilt_deg", [5.0, 9.0])
def test_a_height_typed_wrong_is_not_kept_where_the_markers_know_better(
    file: Path, capsys: pytest.CaptureFixture[str], tilt_deg: float, off_mm: int
) -> None:
    true = camera(HEIGHT_MM, tilt_deg=tilt_deg)
    hangs_mm = true.camera()[2]
    cv2.imwrite(str(file), photograph([], true))
    kept = file.parent / "camera.json"
    assert calibrate(file, "--height", f"{hangs_mm + off_mm:.0f}") == 1
    error = capsys.readouterr().err
    says_mm = int(re.findall(r"hangs about (\d+) mm above the felt", error)[0])
    assert abs(says_mm - hangs_mm) < 100
    assert "Measure again" in error
    assert not kept.exists()
    assert calibrate(file, "--height", f"{hangs_mm + off_mm:.0f}", "--trust-me") == 0
    kept.unlink()
    for good_mm in (hangs_mm - 15, hangs_mm, hangs_mm + 15):
        assert calibrate(file, "--height", f"{good_mm:.0f}") == 0, capsys.readouterr().err
    assert "straight down" not in capsys.readouterr().out


def test_where_the_markers_cannot_confirm_the_height_that_is_said(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrate(file, "--height", str(HEIGHT_MM)) == 0
    assert "measure it twice" in capsys.readouterr().out


def test_a_height_is_held_against_the_lens_of_the_board(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With that lens the height is not needed, and a wrong one used to be ignored silently."""
    calibrate(file, "--height", str(HEIGHT_MM))
    path = file.parent / "camera.json"
    write_camera_file(path, replace(read_camera_file(path), lens_from="board", pose=None))
    assert calibrate(file, "--height", str(HEIGHT_MM + 200)) == 1
    assert "by the lens found with the board the lens hangs about 1300 mm" in capsys.readouterr().err
    assert calibrate(file, "--height", str(HEIGHT_MM + 20)) == 0


def test_a_lens_from_the_board_is_used_and_kept(file: Path) -> None:
    calibrate(file, "--height", str(HEIGHT_MM))
    path = file.parent / "camera.json"
    known = replace(read_camera_file(path), lens_from="board", pictures=14, pose=None)
    write_camera_file(path, known)
    assert calibrate(file) == 0
    after = read_camera_file(path)
    assert (after.lens, after.lens_from, after.pictures) == (known.lens, "board", 14)
    assert after.pose is not None


def test_pictures_of_another_size_than_the_board_s(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calibrate(file, "--height", str(HEIGHT_MM))
    path = file.parent / "camera.json"
    write_camera_file(path, replace(read_camera_file(path), lens_from="board", width=1280, height=960))
    assert calibrate(file) == 1
    assert "found with pictures of 1280 x 960, these are 1920 x 1440" in capsys.readouterr().err


def test_markers_that_are_covered_are_counted(
    file: Path, picture: np.ndarray, capsys: pytest.CaptureFixture[str]
) -> None:
    covered = picture.copy()
    for number, corners in find_markers(covered, GEOMETRY).items():
        if number > 2:
            cv2.fillConvexPoly(covered, corners.astype(np.int32), (60, 60, 60))
    cv2.imwrite(str(file), covered)
    assert calibrate(file) == 1
    assert "3 of 8 markers seen, 4 needed" in capsys.readouterr().err
    assert not (file.parent / "camera.json").exists()


def test_a_camera_is_looked_through(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = tmp_path / "state"
    state.mkdir()
    arguments = ["--camera", f"folder:{file.parent}", "--state", str(state), "--height", str(HEIGHT_MM)]
    assert main(["vision", "calibrate", *arguments]) == 0
    assert "leave it bare" in capsys.readouterr().out
    assert read_camera_file(state / "camera.json").pose is not None


def test_pictures_of_the_board_give_the_lens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for number, hold in enumerate(HOLDS[:7]):
        files.append(str(tmp_path / f"{number}.png"))
        cv2.imwrite(files[-1], photographed(hold))
    assert main(["vision", "calibrate", "--board", "--picture", *files, "--state", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "lens: from 7 pictures of the board" in output
    assert "only the lens is kept" in output
    kept = read_camera_file(tmp_path / "camera.json")
    assert (kept.lens_from, kept.pictures, kept.pose, kept.width) == ("board", 7, None, SIZE[0])
    assert kept.lens.k1 == pytest.approx(BEND[0], abs=0.05)
    assert kept.view() is None


def test_pictures_without_the_board(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert calibrate(file, "--board") == 1
    assert "0 usable pictures of the board" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--picture", "/nowhere.png"], "/nowhere.png: cannot be read: No such file"),
        (["--camera", "usb:1"], "unknown camera 'usb:1'"),
        (["--camera", "folder:/nowhere-at-all"], "no pictures in"),
        (["--config", "/nowhere.toml"], "/nowhere.toml: cannot be read"),
        (["--table", "nowhere"], "nowhere"),
    ],
)
def test_what_is_not_there(
    tmp_path: Path, arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["vision", "calibrate", "--state", str(tmp_path), *arguments]) == 1
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "no valid JSON"),
        ("[]", "not a calibration of this version"),
        ('{"schema": 2}', "not a calibration of this version"),
        ('{"schema": 1, "lens": {"focal": [1]}, "pose": null}', "not a calibration"),
    ],
)
def test_a_file_that_is_no_calibration(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "camera.json"
    path.write_text(text)
    with pytest.raises(CameraFileError, match=says):
        read_camera_file(path)


def test_an_unknown_source_of_the_lens_is_refused(file: Path) -> None:
    calibrate(file, "--height", str(HEIGHT_MM))
    path = file.parent / "camera.json"
    calibration = json.loads(path.read_text())
    path.write_text(json.dumps({**calibration, "lens_from": "a guess"}))
    with pytest.raises(CameraFileError, match="a guess"):
        read_camera_file(path)


def test_it_holds_for_its_size_and_table_only(file: Path) -> None:
    calibrate(file, "--height", str(HEIGHT_MM))
    kept = read_camera_file(file.parent / "camera.json")
    assert kept.refusal(GEOMETRY, (1920, 1440)) is None
    assert "calibrate again" in (kept.refusal(GEOMETRY, (1280, 960)) or "")
    moved = replace(GEOMETRY, markers=(replace(GEOMETRY.markers[0], x=-370.0), *GEOMETRY.markers[1:]))
    assert "another table" in (kept.refusal(moved, (1920, 1440)) or "")


def test_markers_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "markers.pdf"
    assert main(["vision", "markers", "--pdf", str(out)]) == 0
    assert main(["vision", "markers", "--pdf", str(tmp_path / "board.pdf"), "--board"]) == 0
    assert out.read_bytes().startswith(b"%PDF-1.4")
    assert "1 page" in capsys.readouterr().out
    assert main(["vision", "markers", "--pdf", str(tmp_path / "no" / "where.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["calibrate", "--picture", "x.png"], ["show", "x.png"]])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("stat = 'x'", "stat: no such setting; did you mean state?"),
        ("state = 3", "state: must be a text of at most 4,096 characters, not 3"),
    ],
)
def test_settings_are_checked_as_the_daemon_does(
    command: list[str], text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "club.toml"
    config.write_text(text)
    assert main(["vision", *command, "--config", str(config)]) in {1, 2}
    assert f"club.toml:1: {says}" in capsys.readouterr().err


def test_a_table_without_markers_is_seen_by_its_felt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = table("no-markers")
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), shown.bare)
    assert calibrate(file, "--table", "no-markers") == 0, capsys.readouterr().err
    assert "table: the felt's edges, 0." in capsys.readouterr().out
    kept = read_camera_file(tmp_path / "camera.json")
    assert (kept.lens_from, kept.table) == ("felt", "no-markers")
    view = kept.view()
    assert view is not None
    assert off_mm(view, Mount().view()) < WORST_MM
    covered = shown.bare.copy()
    covered[1100:] = 0
    cv2.imwrite(str(file), covered)
    assert calibrate(file, "--table", "no-markers") == 1
    assert "no felt edge on the bottom: the whole felt must be in the picture" in capsys.readouterr().err
    assert read_camera_file(tmp_path / "camera.json") == kept


def test_the_second_camera_has_a_calibration_of_its_own(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert calibrate(file, "--second", "--height", str(HEIGHT_MM)) == 0
    assert read_camera_file(file.parent / "camera-2.json").pose is not None
    assert not (file.parent / "camera.json").exists()
    assert main(["vision", "calibrate", "--second", "--state", str(file.parent)]) == 1
    assert "second_camera" in capsys.readouterr().err
