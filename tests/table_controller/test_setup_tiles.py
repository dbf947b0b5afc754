"""``jantaku setup`` learns the tiles of a table that its camera sees: it asks for every face once, and says what is wrong
with a picture."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from simulation.camera.overhead import OverheadCamera
from simulation.camera.tables import TABLES
from simulation.world.world import World
from tests.table_controller.setup_stage import ENTER, PASSWORD, Terminal, answer, files
from tests.vision.enrol_stage import with_all_faces
from tests.vision.mounts_stage import smaller
from vision.model.classifier import Classifier
from vision.model.enrolled import read_enrolled

MOUNT = smaller(TABLES["standard"].mounts[0])
TILES = "var/lib/jantaku/tiles.npz"
SEVEN_S, NINE_S = 24, 26
BEFORE = [
    (words, ENTER) for words in ("hall", "table", "unit", "camera", "measures", "rules", "broker", "encrypt")
]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty folder in which a system's files are written; beside it the camera."""
    for name in ("root", "camera"):
        (tmp_path / name).mkdir()
    return tmp_path / "root"


def show(root: Path, world: World) -> str:
    """Set the table that the camera sees from now on; return the camera."""
    folder = root.parent / "camera"
    cv2.imwrite(str(folder / "1.png"), OverheadCamera(world, mount=MOUNT, seed=4).render(100))
    return f"folder:{folder}"


def begun(root: Path, *, again: bool = False) -> Terminal:
    camera = f"folder:{root.parent / 'camera'}"
    terminal = Terminal("setup", "--root", str(root), "--look-at", str(root / "no"), "--look-through", camera)
    words = [] if again else [("`referee`", PASSWORD), ("again", PASSWORD)]
    answer(terminal, [*BEFORE, *words, ("called", ENTER)])
    return terminal


def test_tiles_are_learned_once_the_picture_shows_them(root: Path) -> None:
    random = np.random.default_rng(6)
    show(root, World())
    terminal = begun(root)
    assert terminal.until_asked().endswith("all faces (y/n) [y]: "), terminal.output
    terminal.type(ENTER)
    answer(terminal, [("one tile of each face", ENTER)])
    assert "take another picture" in terminal.until_asked()
    assert "Nothing was learned: 0 tiles are seen face up where 37 belong" in terminal.output
    show(root, with_all_faces(0, random, exchanged=(SEVEN_S, NINE_S)))
    terminal.type(ENTER)
    answer(terminal, [("one tile of each face", ENTER)])
    assert "row 3, column 7 (7s) and row 3, column 9 (9s). Do they lie" in terminal.until_asked()
    drawn = terminal.output.rsplit("are drawn in ", 1)[1].split(",", 1)[0]
    assert cv2.imread(drawn) is not None
    show(root, with_all_faces(1, random))
    terminal.type(ENTER)
    answer(terminal, [("take another picture", ENTER), ("one tile of each face", ENTER)])
    assert "write this" in terminal.until_asked()
    assert "37 faces learned" in terminal.output
    assert f"new      /{TILES}" in terminal.output
    assert not (root / TILES).exists(), "nothing is written before somebody said so"
    terminal.type("y")
    assert terminal.status() == 0, terminal.output
    kept = read_enrolled(root / TILES)
    assert kept.name == "home"
    Classifier(enrolled=kept)
    assert (root / TILES).stat().st_mode & 0o777 == 0o640
    # The next time Enter leaves them as they are.
    before = (root / TILES).read_bytes()
    again = begun(root, again=True)
    assert again.until_asked().endswith("[n]: ")
    again.type(ENTER)
    assert again.status() == 0, again.output
    assert "is set up like this already" in again.output
    assert (root / TILES).read_bytes() == before


def test_a_person_who_gives_up_has_a_table_without_learned_tiles(root: Path) -> None:
    show(root, World())
    terminal = begun(root)
    answer(
        terminal,
        [("your tiles", ENTER), ("one tile of each face", ENTER), ("another picture", "n"), ("write", "y")],
    )
    assert terminal.status() == 0, terminal.output
    assert "etc/jantaku/table.toml" in files(root)
    assert not (root / TILES).exists()
