"""Circumstances of a real evening: each can be switched on alone, and the picture shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

from bench.film.circumstances import CIRCUMSTANCES, CROOKED_DEG
from bench.film.filmed import FilmCamera, Scene
from table_controller.simulation.camera.imaging import Faults
from table_controller.simulation.world.gestures import Pace, Player
from table_controller.simulation.world.places import Lie
from table_controller.simulation.world.world import World

if TYPE_CHECKING:
    from table_controller.simulation.world.gestures import MachinePort

CALM = Scene(faults=Faults(noise=2.4, drift=0.0, hunt=0.0, flicker=0.0, bump_s=0.0))
FRAMES = 80
SEED = 4


def film(name: str) -> np.ndarray:
    """A still table, ten frames a second for eight seconds, in the middle of the felt beside the console."""
    camera = FilmCamera(World(), CIRCUMSTANCES[name](CALM), SEED)
    return np.stack([camera.frame(n, 100 * n).image[900:1040, 700:1200].copy() for n in range(1, FRAMES + 1)])


@pytest.fixture(scope="module")
def plain() -> np.ndarray:
    return film("none")


def brightness(pictures: np.ndarray) -> np.ndarray:
    return np.asarray(pictures.reshape(len(pictures), -1).mean(axis=1))


def sharpness(pictures: np.ndarray) -> np.ndarray:
    """How much neighbouring pixels differ, in each picture."""
    return np.asarray(np.abs(np.diff(pictures.astype(np.int16), axis=2)).mean(axis=(1, 2, 3)))


def test_without_any_nothing_is_changed(plain: np.ndarray) -> None:
    assert CIRCUMSTANCES["none"](CALM) is CALM
    assert np.ptp(brightness(plain)) < 0.5
    assert np.ptp(sharpness(plain)) < 0.3


def test_a_small_sensor_is_noisy(plain: np.ndarray) -> None:
    """Noise is what differs from frame to frame of a still table."""
    usual, more = (pictures.std(axis=0).mean() for pictures in (plain, film("small sensor")))
    assert 2.3 < more / usual < 3.5


def test_focus_hunts_and_comes_back(plain: np.ndarray) -> None:
    sharp = sharpness(film("focus hunting"))
    usual = float(sharpness(plain).mean())
    assert sharp.min() < 0.8 * usual
    assert float(np.median(sharp)) > 0.95 * usual


def test_exposure_steps_from_one_frame_to_the_next() -> None:
    bright = brightness(film("exposure steps"))
    steps = np.abs(np.diff(bright)) / bright[:-1]
    assert steps.max() > 0.05
    assert (steps > 0.01).sum() < FRAMES / 8, "between the steps it stays"


def test_lamps_are_mirrored_in_the_same_places() -> None:
    def first(name: str) -> np.ndarray:
        return FilmCamera(World(), CIRCUMSTANCES[name](CALM), SEED).frame(1, 100).image.astype(np.int16)

    brighter = (first("mirrored lamps") - first("none")).max(axis=2)
    assert 0.001 < (brighter > 50).mean() < 0.05
    assert brighter.max() > 70


def test_felt_has_figures(plain: np.ndarray) -> None:
    usual, printed = (
        pictures.mean(axis=0).std(axis=(0, 1)).max() for pictures in (plain, film("patterned felt"))
    )
    assert printed > usual + 2


def test_tiles_lie_crooked() -> None:
    world, machine = World(), cast("MachinePort", None)
    care = CIRCUMSTANCES["crooked tiles"](CALM).care
    player = Player(0, world, machine, rng=np.random.default_rng(3), pace=Pace(), care=care)
    place = world.places.place(0, 0.0, 100.0, Lie.FACE_UP)
    turns = [player.untidy(place).angle_deg for _ in range(400)]
    assert max(map(abs, turns)) == pytest.approx(CROOKED_DEG)
    assert np.std(turns) > 3
