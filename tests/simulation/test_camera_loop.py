"""The simulated camera draws only the frames that somebody will look at."""

import asyncio
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
    ahead_ms: list[int] = field(default_factory=list)

    def render(self, at_ms: int, _out: Plate) -> None:
        self.drawn_ms.append(at_ms)

    def prepare(self, at_ms: int, _out: Plate | None) -> None:
        self.ahead_ms.append(at_ms)

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

    @property
    def skips(self) -> bool:
        return self.wait_ms > 100

    def slot(self) -> Plate:
        return self.plate

    def announce(self, at_ms: int) -> int:
        self.next_ms = at_ms + self.wait_ms
        return 1


async def filmed(scene: Scene, wait_ms: int, **options: Any) -> CameraLoop:
    films: Any = [(scene, Reader(wait_ms))]
    loop = CameraLoop(films, **options)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(1.05):
            await loop.run()
    return loop


@table_time
async def test_frames_that_the_reader_would_leave_out_are_not_drawn() -> None:
    scene = Scene(until_ms=1000)
    loop = await filmed(scene, 179)
    assert scene.drawn_ms == [100, 300, 500, 700, 900]
    loop.draw_ahead()
    assert scene.ahead_ms == []


@table_time
async def test_a_reader_that_reads_each_frame_gets_those_in_which_something_moves() -> None:
    scene = Scene(until_ms=200)
    loop = await filmed(scene, 79)
    assert scene.drawn_ms == [100, 200, 300, 400, 500, 600, 700]
    loop.draw_ahead()
    assert scene.ahead_ms == [1100]


@table_time
async def test_a_camera_whose_frames_are_kept_draws_each() -> None:
    scene = Scene(until_ms=2000)
    with patch.object(cv2, "imwrite", return_value=True):
        await filmed(scene, 179, save=Path("kept"))
    assert scene.drawn_ms == [*range(100, 1100, 100)]


@pytest.mark.parametrize(("speed", "first_ms", "frames"), [(1.0, 33, 31), (2.0, 67, 15), (8.0, 100, 10)])
@table_time
async def test_a_camera_by_the_wall_clock_draws_thirty_frames_a_second_of_it(
    speed: float, first_ms: int, frames: int
) -> None:
    scene = Scene(until_ms=100)
    await filmed(scene, 179, wall_speed=speed)
    assert (scene.drawn_ms[0], len(scene.drawn_ms)) == (first_ms, frames)
