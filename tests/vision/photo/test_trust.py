"""The certainty of tile readings; the oracle is what was drawn, and evidence that must count whatever the weights."""

from dataclasses import replace

import numpy as np
import pytest

from bench.photos.circumstances import printed_cloth, strewn
from bench.stages.drawn_tables import drawn_table
from bench.stages.oblique import Photograph, Setting, full_table, photograph
from bench.stages.scoring import score
from referee.tiles import HAKU
from tests.vision.photo.trust_stage import row_of_tiles
from vision.photo.naming.trust import calibrated, trusted
from vision.photo.reader import PhotoReader


def test_a_tile_seen_named_and_in_a_row_is_sure() -> None:
    tiles, flat = row_of_tiles(7, 0.999, 0.8)
    assert all(one.confidence > 0.97 for one in trusted(tiles, flat))


@pytest.mark.parametrize("tile", [7, HAKU])
def test_less_sure_where_less_speaks_for_it(tile: int) -> None:
    tiles, flat = row_of_tiles(tile, 0.99, 0.8)
    best = trusted(tiles, flat)[2].confidence
    alone = replace(tiles[2], top=replace(tiles[2].top, y=100.0))
    for worse in (
        replace(tiles[2], size=0.7),
        replace(tiles[2], top=replace(tiles[2].top, chance=0.25)),
        alone,
    ):
        confidence = trusted([*tiles[:2], worse, *tiles[3:]], flat)[2].confidence
        assert confidence < best


def test_a_surer_face_is_never_given_less_confidence() -> None:
    confidences = [calibrated(one) for one in np.linspace(0, 1, 101)]
    assert confidences == sorted(confidences)
    assert 0 < confidences[0] < confidences[-1] < 1


def on_a_print(seed: int) -> Photograph:
    random = np.random.default_rng(seed)
    setting = Setting(tilt_deg=25.0, cloth=printed_cloth(random))
    return photograph(setting, full_table(setting, random), (1000, 800), seed=seed)


def test_printed_cloth_is_no_wall_of_backs() -> None:
    table = on_a_print(41)
    read_tiles = PhotoReader().read_picture(table.picture).tiles
    counts = score(table.truths, [tile.as_json() for tile in read_tiles])
    assert counts["false_backs"] <= 4
    assert counts["named"] >= 0.98 * counts["tiles"]
    assert counts["false"] == 0


def test_strewn_tiles_show_the_plane_by_their_sizes() -> None:
    """No two touch, so distances between them say nothing."""
    random = np.random.default_rng(3)
    setting = Setting(tilt_deg=25.0, length_px=60.0, bare=True)
    picture = photograph(setting, strewn(setting, random), (1200, 900), seed=3)
    read_tiles = PhotoReader().read_picture(picture.picture).tiles
    counts = score(picture.truths, [tile.as_json() for tile in read_tiles])
    assert counts["named"] >= 0.9 * counts["tiles"], counts


def test_the_sides_of_walls_are_no_haku() -> None:
    """At 43 degrees most of what is seen of the far wall is its white side."""
    picture = drawn_table(406, 43.0, 36.0, (1000, 800))
    read_tiles = PhotoReader().read_picture(picture.picture, picture.pond).tiles
    counts = score(picture.truths, [tile.as_json() for tile in read_tiles])
    assert counts["false"] <= 1
    assert counts["found"] >= 0.98 * counts["tiles"]


def test_nothing_beyond_the_felt_is_a_tile() -> None:
    """The picture shows the table's rim and more; a tile drawn there lies beyond the given playing surface."""
    setting = Setting(tilt_deg=20.0, length_px=24.0)
    table = photograph(setting, full_table(setting, np.random.default_rng(8)), (640, 560), seed=8)
    smaller = table.felt * 0.62 + table.felt.mean(axis=0) * 0.38
    read_tiles = PhotoReader().read_picture(table.picture, smaller, "felt").tiles
    low, high = smaller.min(axis=0) - 20, smaller.max(axis=0) + 20
    assert read_tiles
    assert all(low[0] < one.x < high[0] and low[1] < one.y < high[1] for one in read_tiles)
