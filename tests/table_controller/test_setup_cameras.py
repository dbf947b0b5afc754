"""``jantaku setup`` at a table with two cameras, simulated ones: it asks once, calibrates both cameras, and keeps
them."""

import json
import os
import shutil
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from jantaku.main import main
from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.camera.tables import TABLES
from simulation.world.world import World
from table_controller.cli.setup.cameras import are_alike, device_of, names_that_stay
from tests.table_controller.setup_stage import ENTER, PASSWORD, Terminal, answer, files
from tests.vision.mounts_stage import smaller
from vision.calibration.camera_file import read_camera_file

FIRST, SECOND = MOUNTS = [smaller(mount) for mount in TABLES["two-cameras"].mounts]
BEFORE = [(words, ENTER) for words in ("hall", "table", "unit")]
AFTER = [(words, ENTER) for words in ("table's measures", "rules", "broker", "encrypt", "`referee`")]
STATE = "var/lib/jantaku"
"""The default state folder, from a root."""


def seen_from(mount: Mount, *, seed: int = 5, number: int = 0, at_ms: int = 100, arm: bool = False) -> Any:
    """Return a camera's picture of the table, with an arm over it or bare."""
    world = World()
    if arm:
        world.arms[1].move(0, 300, 20.0, 160.0)
    return OverheadCamera(world, mount=mount, seed=seed, number=number).render(at_ms).copy()


@pytest.fixture(scope="module")
def pictures() -> dict[str, Any]:
    room = np.random.default_rng(1).integers(0, 255, (24, 32, 3), np.uint8)
    return {
        "first": seen_from(FIRST),
        "second": seen_from(SECOND, number=1),
        "twin": seen_from(FIRST, seed=6, at_ms=3000, arm=True),
        "room": cv2.resize(room, FIRST.size, interpolation=cv2.INTER_CUBIC),
    }


@pytest.fixture(scope="module")
def cameras(pictures: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of pictures for each camera, written once, since writing takes longer than most of the tests."""
    folder = tmp_path_factory.mktemp("cameras")
    for name, picture in pictures.items():
        (folder / name).mkdir()
        cv2.imwrite(str(folder / name / "1.png"), picture)
    return folder


@pytest.fixture
def root(tmp_path: Path, cameras: Path) -> Path:
    """An empty folder in which a system's files are written; beside it the cameras."""
    shutil.copytree(cameras, tmp_path, dirs_exist_ok=True, copy_function=os.link)
    place = tmp_path / "root"
    place.mkdir()
    return place


def camera(root: Path, name: str) -> str:
    return f"folder:{root.parent / name}"


def words_of(root: Path, *cameras: str) -> list[str]:
    through = [word for each in cameras for word in ("--look-through", camera(root, each))]
    return ["setup", "--root", str(root), "--look-at", str(root / "nothing"), *through]


def asked(root: Path, cameras: Sequence[str], answers: Sequence[tuple[str, str]], *, lang: str = "en") -> str:
    """Run setup with these answers about the cameras, and let it write its files; return its output."""
    terminal = Terminal("--lang", lang, *words_of(root, *cameras))
    answer(terminal, [*BEFORE, *answers])
    there = (root / "etc/jantaku/table.toml").exists()
    answer(terminal, [*AFTER[: 4 if there else 5], ("called", ENTER), ("your tiles", "n")])
    if "write this" in terminal.until_asked():
        terminal.type("y")
    assert terminal.status() == 0, terminal.output
    return terminal.output


def settings_of(root: Path) -> dict[str, Any]:
    return tomllib.loads((root / "etc/jantaku/table.toml").read_text())


def sources(root: Path) -> tuple[str, str]:
    settings = settings_of(root)
    return settings["camera"], settings.get("second_camera", "nothing was said")


def off_mm(root: Path, name: str, mount: Mount) -> float:
    """Return the distance of a camera from its true place, by its calibration; heights are only estimated."""
    view = read_camera_file(root / STATE / name).view()
    assert view is not None
    return float(np.abs(np.subtract(view.camera(), mount.view().camera())).max())


def diagnosed(root: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return the doctor's report on each camera."""
    capsys.readouterr()
    with pytest.MonkeyPatch.context() as patch:
        for name, file in (("PASSWORD_FILE", "mqtt-password"), ("LOGINS", "roles.toml")):
            patch.setenv(f"JANTAKU_MQTT__{name}", str(root / "etc/jantaku" / file))
        return _diagnosed(root, capsys)


def _diagnosed(root: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    config = ("--config", str(root / "etc/jantaku/table.toml"), "--state", str(root / STATE))
    main(["doctor", "--json", *config])
    parts = json.loads(capsys.readouterr().out)["parts"]
    return {each["part"]: each["says"]["code"] for each in parts if each["part"].endswith("camera")}


def test_a_person_takes_a_second_camera(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = asked(
        root, ["room", "first", "twin", "second"], [("the camera", ENTER), ("second camera", ENTER)]
    )
    assert f"{camera(root, 'second')}: a picture is in " in output
    assert f"{camera(root, 'twin')} and {camera(root, 'first')} give the same picture" in output
    assert (
        f"second camera over the table, which sees what a hand hides from the first; none if one is enough [{camera(root, 'second')}]"
        in output
    )
    assert sources(root) == (camera(root, "first"), camera(root, "second"))
    for name, mount in (("camera.json", FIRST), ("camera-2.json", SECOND)):
        assert off_mm(root, name, mount) < 100
    assert output.index(f"{camera(root, 'first')}: calibrated") < output.index(
        f"{camera(root, 'second')}: calibrated"
    )
    seen = "diagnosed.table_seen"
    assert diagnosed(root, capsys) == {"camera": seen, "second_camera": seen}
    # The next time both are offered, even with other cameras plugged in, and nothing is calibrated again.
    before = files(root)
    for cameras in (["second", "room", "first"], []):
        output = asked(root, cameras, [("the camera", ENTER), ("second camera", ENTER)])
        assert "is set up like this already" in output
        assert "calibrated" not in output
        assert files(root) == before


def test_one_camera_may_be_enough(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No question is asked if there is no other camera; after the answer "none", none is offered."""
    asked(root, ["first", "twin"], [("the camera", ENTER)])
    assert sources(root) == (camera(root, "first"), "nothing was said")
    output = asked(root, ["first", "second"], [("the camera", ENTER), ("second camera", "none")])
    assert f"[{camera(root, 'second')}]" in output
    assert sources(root) == (camera(root, "first"), "")
    assert "[none]" in asked(root, ["first", "second"], [("the camera", ENTER), ("second camera", ENTER)])
    assert sources(root) == (camera(root, "first"), "")
    assert not (root / STATE / "camera-2.json").exists()
    assert diagnosed(root, capsys) == {"camera": "diagnosed.table_seen"}


def test_a_camera_that_sees_another_thing_is_not_offered_first(root: Path) -> None:
    output = asked(root, ["first", "room"], [("the camera", ENTER), ("second camera", ENTER)])
    assert f"  1) {camera(root, 'room')}\n  2) none\n" in output
    assert sources(root) == (camera(root, "first"), "")
    # A person who still chooses it, by number or by name, reads that the table is not in its picture.
    output = asked(root, ["first", "room"], [("the camera", ENTER), ("second camera", "1")])
    assert f"{camera(root, 'room')}: not calibrated yet (0 of 8 markers seen" in output
    assert sources(root) == (camera(root, "first"), camera(root, "room"))
    assert not (root / STATE / "camera-2.json").exists()


def test_another_first_camera_leaves_the_other_as_the_second(root: Path) -> None:
    asked(root, ["first", "second"], [("the camera", ENTER), ("second camera", ENTER)])
    output = asked(
        root, ["first", "second"], [("the camera", camera(root, "second")), ("second camera", ENTER)]
    )
    assert sources(root) == (camera(root, "second"), camera(root, "first"))
    assert output.count(": calibrated") == 2
    assert off_mm(root, "camera.json", SECOND) < 100
    assert off_mm(root, "camera-2.json", FIRST) < 100


def test_a_typed_camera_that_is_the_first_one_is_taken_once(root: Path) -> None:
    output = asked(
        root, ["first", "second"], [("the camera", ENTER), ("second camera", camera(root, "twin"))]
    )
    assert f"{camera(root, 'twin')} and {camera(root, 'first')} give the same picture" in output
    assert sources(root) == (camera(root, "first"), "")


def test_it_asks_in_japanese(root: Path) -> None:
    terminal = Terminal("--lang", "ja", *words_of(root, "first", "twin", "second"))
    answer(terminal, [("会場", ENTER), ("卓", ENTER), ("ユニット", ENTER), ("カメラ", ENTER)])
    assert "卓を映す二台目のカメラ" in terminal.until_asked()
    assert "同じ画像なので一台のカメラとみなし" in terminal.output
    terminal.type(ENTER)
    answer(
        terminal,
        [
            ("寸法", ENTER),
            ("ルール", ENTER),
            ("ブローカー", ENTER),
            ("暗号化", ENTER),
            ("`referee`", PASSWORD),
            ("もう一度", PASSWORD),
            ("連絡先", ENTER),
            ("変わった図柄", "n"),
        ],
    )
    assert "書き込む" in terminal.until_asked()
    assert terminal.output.count("校正しました") == 2
    terminal.type("n")
    assert terminal.status() == 1
    assert files(root) == {}


def from_file(root: Path, text: str) -> int:
    (root.parent / "answers.toml").write_text(text)
    return main(["setup", "--root", str(root), "--from", str(root.parent / "answers.toml"), "--yes"])


def test_answers_from_a_file_name_both(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = root / "etc/jantaku/table.toml"
    there.parent.mkdir(parents=True)
    there.write_text('state = "/srv/table"\n[unit]\ndriver = "none"\n')
    first, second = camera(root, "first"), camera(root, "second")
    assert from_file(root, f'camera = "{first}"\nsecond_camera = "{second}"\n') == 0
    assert sources(root) == (first, second)
    assert sorted(path.name for path in (root / "srv/table").iterdir()) == ["camera-2.json", "camera.json"]
    before = files(root)
    capsys.readouterr()
    # What a file leaves out stays.
    assert from_file(root, 'hall = "home"\n') == 0
    assert files(root) == before
    assert "calibrated" not in capsys.readouterr().out
    assert from_file(root, f'second_camera = "{camera(root, "twin")}"\n') == 0
    output = capsys.readouterr().out
    assert f"{camera(root, 'twin')} and {first} give the same picture" in output
    assert sources(root) == (first, "")


def test_two_names_of_one_device_are_one_camera(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert from_file(root, 'camera = "v4l2:7"\nsecond_camera = "v4l2:/dev/video7?fps=15"\n') == 0
    output = capsys.readouterr().out
    assert "v4l2:/dev/video7?fps=15 and v4l2:7 give the same picture" in output
    assert "v4l2:7: not calibrated yet (no camera at /dev/video7" in output
    assert sources(root) == ("v4l2:7", "")


def test_the_pictures_of_one_camera_are_alike_and_those_of_two_are_not(pictures: dict[str, Any]) -> None:
    first = pictures["first"]
    brighter = cv2.convertScaleAbs(seen_from(FIRST, seed=9), alpha=1.3, beta=10)
    for same in (first, pictures["twin"], brighter, cv2.resize(first, (960, 720))):
        assert are_alike(first, np.asarray(same, np.uint8))
    beside = seen_from(
        Mount.tilted(25.0, 45.0, scale=FIRST.scale, width=FIRST.width, height=FIRST.height), number=1
    )
    for other in (pictures["second"], pictures["room"], beside):
        assert not are_alike(first, other)
    dark = np.random.default_rng(2).integers(0, 6, first.shape, np.uint8)
    assert not are_alike(dark, dark), "of two covered lenses nobody knows"


def linked(folder: Path, name: str, to: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(to)


def test_several_cameras_get_names_that_stay(tmp_path: Path) -> None:
    """Cameras are named by what they call themselves; if two have the same name, one link is missing and the ports are
    used."""
    nodes = [tmp_path / f"video{number}" for number in (0, 2)]
    for node in nodes:
        node.touch()
    urls = [f"v4l2:{node}" for node in nodes]
    links = tmp_path / "v4l"
    assert names_that_stay(urls, links) == {}
    linked(links / "by-id", "usb-one-index0", nodes[0])
    for number, node in enumerate(nodes):
        linked(links / "by-path", f"usb-port-{number}", node)
    ports = [f"v4l2:{links}/by-path/usb-port-{number}" for number in (0, 1)]
    assert names_that_stay([*urls, "folder:x"], links) == dict(zip(urls, ports, strict=True))
    assert [device_of(f"{port}?fps=15") for port in ports] == [str(node) for node in nodes]
    linked(links / "by-id", "usb-two-index0", nodes[1])
    assert names_that_stay(urls, links)[urls[1]] == f"v4l2:{links}/by-id/usb-two-index0"
