"""Whole pictures from any side; the oracle is the drawn table's truth (``bench.stages.oblique``)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from bench.stages.drawn_tables import drawn_table
from bench.stages.oblique import Photograph, Placed, Setting, full_table, photograph
from bench.stages.scoring import score
from referee.tiles import HAKU
from tests.vision.photo.trust_stage import row_of_tiles
from vision.lens import Floats32, Image
from vision.model.classifier import CLASSES, Classifier
from vision.photo.finding.finder import LEAST_CHANCE, Finder, Top
from vision.photo.finding.flat import Cutter, FlatPicture
from vision.photo.naming import naming
from vision.photo.naming.naming import named
from vision.photo.reader import PhotoReader
from vision.photo.result import NothingFoundError


@pytest.fixture(scope="module")
def photo_reader() -> PhotoReader:
    return PhotoReader()


def counted(reader: PhotoReader, picture: Photograph, plane: str | None) -> Counter[str]:
    if plane is None:
        reading = reader.read_picture(picture.picture)
    elif plane == "pond":
        reading = reader.read_picture(picture.picture, picture.pond, "pond")
    else:
        reading = reader.read_picture(picture.picture, picture.felt, "felt")
    return Counter(score(picture.truths, [tile.as_json() for tile in reading.tiles]))


def test_a_table_from_the_corner_of_a_room(photo_reader: PhotoReader) -> None:
    counts = counted(photo_reader, drawn_table(11, 45.0, 36.0, (800, 640)), "pond")
    assert counts["pond_right"] >= 0.95 * counts["pond"]
    assert counts["found"] >= 0.95 * counts["tiles"]
    assert counts["false"] <= 3


def test_a_bare_table_with_something_on_its_console(
    photo_reader: PhotoReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Anything there counts as an uncertain find on the console.
    monkeypatch.setattr("vision.photo.reader.CONSOLE", float("inf"))
    monkeypatch.setattr("vision.photo.reader.SURE_ON_CONSOLE", 1.0)
    picture = drawn_table(11, 30.0, 24.0, (400, 320))
    with pytest.raises(NothingFoundError, match="console"):
        photo_reader.read_picture(picture.picture, picture.pond, "pond")
    with pytest.raises(NothingFoundError, match="console"):
        photo_reader.read_picture(picture.picture, picture.felt, "felt")


@pytest.mark.parametrize(
    ("length_px", "size", "least"),
    [
        pytest.param(36.0, (1000, 800), 0.95, marks=pytest.mark.prove(usual=False), id="36 px"),
        pytest.param(18.0, (500, 400), 0.85, marks=pytest.mark.prove(usual=False), id="18 px"),
    ],
)
def test_tables_up_to_fifty_degrees_off_the_vertical(
    photo_reader: PhotoReader, length_px: float, size: tuple[int, int], least: float
) -> None:
    counts: Counter[str] = Counter()
    for seed, tilt in enumerate((0, 12, 25, 35, 43, 50) * 2):
        counts += counted(photo_reader, drawn_table(300 + seed, tilt, length_px, size), "pond")
    assert counts["pond_right"] >= least * counts["pond"], counts
    assert counts["false"] <= 0.06 * counts["tiles"], counts


@pytest.mark.prove(short=False)
def test_the_playing_surface_serves_as_well_as_the_square(photo_reader: PhotoReader) -> None:
    counts = counted(photo_reader, drawn_table(330, 30.0, 36.0, (1000, 800)), "felt")
    assert counts["pond_right"] >= 0.9 * counts["pond"], counts


@pytest.mark.parametrize("face", [4, 13, 35])
def test_a_tile_is_named_though_the_finder_saw_it_turned_by_a_third_of_a_right_angle(face: int) -> None:
    setting = Setting(tilt_deg=0.0, bare=True)
    picture = photograph(setting, [Placed(face, 0.0, 0.0, 30.0)], (200, 160))
    (truth,) = picture.truths
    top = Top(truth.x, truth.y, (0.0, 18.0), (13.4, 0.0), back=False, chance=0.7)
    flat = FlatPicture(picture.picture, 0.0, 0.0, 1.0, np.eye(3))
    (one,) = named(Classifier(), Cutter(picture.picture), flat, [top])
    assert one.tile == face
    assert one.confidence > 0.9


class _Askew(Classifier):
    """Names 1m cut-outs that show much cloth, as those askew do, and others 2m, with less confidence."""

    def log_probabilities(self, crops: Sequence[Image]) -> Floats32:
        logs = np.full((len(crops), CLASSES), np.log(1e-4), np.float32)
        for log, crop in zip(logs, crops, strict=True):
            much = float((crop < 128).mean()) > 0.22
            log[0 if much else 1] = np.log(0.97 if much else 0.7)
        return logs


@pytest.mark.parametrize(("tiles", "askew"), [(1, True), (9, False)])
def test_in_a_picture_of_rows_no_half_sure_name_is_sought_askew(
    monkeypatch: pytest.MonkeyPatch, tiles: int, askew: bool
) -> None:
    """A 2s of another set was named 3p by a cut-out 15 degrees askew."""
    for places in ("AROUND_IT", "AROUND_TURNED"):
        monkeypatch.setattr(naming, places, ((0.0, 0.0),))
    picture = np.zeros((100, 400, 3), np.uint8)
    tops = [Top(30.0 + 36 * n, 50.0, (0.0, 18.0), (13.4, 0.0), back=False, chance=0.7) for n in range(tiles)]
    for top in tops:
        picture[32:68, round(top.x) - 13 : round(top.x) + 14] = 255
    found = named(_Askew(), Cutter(picture), FlatPicture(picture, 0.0, 0.0, 1.0, np.eye(3)), tops)
    assert [one.askew for one in found] == [askew] * tiles
    assert [one.tile for one in found] == [0 if askew else 1] * tiles


@pytest.mark.parametrize(("face", "dx", "dy"), [(1, -4.0, 6.0), (16, 4.0, -6.0), (16, 0.0, 8.0)])
def test_a_tile_is_named_though_the_finder_saw_it_smaller_and_beside_its_place(
    face: int, dx: float, dy: float
) -> None:
    """Cut out there, the 2m was 1m and the 8p was 4p or 5p, with up to 0.99."""
    setting = Setting(tilt_deg=0.0, bare=True)
    row = [Placed(face // 9 * 9 + rank, 26.4 * rank - 105.0, 0.0, 0.0) for rank in range(9)]
    picture = photograph(setting, row, (400, 160))
    tops = [Top(one.x, one.y, (0.0, 18.0), (13.4, 0.0), back=False, chance=0.7) for one in picture.truths]
    number = face % 9
    right = tops[number]
    tops[number] = replace(right, x=right.x + dx, y=right.y + dy, along=(0.0, 14.0), across=(10.4, 0.0))
    flat = FlatPicture(picture.picture, 0.0, 0.0, 1.0, np.eye(3))
    found = named(Classifier(), Cutter(picture.picture), flat, tops)[number]
    assert found.tile == face
    assert found.confidence > 0.95
    assert np.hypot(found.top.x - right.x, found.top.y - right.y) < np.hypot(dx, dy)


@pytest.mark.parametrize(("clear", "way"), [(1, 0), (2, 1)])
def test_the_way_round_counts_in_which_a_name_is_clear_in_more_places(clear: int, way: int) -> None:
    """A 9p that lay across was a clear 8p the other way round in two of nine places; haku is clear everywhere."""
    upright, across = np.full((9, CLASSES), np.log(1e-4)), np.full((5, CLASSES), np.log(1e-4))
    upright[:2, 16], across[:clear, 17], across[:, HAKU] = np.log(0.99), np.log(0.98), -1e-4
    place, places = naming.clearest_place((upright, across))
    assert (place >= len(upright), places) == (bool(way), (2, clear)[way])


class _ClearBeside(Classifier):
    """Names a cut-out by the grey of its middle: 2m of 0.8 where it is dark, otherwise a clear 3m."""

    def __init__(self) -> None:
        pass

    def log_probabilities(self, crops: Sequence[Image]) -> Floats32:
        logs = np.full((len(crops), CLASSES), np.log(1e-4), np.float32)
        for log, crop in zip(logs, crops, strict=True):
            dark = crop[crop.shape[0] // 2, crop.shape[1] // 2].mean() < 128
            log[1 if dark else 2] = np.log(0.8 if dark else 0.99)
        return logs


@pytest.mark.parametrize(("bright", "name"), [(1, 1), (2, 2)])
def test_a_half_sure_name_yields_only_to_one_that_is_clear_in_two_places(
    monkeypatch: pytest.MonkeyPatch, bright: int, name: int
) -> None:
    """Of 18 pictures from 60 degrees on, ten right names yielded to one that was clear in a single place."""
    places = ((-0.14, 0.0), (0.14, 0.0), (0.0, 0.11))
    monkeypatch.setattr(naming, "AROUND_IT", places)
    picture = np.zeros((100, 100, 3), np.uint8)
    top = Top(50.0, 50.0, (0.0, 18.0), (13.4, 0.0), back=False, chance=0.7)
    for dx, _ in places[:bright]:
        x = round(top.x + 2 * dx * 13.4)
        picture[47:54, x - 1 : x + 2] = 255
    found = named(_ClearBeside(), Cutter(picture), FlatPicture(picture, 0.0, 0.0, 1.0, np.eye(3)), [top])
    assert [one.tile for one in found] == [name]


def test_a_table_seen_at_a_grazing_angle() -> None:
    """The finder's axes alone lead to a plane that is turned to the side."""
    random = np.random.default_rng(2)
    setting = Setting(tilt_deg=64.0, length_px=40.0)
    table = photograph(setting, full_table(setting, random), (1200, 900), seed=2)
    counts = score(table.truths, [one.as_json() for one in PhotoReader().read_picture(table.picture).tiles])
    assert counts["named"] >= 0.9 * counts["tiles"], counts
    assert counts["false"] <= 0.02 * counts["tiles"], counts


class _SeesLargeThings(Finder):
    """Sees in the picture itself only what is as large as a row of tiles, mostly sides of walls."""

    def tops_at_any_size(self, picture: Image, least: float = LEAST_CHANCE) -> list[Top]:
        if picture.shape != (900, 1200, 3):
            return super().tops_at_any_size(picture, least)
        small = cv2.resize(picture, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        return [top.scaled(4.0) for top in self.tops(np.asarray(small, np.uint8), least)]


def test_the_plane_of_a_grazing_view_is_found_though_the_first_finds_are_sides_of_walls() -> None:
    setting = Setting(tilt_deg=64.0, azimuth_deg=165.0, length_px=40.0)
    table = photograph(setting, full_table(setting, np.random.default_rng(3)), (1200, 900), seed=3)
    reading = PhotoReader(_SeesLargeThings()).read_picture(table.picture)
    counts = score(table.truths, [one.as_json() for one in reading.tiles])
    assert counts["named"] >= 0.9 * counts["tiles"], counts


def test_the_plane_of_a_grazing_view_is_found_though_the_table_fills_a_small_part_of_the_picture() -> None:
    """In a drawing of the whole picture its tiles were so small that pairs of them passed for tiles."""
    setting = Setting(tilt_deg=67.0, azimuth_deg=20.0, length_px=28.0)
    table = photograph(setting, full_table(setting, np.random.default_rng(7)), (1200, 900), seed=7)
    reading = PhotoReader().read_picture(table.picture)
    counts = score(table.truths, [one.as_json() for one in reading.tiles])
    assert counts["named"] >= 0.8 * counts["tiles"], counts


def test_nothing_is_named_where_no_find_is_a_tile() -> None:
    cloth = np.full((200, 200, 3), (60, 95, 50), np.uint8)
    top = Top(100.0, 100.0, (0.0, 13.0), (10.0, 0.0), back=False, chance=0.1)
    assert named(Classifier(), Cutter(cloth), FlatPicture(cloth, 0.0, 0.0, 20.0, np.eye(3)), [top]) == []


class _Counts(Classifier):
    """The classifier, which counts the cut-outs that it names."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def log_probabilities(self, crops: Sequence[Image]) -> Floats32:
        self.count += len(crops)
        return super().log_probabilities(crops)


@pytest.mark.parametrize(("paper", "cut_outs"), [(False, 0), (True, 1)])
def test_what_the_finder_hardly_saw_is_looked_at_only_if_it_shows_paper(paper: bool, cut_outs: int) -> None:
    """Of the finds in a patterned cloth most were cut out in vain, often hundreds in one picture."""
    tiles, flat = row_of_tiles(0, 0.9, 0.9)
    image = np.vstack([flat.image, np.full((80, 200, 3), (90, 60, 160), np.uint8)])
    if paper:
        image[140:154, 60:75] = flat.image[53, 60]
    weak = Top(70.0, 150.0, (0.0, 13.0), (10.0, 0.0), back=False, chance=0.1)
    counts = []
    for tops in ([one.top for one in tiles], [*(one.top for one in tiles), weak]):
        classifier = _Counts()
        named(classifier, Cutter(image), replace(flat, image=image), tops)
        counts.append(classifier.count)
    assert min(counts[1] - counts[0], 1) == cut_outs


@pytest.mark.parametrize(("turned", "strewn"), [(0, False), (3, False), (6, True)])
def test_tiles_turned_in_any_way_are_strewn(turned: int, strewn: bool) -> None:
    tops = []
    for number in range(10):
        angle = np.deg2rad(20.0 + 10.0 * number if number < turned else 90.0 * (number % 2))
        cos, sin = float(np.cos(angle)), float(np.sin(angle))
        along, across = (13.0 * cos, 13.0 * sin), (-10.0 * sin, 10.0 * cos)
        tops.append(Top(30.0 * number, 0.0, along, across, back=False, chance=0.7))
    assert naming.are_strewn(tops) == strewn
    assert not naming.are_strewn(tops[:7]), "too few"


def test_strewn_tiles_are_read_though_their_circles_pass_for_tiles() -> None:
    """Two of these were named, and ten circles and halves, most with more than 0.9; at half the size all is clear."""
    random = np.random.default_rng(8)
    setting = Setting(tilt_deg=20.0, length_px=50.0, bare=True)
    placed = [
        Placed(number, x, y, float(random.uniform(0, 360)))
        for number, (x, y) in enumerate((60.0 * n - 150, 60.0 * m - 90) for n in range(6) for m in range(4))
    ]
    picture = photograph(setting, placed, (800, 600), seed=8)
    reading = PhotoReader().read_picture(picture.picture)
    counts = score(picture.truths, [one.as_json() for one in reading.tiles])
    assert counts["named"] >= 20, counts
    assert counts["false"] == 0
