"""Real photographs on the felt of a table, read for half a minute by the reader of a table, hands coming and going."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from bench.photos.laid_photos import LabelledTile, LaidPhoto, NotLevelError, in_rows, laid, photographs
from bench.photos.photo_streams import PhotoTable
from referee.tiles import parse_tile
from tests.proofs import some
from tests.vision.tabletop import GEOMETRY, Laid, camera, opened
from tests.vision.tabletop import photograph as drawn
from vision.calibration.charts import ZoneChart
from vision.geometry import to_table
from vision.photo.finding.finder import Finder
from vision.reading.opened_row import unexplained_in_row
from vision.reading.rows import RowBands, RowShape
from vision.reading.shapes import Named
from vision.sightings import PlacedTile, Spot, TileMoved, ZoneReading
from vision.zones import ZoneId

if TYPE_CHECKING:
    from pathlib import Path

    from vision.model.classifier import Classifier

HAND = ZoneId("hand", 0)
PARTS = 4
TRAY = "IMG_20231219_161657"
TABLE = "test.jpg"
NAMES_OF_HAND = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "5z", "5z")


def test_rows_are_found_in_any_direction() -> None:
    grid = np.array([(x * 30.0, y * 41.0) for y in range(3) for x in range(7)])
    rng = np.random.default_rng(5)
    for degrees in (0, 20, -38):
        angle = np.radians(degrees)
        turned = grid @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        rows = in_rows(turned + rng.normal(0, 1, turned.shape))
        assert rows is not None
        assert [[index for index, _ in row] for row in rows] == [
            [*range(7)],
            [*range(7, 14)],
            [*range(14, 21)],
        ]
    assert in_rows(rng.uniform(0, 200, (15, 2))) is None
    assert in_rows(grid[:2]) is None


def drawn_photo(names: tuple[str, ...]) -> LaidPhoto:
    """A drawing of an opened hand in place of a photograph, and its ``names`` as people would read them."""
    view = camera()
    hand: list[Laid] = opened(0, [parse_tile(name) for name in NAMES_OF_HAND])
    labels = [LabelledTile(name, *to_table(0, one.x, one.y)) for name, one in zip(names, hand, strict=True)]
    edge = GEOMETRY.hand.centre_y
    outline = np.array([(-300.0, edge - 40), (300.0, edge - 40), (300.0, edge + 40), (-300.0, edge + 40)])
    to_top = np.asarray(np.linalg.inv(view.plane(GEOMETRY.tile_top)), np.float64)
    return LaidPhoto(
        "drawn", "row", drawn(hand, view), to_top, outline, tuple(labels), HAND, GEOMETRY, (62.0, 92.0, 30.0)
    )


def test_what_is_told_is_compared_with_what_people_saw(classifier: Classifier) -> None:
    streamed = PhotoTable(drawn_photo(("9m", *NAMES_OF_HAND[1:])), classifier, 3).stream()
    assert streamed.frames > 250
    assert streamed.covered > 0.1
    assert streamed.losses, "hands were over the tiles"
    assert streamed.right == len(NAMES_OF_HAND) - 1
    assert streamed.wrong == [f"{HAND}: 1m, people saw 9m"]
    assert (streamed.unread, streamed.false, streamed.lost) == ([], [], {})


def test_what_is_told_later_and_never_happened_is_found(classifier: Classifier) -> None:
    table = PhotoTable(drawn_photo(NAMES_OF_HAND), classifier, 3)
    table.take(ZoneReading(HAND, (), 1, 100, 0, 100), 100)
    table.take(ZoneReading(HAND, (), 200, 20_000, 0, 20_000), 20_000)
    assert table.streamed.false == []
    tile = PlacedTile(parse_tile("1m"), 0.0, GEOMETRY.hand.centre_y, False, 0, 0, 999)
    table.take(ZoneReading(HAND, (tile,), 200, 20_000, 0, 20_000), 20_000)
    assert table.streamed.false == [f"{HAND} at 20000: 1m"]
    spot = Spot(HAND, 0.0, 0.0, sideways=False, row=0, column=0)
    table.take(TileMoved("taken", tile.tile, spot, None, (0,), 999, 200, 20_000, 0), 20_000)
    assert table.streamed.false[1:] == ["1m taken at 20000"]


def test_a_row_of_paper_without_its_ink_is_in_the_way() -> None:
    """On grey cloth black ink passes for felt: beside a tile that is told, only the paper of the next one is left."""
    zone = next(zone for zone in GEOMETRY.zones() if zone.id == HAND)
    chart, size = ZoneChart(zone, camera(), GEOMETRY.tile), GEOMETRY.tile
    x, y = GEOMETRY.hand.left_x + size.width / 2, GEOMETRY.hand.centre_y
    logs = np.full(39, -12.0, np.float32)
    logs[0] = 0.0
    mask = np.zeros((chart.height, chart.width), np.uint8)

    def cover(left: float, top: float, right: float, bottom: float, value: int) -> None:
        mask[
            round(chart.row(y + top)) : round(chart.row(y + bottom)),
            round(chart.column(x + left)) : round(chart.column(x + right)),
        ] = value

    cover(-10.5, -14, 10.5, 14, 255)
    shape = RowBands(y, (4.0, 12.5))
    row = [Named(RowShape(x, y, False, 0.0), logs)]
    assert unexplained_in_row(row, chart, mask, shape, size) == 0.0
    cover(10.5, -14, 31.5, 14, 255)
    cover(13.5, -9, 28.5, 9, 0)
    assert unexplained_in_row(row, chart, mask, shape, size) > 200.0


def of(shared: Path, part: str) -> Path:
    return next(file for file in photographs(shared / "vision" / "photos") if part in file.name)


@pytest.mark.shared
@pytest.mark.prove
def test_real_tiles_are_read_and_held(shared: Path, classifier: Classifier) -> None:
    """27 tiles of a real set in three rows."""
    streamed = PhotoTable(laid(of(shared, TRAY), Finder()), classifier, 1).stream()
    assert streamed.frames > 250
    assert streamed.covered > 0.1
    assert (streamed.wrong, streamed.unread, streamed.false, streamed.lost) == ([], [], [], {})
    assert streamed.right == 27


@pytest.mark.shared
@pytest.mark.prove
def test_nothing_wrong_is_told_of_a_real_table(shared: Path, classifier: Classifier) -> None:
    """Its tiles are seen from 45 degrees, on grey cloth: they cannot be read, and are not guessed."""
    streamed = PhotoTable(laid(of(shared, TABLE), Finder()), classifier, 1).stream()
    assert (streamed.wrong, streamed.false) == ([], [])


@pytest.mark.shared
@pytest.mark.prove(short=False)
@pytest.mark.timeout(2400)
@pytest.mark.parametrize("part", some(range(PARTS), 1))
def test_no_photograph_is_told_wrongly(shared: Path, classifier: Classifier, part: int) -> None:
    """Every fourth photograph."""
    finder, told = Finder(), []
    for file in list(photographs(shared / "vision" / "photos"))[part::PARTS]:
        try:
            photo = laid(file, finder)
        except NotLevelError:
            continue
        streamed = PhotoTable(photo, classifier, 1).stream()
        told.append((photo.name, streamed.wrong, streamed.false))
    assert len(told) > 5
    assert [each for each in told if each[1] or each[2]] == []
