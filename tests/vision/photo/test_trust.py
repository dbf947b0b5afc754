"""The certainty of readings of tiles; the oracle is what was drawn, and evidence that must count whatever the
weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bench.stages.drawn_tables import drawn_table
from bench.stages.oblique import Setting, full_table, photograph
from bench.stages.scoring import score
from referee.tiles import HAKU
from tests.vision.photo.trust_stage import row_of_tiles
from vision.photo.naming.trust import trusted
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
        told = trusted([*tiles[:2], worse, *tiles[3:]], flat)[2].confidence
        assert told < best


def test_the_sides_of_walls_are_no_haku() -> None:
    """At 43 degrees most of what is seen of the far wall is its white side."""
    picture = drawn_table(406, 43.0, 36.0, (1000, 800))
    told = PhotoReader().read_picture(picture.picture, picture.pond).tiles
    counts = score(picture.truths, [tile.as_json() for tile in told])
    assert counts["false"] <= 1
    assert counts["found"] >= 0.98 * counts["tiles"]


def test_nothing_beyond_the_felt_is_a_tile() -> None:
    """The picture shows the table's rim and more; a tile drawn there lies beyond the playing surface that was given."""
    setting = Setting(tilt_deg=20.0, length_px=24.0)
    table = photograph(setting, full_table(setting, np.random.default_rng(8)), (640, 560), seed=8)
    smaller = table.felt * 0.62 + table.felt.mean(axis=0) * 0.38
    told = PhotoReader().read_picture(table.picture, smaller, "felt").tiles
    low, high = smaller.min(axis=0) - 20, smaller.max(axis=0) + 20
    assert told
    assert all(low[0] < one.x < high[0] and low[1] < one.y < high[1] for one in told)
