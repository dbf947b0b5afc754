"""``jantaku table learn`` from the command line: the files that it writes, and its messages if a picture lacks
something."""

import re
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench.stages.set_tables import Shown, drawn_geometry, drawn_mount, shown
from jantaku.main import main
from tests.vision.surveying_stage import too_far
from vision.geometry import load_geometry
from vision.lens import View
from vision.photo.surveying.measures import Survey
from vision.photo.surveying.survey import Surveyor, TablePicture

PAGE = Path(__file__).resolve().parents[2] / "docs" / "tables" / "learn.md"


@pytest.fixture(scope="module")
def table() -> Shown:
    random = np.random.default_rng([1, 41])
    return shown(drawn_geometry(random), drawn_mount(random).small(), random)


@pytest.fixture(scope="module")
def folder(table: Shown, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("learn")
    cv2.imwrite(str(folder / "bare.jpg"), table.bare)
    cv2.imwrite(str(folder / "set.jpg"), table.set_up)
    return folder


def learn(folder: Path, *more: str, bare: str = "bare.jpg", set_up: str = "set.jpg", lang: str = "en") -> int:
    words = ["--bare", str(folder / bare), "--set", str(folder / set_up), "--out", str(folder / "club.toml")]
    return main(["--lang", lang, "table", "learn", *words, *more])


def test_the_command_of_the_page_writes_a_geometry_and_draws_it(
    folder: Path, table: Shown, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    [line] = re.findall(r"^jantaku (table learn --bare .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert main(line.split()) == 0
    output = capsys.readouterr().out
    assert "wall.centre_y: " in output
    assert "The scale is the printed size of the markers" in output
    found = load_geometry(str(folder / "club.toml"))
    assert found.name == "club"
    assert too_far(found, table.geometry) == []
    assert (folder / "club.toml").read_text().count("# measured") > 10
    assert found.felt_cut == 0, "round corners are not cut off"
    drawn, before = (cv2.imread(str(folder / name)) for name in ("club.png", "set.jpg"))
    assert drawn is not None
    assert before is not None
    # The drawing is green on the felt's edge and leaves the rest of the picture unchanged.
    x, y = table.mount.view().points([(0.0, found.felt_half, 0.0)])[0].round().astype(int)
    blue, green, red = drawn[y - 4 : y + 5, x].astype(int).T
    assert (green - np.maximum(blue, red)).max() > 100
    assert (drawn[:100, :100] == before[:100, :100]).all()


def without_markers(folder: Path, *, fine: bool = False) -> tuple[Shown, list[str]]:
    """A table in a picture, and the command that learns it; a fine picture shows how long a tile is, too."""
    random = np.random.default_rng([41, 41])
    geometry, mount = drawn_geometry(random, markers=False), drawn_mount(random)
    table = shown(geometry, mount if fine else mount.small(), random)
    cv2.imwrite(str(folder / "set.jpg"), table.set_up)
    return table, ["table", "learn", "--set", str(folder / "set.jpg"), "--out", str(folder / "club.toml")]


@pytest.mark.prove(short=False)
def test_a_given_height_shows_how_long_a_tile_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A height that is given need not be searched for; without a terminal nobody is asked."""
    table, words = without_markers(tmp_path, fine=True)
    assert main([*words, "--height", f"{table.mount.height_mm:.0f}"]) == 0
    assert re.search(r"the scale is a tile of 2[78]\.\d mm", capsys.readouterr().out)


def measure_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands share the survey of a picture, which takes longer than everything else."""
    surveyed: dict[str, Survey] = {}
    survey = Surveyor.survey

    def remembered(surveyor: Surveyor, bare: TablePicture | None, sets: Sequence[TablePicture]) -> Survey:
        name = sets[0].name
        surveyed[name] = surveyed.get(name) or survey(surveyor, bare, sets)
        return surveyed[name]

    monkeypatch.setattr(Surveyor, "survey", remembered)


@pytest.mark.parametrize("anew", [False, pytest.param(True, marks=pytest.mark.prove(short=False))])
def test_one_picture_of_a_table_without_markers_will_do(
    tmp_path: Path, anew: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The length of a tile is asked for until it is plausible."""
    if not anew:
        measure_once(monkeypatch)
    table, words = without_markers(tmp_path)
    answers = iter(["26,5", "50", f"{table.geometry.tile.length:.3f}"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    prompts: list[str] = []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    monkeypatch.setattr("builtins.input", answer)
    assert main(words) == 0
    assert ["how long is its face" in prompt for prompt in prompts] == [True] * 3
    output = capsys.readouterr().out
    assert "50: must be 20 to 45 mm" in output
    assert f"the scale is a tile of {table.geometry.tile.length:.1f} mm" in output
    assert too_far(load_geometry(str(tmp_path / "club.toml")), table.geometry) == []
    # The same picture is drawn with those measures and its tiles, where no table's markers or edges fit.
    assert main(["vision", "show", str(tmp_path / "set.jpg"), "--out", str(tmp_path / "shown.png")]) == 0
    drawn = cv2.imread(str(tmp_path / "shown.png"))
    assert drawn is not None
    x, y = table.mount.view().points([(0.0, table.geometry.felt_half, 0.0)])[0].round().astype(int)
    blue, green, red = drawn[y - 4 : y + 5, x].astype(int).T
    assert (green - np.maximum(blue, red)).max() > 100


def covered(folder: Path, table: Shown, name: str, x: float, y: float) -> None:
    """The bare table with a felt-coloured cloth over a part of its edge, or a cup on the felt."""
    picture = table.bare.copy()
    view = table.mount.view()
    felt = np.median(picture[view_box(view, 100.0, 100.0)].reshape(-1, 3), axis=0)
    corners = view.points(
        [(x - 260, y - 160, 0), (x + 260, y - 160, 0), (x + 260, y + 160, 0), (x - 260, y + 160, 0)]
    )
    if abs(x) > abs(y):
        corners = view.points(
            [(x - 160, y - 260, 0), (x + 160, y - 260, 0), (x + 160, y + 260, 0), (x - 160, y + 260, 0)]
        )
    cv2.fillPoly(picture, [corners.round().astype(np.int32)], felt.tolist())
    cv2.imwrite(str(folder / name), picture)


def view_box(view: View, x: float, y: float) -> tuple[slice, slice]:
    column, row = view.points([(x, y, 0.0)])[0].round().astype(int)
    return slice(row - 5, row + 5), slice(column - 5, column + 5)


@pytest.mark.parametrize("towards", [("left", -1, 0), ("top", 0, -1)], ids=lambda towards: towards[0])
def test_it_is_said_which_edge_is_missing(
    folder: Path, table: Shown, towards: tuple[str, int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    side, x, y = towards
    covered(folder, table, "cloth.png", x * table.geometry.felt_half, y * table.geometry.felt_half)
    assert learn(folder, bare="cloth.png") == 2
    assert f"no felt edge on the {side} of {folder / 'cloth.png'}: " in capsys.readouterr().err


def test_it_is_said_what_else_is_missing(
    folder: Path, table: Shown, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(folder, set_up="bare.jpg") == 2
    assert f"no whole wall in {folder / 'bare.jpg'}: " in capsys.readouterr().err
    cv2.imwrite(str(folder / "grey.png"), np.full_like(table.bare, 128))
    assert learn(folder, bare="grey.png") == 2
    assert "grey.png" in capsys.readouterr().err
    cv2.imwrite(str(folder / "small.png"), table.set_up[:900])
    for lang, says in (("en", "differs in size"), ("ja", "大きさが違います")):
        assert learn(folder, set_up="small.png", lang=lang) == 2
        assert says in capsys.readouterr().err


@pytest.mark.parametrize("more", [[], ["--overlay", "{}/set.jpg"], ["--out", "{}/bare.jpg"]])
def test_a_picture_that_is_measured_is_not_written_over(
    folder: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """By default the drawing is named after the geometry: ``club.png`` for ``club.toml``."""
    (folder / "club.png").write_bytes((folder / "bare.jpg").read_bytes())
    before = {path: path.read_bytes() for path in folder.glob("*.[jp][pn]g")}
    assert (
        learn(folder, *(word.format(folder) for word in more), bare="club.png" if not more else "bare.jpg")
        == 2
    )
    assert "is one of the pictures that are measured" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in folder.glob("*.[jp][pn]g")} == before
    (folder / "club.png").unlink()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--tile-length", "nan"], "--tile-length nan: must be"),
        (["--tile-length", "50"], "--tile-length 50: must be"),
        (["--height", "-3"], "--height -3: must be"),
        (["--geometry", "nowhere"], "nowhere"),
        (["--overlay", "club.txt"], "not a picture"),
    ],
)
def test_what_cannot_be_used(
    folder: Path, more: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(folder, *more) == 2
    assert says in capsys.readouterr().err
