"""Sources of frames."""

import json
import socket
import threading
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.camera import CameraError, FilmCamera, FolderCamera, SharedMemoryCamera, open_camera


def test_shared_memory_gives_what_was_written_and_tells_what_is_done(tmp_path: Path) -> None:
    path, pictures = tmp_path / "camera", np.random.default_rng(1).integers(0, 255, (2, 6, 8, 3), np.uint8)
    memory = SharedMemory(create=True, size=pictures.size)
    np.copyto(np.ndarray(pictures.shape, np.uint8, memory.buf), pictures)
    heard: list[dict[str, int]] = []
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen(1)

        def serve() -> None:
            connection, _ = server.accept()
            with connection, connection.makefile("rw", encoding="utf-8") as lines:
                for number in (0, 1):
                    announcement = {
                        "frame": number,
                        "at_ms": 100 * number,
                        "shm": memory.name,
                        "offset": 144 * number,
                    }
                    lines.write(json.dumps({**announcement, "width": 8, "height": 6}) + "\n")
                    lines.flush()
                    heard.append(json.loads(lines.readline()))

        thread = threading.Thread(target=serve)
        thread.start()
        camera = open_camera(f"shm:{path}")
        seen = []
        for frame in camera.frames():
            seen.append((frame.number, frame.at_ms, frame.image.copy()))
            camera.done(frame.number)
        thread.join()
        camera.close()
    memory.close()
    memory.unlink()
    assert [(number, at_ms) for number, at_ms, _ in seen] == [(0, 0), (1, 100)]
    assert all((image == pictures[number]).all() for number, _, image in seen)
    assert heard == [{"done": 0}, {"done": 1}]


def test_nobody_at_the_socket(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no camera at"):
        SharedMemoryCamera(tmp_path / "nothing", timeout_s=0.0)


def test_a_folder_in_the_order_of_names_with_their_times(tmp_path: Path) -> None:
    for name, level in (("frame-000002-500.png", 20), ("frame-000001-100.png", 10)):
        cv2.imwrite(str(tmp_path / name), np.full((4, 4, 3), level, np.uint8))
    frames = list(FolderCamera(tmp_path).frames())
    assert [(frame.number, frame.at_ms, int(frame.image[0, 0, 0])) for frame in frames] == [
        (0, 100, 10),
        (1, 500, 20),
    ]


def test_a_film(tmp_path: Path) -> None:
    file = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for level in (0, 120, 240):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    frames = list(FilmCamera(file).frames())
    assert [round(float(frame.image.mean()), -1) for frame in frames] == [0, 120, 240]
    assert np.diff([frame.at_ms for frame in frames]).tolist() == [100, 100]


@pytest.mark.parametrize("url", ["usb:0", "folder:/nowhere-at-all", "file:/nowhere-at-all.mp4", "v4l2:99"])
def test_cameras_that_are_not_there(url: str) -> None:
    with pytest.raises(CameraError):
        open_camera(url)
