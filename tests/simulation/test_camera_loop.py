"""The simulated camera draws only the frames that somebody will look at."""

import asyncio
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import cv2
import pytest

from simulation.camera.camera_loop import CameraLoop
from simulation.camera.plates import Plate
from tests.table_time import table_time


@dataclass
class Scene:
    """Something that moves until a time."""

    until_ms: int
    drawn_ms: list[int] = field(default_factory=list)
    drawing: threading.Event = field(default_factory=threading.Event)
    may_draw: threading.Event = field(default_factory=threading.Event)

    def render(self, at_ms: int, _out: Plate) -> None:
        self.drawing.set()
        assert self.may_draw.wait(30)
        self.drawn_ms.append(at_ms)

    def moving(self, at_ms: int) -> bool:
        return at_ms <= self.until_ms


class Reader:
    """A publisher whose reader is done with each frame at once, and then waits for so long."""

    connected = True
    slots = 1
    sent = done = next_ms = 0

    def __init__(self, wait_ms: int) -> None:
        self.wait_ms = wait_ms
        self.plate = Plate.sized(64, 48)
        self.begun_ms: list[int] = []
        self.announced_ms: list[int] = []

    def slot(self) -> Plate:
        return self.plate

    def begin(self, at_ms: int) -> int:
        self.begun_ms.append(at_ms)
        self.next_ms = at_ms + self.wait_ms
        return len(self.begun_ms)

    def announce(self, frame: int, at_ms: int) -> None:
        assert self.begun_ms[frame - 1] == at_ms
        self.announced_ms.append(at_ms)


async def filmed(scene: Scene, wait_ms: int, until_s: float = 1.05, **options: Any) -> Reader:
    reader = Reader(wait_ms)
    films: Any = [(scene, reader)]
    loop = CameraLoop(films, **{"look": lambda: None, **options})
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(until_s):
            await loop.run()
    return reader


@table_time
async def test_frames_that_the_reader_would_leave_out_are_not_drawn() -> None:
    scene = Scene(until_ms=1000)
    scene.may_draw.set()
    await filmed(scene, 179)
    assert scene.drawn_ms == [100, 300, 500, 700, 900]


@table_time
async def test_a_reader_that_reads_each_frame_gets_those_in_which_something_moves() -> None:
    scene = Scene(until_ms=200)
    scene.may_draw.set()
    reader = await filmed(scene, 79)
    assert scene.drawn_ms == reader.begun_ms == [100, 200, 300, 400, 500, 600, 700]


@table_time
async def test_time_goes_on_while_a_frame_is_drawn_but_the_scene_stays_until_it_is() -> None:
    scene = Scene(until_ms=1000)
    looked_ms: list[int] = []

    def look() -> None:
        assert len(scene.drawn_ms) == len(looked_ms)
        looked_ms.append(round(asyncio.get_running_loop().time() * 1000))

    async def others() -> None:
        await asyncio.sleep(0.15)
        assert scene.drawing.wait(30)
        assert (looked_ms, scene.drawn_ms) == ([100], [])
        scene.may_draw.set()

    going = asyncio.ensure_future(others())
    reader = await filmed(scene, 79, until_s=0.35, look=look)
    await going
    await asyncio.sleep(0)
    assert looked_ms == scene.drawn_ms == reader.begun_ms == reader.announced_ms == [100, 200, 300]


@table_time
async def test_a_camera_whose_frames_are_kept_draws_each() -> None:
    scene = Scene(until_ms=2000)
    scene.may_draw.set()
    with patch.object(cv2, "imwrite", return_value=True):
        await filmed(scene, 179, save=Path("kept"))
    assert scene.drawn_ms == [*range(100, 1100, 100)]


@pytest.mark.parametrize(("speed", "first_ms", "frames"), [(1.0, 33, 31), (2.0, 67, 15), (8.0, 100, 10)])
@table_time
async def test_a_camera_by_the_wall_clock_draws_thirty_frames_a_second_of_it(
    speed: float, first_ms: int, frames: int
) -> None:
    scene = Scene(until_ms=100)
    scene.may_draw.set()
    await filmed(scene, 179, wall_speed=speed)
    assert (scene.drawn_ms[0], len(scene.drawn_ms)) == (first_ms, frames)
