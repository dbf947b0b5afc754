"""The frames of several cameras make shots; a camera that fails, or that keeps the others waiting, is left out."""

import queue
from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from vision.camera.frames import CameraError, Frame, FrameSource, Shot
from vision.camera.jpeg import Jpeg
from vision.camera.together import CamerasTogether

PICTURE = np.zeros((64, 64, 3), np.uint8)
PATIENCE_S = 0.1


class Fed:
    """A camera whose frames are fed: each a time; None ends it, an error breaks it."""

    def __init__(self, *first: int | CameraError | None) -> None:
        self.coming: queue.SimpleQueue[int | CameraError | None] = queue.SimpleQueue()
        for each in first:
            self.coming.put(each)
        self.opened = 0
        self.acknowledged: list[tuple[str, int]] = []

    def open(self) -> FrameSource:
        self.opened += 1
        return self

    def frames(self) -> Iterator[Frame]:
        while (next_one := self.coming.get()) is not None:
            if isinstance(next_one, CameraError):
                raise next_one
            yield Frame(7 * next_one, next_one, PICTURE)

    def reported(self, number: int) -> None:
        self.acknowledged.append(("read", number))

    def done(self, number: int) -> None:
        self.acknowledged.append(("done", number))

    def close(self) -> None: ...


class Packed(Fed):
    """A camera that sends JPEGs, three of which have passed before each that is read."""

    def frames(self) -> Iterator[Frame]:
        for frame in super().frames():
            jpeg = Jpeg.of(cv2.imencode(".jpg", PICTURE)[1].tobytes())
            assert jpeg is not None
            passed = tuple(Frame(0, frame.at_ms - less, jpeg) for less in (3, 2, 1))
            yield Frame(frame.number, frame.at_ms, jpeg, passed=passed)


def shots_of(*cameras: Callable[[], FrameSource]) -> tuple[CamerasTogether, Iterator[Shot]]:
    together = CamerasTogether(cameras, patience_s=PATIENCE_S, reopen_s=0.02)
    return together, together.shots()


def times(shot: Shot) -> tuple[int | None, ...]:
    return tuple(None if each is None else each.at_ms for each in shot.frames)


def test_frames_of_one_time_come_together_and_each_camera_hears_of_its_own() -> None:
    one, other = Fed(100, 200), Fed(90, 195)
    together, shots = shots_of(one.open, other.open)
    first, second = next(shots), next(shots)
    assert [times(first), times(second)] == [(100, 90), (200, 195)]
    assert [(each.number, each.at_ms) for each in (first, second)] == [(1, 90), (2, 195)]
    assert {frame.number for frame in first.frames if frame is not None} == {1}
    together.reported(1)
    together.done(1)
    assert (one.acknowledged, other.acknowledged) == (
        [("read", 700), ("done", 700)],
        [("read", 630), ("done", 630)],
    )


@pytest.mark.parametrize("which", [0, 1])
def test_a_camera_that_is_silent_is_waited_for_once_and_taken_in_again(which: int) -> None:
    cameras = [Fed(100), Fed(100)]
    _, shots = shots_of(*(camera.open for camera in cameras))
    assert times(next(shots)) == (100, 100)
    lively, silent = cameras[1 - which], cameras[which]
    for at_ms in (200, 300):
        lively.coming.put(at_ms)
        alone = times(next(shots))
        assert (alone[1 - which], alone[which]) == (at_ms, None)
    # What it took long ago is not taken for news.
    silent.coming.put(250)
    at_ms = 400
    lively.coming.put(at_ms)
    while None in (both := next(shots)).frames:
        at_ms += 100
        lively.coming.put(at_ms)
        silent.coming.put(at_ms)
    assert both.at_ms >= 400
    assert ("done", 7 * 250) in silent.acknowledged


def test_films_lose_no_picture_of_a_second_camera_that_was_late() -> None:
    lively, late = Fed(100), Packed(100)
    _, shots = shots_of(lively.open, late.open)
    filmed = [at_ms for shot in [next(shots)] for at_ms in second_times(shot)]
    lively.coming.put(200)
    next(shots)
    late.coming.put(150)
    late.coming.put(1_000_000)
    for at_ms in range(300, 100_000, 100):
        lively.coming.put(at_ms)
        filmed += second_times(next(shots))
        if filmed[-1] > 100:
            break
    assert filmed == [97, 98, 99, 100, 147, 148, 149, 150, 999_997, 999_998, 999_999, 1_000_000]


def second_times(shot: Shot) -> list[int]:
    """The times of the second camera's pictures that a shot brings."""
    frame = shot.frames[1]
    return [] if frame is None else [each.at_ms for each in (*frame.passed, frame)]


@pytest.mark.parametrize("end", [None, CameraError("its cable")])
def test_a_camera_that_ends_is_opened_again(end: CameraError | None) -> None:
    one, other = Fed(100, 200, 300), Fed(100, end)
    _, shots = shots_of(one.open, other.open)
    assert times(next(shots)) == (100, 100)
    assert times(next(shots)) == (200, None)
    other.coming.put(300)
    while times(shot := next(shots)) != (shot.at_ms, shot.at_ms):
        one.coming.put(shot.at_ms + 100)
        other.coming.put(shot.at_ms + 100)
    assert other.opened > 1


def test_a_camera_that_was_never_there_holds_nobody_up() -> None:
    def missing() -> FrameSource:
        raise CameraError("no camera at /dev/video1")

    one = Fed(100, 200)
    _, shots = shots_of(one.open, missing)
    assert [times(next(shots)), times(next(shots))] == [(100, None), (200, None)]


def test_when_no_camera_is_left_the_shots_end_with_the_reason() -> None:
    _, shots = shots_of(Fed(100, None).open, Fed(100, None).open)
    assert [times(each) for each in shots] == [(100, 100)]
    _, shots = shots_of(Fed(100, None).open, Fed(100, CameraError("its cable")).open)
    assert times(next(shots)) == (100, 100)
    with pytest.raises(CameraError, match="its cable"):
        next(shots)


def test_a_picture_too_small_for_a_table_ends_that_camera_alone() -> None:
    class Tiny(Fed):
        def frames(self) -> Iterator[Frame]:
            yield Frame(1, 100, PICTURE[:8, :8])

    _, shots = shots_of(Fed(100).open, Tiny().open)
    assert times(next(shots)) == (100, None)
