"""Frames go through shared memory unharmed, and a picture is not overwritten while somebody reads it."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simulation.camera.shared_frames import FramePublisher
from tests.table_time import real_time
from vision.camera.camera import SharedMemoryCamera
from vision.camera.pace import CALM_MS, LOOK_MS, FramePace


class PatientPublisher(FramePublisher):
    async def wait_done(self, frame: int | None = None) -> None:
        """Wait until the reader has finished with a frame, by default with all that were sent."""
        wanted = self.sent if frame is None else frame
        while self.done < wanted:
            self._changed.clear()
            await self._changed.wait()

    async def wait_read(self, frame: int) -> None:
        """Wait until the reader reports that it has read a frame."""
        while self.newest_reported < frame:
            self._changed.clear()
            await self._changed.wait()


def served(folder: Path, **options: Any) -> PatientPublisher:
    return PatientPublisher(folder / "s", 64, 48, **options)


def picture(value: int) -> Any:
    return np.random.default_rng(value).integers(0, 256, (48, 64, 3), np.uint8)


async def hears(reader: asyncio.StreamReader) -> dict[str, Any]:
    return dict(json.loads(await asyncio.wait_for(reader.readline(), 5)))


def answers(writer: asyncio.StreamWriter, frame: int) -> None:
    writer.write(json.dumps({"done": frame}).encode() + b"\n")


def pixels(announcement: dict[str, Any]) -> Any:
    """Return the picture to which an announcement points, read as any other program would."""
    memory = Path("/dev/shm", announcement["shm"]).read_bytes()
    size = announcement["height"] * announcement["width"] * 3
    flat = np.frombuffer(memory[announcement["offset"] : announcement["offset"] + size], np.uint8)
    return flat.reshape(announcement["height"], announcement["width"], 3)


@real_time
async def test_a_reader_gets_each_picture_once_and_in_order(tmp_path: Path) -> None:
    done: list[int] = []
    async with served(tmp_path, slots=3, on_done=done.append) as publisher:
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        await publisher.wait_connected()
        for number in range(1, 9):
            assert publisher.publish(picture(number), number * 100) == number
            announcement = await hears(reader)
            assert (announcement["frame"], announcement["at_ms"]) == (number, number * 100)
            assert np.array_equal(pixels(announcement), picture(number))
            answers(writer, number)
            await asyncio.wait_for(publisher.wait_done(), 5)
            assert publisher.sent == publisher.done == number
        assert done == list(range(1, 9))
        writer.close()


@real_time
async def test_a_slot_is_not_used_again_before_it_has_been_read(tmp_path: Path) -> None:
    async with served(tmp_path, slots=2) as publisher:
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        await publisher.wait_connected()
        publisher.publish(picture(1), 0)
        publisher.publish(picture(2), 100)
        with pytest.raises(RuntimeError, match="still being read"):
            publisher.slot()
        first = await hears(reader)
        assert np.array_equal(pixels(first), picture(1))
        answers(writer, 1)
        await asyncio.wait_for(publisher.wait_done(1), 5)
        publisher.publish(picture(3), 200)
        assert np.array_equal(pixels(await hears(reader)), picture(2))
        assert np.array_equal(pixels(await hears(reader)), picture(3))
        writer.close()


@real_time
async def test_frames_of_a_reader_that_went_away_are_done_and_the_next_reader_is_served(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, slots=2) as publisher:
        assert publisher.publish(picture(1), 0) == publisher.done == 1  # nobody there
        _, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        await publisher.wait_connected()
        assert not publisher.filming
        publisher.publish(picture(2), 100)
        assert publisher.filming
        assert publisher.done == 1
        writer.close()
        await asyncio.wait_for(publisher.wait_done(), 5)
        assert not publisher.connected
        assert not publisher.filming
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        await publisher.wait_connected()
        assert not publisher.filming
        publisher.publish(picture(3), 200)
        announcement = await hears(reader)
        assert announcement["frame"] == 3
        assert np.array_equal(pixels(announcement), picture(3))
        writer.close()


@pytest.mark.parametrize("nonsense", [b"{\n", b"[]\n", b'{"done": "x"}\n{"no": 1}\n', b"\xff\n"])
@real_time
async def test_a_reader_that_talks_nonsense_is_sent_away(tmp_path: Path, nonsense: bytes) -> None:
    async with served(tmp_path) as publisher:
        reader, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        await publisher.wait_connected()
        publisher.publish(picture(1), 0)
        await hears(reader)
        writer.write(nonsense)
        assert await asyncio.wait_for(reader.read(), 5) == b""
        await asyncio.wait_for(publisher.wait_done(), 5)
        writer.close()


@real_time
async def test_a_picture_that_was_read_is_kept_until_it_is_done_with(tmp_path: Path) -> None:
    async with served(tmp_path, slots=1) as publisher:
        with ThreadPoolExecutor(1) as reads:
            camera = await asyncio.wrap_future(reads.submit(SharedMemoryCamera, tmp_path / "s"))
            await publisher.wait_connected()
            publisher.publish(picture(1), 0)
            camera.reported(1)
            await asyncio.wait_for(publisher.wait_read(1), 5)
            assert publisher.done == 0
            assert (publisher.next_ms, publisher.skips) == (LOOK_MS, False)
            with pytest.raises(RuntimeError, match="still being read"):
                publisher.slot()
            camera.done(1)
            await asyncio.wait_for(publisher.wait_done(), 5)
            camera.close()


@real_time
async def test_a_reader_says_which_frames_it_will_leave_out(tmp_path: Path) -> None:
    pace = FramePace()

    def film(path: Path) -> None:
        camera = SharedMemoryCamera(path, pace=pace)
        for frame in camera.frames():
            pace.wait_ms = CALM_MS
            camera.reported(frame.number)
            camera.done(frame.number)
            break
        camera.close()

    async with served(tmp_path, slots=2) as publisher:
        reading = asyncio.get_running_loop().run_in_executor(None, film, tmp_path / "s")
        await publisher.wait_connected()
        publisher.publish(picture(1), 300)
        await asyncio.wait_for(publisher.wait_read(1), 5)
        assert (publisher.next_ms, publisher.skips) == (300 + CALM_MS, True)
        await reading
        await publisher.wait_gone()
        _, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
        await publisher.wait_connected()
        assert (publisher.next_ms, publisher.skips) == (0, False)
        writer.close()


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    async def main() -> str:
        async with served(tmp_path) as publisher:
            reader, writer = await asyncio.open_unix_connection(str(tmp_path / "s"))
            await publisher.wait_connected()
            publisher.publish(picture(1), 0)
            name = str((await hears(reader))["shm"])
            assert Path("/dev/shm", name).exists()  # noqa: ASYNC240 - memory, not a disk
            writer.close()
        return name

    before = set(Path("/proc/self/fd").iterdir())
    name = asyncio.run(main())
    assert not Path("/dev/shm", name).exists()
    assert set(Path("/proc/self/fd").iterdir()) == before
    assert not (tmp_path / "s").exists()


@real_time
async def test_the_camera_of_vision_reads_it(tmp_path: Path) -> None:
    def film(path: Path) -> list[tuple[int, int, int]]:
        camera = SharedMemoryCamera(path)
        seen = []
        for frame in camera.frames():
            seen.append((frame.number, frame.at_ms, int(frame.image.astype(np.int64).sum())))
            camera.done(frame.number)
            if len(seen) == 6:
                break
        camera.close()
        return seen

    async with served(tmp_path, slots=2) as publisher:
        reading = asyncio.get_running_loop().run_in_executor(None, film, tmp_path / "s")
        await publisher.wait_connected()
        for number in range(1, 7):
            publisher.publish(picture(number), number * 100)
            await asyncio.wait_for(publisher.wait_done(), 5)
        assert await asyncio.wait_for(reading, 5) == [
            (number, number * 100, int(picture(number).astype(np.int64).sum())) for number in range(1, 7)
        ]
