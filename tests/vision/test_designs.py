import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tools.training.prints.designs import bamboo, circles, frame, random_design
from vision.prints.faces import SHEET_HEIGHT, SHEET_WIDTH, Style

INKS = Style()
RED = Style(INKS.ivory, *(INKS.red,) * 4)


def ink(sheet: np.ndarray) -> np.ndarray:
    return np.asarray(np.abs(sheet.astype(int) - INKS.ivory).max(axis=2) > 40)


def solids(sheet: np.ndarray) -> int:
    """Count the figures, with hollow ones filled."""
    outlines, _ = cv2.findContours(ink(sheet).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    return sum(cv2.contourArea(one) > 100 for one in outlines)


@example(seed=1189805, number=2)  # petals as long as the circle is wide
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), number=st.integers(2, 9))
def test_whatever_the_design_there_are_as_many_circles_as_the_tile_counts(seed: int, number: int) -> None:
    assert solids(circles(number, INKS, random_design(np.random.default_rng(seed)))) == number


@pytest.mark.parametrize("number", range(1, 10))
def test_designs_differ(number: int) -> None:
    random = np.random.default_rng(5)
    draw = circles if number < 2 else bamboo
    drawn = {draw(number, INKS, random_design(random)).tobytes() for _ in range(20)}
    assert len(drawn) == 20


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_red_five_is_red_throughout_and_a_plain_one_is_not(seed: int) -> None:
    design = random_design(np.random.default_rng(seed))
    for draw in (circles, bamboo):
        for style, all_red in ((RED, True), (INKS, False)):
            sheet = draw(5, style, design).astype(int)
            inked = sheet[ink(sheet)]
            reddish = inked[:, 2] - np.maximum(inked[:, 0], inked[:, 1]) > 0
            assert (reddish.mean() > 0.99) == all_red


def test_frames_leave_the_middle_of_a_haku_white() -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        sheet = np.full((SHEET_HEIGHT, SHEET_WIDTH, 3), 240, np.uint8)
        frame(sheet, INKS.blue, random)
        middle = sheet[SHEET_HEIGHT // 3 : -SHEET_HEIGHT // 3, SHEET_WIDTH // 2 - 40 : SHEET_WIDTH // 2 + 40]
        assert (middle == 240).all()
        assert (sheet != 240).any()
