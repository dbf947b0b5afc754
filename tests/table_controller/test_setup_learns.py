"""``jantaku setup`` at a table whose measures nobody knows: it is measured bare and with tiles, drawn, and kept with
the settings."""

import shutil
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.stages.set_tables import Shown, drawn_geometry, drawn_mount, shown
from jantaku.main import main
from tests.table_controller.setup_stage import ENTER, PASSWORD, Terminal, answer, files
from tests.vision.surveying_stage import too_far
from vision.calibration.camera_file import read_camera_file, table_hash
from vision.geometry import load_geometry

ETC = "etc/jantaku"
MEASURES = f"{ETC}/geometry.toml"
CAMERA = "var/lib/jantaku/camera.json"
BEFORE = [(words, ENTER) for words in ("hall", "table", "unit", "camera")]
AFTER = [("rules", ENTER), ("broker", ENTER), ("encrypt", ENTER)]
CALLED = ("called", ENTER)
NO_TILES = ("your tiles", "n")


@cache
def table_with(seed: int, *, markers: bool) -> Shown:
    random = np.random.default_rng([seed, 43])
    geometry = drawn_geometry(random, markers=markers)
    return shown(geometry, drawn_mount(random).small(), random)


@pytest.fixture(scope="module", params=["markers", pytest.param("none", marks=pytest.mark.prove)])
def table(request: pytest.FixtureRequest) -> Shown:
    return table_with(2, markers=request.param == "markers")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty folder in which a system's files are written; beside it the camera."""
    for name in ("root", "camera"):
        (tmp_path / name).mkdir()
    return tmp_path / "root"


def show(root: Path, picture: np.ndarray) -> None:
    """Set the picture that the camera sees from now on."""
    cv2.imwrite(str(root.parent / "camera" / "1.png"), picture)


def begun(root: Path) -> Terminal:
    source = f"folder:{root.parent / 'camera'}"
    terminal = Terminal("setup", "--root", str(root), "--look-at", str(root / "no"), "--look-through", source)
    answer(terminal, BEFORE)
    return terminal


def ended(terminal: Terminal, answers: Sequence[tuple[str, str]]) -> None:
    answer(terminal, answers)
    if "write this" in terminal.until_asked():
        terminal.type("y")
    assert terminal.status() == 0, terminal.output


def test_a_table_is_measured_and_kept(root: Path, table: Shown) -> None:
    show(root, table.bare)
    terminal = begun(root)
    answer(terminal, [("table's measures", "learn"), ("Clear the table", ENTER)])
    assert "build the four walls" in terminal.until_asked()
    show(root, table.set_up)
    terminal.type(ENTER)
    tile = f"{table.geometry.tile.length:.2f}"
    if not table.geometry.markers:
        answer(terminal, [("a tile is the scale", "nan"), ("a tile is the scale", tile)])
        assert "must be 20 to 45 mm" in terminal.output
    assert "green lines" in terminal.until_asked()
    drawn = terminal.output.rsplit("is drawn in ", 1)[1].split(":", 1)[0]
    assert cv2.imread(drawn) is not None
    assert not (root / MEASURES).exists(), "nothing is written before somebody said so"
    terminal.type(ENTER)
    ended(terminal, [*AFTER, ("`referee`", PASSWORD), ("again", PASSWORD), CALLED, NO_TILES])
    assert "calibrated; it hangs" in terminal.output
    found = load_geometry(str(root / MEASURES))
    assert too_far(found, table.geometry) == []
    assert found.name == "1"
    assert tomllib.loads((root / ETC / "table.toml").read_text())["geometry"] == f"/{MEASURES}"
    assert read_camera_file(root / CAMERA).table_hash == table_hash(found)
    # The next time the measures are offered, and nothing is measured or calibrated again.
    before = files(root)
    again = begun(root)
    assert f"[/{MEASURES}]" in again.until_asked()
    again.type(ENTER)
    ended(again, [*AFTER, CALLED, NO_TILES])
    assert "is set up like this already" in again.output
    assert files(root) == before


@pytest.mark.prove
def test_whoever_gives_it_up_is_asked_again(root: Path) -> None:
    """First there is no wall, then the lines lie wrong: nothing of either is kept, and a different table is calibrated
    anew."""
    table = table_with(3, markers=True)
    show(root, table.bare)
    terminal = begun(root)
    answer(terminal, [("measures", "learn"), ("Clear", ENTER), ("build", ENTER)])
    assert "measure once more" in terminal.until_asked()
    assert "no whole wall in " in terminal.output
    terminal.type("y")
    assert "Clear" in terminal.until_asked()
    terminal.type(ENTER)
    assert "build" in terminal.until_asked()
    show(root, table.set_up)
    terminal.type(ENTER)
    answer(terminal, [("green lines", "n"), ("once more", "n"), ("measures", "nowhere.toml")])
    assert "table's measures" in terminal.until_asked()
    assert "nowhere.toml" in terminal.output.rsplit("learn [", 1)[0]
    terminal.type(ENTER)
    ended(terminal, [*AFTER, ("`referee`", PASSWORD), ("again", PASSWORD), CALLED, NO_TILES])
    assert not (root / MEASURES).exists()
    assert tomllib.loads((root / ETC / "table.toml").read_text())["geometry"] == "standard"
    kept = (root / CAMERA).read_text()
    ended(begun(root), [("measures", "amos"), *AFTER, CALLED, NO_TILES])
    assert (root / CAMERA).read_text() != kept, "it is another table's"


def from_file(root: Path, text: str) -> int:
    (root.parent / "answers.toml").write_text(text)
    return main(["setup", "--root", str(root), "--from", str(root.parent / "answers.toml"), "--yes"])


def test_a_file_of_measures_is_kept_with_the_settings(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The daemon cannot read files in somebody's home."""
    shutil.copy("config/tables/wood.toml", tmp_path / "club.toml")
    show(root, table_with(2, markers=True).bare)
    camera = f'camera = "folder:{root.parent / "camera"}"\n'
    assert from_file(root, f'geometry = "{tmp_path / "club.toml"}"\n{camera}') == 0
    assert load_geometry(str(root / MEASURES)) == load_geometry("wood")
    assert tomllib.loads((root / ETC / "table.toml").read_text())["geometry"] == f"/{MEASURES}"
    for wrong, says in (
        (f'"{tmp_path / "none.toml"}"', "none.toml"),
        ('"learn"', "learn"),
        (f'"{tmp_path / "bad.toml"}"', "bad.toml: not a table geometry: 'markers' is missing"),
    ):
        (tmp_path / "bad.toml").write_text('name = "bad"\n')
        before = files(root)
        capsys.readouterr()
        assert from_file(root, f"geometry = {wrong}\n") == 2
        assert says in capsys.readouterr().err
        assert files(root) == before
