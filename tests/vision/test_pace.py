"""The frames that are read: as many as events on the table need; the others are taken but not read."""

import asyncio
from pathlib import Path
from unittest.mock import patch

import cv2

from simulation.camera.shared_frames import FramePublisher
from tests.vision.tabletop import camera, grained, photograph, pond, walls
from tests.vision.tracker_stage import VIEW, Film, with_arm
from vision.camera.frames import Frame
from vision.camera.jpeg import Jpeg
from vision.camera.pace import CALM_MS, LOOK_MS, NOW_MS, FramePace
from vision.lens import Image
from vision.sightings import ZoneReading
from vision.tracking.tracker import TableReader
from vision.worker.process import VisionProcess
from vision.worker.wire import FrameTaken, TableRests, decode_of_parent, encode


def looked_at(pace: FramePace, times_ms: range) -> list[int]:
    return [at_ms for at_ms in times_ms if pace.due(at_ms)]


def test_one_frame_a_second_while_the_table_rests() -> None:
    pace = FramePace()
    assert looked_at(pace, range(0, 500, 100)) == [0, 100, 200, 300, 400]
    pace.rests = True
    assert looked_at(pace, range(500, 4000, 100)) == [1400, 2400, 3400]
    assert looked_at(pace, range(4333, 6000, 33))[:2] == [4366, 5323]
    pace.rests = False
    assert looked_at(pace, range(6000, 6300, 100)) == [6000, 6100, 6200]


def test_the_second_camera_of_a_table_keeps_the_pace_of_the_first() -> None:
    pace = FramePace()
    other = pace.beside()
    pace.wait_ms = NOW_MS
    assert looked_at(other, range(0, 165, 33)) == [0, 33, 66, 99, 132]
    pace.wait_ms = CALM_MS
    assert looked_at(other, range(165, 700, 33)) == [330, 528]
    pace.rests = True
    assert looked_at(other, range(700, 2000, 100)) == [1500]


def test_the_next_look_is_soon_while_a_player_lays_a_tile_and_withdraws(reader: TableReader) -> None:
    """A hand that reaches its pond brings a tile, lets go of it soon after it comes to rest, and withdraws."""
    film, table = Film(reader), photograph([*pond(0, [1, 2, 35]), *walls()], VIEW, seed=1)

    def wait_ms(shown: Image) -> int:
        film.show(shown)
        return reader.wait_ms

    film.show(table, 4)
    assert wait_ms(table) == CALM_MS
    assert [wait_ms(with_arm(table, 0, (40, y))) for y in (140, 90)] == [LOOK_MS] * 2
    assert [wait_ms(with_arm(table, 0, (40, 90))) for _ in range(4)] == [NOW_MS] * 3 + [LOOK_MS]
    assert [wait_ms(with_arm(table, 0, (40, y))) for y in (100, 120)] == [NOW_MS] * 2
    # Another player's hand that rests over this pond and leaves it has laid nothing there.
    assert [wait_ms(with_arm(table, 1, (-180, y))) for y in (60, 60, 80)] == [LOOK_MS] * 3
    film.show(table, 2)
    assert wait_ms(table) == CALM_MS


def test_a_jpeg_that_shows_nothing_new_is_never_unpacked_whole(reader: TableReader) -> None:
    drawn = photograph([*pond(0, [1, 2, 35]), *walls()], VIEW, seed=1)
    whole, read = 0, []
    for number in range(30):
        jpeg = Jpeg.of(cv2.imencode(".jpg", grained(drawn, number, most=3))[1].tobytes())
        assert jpeg is not None
        frame = Frame(number, 100 * number, jpeg).checked()
        with patch.object(Jpeg, "image", autospec=True, side_effect=Jpeg.image) as unpacked:
            read += reader.read_frame(frame)
        whole += number >= 10 and unpacked.called
    assert any(isinstance(one, ZoneReading) and len(one.tiles) == 3 for one in read)
    assert whole == 0


def test_ten_frames_a_second_of_a_fast_camera_are_read() -> None:
    for step_ms, most in ((1000 / 30, 10), (40, 13), (1000 / 60, 12), (100, 10)):
        frames = [round(number * step_ms) for number in range(int(10_000 / step_ms))]
        assert 9.9 <= sum(map(FramePace().due, frames)) / 10 <= most


def test_a_camera_whose_times_vary_is_looked_at_each_second() -> None:
    pace = FramePace()
    pace.rests = True
    frames = [at_ms + (7, -8, 3)[at_ms // 100 % 3] for at_ms in range(0, 10_000, 100)]
    assert sum(map(pace.due, frames)) == 10


def test_what_is_said_of_rest_survives_the_wire() -> None:
    for message in (TableRests(True), TableRests(False), FrameTaken(3)):
        assert decode_of_parent(encode(message)) == message


def test_a_real_process_leaves_frames_out_until_it_is_told_to_look(tmp_path: Path) -> None:
    picture = photograph(pond(0, [1, 2, 35]), camera(), seed=1)

    async def film() -> list[int]:
        height, width = picture.shape[:2]
        at_ms: list[int] = []
        done = asyncio.Event()
        async with FramePublisher(
            tmp_path / "camera.sock", width, height, on_done=lambda _frame: done.set()
        ) as publisher:
            vision = VisionProcess(f"shm:{publisher.path}")
            await vision.start()
            await publisher.wait_connected()

            async def take() -> None:
                async for report in vision.reports():
                    at_ms.append(report.at_ms)
                    vision.rest(rests=400 <= report.at_ms < 2400)
                    vision.acknowledge(report.frame)

            taking = asyncio.create_task(take())
            for number in range(30):
                done.clear()
                publisher.publish(picture, 100 * number)
                await done.wait()
            await vision.stop()
            taking.cancel()
            await asyncio.gather(taking, return_exceptions=True)
        return at_ms

    # The same picture for two seconds means that the camera hangs; it is read until pictures change again.
    assert asyncio.run(film()) == [0, 100, 300, 500, 1500, 2500, 2600, 2700, 2800, 2900]
