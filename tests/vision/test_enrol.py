"""A club's own tiles are learned from one picture and told apart afterwards, and nothing else is forgotten."""

import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from bench.stages.club_tiles import laid_out
from referee.tiles import FACES, NAMES
from tests.vision.enrol_stage import JADE, club_face
from tools.training.crops import CropPainter
from tools.training.prints.pool import Prints, own_prints
from tools.training.shots import INSTALLED
from vision.model.classifier import CLASSES, Classifier, packaged_model
from vision.model.enrol import EnrolError, by_block, by_tops, centred, doubts, learned, rows_of, swapped
from vision.model.enrolled import Enrolled, EnrolledError, network_of, read_enrolled

STRANGE: Final = {"jade": JADE, "black": (40, 40, 42), "blue": (150, 90, 50)}


def share_right(classifier: Classifier, prints: Prints, seed: int) -> float:
    painter = CropPainter(prints, np.random.default_rng(seed), (INSTALLED,))
    classes = np.arange(FACES).repeat(3)
    logs = classifier.log_probabilities([painter.crop(int(tile)) for tile in classes])
    return float((logs.argmax(axis=1) == classes).mean())


def test_a_set_is_learned_and_others_are_not_forgotten(classifier: Classifier) -> None:
    faces = {tile: club_face(tile) for tile in range(FACES)}
    picture, corners = laid_out(faces)
    laid = centred(classifier, picture, by_block(corners))
    strange = doubts(classifier, picture, laid)
    assert len(strange) > FACES / 2  # this is a set that has to be learned
    enrolled = learned(classifier, picture, laid, "jade", "2026-01-01")
    assert len(doubts(Classifier(enrolled=enrolled), picture, laid)) <= 1
    after = Classifier(enrolled=enrolled)
    club = Prints([[faces[tile]] for tile in range(FACES)])
    assert share_right(after, club, 1) > share_right(classifier, club, 1) + 0.1
    assert share_right(after, own_prints(), 2) > share_right(classifier, own_prints(), 2) - 0.02


def test_tiles_are_read_by_the_layout(classifier: Classifier) -> None:
    faces = {tile: prints[0] for tile, prints in enumerate(own_prints().faces)}
    for columns in (9, 10):
        picture, corners = laid_out(faces, columns)
        laid = centred(classifier, picture, by_block(corners, red_fives=columns == 10))
        assert [one.tile for one in laid] == [tile for row in rows_of(columns) for tile in row]
        assert len(doubts(classifier, picture, laid)) <= 1


def test_swapped_tiles_and_missing_ones_are_named(classifier: Classifier) -> None:
    faces = {tile: prints[0] for tile, prints in enumerate(own_prints().faces)}
    faces[24], faces[26] = faces[26], faces[24]
    picture, corners = laid_out(faces)
    laid = by_block(corners)
    [(one, other)] = swapped(doubts(classifier, picture, laid))
    assert {NAMES[one.at.tile], NAMES[other.at.tile]} == {"7s", "9s"}
    assert one.at.where == "row 3, column 7 (7s)"
    place = laid[12].corners.round().astype(np.int32)
    cv2.fillPoly(picture, [place], (70, 60, 40))
    with pytest.raises(EnrolError, match=r"no tile face is seen at row 2, column 3 \(3p\)"):
        centred(classifier, picture, laid)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", STRANGE)
def test_a_set_that_looks_like_backs_is_not_refused_but_what_lacks_a_face_is(
    classifier: Classifier, name: str
) -> None:
    """Such a set needs learning most; a place without a tile, and a tile face down, are still reported."""
    picture, corners = laid_out({tile: club_face(tile, STRANGE[name]) for tile in range(FACES)})
    laid = by_block(corners)
    centred(classifier, picture, laid)
    for number, fill in ((12, (70, 60, 140)), (20, STRANGE[name])):
        spoiled = picture.copy()
        # The differences reach beyond the tile's outline: a face printed beside its place would be noticed.
        cv2.fillPoly(spoiled, [laid[number].corners.round().astype(np.int32)], fill)
        with pytest.raises(EnrolError, match="no tile face is seen at row") as error:
            centred(classifier, spoiled, laid)
        assert laid[number].where in str(error.value)


def test_another_order_is_refused(classifier: Classifier) -> None:
    faces = {tile: prints[0] for tile, prints in enumerate(own_prints().faces)}
    moved = {tile: faces[(tile + 1) % FACES] for tile in faces}
    picture, corners = laid_out(moved)
    with pytest.raises(EnrolError, match="look like other faces"):
        doubts(classifier, picture, by_block(corners))


def test_rows_are_found_from_outlines_in_any_order() -> None:
    random = np.random.default_rng(3)
    for columns in (9, 10):
        _, corners = laid_out({tile: club_face(tile) for tile in range(FACES)}, columns)
        laid = by_block(corners, red_fives=columns == 10)
        outlines = [np.roll(one.corners, int(random.integers(4)), axis=0) for one in laid]
        outlines = [outline[::-1] if random.random() < 0.5 else outline for outline in outlines]
        order = random.permutation(len(outlines))
        for degrees in (0, 40, 90, 180, 215, 270):
            turn = np.deg2rad(degrees)
            turned = np.array(((np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))))
            again = by_tops([outlines[index] @ turned for index in order])
            assert [one.tile for one in again] == [one.tile for one in laid]
            for one, other in zip(again, laid, strict=True):
                # The corners, from the top left of the upright tile on.
                assert np.allclose(one.corners, other.corners @ turned)
    with pytest.raises(EnrolError, match="36 tiles are seen"):
        by_tops(outlines[1:])
    # The haku may look like a back, and so may shadows at both ends of its row; no other face can be blank.
    haku = next(number for number, one in enumerate(laid) if NAMES[one.tile] == "5z")
    step = laid[haku].corners.mean(axis=0) - laid[haku - 1].corners.mean(axis=0)
    shadows = [laid[haku - 4].corners - step, laid[haku + 2].corners + step]
    printed = [outline for number, outline in enumerate(outlines) if number != haku]
    again = by_tops(printed, [*shadows, outlines[haku]])
    assert np.allclose([one.corners for one in again], [one.corners for one in laid])
    for blank, missing in ((shadows, haku), (outlines[:1], 0)):
        with pytest.raises(EnrolError, match="36 tiles are seen"):
            by_tops([outline for number, outline in enumerate(outlines) if number != missing], blank)
    away = [
        outline + np.array((0.0, 200.0)) if number == 3 else outline
        for number, outline in enumerate(outlines)
    ]
    with pytest.raises(EnrolError, match="rows of"):
        by_tops(away)


def test_what_is_kept_is_what_is_read(tmp_path: Path) -> None:
    features = 128
    random = np.random.default_rng(1)
    kept = Enrolled(
        "Café 牌",
        "2026-01-01",
        network_of(packaged_model()),
        random.normal(size=(CLASSES, features)).astype(np.float32),
        random.normal(size=CLASSES).astype(np.float32),
    )
    path = tmp_path / "tiles.npz"
    kept.write(path)
    again = read_enrolled(path)
    assert (again.name, again.made, again.network) == (kept.name, kept.made, kept.network)
    assert np.array_equal(again.weights, kept.weights)
    assert np.array_equal(again.bias, kept.bias)
    assert [file.name for file in tmp_path.iterdir()] == ["tiles.npz"]


def test_files_that_are_something_else_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiles.npz"
    with pytest.raises(EnrolledError, match=r"tiles\.npz"):
        read_enrolled(path)
    path.write_bytes(b"PK\x03\x04 no")
    with pytest.raises(EnrolledError, match="not a file of enrolled tiles"):
        read_enrolled(path)
    np.savez(path, weights=np.zeros(3))
    with pytest.raises(EnrolledError, match="not a file of enrolled tiles"):
        read_enrolled(path)
    blank = Enrolled(
        "a", "b", "of another", np.zeros((CLASSES, 4), np.float32), np.zeros(CLASSES, np.float32)
    )
    with pytest.raises(EnrolledError, match="enrolled for another recogniser"):
        Classifier(enrolled=blank)
    short = Enrolled(
        "a", "b", network_of(packaged_model()), np.zeros((3, 4), np.float32), np.zeros(3, np.float32)
    )
    with pytest.raises(EnrolledError, match="damaged"):
        Classifier(enrolled=short)
    narrow = Enrolled(
        "a", "b", short.network, np.zeros((CLASSES, 127), np.float32), np.zeros(CLASSES, np.float32)
    )
    with pytest.raises(EnrolledError, match="damaged"):
        Classifier(enrolled=narrow)
    np.savez(path, version=1, name="a", made="b", network="c", weights=np.array(["x"]), bias=np.zeros(3))
    with pytest.raises(EnrolledError, match="not a file of enrolled tiles"):
        read_enrolled(path)


def test_an_older_file_stays_until_the_new_one_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "tiles.npz"
    older = Enrolled("older", "b", "c", np.zeros((3, 4), np.float32), np.zeros(3, np.float32))
    older.write(path)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        Enrolled("newer", "b", "c", older.weights, older.bias).write(path)
    assert read_enrolled(path).name == "older"
