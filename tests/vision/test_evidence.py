"""Clips for judges: the last seconds are kept, written so that a kill leaves no partial file, and deleted in time."""

import asyncio
import gc
import json
import os
import pickle
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from bench.stages.random_tables import random_table
from jantaku.main import main
from referee.tiles import NAMES
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from vision.calibration.calibration import find_table
from vision.calibration.charts import ZoneChart
from vision.camera.camera import Frame
from vision.camera.jpeg import Jpeg
from vision.clips import writing
from vision.clips.avi import mjpeg_avi
from vision.clips.clips import NEEDED, NEWEST, ClipDone, ClipError, ClipOrder, clear_clips, read_clip
from vision.clips.evidence import Footage, Ring
from vision.clips.show import clip_frames, draw_sightings
from vision.clips.writing import ClipWriter, write_clip
from vision.geometry import load_geometry
from vision.sightings import FoundTrack, LostTrack, PlacedTile, ZoneReading
from vision.tracking.tracker import TableReader
from vision.worker.process import VisionProcess
from vision.zones import FELT, TABLE, ZoneId

GEOMETRY = load_geometry()


class Filmed:
    def __init__(self) -> None:
        self.world = World()
        self.laid = random_table(self.world, np.random.default_rng(5))
        self.camera = OverheadCamera(self.world, seed=4)
        self.picture = self.camera.render(0)
        self.seen = find_table(self.picture, GEOMETRY)


@pytest.fixture(scope="module")
def filmed() -> Filmed:
    return Filmed()


def footage_of(filmed: Filmed, frames: int = 10) -> Footage:
    ring = Ring(GEOMETRY, 15)
    for number in range(frames):
        readings = [reading(number)] if number in (0, 3) else []
        ring.add(Frame(number, 200 * number, filmed.picture), filmed.seen, readings)
    return held(ring)


def held(ring: Ring, at_ms: int | None = None) -> Footage:
    """Return the footage of a clip at this time, by default the newest frame's."""
    found = ring.footage(ring._frames[-1].at_ms if at_ms is None else at_ms)
    assert found is not None
    return found


def reading(number: int) -> ZoneReading:
    tile = PlacedTile(3 + number, -52.5, 84.0, False, 0, 0, 950)
    return ZoneReading(ZoneId("pond", 0), (tile,), number, 200 * number, 100, 200 * number)


ORDER = ClipOrder(123, (121, 122, 123), 2000, "seat 1 called the judge")


def test_a_film_of_jpegs_is_read_by_others_as_it_was(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    pictures = [cv2.resize(random.integers(0, 255, (6, 9, 3), np.uint8), (99, 66)) for _ in range(7)]
    jpegs = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]
    (tmp_path / "film.avi").write_bytes(mjpeg_avi(jpegs, 99, 66, range(100, 1500, 200)))
    film = cv2.VideoCapture(str(tmp_path / "film.avi"))
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == 7
    assert film.get(cv2.CAP_PROP_FPS) == 5
    for original in pictures:
        good, picture = film.read()
        assert good
        off = [float(np.abs(picture.astype(int) - other).mean()) for other in pictures]
        assert off[[other is original for other in pictures].index(True)] == min(off) < 12
    assert not film.read()[0]


@pytest.mark.parametrize("encoded", [False, True])
def test_nothing_beside_the_felt_is_kept(filmed: Filmed, encoded: bool) -> None:
    white = np.full_like(filmed.picture, 255)
    ring = Ring(GEOMETRY, 15, encoded=encoded)
    ring.add(Frame(1, 100, white), None, [])
    assert ring.footage(100) is None, "while the felt is not known nothing is kept"
    ring.add(Frame(2, 200, white), filmed.seen, [])
    footage = held(ring)
    kept = cv2.imdecode(np.frombuffer(footage.frames[0].jpeg(), np.uint8), cv2.IMREAD_COLOR)
    assert kept is not None
    # The oracle: each pixel's place on the table, straight from the view.
    rows, columns = np.mgrid[0 : kept.shape[0] : 7, 0 : kept.shape[1] : 7]
    small = np.column_stack([columns.ravel(), rows.ravel()]).astype(float)
    where = footage.where
    full = (small + 0.5) / where.scale - 0.5 + where.corner
    x, y = np.abs(filmed.camera.view.to_plane(full, 0.0)).T
    beside = np.maximum(x, y) > GEOMETRY.felt_half + 6
    bright = kept[rows.ravel(), columns.ravel()].max(axis=1)
    assert beside.sum() > 20
    assert bright[beside].max() < 60  # the ringing of a JPEG at the edge
    assert bright[np.maximum(x, y) < GEOMETRY.felt_half - 6].min() > 240


def test_a_ring_of_jpegs_is_small_and_gives_the_same_files(filmed: Filmed) -> None:
    now, later = (Ring(GEOMETRY, 15, encoded=encoded) for encoded in (True, False))
    for ring in (now, later):
        ring.add(Frame(0, 0, filmed.picture), filmed.seen, [])
    assert now.size_bytes < later.size_bytes / 5
    early, late = (
        cv2.imdecode(np.frombuffer(held(ring).frames[0].jpeg(), np.uint8), cv2.IMREAD_COLOR)
        for ring in (now, later)
    )
    assert early is not None
    assert late is not None
    # The later clip used to be rounded to fewer colours first.
    assert np.abs(early.astype(int) - late).mean() < 3.0 < late.std() / 5


@pytest.mark.parametrize("encoded", [False, True])
def test_the_ring_is_bounded_and_remembers_what_was_told_before(filmed: Filmed, encoded: bool) -> None:
    ring = Ring(GEOMETRY, 2, encoded=encoded)
    for number in range(40):
        readings = [reading(number)] if number == 1 else []
        ring.add(Frame(number, 100 * number, filmed.picture), filmed.seen, readings)
    footage = held(ring)
    assert footage.frames[0].at_ms >= 1900
    assert len(footage.frames) == 21
    first = footage.to_mapping()["frames"][0]
    assert [tile["tile"] for tile in first["readings"]["pond/0"]] == ["5m"]
    small = Ring(GEOMETRY, 60, most_bytes=3 * footage.frames[0].size_bytes, encoded=encoded)
    for number in range(20):
        small.add(Frame(number, 300 * number, filmed.picture), filmed.seen, [])
        assert small.size_bytes <= 3 * footage.frames[0].size_bytes
    assert 1 <= len(held(small).frames) <= 3


def test_one_picture_larger_than_the_ring_is_not_kept(filmed: Filmed) -> None:
    ring = Ring(GEOMETRY, 15, most_bytes=100)
    ring.add(Frame(0, 0, filmed.picture), filmed.seen, [])
    assert (ring.footage(0), ring.size_bytes) == (None, 0)


def test_a_picture_of_another_size_is_left_out_and_what_was_told_of_it_is_not(filmed: Filmed) -> None:
    ring = Ring(GEOMETRY, 15)
    small = np.zeros((48, 64, 3), np.uint8)
    ring.add(Frame(0, 0, small), filmed.seen, [])
    ring.add(Frame(1, 200, filmed.picture), filmed.seen, [])
    ring.add(Frame(2, 400, small), filmed.seen, [LostTrack(TABLE, "another size", 200)])
    assert [frame.number for frame in held(ring).frames] == [1]
    ring.add(Frame(3, 600, filmed.picture), filmed.seen, [FoundTrack(ZoneId("pond", 0), 600)])
    footage = held(ring)
    assert [frame.number for frame in footage.frames] == [1, 3]
    assert footage.to_mapping()["frames"][1]["lost"] == {"table": "another size", "pond/0": None}


def test_while_the_table_is_not_found_pictures_grow_old_and_nothing_grows(filmed: Filmed) -> None:
    ring = Ring(GEOMETRY, 2)
    ring.add(Frame(0, 0, filmed.picture), filmed.seen, [reading(0)])
    ring.add(Frame(1, 300, filmed.picture), filmed.seen, [])
    for number in range(2, 2000):
        reports = [(LostTrack(TABLE, "dark", 0), FoundTrack(TABLE, 0))[number % 2], reading(number % 30)]
        ring.add(Frame(number, 300 + number, filmed.picture), None, reports)
        assert ring.footage(300 + number) is not None or number > 1700
    assert [frame.number for frame in held(ring, 2299).frames] == [1]
    ring.add(Frame(2000, 2400, filmed.picture), None, [])
    assert ring.footage(2400) is None
    ring.add(Frame(2001, 7400, filmed.picture), None, [])
    assert ring.footage(0) is None
    assert ring.size_bytes == 0
    ring.add(Frame(2001, 2500, filmed.picture), filmed.seen, [])
    [frame] = held(ring).frames
    assert len(frame.sightings) == 2, "of each zone only what was told last"
    [shown] = held(ring).to_mapping()["frames"]
    assert shown["lost"] == {"table": None}
    assert [tile["tile"] for tile in shown["readings"]["pond/0"]] == [NAMES[3 + 1999 % 30]]


def test_a_clip_shows_the_seconds_before_its_entry_or_nothing(filmed: Filmed) -> None:
    """A ring that gets no more pictures does not hold the last seconds."""
    ring = Ring(GEOMETRY, 2)
    for number in range(8):
        readings = [reading(number)] if number == 1 else []
        ring.add(Frame(number, 250 * number, filmed.picture), filmed.seen, readings)
    footage = ring.footage(3000)
    assert footage is not None
    assert [frame.at_ms for frame in footage.frames] == [1000, 1250, 1500, 1750]
    assert "pond/0" in footage.to_mapping()["frames"][0]["readings"]
    assert ring.footage(3751) is None
    assert len(held(ring).frames) == 8, "asking changes nothing"


def test_a_clip_goes_on_after_its_entry_and_what_was_kept_at_once_is_never_lost(
    filmed: Filmed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring, order = Ring(GEOMETRY, 4), ClipOrder(123, (122, 123), 4000, "why")
    for number in range(21):
        ring.add(Frame(number, 200 * number, filmed.picture), filmed.seen, [])
    write_clip(tmp_path, order, held(ring, 4000))
    assert [frame["at_ms"] for frame in read_clip(tmp_path / "000123.json")["frames"]][-1] == 4000
    for number in range(21, 40):
        ring.add(Frame(number, 200 * number, filmed.picture), filmed.seen, [])
    # The disk fills up in the middle, and the first clip is still there and intact.
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", fails_after(1))
        with pytest.raises(OSError, match="No space"):
            write_clip(tmp_path, order, held(ring, 4000))
    assert len(list(clip_frames(tmp_path / "000123.json"))) == 21
    assert {file.name for file in tmp_path.iterdir()} == {"000123.json", "000123.avi"}
    for number in range(40, 60):
        ring.add(Frame(number, 200 * number, filmed.picture), filmed.seen, [])
    write_clip(tmp_path, order, held(ring, 4000))
    clip = read_clip(tmp_path / "000123.json")
    times = [frame["at_ms"] for frame in clip["frames"]]
    # The ring now reaches less far back than the earlier clip, so that clip stays.
    assert times[0] == 0
    assert times[-1] == 4000


def test_a_clip_made_whole_shows_five_seconds_after_its_entry(filmed: Filmed, tmp_path: Path) -> None:
    ring, order = Ring(GEOMETRY, 4), ClipOrder(123, (122, 123), 4000, "why")
    for number in range(46):
        ring.add(Frame(number, 200 * number, filmed.picture), filmed.seen, [])
        if number == 20:
            write_clip(tmp_path, order, held(ring, 4000))
    write_clip(tmp_path, ClipOrder(123, (122, 123, 130), 4000, "why"), held(ring, 4000))
    clip = read_clip(tmp_path / "000123.json")
    assert clip["entries"] == [122, 123, 130]
    assert (clip["frames"][0]["at_ms"], clip["frames"][-1]["at_ms"]) == (0, 9000)
    assert len(list(clip_frames(tmp_path / "000123.json"))) == len(clip["shown"])


def fails_after(count: int) -> Callable[[int], None]:
    """``os.fsync`` of a disk that is full after so many calls."""
    left = [count]

    def fsync(_file: int) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(28, "No space left on device")

    return fsync


def test_names_are_beside_the_faces(filmed: Filmed) -> None:
    """On a table full of tiles no face is covered, neither in a picture nor in a clip."""
    reader = TableReader(GEOMETRY, live=False)
    sightings = [
        each for number in range(3) for each in reader.read_frame(Frame(number, 100 * number, filmed.picture))
    ]
    shown = draw_sightings(filmed.picture, reader, GEOMETRY, sightings)
    assert reader.calibration is not None
    tiles = [
        (zone, tile)
        for zone in GEOMETRY.zones()
        for reading in sightings
        if isinstance(reading, ZoneReading) and reading.zone == zone.id
        for tile in reading.tiles
    ]
    assert len(tiles) > 40
    for zone, tile in tiles:
        chart = ZoneChart(zone, reader.calibration.view, GEOMETRY.tile)
        width, height = (17.0, 23.0) if not tile.sideways else (23.0, 17.0)
        corners = chart.in_picture(
            tile.x_mm - width / 2, tile.y_mm - height / 2, tile.x_mm + width / 2, tile.y_mm + height / 2
        )
        face = np.zeros(shown.shape[:2], np.uint8)
        cv2.fillPoly(face, [corners.round().astype(np.int32)], (255,))
        changed = (shown != filmed.picture).any(axis=2) & (face > 0)
        # A thin line that leads from a name to its tile may cross another tile; a name once covered half a face.
        assert changed.sum() < 0.25 * (face > 0).sum(), (zone.id, tile)
    assert (shown == (245, 245, 245)).all(axis=2).sum() > 100 * len(tiles)  # the names are there


def test_what_lies_on_the_bare_felt_is_shown_where_it_lies(filmed: Filmed) -> None:
    ring = Ring(GEOMETRY, 15)
    tile = PlacedTile(3, 212.0, -40.0, True, 0, 0, 950)
    ring.add(Frame(0, 0, filmed.picture), filmed.seen, [ZoneReading(FELT, (tile,), 0, 0, 0, 0)])
    footage = held(ring)
    mapping = footage.to_mapping()
    [shown] = mapping["frames"][0]["readings"][str(FELT)]
    middle = filmed.camera.view.points([(212.0, -40.0, GEOMETRY.tile_top)])
    assert np.allclose(np.mean(shown["corners"], axis=0), footage.where.moved(middle)[0], atol=1.0)


def test_the_thread_that_writes_clips_outlives_any_failure(
    filmed: Filmed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    footage, real = footage_of(filmed, 2), write_clip

    def failing(folder: Path, order: ClipOrder, what: Footage) -> Path:
        if order.journal == 1:
            raise KeyError("felt")
        return real(folder, order, what)

    monkeypatch.setattr(writing, "write_clip", failing)
    writer = ClipWriter(tmp_path, lambda _at_ms: footage)
    for number in (1, 2):
        writer.order(ClipOrder(number, (number,), 0, "why"))
    writer.take_orders()
    done: list[ClipDone] = []
    deadline = time.monotonic() + 30
    while len(done) < 2 and time.monotonic() < deadline:
        done += writer.done()
        time.sleep(0.001)
    assert done == [ClipDone(1, "KeyError: 'felt'"), ClipDone(2)]
    assert "the clip of entry 1 was not written" in caplog.text
    assert (tmp_path / "000002.json").exists()


def test_a_clip_says_what_was_read_where(filmed: Filmed, tmp_path: Path) -> None:
    footage = footage_of(filmed)
    write_clip(tmp_path, ORDER, footage)
    clip = read_clip(tmp_path / "000123.avi")
    assert (clip["journal"], clip["entries"], clip["at_ms"]) == (123, [121, 122, 123], 2000)
    assert [frame["frame"] for frame in clip["frames"]] == list(range(10))
    [tile] = clip["frames"][3]["readings"]["pond/0"]
    assert tile["tile"] == "7m"
    middle = np.mean(tile["corners"], axis=0)
    seen = filmed.camera.view.points([(-52.5, 84.0, GEOMETRY.tile_top)])
    assert np.allclose(middle, footage.where.moved(seen)[0], atol=1.0)
    frames = list(clip_frames(tmp_path / "000123.json"))
    assert len(frames) == 10
    assert frames[0][1].shape[:2] == (clip["height"], clip["width"])


def writer_program(folder: Path) -> str:
    return (
        "import sys, pickle\n"
        "from pathlib import Path\n"
        "from vision.clips.clips import ClipOrder\n"
        "from vision.clips.writing import write_clip\n"
        "footage = pickle.load(sys.stdin.buffer)\n"
        "print('ready', flush=True)\n"
        "number = 0\n"
        "while True:\n"
        "    number += 1\n"
        f"    write_clip(Path({str(folder)!r}), ClipOrder(number, (number,), 0, 'why'), footage)\n"
    )


class Killed(BaseException):
    """A kill, which a program cannot handle."""


def test_killed_while_another_picture_takes_its_place_no_film_has_the_words_of_another(
    filmed: Filmed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_clip(tmp_path, ClipOrder(NEWEST, (), 1000, ""), footage_of(filmed, 1))
    film = (tmp_path / "000000.avi").read_bytes()
    rename = Path.rename

    def killed(self: Path, target: Path) -> Path:
        if target.suffix == ".json":
            raise Killed
        return rename(self, target)

    with monkeypatch.context() as kill:
        kill.setattr(Path, "rename", killed)
        with pytest.raises(Killed):
            write_clip(tmp_path, ClipOrder(NEWEST, (), 9000, ""), footage_of(filmed, 2))
    assert (tmp_path / "000000.avi").read_bytes() != film
    with pytest.raises(ClipError):
        read_clip(tmp_path / "000000.json")
    write_clip(tmp_path, ClipOrder(NEWEST, (), 12_000, ""), footage_of(filmed, 1))
    assert read_clip(tmp_path / "000000.json")["at_ms"] == 12_000


def test_killed_while_writing_no_half_is_taken_for_a_clip(filmed: Filmed, tmp_path: Path) -> None:
    footage = pickle.dumps(footage_of(filmed, 4))
    random = np.random.default_rng(2)
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", writer_program(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(footage)
            process.stdin.close()
            assert process.stdout.readline() == b"ready\n"
            time.sleep(float(random.uniform(0.01, 0.12)))
            process.send_signal(signal.SIGKILL)
    whole = sorted(tmp_path.glob("*.json"))
    for text in whole:
        assert len(list(clip_frames(text))) == 4
    leftovers = {file.name for file in tmp_path.iterdir()} - {
        f"{text.stem}.{end}" for text in whole for end in ("json", "avi")
    }
    clear_clips(tmp_path, days=1, most_bytes=1 << 40, now_s=time.time() + 120)
    assert not leftovers & {file.name for file in tmp_path.iterdir()}
    assert sorted(tmp_path.glob("*.json")) == whole


def test_clips_go_by_age_and_by_size(tmp_path: Path) -> None:
    now_s = 1_000_000_000.0
    for number, age_days in ((1, 20.0), (2, 13.9), (3, 2.0), (4, 0.1)):
        for end in ("avi", "json"):
            file = tmp_path / f"{number:06d}.{end}"
            file.write_bytes(b"x" * 100)
            os.utime(file, (now_s - age_days * 86400, now_s - age_days * 86400))
    assert clear_clips(tmp_path, days=14, most_bytes=10_000, now_s=now_s) == ["000001"]
    assert clear_clips(tmp_path, days=14, most_bytes=10_000, now_s=now_s) == []
    assert clear_clips(tmp_path, days=14, most_bytes=450, now_s=now_s) == ["000002"]
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "000003.avi",
        "000003.json",
        "000004.avi",
        "000004.json",
    ]
    assert clear_clips(tmp_path / "none", days=14, most_bytes=1, now_s=now_s) == []


def test_what_cannot_be_deleted_is_not_reported_as_deleted_and_still_counts(tmp_path: Path) -> None:
    now_s = 1_000_000_000.0
    (tmp_path / "000001.json").mkdir()  # no user at all can unlink a folder
    for number in (1, 2, 3):
        for end in ("avi", "json")[: 1 if number == 1 else 2]:
            (tmp_path / f"{number:06d}.{end}").write_bytes(b"x" * 10_000)
    for file in tmp_path.iterdir():
        age_s = 4 - int(file.stem)
        os.utime(file, (now_s - age_s, now_s - age_s))
    # 50 kB and the folder are left: two clips must be deleted, and the first cannot be.
    assert clear_clips(tmp_path, days=14, most_bytes=45_000, now_s=now_s) == ["000002"]
    assert (tmp_path / "000001.avi").exists()
    assert (tmp_path / "000003.json").exists()
    assert clear_clips(tmp_path, days=14, most_bytes=25_000, now_s=now_s) == ["000003"]


@pytest.fixture(scope="module")
def folder(filmed: Filmed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("frames")
    for number in range(4):
        picture = filmed.camera.render(100 * number)
        cv2.imwrite(str(made / f"{number:03}-{number * 250}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return made


def test_a_kept_jpeg_does_not_hold_its_unpacked_picture(filmed: Filmed) -> None:
    """The unpacked picture is twenty times as large; those of twenty seconds would fill any computer's memory."""
    ring = Ring(GEOMETRY, 15)
    jpeg = Jpeg.of(cv2.imencode(".jpg", filmed.picture)[1].tobytes())
    assert jpeg is not None
    frame = Frame(1, 100, jpeg)
    unpacked = weakref.ref(frame.image)
    ring.add(frame, filmed.seen, [])
    assert ring.size_bytes == len(jpeg.data)
    del frame, jpeg
    gc.collect()
    assert unpacked() is None
    assert len(held(ring).frames) == 1


def test_the_process_keeps_a_clip_and_the_command_shows_it(
    filmed: Filmed,
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The real process watches a table; it also reports a clip that was ordered at the last frame."""

    async def run() -> list[ClipDone]:
        vision = VisionProcess(f"folder:{folder}", state=tmp_path, clip_s=15.0)
        await vision.start()
        done: list[ClipDone] = []
        async for report in vision.reports():
            done += report.clips
            if report.frame == 3 and not done:
                assert vision.keep(ClipOrder(7, (5, 6, 7), report.at_ms, "a finding"))
            vision.acknowledge(report.frame)
        assert vision.frames_done == 4
        await vision.stop()
        return done

    assert [(each.journal, each.error) for each in asyncio.run(run())] == [(7, "")]
    clip = read_clip(tmp_path / "clips" / "000007.json")
    assert [frame["frame"] for frame in clip["frames"]] == [0, 1, 2, 3]
    read: dict[str, Any] = {}
    for frame in clip["frames"]:
        read |= frame["readings"]
    for chair in range(4):
        names = [tile["tile"] for tile in read[str(ZoneId("pond", chair))]]
        assert names == [NAMES[face] for face, _ in filmed.laid[ZoneId("pond", chair)]]
    monkeypatch.chdir(tmp_path)
    assert main(["vision", "show", "7", "--state", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "entry 7 of the journal: a finding" in output
    assert "entries 5 to 7" in output
    shown = cv2.imread("000007-shown.png")
    assert shown is not None
    assert shown.shape[1] == 3 * 640
    assert main(["vision", "show", str(tmp_path / "clips" / "000007.avi"), "--out", "film.avi"]) == 0
    film = cv2.VideoCapture("film.avi")
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == len(clip["shown"])


def kept_by_two(first: Path, second: Path, state: Path) -> dict[str, Any]:
    """The clips of an entry by the names of their files, as vision keeps them at a table with two cameras."""

    async def run() -> list[ClipDone]:
        others = [(f"folder:{second}", state / "none")]
        vision = VisionProcess(f"folder:{first}", others=others, state=state, clip_s=15.0)
        await vision.start()
        done: list[ClipDone] = []
        async for report in vision.reports():
            done += report.clips
            if report.frame == 16:
                for order in (ClipOrder(7, (7,), report.at_ms, ""), ClipOrder(NEWEST, (), 0, "")):
                    assert vision.keep(order)
            vision.acknowledge(report.frame)
        await vision.stop()
        return done

    assert {(each.journal, each.error) for each in asyncio.run(run())} == {(7, ""), (NEWEST, "")}
    return {file.name: read_clip(file) for file in (state / "clips").glob("*.json")}


@pytest.mark.prove
def test_what_a_second_camera_saw_is_kept_beside(
    hidden_from_one: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both films show only the felt, each from its side, with the tile that an arm hides from the first camera."""
    first, second = hidden_from_one
    clips = kept_by_two(first, second, tmp_path)
    assert sorted(clips) == ["000000.json", "000007-2.json", "000007.json"]
    one, two = clips["000007.json"], clips["000007-2.json"]
    assert two["film"] == "000007-2.avi"
    pond = str(ZoneId("pond", 0))
    for clip in (one, two):
        read = [frame["readings"][pond] for frame in clip["frames"] if pond in frame["readings"]]
        assert [len(tiles) for tiles in read] == [1, 2]
        newest = list(clip_frames(tmp_path / "clips" / clip["film"]))[-1][1]
        outside = np.full(newest.shape[:2], 255, np.uint8)
        cv2.fillPoly(outside, [np.asarray(clip["zones"]["felt"], np.float64).round().astype(np.int32)], (0,))
        assert np.median(newest[cv2.erode(outside, np.ones((32, 32))) > 0]) < 8
    assert np.abs(np.subtract(one["zones"][pond], two["zones"][pond])).max() > 20
    monkeypatch.chdir(tmp_path)
    assert main(["vision", "show", str(tmp_path / "clips" / "000007-2.json")]) == 0
    assert (tmp_path / "000007-2-shown.png").exists()


@pytest.mark.prove
def test_nothing_of_a_second_camera_is_kept_while_it_does_not_see_the_table(
    hidden_from_one: tuple[Path, Path], tmp_path: Path
) -> None:
    first, second = hidden_from_one
    covered = tmp_path / "covered"
    covered.mkdir()
    for number, file in enumerate(sorted(second.iterdir())):
        seen = cv2.imread(str(file))
        assert seen is not None
        cv2.imwrite(str(covered / file.name), seen if number < 6 else np.full_like(seen, 4))
    clips = kept_by_two(first, covered, tmp_path)
    assert clips["000007.json"]["frames"][-1]["at_ms"] >= 1400
    assert clips["000007-2.json"]["frames"][-1]["at_ms"] <= 500


def test_what_cannot_be_shown_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.png").write_text("no picture")
    (tmp_path / "half.json").write_text(json.dumps({"version": 1}))
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "other.json").write_text(json.dumps(dict.fromkeys(NEEDED, 9)))
    for what, message in (
        ("99", "000099.json"),
        ("none.png", "no such file"),
        ("text.png", "not a picture"),
        ("half.json", "half.json: not a clip: it has no journal, film, frames, zones, shown"),
        ("list.json", "not a clip: it has no version, journal"),
        ("other.json", "a clip of another version of this program (9, not 1)"),
    ):
        assert main(["vision", "show", what, "--state", str(tmp_path)]) == 2
        assert message in capsys.readouterr().err
    assert main(["vision", "show", "99", "--out", "clip.txt"]) == 2
    with pytest.raises(ClipError):
        read_clip(tmp_path / "half.json")


def test_a_disk_that_cannot_be_written_leaves_nothing(
    filmed: Filmed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    footage = footage_of(filmed, 3)
    assert isinstance(footage, Footage)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_clip(tmp_path, ORDER, footage)
    assert list(tmp_path.iterdir()) == []
