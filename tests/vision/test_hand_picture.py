"""The README's picture of a hand being read: which frames it has, and that the one in the docs moves and is small."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import cv2
import numpy as np

from bench.docs.hand import BEFORE_FRAMES, FILE, LAST_MS, SIZE, hand_read
from vision.camera.camera import Frame
from vision.sightings import LostTrack, PlacedTile, ZoneReading
from vision.zones import ZoneId

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.sightings import Sighting
    from vision.tracking.tracker import TableReader

POND, MELD, URA = ZoneId("pond", 1), ZoneId("meld", 1), ZoneId("ura", 0)


class ToldReader:
    """Tells at each frame what it was given for it."""

    def __init__(self, told: dict[int, Sequence[Sighting]]) -> None:
        self._told = told

    def read_frame(self, frame: Frame) -> list[Sighting]:
        return list(self._told.get(frame.number, ()))


def reading(zone: ZoneId, tiles: int, number: int) -> ZoneReading:
    tile = PlacedTile(tile=0, x_mm=0, y_mm=0, sideways=False, row=0, column=0, confidence_pm=999)
    return ZoneReading(zone, (tile,) * tiles, number, 100 * number, 50, 100 * number)


def test_it_has_each_reading_that_grew_and_the_frame_half_a_second_before() -> None:
    told: dict[int, Sequence[Sighting]] = {
        0: (reading(POND, 0, 0), reading(MELD, 0, 0), reading(URA, 0, 0)),
        10: (reading(POND, 1, 10),),
        15: (reading(POND, 0, 15),),
        20: (LostTrack(POND, "covered", 2000),),
        30: (reading(MELD, 3, 30),),
        40: (reading(URA, 1, 40),),
        50: (reading(POND, 2, 50),),
    }
    film = [Frame(number, 100 * number, np.full((4, 4, 3), number, np.uint8)) for number in range(60)]
    shown = list(hand_read(cast("TableReader", ToldReader(told)), film))
    assert [int(each.picture[0, 0, 0]) for each in shown] == [
        10 - BEFORE_FRAMES, 10, 30 - BEFORE_FRAMES, 30, 40 - BEFORE_FRAMES, 40,
    ]  # fmt: skip
    assert [len(each.tiles) for each in shown[1].readings if each.zone == POND] == [1]
    assert {each.zone for each in shown[-1].readings} == {MELD, URA}, "a zone that is lost is not drawn"


def test_the_one_in_the_docs_moves_and_is_small() -> None:
    good, film = cv2.imreadanimation(str(FILE))
    assert good
    assert len(film.frames) > 30
    assert {frame.shape[:2] for frame in film.frames} == {(SIZE, SIZE)}
    assert film.durations[-1] == LAST_MS
    assert FILE.stat().st_size < 1_500_000
