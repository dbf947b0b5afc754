"""Names are counted over one set of tiles for the whole table: ties are broken together, clear names stay."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.tiles import FACES, KIND, RED_MAN, parse_tile
from vision.model.classifier import BACK_CLASS, CLASSES
from vision.tracking.counting import CLEAR, TooManyError, Unnamed, candidates, settled


def logs(**names: float) -> np.ndarray:
    """Log-likelihoods in which all classes but the named ones are ruled out; ``_5m`` is the five of man."""
    values = np.full(CLASSES, -30.0, np.float32)
    for name, value in names.items():
        values[parse_tile(name.lstrip("_"))] = value
    return values


SURE_5M = logs(_5m=0.0)
RED_5M = logs(_0m=0.0)


def test_a_tie_goes_to_the_likelier_while_the_set_allows_it() -> None:
    tie = logs(_2s=-0.6, _4s=-0.8)
    assert settled([Unnamed(tie)]) == [parse_tile("2s")]


def test_a_tie_goes_to_the_only_one_left() -> None:
    tie = logs(_2s=-0.6, _4s=-0.8)
    four = [Unnamed(logs(_2s=0.0))] * 4
    assert settled([*four, Unnamed(tie)])[-1] == parse_tile("4s")


def test_ties_are_settled_together() -> None:
    """There are two ties for one place: the tile that loses least gives way, although it would not have to if it were
    alone."""
    three = [Unnamed(logs(_2s=0.0))] * 3
    keen, unkeen = logs(_2s=-0.2, _4s=-2.0), logs(_2s=-0.6, _4s=-0.7)
    names = settled([*three, Unnamed(unkeen), Unnamed(keen)])
    assert names[-2:] == [parse_tile("4s"), parse_tile("2s")]


def test_a_chain_of_ties() -> None:
    """2s is full, so the tie becomes a 4s; 4s is then full, so the other tie becomes a 6s."""
    sure = [Unnamed(logs(_2s=0.0))] * 4 + [Unnamed(logs(_4s=0.0))] * 3
    names = settled([*sure, Unnamed(logs(_2s=-0.6, _4s=-0.9)), Unnamed(logs(_4s=-0.6, _6s=-0.9))])
    assert names[-2:] == [parse_tile("4s"), parse_tile("6s")]


def test_five_clear_ones_are_too_many() -> None:
    with pytest.raises(TooManyError, match="2s"):
        settled([Unnamed(logs(_2s=0.0))] * 5)


def test_red_fives_are_of_the_same_kind() -> None:
    assert settled([Unnamed(SURE_5M)] * 3 + [Unnamed(RED_5M)])[-1] == RED_MAN
    with pytest.raises(TooManyError):
        settled([Unnamed(SURE_5M)] * 4 + [Unnamed(RED_5M)])
    with pytest.raises(TooManyError, match="0m"):
        settled([Unnamed(RED_5M)] * 2)


def test_a_set_without_red_fives_has_four_fives_and_one_with_them_three() -> None:
    four = [Unnamed(SURE_5M)] * 4
    assert settled(four) == [4] * 4
    with pytest.raises(TooManyError):
        settled(four, red_fives=True)
    tie = Unnamed(logs(_5m=-0.4, _0m=-1.5))
    assert settled([*four[:3], tie])[-1] == 4
    assert settled([*four[:3], tie], red_fives=True)[-1] == RED_MAN


def test_backs_are_not_counted() -> None:
    back = np.full(CLASSES, -30.0, np.float32)
    back[BACK_CLASS] = 0.0
    assert settled([Unnamed(back)] * 60) == [BACK_CLASS] * 60


vectors = st.lists(st.floats(-12.0, 0.0, width=32), min_size=CLASSES, max_size=CLASSES).map(
    lambda values: np.asarray(values, np.float32)
)
names_ = st.frozensets(st.integers(0, FACES - 1), max_size=6)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(vectors, names_), min_size=1, max_size=7), st.booleans())
def test_whatever_is_expected_a_clear_name_stands(
    drawn: list[tuple[np.ndarray, frozenset[int]]], red_fives: bool
) -> None:
    try:
        names = settled([Unnamed(*each) for each in drawn], red_fives=red_fives)
    except TooManyError:
        return
    for (values, _), name in zip(drawn, names, strict=True):
        first, second = np.sort(values)[::-1][:2]
        if first - second >= CLEAR:
            assert name == int(values.argmax())
        assert values[name] > first - CLEAR


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_the_choice_is_the_best_of_all(data: st.DataObject) -> None:
    """The oracle tries all choices one by one."""
    few = [3, 4, RED_MAN]
    tiles = [
        Unnamed(
            np.asarray(
                [data.draw(st.floats(-4.0, 0.0)) if face in few else -30.0 for face in range(CLASSES)],
                np.float32,
            )
        )
        for _ in range(data.draw(st.integers(4, 7)))
    ]
    best: float | None = None
    for choice in product(*(candidates(tile.logs) for tile in tiles)):
        kinds = [KIND[face] for face in choice]
        if max(kinds.count(3), kinds.count(4)) > 4 or choice.count(RED_MAN) > 1:
            continue
        worth = sum(float(tile.logs[face]) for tile, face in zip(tiles, choice, strict=True))
        best = worth if best is None else max(best, worth)
    if best is None:
        with pytest.raises(TooManyError):
            settled(tiles)
        return
    names = settled(tiles)
    assert sum(float(tile.logs[face]) for tile, face in zip(tiles, names, strict=True)) == pytest.approx(
        best, abs=1e-4
    )
