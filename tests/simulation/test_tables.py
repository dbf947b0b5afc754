"""Tables of other measures: their geometries were measured by ``table learn``, and a hand is read with them."""

from pathlib import Path

import pytest

from config import table_names
from simulation.camera.table_names import CAMERAS, READ_AS, STANDARD, TABLE_NAMES
from simulation.camera.tables import TABLES
from tests.proofs import some
from tests.simulation.sim_process import Sim
from tests.vision.surveying_stage import too_far
from vision.geometry import load_geometry

OTHERS = [name for name in TABLE_NAMES if name != STANDARD and name not in READ_AS]


def test_every_simulated_table_can_be_read() -> None:
    assert {READ_AS.get(name, name) for name in TABLE_NAMES} <= set(table_names())


def test_the_programs_know_the_tables_and_their_cameras() -> None:
    assert tuple(TABLES) == TABLE_NAMES
    assert [len(table.mounts) for table in TABLES.values()] == [CAMERAS.get(name, 1) for name in TABLE_NAMES]


@pytest.mark.parametrize("name", OTHERS)
def test_its_measured_geometry_is_near_to_how_it_is_built(name: str) -> None:
    measured, built = load_geometry(name), TABLES[name].geometry()
    assert too_far(measured, built) == []
    # Measured, not copied.
    assert measured.wall.centre_y != built.wall.centre_y
    assert load_geometry().wall.centre_y != built.wall.centre_y


@pytest.mark.prove
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", some([*OTHERS, "two-cameras"], 1))
def test_a_hand_at_it_is_read_equal_to_its_record(tmp_path: Path, name: str) -> None:
    played = Sim(tmp_path, "--table", name, "--seed", "21", "--hands", "1").end(patience_s=800)
    assert played.report["equal"], played.output
    assert played.status == 0
    assert played.report["discards"] == {"right": 21, "wrong": 0, "missed": 0}
