"""Fixtures for the tests of vision."""

from __future__ import annotations

import cv2
import pytest

from tests.vision.tabletop import GEOMETRY
from vision.model.classifier import Classifier
from vision.tracking.tracker import TableReader


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> None:
    cv2.setNumThreads(1)


@pytest.fixture(scope="session")
def classifier() -> Classifier:
    return Classifier()


@pytest.fixture
def reader(classifier: Classifier) -> TableReader:
    return TableReader(GEOMETRY, classifier)
