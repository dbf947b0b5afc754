"""While the table rests one frame a second is looked at; the others are taken from the camera and left alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

from simulation.camera.shared_frames import FramePublisher
from tests.vision.tabletop import camera, photograph, pond
from vision.camera.pace import FramePace
from vision.worker.process import VisionProcess
from vision.worker.wire import decode_rest, encode_rest


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
    assert decode_rest(encode_rest(rests=True)) is True
    assert decode_rest(encode_rest(rests=False)) is False
    assert decode_rest(b'{"frame": 3}') is None


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

    assert asyncio.run(film()) == [0, 100, 200, 300, 400, 1400, 2400, 2500, 2600, 2700, 2800, 2900]
