"""Pictures that vision read are kept and read again, with the same expectations and the same result."""

import asyncio
import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from msgspec import structs
from numpy.typing import NDArray

from jantaku.main import main
from simulation.replay.playback.player import PlayedVision
from tests.vision.tabletop import camera, photograph, pond
from vision.sightings import ZoneReading
from vision.tracking.expectation import Expectation
from vision.worker.kept_frames import FramesAgain
from vision.worker.process import VisionProcess
from vision.worker.state_files import SECOND_CAMERA_FILE, KeptFramesError, kept_frames_file
from vision.worker.wire import FrameReport
from vision.zones import ZoneId

EXPECTED = Expectation(zones=(ZoneId("pond", 1),), sideways={}, red_fives=True)
ROOM = 100_000_000


def looked(
    pictures: Path, kept: Path, most: int = ROOM, lives: int = 1, others: Sequence[tuple[str, Path]] = ()
) -> list[list[FrameReport]]:
    """Return the reports of each life of vision, which keeps the pictures that it reads."""

    async def run() -> list[list[FrameReport]]:
        vision = VisionProcess(f"folder:{pictures}", others=others, frames=(kept, most))
        reports: list[list[FrameReport]] = []
        for _ in range(lives):
            await vision.start()
            reports.append([])
            async for report in vision.reports():
                reports[-1].append(report)
                vision.acknowledge(report.frame, EXPECTED if report.frame == 2 else None)
            await vision.stop()
        return reports

    return asyncio.run(run())


def again(kept: Path, reports: list[FrameReport], lives: int = 1) -> tuple[PlayedVision, list[FrameReport]]:
    """A playback whose recording has these reports."""
    vision = PlayedVision(kept)
    for _ in range(lives):
        vision.begins()
    made = []
    for report in reports:
        made.append(vision.report(report))
        vision.acknowledge(report.frame, EXPECTED if report.frame >= 2 else None)
    return vision, made


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two ponds grow at one moment; the expected one is reported a frame earlier."""
    folder = tmp_path_factory.mktemp("pictures")
    laid = ([1, 2, 33], [1, 2, 33, 9])
    for number in range(8):
        seen = photograph([*pond(0, laid[number > 3]), *pond(1, laid[number > 3])], camera(), seed=number)
        cv2.imwrite(str(folder / f"{number:03}-{number * 100}.png"), seen)
    return folder


Lives = tuple[Path, list[list[FrameReport]]]


@pytest.fixture(scope="module")
def twice(pictures: Path, tmp_path_factory: pytest.TempPathFactory) -> Lives:
    """The folder in which two lives of vision kept the pictures, and their reports."""
    folder = tmp_path_factory.mktemp("twice")
    return folder, looked(pictures, folder, lives=2)


@pytest.fixture
def reports(twice: Lives, tmp_path: Path) -> list[FrameReport]:
    """The reports of a life whose kept pictures lie in the test's folder."""
    shutil.copy(kept_frames_file(twice[0], 1), tmp_path)
    return twice[1][0]


def test_they_are_read_again_as_they_were(twice: Lives) -> None:
    folder, (first, second) = twice
    assert len(first) == len(second) == 8
    for life, reports in ((1, first), (2, second)):
        vision, made = again(folder, reports, life)
        assert made == reports
        assert (vision.pictures, vision.otherwise, vision.first) == (8, 0, None)
    readings = {
        sighting.zone: report.frame
        for report in first
        for sighting in report.sightings
        if isinstance(sighting, ZoneReading)
    }
    assert (readings[ZoneId("pond", 1)], readings[ZoneId("pond", 0)]) == (5, 6), "what is expected counts"


def test_what_only_the_second_camera_saw_is_read_again(
    hidden_from_one: tuple[Path, Path], tmp_path: Path
) -> None:
    first, second = hidden_from_one
    calibrated = tmp_path / SECOND_CAMERA_FILE
    words = ["vision", "calibrate", "--second", "--picture", str(second / "000-0.png"), "--height", "1450"]
    assert main([*words, "--state", str(tmp_path)]) == 0
    [reports] = looked(first, tmp_path, others=[(f"folder:{second}", calibrated)])
    calibrated.unlink()
    vision, made = again(tmp_path, reports)
    assert made == reports
    assert (vision.pictures, vision.otherwise) == (len(reports), 0)

    def ponds(frames: list[FrameReport]) -> list[int]:
        readings = [each for report in frames for each in report.sightings if isinstance(each, ZoneReading)]
        return [len(each.tiles) for each in readings if each.zone == ZoneId("pond", 0)]

    assert ponds(made)[-1] == 2
    alone = tmp_path / "alone"
    alone.mkdir()
    assert ponds(looked(first, alone)[0])[-1] == 1, "the second tile is hidden from the first camera"
    # A file that is cut within the second camera's picture ends with the previous shot.
    file = kept_frames_file(tmp_path, 1)
    file.write_bytes(file.read_bytes()[:-9])
    vision, made = again(tmp_path, reports)
    assert made == reports
    assert vision.pictures == len(reports) - 1


def test_a_camera_that_gives_no_picture_is_kept_as_such(
    hidden_from_one: tuple[Path, Path], tmp_path: Path
) -> None:
    """The second camera is missing for a while: the first one alone is read, both times."""
    first, second = hidden_from_one
    short = tmp_path / "short"
    short.mkdir()
    for file in sorted(second.iterdir())[:5]:
        shutil.copy(file, short)
    [reports] = looked(first, tmp_path, others=[(f"folder:{short}", tmp_path / "none")])
    assert len(reports) == 16
    assert b"null]}" in kept_frames_file(tmp_path, 1).read_bytes()
    vision, made = again(tmp_path, reports)
    assert made == reports
    assert (vision.pictures, vision.otherwise) == (16, 0)


def test_a_picture_that_is_read_otherwise_is_reported(reports: list[FrameReport], tmp_path: Path) -> None:
    [place, *_] = [
        place
        for place, report in enumerate(reports)
        if any(isinstance(each, ZoneReading) and each.zone == ZoneId("pond", 0) for each in report.sightings)
    ]

    def misread(reading: ZoneReading) -> ZoneReading:
        return structs.replace(reading, tiles=(replace(reading.tiles[0], tile=30), *reading.tiles[1:]))

    then = [
        misread(each) if isinstance(each, ZoneReading) and each.zone == ZoneId("pond", 0) else each
        for each in reports[place].sightings
    ]
    recorded = [*reports]
    recorded[place] = structs.replace(reports[place], sightings=tuple(then))
    vision, made = again(tmp_path, recorded)
    assert made == reports, "vision's reading now counts"
    assert (vision.pictures, vision.otherwise) == (8, 1)
    assert vision.first is not None
    assert (vision.first.frame, vision.first.zones) == (reports[place].frame, ("pond/0",))


def test_the_limit_ends_the_pictures_and_not_the_reports(
    pictures: Path, twice: Lives, tmp_path: Path
) -> None:
    kept, (whole, _) = twice
    size = kept_frames_file(kept, 1).stat().st_size
    # Both lives share the limit, which ends the second one's pictures halfway.
    first, second = looked(pictures, tmp_path, most=size + size // 2, lives=2)
    assert len(first) == len(second) == len(whole)
    assert kept_frames_file(tmp_path, 1).stat().st_size == size
    assert 0 < kept_frames_file(tmp_path, 2).stat().st_size <= size // 2
    vision, made = again(tmp_path, second, 2)
    assert made == second
    assert 2 <= vision.pictures < 8
    # A missing folder ends nothing.
    [unkept] = looked(pictures, tmp_path / "gone")
    assert len(unkept) == 8


def test_a_file_cut_anywhere_is_whole_up_to_there(reports: list[FrameReport], tmp_path: Path) -> None:
    file = kept_frames_file(tmp_path, 1)
    whole = file.read_bytes()
    assert file.stat().st_mode & 0o077 == 0
    for cut in (len(whole) - 1, len(whole) * 2 // 3, whole.index(b"\n") + 1, whole.index(b"\n") + 9):
        file.write_bytes(whole[:cut])
        vision, made = again(tmp_path, reports)
        assert made == reports
        assert vision.pictures < 8


def head_of(**fields: object) -> bytes:
    """The first line of a file."""
    usual = {"version": 2, "table": "standard", "live": True, "kept": None, "enrolled": None, "others": []}
    return json.dumps({**usual, **fields}).encode() + b"\n"


def shot_of(picture: NDArray[np.uint8]) -> bytes:
    """A shot of a camera."""
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    head = {"frame": 0, "cameras": [{"at_ms": 0, "bytes": len(jpeg)}]}
    return json.dumps(head).encode() + b"\n" + jpeg


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no file of kept pictures"),
        (b"a film\n", "no file of kept pictures"),
        (b'{"version":99}\n', "pictures of version 99; this program knows version 2"),
        (head_of(table="nowhere"), "nowhere"),
        (head_of(kept="bm8="), "kept"),
        (head_of(others=["bm8="]), "other-0"),
        (head_of(others=3), "int"),
        (b"[" * 100_000 + b"\n", "no file of kept pictures"),
    ],
)
def test_files_that_are_none(tmp_path: Path, content: bytes, says: str) -> None:
    file = kept_frames_file(tmp_path, 1)
    file.write_bytes(content)
    with pytest.raises(KeptFramesError, match=says):
        FramesAgain(file)


def test_a_picture_that_is_damaged_or_missing(reports: list[FrameReport], tmp_path: Path) -> None:
    file = kept_frames_file(tmp_path, 1)
    head = file.read_bytes().partition(b"\n")[0]
    with pytest.raises(KeptFramesError, match="frame 3 is missing"):
        FramesAgain(file).read(3)
    for line, says in (
        (b'{"frame":0,"cameras":[{"at_ms":0,"bytes":5}]}\nnoise', "frame 0 is damaged"),
        (shot_of(np.zeros((8, 8, 3), np.uint8)), "frame 0 is damaged"),
        (b'{"frame":0,"cameras":[{"at_ms":0,"bytes":-5}]}\nnoise', "no picture where one should be"),
        (b'{"frame":0,"cameras":[null]}\n', "no picture where one should be"),
        (b'{"frame":0,"cameras":[{"at_ms":0,"bytes":5},null]}\nnoise', "no picture where one should be"),
        (b"[1]\n", "damaged"),
        (b'{"frame":0}\n', "no picture where one should be"),
    ):
        file.write_bytes(head + b"\n" + line)
        with pytest.raises(KeptFramesError, match=says):
            FramesAgain(file).read(reports[0].frame)
